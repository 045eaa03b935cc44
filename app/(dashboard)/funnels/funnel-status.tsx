'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { FunnelSummary } from './funnel';

const KINDS = { draft: 'off', live: 'on', paused: 'waiting', archived: 'off' } as const;

export function FunnelStatus({ funnel: { status, held } }: { funnel: Pick<FunnelSummary, 'status' | 'held'> }) {
  const t = useTranslations('funnels.statuses');
  if (held !== null) return <Status kind="waiting">{t('held')}</Status>;
  return <Status kind={KINDS[status]}>{t(status)}</Status>;
}
