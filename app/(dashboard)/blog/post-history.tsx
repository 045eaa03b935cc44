'use client';
/** The contents of a post after its last saves: compared with the one before or with now, and restored. */
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowLeft, IconHistory } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, Fragment } from 'react';
import { useTRPC, type Outputs } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormDrawer } from '@/components/ui/form-drawer';
import { SMALL_ICON } from '@/components/ui/icon';
import type { Post } from './post';
import classes from './post-history.module.css';

type Diff = Outputs['blog']['revisions']['diff'];
type Line = NonNullable<Diff['body']>[number]['lines'][number];

const written = (value: string | string[] | null): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''));

/** The changes of a post: each field before and after, and the lines of the text with the words that differ. */
function RevisionDiff({ diff: { fields, body } }: { diff: Diff }) {
  const t = useTranslations('blog.history');
  if (fields.length === 0 && body?.length === 0) return <p className={classes.same}>{t('same')}</p>;
  return (
    <div className={classes.diff}>
      {fields.map(({ field, before, after }) => (
        <section key={field}>
          <h3>{t(`fields.${field as 'title'}`)}</h3>
          {written(before) !== '' && <Row line={{ op: 'delete', text: written(before) }} />}
          {written(after) !== '' && <Row line={{ op: 'insert', text: written(after) }} />}
        </section>
      ))}
      {body === null && <p className={classes.same}>{t('tooLong')}</p>}
      {body !== null && body.length > 0 && (
        <section>
          <h3>{t('fields.body')}</h3>
          {body.map(({ fromLine, toLine, lines }, at) => (
            <Fragment key={`${fromLine} ${toLine}`}>
              {(at > 0 || fromLine > 1) && <p className={classes.gap}>{t('line', { line: toLine })}</p>}
              {lines.map((line, index) => (
                <Row key={index} line={line} />
              ))}
            </Fragment>
          ))}
        </section>
      )}
    </div>
  );
}

const TAGS = { equal: 'div', delete: 'del', insert: 'ins' } as const;

function Row({ line: { op, text, words } }: { line: Line }) {
  const Tag = TAGS[op];
  return (
    <Tag className={classes.row}>
      {words?.map((word, at) =>
        word.op === 'equal' ? <Fragment key={at}>{word.text}</Fragment> : <mark key={at}>{word.text}</mark>,
      ) ?? text}
    </Tag>
  );
}

type Revision = Outputs['blog']['revisions']['list']['data'][number];

interface Props {
  opened: boolean;
  onClose: () => void;
  post: Post;
  /** Something that is typed is not saved. */
  dirty: boolean;
  isPublic: boolean;
  onRestored: (post: Post) => void;
}

export function PostHistory({ opened, onClose, ...rest }: Props) {
  const t = useTranslations('blog.history');
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title')} size="60rem">
      <History {...rest} />
    </FormDrawer>
  );
}

function History(props: Omit<Props, 'opened' | 'onClose'>) {
  const t = useTranslations('blog.history');
  const { post } = props;
  const [chosen, choose] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(
    useTRPC().blog.revisions.list.queryOptions({ id: post.id, limit: 50 }, { staleTime: 0, refetchOnMount: 'always' }),
  );
  if (error !== null) return <ErrorNotice error={error} act="read" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={240} />;
  if (data.data.length === 0) return <p className={classes.none}>{t('none')}</p>;
  const revision = data.data.find(({ id }) => id === chosen);
  return (
    <div className={classes.history} data-chosen={revision !== undefined || undefined}>
      <ol className={classes.list}>
        {data.data.map((each, at) => (
          <li key={each.id}>
            <button type="button" aria-pressed={each.id === chosen} onClick={() => choose(each.id)}>
              <Item revision={each} isNewest={at === 0} />
            </button>
          </li>
        ))}
      </ol>
      {revision === undefined ? (
        <p className={classes.hint}>
          <IconHistory {...SMALL_ICON} />
          {t('choose')}
        </p>
      ) : (
        <Compared
          key={revision.id}
          {...props}
          revision={revision}
          isNewest={revision === data.data[0]}
          onBack={() => choose(null)}
        />
      )}
    </div>
  );
}

/** The time, the people, and what they changed. */
function Item({
  revision: { kind, at, by, changed, restoredFrom, number },
  isNewest,
}: {
  revision: Revision;
  isNewest: boolean;
}) {
  const t = useTranslations('blog.history');
  const what = changed.map((field) => t(`fields.${field as 'title'}`)).join(', ');
  return (
    <>
      <span className={classes.when}>
        <RelativeTime value={at} />
        {isNewest && <span className={classes.now}>{t('now')}</span>}
      </span>
      <span className={classes.who}>
        {kind === 'restore' ? t('restored', { number: restoredFrom ?? 0 }) : t(kind, { number })}
        {by !== null && ` · ${by.name ?? t(`by.${by.kind}`)}`}
      </span>
      {what !== '' && <span className={classes.what}>{what}</span>}
    </>
  );
}

function Compared({
  post,
  dirty,
  isPublic,
  onRestored,
  revision,
  isNewest,
  onBack,
}: Omit<Props, 'opened' | 'onClose'> & { revision: Revision; isNewest: boolean; onBack: () => void }) {
  const t = useTranslations('blog.history');
  const trpc = useTRPC();
  const [against, setAgainst] = useState<'before' | 'current'>('before');
  const [isAsking, setIsAsking] = useState(false);
  const of = { id: post.id, revisionId: revision.id };
  const { data, error, refetch } = useQuery(
    trpc.blog.revisions.diff.queryOptions({ ...of, ...(against === 'current' && { against }) }, { staleTime: 0 }),
  );
  const restoration = useMutation(
    trpc.blog.revisions.restore.mutationOptions({
      onSuccess: ({ post: restored }) => {
        notifications.show({ color: 'var(--ink)', message: t('done', { number: revision.number }) });
        onRestored(restored);
      },
    }),
  );
  return (
    <section className={classes.compared} aria-label={t('compared', { number: revision.number })}>
      <div className={classes.bar}>
        <Button
          className={classes.back ?? ''}
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft {...SMALL_ICON} />}
          onClick={onBack}
        >
          {t('back')}
        </Button>
        <SegmentedControl
          size="xs"
          aria-label={t('against')}
          value={against}
          onChange={setAgainst}
          data={[
            { value: 'before', label: t('before') },
            { value: 'current', label: t('current') },
          ]}
        />
        {!isNewest && (
          <Button size="xs" disabled={dirty} onClick={() => setIsAsking(true)}>
            {t('restore')}
          </Button>
        )}
      </div>
      {dirty && !isNewest && <p className={classes.note}>{t('dirty')}</p>}
      {error !== null && <ErrorNotice error={error} act="read" onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={200} />}
      {data !== undefined && <RevisionDiff diff={data} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('restoreTitle', { number: revision.number })}
        confirm={t('restore')}
        call={restoration}
        onConfirm={() => restoration.mutate({ ...of, ifUpdatedAt: post.updatedAt })}
      >
        {t(isPublic ? 'restorePublic' : 'restoreMessage')}
      </ConfirmDialog>
    </section>
  );
}
