'use client';
import { Anchor, Button, Menu } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { takenOf, type Integration } from '@/app/(dashboard)/integrations/integration';
import { IntegrationStatus } from '@/app/(dashboard)/integrations/integration-status';
import classes from '@/app/(dashboard)/integrations/integrations.module.css';
import { signCode } from '@/app/(dashboard)/integrations/sign-code';
import { WebhookAddress } from '@/app/(dashboard)/integrations/webhook-address';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { CodeBlock } from '@/components/ui/code-block';
import { DateTime, RelativeTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { Fact, Facts } from '@/components/ui/facts';
import { LinkButton } from '@/components/ui/link-button';
import { None } from '@/components/ui/none';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { Calls, CallsOfWeek } from './calls';
import { Codes } from './codes';
import { Runs } from './runs';
import { ShopFaults } from './shop-faults';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPencil, IconPlugConnectedX } from '@tabler/icons-react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { SMALL_ICON } from '@/components/ui/icon';
import { whenOpened } from '@/components/ui/when-opened';
import { MoreMenu } from '@/components/ui/more-menu';

const IntegrationDrawer = whenOpened(
  async () => (await import('@/app/(dashboard)/integrations/integration-drawer')).IntegrationDrawer,
);

/** Edit, disconnect. */
function IntegrationActions({ integration }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const trpc = useTRPC();
  const setup = useQuery(trpc.integrations.connectSetup.queryOptions());
  const [editing, edit] = useDisclosure();
  const [asking, ask] = useDisclosure();
  const revoke = useMutation(
    trpc.integrations.revoke.mutationOptions({
      onSuccess: () => {
        ask.close();
        notifications.show({ message: t('revoke.done'), color: 'gray' });
      },
    }),
  );
  return (
    <div className={classes.actions}>
      <Button leftSection={<IconPencil {...SMALL_ICON} />} onClick={edit.open}>
        {t('edit')}
      </Button>
      {setup.data?.sandbox === true && integration.provider.startsWith('storefront') && (
        <LinkButton href={`/integrations/sandbox?shop=${integration.provider}`} variant="default">
          {t('toSandbox')}
        </LinkButton>
      )}
      <MoreMenu label={t('moreActions')} width={200} quiet>
        <Menu.Item leftSection={<IconPlugConnectedX {...SMALL_ICON} />} color="red" onClick={ask.open}>
          {t('revoke.action')}
        </Menu.Item>
      </MoreMenu>
      <IntegrationDrawer opened={editing} integration={integration} onClose={edit.close} />
      <ConfirmDialog
        opened={asking}
        onClose={ask.close}
        title={t('revoke.title')}
        confirm={t('revoke.confirm')}
        destructive
        call={revoke}
        onConfirm={() => revoke.mutate({ id: integration.id })}
      >
        {t('revoke.message')}
      </ConfirmDialog>
    </div>
  );
}

type Shown = Outputs['integrations']['page'];

/** Shops call while one looks on. */
const REFRESH_MS = 5000;

/** One shop: what is being read of it, where it calls and how that goes, what stands in the way, and what it brings. */
export function IntegrationDetail({ id }: { id: string }) {
  const t = useTranslations('integrations');
  const query = useQuery(
    useTRPC().integrations.page.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (state.data?.integration.status === 'revoked' ? false : REFRESH_MS) },
    ),
  );
  const gone = {
    title: t('gone.title'),
    message: t('gone.message'),
    list: { href: '/integrations', label: t('gone.action') },
  };
  return (
    <DetailPage
      query={query}
      gone={gone}
      skeleton={<DetailSkeleton back={{ href: '/integrations', label: t('title') }} parts={[320]} />}
    >
      {(shown) => <OneIntegration shown={shown} />}
    </DetailPage>
  );
}

