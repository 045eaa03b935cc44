'use client';
import { Button, Anchor } from '@mantine/core';
import { useQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { Program } from '@/app/(dashboard)/collaborations/creator';
import classes from '@/app/(dashboard)/collaborations/creators.module.css';
import { PublicLink } from '@/app/(dashboard)/collaborations/public-link';
import { AffiliateProgramStatus } from '@/app/(dashboard)/programs/program-status';
import { useProgramWords } from '@/app/(dashboard)/programs/use-program-words';
import { useTRPC, type Outputs } from '@/app/trpc';
import { CurlButton } from '@/components/curl-button';
import { DetailPage } from '@/components/ui/detail-page';
import { DetailSkeleton } from '@/components/ui/detail-skeleton';
import { LazyMarkdown } from '@/components/markdown/lazy-markdown';
import { Fact, Facts } from '@/components/ui/facts';
import { useFormat } from '@/components/ui/format';
import { LinkButton } from '@/components/ui/link-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { WithSide } from '@/components/ui/with-side';
import { IconArchive, IconPencil, IconPlayerPause } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { InviteOrArchive } from '@/app/(dashboard)/collaborations/invite-or-archive';
import { missingOf } from '@/app/(dashboard)/collaborations/missing-of';
import { PageActions } from '@/components/ui/page-actions';
import { useNotifyFailure } from '@/components/ui/use-notify-failure';
import { whenOpened } from '@/components/ui/when-opened';
import Link from 'next/link';
import { DataTable, type Column } from '@/components/ui/data-table';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Figure } from '@/components/ui/figure';
import { Sums } from '@/components/ui/sums';

type Top = Outputs['programs']['stats']['top'][number];
const DAYS = 30;

const sumsOf = (by: Record<string, number>) => Object.entries(by).map(([currency, amount]) => ({ currency, amount }));

