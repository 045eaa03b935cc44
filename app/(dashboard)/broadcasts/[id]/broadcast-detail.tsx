'use client';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { type Broadcast, figuresOf, isEditable } from '@/app/(dashboard)/broadcasts/broadcast';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { BroadcastStatus } from '@/app/(dashboard)/broadcasts/broadcast-status';
import { ContentPreview } from '@/app/(dashboard)/broadcasts/content-preview';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { Fact, Facts } from '@/components/ui/facts';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { ProgressPanel } from './progress-panel';
import { RecipientsPanel } from './recipients-panel';
import classes from './broadcast-detail.module.css';
import { useReason } from '@/components/ui/use-reason';
import { useFormat } from '@/components/ui/format';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconPencil, IconPlayerStop } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { copyOf } from '@/app/(dashboard)/broadcasts/draft';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions, type PageAction } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';

/** Edit, cancel, send the rest, or make another one of it: whatever its state allows. */
function BroadcastActions({ broadcast }: { broadcast: Broadcast }) {
  const t = useTranslations('broadcasts.actions');
  const notifyFailure = useNotifyFailure();
  const trpc = useTRPC();
  const router = useRouter();
  const [canceling, cancelDialog] = useDisclosure();
  const [resuming, resumeDialog] = useDisclosure();
  const cancel = useMutation(
    trpc.broadcasts.cancel.mutationOptions({
      onSuccess: ({ skipped }) => {
        notifications.show({ message: t('canceled', { count: skipped }), color: 'gray' });
        cancelDialog.close();
      },
    }),
  );
  const send = useMutation(
    trpc.broadcasts.send.mutationOptions({
      onSuccess: ({ queued }) => {
        notifications.show({ message: t('queued', { count: queued }), color: 'gray' });
        resumeDialog.close();
      },
    }),
  );
  const copy = useMutation(
    trpc.broadcasts.create.mutationOptions({
      onSuccess: ({ id }) => router.push(`/broadcasts/${id}/edit`),
      onError: notifyFailure,
    }),
  );
  const { waiting, skipped } = figuresOf(broadcast.statusCounts);
  const duplicate = () =>
    copy.mutate({
      ...copyOf(broadcast),
      name: t('copyOf', { name: broadcast.name }).slice(0, 120),
      description: broadcast.description,
    });
  const cancelable = broadcast.status === 'scheduled' || (broadcast.status === 'sending' && waiting > 0);
  const resumable = broadcast.status === 'paused' && broadcast.startedAt !== null;
  const editPath = `/broadcasts/${broadcast.id}/edit`;
  const primary = resumable ? (
    <Button onClick={resumeDialog.open}>{t('resume')}</Button>
  ) : (
    isEditable(broadcast) && <LinkButton href={editPath}>{t('edit')}</LinkButton>
  );
  const others: PageAction[] = [
    { label: t('duplicate'), icon: IconCopy, onClick: duplicate, busy: copy.isPending },
    ...(cancelable ? [{ label: t('cancel'), icon: IconPlayerStop, onClick: cancelDialog.open }] : []),
    ...(resumable && isEditable(broadcast) ? [{ label: t('edit'), icon: IconPencil, href: editPath }] : []),
  ];
  return (
    <>
      <PageActions others={others}>{primary}</PageActions>
      <ConfirmDialog
        opened={canceling}
        onClose={cancelDialog.close}
        title={t('cancelTitle', { name: broadcast.name })}
        confirm={t('cancel')}
        cancel={t('keep')}
        destructive
        call={cancel}
        onConfirm={() => cancel.mutate({ id: broadcast.id })}
      >
        {broadcast.status === 'scheduled' ? t('cancelScheduled') : t('cancelMessage', { count: waiting })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={resuming}
        onClose={resumeDialog.close}
        title={t('resumeTitle', { name: broadcast.name })}
        confirm={t('resume')}
        call={send}
        onConfirm={() => send.mutate({ id: broadcast.id })}
      >
        {t('resumeMessage', { count: skipped })}
      </ConfirmDialog>
    </>
  );
}

const REFRESH_MS = 15_000;

type Visits = Outputs['broadcasts']['links']['machines']['opened'];

/** Addresses are known without what the broadcast itself added to them. */
function shown(link: string): string {
  if (!link.includes('utm_')) return link.replace(/^https?:\/\//, '');
  const url = new URL(link);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign']) url.searchParams.delete(name);
  return url.href.replace(/^https?:\/\//, '');
}

const totalOf = (visits: Visits): number => visits.reduce((sum, { messages }) => sum + messages, 0);

/**
 * The links that were clicked, by how many people, and the clicks of machines, which no figure counts. Nothing to say:
 * not there.
 */
function LinksPanel({ id }: { id: string }) {
  const t = useTranslations('broadcasts.links');
  const format = useFormat();
  const query = useQuery(useTRPC().broadcasts.links.queryOptions({ id }, { refetchInterval: REFRESH_MS }));
  const { links, machines } = query.data ?? { links: [], machines: { opened: [], clicked: [] } };
  const opened = totalOf(machines.opened);
  const clicked = totalOf(machines.clicked);
  if (links.length === 0 && opened + clicked === 0) return null;
  const names = [...new Set([...machines.opened, ...machines.clicked].map(({ machine }) => machine))];
  return (
    <Panel title={t('title')}>
      <ul className={classes.reasons}>
        {links.map(({ link, people, machines: by }) => (
          <li key={link}>
            <a href={link} target="_blank" rel="noopener noreferrer">
              {shown(link)}
            </a>
            <strong>{format.number(people)}</strong>
            <small>
              {t('people', { count: people })}
              {by > 0 && <> · {t('machines', { count: by })}</>}
            </small>
          </li>
        ))}
      </ul>
      {opened + clicked > 0 && (
        <p className={classes.apart}>
          {t('apart', { opened, clicked, names: names.map((name) => t(`names.${name}`)).join(', ') })}
        </p>
      )}
    </Panel>
  );
}

/** Why messages were skipped or failed, the most frequent first. Nothing to say: not there. */
function ReasonsPanel({ id }: { id: string }) {
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

/** The people whom a broadcast goes to and those who are left out, by the names of lists and segments. */
function AudienceWords({ audience }: { audience: Broadcast['audience'] }) {
  const t = useTranslations('broadcasts.audience');
  const included = useNames(audience);
  const excluded = useNames(audience.exclude ?? {});
  const who = included.length === 0 ? t('nobody') : included.join(', ');
  return <>{excluded.length === 0 ? who : t('without', { who, excluded: excluded.join(', ') })}</>;
}

function useNames({ listIds = [], segmentIds = [], contactIds = [] }: Broadcast['audience']): string[] {
  const t = useTranslations('broadcasts.audience');
  const trpc = useTRPC();
  const lists = useQuery(trpc.contactLists.list.queryOptions(undefined, { enabled: listIds.length > 0 }));
  const segments = useQuery(trpc.audienceSegments.list.queryOptions({}, { enabled: segmentIds.length > 0 }));
  return [
    ...listIds.map((id) => lists.data?.find((list) => list.id === id)?.name ?? t('goneList')),
    ...segmentIds.map((id) => segments.data?.segments.find((segment) => segment.id === id)?.name ?? t('goneSegment')),
    ...(contactIds.length > 0 ? [t('people', { count: contactIds.length })] : []),
  ];
}

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
