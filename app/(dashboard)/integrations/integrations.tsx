'use client';
import { Button } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { FilterChips } from '@/components/ui/filter-chips';
import { ICON } from '@/components/ui/icon';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedWhole } from '@/components/ui/listed';
import { ResourceList } from '@/components/ui/resource-list';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { EVERY } from './integration';
import { IntegrationTable } from './integration-table';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useFormat } from '@/components/ui/format';
import { Panel } from '@/components/ui/panel';
import { NewButton } from '@/components/ui/new-button';
import classes from './privacy-requests.module.css';

type Request = Outputs['integrations']['privacyRequests']['requests'][number];

/**
 * Customers who want to know what is held of them, until somebody says that they were answered. Nothing when nobody
 * does.
 */
function PrivacyRequests() {
  const t = useTranslations('integrations.requests');
  const trpc = useTRPC();
  const [asked, setAsked] = useState<Request | null>(null);
  const requests = useQuery(trpc.integrations.privacyRequests.queryOptions()).data?.requests ?? [];
  const close = useMutation(
    trpc.integrations.closePrivacyRequest.mutationOptions({
      onSuccess: () => {
        setAsked(null);
        notifications.show({ message: t('done'), color: 'gray' });
      },
    }),
  );
  return (
    <>
      {requests.length > 0 && (
        <Panel title={t('title')} className={classes.panel}>
          <p className={classes.help}>{t('help')}</p>
          <ul className={classes.list}>
            {requests.map((request) => (
              <RequestLine key={request.id} request={request} onAnswered={() => setAsked(request)} />
            ))}
          </ul>
        </Panel>
      )}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={t('confirm.title')}
        confirm={t('confirm.action')}
        call={close}
        onConfirm={() => asked && close.mutate({ id: asked.id })}
      >
        {t('confirm.message')}
      </ConfirmDialog>
    </>
  );
}

function RequestLine({ request, onAnswered }: { request: Request; onAnswered: () => void }) {
  const t = useTranslations('integrations.requests');
  const format = useFormat();
  const { shop, email, phone, contactId, orders, receivedAt, answerBy } = request;
  return (
    <li>
      <div>
        <strong>{email ?? phone ?? t('unnamed')}</strong>
        <p>{t('asked', { shop, date: format.dateTime(receivedAt), until: format.dateTime(answerBy) })}</p>
        <p>
          {contactId !== null ? (
            <Link href={`/contacts/${contactId}`}>{t('contact')}</Link>
          ) : orders > 0 ? (
            <Link href="/orders">{t('orders', { orders })}</Link>
          ) : (
            t('nothing')
          )}
        </p>
      </div>
      <Button variant="default" onClick={onAnswered}>
        {t('answered')}
      </Button>
    </li>
  );
}

const IntegrationDrawer = whenOpened(async () => (await import('./integration-drawer')).IntegrationDrawer);

/** `new` opens the form, so that other pages can link to it. */
const ADDRESS = { show: 'connected', new: '' };
const SHOWN = ['connected', 'all'] as const;
/** A shop is looked at within seconds of its connection. */
const REFRESH_MS = 2000;

/** Every shop, what it brings and how it stands. The list comes whole, so the filter looks through it here. */
export function Integrations() {
  const t = useTranslations('integrations');
  const [address, setAddress] = useAddress(ADDRESS);
  const query = useQuery(
    useTRPC().integrations.list.queryOptions(EVERY, {
      refetchInterval: ({ state }) =>
        state.data?.integrations.some(({ status }) => status === 'pending') === true ? REFRESH_MS : false,
    }),
  );
  const all = query.data?.integrations;
  const show = SHOWN.find((known) => known === address.show) ?? 'connected';
  return (
    <>
      <ResourceList
        title={t('title')}
        lead={t('lead')}
        action={<NewButton onClick={() => setAddress({ new: '1' })}>{t('new')}</NewButton>}
        empty={{
          icon: <IconShoppingBag {...ICON} />,
          sentence: t('empty.sentence'),
          link: { href: '/docs', label: t('empty.link') },
        }}
        notices={<PrivacyRequests />}
        toolbar={
          <ListToolbar
            filters={
              <FilterChips
                label={t('filters.label')}
                options={SHOWN.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={show}
                onChange={(value) => setAddress({ show: value })}
              />
            }
          />
        }
        list={listedWhole(
          query,
          all,
          all?.filter(({ status }) => show === 'all' || status !== 'revoked'),
        )}
        skeleton={<TableSkeleton columns={4} />}
        onClear={show === 'all' || all?.length === 0 ? undefined : () => setAddress({ show: 'all' })}
        foot={
          <CurlButton
            title={t('api.title')}
            requests={[
              { title: t('api.list'), method: 'GET', path: '/api/v1/integrations' },
              {
                title: t('api.create'),
                method: 'POST',
                path: '/api/v1/integrations',
                body: { provider: 'http_generic', displayName: 'Toko Bandung' },
              },
            ]}
          />
        }
      >
        {(rows) => <IntegrationTable integrations={rows} />}
      </ResourceList>
      <IntegrationDrawer opened={address.new === '1'} onClose={() => setAddress({ new: '' })} />
    </>
  );
}
