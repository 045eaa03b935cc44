'use client';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { Contact } from '@/app/(dashboard)/contacts/contact';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { Facts } from './facts';
import classes from './contact-detail.module.css';

/** Splits nested objects into one fact a value, so that no merchant reads JSON: `shop.city`. */
const factsOf = (attributes: object, path = ''): [string, unknown][] =>
  Object.entries(attributes).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? factsOf(value, `${path}${key}.`)
      : [[`${path}${key}`, value]],
  );

/** What the shop knows of the person. */
export function AttributesPanel({ contact }: { contact: Contact }) {
  const t = useTranslations('contacts.detail');
  const form = useTranslations('contacts.form');
  const format = useFormat();
  const shown = (value: unknown): ReactNode => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return format.number(value);
    if (typeof value === 'boolean') return form(value ? 'yes' : 'no');
    if (Array.isArray(value) && value.every((each) => typeof each === 'string' || typeof each === 'number'))
      return value.join(', ');
    return <code>{JSON.stringify(value)}</code>;
  };
  const entries = factsOf(contact.attributes).sort(([one], [other]) => one.localeCompare(other));
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
