'use client';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import type { Family } from '@/server/providers/catalog';
import { textOf } from './draft';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

/** A chat message: text, and a picture if one likes. */
export function ContentText({ family, part, onChange }: PartProps & { family: Family }) {
  const t = useTranslations('broadcasts');
  const text = textOf(part, 'text');
  return (
    <div className={classes.page}>
      <Panel>
        <Stack gap="lg">
          <Textarea
            label={t('content.text', { family: t(`families.${family}`) })}
            autosize
            minRows={5}
            maxRows={16}
            value={text}
            onChange={(event) => onChange({ ...part, text: event.currentTarget.value })}
          />
          <TextInput
            label={t('content.imageUrl')}
            description={t('content.imageUrlHelp')}
            type="url"
            value={textOf(part, 'imageUrl')}
            onChange={(event) =>
              onChange({ ...part, imageUrl: event.currentTarget.value === '' ? undefined : event.currentTarget.value })
            }
          />
        </Stack>
      </Panel>
      <Panel title={t('content.preview')} className={classes.sticky}>
        {text === '' ? (
          <p className={classes.none}>{t('content.nothing')}</p>
        ) : (
          <p className={classes.bubble}>{text}</p>
        )}
      </Panel>
    </div>
  );
}
