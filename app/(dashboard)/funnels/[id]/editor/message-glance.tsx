'use client';
import { IconTemplate } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { partOf, textOf } from '@/app/(dashboard)/broadcasts/draft';
import type { FunnelWords } from '@/app/(dashboard)/funnels/use-funnel-words';
import { SMALL_ICON } from '@/components/ui/icon';
import { isRecord } from '@/server/lib/narrow';
import { providerEntry } from '@/server/providers/catalog';
import type { StepOf } from '@/server/resources/funnels/definition-schema';
import classes from './editor.module.css';

/** A message at a glance, as it stands in an inbox or a chat. */
export function MessageGlance({ step, words }: { step: StepOf<'send'>; words: FunnelWords }) {
  const t = useTranslations('funnels.editor');
  const { templateId, content, provider } = step.config;
  if (templateId !== undefined)
    return (
      <p className={classes.glance}>
        <IconTemplate {...SMALL_ICON} />
        {t('template', { name: words.names.template(templateId) ?? t('goneTemplate') })}
      </p>
    );
  const { family } = providerEntry(provider);
  const part = partOf(isRecord(content) ? content : {}, family);
  if (family === 'email') {
    const subject = textOf(part, 'subject');
    const line = textOf(part, 'preheader') || textOf(part, 'text').replaceAll(/\s+/g, ' ');
    if (subject === '' && line === '') return <p className={classes.glance}>{t('noMessage')}</p>;
    return (
      <p className={classes.mail}>
        <strong>{subject}</strong>
        <span>{line}</span>
      </p>
    );
  }
  const text = [textOf(part, 'title'), textOf(part, 'body'), textOf(part, 'text')].filter((each) => each !== '');
  if (text.length > 0) return <p className={classes.bubble}>{text.join('\n')}</p>;
  return <p className={classes.glance}>{t(Object.keys(part).length === 0 ? 'noMessage' : 'ownMessage')}</p>;
}
