'use client';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { offerOf, type Overview } from './overview';
import { ShortfallList } from './shortfall';
import { useDay } from './use-day';

interface Props {
  overview: Overview;
  opened: boolean;
  onClose: () => void;
}

/** Says what happens now, what happens at the end of the period, and what is left then. */
export function CancelPlan({ overview, opened, onClose }: Props) {
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
        close();
      },
    }),
  );
  const close = () => {
    cancel.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('title', names)}
      confirm={t('confirm', names)}
      cancel={t('keep', names)}
      destructive
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({})}
    >
      <p>{t('until', names)}</p>
      <p>{t('then', names)}</p>
      {free !== undefined && <ShortfallList overview={overview} to={free} />}
      <p>{t('back', names)}</p>
    </ConfirmDialog>
  );
}
