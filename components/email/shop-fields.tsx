'use client';
/** Fields of blocks that show what the shop has. */
import { Input, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import type { BlockFieldsProps } from '@/components/email/blocks';
import { SearchSelect, useSearchWords } from '@/components/email/search-select';
import { PRODUCT_LAYOUTS } from '@/server/platform/email/blocks-schema';

const FOUND = 20;
/** The longest search for a product by its own id. */
const LONGEST_SEARCH = 100;

/** The product that has the id, as the catalogue has it now; undefined until it is known, and where there is none. */
export function useProduct(externalRef: string) {
  const { data } = useQuery(
    useTRPC().feeds.listProducts.queryOptions(
      { limit: FOUND, q: externalRef.slice(0, LONGEST_SEARCH) },
      { enabled: externalRef !== '' },
    ),
  );
  return data?.items.find((product) => product.externalRef === externalRef);
}

export function ProductFields({ block, onChange, fault }: BlockFieldsProps<'product'>) {
  const t = useTranslations('templates.fields');
  const trpc = useTRPC();
  const { externalRef } = block;
  const own = useProduct(externalRef);
  const chosen = externalRef === '' ? undefined : { value: externalRef, label: own?.name ?? externalRef };
  const search = useSearchWords(chosen?.label);
  const found = useQuery(
    trpc.feeds.listProducts.queryOptions(
      { limit: FOUND, ...(search.q === '' ? {} : { q: search.q }) },
      { enabled: search.isOpened, placeholderData: keepPreviousData },
    ),
  ).data?.items.filter(({ archivedAt }) => archivedAt === null);
  return (
    <>
      <SearchSelect
        label={t('product')}
        description={t('productHelp')}
        placeholder={t('productSearch')}
        nothing={t('productNone')}
        chosen={chosen}
        search={search}
        found={(found ?? []).map((product) => ({ value: product.externalRef, label: product.name }))}
        onChange={(option) => onChange({ ...block, externalRef: option?.value ?? '' })}
        error={own && own.archivedAt !== null ? t('productArchived') : fault('externalRef')}
      />
      <Input.Wrapper label={t('layout')} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t('layout')}
          data={PRODUCT_LAYOUTS.map((value) => ({ value, label: t(`layouts.${value}`) }))}
          value={block.layout ?? 'card'}
          onChange={(layout) => onChange({ ...block, layout })}
        />
      </Input.Wrapper>
    </>
  );
}

export function CodeFields({ block, onChange, fault }: BlockFieldsProps<'code'>) {
  const t = useTranslations('templates.fields');
  const trpc = useTRPC();
  const id = block.discountCodeId;
  const own = useQuery(trpc.discountCodes.get.queryOptions({ id }, { enabled: id !== '' })).data;
  const chosen = id === '' ? undefined : { value: id, label: own?.code ?? '…' };
  const search = useSearchWords(chosen?.label);
  const found = useQuery(
    trpc.discountCodes.list.queryOptions(
      { limit: FOUND, active: true, origin: 'manual', ...(search.q === '' ? {} : { q: search.q }) },
      { enabled: search.isOpened, placeholderData: keepPreviousData },
    ),
  ).data?.items;
  return (
    <SearchSelect
      label={t('code')}
      description={t('codeHelp')}
      placeholder={t('codeSearch')}
      nothing={t('codeNone')}
      chosen={chosen}
      search={search}
      found={(found ?? []).map((each) => ({ value: each.id, label: each.code }))}
      onChange={(option) => onChange({ ...block, discountCodeId: option?.value ?? '' })}
      error={own?.active === false ? t('codeArchived') : fault('discountCodeId')}
    />
  );
}
