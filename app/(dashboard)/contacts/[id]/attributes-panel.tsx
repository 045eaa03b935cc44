'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Contact } from '@/app/(dashboard)/contacts/contact';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Facts } from './facts';
import classes from './contact-detail.module.css';

/** What the shop knows of the person. */
export function AttributesPanel({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const form = useTranslations('contacts.form');
  const format = useFormat();
  const shown = (value: unknown): ReactNode => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return form(value ? 'yes' : 'no');
    return <code>{JSON.stringify(value)}</code>;
  };
  const entries = Object.entries(contact.attributes).sort(([one], [other]) => one.localeCompare(other));
  return (
    <Panel title={t('attributes')}>
      {entries.length === 0 ? (
        <p className={classes.none}>{t('noAttributes')}</p>
      ) : (
        <Facts facts={entries.map(([key, value]) => [key, shown(value)] as const)} />
      )}
    </Panel>
  );
}
