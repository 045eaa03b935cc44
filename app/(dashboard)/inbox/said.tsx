'use client';
import { IconFile, IconFileOff } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/ui/format';
import { DateTime } from '@/components/ui/date-time';
import { SMALL_ICON } from '@/components/ui/icon';
import { HAPPENINGS } from '@/server/modules/messaging/inbox/vocabulary';
import type { Message } from './inbox-address';
import classes from './inbox.module.css';

/** Messages from the oldest to the newest. */
export function Said({ messages }: { messages: readonly Message[] }) {
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
