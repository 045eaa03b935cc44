'use client';
import { Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { textOf } from './draft';
import { smsParts } from './sms-parts';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

/** The text of an SMS, and in how many parts it goes: providers charge for each. */
export function ContentSms({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const body = textOf(part, 'body');
  const { characters, parts, unicode } = smsParts(body);
  return (
    <div className={classes.page}>
      <Panel>
        <Textarea
          label={t('smsBody')}
          autosize
          minRows={5}
          maxRows={14}
          value={body}
          onChange={(event) => onChange({ ...part, body: event.currentTarget.value })}
        />
        <p className={classes.meter}>{t('smsParts', { characters, parts })}</p>
        {unicode && <p className={classes.meter}>{t('smsUnicode')}</p>}
      </Panel>
      <Panel title={t('preview')} className={classes.sticky}>
        {body === '' ? <p className={classes.none}>{t('nothing')}</p> : <p className={classes.bubble}>{body}</p>}
      </Panel>
    </div>
  );
}
