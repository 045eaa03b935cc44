'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ImportStatusMark } from '@/app/(dashboard)/contacts/import/import-status';
import { Steps } from '@/app/(dashboard)/contacts/import/steps';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { useFormat } from '@/components/ui/format';
import { Checked } from './checked';
import { Finished } from './finished';
import { RefusedRows } from './refused-rows';
import { Uploading } from './uploading';
import { Working } from './working';
import classes from '@/components/csv-file/csv-file.module.css';

export type ContactImport = Outputs['contacts']['imports']['get'];

const POLL_MS = 1000;
const isMoving = (status: ContactImport['status'] | undefined): boolean =>
  status === 'uploading' || status === 'checking' || status === 'importing';

/** The second half of an import: sent, checked, approved, worked off. Shows how it stands; the server needs no page for it. */
export function ImportRun({ id }: { id: string }) {
  const t = useTranslations('contacts.import.gone');
  const query = useQuery(
    useTRPC().contacts.imports.get.queryOptions(
      { id },
      { staleTime: 0, refetchInterval: ({ state }) => (isMoving(state.data?.status) ? POLL_MS : false) },
    ),
  );
  const gone = { title: t('title'), message: t('message'), list: { href: '/contacts/import', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ImportSkeleton />}>
      {(run) => <Standing run={run} at={query.dataUpdatedAt} />}
    </DetailPage>
  );
}

/** @param at when this was read, in epoch milliseconds */
function Standing({ run, at }: { run: ContactImport; at: number }) {
  const t = useTranslations('contacts.import');
  const format = useFormat();
  return (
    <>
      <PageHead
        title={run.fileName}
        aside={<ImportStatusMark status={run.status} />}
        lead={t('run.lead', { rows: run.totalRows, when: format.dateTime(run.createdAt) })}
        back={{ href: '/contacts/import', label: t('title') }}
      />
      <div className={classes.page}>
        <Steps status={run.status} />
        {run.status === 'uploading' && <Uploading run={run} at={at} />}
        {(run.status === 'checking' || run.status === 'importing') && <Working run={run} at={at} />}
        {run.status === 'checked' && <Checked run={run} />}
        {(run.status === 'done' || run.status === 'canceled') && <Finished run={run} />}
        {run.refused > 0 && run.status !== 'uploading' && run.status !== 'checking' && <RefusedRows run={run} />}
        {run.warnings.length > 0 && run.status !== 'checking' && <RefusedRows run={run} warnings />}
      </div>
    </>
  );
}

function ImportSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
      />
      <div className={classes.page}>
        <Skeleton height={22} width={360} />
        <Skeleton height={160} />
      </div>
    </div>
  );
}
