'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Panel } from '@/components/ui/panel';
import { CURRENCIES, hasLapsed, type Currency, type Overview, type PaidPlanId } from './overview';
import { PlanCard } from './plan-card';
import type { CheckoutOpener } from './use-checkout';
import classes from './plans.module.css';

interface Props {
  overview: Overview;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
  checkout: CheckoutOpener;
  onChoose: (plan: PaidPlanId) => void;
  onCancel: () => void;
}

/** All plans side by side, with their prices in both currencies: first the one that a checkout bills in. */
export function Plans({ overview, currency, onCurrency, checkout, onChoose, onCancel }: Props) {
  const t = useTranslations('billing.plans');
  if (overview.subscription.plan === 'svc_internal') return null;
  const provider = overview.providers[currency];
  const own = overview.plans.findIndex(({ id }) => id === overview.effectivePlan);

  return (
    <Panel
      title={t('title')}
      aside={
        <div className={classes.payIn}>
          <span id="pay-in">{t('payIn')}</span>
          <SegmentedControl
            size="xs"
            aria-labelledby="pay-in"
            data={CURRENCIES.map((value) => ({ value, label: value }))}
            value={currency}
            onChange={(value) => onCurrency(CURRENCIES.find((known) => known === value) ?? 'IDR')}
          />
        </div>
      }
    >
      <div id="plans" className={classes.cards}>
        {overview.plans.map((offer, at) => (
          <PlanCard
            key={offer.id}
            offer={offer}
            currency={currency}
            overview={overview}
            place={at === own ? 'current' : at > own ? 'larger' : 'smaller'}
            isNext={at === own + 1 && !hasLapsed(overview)}
            isBuyable={offer.id === 'free' || provider !== null}
            checkout={checkout}
            onChoose={() => (offer.id === 'free' ? onCancel() : onChoose(offer.id))}
          />
        ))}
      </div>
      <p className={classes.foot}>
        {provider === null ? t('nobody', { currency }) : t(`paidBy.${provider}`)} {t('monthly')}
      </p>
    </Panel>
  );
}
