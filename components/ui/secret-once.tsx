'use client';
import { useTranslations } from 'next-intl';
import { CopyButton } from '@/components/ui/copy-button';
import { OnceNote } from '@/components/ui/once-note';
import classes from './secret-once.module.css';

/**
 * A secret in the one moment it can be seen, with the sentence that says so. `lost`: what to do once it is, where that
 * is not a new key.
 */
export function SecretOnce({
  label,
  secret,
  lost,
  onCopied,
}: {
  label: string;
  secret: string;
  lost?: string;
  onCopied?: () => void;
}) {
  const t = useTranslations('ui');
  return (
    <section className={classes.box} aria-label={label}>
      <OnceNote>{t('secret.once')}</OnceNote>
      <div className={classes.line}>
        <div className={classes.value}>
          <span className={classes.label}>{label}</span>
          <code>{secret}</code>
        </div>
        <CopyButton value={secret} what={label} size="sm" onCopied={onCopied} />
      </div>
      <p className={classes.lost}>{lost ?? t('secret.lost')}</p>
    </section>
  );
}
