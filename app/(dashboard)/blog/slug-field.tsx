'use client';
import { TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useAccount } from '@/components/shell/use-account';
import { withoutTrailing } from '@/server/platform/lib/text';
import { publicPath } from './post';
import { SLUG_MAX, typedSlug } from './slug';
import classes from './post-form.module.css';

interface Props {
  value: string;
  onChange: (slug: string) => void;
  /** Left empty, it goes back to the one that the title makes. */
  onBlur: () => void;
  error?: React.ReactNode;
  /** Under which the public reads the post now; null when it does not. */
  live: string | null;
}

/** The last part of the address, with the whole of it below. */
export function SlugField({ value, onChange, onBlur, error, live }: Props) {
  const t = useTranslations('blog.form');
  const accountId = useAccount()?.workspace?.id ?? '…';
  const slug = withoutTrailing(value, /-/);
  const help =
    live !== null && slug !== live ? (
      <span className={classes.warning}>{t('slugChanged')}</span>
    ) : (
      <span className={classes.address}>{publicPath(accountId, slug === '' ? '…' : slug)}</span>
    );
  return (
    <TextInput
      label={t('slug')}
      description={help}
      spellCheck={false}
      autoCapitalize="none"
      autoComplete="off"
      maxLength={SLUG_MAX}
      value={value}
      onChange={(event) => onChange(typedSlug(event.currentTarget.value))}
      onBlur={onBlur}
      error={error}
    />
  );
}
