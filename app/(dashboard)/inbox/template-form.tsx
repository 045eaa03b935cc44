'use client';
import { Button, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import classes from './inbox.module.css';

type Template = { template: { name: string; language: string } } | { contentSid: string };

interface Props {
  provider: ProviderId;
  busy: boolean;
  onSend: (body: Template) => void;
}

/**
 * Outside of the vendor's window: a template of WhatsApp's takes the box's place; others wait until they write again.
 */
export function TemplateForm({ provider, busy, onSend }: Props) {
  const t = useTranslations('inbox.template');
  const [name, setName] = useState('');
  const [language, setLanguage] = useState('id');
  if (provider !== 'msg_p1' && provider !== 'msg_p2') return <p className={classes.soft}>{t('wait')}</p>;
  const isCloud = provider === 'msg_p1';
  return (
    <form
      className={classes.template}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(isCloud ? { template: { name: name.trim(), language: language.trim() } } : { contentSid: name.trim() });
      }}
    >
      <p className={classes.soft}>{t('lead')}</p>
      <div className={classes.fields}>
        <TextInput
          label={t(isCloud ? 'name' : 'sid')}
          value={name}
          maxLength={isCloud ? 512 : 100}
          required
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {isCloud && (
          <TextInput
            label={t('language')}
            value={language}
            maxLength={10}
            required
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
        )}
      </div>
      <Button type="submit" size="sm" loading={busy} disabled={name.trim() === '' || language.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  );
}
