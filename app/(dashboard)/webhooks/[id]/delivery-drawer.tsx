'use client';
import { Button, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Delivery } from '@/app/(dashboard)/webhooks/endpoint';
import { useEventWords } from '@/app/(dashboard)/webhooks/use-event-words';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { CodeBlock } from '@/components/ui/code-block';
import { DateTime } from '@/components/ui/date-time';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Fact, Facts } from '@/components/ui/facts';
import { FormDrawer } from '@/components/ui/form-drawer';
import { useFormat } from '@/components/ui/format';
import { Status } from '@/components/ui/status';
import { DeliveryStatus } from './delivery-table';

const REFRESH_MS = 3000;

/** One delivery: every attempt, what was sent and what came back; `id` empty: closed. */
export function DeliveryDrawer({ id, canReplay, onClose }: { id: string; canReplay: boolean; onClose: () => void }) {
  const t = useTranslations('webhooks.deliveries');
  const { wordsOf } = useEventWords();
  const query = useQuery(
    useTRPC().webhooks.delivery.queryOptions(
      { id },
      {
        enabled: id !== '',
        refetchInterval: ({ state }) => (state.data?.delivery.status === 'pending' ? REFRESH_MS : false),
      },
    ),
  );
  const delivery = query.data?.delivery;
  return (
    <FormDrawer opened={id !== ''} onClose={onClose} title={delivery ? wordsOf(delivery.type) : t('detail.title')}>
      {delivery ? (
        <Content delivery={delivery} canReplay={canReplay} />
      ) : query.isError ? (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </FormDrawer>
  );
}

function Content({ delivery, canReplay }: { delivery: Delivery; canReplay: boolean }) {
  const t = useTranslations('webhooks.deliveries');
  const { id, type, payload, status, nextRetryAt, responseCode, responseBody, createdAt } = delivery;
  return (
    <div className={classes.drawer}>
      <Facts labels="8rem">
        <Fact label={t('columns.status')}>
          <DeliveryStatus delivery={delivery} />
        </Fact>
        <Fact label={t('detail.type')}>
          <code className={classes.type}>{type}</code>
        </Fact>
        <Fact label={t('detail.eventId')}>
          <code className={classes.type}>{String(payload.id)}</code>
        </Fact>
        <Fact label={t('columns.created')}>
          <DateTime value={createdAt} />
        </Fact>
        {status === 'pending' && nextRetryAt !== null && (
          <Fact label={t('columns.next')}>
            <DateTime value={nextRetryAt} />
          </Fact>
        )}
      </Facts>
      {canReplay && status !== 'pending' && <Replay id={id} />}
      <Attempts delivery={delivery} />
      {responseBody !== null && responseBody !== '' && (
        <CodeBlock
          code={responseBody}
          label={t('detail.response')}
          help={responseCode === null ? t('detail.response') : t('detail.responseWith', { code: String(responseCode) })}
        />
      )}
      <CodeBlock code={JSON.stringify(payload, null, 2)} label={t('detail.payload')} help={t('detail.payload')} />
    </div>
  );
}

function Replay({ id }: { id: string }) {
  const t = useTranslations('webhooks.deliveries.replay');
  const trpc = useTRPC();
  const replay = useMutation(
    trpc.webhooks.replay.mutationOptions({
      onSuccess: () => notifications.show({ message: t('done'), color: 'gray' }),
    }),
  );
  return (
    <div className={classes.stack}>
      <div>
        <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate({ id })}>
          {t('action')}
        </Button>
      </div>
      <p className={classes.help}>{t('help')}</p>
      {replay.isError && <ErrorNotice error={replay.error} act="write" />}
    </div>
  );
}

function Attempts({ delivery: { attemptLog } }: { delivery: Delivery }) {
  const t = useTranslations('webhooks.deliveries.attempts');
  const format = useFormat();
  return (
    <section>
      <h3>{t('title')}</h3>
      {attemptLog.length === 0 ? (
        <p className={classes.help}>{t('none')}</p>
      ) : (
        <ol className={classes.attempts}>
          {attemptLog.map(({ at, ms, responseCode, error }, index) => (
            <li key={`${at} ${index}`}>
              <Status kind={error === null ? 'on' : 'failed'}>
                {responseCode === null ? t('noAnswer') : t('answer', { code: String(responseCode) })}
              </Status>
              <span className={classes.soft}>
                <DateTime value={at} /> · {t('took', { ms: format.number(ms) })}
              </span>
              {error !== null && <small>{error}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
