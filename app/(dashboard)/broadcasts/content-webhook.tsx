'use client';
import { JsonInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import { isRecord } from '@/server/lib/narrow';
import type { PartProps } from './content-editors';
import classes from './composer.module.css';

/** Any JSON object: what it means is between the merchant and the address that gets it. */
export function ContentWebhook({ part, onChange }: PartProps) {
  const t = useTranslations('broadcasts.content');
  const [json, setJson] = useState(() => JSON.stringify(part, null, 2));
  const change = (text: string): void => {
    setJson(text);
    try {
      const value: unknown = JSON.parse(text);
      if (isRecord(value)) onChange(value);
    } catch {
      // Half-typed: the field says so, and the last whole object stays.
    }
  };
  return (
    <Panel>
      <p className={classes.help}>{t('webhookHelp')}</p>
      <JsonInput
        label={t('webhook')}
        autosize
        minRows={8}
        formatOnBlur
        validationError={t('json')}
        value={json}
        onChange={change}
      />
    </Panel>
  );
}
