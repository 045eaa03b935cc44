'use client';
import { useTranslations } from 'next-intl';
import { contactOf, type ContactDraft } from '@/components/csv/contact-rows';
import type { Mapping } from '@/components/csv/contact-columns';
import type { FileSummary } from '@/components/csv/inspect';
import { Panel } from '@/components/ui/panel';
import { isReachable } from '@/server/modules/audience/contacts/vocabulary';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import classes from '@/components/csv-file/csv-file.module.css';

const known = (label: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[label, value]];

/** The first rows of the file as contacts, while one maps. */
export function FirstPeople({ summary, mapping }: { summary: FileSummary; mapping: Mapping }) {
  const t = useTranslations('contacts.import.preview');
  return (
    <Panel title={t('title')}>
      <ul className={classes.people}>
        {summary.beginning.map((cells, at) => {
          const { contact, problem } = contactOf(cells, mapping, summary.language);
          const refused = problem !== null || !isReachable(contact);
          return (
            <li key={at}>
              <Person contact={contact} />
              {refused && <p className={classes.refused}>{t('refused')}</p>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Person({ contact }: { contact: ContactDraft }) {
  const t = useTranslations('contacts.import.preview');
  const states = useTranslations('contacts.states');
  const family = useFamilyName();
  const {
    firstName,
    lastName,
    email,
    phone,
    externalRef,
    source,
    subscriptions = {},
    socialHandles = {},
    attributes = {},
  } = contact;
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  const facts: [string, string][] = [
    ...Object.entries(subscriptions).map(([key, state]): [string, string] => [
      family(key),
      states.has(state as 'pending') ? states(state as 'pending') : state,
    ]),
    ...Object.entries(socialHandles).map(([key, handle]): [string, string] => [family(key), handle]),
    ...known(t('externalRef'), externalRef),
    ...known(t('source'), source),
    ...Object.entries(attributes).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ];
  return (
    <>
      <strong>{name || email || phone || t('nobody')}</strong>
      {[name === '' ? undefined : email, name === '' && email === undefined ? undefined : phone].map(
        (line) => line !== undefined && <span key={line}>{line}</span>,
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value], at) => (
            <div key={at}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
