'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { Column } from '@/components/ui/data-table';
import { FilterChips } from '@/components/ui/filter-chips';
import { TableList } from '@/components/ui/table-list';
import { ListToolbar } from '@/components/ui/list-toolbar';
import { listedInPages } from '@/components/ui/listed';
import { SearchField } from '@/components/ui/search-field';
import { useAddress } from '@/components/ui/use-address';
import { reminderHref, type Reminder } from './reminder';
import { chosenBy, LIST, listOptions, SHOWN } from './cart-address';
import classes from './abandoned-cart.module.css';
import { useMemo } from 'react';
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
