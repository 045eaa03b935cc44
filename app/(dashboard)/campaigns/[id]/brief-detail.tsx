'use client';
import { Alert, Button } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { BriefStatus } from '@/app/(dashboard)/campaigns/brief-status';
import type { Brief } from '@/app/(dashboard)/collaborations/creator';
import { PublicLink } from '@/app/(dashboard)/collaborations/public-link';
import { useTRPC } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DateTime } from '@/components/ui/date-time';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { LazyMarkdown } from '@/components/markdown/lazy-markdown';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { providerEntry } from '@/server/platform/vendors/catalog';
import Link from 'next/link';
import { CreatorStatus } from '@/app/(dashboard)/collaborations/creator-status';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { ErrorNotice } from '@/components/ui/error-notice';
import { LinkButton } from '@/components/ui/link-button';
import type { CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { boardInput } from './board-input';
import { IconArchive, IconCheck, IconLock, IconPencil } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { InviteOrArchive } from '@/app/(dashboard)/collaborations/invite-or-archive';
import { missingOf } from '@/app/(dashboard)/collaborations/missing-of';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';

const BriefDrawer = whenOpened(async () => (await import('@/app/(dashboard)/campaigns/brief-drawer')).BriefDrawer);

/** The fields that publishing needs, under the names of the form. */
const NEEDED = ['brief', 'deliverables', 'compensation', 'applyBy', 'contentDueAt'] as const;

/** Publish, invite; edit, close, complete, archive. */
function BriefActions({ brief }: { brief: Brief }) {
  const t = useTranslations('creators.briefs.actions');
  const trpc = useTRPC();
  const [open, setOpen] = useState<'edit' | 'invite' | 'archive' | null>(null);
  const onError = useNotifyFailure();
  const tForm = useTranslations('creators.briefs.form');
  const publish = useMutation(
    trpc.campaigns.publish.mutationOptions({
      onError: (error) => {
        const missing = missingOf(error, NEEDED);
        if (missing === null) return onError(error);
        notifications.show({
          color: 'red',
          message: t('incomplete', { fields: missing.map((field) => tForm(field)).join(', ') }),
        });
        setOpen('edit');
      },
    }),
  );
  const close = useMutation(trpc.campaigns.close.mutationOptions({ onError }));
  const complete = useMutation(trpc.campaigns.complete.mutationOptions({ onError }));
  const archive = useMutation(trpc.campaigns.archive.mutationOptions({ onSuccess: () => setOpen(null) }));
  const { id, status } = brief;
  if (status === 'archived') return null;
  const isOver = status === 'completed';
  return (
    <>
      <PageActions
        others={[
          ...(isOver ? [] : [{ label: t('edit'), icon: IconPencil, onClick: () => setOpen('edit') }]),
          ...(status === 'open'
            ? [{ label: t('close'), icon: IconLock, busy: close.isPending, onClick: () => close.mutate({ id }) }]
            : []),
          ...(status === 'open' || status === 'closed'
            ? [
                {
                  label: t('complete'),
                  icon: IconCheck,
                  busy: complete.isPending,
                  onClick: () => complete.mutate({ id }),
                },
              ]
            : []),
          { label: t('archive'), icon: IconArchive, onClick: () => setOpen('archive') },
        ]}
      >
        {status === 'open' && brief.takesNobody === undefined && (
          <Button onClick={() => setOpen('invite')}>{t('invite')}</Button>
        )}
        {(status === 'draft' || status === 'closed') && (
          <Button loading={publish.isPending} onClick={() => publish.mutate({ id })}>
            {t('publish')}
          </Button>
        )}
      </PageActions>
      <BriefDrawer opened={open === 'edit'} brief={brief} onClose={() => setOpen(null)} />
      <InviteOrArchive
        opened={open}
        of={{ campaignId: id }}
        archive={{
          title: t('archiveTitle', { name: brief.title }),
          confirm: t('archive'),
          message: t('archiveMessage'),
          call: archive,
          onConfirm: () => archive.mutate({ id }),
        }}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

/** From left to right, as the work goes. */
const LANES = {
  asked: ['invited', 'applied'],
  working: ['accepted', 'changes_requested'],
  review: ['in_review'],
  done: ['approved', 'completed'],
  over: ['ended', 'declined', 'expired'],
} as const satisfies Record<string, readonly CollaborationStatus[]>;
const LANE_NAMES = ['asked', 'working', 'review', 'done', 'over'] as const;

/** The creators of a brief, by how far they are. */
function Board({ id }: { id: string }) {
  const t = useTranslations('creators.board');
  const query = useQuery(useTRPC().campaigns.collaborations.queryOptions(boardInput(id)));
  const people = query.data?.data;
  if (people === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  return (
    <Panel
      title={t('title')}
      aside={
        <LinkButton variant="subtle" size="compact-sm" href={`/collaborations?brief=${id}`}>
          {t('list')}
        </LinkButton>
      }
    >
      {people.length === 0 && <p className={classes.soft}>{t('nobody')}</p>}
      <div className={classes.board}>
        {LANE_NAMES.map((lane) => {
          const statuses: readonly CollaborationStatus[] = LANES[lane];
          const here = people.filter(({ status }) => statuses.includes(status));
          return here.length === 0 ? null : (
            <section key={lane} className={classes.lane} aria-label={t(`lanes.${lane}`)}>
              <h3>{t('lane', { name: t(`lanes.${lane}`), count: here.length })}</h3>
              <ul>
                {here.map(({ id: one, creator, status }) => (
                  <li key={one}>
                    <Link href={`/collaborations/${one}`} className={classes.card}>
                      <strong>{creator.name}</strong>
                      <CreatorStatus status={status} />
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </Panel>
  );
}

/** One brief: what it asks for, and who is at it. */
export function BriefDetail({ id }: { id: string }) {
  const t = useTranslations('creators.briefs');
  return (
    <DetailPage
      query={useQuery(useTRPC().campaigns.get.queryOptions({ id }))}
      gone={{ title: t('gone.title'), message: t('gone.message'), list: { href: '/campaigns', label: t('gone.list') } }}
      skeleton={<DetailSkeleton back={{ href: '/campaigns', label: t('title') }} parts={[240, 160]} />}
    >
      {(brief) => <OneBrief brief={brief} />}
    </DetailPage>
  );
}

function OneBrief({ brief }: { brief: Brief }) {
  const t = useTranslations('creators.briefs');
  const { id, title, status, accountId, visibility, takesNobody } = brief;
  return (
    <>
      <PageHead
        title={title}
        aside={<BriefStatus status={status} />}
        back={{ href: '/campaigns', label: t('title') }}
        action={<BriefActions brief={brief} />}
      />
      <WithSide
        side={
          <>
            <Asked brief={brief} />
            <PublicLink
              kind="brief"
              accountId={accountId}
              id={id}
              isOpen={status === 'open' && visibility === 'open' && takesNobody === undefined}
            />
          </>
        }
      >
        {takesNobody !== undefined && status !== 'archived' && status !== 'completed' && (
          <Alert color="orange" variant="light" mb="md">
            {t(brief.filledSlots === 0 ? 'takesNobody.free' : 'takesNobody.agreed')}
          </Alert>
        )}
        <Board id={id} />
        {brief.brief !== null && (
          <Panel title={t('detail.text')}>
            <LazyMarkdown text={brief.brief} />
          </Panel>
        )}
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[{ title: t('api.one'), method: 'GET', path: `/api/v1/campaigns/${id}` }]}
      />
    </>
  );
}

function Asked({ brief }: { brief: Brief }) {
  const t = useTranslations('creators.briefs.detail');
  const words = useTranslations('creators');
  const format = useFormat();
  const { deliverables, compensation, disclosure, slots, filledSlots, applyBy, contentDueAt, usageRightsDays } = brief;
  const isPaidOut = compensation !== null && compensation.amount !== null && compensation.currency !== null;
  return (
    <Panel title={t('asked')}>
      <Facts labels="7rem">
        <Fact label={t('deliverables')}>
          {deliverables.length === 0
            ? t('nothing')
            : deliverables.map(({ id, platform, format: kind, quantity }) => (
                <div key={id}>
                  {quantity} × {providerEntry(platform).label} {words(`formats.${kind}`)}
                </div>
              ))}
        </Fact>
        <Fact label={t('compensation')}>
          {compensation === null ? t('nothing') : words(`compensations.${compensation.type}`)}
          {isPaidOut && <div>{format.money(compensation.amount ?? 0, compensation.currency ?? 'IDR')}</div>}
        </Fact>
        <Fact label={t('slots')}>
          {slots === null ? t('taken', { filled: filledSlots }) : t('ofSlots', { filled: filledSlots, slots })}
        </Fact>
        {disclosure !== '' && (
          <Fact label={t('disclosure')}>
            <code>{disclosure}</code>
          </Fact>
        )}
        {usageRightsDays > 0 && <Fact label={t('rights')}>{t('days', { days: usageRightsDays })}</Fact>}
        {applyBy !== null && (
          <Fact label={t('applyBy')}>
            <DateTime value={applyBy} />
          </Fact>
        )}
        {contentDueAt !== null && (
          <Fact label={t('contentDueAt')}>
            <DateTime value={contentDueAt} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}
