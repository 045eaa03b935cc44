'use client';
import { IconMailOff, IconShoppingCartPause } from '@tabler/icons-react';
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
import { CallsButton } from './calls-button';
import { anyOptions } from './cart-address';
import { CartsSkeleton } from './carts-skeleton';
import { Overview } from './overview';
import { SETTINGS, SUPPRESSIONS } from './reminder';
import { ReminderList } from './reminder-list';
import { useCallback } from 'react';

const DAY = 24;

/** “4 hours”, “2 days”. */
function useDelayWords(): (hours: number) => string {
  const t = useTranslations('abandonedCart.delay');
  return useCallback(
    (hours) => (hours >= DAY && hours % DAY === 0 ? t('days', { count: hours / DAY }) : t('hours', { count: hours })),
    [t],
  );
}

/** The page with everything that reminders bring back, and the list of all reminders. */
export function AbandonedCarts() {
  const t = useTranslations('abandonedCart');
  const trpc = useTRPC();
  const delay = useDelayWords();
  const config = useQuery(trpc.abandonedCart.getConfig.queryOptions());
  const any = useQuery(anyOptions(trpc));
  if (config.isPending || any.isPending) return <CartsSkeleton />;
  const error = config.error ?? any.error;
  const actions = (
    <PageActions others={[{ label: t('optedOut'), icon: IconMailOff, href: SUPPRESSIONS }]}>
      <LinkButton href={SETTINGS}>{t('edit')}</LinkButton>
    </PageActions>
  );
  if (!config.data || !any.data) {
    return (
      <>
        <PageHead title={t('title')} />
        <ErrorNotice error={error} act="read" onRetry={() => void Promise.all([config.refetch(), any.refetch()])} />
      </>
    );
  }
  const { enabled, delayHours } = config.data;
  return (
    <>
      <PageHead
        title={t('title')}
        aside={<Status kind={enabled ? 'on' : 'off'}>{t(enabled ? 'state.on' : 'state.off')}</Status>}
        lead={t(enabled ? 'leadOn' : 'leadOff', { delay: delay(delayHours) })}
        action={actions}
      />
      {any.data.total === 0 ? (
        <EmptyState
          icon={<IconShoppingCartPause {...ICON} />}
          sentence={t('empty.sentence')}
          action={<CallsButton variant="filled" />}
          link={{ href: '/docs', label: t('empty.link') }}
        />
      ) : (
        <>
          <Overview />
          <ReminderList />
          <CallsButton />
        </>
      )}
    </>
  );
}
