'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { Broadcast } from '@/app/(dashboard)/broadcasts/broadcast';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { BroadcastStatus } from '@/app/(dashboard)/broadcasts/broadcast-status';
import { ContentPreview } from '@/app/(dashboard)/broadcasts/content-preview';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { Fact, Facts } from '@/components/ui/facts';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { providerEntry } from '@/server/providers/catalog';
import { AudienceWords } from './audience-words';
import { BroadcastActions } from './broadcast-actions';
import { LinksPanel } from './links-panel';
import { ProgressPanel } from './progress-panel';
import { ReasonsPanel } from './reasons-panel';
import { RecipientsPanel } from './recipients-panel';
import classes from './broadcast-detail.module.css';

const AbPanel = dynamic(() => import('./ab-panel').then((module) => module.AbPanel));

/** One broadcast: how far it came, why some got nothing, who it goes to and what it says. */
export function BroadcastDetail({ id }: { id: string }) {
  const t = useTranslations('broadcasts.gone');
  const query = useQuery(useTRPC().broadcasts.get.queryOptions({ id }));
  const gone = { title: t('title'), message: t('message'), list: { href: '/broadcasts', label: t('action') } };
  return (
    <DetailPage query={query} gone={gone} skeleton={<DetailSkeleton parts={[120, 280]} />}>
      {(broadcast) => <About broadcast={broadcast} />}
    </DetailPage>
  );
}

function About({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations('broadcasts');
  const { id } = broadcast;
  const began = broadcast.startedAt !== null;
  return (
    <>
      <PageHead
        title={broadcast.name}
        aside={<BroadcastStatus broadcast={broadcast} />}
        lead={broadcast.description ?? undefined}
        back={{ href: '/broadcasts', label: t('title') }}
        action={<BroadcastActions broadcast={broadcast} />}
      />
      {broadcast.status === 'scheduled' && broadcast.scheduledAt !== null && (
        <p className={classes.notice}>
          {t.rich('detail.scheduled', { when: () => <DateTime value={broadcast.scheduledAt ?? ''} /> })}
        </p>
      )}
      {broadcast.status === 'paused' && (
        <p className={classes.notice}>{began ? t('detail.paused') : t('detail.pausedUnsent')}</p>
      )}
      {began && <ProgressPanel id={id} />}
      <WithSide
        side={
          <>
            {began && <LinksPanel id={id} />}
            {began && <ReasonsPanel id={id} />}
            <BroadcastFacts broadcast={broadcast} />
          </>
        }
      >
        {broadcast.testEndsAt !== undefined && <AbPanel broadcast={broadcast} />}
        {began && <RecipientsPanel id={id} counts={broadcast.statusCounts} />}
        <ContentPreview providers={broadcast.providers} content={broadcast.content} />
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.get'), help: t('api.getHelp'), method: 'GET', path: `/api/v1/broadcasts/${id}` },
          { title: t('api.send'), help: t('api.sendHelp'), method: 'POST', path: `/api/v1/broadcasts/${id}/send` },
          { title: t('api.cancel'), method: 'POST', path: `/api/v1/broadcasts/${id}/cancel` },
        ]}
      />
    </>
  );
}

function BroadcastFacts({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations('broadcasts.facts');
  return (
    <Panel title={t('title')}>
      <Facts>
        <Fact label={t('channels')}>
          {broadcast.providers.map((provider) => providerEntry(provider).label).join(', ')}
        </Fact>
        <Fact label={t('audience')}>
          <AudienceWords audience={broadcast.audience} />
        </Fact>
        {broadcast.perHour !== undefined && <Fact label={t('rate')}>{t('perHour', { count: broadcast.perHour })}</Fact>}
        {broadcast.localTime !== undefined && (
          <Fact label={t('hour')}>{t('ownHour', { time: broadcast.localTime })}</Fact>
        )}
        {broadcast.startedAt !== null && (
          <Fact label={t('started')}>
            <DateTime value={broadcast.startedAt} />
          </Fact>
        )}
        <Fact label={t('created')}>
          <DateTime value={broadcast.createdAt} />
        </Fact>
      </Facts>
    </Panel>
  );
}
