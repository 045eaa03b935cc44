'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { RelativeTime } from '@/components/ui/date-time';
import type { Column } from '@/components/ui/data-table';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';
import type { CONTACT_SORTS } from '@/server/modules/audience/contacts/vocabulary';
import { hasName, nameOf, stateOf, type Contact } from './contact';
import { useFamilyName } from './use-family-name';
import { useSourceWords } from './use-source-words';
import classes from './contact-list.module.css';

type Sort = (typeof CONTACT_SORTS)[number];

/** Two letters that stand for the person. */
export const initialsOf = (contact: Contact): string =>
  (hasName(contact)
    ? [contact.firstName, contact.lastName]
    : [contact.email ?? contact.phone?.replace(/\D/g, '').slice(-2)]
  )
    .map((part) => (part ? String.fromCodePoint(part.codePointAt(0) ?? 0) : ''))
    .join('')
    .toUpperCase();

export function useContactColumns(): Column<Contact, Sort>[] {
  const t = useTranslations('contacts');
  const family = useFamilyName();
  const sourceWords = useSourceWords();
  return useMemo(
    () => [
      {
        key: 'name',
        head: t('columns.name'),
        card: 'title',
        width: 16,
        cell: (contact) => (
          <span className={classes.person}>
            <span className={classes.initials} aria-hidden>
              {initialsOf(contact)}
            </span>
            <span className={classes.lines}>
              <strong>{nameOf(contact)}</strong>
              {hasName(contact) && contact.email !== null && (
                <span data-note title={contact.email}>
                  {contact.email}
                </span>
              )}
            </span>
          </span>
        ),
      },
      {
        key: 'email',
        head: t('columns.email'),
        card: 'only',
        cell: (contact) => (hasName(contact) ? contact.email : null),
      },
      {
        key: 'phone',
        width: 11,
        head: t('columns.phone'),
        cell: ({ phone }) => (phone === null ? <None /> : <span>{phone}</span>),
      },
      {
        key: 'status',
        card: 'state',
        width: 11,
        head: t('columns.status'),
        cell: (contact) => (
          <Reach
            contact={contact}
            words={{ family, state: (state, name) => t(`reach.${state}`, { family: name }), all: t('reach.all') }}
          />
        ),
      },
      {
        key: 'source',
        card: 'hidden',
        priority: -1,
        head: t('columns.source'),
        cell: ({ source }) => (
          <span className={classes.source} title={source === null ? undefined : sourceWords(source)}>
            {source === null ? <None /> : sourceWords(source)}
          </span>
        ),
      },
      {
        key: 'created',
        card: 'hidden',
        width: 10,
        head: t('columns.created'),
        sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
        cell: ({ createdAt }) => (
          <span className={classes.created}>
            <RelativeTime value={createdAt} />
          </span>
        ),
      },
    ],
    [t, family, sourceWords],
  );
}

interface ReachWords {
  family: (name: string) => string;
  state: (state: 'unsubscribed' | 'pending', family: string) => string;
  all: string;
}

/** Subscribed unless stated: only what is stated otherwise is named. */
function Reach({ contact: { subscriptions }, words }: { contact: Contact; words: ReachWords }) {
  const stated = Object.keys(subscriptions).flatMap((family) => {
    const state = stateOf(subscriptions, family);
    return state === 'subscribed' ? [] : [{ family, state }];
  });
  if (stated.length === 0) return <Status kind="on">{words.all}</Status>;
  return (
    <span className={classes.reach}>
      {stated.map(({ family, state }) => (
        <Status key={family} kind={state === 'pending' ? 'waiting' : 'off'}>
          {words.state(state, words.family(family))}
        </Status>
      ))}
      {stated.length > 1 && <span className={classes.others}>+{stated.length - 1}</span>}
    </span>
  );
}
