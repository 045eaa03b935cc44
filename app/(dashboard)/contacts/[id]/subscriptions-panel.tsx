'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { stateOf, type Contact, type Standing } from '@/app/(dashboard)/contacts/contact';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { ADDRESS_FAMILIES, IMPORT_CONSENTS, SUBSCRIPTION_STATES } from '@/server/modules/audience/contacts/vocabulary';
import classes from './contact-detail.module.css';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SMALL_ICON } from '@/components/ui/icon';

/** The history of why one may write to the person, or may not: who said what, and when. Read when it is opened. */
function ConsentHistory({ id }: { id: string }) {
  const t = useTranslations('contacts.consents');
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <div className={classes.history}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconHistory {...SMALL_ICON} />}
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => setOpen(!isOpen)}
      >
        {t('title')}
      </Button>
      <div id={list} hidden={!isOpen}>
        {isOpen && <Entries id={id} />}
      </div>
    </div>
  );
}

function Entries({ id }: { id: string }) {
  const t = useTranslations('contacts.consents');
  const states = useTranslations('contacts.states');
  const tUi = useTranslations('ui');
  const family = useFamilyName();
  const query = useInfiniteQuery(
    useTRPC().contacts.consents.infiniteQueryOptions({ id, limit: 20 }, { getNextPageParam: ({ cursor }) => cursor }),
  );
  const word = (state: string | null): string =>
    SUBSCRIPTION_STATES.some((known) => known === state)
      ? states(state as (typeof SUBSCRIPTION_STATES)[number])
      : (state ?? t('nothing'));
  /** The merchant's answer about consent of the file's people. */
  const answer = (consent: string | null | undefined): string => {
    const known = IMPORT_CONSENTS.find((each) => each === consent);
    return known === undefined ? '' : ` · ${t(`answers.${known}`)}`;
  };
  const entries = query.data?.pages.flatMap(({ data }) => data);
  if (query.isError && !entries)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (entries === undefined) return <p className={classes.none}>{t('loading')}</p>;
  if (entries.length === 0) return <p className={classes.none}>{t('none')}</p>;
  return (
    <>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span>
              <strong>{family(entry.family)}</strong> {t('became', { from: word(entry.from), to: word(entry.to) })}
            </span>
            <small>
              {t(`by.${entry.by}`)} · <DateTime value={entry.at} />
              {entry.source.since && (
                <> · {t.rich('since', { when: () => <DateTime value={entry.source.since ?? ''} /> })}</>
              )}
              {answer(entry.source.consent)}
            </small>
            {entry.source.wording && <q>{entry.source.wording}</q>}
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {tUi('loadMore')}
        </Button>
      )}
    </>
  );
}

const KIND = { subscribed: 'on', unsubscribed: 'off', pending: 'waiting' } as const;

/** Channel by channel: whether one may write, and why not. */
export function SubscriptionsPanel({ contact, standing }: { contact: Contact; standing: Standing | undefined }) {
  const t = useTranslations('contacts.subscriptions');
  const states = useTranslations('contacts.states');
  const family = useFamilyName();
  const { dateTime } = useFormatter();
  const families = [...new Set<string>([...ADDRESS_FAMILIES, ...Object.keys(contact.subscriptions)])];
  return (
    <Panel title={t('title')}>
      <ul className={classes.subscriptions}>
        {families.map((name) => {
          const state = stateOf(contact.subscriptions, name);
          const address =
            name === 'email'
              ? contact.email
              : ADDRESS_FAMILIES.some((known) => known === name)
                ? contact.phone
                : (contact.socialHandles[name] ?? null);
          const suppression = standing?.suppressions.find((entry) => entry.family === name);
          const why = (): string => {
            if (suppression)
              return t(`because.${suppression.reason}`, {
                date: dateTime(new Date(suppression.createdAt), { dateStyle: 'medium' }),
              });
            if (address === null && state === 'subscribed')
              return t(
                name === 'email'
                  ? 'noEmail'
                  : ADDRESS_FAMILIES.some((known) => known === name)
                    ? 'noPhone'
                    : 'noHandle',
              );
            return t(`means.${state}`);
          };
          return (
            <li key={name}>
              <div>
                <strong>{family(name)}</strong>
                {address === null && state === 'subscribed' && !suppression ? (
                  <Status kind="off">{t('noAddress')}</Status>
                ) : (
                  <Status kind={KIND[suppression ? 'unsubscribed' : state]}>
                    {states(suppression ? 'unsubscribed' : state)}
                  </Status>
                )}
              </div>
              <p>{why()}</p>
            </li>
          );
        })}
      </ul>
      <ConsentHistory id={contact.id} />
    </Panel>
  );
}
