'use client';
import { useFormatter, useTranslations } from 'next-intl';
import { stateOf, type Contact, type Standing } from '@/app/(dashboard)/contacts/contact';
import { useFamilyName } from '@/app/(dashboard)/contacts/use-family-name';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { ADDRESS_FAMILIES } from '@/server/resources/contacts/vocabulary';
import { ConsentHistory } from './consent-history';
import classes from './contact-detail.module.css';

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
