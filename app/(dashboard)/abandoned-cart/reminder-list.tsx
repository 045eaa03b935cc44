'use client';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { NoMatches } from '@/components/ui/empty-state';
import { ErrorNotice } from '@/components/ui/error-notice';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { LoadMore } from '@/components/ui/load-more';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { REMINDER_STATES } from '@/server/resources/abandoned-cart/schema';
import { reminderHref } from './reminder';
import { useReminderColumns } from './reminder-columns';
import classes from './abandoned-cart.module.css';

const DEFAULTS = { q: '', state: 'all' };
const SHOWN = ['all', ...REMINDER_STATES] as const;
const PAGE = 25;

/** Every reminder, newest first. */
export function ReminderList() {
  const t = useTranslations('abandonedCart');
  const words = useTranslations('ui');
  const trpc = useTRPC();
  const columns = useReminderColumns();
  const [address, setAddress] = useAddress(DEFAULTS);
  // An address that somebody typed may say anything.
  const state = SHOWN.find((known) => known === address.state) ?? 'all';
  const q = address.q.trim().slice(0, 255);
  const query = useInfiniteQuery(
    trpc.abandonedCart.listReminders.infiniteQueryOptions(
      { limit: PAGE, ...(q !== '' && { q }), ...(state !== 'all' && { state }) },
      { getNextPageParam: (page) => page.nextCursor, placeholderData: keepPreviousData },
    ),
  );
  const reminders = query.data?.pages.flatMap((page) => page.items) ?? [];
  const total = query.data?.pages.at(-1)?.total;

  const body = () => {
    if (query.isPending) return <TableSkeleton columns={columns.length} rows={8} />;
    if (total === undefined) return <ErrorNotice error={query.error} act="read" onRetry={() => void query.refetch()} />;
    if (reminders.length === 0) {
      return (
        <NoMatches
          sentence={words('noMatches')}
          action={
            <Button variant="default" onClick={() => setAddress(DEFAULTS)}>
              {words('clearFilters')}
            </Button>
          }
        />
      );
    }
    return (
      <>
        <DataTable
          label={t('reminders')}
          name="cart-reminders"
          columns={columns}
          rows={reminders}
          rowKey={({ id }) => id}
          rowHref={({ id }) => reminderHref(id)}
        />
        <LoadMore
          shown={reminders.length}
          total={total}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onMore={() => void query.fetchNextPage()}
        />
      </>
    );
  };
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
            value={state}
            onChange={(next) => setAddress({ state: next })}
          />
        }
      />
      {body()}
    </section>
  );
}
