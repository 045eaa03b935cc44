'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';

const KINDS = { active: 'on', pending: 'waiting', expired: 'failed', revoked: 'off' } as const;

/** @param isRefused an active one that its vendor refuses */
export function ChannelStatus({ status, isRefused }: { status: keyof typeof KINDS; isRefused: boolean }) {
  const t = useTranslations('channels.status');
  return isRefused ? <Status kind="failed">{t('refused')}</Status> : <Status kind={KINDS[status]}>{t(status)}</Status>;
}
