'use client';
import { ActionIcon } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Hint } from '@/components/ui/hint';
import { SMALL_ICON } from '@/components/ui/icon';
import classes from './copy-code.module.css';

/** Copies a code. `quiet`: in a table, seen only while the row is under the pointer or the button has the focus. */
export function CopyCode({ code, quiet = false }: { code: string; quiet?: boolean }) {
  const t = useTranslations();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const label = copied ? t('ui.copied') : t('discountCodes.copyCode', { code });
  return (
    <span className={quiet ? classes.quiet : undefined} data-copied={copied || undefined}>
      <Hint label={label}>
        {(hinted) => (
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={() => copy(code)} {...hinted}>
            {copied ? <IconCheck {...SMALL_ICON} /> : <IconCopy {...SMALL_ICON} />}
          </ActionIcon>
        )}
      </Hint>
    </span>
  );
}
