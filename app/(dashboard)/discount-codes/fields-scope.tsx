'use client';
import { TagsInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { DISCOUNT_SCOPES } from '@/server/resources/discount-codes/vocabulary';
import { ChoiceCards } from './choice-cards';
import { isShipping } from './code';
import type { CodeFields } from './code-form';
import { ProductIdsInput } from './product-ids-input';
import classes from '@/components/ui/form-fields.module.css';

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
