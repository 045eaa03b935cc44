'use client';
import { Skeleton } from '@mantine/core';
import { IconLink, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { EmptyState } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { ICON } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { PageActions } from '@/components/ui/page-actions';
import { PageHead } from '@/components/ui/page-head';
import { Status } from '@/components/ui/status';
import { useAddress } from '@/components/ui/use-address';
import { whenOpened } from '@/components/ui/when-opened';
import { Figures } from './figures';
import { Funnel } from './funnel';
import { Lists } from './lists';
import { ProgramState } from './program-state';
import type { Program } from './referral';
import { funnelOptions, OVERVIEW, overviewOf } from './referral-address';
import { Trend } from './trend';
import classes from './referrals.module.css';
import { TableSkeleton } from '@/components/ui/table-skeleton';

/** The page of the program before it is there. */
function ReferralsSkeleton() {
  return (
    <div role="status">
      <PageHead
        title={<Skeleton component="span" display="block" height={24} width={140} my={4} />}
        lead={<Skeleton component="span" display="block" height={14} width="min(32rem, 100%)" />}
        action={<Skeleton height={36} width={128} />}
      />
      <div className={classes.page}>
        <Skeleton height={128} className={classes.wide} />
        <Skeleton height={348} />
        <Skeleton height={348} />
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}

const IssueLink = whenOpened(async () => (await import('./issue-link')).IssueLink);

const PROGRAM = '/referrals/program';
/** `issue` opens the form. */
const ISSUE = { issue: '' };

/** The program, what it brought, and everybody in it. */
export function Referrals() {
  const t = useTranslations('referrals');
  const trpc = useTRPC();
  const query = useQuery(trpc.referrals.getProgram.queryOptions());
  const program = query.data;
  const [address, setAddress] = useAddress(ISSUE);
  if (query.isPending) return <ReferralsSkeleton />;
  if (program === undefined) {
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />
      </>
    );
  }
  if (program === null) {
    return (
      <>
        <PageHead title={t('title')} />
        <EmptyState
          icon={<IconUsersPlus {...ICON} />}
          sentence={t('empty.sentence')}
          action={<LinkButton href={PROGRAM}>{t('setUp')}</LinkButton>}
          link={{ href: `${PROGRAM}?sample=friends`, label: t('empty.link') }}
        />
      </>
    );
  }
  return (
    <>
      <PageHead
        title={t('title')}
        aside={<Status kind={program.enabled ? 'on' : 'off'}>{t(program.enabled ? 'state.on' : 'state.off')}</Status>}
        lead={<ProgramState program={program} />}
        action={
          <PageActions
            others={
              program.enabled
                ? [{ label: t('issue.action'), icon: IconLink, onClick: () => setAddress({ issue: '1' }) }]
                : []
            }
          >
            <LinkButton href={PROGRAM}>{t('edit')}</LinkButton>
          </PageActions>
        }
      />
      <Overview program={program} />
      <Lists />
      <IssueLink opened={address.issue === '1'} onClose={() => setAddress({ issue: '' })} />
    </>
  );
}

/** A period in figures, as a funnel, and day by day. */
function Overview({ program }: { program: Program }) {
  const [address, setAddress] = useAddress(OVERVIEW);
  const { days, step } = overviewOf(address);
  const query = useQuery(funnelOptions(useTRPC(), { days }));
  if (query.isError && !query.data)
    return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <div className={classes.page} role="status">
        <Skeleton height={128} className={classes.wide} />
        <Skeleton height={348} />
        <Skeleton height={348} />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Figures
        funnel={query.data}
        currency={program.currency}
        period={days}
        onPeriod={(next) => setAddress({ days: String(next) })}
      />
      <Funnel funnel={query.data} days={days} />
      <Trend funnel={query.data} days={days} step={step} onStep={(next) => setAddress({ series: next })} />
    </div>
  );
}
