'use client';
import { Skeleton, Button } from '@mantine/core';
import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ImportStatusMark } from '@/app/(dashboard)/contacts/import/import-status';
import { Steps } from '@/app/(dashboard)/contacts/import/steps';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { PageHead } from '@/components/ui/page-head';
import { useFormat } from '@/components/ui/format';
import { RefusedRows } from './refused-rows';
import { Uploading } from './uploading';
import classes from '@/components/csv-file/csv-file.module.css';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import { UndoImport } from './undo-import';
import { useEffect } from 'react';
import { WorkProgress } from '@/components/ui/work-progress';
import { CancelImport } from './cancel-import';
import { forgetImport, keptImport } from '@/app/(dashboard)/contacts/import/kept-import';
import { ErrorNotice } from '@/components/ui/error-notice';
import { UpgradeLink } from '@/components/upgrade-link';
import { OutcomeFigures } from '@/components/csv-file/outcome-figures';

const FIGURES = ['created', 'updated', 'skipped', 'refused'] as const;

/** The result of the rows, or the expected one. */
function Figures({ run }: { run: ContactImport }) {
  const dry = run.status === 'checking' || run.status === 'checked';
  const t = useTranslations(dry ? 'contacts.import.would' : 'contacts.import.did');
  return <OutcomeFigures figures={FIGURES.map((name) => [t(name), run[name]] as const)} />;
}

/** As the server says it (plan-writes.ts). */
const PLAN_LIMIT = 'PLAN_LIMIT';

/** The dry run: what would happen, before it happens. */
function Checked({ run }: { run: ContactImport }) {
  const t = useTranslations('contacts.import.checked');
  const trpc = useTRPC();
  const kept = useQuery({
    queryKey: ['kept-import', run.id],
    queryFn: () => keptImport(run.id),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: 'always',
  }).data;
  const start = useMutation(
    trpc.contacts.imports.start.mutationOptions({
      onSuccess: () => forgetImport(run.id),
    }),
  );
  const recheck = useMutation(trpc.contacts.imports.recheck.mutationOptions());
  const isOverPlan = run.reasons.some(({ reason }) => reason === PLAN_LIMIT);
  const going = run.created + run.updated;
  return (
    <>
      <Panel title={t('title')}>
        <p className={classes.lead}>{t('nothingYet')}</p>
        <Figures run={run} />
        {run.listName !== null && going > 0 && <p className={classes.under}>{t('list', { name: run.listName })}</p>}
        {isOverPlan && (
          <p className={classes.under}>
            {t('overPlan')} <UpgradeLink limit="contacts" beside />{' '}
            <Button
              size="compact-xs"
              variant="default"
              loading={recheck.isPending}
              onClick={() => recheck.mutate({ id: run.id })}
            >
              {t('again')}
            </Button>
          </p>
        )}
        {run.sharedEmails > 0 && <p className={classes.under}>{t('shared', { count: run.sharedEmails })}</p>}
        {run.skipped > 0 && run.skipExisting && <p className={classes.under}>{t('skipped')}</p>}
      </Panel>
      {recheck.error && <ErrorNotice error={recheck.error} act="write" />}
      {start.error && <ErrorNotice error={start.error} act="write" />}
      <div className={classes.acts}>
        <Button loading={start.isPending} disabled={going === 0} onClick={() => start.mutate({ id: run.id })}>
          {t('start', { count: going })}
        </Button>
        {kept && (
          <LinkButton variant="default" href={`/contacts/import?from=${run.id}`}>
            {t('columns')}
          </LinkButton>
        )}
        <CancelImport id={run.id} />
      </div>
    </>
  );
}

/** The server looks at the rows, or works them off. */
function Working({ run, at }: { run: ContactImport; at: number }) {
  const t = useTranslations('contacts.import.work');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const importing = run.status === 'importing';
  useEffect(() => {
    // The import changes contacts and lists that other pages show, so they are read again when it ends.
    if (!importing) return;
    return () => {
      for (const filter of [trpc.contacts.pathFilter(), trpc.contactLists.pathFilter(), trpc.insights.pathFilter()])
        void queryClient.invalidateQueries(filter);
    };
  }, [importing, trpc, queryClient]);
  return (
    <>
      <Panel>
        <WorkProgress
          key={run.status}
          label={t(importing ? 'importing' : 'checking')}
          done={run.doneRows}
          total={run.totalRows}
          at={at}
        />
        <p className={classes.under}>{t(importing ? 'importingHelp' : 'checkingHelp')}</p>
      </Panel>
      <Panel>
        <Figures run={run} />
      </Panel>
      <div className={classes.acts}>
        <CancelImport id={run.id} importing={importing} />
      </div>
    </>
  );
}

/** The end of an import: finished by itself, or given up. */
function Finished({ run }: { run: ContactImport }) {
  const t = useTranslations('contacts.import.finished');
  const tImport = useTranslations('contacts.import');
  // Given up before the first row went in, its figures are those of the dry run.
  const begun = run.startedAt !== null;
  return (
    <>
      <Panel title={t(run.status === 'done' ? 'done' : 'canceled')}>
        {begun ? <Figures run={run} /> : <p className={classes.lead}>{t('nothing')}</p>}
        {begun && run.sharedEmails > 0 && <p className={classes.under}>{t('shared', { count: run.sharedEmails })}</p>}
        {run.status === 'canceled' && begun && <p className={classes.under}>{t('canceledHelp')}</p>}
      </Panel>
      <UndoImport run={run} />
      <div className={classes.acts}>
        <LinkButton href={run.listId === null ? '/contacts' : `/contact-lists/${run.listId}`}>
          {run.listId === null ? t('contacts') : t('list', { name: run.listName ?? '' })}
        </LinkButton>
        {begun && run.sharedEmails > 0 && (
          <LinkButton variant="default" href="/contacts/duplicates">
            {t('duplicates')}
          </LinkButton>
        )}
        <LinkButton variant="default" href="/contacts/import">
          {tImport('another')}
        </LinkButton>
      </div>
    </>
  );
}

export type ContactImport = Outputs['contacts']['imports']['get'];

const POLL_MS = 1000;
const isMoving = (status: ContactImport['status'] | undefined): boolean =>
  status === 'uploading' || status === 'checking' || status === 'importing';

/**
 * The second half of an import: sent, checked, approved, worked off. Shows how it stands; the server needs no page for
 * it.
 */
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
