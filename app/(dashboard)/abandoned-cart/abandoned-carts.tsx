'use client';
import { IconMailOff, IconShoppingCartPause } from '@tabler/icons-react';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
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
import { anyOptions, chosenBy, LIST, listOptions, SHOWN } from './cart-address';
import { CartsSkeleton } from './carts-skeleton';
import { Overview } from './overview';
import { SETTINGS, SUPPRESSIONS, reminderHref, type Reminder } from './reminder';
import { useCallback, useMemo } from 'react';
import type { Column } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { TableList } from '@/components/ui/table-list';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import classes from './abandoned-cart.module.css';
import { RelativeTime } from '@/components/ui/date-time';
import { Money } from '@/components/ui/money';
import { None } from '@/components/ui/none';
import { ReminderStatus } from './reminder-status';

function useReminderColumns(): Column<Reminder>[] {
  const t = useTranslations('abandonedCart.columns');
  return useMemo(
    () => [
      {
        key: 'buyer',
        head: t('buyer'),
        card: 'title',
        width: 15,
        cell: (row) => (
          <span className={classes.name}>
            <span>{row.email}</span>
            <code data-note>{row.customerId}</code>
          </span>
        ),
      },
      {
        key: 'state',
        head: t('state'),
        card: 'state',
        width: 11,
        cell: (row) => <ReminderStatus recoveredAt={row.recoveredAt} />,
      },
      {
        key: 'value',
        width: 10,
        priority: 1,
        head: t('value'),
        align: 'end',
        cell: (row) => <Money amount={row.valueAtSend} currency={row.currencyAtSend} />,
      },
      {
        key: 'sent',
        width: 10,
        head: t('sent'),
        cell: (row) => (
          <span className={classes.when}>
            <RelativeTime value={row.sentAt} />
          </span>
        ),
      },
      {
        key: 'back',
        card: 'hidden',
        width: 10,
        head: t('recovered'),
        cell: (row) => (
          <span className={classes.when}>
            {row.recoveredAt === null ? <None /> : <RelativeTime value={row.recoveredAt} />}
          </span>
        ),
      },
    ],
    [t],
  );
}

/** Every reminder, newest first. */
function ReminderList() {
  const t = useTranslations('abandonedCart');
  const columns = useReminderColumns();
  const [address, setAddress] = useAddress(LIST);
  const chosen = chosenBy(address);
  const list = listedInPages(useInfiniteQuery(listOptions(useTRPC(), chosen)), (page) => page.items);
  const isFiltered = chosen.q !== '' || chosen.state !== 'all';
  return (
    <section aria-labelledby="reminders">
      <h2 id="reminders" className={classes.heading}>
        {t('reminders')}
      </h2>
      <ListToolbar
        search={<SearchField label={t('search')} value={address.q} onChange={(next) => setAddress({ q: next })} />}
        filters={
          <FilterChips
            label={t('columns.state')}
            options={SHOWN.map((value) => ({ value, label: t(`states.${value}`) }))}
            value={chosen.state}
            onChange={(next) => setAddress({ state: next })}
          />
        }
      />
      <TableList
        list={list}
        onClear={isFiltered ? () => setAddress(LIST) : undefined}
        label={t('reminders')}
        name="cart-reminders"
        columns={columns}
        rowHref={({ id }) => reminderHref(id)}

        rowsBefore={8}
      />
    </section>
  );
}

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