function OneIntegration({ shown }: { shown: Shown }) {
  const t = useTranslations('integrations');
  const { integration } = shown;
  const { id, displayName, held, status, webhookUrl, provider, config } = integration;
  const isHttp = provider === 'http_generic';
  return (
    <>
      <PageHead
        title={displayName}
        aside={<IntegrationStatus integration={integration} />}
        back={{ href: '/integrations', label: t('title') }}
        action={status === 'revoked' ? undefined : <IntegrationActions integration={integration} />}
      />
      {held !== null && (
        <div className={classes.held}>
          {t('detail.held')}
          <LinkButton href="/billing" variant="default" size="xs">
            {t('detail.plans')}
          </LinkButton>
        </div>
      )}
      <WithSide
        side={
          <>
            {provider !== 'sheet_p1' && <CallsOfWeek integrationId={id} />}
            <Connection shown={shown} />
            <Takes integration={integration} />
          </>
        }
      >
        <ShopFaults shown={shown} />
        {!isHttp && <Runs integration={integration} />}
        {config.sync.codes && <Codes integrationId={id} />}
        {isHttp && status !== 'revoked' && (
          <Panel title={t('detail.address')}>
            <div className={classes.stack}>
              <WebhookAddress url={webhookUrl} />
              <p className={classes.help}>{t('detail.addressHelp')}</p>
              <CodeBlock code={signCode(webhookUrl)} label={t('detail.signCode')} help={t('detail.signHelp')} />
            </div>
          </Panel>
        )}
        {provider !== 'sheet_p1' && <Calls integrationId={id} />}
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), method: 'GET', path: `/api/v1/integrations/${id}` },
          { title: t('api.revoke'), method: 'DELETE', path: `/api/v1/integrations/${id}` },
        ]}
      />
    </>
  );
}

function Connection({ shown: { integration, shopName, nextAt } }: { shown: Shown }) {
  const t = useTranslations('integrations');
  const { id, provider, externalId, activatedAt, lastEventAt, lastSyncedAt, config } = integration;
  const isRead = provider !== 'http_generic';
  const { sync } = config;
  return (
    <Panel title={t('detail.facts')}>
      <Facts labels="8rem">
        <Fact label={t('detail.provider')}>{t(`providers.${provider}`)}</Fact>
        <Fact label={t('detail.connected')}>{activatedAt === null ? <None /> : <DateTime value={activatedAt} />}</Fact>
        {shopName !== null && <Fact label={t('detail.shop')}>{shopName}</Fact>}
        {isRead && (
          <Fact label={t('detail.synced')}>
            {lastSyncedAt === null ? <None /> : <RelativeTime value={lastSyncedAt} />}
          </Fact>
        )}
        {nextAt !== null && (
          <Fact label={t('detail.next')}>
            <RelativeTime value={nextAt} />
          </Fact>
        )}
        <Fact label={t('detail.last')}>{lastEventAt === null ? <None /> : <RelativeTime value={lastEventAt} />}</Fact>
        {(sync.orders || sync.checkouts) && (
          <Fact label={t('resources.orders')}>
            <Anchor component={Link} href={`/orders?shop=${id}`} inherit>
              {t('detail.itsOrders')}
            </Anchor>
          </Fact>
        )}
        <Fact label={t('detail.source')}>
          <code className={classes.source}>{`${provider}:${externalId}`}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Takes({ integration }: { integration: Integration }) {
  const t = useTranslations('integrations');
  const { consent, abandonAfterMinutes, cartConsent, redeem, sync, url } = integration.config;
  const taken = takenOf(integration);
  return (
    <Panel title={t('detail.takes')}>
      <div className={classes.stack}>
        <ul className={classes.list}>
          {taken.map((name) => (
            <li key={name}>{t(`resources.${name}`)}</li>
          ))}
        </ul>
        <Facts labels="8rem">
          <Fact label={t('detail.consent')}>{t(`form.consents.${consent ?? 'open'}`)}</Fact>
          {url !== undefined && (
            <Fact label={t('detail.url')}>
              <code className={classes.source}>{url}</code>
            </Fact>
          )}
          {(sync.checkouts || sync.orders) && (
            <>
              <Fact label={t('detail.minutes')}>{t('detail.minutesValue', { count: abandonAfterMinutes })}</Fact>
              <Fact label={t('detail.carts')}>{t(`form.cartConsents.${cartConsent}`)}</Fact>
              <Fact label={t('detail.redeem')}>{t(redeem ? 'detail.redeems' : 'detail.redeemsNot')}</Fact>
            </>
          )}
        </Facts>
      </div>
    </Panel>
  );
}
