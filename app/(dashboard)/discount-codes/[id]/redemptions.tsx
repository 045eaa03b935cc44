'use client';
import { Button, TextInput } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Code, Redemption } from '@/app/(dashboard)/discount-codes/code';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { DateTime } from '@/components/ui/date-time';
import { TableList } from '@/components/ui/table-list';
import { listedInPages } from '@/components/ui/listed';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { Status } from '@/components/ui/status';
import { redemptionOptions } from './code-reads';
import classes from './code-detail.module.css';
import { notifications } from '@mantine/notifications';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

interface Props {
  /** Null: nothing is asked. */
  redemption: Redemption | null;
  onClose: () => void;
}

/** Asks before a use is taken back, and why. */
function RollbackDialog({ redemption, onClose }: Props) {
  const t = useTranslations('discountCodes.redemptions');
  const [reason, setReason] = useState('');
  const rollback = useMutation(
    useTRPC().discountCodes.rollback.mutationOptions({
      onSuccess: () => {
        notifications.show({ color: 'var(--ink)', message: t('rollbackDone') });
        close();
      },
    }),
  );
  const close = () => {
    setReason('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={redemption !== null}
      onClose={close}
      title={t('rollbackTitle')}
      confirm={t('rollback')}
      destructive
      call={rollback}
      onConfirm={() => {
        if (redemption === null) return;
        const why = reason.trim();
        rollback.mutate({ id: redemption.id, ...(why !== '' && { reason: why }) });
      }}
    >
      <p>{t('rollbackMessage')}</p>
      <TextInput
        label={t('rollbackReason')}
        description={t('rollbackReasonHelp')}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** The list of who used the code, when, and what it took off, newest first. */
export function Redemptions({ code }: { code: Code }) {
  const t = useTranslations('discountCodes.redemptions');
  const list = listedInPages(useInfiniteQuery(redemptionOptions(useTRPC(), code.id)), (page) => page.items);
  const [asked, setAsked] = useState<Redemption | null>(null);
  const amount = (value: number, currency: string) =>
    value === 0 ? <None /> : <Money amount={value} currency={currency} />;
  const columns: Column<Redemption>[] = [
    {
      key: 'time',
      head: t('time'),
      card: 'title',
      width: 13,
      cell: (row) => (
        <span className={classes.time}>
          <DateTime value={row.redeemedAt} />
        </span>
      ),
    },
    {
      key: 'checkout',
      card: 'hidden',
      width: 11,
      head: t('checkout'),
      cell: (row) => <code className={classes.id}>{row.checkoutSessionId}</code>,
    },
    {
      key: 'customer',
      width: 9,
      head: t('customer'),
      cell: (row) =>
        row.customerId === null ? (
          <span className={classes.zero}>{t('anonymous')}</span>
        ) : (
          <code className={classes.id}>{row.customerId}</code>
        ),
    },
    {
      key: 'amount',
      width: 8,
      priority: 1,
      head: t('amount'),
      align: 'end',
      cell: (row) => amount(row.appliedAmount, row.currency),
    },
    {
      key: 'shipping',
      width: 9,
      head: t('shipping'),
      align: 'end',
      cell: (row) => amount(row.appliedShipping, row.currency),
    },
    {
      key: 'total',
      card: 'hidden',
      width: 10,
      priority: -1,
      head: t('total'),
      align: 'end',
      cell: (row) => (row.orderTotal === undefined ? <None /> : amount(row.orderTotal, row.currency)),
    },
    {
      key: 'reference',
      card: 'hidden',
      width: 12,
      head: t('reference'),
      cell: (row) => (
        <span className={classes.reference}>
          {row.externalRef === null ? <None /> : <code className={classes.id}>{row.externalRef}</code>}
          {row.externalSource && <small data-note>{row.externalSource}</small>}
        </span>
      ),
    },
    {
      key: 'state',
      head: t('state'),
      card: 'state',
      width: 8,
      cell: (row) =>
        row.rolledBackAt === undefined ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t('rollbackOf', { checkout: row.checkoutSessionId })}
            onClick={() => setAsked(row)}
          >
            {t('rollback')}
          </Button>
        ) : (
          <span title={row.rollbackReason}>
            <Status kind="off">{t('rolledBack')}</Status>
          </span>
        ),
    },
  ];
  // A column of what nobody has said says nothing.
  const shown = columns.filter(
    ({ key }) => key !== 'total' || (list.rows ?? []).some((row) => row.orderTotal !== undefined),
  );
  return (
    <section className={classes.redemptions} aria-labelledby="redemptions">
      <h2 id="redemptions">{t('title')}</h2>
      <TableList
        list={list}
        none={<p className={classes.noneYet}>{t('none')}</p>}
        label={t('title')}
        columns={shown}
        isDimmed={(row) => row.rolledBackAt !== undefined}

        rowsBefore={4}
      />
      <RollbackDialog redemption={asked} onClose={() => setAsked(null)} />
    </section>
  );
}
