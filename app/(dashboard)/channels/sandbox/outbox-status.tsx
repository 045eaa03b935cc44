'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { OutboxStatus } from '@/server/sandbox/vocabulary';

const KINDS: Record<OutboxStatus, 'on' | 'off' | 'waiting' | 'failed'> = {
  sent: 'waiting',
  delivered: 'on',
  opened: 'on',
  clicked: 'on',
  bounced: 'failed',
  failed: 'failed',
  refused: 'failed',
  throttled: 'waiting',
  unavailable: 'waiting',
  unanswered: 'waiting',
};

export function OutboxStatusMark({ status }: { status: OutboxStatus }) {
  const t = useTranslations('channels.sandbox.status');
  return <Status kind={KINDS[status]}>{t(status)}</Status>;
}
