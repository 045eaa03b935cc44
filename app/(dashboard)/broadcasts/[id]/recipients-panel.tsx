'use client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { useState } from 'react';
import { figuresOf } from '@/app/(dashboard)/broadcasts/broadcast';
import { useReason } from '@/components/ui/use-reason';
import { useTRPC, type Outputs } from '@/app/trpc';
import { listedInPages } from '@/components/ui/listed';
import { ListBody } from '@/components/ui/list-body';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { FilterSelect } from '@/components/ui/filter-select';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { None } from '@/components/ui/none';
import { keysOf } from '@/server/lib/narrow';
import { providerEntry } from '@/server/providers/catalog';
import { type RecipientState, type StatusCounts } from '@/server/resources/broadcasts/schema';
import { RECIPIENT_STATES } from '@/server/resources/broadcasts/vocabulary';
import { recipientOptions } from './broadcast-reads';
import classes from './broadcast-detail.module.css';

type Row = Outputs['broadcasts']['recipientPage']['items'][number];

const STATES: readonly RecipientState[] = keysOf(RECIPIENT_STATES);

/** What the row last heard of. */
const lastOf = (row: Row) =>
  row.clickedAt ?? row.openedAt ?? row.bouncedAt ?? row.failedAt ?? row.deliveredAt ?? row.sentAt;

/** Who got it and who did not, by state, with the reason; all of it as a file. */
export function RecipientsPanel({ id, counts }: { id: string; counts: StatusCounts }) {
  const t = useTranslations('broadcasts.recipients');
  const tStates = useTranslations('broadcasts.recipients.states');
  const reasonOf = useReason();
  const format = useFormat();
  const [state, setState] = useState<RecipientState | undefined>(undefined);
  const figures = figuresOf(counts);
  const list = {
    ...listedInPages(useInfiniteQuery(recipientOptions(useTRPC(), id, state)), (page) => page.items),
    total: state === undefined ? figures.total : figures[state],
  };
  const columns: Column<Row>[] = [
    {
      key: 'recipient',
      head: t('recipient'),
      card: 'title',
      cell: ({ contactId, recipient }) =>
        contactId === null ? (
          t('everybody')
        ) : (
          <Link href={`/contacts/${contactId}`} className={classes.recipient}>
            {recipient}
          </Link>
        ),
    },
    { key: 'channel', head: t('channel'), cell: ({ provider }) => providerEntry(provider).label },
    {
      key: 'state',
      head: t('state'),
      cell: ({ status, reason }) => (
        <span className={classes.state}>
          {t(`statuses.${status}`)}
          {reason !== null && <small>{reasonOf(reason)}</small>}
        </span>
      ),
    },
    {
      key: 'when',
      head: t('when'),
      cell: (row) => {
        const at = lastOf(row);
        return at === null ? <None /> : <DateTime value={at} />;
      },
    },
  ];
  return (
    <Panel title={t('title')}>
      <div className={classes.tools}>
        <FilterSelect
          label={t('state')}
          all={t('all', { count: format.number(figures.total) })}
          options={STATES.map((value) => ({
            value,
            label: t('withCount', { state: tStates(value), count: format.number(figures[value]) }),
          }))}
          value={state ?? ''}
          onChange={(value) => setState(STATES.find((each) => each === value))}
        />
        <Button
          component="a"
          href={`/api/v1/broadcasts/${id}/recipients/export${state === undefined ? '' : `?state=${state}`}`}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload {...SMALL_ICON} />}
        >
          {t('export')}
        </Button>
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={4} rows={4} />}
        none={<p className={classes.nobody}>{t('nobody')}</p>}
      >
        {(rows) => <DataTable label={t('title')} columns={columns} rows={rows} rowKey={(row) => row.id} />}
      </ListBody>
    </Panel>
  );
}
