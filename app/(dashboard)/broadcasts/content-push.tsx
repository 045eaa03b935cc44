'use client';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { textOf } from './draft';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

export function ContentPush({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const title = textOf(part, 'title');
  const body = textOf(part, 'body');
  return (
    <div className={classes.page}>
      <Panel>
        <Stack gap="lg">
          <TextInput
            label={t('pushTitle')}
            value={title}
            onChange={(event) => onChange({ ...part, title: event.currentTarget.value })}
          />
          <Textarea
            label={t('pushBody')}
            autosize
            minRows={3}
            maxRows={10}
            value={body}
            onChange={(event) => onChange({ ...part, body: event.currentTarget.value })}
          />
          <TextInput
            label={t('pushUrl')}
            description={t('pushUrlHelp')}
            type="url"
            value={textOf(part, 'url')}
            onChange={(event) => onChange({ ...part, url: event.currentTarget.value })}
          />
        </Stack>
      </Panel>
      <Panel title={t('preview')} className={classes.sticky}>
        {title + body === '' ? (
          <p className={classes.none}>{t('nothing')}</p>
        ) : (
          <div className={classes.push}>
            <strong>{title}</strong>
            {body}
          </div>
        )}
      </Panel>
    </div>
  );
}
