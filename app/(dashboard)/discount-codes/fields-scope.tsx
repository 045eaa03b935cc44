'use client';
import { TagsInput, Pill, type TagsInputProps } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DISCOUNT_SCOPES } from '@/server/modules/offers/discount-codes/vocabulary';
import { ChoiceCards } from './choice-cards';
import { isShipping } from './code';
import type { CodeFields } from './code-form';
import classes from '@/components/ui/form-fields.module.css';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/app/trpc';
import { useSearchWords } from '@/components/email/search-select';

const FOUND = 20;
/** Names are looked up for so many ids; the others are shown as ids. */
const NAMED = 30;
const LONGEST_SEARCH = 100;

/** Products of a code: found by name in the catalogue, or typed and pasted as ids that it may not have. */
function ProductIdsInput({ value, ...props }: TagsInputProps & { value: readonly string[] }) {
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

/** Both are compared letter by letter, so two that differ in capitals are two. */
const isDuplicate = (entry: string, present: readonly string[]): boolean => present.includes(entry);
const LIST = { splitChars: [',', '\n', '\t'], maxTags: 1000, isDuplicate, clearable: true };

/** The whole cart, some products, or some tags. What is named for the other scope is kept. */
export function ScopeFields({ form }: CodeFields) {
  const t = useTranslations('discountCodes.form');
  const { scope, type } = form.values;
  const clearButtonProps = { 'aria-label': t('clear') };
  return (
    <>
      <ChoiceCards
        legend={t('scope')}
        value={scope}
        onChange={(next) => form.setFieldValue('scope', next)}
        options={DISCOUNT_SCOPES.map((option) => ({
          value: option,
          title: t(`scopes.${option}`),
          help: t(`scopeHelp.${option}`),
        }))}
      />
      {scope !== 'cart' && isShipping(type) && <p className={classes.note}>{t('scopeShipping')}</p>}
      {scope === 'products' && (
        <ProductIdsInput
          {...LIST}
          clearButtonProps={clearButtonProps}
          {...form.getInputProps('productIds')}
          value={form.values.productIds}
          error={form.errors.productIds ?? form.errors.scope}
        />
      )}
      {scope === 'tags' && (
        <TagsInput
          {...LIST}
          clearButtonProps={clearButtonProps}
          label={t('tags')}
          description={t('tagsHelp')}
          {...form.getInputProps('tagFilter')}
          error={form.errors.tagFilter ?? form.errors.scope}
        />
      )}
    </>
  );
}
