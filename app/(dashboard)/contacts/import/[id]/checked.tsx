'use client';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { forgetImport, keptImport } from '@/app/(dashboard)/contacts/import/kept-import';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import { UpgradeLink } from '@/components/upgrade-link';
import { CancelImport } from './cancel-import';
import { Figures } from './figures';
import type { ContactImport } from './import-run';
import classes from '@/components/csv-file/csv-file.module.css';

/** As the server says it (plan-writes.ts). */
const PLAN_LIMIT = 'PLAN_LIMIT';

/** The dry run: what would happen, before it happens. */
export function Checked({ run }: { run: ContactImport }) {
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
