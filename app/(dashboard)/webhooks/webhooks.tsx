'use client';
import { IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { useFormat } from '@/components/ui/format';
import { ICON } from '@/components/ui/icon';
import { PageHead } from '@/components/ui/page-head';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { DeliveryOff } from './delivery-off';
import { useState } from 'react';
import { CodeBlock } from '@/components/ui/code-block';
import { FilterChips } from '@/components/ui/filter-chips';
import { Panel } from '@/components/ui/panel';
import { STANDARD_NODE, STANDARD_SHELL, SVC_NODE, SVC_SHELL } from './verify-code';
import classes from './webhooks.module.css';
import { DataTable, type Column } from '@/components/ui/data-table';
import { RelativeTime } from '@/components/ui/date-time';
import { Status } from '@/components/ui/status';
import { None } from '@/components/ui/none';
import { NewButton } from '@/components/ui/new-button';
import { COUNTED } from '@/server/modules/account/webhooks/vocabulary';
import { ActiveSwitch } from './active-switch';
import { stopOf, type Endpoint } from './endpoint';
import { useEventWords } from './use-event-words';

const KINDS = { pending: 'waiting', sent: 'on', failed: 'failed' } as const;

function EndpointTable({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const { summaryOf } = useEventWords();
  const columns: Column<Endpoint>[] = [
    {
      key: 'url',
      head: t('columns.url'),
      card: 'title',
      width: 16,
      cell: (endpoint) => {
        const stop = stopOf(endpoint);
        return (
          <span className={classes.endpoint}>
            <strong>{endpoint.url}</strong>
            {endpoint.description !== null && <span data-note>{endpoint.description}</span>}
            {stop !== null && <Status kind="failed">{t(`status.${stop}`)}</Status>}
          </span>
        );
      },
    },
    { key: 'events', card: 'hidden', width: 10, head: t('columns.events'), cell: ({ events }) => summaryOf(events) },
    {
      key: 'last',
      width: 10,
      priority: 1,
      head: t('columns.last'),
      cell: ({ health: { lastDelivery } }) =>
        lastDelivery === null ? (
          <None />
        ) : (
          <span className={classes.last}>
            <Status kind={KINDS[lastDelivery.status]}>
              {t(`deliveries.statuses.${lastDelivery.status === 'pending' ? 'retrying' : lastDelivery.status}`)}
            </Status>
            <span className={classes.soft}>
              <RelativeTime value={lastDelivery.attemptedAt} />
            </span>
          </span>
        ),
    },
    {
      key: 'week',
      width: 13,
      head: t('columns.week'),
      cell: ({ health: { sent, failed, hasMore } }) => {
        if (sent + failed === 0) return <None />;
        const words =
          failed === 0
            ? t('week.good', { sent: format.number(sent) })
            : t('week.failing', { sent: format.number(sent), failed: format.number(failed) });
        return (
          <span className={classes.soft}>
            {hasMore ? t('week.newest', { words, count: format.number(COUNTED) }) : words}
          </span>
        );
      },
    },
    {
      key: 'active',
      head: t('columns.active'),
      card: 'corner',
      align: 'end',
      width: 6,
      cell: (endpoint) => (
        <span className={classes.switch}>
          <ActiveSwitch endpoint={endpoint} />
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      columns={columns}
      rows={endpoints}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/webhooks/${id}`}
      isDimmed={({ active }) => !active}
    />
  );
}

const SCHEMES = ['svc', 'standard'] as const;
const LANGUAGES = ['node', 'shell'] as const;
const CODE = { svc: { node: SVC_NODE, shell: SVC_SHELL }, standard: { node: STANDARD_NODE, shell: STANDARD_SHELL } };

/**
 * The instructions for a receiver to check that a delivery is ours, by either of the two signatures that it carries.
 */
function VerifySignature() {
  const t = useTranslations('webhooks.verify');
  const [scheme, setScheme] = useState<(typeof SCHEMES)[number]>('svc');
  const [language, setLanguage] = useState<(typeof LANGUAGES)[number]>('node');
  return (
    <Panel title={t('title')} className={classes.verify}>
      <div className={classes.stack}>
        <p className={classes.help}>{t('lead')}</p>
        <div className={classes.chips}>
          <FilterChips
            label={t('scheme')}
            options={SCHEMES.map((value) => ({ value, label: t(`schemes.${value}`) }))}
            value={scheme}
            onChange={setScheme}
          />
          <FilterChips
            label={t('language')}
            options={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
            value={language}
            onChange={setLanguage}
          />
        </div>
        <CodeBlock code={CODE[scheme][language]} label={t('code')} help={t(`help.${scheme}`)} />
      </div>
    </Panel>
  );
}

const EndpointDrawer = whenOpened(async () => (await import('./endpoint-drawer')).EndpointDrawer);

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { new: '' };

/** Every endpoint with how it is doing, and how a receiver tells that a delivery is ours. */
export function Webhooks() {
  const t = useTranslations('webhooks');
  const format = useFormat();
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(useTRPC().webhooks.overview.queryOptions());
  const endpoints = query.data?.endpoints;
  const newEndpoint = <NewButton onClick={() => setAddress({ new: '1' })}>{t('new')}</NewButton>;
  return (
    <>
      <PageHead
        title={t('title')}
        count={endpoints && endpoints.length > 0 ? format.number(endpoints.length) : undefined}
        lead={t('lead')}
        action={endpoints?.length === 0 ? undefined : newEndpoint}
      />
      {query.data?.deliveryEnabled === false && <DeliveryOff />}
      {!endpoints && query.isError && (
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <TableSkeleton columns={5} />}
      {endpoints?.length === 0 && (
        <EmptyState
          icon={<IconWebhook {...ICON} />}
          sentence={t('empty.sentence')}
          action={newEndpoint}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      )}
      {endpoints && endpoints.length > 0 && (
        <>
          <EndpointTable endpoints={endpoints} />
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/webhooks/endpoints' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/webhooks/endpoints',
                body: { url: 'https://shop.example/hooks/laris', events: ['svc.contact.created.v1'] },
              },
              { title: t('api.events'), method: 'GET', path: '/api/v1/webhooks/events' },
            ]}
          />
          <VerifySignature />
        </>
      )}
      <EndpointDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
