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
import { TableList } from '@/components/ui/table-list';
import type { Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { FilterSelect } from '@/components/ui/filter-select';
import { useFormat } from '@/components/ui/format';
import { SMALL_ICON } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { None } from '@/components/ui/none';
import { keysOf } from '@/server/platform/lib/narrow';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { type RecipientState, type StatusCounts } from '@/server/modules/messaging/broadcasts/schema';
import { RECIPIENT_STATES } from '@/server/modules/messaging/broadcasts/vocabulary';
import { recipientOptions } from './broadcast-reads';
import classes from './broadcast-detail.module.css';

type Row = Outputs['broadcasts']['recipientPage']['items'][number];

const STATES: readonly RecipientState[] = keysOf(RECIPIENT_STATES);

/** Returns the time of the last event that the row heard of. */
const lastOf = (row: Row) =>
  row.clickedAt ?? row.openedAt ?? row.bouncedAt ?? row.failedAt ?? row.deliveredAt ?? row.sentAt;

/** The people who got it and those who did not, by state, with the reason; all of them as a file. */
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
      <TableList
        list={list}
        none={<p className={classes.nobody}>{t('nobody')}</p>}
        label={t('title')}
        columns={columns}
        rowsBefore={4}
      />
    </Panel>
  );
}
