'use client';
import { useTranslations } from 'next-intl';
import { LinkButton } from '@/components/ui/link-button';
import { Panel } from '@/components/ui/panel';
import { Figures } from './figures';
import type { ContactImport } from './import-run';
import { UndoImport } from './undo-import';
import classes from '@/components/csv-file/csv-file.module.css';

/** It is over: by itself, or given up. */
export function Finished({ run }: { run: ContactImport }) {
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
