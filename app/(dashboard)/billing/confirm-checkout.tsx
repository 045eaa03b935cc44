'use client';
import { DAY_MS } from '@/server/platform/lib/durations';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { useClock } from '@/components/ui/use-clock';
import type { Currency, Offer, Overview, PaidPlanId, PaymentEffect } from './overview';
import { ShortfallList } from './shortfall';
import { useDay } from './use-day';
import type { CheckoutOpener } from './use-checkout';

interface Props {
  overview: Overview;
  /** Undefined: closed. */
  to: Offer | undefined;
  currency: Currency;
  checkout: CheckoutOpener;
  onClose: () => void;
}

/** Before somebody pays who has a plan already: what becomes of it, by which days, for how much. */
export function ConfirmCheckout({ overview, to, currency, checkout, onClose }: Props) {
  const t = useTranslations('billing.confirm');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const price = to === undefined ? '' : format.money(to.prices[currency], currency);
  const keeps = to?.effect?.kind === 'prolongs' && overview.subscription.status === 'canceling';
  const names = { from: plans(overview.subscription.plan), to: to === undefined ? '' : plans(to.id) };
  const title = to?.effect?.kind === 'prolongs' ? (keeps ? 'keep' : 'prolong') : 'change';
  return (
    <ConfirmDialog
      opened={to !== undefined}
      onClose={onClose}
      title={t(`title.${title}`, names)}
      confirm={t('confirm', { price })}
      cancel={t('notNow')}
      call={{ ...checkout, isPending: checkout.busy }}
      onConfirm={() => to !== undefined && checkout.start(to.id as PaidPlanId, currency)}
    >
      {to !== undefined && <Consequences overview={overview} to={to} price={price} keeps={keeps} />}
    </ConfirmDialog>
  );
}

function Consequences({
  overview,
  to,
  price,
  keeps,
}: {
  overview: Overview;
  to: Offer;
  price: string;
  keeps: boolean;
}) {
  const t = useTranslations('billing.confirm');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  // What was paid or made in another tab since this page was opened counts too.
  useEffect(() => void queryClient.invalidateQueries(trpc.billing.overview.queryFilter()), [queryClient, trpc]);
  const { effect } = to;
  if (effect === null) return null;
  const facts = { to: plans(to.id), price, until: day(effect.until) };
  if (effect.kind === 'prolongs')
    return (
      <>
        <p>{t('prolongs', { ...facts, from: day(effect.from) })}</p>
        {keeps && <p>{t('goesOn', facts)}</p>}
      </>
    );
  return (
    <>
      <p>{t('begins', facts)}</p>
      {effect.kind === 'replaces' && <Ends effect={effect} isGranted={overview.payment === null} />}
      <ShortfallList overview={overview} to={to} />
    </>
  );
}

/** The plan that ends by it, and the days of it that are lost. */
function Ends({ effect, isGranted }: { effect: Extract<PaymentEffect, { kind: 'replaces' }>; isGranted: boolean }) {
  const t = useTranslations('billing.confirm');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  const now = useClock();
  const from = plans(effect.ends);
  if (isGranted || effect.endsOn === null) return <p>{t('endsGranted', { from })}</p>;
  const days = Math.max(Math.floor((Date.parse(effect.endsOn) - now) / DAY_MS), 0);
  return <p>{t('ends', { from, days, day: day(effect.endsOn) })}</p>;
}
