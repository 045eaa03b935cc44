'use client';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
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
import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconKey, IconPencil, IconRefresh, IconSend, IconTrash } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { describeError } from '@/components/ui/problem';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';

const EndpointDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/webhooks/endpoint-drawer')).EndpointDrawer,
);

const RotateDrawer = whenOpened(async () => (await import('./rotate-drawer')).RotateDrawer);
const RecoverDialog = whenOpened(async () => (await import('./recover-dialog')).RecoverDialog);

/**
 * Send a test event (where this server sends anything), edit, send again what failed, rotate the secret, delete. On a
 * phone all of them are in the menu: an address leaves no room beside it.
 */
function EndpointActions({ endpoint, canSend }: { endpoint: Endpoint; canSend: boolean }) {
  const t = useTranslations('webhooks');
  const tErrors = useTranslations('errors');
  const trpc = useTRPC();
  const router = useRouter();
  const queryClient = useQueryClient();
  const [editing, edit] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const [rotating, rotate] = useDisclosure();
  const [recovering, recover] = useDisclosure();
  const canTest = canSend && endpoint.active;
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: () => notifications.show({ message: t('test.sent'), color: 'gray' }),
      onError: (error) => notifications.show({ message: describeError(error, tErrors, 'write').what, color: 'red' }),
    }),
  );
  const remove = useMutation(
    trpc.webhooks.remove.mutationOptions({
      onSuccess: () => {
        notifications.show({ message: t('delete.done'), color: 'gray' });
        router.push('/webhooks');
        queryClient.removeQueries(trpc.webhooks.get.queryFilter({ id: endpoint.id }));
      },
    }),
  );
  return (
    <div className={classes.actions}>
      {canTest && (
        <Button
          visibleFrom="sm"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate({ id: endpoint.id })}
        >
          {t('test.action')}
        </Button>
      )}
      <Button visibleFrom="sm" onClick={edit.open}>
        {t('edit')}
      </Button>
      <MoreMenu label={t('moreActions')} width={230} quiet>
        {canTest && (
          <Menu.Item
            hiddenFrom="sm"
            leftSection={<IconSend {...SMALL_ICON} />}
            disabled={test.isPending}
            onClick={() => test.mutate({ id: endpoint.id })}
          >
            {t('test.action')}
          </Menu.Item>
        )}
        <Menu.Item hiddenFrom="sm" leftSection={<IconPencil {...SMALL_ICON} />} onClick={edit.open}>
          {t('edit')}
        </Menu.Item>
        {canTest && (
          <Menu.Item leftSection={<IconRefresh {...SMALL_ICON} />} onClick={recover.open}>
            {t('recover.action')}
          </Menu.Item>
        )}
        {canSend && (
          <Menu.Item leftSection={<IconKey {...SMALL_ICON} />} onClick={rotate.open}>
            {t('rotate.action')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash {...SMALL_ICON} />} color="red" onClick={ask.open}>
          {t('delete.action')}
        </Menu.Item>
      </MoreMenu>
      <EndpointDrawer opened={editing} endpoint={endpoint} onClose={edit.close} />
      <RotateDrawer opened={rotating} endpoint={endpoint} onClose={rotate.close} />
      <RecoverDialog opened={recovering} id={endpoint.id} onClose={recover.close} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('delete.title')}
        confirm={t('delete.confirm')}
        destructive
        call={remove}
        onConfirm={() => remove.mutate({ id: endpoint.id })}
      >
        <p className={classes.createdUrl}>{endpoint.url}</p>
        {t('delete.message')}
      </ConfirmDialog>
    </div>
  );
}

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
