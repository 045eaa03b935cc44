'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';

const KINDS = { active: 'on', pending: 'waiting', expired: 'failed', revoked: 'off' } as const;

export function ChannelStatus({ status }: { status: keyof typeof KINDS }) {
  const t = useTranslations('channels.status');
  return <Status kind={KINDS[status]}>{t(status)}</Status>;
}
