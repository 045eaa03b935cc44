'use client';
import { Pill, TagsInput, type TagsInputProps } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useTRPC } from '@/app/trpc';
import { useSearchWords } from '@/components/email/search-select';

const FOUND = 20;
/** Names are looked up for so many ids; the others are shown as ids. */
const NAMED = 30;
const LONGEST_SEARCH = 100;

/** Products of a code: found by name in the catalogue, or typed and pasted as ids that it may not have. */
export function ProductIdsInput({ value, ...props }: TagsInputProps & { value: readonly string[] }) {
  const t = useTranslations('discountCodes.form');
  const trpc = useTRPC();
  const search = useSearchWords(undefined);
  const found = useQuery(
    trpc.feeds.listProducts.queryOptions(
      { limit: FOUND, ...(search.q === '' ? {} : { q: search.q }) },
      { enabled: search.isOpened, placeholderData: keepPreviousData },
    ),
  ).data?.items.filter(({ archivedAt, externalRef }) => archivedAt === null && !value.includes(externalRef));
  const named = useQueries({
    queries: value
      .slice(0, NAMED)
      .map((id) => trpc.feeds.listProducts.queryOptions({ limit: FOUND, q: id.slice(0, LONGEST_SEARCH) })),
  });
  const nameOf = (id: string): string | undefined =>
    named.flatMap(({ data }) => data?.items ?? []).find(({ externalRef }) => externalRef === id)?.name;
  return (
    <TagsInput
      {...props}
      value={[...value]}
      label={t('productIds')}
      description={t('productIdsHelp')}
      searchValue={search.words}
      onSearchChange={search.setWords}
      onDropdownOpen={search.open}
      // The server has searched already.
      filter={({ options }) => options}
      data={(found ?? []).map(({ externalRef, name }) => ({ value: externalRef, label: name }))}
      renderPill={({ option, onRemove, disabled }) => {
        const id = String(option.value);
        return (
          <Pill
            withRemoveButton={!disabled}
            onRemove={onRemove}
            title={id}
            removeButtonProps={{ 'aria-label': t('removeProduct', { id }) }}
          >
            {nameOf(id) ?? id}
          </Pill>
        );
      }}
    />
  );
}
