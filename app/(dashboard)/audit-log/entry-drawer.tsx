'use client';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { CodeBlock } from '@/components/ui/code-block';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { LinkButton } from '@/components/ui/link-button';
import { problemOf } from '@/components/ui/problem';
import classes from './audit-log.module.css';
import { knownType, pageOf, type Entry } from './known';
import { Sentence, useActor } from './sentence';

interface Props {
  /** Empty: closed. */
  id: string;
  /** The entry as the list has it, so that nothing has to be waited for. */
  known: Entry | undefined;
  onClose: () => void;
  /** Shows the whole history of the same thing, or of the same actor. */
  onFilter: (filter: { target: string } | { who: string }) => void;
}

/** One entry: what happened, to what, by whom, and its data as it is stored. */
export function EntryDrawer({ id, known, onClose, onFilter }: Props) {
  const t = useTranslations('auditLog.detail');
  const query = useQuery(
    useTRPC().auditLog.getNamed.queryOptions(
      { id },
      { enabled: id !== '', ...(known !== undefined && { initialData: known }), staleTime: Infinity },
    ),
  );
  const entry = query.data;
  const content = (): ReactNode => {
    if (entry !== undefined) return <Content entry={entry} onFilter={onFilter} />;
    // As where the chain is broken: by an entry that somebody removed.
    if (query.isError && problemOf(query.error).code === 'NOT_FOUND') return <p>{t('gone', { id })}</p>;
    return query.isError ? (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton height={240} />
    );
  };
  return (
    <FormDrawer opened={id !== ''} onClose={onClose} title={t('title')}>
      {id !== '' && content()}
    </FormDrawer>
  );
}

function Content({ entry, onFilter }: { entry: Entry } & Pick<Props, 'onFilter'>) {
  const t = useTranslations('auditLog');
  const actor = useActor();
  const page = pageOf(entry);
  const type = knownType(entry.targetType);
  const { actorId } = entry;
  return (
    <div className={classes.detail}>
      <p className={classes.headline}>
        <Sentence entry={entry} />
      </p>
      <Facts labels="7.5rem">
        <Fact label={t('detail.when')}>
          <DateTime value={entry.createdAt} />
        </Fact>
        <Fact label={t('detail.who')}>
          {actor(entry)}
          {entry.actorHandle !== null && entry.actorName !== null && (
            <small className={classes.soft}>{entry.actorHandle}</small>
          )}
        </Fact>
        {entry.onBehalfOf !== null && <Fact label={t('detail.onBehalf')}>{t('onBehalf')}</Fact>}
        <Fact label={t('detail.what')}>
          {type === undefined ? entry.targetType : t(`types.${type}`)}
          {entry.subject !== null && <small className={classes.soft}>{entry.subject}</small>}
        </Fact>
        <Fact label={t('columns.action')}>
          <code className={classes.code}>{entry.action}</code>
        </Fact>
      </Facts>
      <div className={classes.acts}>
        {page !== undefined && (
          <LinkButton href={page} variant="default" size="xs">
            {t('detail.open')}
          </LinkButton>
        )}
        <Button variant="default" size="xs" onClick={() => onFilter({ target: entry.targetId })}>
          {t('detail.history')}
        </Button>
        {actorId !== null && (
          <Button variant="default" size="xs" onClick={() => onFilter({ who: actorId })}>
            {t('detail.sameActor')}
          </Button>
        )}
      </div>
      <CodeBlock code={JSON.stringify(stored(entry), null, 2)} label={t('detail.entry')} help={t('detail.entryHelp')} />
    </div>
  );
}

/** The entry as the API has it. */
function stored({ actorName: _name, actorHandle: _handle, subject: _subject, ...entry }: Entry): object {
  return entry;
}
