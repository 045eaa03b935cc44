'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import { figuresOf, type BroadcastSummary } from './broadcast';

const KINDS = {
  draft: 'off',
  scheduled: 'waiting',
  sending: 'waiting',
  sent: 'on',
  paused: 'off',
  archived: 'off',
} as const;

/**
 * The state in words. A broadcast stays `sending` for the API; once nothing waits any more, people read that it is
 * sent.
 */
export function BroadcastStatus({
  broadcast: { status, statusCounts },
}: {
  broadcast: Pick<BroadcastSummary, 'status' | 'statusCounts'>;
}) {
  const t = useTranslations('broadcasts.status');
  const { total, waiting } = figuresOf(statusCounts);
  const shown = status === 'sending' && total > 0 && waiting === 0 ? 'sent' : status;
  return <Status kind={KINDS[shown]}>{t(shown)}</Status>;
}
