'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ActiveSwitch } from '@/app/(dashboard)/webhooks/active-switch';
import { DeliveryOff } from '@/app/(dashboard)/webhooks/delivery-off';
import { choiceOf, stopOf, type Endpoint } from '@/app/(dashboard)/webhooks/endpoint';
import { EndpointStatus } from '@/app/(dashboard)/webhooks/endpoint-status';
import { useEventWords } from '@/app/(dashboard)/webhooks/use-event-words';
import classes from '@/app/(dashboard)/webhooks/webhooks.module.css';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { COUNTED, FAILING_DAYS } from '@/server/modules/account/webhooks/vocabulary';

import { Deliveries } from './deliveries';
import { EndpointActions } from './endpoint-actions';

/** Deliveries are answered while one looks on. */
const REFRESH_MS = 5000;

/** One endpoint: its events, how deliveries go, and every delivery. */
export function EndpointDetail({ id }: { id: string }) {
  const t = useTranslations('webhooks');
  const query = useQuery(
    useTRPC().webhooks.get.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.deliveryEnabled === true ? REFRESH_MS : false) },
    ),
  );
  const gone = {
    title: t('gone.title'),
    message: t('gone.message'),
    list: { href: '/webhooks', label: t('gone.action') },
  };
  return (
    <DetailPage
      query={query}
      gone={gone}
      skeleton={<DetailSkeleton back={{ href: '/webhooks', label: t('title') }} parts={[320]} />}
    >
      {({ endpoint, deliveryEnabled }) => <OneEndpoint endpoint={endpoint} deliveryEnabled={deliveryEnabled} />}
    </DetailPage>
  );
}

function OneEndpoint({ endpoint, deliveryEnabled }: { endpoint: Endpoint; deliveryEnabled: boolean }) {
  const t = useTranslations('webhooks');
  const { id } = endpoint;
  return (
    <>
      <PageHead
        title={<span className={classes.title}>{endpoint.url}</span>}
        aside={<EndpointStatus endpoint={endpoint} />}
        lead={endpoint.description}
        back={{ href: '/webhooks', label: t('title') }}
        action={<EndpointActions endpoint={endpoint} canSend={deliveryEnabled} />}
      />
      {!deliveryEnabled && <DeliveryOff />}
      <WithSide
        side={
          <>
            <EndpointHealth endpoint={endpoint} />
            <EndpointFacts endpoint={endpoint} isWatched={deliveryEnabled} />
            <EndpointEvents events={endpoint.events} />
          </>
        }
      >
        <Deliveries endpointId={id} canSend={deliveryEnabled} isActive={endpoint.active} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), method: 'GET', path: `/api/v1/webhooks/endpoints/${id}` },
          {
            title: t('api.deliveries'),
            method: 'GET',
            path: '/api/v1/webhooks/deliveries',
            query: `endpointId=${id}`,
          },
          {
            title: t('api.switchOff'),
            method: 'PATCH',
            path: `/api/v1/webhooks/endpoints/${id}`,
            body: { active: false },
          },
        ]}
      />
    </>
  );
}

function EndpointHealth({ endpoint: { health } }: { endpoint: Endpoint }) {
  const t = useTranslations('webhooks.facts');
  const format = useFormat();
  return (
    <Panel title={t('week')}>
      <Facts labels="8rem">
        <Fact label={t('sent')}>{format.number(health.sent)}</Fact>
        <Fact label={t('pending')}>{format.number(health.pending)}</Fact>
        <Fact label={t('failed')}>{format.number(health.failed)}</Fact>
      </Facts>
      {health.hasMore && <p className={classes.help}>{t('newest', { count: format.number(COUNTED) })}</p>}
    </Panel>
  );
}

/** Why it is off, and since when; or that it will be, if nothing changes. */
function Standing({ endpoint, isWatched }: { endpoint: Endpoint; isWatched: boolean }) {
  const t = useTranslations('webhooks.facts');
  const { active, stoppedAt, failingSince } = endpoint;
  const stop = stopOf(endpoint);
  const since = () => (failingSince === null ? null : <DateTime value={failingSince} />);
  if (stop !== null)
    return (
      <div className={classes.stopped}>
        {t.rich(stop, { days: FAILING_DAYS, since })}
        {stoppedAt !== null && (
          <p className={classes.help}>{t.rich('stoppedAt', { at: () => <DateTime value={stoppedAt} /> })}</p>
        )}
      </div>
    );
  if (!active || !isWatched || failingSince === null) return null;
  return <p className={classes.stopped}>{t.rich('takesNothing', { days: FAILING_DAYS, since })}</p>;
}

function EndpointFacts({ endpoint, isWatched }: { endpoint: Endpoint; isWatched: boolean }) {
  const t = useTranslations('webhooks.facts');
  return (
    <Panel title={t('title')} aside={<ActiveSwitch endpoint={endpoint} />}>
      <Standing endpoint={endpoint} isWatched={isWatched} />
      <Facts labels="8rem">
        <Fact label={t('secret')}>
          <code className={classes.type}>{endpoint.secretPreview}</code>
        </Fact>
        {endpoint.previousSecretsUntil !== null && (
          <Fact label={t('previousSecret')}>
            {t.rich('signsUntil', { until: () => <DateTime value={endpoint.previousSecretsUntil ?? ''} /> })}
          </Fact>
        )}
        <Fact label={t('created')}>
          <DateTime value={endpoint.createdAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}

function EndpointEvents({ events }: { events: readonly string[] }) {
  const t = useTranslations('webhooks.events');
  const { wordsOf } = useEventWords();
  const { everything, types, others } = choiceOf(events);
  return (
    <Panel title={t('title')}>
      {everything ? (
        <p className={classes.help}>{t('everythingLong')}</p>
      ) : types.length + others.length === 0 ? (
        <p className={classes.help}>{t('nothing')}</p>
      ) : (
        <ul className={classes.list}>
          {[...types, ...others].map((type) => (
            <li key={type}>{wordsOf(type)}</li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
