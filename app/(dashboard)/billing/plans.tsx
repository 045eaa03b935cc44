'use client';
import { SegmentedControl } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Panel } from '@/components/ui/panel';
import { ChangePlan } from './change-plan';
import { CURRENCIES, hasLapsed, offerOf, type Currency, type Offer, type Overview, type PaidPlanId } from './overview';
import { PlanCard } from './plan-card';
import type { CheckoutOpener } from './use-checkout';
import classes from './plans.module.css';

interface Props {
  overview: Overview;
  currency: Currency;
  onCurrency: (currency: Currency) => void;
  checkout: CheckoutOpener;
  onCancel: () => void;
}

/** All plans side by side, in one currency or the other. */
export function Plans({ overview, currency, onCurrency, checkout, onCancel }: Props) {
  const t = useTranslations('billing.plans');
  const [changing, setChanging] = useState<PaidPlanId | null>(null);
  if (overview.subscription.plan === 'svc_internal') return null;
  const provider = overview.providers[currency];
  const own = overview.plans.findIndex(({ id }) => id === overview.effectivePlan);

  function choose({ id }: Offer) {
    if (id === 'free') return onCancel();
    // From Free, and for more of the same, nothing is lost: there is nothing to ask.
    if (overview.effectivePlan === 'free' || overview.effectivePlan === id) return checkout.start(id, currency);
    setChanging(id);
  }

  return (
    <Panel
      title={t('title')}
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('currency')}
          data={CURRENCIES.map((value) => ({ value, label: value }))}
          value={currency}
          onChange={(value) => onCurrency(CURRENCIES.find((known) => known === value) ?? 'IDR')}
        />
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
            onChoose={() => choose(offer)}
          />
        ))}
      </div>
      <p className={classes.foot}>
        {provider === null ? t('nobody', { currency }) : t(`paidBy.${provider}`)} {t('monthly')}
      </p>
      <ChangePlan
        overview={overview}
        to={changing === null ? undefined : offerOf(overview, changing)}
        currency={currency}
        checkout={checkout}
        onClose={() => setChanging(null)}
      />
    </Panel>
  );
}
