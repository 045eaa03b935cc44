'use client';
import { Button, Skeleton, Group } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '@/components/shell/use-may';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Composer } from './composer';
import { messagesOptions, type Conversation, type Message } from './inbox-address';
import classes from './inbox.module.css';
import { ThreadHead } from './thread-head';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { nameOf } from './conversations';
import { IconFile, IconFileOff } from '@tabler/icons-react';
import { useFormat } from '@/components/ui/format';
import { DateTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { HAPPENINGS } from '@/server/modules/messaging/inbox/vocabulary';

/** Messages from the oldest to the newest. */
function Said({ messages }: { messages: readonly Message[] }) {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return (
    <ol>
      {messages.map((message) => (
        <li key={message.id} data-direction={message.direction}>
          {message.direction === 'event' ? (
            <Happened message={message} />
          ) : (
            <One message={message} answers={byId.get(message.replyToId ?? '')} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Happened({ message: { text, author, at } }: { message: Message }) {
  const t = useTranslations('inbox');
  const happening = HAPPENINGS.find((known) => known === text);
  if (happening === undefined) return null;
  return (
    <p className={classes.event}>
      {t(`happened.${happening === 'stopped' && author.kind !== 'person' ? 'unsubscribed' : happening}`, {
        name: author.name ?? t(`authors.${author.kind}`),
      })}{' '}
      · <DateTime value={at} />
    </p>
  );
}

const FAILED = new Set(['failed', 'bounced', 'skipped']);

function One({ message, answers }: { message: Message; answers: Message | undefined }) {
  const t = useTranslations('inbox');
  const { direction, kind, text, attachments, author, at, editedAt, deletedAt, status, lastError } = message;
  const isFailed = status !== null && FAILED.has(status);
  return (
    <div className={classes.bubble}>
      {answers !== undefined && (
        <blockquote>{answers.text === '' ? t(`kinds.${answers.kind}`) : answers.text}</blockquote>
      )}
      {deletedAt === null ? (
        <>
          {text !== '' && <p className={classes.words}>{text}</p>}
          {text === '' && attachments.length === 0 && <p className={classes.soft}>{t(`kinds.${kind}`)}</p>}
          {attachments.map((attachment) => (
            <File key={attachment.index} messageId={message.id} attachment={attachment} />
          ))}
        </>
      ) : (
        <p className={classes.soft}>{t('taken')}</p>
      )}
      <small>
        {direction === 'note' && `${t('note')} · `}
        {direction !== 'inbound' && `${author.name ?? t(`authors.${author.kind}`)} · `}
        <DateTime value={at} />
        {editedAt !== null && ` · ${t('edited')}`}
        {status !== null && ` · ${t(`delivery.${status}`)}`}
      </small>
      {isFailed && lastError !== null && <p className={classes.failed}>{lastError}</p>}
    </div>
  );
}

function File({ messageId, attachment }: { messageId: string; attachment: Message['attachments'][number] }) {
  const t = useTranslations('inbox');
  const format = useFormat();
  const { index, name, kind, size, state } = attachment;
  const shown = name ?? t(`kinds.${kind}`);
  if (state !== 'ready')
    return (
      <p className={classes.file} data-missing>
        <IconFileOff {...SMALL_ICON} />
        {shown} · {t(`files.${state}`)}
      </p>
    );
  return (
    <p className={classes.file}>
      <IconFile {...SMALL_ICON} />
      <a href={`/api/v1/inbox/messages/${messageId}/attachments/${index}`} download>
        {shown}
      </a>
      {size !== null && ` · ${format.bytes(size)}`}
    </p>
  );
}

/**
 * Asks what a message meant that begins with a stop word. Only the person can take an opt-out back, so one is asked
 * once more.
 */
function MayWantToStop({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('inbox.mayWantToStop');
  const trpc = useTRPC();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const unsubscribe = useMutation(trpc.inbox.unsubscribe.mutationOptions({ onSuccess: () => setAsking(false) }));
  const dismiss = useMutation(trpc.inbox.update.mutationOptions({ onError: useNotifyFailure() }));
  const { id } = conversation;
  return (
    <div className={classes.mayStop} role="status">
      <p>{t('notice')}</p>
      {may('write') && (
        <Group gap="xs">
          <Button size="xs" onClick={() => setAsking(true)}>
            {t('unsubscribe')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({ id, mayWantToStop: false })}
          >
            {t('dismiss')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('title', { name: nameOf(conversation) })}
        confirm={t('unsubscribe')}
        call={unsubscribe}
        onConfirm={() => unsubscribe.mutate({ id })}
      >
        {t('message')}
      </ConfirmDialog>
    </div>
  );
}

interface Props {
  id: string;
  /** Names of colleagues who answer it at this moment. */
  writing: readonly string[];
  onClose: () => void;
  /** Called after the conversation is closed or put off: the next one should follow. */
  onDone: () => void;
}

/** One conversation: its head, what was said, and where one answers. */
export function Thread({ id, writing, onClose, onDone }: Props) {
  const t = useTranslations('inbox');
  const trpc = useTRPC();
  const query = useQuery(trpc.inbox.get.queryOptions({ id }));
  const messages = useInfiniteQuery(messagesOptions(trpc, id));
  const newestFirst = messages.data?.pages.flatMap(({ data }) => data);
  const conversation = query.data;
  useReadMark(id, conversation?.unread ?? 0);
  const end = useEndInSight(newestFirst?.[0]?.id);
  if (query.isError && conversation === undefined)
    return (
      <section className={classes.thread}>
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
        <Button variant="default" onClick={onClose}>
          {t('back')}
        </Button>
      </section>
    );
  if (conversation === undefined) return <Skeleton height={480} />;
  return (
    <section className={classes.thread} aria-label={t('thread')}>
      <ThreadHead conversation={conversation} onClose={onClose} onDone={onDone} />
      <div ref={end} className={classes.said} role="log" aria-label={t('said')} tabIndex={0}>
        {messages.hasNextPage && (
          <Button
            variant="default"
            size="xs"
            loading={messages.isFetchingNextPage}
            onClick={() => void messages.fetchNextPage()}
          >
            {t('earlier')}
          </Button>
        )}
        {messages.isError && newestFirst === undefined && (
          <ErrorNotice error={messages.error} act="read" onRetry={() => void messages.refetch()} />
        )}
        {newestFirst !== undefined && <Said messages={[...newestFirst].reverse()} />}
      </div>
      {writing.length > 0 && (
        <p className={classes.writing} role="status">
          {t('writing', { names: writing.join(', '), count: writing.length })}
        </p>
      )}
      {conversation.mayWantToStop && <MayWantToStop conversation={conversation} />}
      <Composer
        conversation={conversation}
        seenMessageId={newestFirst?.find(({ direction }) => direction !== 'event')?.id}
      />
    </section>
  );
}

/** Marks a conversation that is looked at as read. */
function useReadMark(id: string, unread: number): void {
  const trpc = useTRPC();
  const { mutate } = useMutation(trpc.inbox.read.mutationOptions());
  const isMine = useMay()('write');
  useEffect(() => {
    if (isMine && unread > 0 && document.visibilityState === 'visible') mutate({ id });
  }, [id, unread, isMine, mutate]);
}

/** The distance from its end at which one still reads the end. */
const NEAR_END = 48;

/** The newest message is in sight when it comes, and stays so when what stands below grows. */
function useEndInSight(newest: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const isThere = newest !== undefined;
  useEffect(() => {
    const element = box.current;
    if (element === null || !isThere) return;
    let isAtEnd = true;
    const onScroll = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    };
    const observer = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTo({ top: element.scrollHeight });
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [isThere]);
  useEffect(() => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [newest]);
  return box;
}
