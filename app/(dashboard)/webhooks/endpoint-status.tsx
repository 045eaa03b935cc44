'use client';
import { useTranslations } from 'next-intl';
import { Status } from '@/components/ui/status';
import type { Endpoint } from './endpoint';

/** The status of an endpoint: whether it is notified of anything, and who caused it when it is not. */
export function EndpointStatus({
  endpoint: { active, stoppedBy },
}: {
  endpoint: Pick<Endpoint, 'active' | 'stoppedBy'>;
}) {
  const t = useTranslations('webhooks.status');
  if (active) return <Status kind="on">{t('on')}</Status>;
  return stoppedBy === null ? <Status kind="off">{t('off')}</Status> : <Status kind="failed">{t('stopped')}</Status>;
}
