'use client';
import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { describeError } from '@/components/ui/problem';
import type { Endpoint } from './endpoint';

/** Switches deliveries of one endpoint on and off, at once. */
export function ActiveSwitch({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('webhooks');
  const trpc = useTRPC();
  const tErrors = useTranslations('errors');
  const update = useMutation(
    trpc.webhooks.update.mutationOptions({
      onError: (error) => notifications.show({ message: describeError(error, tErrors, 'write').what, color: 'red' }),
    }),
  );
  const active = update.isPending ? update.variables.active === true : endpoint.active;
  return (
    <Switch
      checked={active}
      aria-label={t('switch', { url: endpoint.url })}
      onChange={(event) => update.mutate({ id: endpoint.id, active: event.currentTarget.checked })}
    />
  );
}
