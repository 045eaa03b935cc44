'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EVERY } from '@/app/(dashboard)/integrations/integration';
import { useTRPC } from '@/app/trpc';
import { FilterSelect } from '@/components/ui/filter-select';

/** Of which shop; nothing to choose where there is one alone. */
export function ShopFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useTranslations('orders.filters');
  const { data } = useQuery(useTRPC().integrations.list.queryOptions(EVERY));
  const shops = data?.integrations ?? [];
  if (shops.length < 2 && value === '') return null;
  return (
    <FilterSelect
      label={t('shop')}
      all={t('allShops')}
      options={shops.map(({ id, displayName }) => ({ value: id, label: displayName }))}
      value={value}
      onChange={onChange}
    />
  );
}
