'use client';
import { Anchor, Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { listedInPages } from '@/components/ui/listed';
import { ListBody } from '@/components/ui/list-body';
import { DataTable, type Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { Status } from '@/components/ui/status';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { None } from '@/components/ui/none';
import { DiscardButton } from './discard-button';
import type { OpenInvoice } from './overview';
import { usePaymentEffect } from './use-payment-effect';
import { invoiceOptions } from './invoice-reads';
import classes from './invoices.module.css';

type Invoice = Outputs['billing']['invoices']['data'][number];

const KINDS = { open: 'waiting', paid: 'on', failed: 'failed', void: 'off' } as const;

/** The invoices that the workspace was asked to pay, newest first; those that can still be paid link to the payment. */
export function Invoices({ payable }: { payable: readonly OpenInvoice[] }) {
  const t = useTranslations('billing.invoices');
  const list = listedInPages(useInfiniteQuery(invoiceOptions(useTRPC())), (page) => page.data);
  return (
    <section className={classes.invoices} aria-labelledby="invoices">
      <header className={classes.head}>
        <h2 id="invoices">{t('title')}</h2>
        <Calls />
      </header>
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={5} rows={3} />}
        none={<p className={classes.none}>{t('none')}</p>}
      >
        {(rows) => <Table rows={rows} payable={payable} />}
      </ListBody>
    </section>
  );
}

function Table({ rows, payable }: { rows: readonly Invoice[]; payable: readonly OpenInvoice[] }) {
  const t = useTranslations('billing.invoices');
  const plans = useTranslations('shell.plans');
  const effectWords = usePaymentEffect();
  const columns: Column<Invoice>[] = [
    {
      key: 'created',
      head: t('columns.created'),
      card: 'title',
      width: 12,
      cell: ({ createdAt }) => <DateTime value={createdAt} />,
    },
    {
      key: 'plan',
      width: 12,
      priority: 1,
      head: t('columns.plan'),
      cell: ({ id, plan }) => {
        const effect = payable.find((each) => each.id === id)?.effect;
        return (
          <div className={classes.plan}>
            {plans(plan)}
            {effect && (
              <p className={classes.effect} data-ends={effect.kind === 'replaces' || undefined}>
                {effectWords(effect, plan)}
              </p>
            )}
          </div>
        );
      },
    },
    {
      key: 'amount',
      width: 10,
      priority: 2,
      head: t('columns.amount'),
      align: 'end',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'status',
      card: 'state',
      head: t('columns.status'),
      cell: ({ status }) => <Status kind={KINDS[status]}>{t(`status.${status}`)}</Status>,
    },
    {
      key: 'paid',
      card: 'hidden',
      width: 12,
      head: t('columns.paid'),
      cell: ({ paidAt }) => (paidAt === null ? <None /> : <DateTime value={paidAt} />),
    },
    {
      key: 'act',
      card: 'corner',
      width: 9,
      head: t('columns.act'),
      hideHead: true,
      align: 'end',
      cell: (invoice) => <Act invoice={invoice} open={payable.find(({ id }) => id === invoice.id)} />,
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      isDimmed={({ status }) => status === 'void'}
    />
  );
}

/** The receipt of what is paid, the way to pay what is not. */
function Act({ invoice, open }: { invoice: Invoice; open: OpenInvoice | undefined }) {
  const t = useTranslations('billing.invoices');
  if (invoice.receiptUrl !== null) {
    return (
      <Anchor href={invoice.receiptUrl} target="_blank" rel="noreferrer" size="sm">
        {t('receipt')}
      </Anchor>
    );
  }
  if (open === undefined || open.checkoutUrl === null) return null;
  return (
    <div className={classes.acts}>
      <Button component="a" href={open.checkoutUrl} size="compact-sm" variant="default">
        {t('pay')}
      </Button>
      {open.kind === 'first' && <DiscardButton invoice={open} size="compact-sm" />}
    </div>
  );
}

/** The requests behind this page, to paste into a shell. */
function Calls() {
  const t = useTranslations('billing.api');
  return (
    <CurlButton
      title={t('title')}
      className={classes.curl}
      requests={[
        { title: t('plan'), method: 'GET', path: '/api/v1/billing/plan' },
        { title: t('usage'), method: 'GET', path: '/api/v1/billing/usage' },
        { title: t('invoices'), method: 'GET', path: '/api/v1/billing/invoices', query: 'limit=20' },
        {
          title: t('checkout'),
          help: t('checkoutHelp'),
          method: 'POST',
          path: '/api/v1/billing/checkout',
          body: { plan: 'STARTER', email: 'you@example.com', currency: 'IDR' },
        },
        { title: t('cancel'), help: t('cancelHelp'), method: 'POST', path: '/api/v1/billing/cancel' },
      ]}
    />
  );
}
