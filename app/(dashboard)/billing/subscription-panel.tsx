'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Fact, Facts } from '@/components/ui/facts';
import { Money } from '@/components/ui/money';
import { Panel } from '@/components/ui/panel';
import { Status } from '@/components/ui/status';
import { hasLapsed, offerOf, type Currency, type Overview, type PaidPlanId } from './overview';
import { useDay } from './use-day';
import type { CheckoutOpener } from './use-checkout';
import classes from './subscription-panel.module.css';
import { useFormat } from '@/components/ui/format';

interface StandingWords {
  /** The plan, what is enforced, and what happens when: one or two sentences. */
  sentence: string;
  state: { kind: 'on' | 'off' | 'waiting' | 'failed'; words: string };
}

const KINDS = {
  active: 'on',
  canceling: 'waiting',
  canceled: 'off',
  past_due: 'failed',
  incomplete: 'failed',
} as const;

function useSubscriptionWords(overview: Overview): StandingWords {
  const t = useTranslations('billing.standing');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const day = useDay();
  const { subscription, effectivePlan, payment, payable } = overview;
  const { status, currentPeriodEnd } = subscription;
  const offer = offerOf(overview, subscription.plan);
  const due = payable.find(({ kind, checkoutUrl }) => kind === 'renewal' && checkoutUrl !== null);
  const price =
    payment === null || offer === undefined ? '' : format.money(offer.prices[payment.currency], payment.currency);
  const facts = {
    plan: plans(subscription.plan),
    effective: plans(effectivePlan),
    end: currentPeriodEnd === null ? '' : day(currentPeriodEnd),
    price,
  };
  const state = { kind: KINDS[status], words: t(`status.${status}`) };
  if (subscription.plan === 'svc_internal') return { sentence: t('internal'), state };
  if (hasLapsed(overview))
    return { sentence: t('lapsed', facts), state: { kind: 'failed', words: t('status.lapsed') } };
  if (subscription.plan === 'free')
    return { sentence: t(status === 'incomplete' ? 'incomplete' : status === 'canceled' ? 'canceled' : 'free'), state };
  if (status === 'canceling') return { sentence: t('canceling', facts), state };
  if (status === 'past_due')
    return {
      sentence: t(
        due !== undefined ? 'pastDue' : payment?.provider === 'paypal' ? 'pastDuePaypal' : 'pastDueClosed',
        facts,
      ),
      state,
    };
  if (payment === null) return { sentence: t(currentPeriodEnd === null ? 'grantedOpen' : 'granted', facts), state };
  if (due !== undefined)
    return { sentence: t('renewalOpen', facts), state: { kind: 'waiting', words: t('status.due') } };
  return { sentence: t(`active.${payment.provider}`, facts), state };
}

interface Props {
  overview: Overview;
  checkout: CheckoutOpener;
  onChoose: (plan: PaidPlanId, currency: Currency) => void;
  onCancel: () => void;
}

/** The plan as stored, what of it is enforced, and what is to be done by when. */
export function SubscriptionPanel({ overview, checkout, onChoose, onCancel }: Props) {
  const t = useTranslations('billing.standing');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  const { sentence, state } = useSubscriptionWords(overview);
  const { subscription, payment } = overview;
  const offer = offerOf(overview, subscription.plan);
  return (
    <Panel>
      <div className={classes.columns}>
        <div>
          <div className={classes.head}>
            <h2 className={classes.plan}>{plans(subscription.plan)}</h2>
            <Status kind={state.kind}>{state.words}</Status>
          </div>
          <p className={classes.sentence}>{sentence}</p>
          <Actions overview={overview} checkout={checkout} onChoose={onChoose} onCancel={onCancel} />
        </div>
        {payment !== null && offer !== undefined && (
          <Facts labels="6rem">
            <Fact label={t('price')}>
              <Money amount={offer.prices[payment.currency]} currency={payment.currency} /> {t('aMonth')}
            </Fact>
            {subscription.currentPeriodStart !== null && subscription.currentPeriodEnd !== null && (
              <Fact label={t('period')}>
                {t('fromTo', { from: day(subscription.currentPeriodStart), to: day(subscription.currentPeriodEnd) })}
              </Fact>
            )}
            <Fact label={t('paidWith')}>{t(`providers.${payment.provider}`)}</Fact>
            <Fact label={t('billedTo')}>{payment.email}</Fact>
          </Facts>
        )}
      </div>
    </Panel>
  );
}

function Actions({ overview, checkout, onChoose, onCancel }: Props) {
  const t = useTranslations('billing.standing');
  const plans = useTranslations('shell.plans');
  const { subscription, payment, payable } = overview;
  const due = payable.find(({ kind, checkoutUrl }) => kind === 'renewal' && checkoutUrl !== null);
  const { status } = subscription;
  const isPaid = payment !== null && subscription.plan !== 'free' && subscription.plan !== 'svc_internal';
  const lapsed = hasLapsed(overview);
  const isKeepable = isPaid && due === undefined && (lapsed || status === 'canceling' || status === 'past_due');
  const isCancelable = isPaid && !lapsed && (status === 'active' || status === 'past_due');
  if (due === undefined && !isKeepable && !isCancelable) return null;
  const plan = subscription.plan as PaidPlanId;
  return (
    <div className={classes.actions}>
      {due?.checkoutUrl && (
        <Button component="a" href={due.checkoutUrl}>
          {t.rich('payNow', { amount: () => <Money amount={due.amount} currency={due.currency} /> })}
        </Button>
      )}
      {isKeepable && (
        <Button
          loading={checkout.isOpening(plan)}
          disabled={checkout.busy && !checkout.isOpening(plan)}
          onClick={() => onChoose(plan, payment.currency)}
        >
          {t('keep', { plan: plans(plan) })}
        </Button>
      )}
      {isCancelable && (
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  );
}
