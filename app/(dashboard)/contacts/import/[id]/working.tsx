'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { Panel } from '@/components/ui/panel';
import { WorkProgress } from '@/components/ui/work-progress';
import { CancelImport } from './cancel-import';
import { Figures } from './figures';
import type { ContactImport } from './import-run';
import classes from '@/components/csv-file/csv-file.module.css';

/** The server looks at the rows, or works them off. */
export function Working({ run, at }: { run: ContactImport; at: number }) {
  const t = useTranslations('contacts.import.work');
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const importing = run.status === 'importing';
  useEffect(() => {
    // What other pages show of contacts and lists moves while this runs, and once more when it is over.
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
