'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import classes from './inbox.module.css';

/** For so long an answer can be taken back before it goes out. */
const HOLD_MS = 5_000;

/**
 * Holds an answer for a moment. It goes out when that is over, when the next one follows, and when one leaves: the
 * conversation, or the tab. Closing the tab asks first.
 */
export function useHeld<Answer>(send: (answer: Answer) => void) {
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
export function HeldAnswer({ words, onUndo }: { words: string; onUndo: () => void }) {
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
