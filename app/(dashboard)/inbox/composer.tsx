'use client';
import { HOUR_MS, MINUTE_MS } from '@/server/platform/lib/durations';
import { lengthFor, reachOf } from '@/server/modules/messaging/inbox/vocabulary';
import { Button, SegmentedControl, Textarea, Anchor } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useTRPC, type Inputs } from '@/app/trpc';
import { useDraft } from '@/components/ui/editing/use-draft';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useClock } from '@/components/ui/use-clock';
import type { Conversation } from './inbox-address';
import classes from './inbox.module.css';
import { SavedReplies, useSavedReplies } from './saved-replies';
import { TemplateForm } from './template-form';

/** For so long an answer can be taken back before it goes out. */
const HOLD_MS = 5_000;

/**
 * Holds an answer for a moment. It goes out when that is over, when the next one follows, and when one leaves: the
 * conversation, or the tab. Closing the tab asks first.
 */
function useHeld<Answer>(send: (answer: Answer) => void) {
  const [held, setHeld] = useState<Answer | null>(null);
  const letGo = useEffectEvent(() => {
    if (held === null) return;
    setHeld(null);
    send(held);
  });
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => letGo(), HOLD_MS);
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('beforeunload', ask);
    };
  }, [held]);
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') letGo();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      letGo();
    };
  }, []);
  return {
    held,
    hold: (answer: Answer) => {
      if (held !== null) send(held);
      setHeld(answer);
    },
    takeBack: () => setHeld(null),
  };
}

/** The answer that is about to be sent, and the way to take it back. */
function HeldAnswer({ words, onUndo }: { words: string; onUndo: () => void }) {
  const t = useTranslations('inbox');
  return (
    <p className={classes.held} role="status">
      <span>{t('goingOut', { words })}</span>
      <Anchor component="button" type="button" inherit underline="always" onClick={onUndo}>
        {t('undo')}
      </Anchor>
    </p>
  );
}

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

type Answer = Inputs['inbox']['reply'];
interface Held {
  answer: Answer;
  /** The text that stands for the answer until it is gone. */
  words: string;
}
/** A colleague is told that somebody writes for a little longer than this. */
const SAY_EVERY_MS = 5_000;

/** The place to answer, or to leave a note for colleagues. `/` begins a saved reply. */
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
        if (sent.note === true) setTyped((typed) => (typed.text.trim() === sent.text ? { ...typed, text: '' } : typed));
      },
      onError: (_, { text: unsent = '' }) => putBack(unsent),
    }),
  );
  const { held, hold, takeBack } = useHeld<Held>(({ answer }) => send.mutate(answer));
  const draft = useKept(id, { mode, text }, held !== null || send.isPending, setTyped);
  useWriting(id, text !== '' && mode === 'reply');
  /** Into the box, unless there is something else in it by now. */
  const putBack = (words: string) => setTyped((typed) => (typed.text === '' ? { ...typed, text: words } : typed));
  const answer = (body: Omit<Answer, 'id' | 'seenMessageId'>, words: string) => {
    hold({ answer: { id, ...body, ...(seenMessageId !== undefined && { seenMessageId }) }, words });
    setTyped({ mode, text: '' });
  };
  const reach = reachOf(provider);
  const tooLong =
    mode === 'reply' && reach !== undefined && lengthFor(reach, text) > reach.longest
      ? t('tooLong', { most: reach.longest })
      : undefined;
  const submit = () => {
    const words = text.trim();
    if (words === '' || tooLong !== undefined) return;
    if (mode === 'reply') answer({ text: words }, words);
    // Enter twice is one note.
    else if (!send.isPending) send.mutate({ id, note: true, text: words });
  };
  const saved = useSavedReplies(mode === 'reply' ? text : '');
  const begin = (next: Mode) => {
    setTyped({ mode: next, text });
    box.current?.focus();
  };
  useHotkeys([
    ['R', () => begin('reply')],
    ['N', () => begin('note')],
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || saved.isOpen) return;
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
      {held !== null && (
        <HeldAnswer
          words={held.words}
          onUndo={() => {
            takeBack();
            putBack(held.answer.text ?? '');
            box.current?.focus();
          }}
        />
      )}
      {takesTemplate ? (
        <TemplateForm provider={provider} busy={send.isPending} onSend={(body) => answer(body, t('kinds.template'))} />
      ) : (
        <>
          <SavedReplies {...saved} onChoose={(savedReplyId, name) => answer({ savedReplyId }, name)}>
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
          </SavedReplies>
          <div className={classes.send}>
            <small>{t('keys')}</small>
            <Button
              size="sm"
              loading={send.isPending}
              disabled={text.trim() === '' || tooLong !== undefined || saved.isOpen}
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

/** Keeps the typed text for its writer, who looks at another conversation in between. */
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

/** The time for which free text is still accepted. */
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
