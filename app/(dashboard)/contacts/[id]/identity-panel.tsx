'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Contact } from '@/app/(dashboard)/contacts/contact';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import { useSourceWords } from '@/app/(dashboard)/contacts/use-source-words';
import { DateTime } from '@/components/ui/date-time';
import { Panel } from '@/components/ui/panel';
import { Facts } from './facts';
import classes from './contact-detail.module.css';

/** How to reach the person, and where they come from. */
export function IdentityPanel({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const family = useFamilyName();
  const sourceWords = useSourceWords();
  const none = <span className={classes.soft}>–</span>;
  const facts: (readonly [string, ReactNode])[] = [
    [t('email'), contact.email ?? none],
    [t('phone'), contact.phone ?? none],
    ...Object.entries(contact.socialHandles).map(([key, handle]) => [family(key), handle] as const),
    [t('externalRef'), contact.externalRef === null ? none : <code key="ref">{contact.externalRef}</code>],
    [t('source'), contact.source === null ? none : sourceWords(contact.source)],
    [t('added'), <DateTime key="added" value={contact.createdAt} />],
    ...(contact.updatedAt === contact.createdAt
      ? []
      : [[t('changed'), <DateTime key="changed" value={contact.updatedAt} />] as const]),
  ];
  return (
    <Panel title={t('identity')}>
      <Facts facts={facts} />
    </Panel>
  );
}
