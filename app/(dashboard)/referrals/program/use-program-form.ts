'use client';
/** The form of the program: rules and words of its fields, over the resource's own schema. */
import { useTranslations } from 'next-intl';
import type { Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { isPercent } from '@/app/(dashboard)/discount-codes/code';
import type { Editing, SaveAnswer } from '@/components/ui/editing/use-editor';
import { useResourceForm, type FormEdit } from '@/components/ui/use-resource-form';
import { putProgramInput } from '@/server/modules/offers/referrals/program-schema';
import { inputOf, type ProgramInput, type ProgramValues } from './program-values';

export type SaveProgram = (input: ProgramInput, edit: FormEdit<ProgramInput>) => SaveAnswer<ProgramValues>;

type Words = ReturnType<typeof useTranslations<'referrals.form.problems'>>;

/** Returns the fault of a reward; null for none. */
function rewardFault(value: Typed, percent: boolean, t: Words): string | null {
  if (!percent) return value === '' || value <= 0 ? t('amount') : null;
  if (value === '' || value < 1 || value > 100) return t('percent');
  return Number.isInteger(value) ? null : t('percentWhole');
}

const outside = (value: Typed, most: number): boolean =>
  value === '' || value < 1 || value > most || !Number.isInteger(value);

/** Finds the faults that the schema leaves to the server, and says what its numbers mean to a person: field → words. */
export function faultsOf(values: ProgramValues, t: Words): Record<string, string> {
  const percent = isPercent(values.rewardType);
  const [referrer, referee] = [
    rewardFault(values.referrerValue, percent, t),
    rewardFault(values.refereeValue, percent, t),
  ];
  return {
    ...(referrer !== null && { referrerValue: referrer }),
    ...(referee !== null && { refereeValue: referee }),
    ...(outside(values.attributionWindowDays, 180) && { attributionWindowDays: t('window') }),
    ...(outside(values.rewardExpiryDays, 365) && { rewardExpiryDays: t('expiry') }),
  };
}

export function useProgramForm(initialValues: ProgramValues, editing: Editing<ProgramValues>, save: SaveProgram) {
  const t = useTranslations('referrals.form.problems');
  return useResourceForm({
    initialValues,
    schema: putProgramInput,
    toInput: inputOf,
    save,
    editing,
    check: (values) => faultsOf(values, t),
    problems: {
      currency: t('currency'),
      maxRewardsPerReferrer: t('cap'),
      holdDays: t('hold'),
      'referrerValue.tooBig': t('amountTooLarge'),
      'refereeValue.tooBig': t('amountTooLarge'),
      'minPurchaseAmount.tooBig': t('amountTooLarge'),
    },
  });
}
