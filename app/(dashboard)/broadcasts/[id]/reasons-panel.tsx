'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useReason } from '@/components/ui/use-reason';
import { useTRPC } from '@/app/trpc';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { providerEntry } from '@/server/providers/catalog';
import classes from './broadcast-detail.module.css';

/** Why messages were skipped or failed, the most frequent first. Nothing to say: not there. */
export function ReasonsPanel({ id }: { id: string }) {
  const t = useTranslations('broadcasts.reasons');
  const reasonOf = useReason();
  const format = useFormat();
  const query = useQuery(useTRPC().broadcasts.reasons.queryOptions({ id }, { refetchInterval: 5000 }));
  const reasons = query.data?.reasons ?? [];
  if (reasons.length === 0) return null;
  return (
    <Panel title={t('title')}>
      <ul className={classes.reasons}>
        {reasons.map(({ status, provider, reason, messages }) => (
          <li key={`${status} ${provider} ${reason}`}>
            <span>{reasonOf(reason)}</span>
            <strong>{format.number(messages)}</strong>
            <small>{t(status, { provider: providerEntry(provider).label })}</small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
