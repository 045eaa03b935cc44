'use client';
import { lengthFor, reachOf } from '@/server/resources/inbox/vocabulary';
import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useTRPC } from '@/app/trpc';
import { useDraft } from '@/components/ui/editing/use-draft';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useClock } from '@/components/ui/use-clock';
import type { Conversation } from './inbox-address';
import classes from './inbox.module.css';
import { SavedReplies } from './saved-replies';
import { TemplateForm } from './template-form';

interface Props {
  conversation: Conversation;
  /** The newest that was seen: who answers what came after it is told. */
  seenMessageId: string | undefined;
}

type Mode = 'reply' | 'note';
interface Typed {
  mode: Mode;
  text: string;
}
const NOTHING_TYPED: Typed = { mode: 'reply', text: '' };
/** A colleague is told that somebody writes for a little longer than this. */
const SAY_EVERY_MS = 5_000;

/** Where one answers, or leaves a note for colleagues. `/` begins a saved reply. */
export function Composer({ conversation, seenMessageId }: Props) {
  const t = useTranslations('inbox');
  const [{ mode, text }, setTyped] = useState(NOTHING_TYPED);
  const box = useRef<HTMLTextAreaElement>(null);
  const isClosed = useWindowClosed(conversation);
  const { id, optedOut, provider } = conversation;
  const trpc = useTRPC();
  const send = useMutation(
    trpc.inbox.reply.mutationOptions({
      onSuccess(_, sent) {
        draft.clear();
        // What was typed while it was on its way stays.
        setTyped((typed) => (typed.text.trim() === sent.text ? { ...typed, text: '' } : typed));
      },
    }),
  );
  const draft = useKept(id, { mode, text }, send.isPending, setTyped);
  useWriting(id, text !== '' && mode === 'reply');
  const answer = (body: Omit<Parameters<typeof send.mutate>[0], 'id' | 'seenMessageId'>) =>
    send.mutate({ id, ...body, ...(seenMessageId !== undefined && { seenMessageId }) });
  const reach = reachOf(provider);
  const tooLong =
    mode === 'reply' && reach !== undefined && lengthFor(reach, text) > reach.longest
      ? t('tooLong', { most: reach.longest })
      : undefined;
  const submit = () => {
    const words = text.trim();
    // Enter twice is one answer.
    if (words === '' || tooLong !== undefined || send.isPending) return;
    if (mode === 'note') send.mutate({ id, note: true, text: words });
    else answer({ text: words });
  };
  const begin = (next: Mode) => {
    setTyped({ mode: next, text });
    box.current?.focus();
  };
  useHotkeys([
    ['R', () => begin('reply')],
    ['N', () => begin('note')],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || text.startsWith('/')) return;
    event.preventDefault();
    submit();
  };
  const takesTemplate = mode === 'reply' && isClosed;
  return (
    <div className={classes.composer} data-mode={mode}>
      {optedOut && <p className={classes.warning}>{t('optedOut')}</p>}
      <div className={classes.modes}>
        <SegmentedControl
          size="xs"
          aria-label={t('mode')}
          data={[
            { value: 'reply', label: t('reply') },
            { value: 'note', label: t('note') },
          ]}
          value={mode}
          onChange={begin}
        />
        <WindowLeft conversation={conversation} />
      </div>
      {send.error !== null && <ErrorNotice error={send.error} act="write" />}
      {takesTemplate ? (
        <TemplateForm provider={provider} busy={send.isPending} onSend={answer} />
      ) : (
        <>
          {mode === 'reply' && (
            <SavedReplies
              text={text}
              onChoose={(savedReplyId) => {
                setTyped({ mode, text: '' });
                answer({ savedReplyId });
              }}
            />
          )}
          <Textarea
            ref={box}
            aria-label={t(mode === 'note' ? 'writeNote' : 'writeReply')}
            placeholder={t(mode === 'note' ? 'writeNote' : 'writeReplyHint')}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={10_000}
            value={text}
            error={tooLong}
            onChange={(event) => setTyped({ mode, text: event.currentTarget.value })}
            onKeyDown={onKeyDown}
          />
          <div className={classes.send}>
            <small>{t('keys')}</small>
            <Button
              size="sm"
              loading={send.isPending}
              disabled={text.trim() === '' || tooLong !== undefined}
              onClick={submit}
            >
              {t(mode === 'note' ? 'keepNote' : 'send')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** What is typed waits here for its writer, who looks at another conversation in between. */
function useKept(id: string, values: Typed, sending: boolean, onRestore: (typed: Typed) => void) {
  const draft = useDraft<Typed>({
    of: { kind: 'answer', record: id },
    secrets: undefined,
    values,
    base: NOTHING_TYPED,
    version: undefined,
    dirty: values.text !== '',
    sending,
    onRestore: (kept) => onRestore(kept.values),
  });
  const isEmpty = values.text === '';
  const restore = useEffectEvent(() => draft.offer?.restore());
  const hasOffer = draft.offer !== null;
  useEffect(() => {
    if (hasOffer && isEmpty) restore();
  }, [hasOffer, isEmpty]);
  return draft;
}

/** Closes under one's eyes when its time has come. */
function useWindowClosed({ window: { state, closesAt } }: Conversation): boolean {
  const now = useClock();
  return state === 'closed' || (closesAt !== null && Date.parse(closesAt) <= now);
}

const HOUR_MS = 60 * 60_000;
const MINUTE_MS = 60_000;

/** How long free text is taken still. */
function WindowLeft({ conversation }: { conversation: Conversation }) {
  const t = useTranslations('inbox');
  const now = useClock();
  const isClosed = useWindowClosed(conversation);
  const { state, closesAt } = conversation.window;
  if (state === 'none') return null;
  if (isClosed || closesAt === null) return <small className={classes.closed}>{t('window.closed')}</small>;
  const left = Date.parse(closesAt) - now;
  return (
    <small suppressHydrationWarning>
      {left >= HOUR_MS
        ? t('window.hours', { hours: Math.floor(left / HOUR_MS) })
        : t('window.minutes', { minutes: Math.max(1, Math.floor(left / MINUTE_MS)) })}
    </small>
  );
}

/** Tells colleagues that one is answering, for as long as there is something in the box. */
function useWriting(id: string, isWriting: boolean): void {
  const trpc = useTRPC();
  const { mutate } = useMutation(trpc.inbox.presence.mutationOptions({ meta: { touches: [] } }));
  useEffect(() => {
    if (!isWriting) return;
    const say = (writing: boolean) => mutate({ id, writing });
    say(true);
    const timer = setInterval(() => say(true), SAY_EVERY_MS);
    return () => {
      clearInterval(timer);
      say(false);
    };
  }, [id, isWriting, mutate]);
}
