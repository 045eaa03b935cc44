'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { describeError } from '@/components/ui/problem';
import type { Autosaved } from './use-autosave';
import classes from './post-form.module.css';

/** The state of autosave: what the editor has saved by itself, or could not; else whether something is not saved. */
export function AutosaveState({ state, dirty }: { state: Autosaved; dirty: boolean }) {
  const t = useTranslations('blog.autosave');
  const tErrors = useTranslations('errors');
  const { dateTime } = useFormatter();
  if (state.kind === 'none') return dirty ? <span className={classes.unsaved}>{t('not')}</span> : null;
  const isTrouble = state.kind === 'offline' || state.kind === 'conflict' || state.kind === 'refused';
  const when = 'at' in state ? dateTime(new Date(state.at), { hour: 'numeric', minute: '2-digit' }) : '';
  const why = state.kind === 'refused' ? describeError(state.error, tErrors, 'write').what : '';
  // Read aloud only where something is wrong: it comes every few seconds.
  return (
    <span className={isTrouble ? classes.trouble : classes.unsaved} aria-live={isTrouble ? 'polite' : 'off'}>
      {t(state.kind, { when, why })}
    </span>
  );
}
