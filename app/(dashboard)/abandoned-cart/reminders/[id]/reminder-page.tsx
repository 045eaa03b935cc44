'use client';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { CallsButton } from '@/app/(dashboard)/abandoned-cart/calls-button';
import { ROOT, type ReminderDetail } from '@/app/(dashboard)/abandoned-cart/reminder';
import { ReminderStatus } from '@/app/(dashboard)/abandoned-cart/reminder-status';
import { nameOf } from '@/app/(dashboard)/contacts/contact';
import { useTRPC, type Outputs } from '@/app/trpc';
import { DetailPage } from '@/components/ui/detail-page';
import { RelativeTime, DateTime } from '@/components/ui/date-time';
import { PageHead } from '@/components/ui/page-head';
import { WithSide } from '@/components/ui/with-side';
import { CartPanel } from './cart-panel';
import { Skeleton, Anchor } from '@mantine/core';
import Link from 'next/link';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import classes from './reminder.module.css';
import { notifications } from '@mantine/notifications';
import { CampaignSelect } from '@/components/campaign-select/campaign-select';
import { ErrorNotice } from '@/components/ui/error-notice';

/** The campaign that counts the cart: usually sent along by the shop, and changed here. */
function ReminderCampaign({ reminder: { id, marketingCampaign } }: { reminder: ReminderDetail }) {
  const t = useTranslations('marketingCampaigns.reminder');
  const trpc = useTRPC();
  const done = {
    onSuccess: () => notifications.show({ color: 'gray', message: t('saved') }),
  };
  const attach = useMutation(trpc.marketingCampaigns.attach.mutationOptions(done));
  const detach = useMutation(trpc.marketingCampaigns.detach.mutationOptions(done));
  const current = marketingCampaign?.id ?? null;
  const change = (next: string | null) => {
    if (next === current) return;
    const link = { type: 'cart_reminder' as const, childIds: [id] };
    if (next !== null) attach.mutate({ ...link, id: next });
    else if (current !== null) detach.mutate({ ...link, id: current });
  };
  const error = attach.error ?? detach.error;
  return (
    <>
      {marketingCampaign !== null && (
        <Anchor
          component={Link}
          href={`/marketing-campaigns/${marketingCampaign.id}`}
          inherit
          className={classes.campaign}
        >
          {marketingCampaign.name}
        </Anchor>
      )}
      <CampaignSelect
        bare={t('change')}
        value={current}
        disabled={attach.isPending || detach.isPending}
        onChange={change}
      />
      {error !== null && <ErrorNotice error={error} act="write" />}
    </>
  );
}

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

/** The recipient of the reminder, and its result. */
function ReminderFacts({ reminder }: { reminder: ReminderDetail }) {
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

/** The page of a reminder before it is there. */
function ReminderSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={220} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width={280} />}
      />
      <WithSide side={<Skeleton height={360} />}>
        <Skeleton height={360} />
      </WithSide>
    </div>
  );
}

/** One reminder: what was in the cart, whom it went to, and what came of it. */
export function ReminderPage({ id }: { id: string }) {
  const t = useTranslations('abandonedCart.detail.gone');
  const query = useQuery(useTRPC().abandonedCart.getReminder.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: ROOT, label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<ReminderSkeleton />}>
      {(reminder) => <About reminder={reminder} />}
    </DetailPage>
  );
}

function About({ reminder }: { reminder: Outputs['abandonedCart']['getReminder'] }) {
  const t = useTranslations('abandonedCart');
  const { email, contact } = reminder;
  return (
    <>
      <PageHead
        title={contact === null ? email : nameOf({ ...contact, email, phone: null })}
        aside={<ReminderStatus recoveredAt={reminder.recoveredAt} />}
        lead={t.rich('detail.lead', { when: () => <RelativeTime value={reminder.sentAt} inSentence /> })}
        back={{ href: ROOT, label: t('title') }}
      />
      <WithSide side={<ReminderFacts reminder={reminder} />}>
        <CartPanel reminder={reminder} />
      </WithSide>
      <CallsButton of={reminder} />
    </>
  );
}
