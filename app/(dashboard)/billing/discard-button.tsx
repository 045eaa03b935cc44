'use client';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ErrorNotice } from '@/components/ui/error-notice';
import type { OpenInvoice } from './overview';

interface Props {
  invoice: OpenInvoice;
  size: 'xs' | 'compact-sm';
}

/** Ends a checkout that nobody wants to pay any more. Nothing is lost by it, so it is not asked twice. */
export function DiscardButton({ invoice, size }: Props) {
  const t = useTranslations('billing.discard');
  const plans = useTranslations('shell.plans');
  const trpc = useTRPC();
  const discard = useMutation(
    trpc.billing.discard.mutationOptions({
      onSuccess: () => notifications.show({ message: t('done', { plan: plans(invoice.plan) }), color: 'gray' }),
    }),
  );
  return (
    <>
      <Button
        size={size}
        variant="subtle"
        color="gray"
        loading={discard.isPending}
        onClick={() => discard.mutate({ id: invoice.id })}
      >
        {t('action')}
      </Button>
      {discard.error !== null && <ErrorNotice error={discard.error} act="write" />}
    </>
  );
}
