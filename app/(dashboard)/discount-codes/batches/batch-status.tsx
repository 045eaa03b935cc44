'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Batch } from './batch';

const KINDS = { minting: 'waiting', ready: 'on', canceled: 'off' } as const;

export function BatchStatus({ status }: Pick<Batch, 'status'>) {
  const t = useTranslations('discountBatches.statuses');
  return <Status kind={KINDS[status]}>{t(status)}</Status>;
}
