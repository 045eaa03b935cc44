'use client';
/** The form of a code: rules and words of its fields, over the resource's own schema. */
import { useTimeZone, useTranslations } from 'next-intl';
import type { Editing, SaveAnswer } from '@/components/ui/editing/use-editor';
import { useResourceForm, type FormEdit } from '@/components/ui/use-resource-form';
import { createInput } from '@/server/modules/offers/discount-codes/schema';
import { isPercent, type CodeInput } from './code';
import { inputOf, type CodeValues } from './code-values';

export type SaveCode = (input: CodeInput, edit: FormEdit<CodeInput>) => SaveAnswer<CodeValues>;

type Words = ReturnType<typeof useTranslations<'discountCodes.form.problems'>>;

/** Finds the faults that the schema leaves to the server, because they span fields: field → words. */
export function faultsOf(values: CodeValues, t: Words): Record<string, string> {
  const faults: Record<string, string> = {};
  if (isPercent(values.type)) {
    if (values.value === '' || values.value < 1 || values.value > 100) faults.value = t('percent');
    else if (!Number.isInteger(values.value)) faults.value = t('percentWhole');
  } else if (values.value === '' || values.value <= 0) {
    faults.value = t('amount');
  }
  if (values.scope === 'products' && values.productIds.length === 0) faults.productIds = t('products');
  if (values.scope === 'tags' && values.tagFilter.length === 0) faults.tagFilter = t('tags');
  // Clock times of one zone, written so that the order of the letters is that of the times.
  if (values.startsAt !== null && values.expiresAt !== null && values.startsAt >= values.expiresAt)
    faults.expiresAt = t('order');
  return faults;
}

export function useCodeForm(initialValues: CodeValues, editing: Editing<CodeValues>, save: SaveCode) {
  const t = useTranslations('discountCodes.form.problems');
  const timeZone = useTimeZone() ?? 'UTC';
  return useResourceForm({
    initialValues,
    schema: createInput,
    toInput: (values) => inputOf(values, timeZone),
    save,
    editing,
    check: (values) => faultsOf(values, t),
    problems: {
      currency: t('currency'),
      productIds: t('entry'),
      tagFilter: t('entry'),
      maxUsesTotal: t('cap'),
      maxUsesPerCustomer: t('cap'),
      expiresAt: t('order'),
      'eligibility.segmentId': t('segment'),
      'value.tooBig': t('amountTooLarge'),
      'minPurchaseAmount.tooBig': t('amountTooLarge'),
    },
    codes: {
      CODE_EXISTS: { field: 'code', words: t('exists') },
      INVALID_VALUE: { field: 'value', words: t('value') },
      INVALID_SCOPE: { field: 'scope', words: t('scope') },
    },
  });
}
