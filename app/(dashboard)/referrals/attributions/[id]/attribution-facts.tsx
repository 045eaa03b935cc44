'use client';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Way } from '@/app/(dashboard)/referrals/referral';
import { Person } from '@/app/(dashboard)/referrals/person';
import { DateTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import classes from '@/app/(dashboard)/referrals/detail.module.css';

/** Ids, sums and instants, one a line. */
export function AttributionFacts({ attribution }: { attribution: Way }) {
  const t = useTranslations('referrals.attribution');
  const { amount, currency, externalSource } = attribution;
  const written = (value: string | null) =>
    value === null ? <span className={classes.soft}>{t('none')}</span> : <code className={classes.id}>{value}</code>;
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [t('referee'), <Customer key="referee" id={attribution.refereeCustomerId} contact={attribution.referee} />],
    [t('referrer'), <Customer key="referrer" id={attribution.referrerCustomerId} contact={attribution.referrer} />],
    [
      t('link'),
      <Link key="link" href={`/referrals/links/${attribution.link.id}`} className={classes.code}>
        {attribution.link.code}
      </Link>,
    ],
    [t('created'), <DateTime key="created" value={attribution.createdAt} />],
    [t('expires'), <DateTime key="expires" value={attribution.expiresAt} />],
    [t('session'), written(attribution.qualifyingCheckoutSessionId)],
    [
      t('amount'),
      amount === null || currency === null ? (
        <span className={classes.soft}>{t('none')}</span>
      ) : (
        <Money key="amount" amount={amount} currency={currency} />
      ),
    ],
    ...(externalSource === null ? [] : [[t('source'), externalSource] as const]),
    [t('reference'), written(attribution.externalRef)],
  ];
  return (
    <Facts labels="7.5rem">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          {value}
        </Fact>
      ))}
    </Facts>
  );
}

/** Leads to the contact where there is one. */
function Customer({ id, contact }: Parameters<typeof Person>[0]) {
  if (contact === null) return <Person id={id} contact={null} />;
  return (
    <Link href={`/contacts/${contact.id}`} className={classes.person}>
      <Person id={id} contact={contact} />
    </Link>
  );
}
