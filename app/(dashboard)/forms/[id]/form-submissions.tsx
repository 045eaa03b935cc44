'use client';
import { DAY_MS } from '@/server/platform/lib/durations';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { submissionOptions } from '@/app/(dashboard)/forms/form-address';
import classes from '@/app/(dashboard)/forms/forms.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { useClock } from '@/components/ui/use-clock';
import { CONFIRM_DAYS } from '@/server/modules/audience/forms/vocabulary';

type Submission = Outputs['forms']['submissions']['data'][number];

/** The people who signed up, newest first. */
export function FormSubmissions({ id }: { id: string }) {
  const t = useTranslations('forms.submissions');
  const columns = useColumns();
  const list = listedInPages(useInfiniteQuery(submissionOptions(useTRPC(), id)), (page) => page.data);
  return (
    <Panel title={t('title')}>
      <TableList
        list={list}
        none={<p className={classes.soft}>{t('none')}</p>}
        label={t('title')}
        name="form-submissions"
        columns={columns}
        rowHref={({ contactId }) => `/contacts/${contactId}`}
      />
    </Panel>
  );
}

function useColumns(): Column<Submission>[] {
  const t = useTranslations('forms.submissions');
  const now = useClock();
  return [
    {
      key: 'who',
      head: t('who'),
      card: 'title',
      width: 16,
      cell: ({ email }) => <span className={classes.link}>{email ?? t('byPhone')}</span>,
    },
    {
      key: 'state',
      head: t('state'),
      card: 'state',
      width: 10,
      cell: ({ confirmedAt, createdAt }) => {
        if (confirmedAt !== null) return <Status kind="on">{t('confirmed')}</Status>;
        const isLate = now - Date.parse(createdAt) > CONFIRM_DAYS * DAY_MS;
        return <Status kind={isLate ? 'off' : 'waiting'}>{t(isLate ? 'late' : 'waits')}</Status>;
      },
    },
    {
      key: 'where',
      head: t('where'),
      width: 11,
      priority: 1,
      cell: ({ origin }) => (
        <span className={classes.soft}>{origin === null ? t('hosted') : origin.replace(/^https?:\/\//, '')}</span>
      ),
    },
    {
      key: 'when',
      head: t('when'),
      width: 9,
      cell: ({ createdAt }) => (
        <span className={classes.soft}>
          <RelativeTime value={createdAt} />
        </span>
      ),
    },
  ];
}
