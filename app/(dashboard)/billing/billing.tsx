'use client';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState, useEffect, type ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { useArrivedAccount } from '@/components/shell/use-account';
import { ErrorNotice } from '@/components/ui/error-notice';
import { PageHead } from '@/components/ui/page-head';
import { ConfirmCheckout } from './confirm-checkout';
import { Invoices } from './invoices';
import { CURRENCIES, offerOf, type Currency, type Overview, type PaidPlanId, type OpenInvoice } from './overview';
import { Plans } from './plans';
import { SubscriptionPanel } from './subscription-panel';
import { UsageMeters } from './usage-meters';
import { useCheckout } from './use-checkout';
import classes from './billing.module.css';
import { Skeleton, Button, CloseButton, Loader } from '@mantine/core';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ShortfallList } from './shortfall';
import { useDay } from './use-day';
import { IconAlertCircle, IconCircleCheck, IconClockX } from '@tabler/icons-react';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { useAddress } from '@/components/ui/use-address';
import { DiscardButton } from './discard-button';
import { usePaymentEffect } from './use-payment-effect';

/** The provider sends people back here, whether they have paid or not; the invoice alone knows. */
const DEFAULTS = { checkout: '' };
const SOON_MS = 2_000;
const LATER_MS = 15_000;
/** After two minutes: most confirmations have come by then. */
const SOON_TIMES = 60;

const ICONS: Record<'open' | 'paid' | 'failed' | 'void', ReactNode> = {
  open: <Loader size={18} color="gray" aria-hidden />,
  paid: <IconCircleCheck {...ICON} />,
  failed: <IconAlertCircle {...ICON} />,
  void: <IconClockX {...ICON} />,
};

/** The outcome of the checkout that the person comes back from. The page asks until the invoice tells it. */
function CheckoutReturn({ payable }: { payable: readonly OpenInvoice[] }) {
  const [{ checkout }, setAddress] = useAddress(DEFAULTS);
  return checkout === '' ? null : (
    <Outcome key={checkout} id={checkout} payable={payable} onClose={() => setAddress(DEFAULTS)} />
  );
}

function Outcome({ id, payable, onClose }: { id: string; payable: readonly OpenInvoice[]; onClose: () => void }) {
  const t = useTranslations('billing.return');
  const tUi = useTranslations('ui');
  const plans = useTranslations('shell.plans');
  const format = useFormat();
  const effectWords = usePaymentEffect();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useQuery(
    trpc.billing.invoices.queryOptions(
      { limit: 20 },
      {
        staleTime: 0,
        refetchInterval: ({ state }) =>
          state.data?.data.find((each) => each.id === id)?.status === 'open'
            ? state.dataUpdateCount < SOON_TIMES
              ? SOON_MS
              : LATER_MS
            : false,
      },
    ),
  );
  const invoice = query.data?.data.find((each) => each.id === id);
  const status = invoice?.status;
  const isSettled = status !== undefined && status !== 'open';
  useEffect(() => {
    if (!isSettled) return;
    void queryClient.invalidateQueries(trpc.billing.overview.queryFilter());
    void queryClient.invalidateQueries({ queryKey: trpc.billing.invoices.infiniteQueryKey() });
    void queryClient.invalidateQueries(trpc.accounts.current.queryFilter());
  }, [isSettled, queryClient, trpc]);

  if (invoice === undefined || status === undefined) return null;
  const open = payable.find((each) => each.id === id);
  const facts = {
    plan: plans(invoice.plan),
    amount: format.money(invoice.amount, invoice.currency),
    until: open === undefined ? '' : format.dateTime(open.expiresAt),
  };
  return (
    <div className={classes.notice} data-status={status} role="status">
      {ICONS[status]}
      <div className={classes.words}>
        <strong>{t(`${status}.title`, facts)}</strong>
        <p>{t(`${status}.message`, facts)}</p>
        {status === 'open' && open?.effect && open.effect.kind !== 'begins' && (
          <p className={classes.effect}>{effectWords(open.effect, open.plan)}</p>
        )}
        {status === 'open' && open?.checkoutUrl && (
          <div className={classes.acts}>
            <Button component="a" href={open.checkoutUrl} size="xs" variant="default">
              {t('pay')}
            </Button>
            {open.kind === 'first' && <DiscardButton invoice={open} size="xs" />}
          </div>
        )}
      </div>
      <CloseButton aria-label={tUi('close')} onClick={onClose} />
    </div>
  );
}

interface Props {
  overview: Overview;
  opened: boolean;
  onClose: () => void;
}

/** Says what happens now, what happens at the end of the period, and what is left then. */
function CancelPlan({ overview, opened, onClose }: Props) {
  const t = useTranslations('billing.cancel');
  const plans = useTranslations('shell.plans');
  const day = useDay();
  const trpc = useTRPC();
  const { subscription } = overview;
  const names = {
    plan: plans(subscription.plan),
    end: subscription.currentPeriodEnd === null ? '' : day(subscription.currentPeriodEnd),
  };
  const free = offerOf(overview, 'free');
  const cancel = useMutation(
    trpc.billing.cancel.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('done', names), color: 'gray' });
        onClose();
      },
    }),
  );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('title', names)}
      confirm={t('confirm', names)}
      cancel={t('keep', names)}
      destructive
      call={cancel}
      onConfirm={() => cancel.mutate({})}
    >
      <p>{t('until', names)}</p>
      <p>{t('then', names)}</p>
      {free !== undefined && <ShortfallList overview={overview} to={free} />}
      <p>{t('back', names)}</p>
    </ConfirmDialog>
  );
}

/** The page before it is there. */
function BillingSkeleton() {
  return (
    <div role="status">
      <PageHead title={<Skeleton component="span" display="block" height={24} width={120} my={4} />} />
      <div className={classes.page}>
        <Skeleton height={176} />
        <Skeleton height={264} />
        <Skeleton height={480} />
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}

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

  /**
   * Chooses a plan: if something is paid for already, the person first reads what becomes of it; from Free there is
   * nothing to ask.
   */
  function choose(plan: PaidPlanId, billedIn: Currency) {
    if (offerOf(overview, plan)?.effect?.kind === 'begins') return checkout.start(plan, billedIn);
    setAsking({ plan, currency: billedIn });
  }

  return (
    <div className={classes.page}>
      <CheckoutReturn payable={overview.payable} />
      <SubscriptionPanel
        overview={overview}
        checkout={checkout}
        onChoose={choose}
        onCancel={() => setCanceling(true)}
      />
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