/** The results of a program in 30 days, and the people who brought them. */
function ProgramFigures({ id }: { id: string }) {
  const t = useTranslations('creators.programs.figures');
  const format = useFormat();
  const query = useQuery(useTRPC().programs.stats.queryOptions({ id, windowDays: DAYS }));
  const stats = query.data;
  if (stats === undefined)
    return query.error === null ? null : (
      <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
    );
  const columns: Column<Top>[] = [
    { key: 'name', head: t('who'), card: 'title', width: 14, cell: ({ name }) => name },
    { key: 'clicks', head: t('clicks'), align: 'end', width: 6, cell: ({ clicks }) => format.number(clicks) },
    { key: 'sales', head: t('sales'), align: 'end', width: 6, cell: ({ conversions }) => format.number(conversions) },
    {
      key: 'revenue',
      head: t('revenue'),
      align: 'end',
      width: 9,
      cell: ({ revenueByCurrency }) => <Sums sums={sumsOf(revenueByCurrency)} />,
    },
  ];
  return (
    <>
      <Panel title={t('title', { days: DAYS })}>
        <div className={classes.figures}>
          <Figure label={t('clicks')} current={stats.clicks} />
          <Figure label={t('sales')} current={stats.conversions} />
          {Object.entries(stats.revenueByCurrency).map(([currency, amount]) => (
            <Figure
              key={currency}
              label={t('revenueIn', { currency })}
              current={amount}
              write={(value) => format.money(value, currency)}
            />
          ))}
        </div>
      </Panel>
      {stats.top.length > 0 && (
        <Panel title={t('top')}>
          <DataTable
            label={t('top')}
            columns={columns}
            rows={stats.top}
            rowKey={({ collaborationId }) => collaborationId}
            rowHref={({ collaborationId }) => `/collaborations/${collaborationId}`}
          />
        </Panel>
      )}
      {stats.untold.length > 0 && (
        <Panel title={t('untold')}>
          <p className={classes.soft}>{t('untoldHelp')}</p>
          <ul className={classes.talk}>
            {stats.untold.map(({ checkoutSessionId, discountCode }) => (
              <li key={checkoutSessionId}>
                <Anchor component={Link} href={`/discount-codes?q=${encodeURIComponent(discountCode)}`} inherit>
                  {discountCode}
                </Anchor>
                <span data-note>{checkoutSessionId}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

const ProgramDrawer = whenOpened(async () => (await import('@/app/(dashboard)/programs/program-drawer')).ProgramDrawer);

/** The fields that a running program needs. */
const NEEDED = ['landingUrl', 'commission'] as const;

/** Let it run, invite; edit, pause, archive. */
function ProgramActions({ program }: { program: Program }) {
  const t = useTranslations('creators.programs.actions');
  const trpc = useTRPC();
  const [open, setOpen] = useState<'edit' | 'invite' | 'archive' | null>(null);
  const onError = useNotifyFailure();
  const tForm = useTranslations('creators.programs.form');
  const activate = useMutation(
    trpc.programs.activate.mutationOptions({
      onError: (error) => {
        const missing = missingOf(error, NEEDED);
        if (missing === null) return onError(error);
        const fields = missing.map((field) => tForm(field === 'commission' ? 'type' : field));
        notifications.show({ color: 'red', message: t('incomplete', { fields: fields.join(', ') }) });
        setOpen('edit');
      },
    }),
  );
  const pause = useMutation(trpc.programs.pause.mutationOptions({ onError }));
  const archive = useMutation(trpc.programs.archive.mutationOptions({ onSuccess: () => setOpen(null) }));
  const { id, status } = program;
  if (status === 'archived') return null;
  return (
    <>
      <PageActions
        others={[
          { label: t('edit'), icon: IconPencil, onClick: () => setOpen('edit') },
          ...(status === 'live'
            ? [{ label: t('pause'), icon: IconPlayerPause, busy: pause.isPending, onClick: () => pause.mutate({ id }) }]
            : []),
          { label: t('archive'), icon: IconArchive, onClick: () => setOpen('archive') },
        ]}
      >
        {status === 'live' ? (
          <Button onClick={() => setOpen('invite')}>{t('invite')}</Button>
        ) : (
          <Button loading={activate.isPending} onClick={() => activate.mutate({ id })}>
            {t('activate')}
          </Button>
        )}
      </PageActions>
      <ProgramDrawer opened={open === 'edit'} program={program} onClose={() => setOpen(null)} />
      <InviteOrArchive
        opened={open}
        of={{ programId: id }}
        archive={{
          title: t('archiveTitle', { name: program.name }),
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

/** One program: how it stands, what it brought, who is in it. */
export function ProgramDetail({ id }: { id: string }) {
  const t = useTranslations('creators.programs');
  return (
    <DetailPage
      query={useQuery(useTRPC().programs.get.queryOptions({ id }))}
      gone={{ title: t('gone.title'), message: t('gone.message'), list: { href: '/programs', label: t('gone.list') } }}
      skeleton={<DetailSkeleton back={{ href: '/programs', label: t('title') }} parts={[160, 240]} />}
    >
      {(program) => <OneProgram program={program} />}
    </DetailPage>
  );
}

function OneProgram({ program }: { program: Program }) {
  const t = useTranslations('creators.programs');
  const { id, name, description, status, accountId, visibility } = program;
  return (
    <>
      <PageHead
        title={name}
        aside={<AffiliateProgramStatus status={status} />}
        {...(description !== null && { lead: description })}
        back={{ href: '/programs', label: t('title') }}
        action={<ProgramActions program={program} />}
      />
      <WithSide
        side={
          <>
            <Terms program={program} />
            <PublicLink
              kind="program"
              accountId={accountId}
              id={id}
              isOpen={status === 'live' && visibility === 'open'}
            />
          </>
        }
      >
        <ProgramFigures id={id} />
        {program.terms !== null && (
          <Panel title={t('detail.written')}>
            <LazyMarkdown text={program.terms} />
          </Panel>
        )}
        <Panel title={t('detail.people')}>
          <p className={classes.soft}>{t('detail.peopleHelp')}</p>
          <LinkButton variant="default" href={`/collaborations?program=${id}`}>
            {t('detail.seePeople')}
          </LinkButton>{' '}
          <Button component="a" variant="subtle" href={`/commissions?program=${id}`}>
            {t('detail.seeCommissions')}
          </Button>
        </Panel>
      </WithSide>
      <CurlButton
        title={t('api.title')}
        requests={[
          { title: t('api.one'), method: 'GET', path: `/api/v1/programs/${id}` },
          { title: t('api.stats'), method: 'GET', path: `/api/v1/programs/${id}/stats` },
        ]}
      />
    </>
  );
}

function Terms({ program }: { program: Program }) {
  const t = useTranslations('creators.programs.detail');
  const { pays } = useProgramWords();
  const format = useFormat();
  const { customerDiscount, attributionWindowDays, holdDays, minPayout, commission, landingUrl } = program;
  return (
    <Panel title={t('terms')}>
      <Facts labels="7rem">
        <Fact label={t('commission')}>{pays(program) === '' ? t('nothing') : pays(program)}</Fact>
        <Fact label={t('discount')}>
          {customerDiscount === null
            ? t('noDiscount')
            : customerDiscount.type.endsWith('percent')
              ? format.percent(customerDiscount.value / 100)
              : format.money(customerDiscount.value, customerDiscount.currency ?? commission?.currency ?? 'IDR')}
        </Fact>
        <Fact label={t('window')}>{t('days', { days: attributionWindowDays })}</Fact>
        <Fact label={t('hold')}>{t('days', { days: holdDays })}</Fact>
        <Fact label={t('minPayout')}>{format.money(minPayout, commission?.currency ?? 'IDR')}</Fact>
        <Fact label={t('landing')}>
          {landingUrl === null ? t('nothing') : <span className={classes.link}>{landingUrl}</span>}
        </Fact>
      </Facts>
    </Panel>
  );
}
