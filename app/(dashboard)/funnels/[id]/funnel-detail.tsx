'use client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { VIEW, VIEWS } from '@/app/(dashboard)/funnels/funnel-address';
import { FunnelStatus } from '@/app/(dashboard)/funnels/funnel-status';
import classes from '@/app/(dashboard)/funnels/[id]/funnel.module.css';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { useAddress } from '@/components/ui/use-address';
import { StepsEditor } from './editor/steps-editor';
import { useDefinition } from './editor/use-definition';
import { FunnelActions } from './funnel-actions';
import { People } from './people';
import { Results } from './results';

/** People move while one looks on. */
const REFRESH_MS = 10_000;

/** One funnel: its steps with who stands where, what it brought, and the people in it. */
export function FunnelDetail({ id }: { id: string }) {
  const t = useTranslations('funnels');
  const query = useQuery(useTRPC().funnels.editor.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  const gone = {
    title: t('gone.title'),
    message: t('gone.message'),
    list: { href: '/funnels', label: t('gone.action') },
  };
  return (
    <DetailPage
      query={query}
      gone={gone}
      skeleton={<DetailSkeleton back={{ href: '/funnels', label: t('title') }} parts={[480]} />}
    >
      {(shown) => <OneFunnel key={shown.funnel.id} shown={shown} />}
    </DetailPage>
  );
}

function OneFunnel({ shown }: { shown: Outputs['funnels']['editor'] }) {
  const t = useTranslations('funnels');
  const [{ view }, setView] = useAddress(VIEW);
  const editing = useDefinition(shown.funnel);
  const { funnel } = shown;
  return (
    <>
      <PageHead
        title={funnel.name}
        aside={<FunnelStatus funnel={funnel} />}
        back={{ href: '/funnels', label: t('title') }}
        action={
          funnel.status === 'archived' ? undefined : (
            <FunnelActions shown={shown} definition={editing.definition} settle={editing.settle} />
          )
        }
        {...(funnel.description !== null && { lead: funnel.description })}
      />
      {funnel.held !== null && (
        <div className={classes.held}>
          {t('detail.held')}
          <LinkButton href="/billing" variant="default" size="xs">
            {t('detail.plans')}
          </LinkButton>
        </div>
      )}
      <Tabs
        value={VIEWS.find((known) => known === view) ?? 'steps'}
        onChange={(next) => setView({ view: next ?? 'steps' })}
        color="var(--ink)"
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {VIEWS.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {t(`views.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="steps">
          <StepsEditor shown={shown} editing={editing} />
        </Tabs.Panel>
        <Tabs.Panel value="results">
          <Results shown={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <People shown={shown} />
        </Tabs.Panel>
      </Tabs>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), method: 'GET', path: `/api/v1/funnels/${funnel.id}` },
          { title: t('api.stats'), method: 'GET', path: `/api/v1/funnels/${funnel.id}/stats?windowDays=30` },
          {
            title: t('api.enroll'),
            method: 'POST',
            path: `/api/v1/funnels/${funnel.id}/enroll`,
            body: { audience: { contactIds: ['…'] }, key: 'import-1' },
          },
        ]}
      />
    </>
  );
}
