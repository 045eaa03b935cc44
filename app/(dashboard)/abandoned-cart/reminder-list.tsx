'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { DataTable } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { ListBody } from '@/components/ui/list-body';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { TableSkeleton } from '@/components/ui/table-skeleton';
import { useAddress } from '@/components/ui/use-address';
import { reminderHref } from './reminder';
import { useReminderColumns } from './reminder-columns';
import { chosenBy, LIST, listOptions, SHOWN } from './cart-address';
import classes from './abandoned-cart.module.css';

/** Every reminder, newest first. */
export function ReminderList() {
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
      <ListBody
        list={list}
        skeleton={<TableSkeleton columns={columns.length} rows={8} />}
        onClear={isFiltered ? () => setAddress(LIST) : undefined}
      >
        {(reminders) => (
          <DataTable
            label={t('reminders')}
            name="cart-reminders"
            columns={columns}
            rows={reminders}
            rowKey={({ id }) => id}
            rowHref={({ id }) => reminderHref(id)}
          />
        )}
      </ListBody>
    </section>
  );
}
