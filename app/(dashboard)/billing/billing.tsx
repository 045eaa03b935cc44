'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { BillingSkeleton } from './billing-skeleton';
import { CancelPlan } from './cancel-plan';
import { CheckoutReturn } from './checkout-return';
import { ConfirmCheckout } from './confirm-checkout';
import { Invoices } from './invoices';
import { CURRENCIES, offerOf, type Currency, type Overview, type PaidPlanId } from './overview';
import { Plans } from './plans';
import { Standing } from './standing';
import { UsageMeters } from './usage-meters';
import { useCheckout } from './use-checkout';
import classes from './billing.module.css';

/** The plan, how much of it is used, what else there is, and what was paid. */
export function Billing() {
  const t = useTranslations('billing');
  const trpc = useTRPC();
  const query = useQuery(trpc.billing.overview.queryOptions());
  if (query.isPending) return <BillingSkeleton />;
  return (
    <>
      <PageHead title={t('title')} />
      {query.data === undefined ? (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      ) : (
        <Parts overview={query.data} />
      )}
    </>
  );
}

function Parts({ overview }: { overview: Overview }) {
  const checkout = useCheckout();
  const [chosen, setChosen] = useState<Currency | null>(null);
  const own = useArrivedAccount()?.workspace?.currency;
  const currency = chosen ?? overview.payment?.currency ?? CURRENCIES.find((known) => known === own) ?? 'USD';
  const [canceling, setCanceling] = useState(false);
  const [asking, setAsking] = useState<{ plan: PaidPlanId; currency: Currency } | null>(null);

  /** Where something is paid for already, what becomes of it is said first; from Free there is nothing to ask. */
  function choose(plan: PaidPlanId, billedIn: Currency) {
    if (offerOf(overview, plan)?.effect?.kind === 'begins') return checkout.start(plan, billedIn);
    setAsking({ plan, currency: billedIn });
  }

  return (
    <div className={classes.page}>
      <CheckoutReturn payable={overview.payable} />
      <Standing overview={overview} checkout={checkout} onChoose={choose} onCancel={() => setCanceling(true)} />
      {checkout.error !== null && asking === null && <ErrorNotice error={checkout.error} act="write" />}
      <UsageMeters overview={overview} />
      <Plans
        overview={overview}
        currency={currency}
        onCurrency={setChosen}
        checkout={checkout}
        onChoose={(plan) => choose(plan, currency)}
        onCancel={() => setCanceling(true)}
      />
      <Invoices payable={overview.payable} />
      <ConfirmCheckout
        overview={overview}
        to={asking === null ? undefined : offerOf(overview, asking.plan)}
        currency={asking?.currency ?? currency}
        checkout={checkout}
        onClose={() => setAsking(null)}
      />
      <CancelPlan overview={overview} opened={canceling} onClose={() => setCanceling(false)} />
    </div>
  );
}
