'use client';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { CODES, CODES_LISTED, codesOf } from '@/app/(dashboard)/integrations/integration';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DataTable, type Column } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { TAKEN_IN_SHOP } from '@/server/modules/shops/connections/vocabulary';

type Code = Outputs['integrations']['listCodes']['data'][number];

const REFRESH_MS = 10_000;
const KINDS = { pending: 'waiting', pushed: 'on', failed: 'failed', not_expressible: 'off' } as const;

/** The state of our codes in a shop. */
export function Codes({ integrationId }: { integrationId: string }) {
  const t = useTranslations('integrations.codes');
  const [address, setAddress] = useAddress(CODES);
  const state = CODES_LISTED.find((known) => known === address.codes) ?? 'all';
  const query = useQuery(
    useTRPC().integrations.listCodes.queryOptions(codesOf(integrationId, address), { refetchInterval: REFRESH_MS }),
  );
  const codes = query.data?.data;
  const columns: Column<Code>[] = [
    {
      key: 'code',
      head: t('code'),
      card: 'title',
      width: 14,
      cell: ({ discountCodeId, code, reason }) => (
        <span className={classes.call}>
          <Anchor component={Link} href={`/discount-codes/${discountCodeId}`} inherit>
            {code}
          </Anchor>
          {reason !== null && <span className={classes.reason}>{reason === TAKEN_IN_SHOP ? t('taken') : reason}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      card: 'corner',
      width: 9,
      cell: (code) => <Status kind={KINDS[code.state]}>{t(`states.${code.state}`)}</Status>,
    },
  ];
  return (
    <Panel title={t('title')}>
      <div className={classes.stack}>
        <FilterChips
          label={t('filter')}
          options={CODES_LISTED.map((value) => ({ value, label: t(`states.${value}`) }))}
          value={state}
          onChange={(value) => setAddress({ codes: value })}
        />
        {query.isPending && <TableSkeleton columns={2} />}
        {codes?.length === 0 && <p className={classes.help}>{t('none')}</p>}
        {codes && codes.length > 0 && (
          <DataTable label={t('title')} columns={columns} rows={codes} rowKey={(code) => code.discountCodeId} />
        )}
      </div>
    </Panel>
  );
}
