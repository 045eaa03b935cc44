'use client';
import { Button, type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { SMALL_ICON } from '@/components/ui/icon';

interface Props extends Pick<ButtonProps, 'size' | 'variant' | 'fullWidth'> {
  value: string;
  /** “Copy” unless said otherwise. */
  label?: string;
  /** The thing that is copied, for people who do not see where the button stands. */
  what?: string;
  onCopied?: () => void;
}

/** Copies a text and says so, in words that a screen reader reads too. */
export function CopyButton({ value, label, what, onCopied, size = 'xs', variant = 'default', fullWidth }: Props) {
  const t = useTranslations('ui');
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const word = copied ? t('copied') : (label ?? t('copy'));
  return (
    <Button
      size={size}
      variant={variant}
      fullWidth={fullWidth}
      leftSection={copied ? <IconCheck {...SMALL_ICON} /> : <IconCopy {...SMALL_ICON} />}
      aria-label={what === undefined ? undefined : `${word}: ${what}`}
      onClick={() => {
        copy(value);
        onCopied?.();
      }}
    >
      <span aria-live="polite">{word}</span>
    </Button>
  );
}
