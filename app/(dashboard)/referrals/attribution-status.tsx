'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Attribution } from './referral';

const KIND = { pending: 'waiting', rewarded: 'on', expired: 'off', voided: 'failed' } as const;

export function AttributionStatus({ status }: Pick<Attribution, 'status'>) {
  return <Status kind={KIND[status]}>{useTranslations('referrals.statuses')(status)}</Status>;
}
