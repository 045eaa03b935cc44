'use client';
import { useTranslations } from 'next-intl';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import type { Outputs } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';

type Shown = Outputs['integrations']['page'];

/** The faults that stand in the way, each with what to do; nothing when there is none. */
export function ShopFaults({ shown }: { shown: Shown }) {
  const t = useTranslations('integrations');
  const format = useFormat();
  const { integration, lacking, webhookFaults, ordersSince } = shown;
  const { status, lastError } = integration;
  const faults = [
    ...(status === 'error' ? [t('faults.error', { reason: lastError ?? '' })] : []),
    ...(status !== 'error' && status !== 'revoked' && lastError !== null
      ? [t('faults.last', { reason: lastError })]
      : []),
    ...lacking.map(({ resource, reason }) => t('faults.lacking', { what: t(`resources.${resource}`), reason })),
    ...(webhookFaults.length > 0 ? [t('faults.webhooks', { topics: webhookFaults.join(', ') })] : []),
    ...(ordersSince === null ? [] : [t('faults.orders', { date: format.dateTime(ordersSince) })]),
  ];
  if (faults.length === 0) return null;
  return (
    <Panel title={t('faults.title')}>
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
    </Panel>
  );
}
