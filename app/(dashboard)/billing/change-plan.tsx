'use client';
import { useTranslations } from 'next-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { useClock } from '@/components/ui/use-clock';
import type { Currency, Offer, Overview } from './overview';
import { ShortfallList } from './shortfall';
import type { CheckoutOpener } from './use-checkout';

interface Props {
  overview: Overview;
  /** Undefined: closed. */
  to: Offer | undefined;
  currency: Currency;
  checkout: CheckoutOpener;
  onClose: () => void;
}

const DAY_MS = 24 * 60 * 60_000;

/** From one paid plan to another: when it begins, what becomes of the days that are paid, and what will be over its limits. */
export function ChangePlan({ overview, to, currency, checkout, onClose }: Props) {
  const t = useTranslations('billing.change');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const now = useClock();
  const { subscription, payment } = overview;
  const end = subscription.currentPeriodEnd;
  const days = end === null ? 0 : Math.max(Math.floor((Date.parse(end) - now) / DAY_MS), 0);
  const names = { from: plans(subscription.plan), to: to === undefined ? '' : plans(to.id) };
  const price = to === undefined ? '' : format.money(to.prices[currency], currency);
  const close = () => {
    checkout.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={to !== undefined}
      onClose={close}
      title={t('title', names)}
      confirm={t('confirm', { price })}
      busy={checkout.busy}
      error={checkout.error}
      onConfirm={() => to !== undefined && to.id !== 'free' && checkout.start(to.id, currency)}
    >
      <p>{t('begins', { ...names, price })}</p>
      <p>{payment === null ? t('endsGranted', names) : t('ends', { ...names, days })}</p>
      {to !== undefined && <ShortfallList overview={overview} to={to} />}
    </ConfirmDialog>
  );
}
