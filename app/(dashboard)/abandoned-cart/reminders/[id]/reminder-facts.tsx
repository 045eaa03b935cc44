'use client';
import { Anchor } from '@mantine/core';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReminderDetail } from '@/app/(dashboard)/abandoned-cart/reminder';
import { DateTime } from '@/components/ui/date-time';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { ReminderCampaign } from './reminder-campaign';
import classes from './reminder.module.css';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** “3 hours after the reminder”. */
function useAfter(): (from: string, to: string) => string {
  const t = useTranslations('abandonedCart.detail.after');
  return (from, to) => {
    const time = Date.parse(to) - Date.parse(from);
    return time < HOUR
      ? t('minutes', { count: Math.floor(time / MINUTE) })
      : t('hours', { count: Math.floor(time / HOUR) });
  };
}

/** Whom the reminder went to, and what came of it. */
export function ReminderFacts({ reminder }: { reminder: ReminderDetail }) {
  const t = useTranslations('abandonedCart.detail');
  const after = useAfter();
  const { email, contact, recoveredAt, recoveredBySessionId, discountCode, externalSource, externalRef } = reminder;
  return (
    <Panel title={t('facts')}>
      <Facts>
        <Fact label={t('email')}>
          {contact === null ? (
            email
          ) : (
            <Anchor component={Link} href={`/contacts/${contact.id}`} inherit>
              {email}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('sent')}>
          <DateTime value={reminder.sentAt} />
        </Fact>
        <Fact label={t('value')}>
          <Money amount={reminder.valueAtSend} currency={reminder.currencyAtSend} />
        </Fact>
        <Fact label={t('recovered')}>
          {recoveredAt === null ? (
            <span className={classes.soft}>{t('notYet')}</span>
          ) : (
            <>
              <DateTime value={recoveredAt} />
              <span className={classes.note}>{after(reminder.sentAt, recoveredAt)}</span>
            </>
          )}
        </Fact>
        {recoveredBySessionId !== null && (
          <Fact label={t('session')}>
            <code className={classes.id}>{recoveredBySessionId}</code>
          </Fact>
        )}
        <Fact label={t('code')}>
          {discountCode === null ? (
            <span className={classes.soft}>{t('codeNone')}</span>
          ) : (
            <Anchor component={Link} href={`/discount-codes/${discountCode.id}`} inherit className={classes.id}>
              {discountCode.code}
            </Anchor>
          )}
        </Fact>
        <Fact label={t('campaign')}>
          <ReminderCampaign reminder={reminder} />
        </Fact>
        <Fact label={t('customer')}>
          <code className={classes.id}>{reminder.customerId}</code>
        </Fact>
        <Fact label={t('cartId')}>
          <code className={classes.id}>{reminder.cartId}</code>
        </Fact>
        {externalSource !== null && <Fact label={t('source')}>{externalSource}</Fact>}
        {externalRef !== null && (
          <Fact label={t('reference')}>
            <code className={classes.id}>{externalRef}</code>
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
