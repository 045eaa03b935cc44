'use client';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isDocument, partOf, textOf } from '@/app/(dashboard)/broadcasts/draft';
import { useTRPC } from '@/app/trpc';
import { useAccount } from '@/components/shell/use-account';
import { SMALL_ICON } from '@/components/ui/icon';
import { isRecord } from '@/server/lib/narrow';
import { providerEntry } from '@/server/providers/catalog';
import type { StepOf } from '@/server/resources/funnels/definition-schema';
import classes from './editor.module.css';

/** A message at a glance, as it stands in an inbox or a chat. */
export function MessageGlance({ step }: { step: StepOf<'send'> }) {
  const t = useTranslations('funnels.editor');
  const brand = useAccount()?.workspace?.name ?? '';
  /** As somebody would read it of whom nothing is known. */
  const filled = (text: string): string =>
    text.replaceAll('{brandName}', () => brand).replaceAll(/\{[A-Za-z]+\|([^{}]*)\}/g, '$1');
  const { templateId, content, provider } = step.config;
  if (templateId !== undefined) return <TemplateGlance id={templateId} />;
  const { family } = providerEntry(provider);
  const part = partOf(isRecord(content) ? content : {}, family);
  if (family === 'email') {
    const subject = filled(textOf(part, 'subject'));
    const line = filled(textOf(part, 'preheader') || bodyOf(part)).replaceAll(/\s+/g, ' ');
    if (subject === '' && line === '') return <p className={classes.glance}>{t('noMessage')}</p>;
    return (
      <p className={classes.mail}>
        <strong>{subject}</strong>
        <span>{line}</span>
      </p>
    );
  }
  const text = [textOf(part, 'title'), textOf(part, 'body'), textOf(part, 'text')].filter((each) => each !== '');
  if (text.length > 0) return <p className={classes.bubble}>{filled(text.join('\n'))}</p>;
  return <p className={classes.glance}>{t(Object.keys(part).length === 0 ? 'noMessage' : 'ownMessage')}</p>;
}

/** What an e-mail begins with: its first words, and not the name above them. */
function bodyOf(part: Record<string, unknown>): string {
  const first = isDocument(part.blocks) ? part.blocks.blocks.find(({ kind }) => kind === 'text') : undefined;
  return first?.kind === 'text' ? first.body : textOf(part, 'text');
}

/** By its name: what it holds is looked at in its step. */
function TemplateGlance({ id }: { id: string }) {
  const t = useTranslations('funnels.editor');
  const { data } = useQuery(useTRPC().broadcasts.templates.list.queryOptions());
  const template = data?.templates.find((each) => each.id === id);
  return (
    <p className={classes.glance}>
      <IconTemplate {...SMALL_ICON} />
      {data === undefined ? ' ' : t('template', { name: template?.name ?? t('goneTemplate') })}
    </p>
  );
}
