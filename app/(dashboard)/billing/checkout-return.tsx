'use client';
import { Button, CloseButton, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconAlertCircle, IconCircleCheck, IconClockX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, type ReactNode } from 'react';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { useAddress } from '@/components/ui/use-address';
import { DiscardButton } from './discard-button';
import type { OpenInvoice } from './overview';
import { usePaymentEffect } from './use-payment-effect';
import classes from './checkout-return.module.css';

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
export function CheckoutReturn({ payable }: { payable: readonly OpenInvoice[] }) {
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
