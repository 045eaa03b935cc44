'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { RelativeTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';
import type { ApiKey } from './api-keys';
import classes from './api-keys.module.css';

type Call = Outputs['apiKeys']['calls']['data'][number];

const REFRESH_MS = 5000;

interface Props {
  opened: boolean;
  apiKey: ApiKey | null;
  onClose: () => void;
}

/** The calls that a key has made, for anyone who looks for a fault: the list stays up to date while it is open. */
export function CallsDrawer({ opened, apiKey, onClose }: Props) {
  const t = useTranslations('apiKeys.calls');
  const query = useQuery(
    useTRPC().apiKeys.calls.queryOptions({ id: apiKey?.id ?? '' }, { enabled: opened, refetchInterval: REFRESH_MS }),
  );
  const calls = query.data?.data;
  return (
    <FormDrawer opened={opened} onClose={onClose} title={t('title', { name: apiKey?.name ?? '' })}>
      <p className={classes.help}>{t('help')}</p>
      {calls === undefined ? (
        query.isError ? (
          <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={240} />
        )
      ) : calls.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <ol className={classes.calls} aria-label={t('list')}>
          {calls.map((call) => (
            <OneCall key={`${call.at} ${call.requestId}`} call={call} />
          ))}
        </ol>
      )}
    </FormDrawer>
  );
}

function OneCall({ call: { at, method, route, status, ms, requestId } }: { call: Call }) {
  const t = useTranslations('apiKeys.calls');
  const format = useFormat();
  return (
    <li>
      <div className={classes.call}>
        <code>
          {method} {route}
        </code>
        <Status kind={status < 400 ? 'on' : 'failed'}>{String(status)}</Status>
      </div>
      <small>
        <RelativeTime value={at} /> · {t('took', { ms: format.number(ms) })} · <code>{requestId}</code>
      </small>
    </li>
  );
}
