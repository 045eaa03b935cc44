/** The values that the fields of the form hold, and their conversion to and from what is stored. */
import { fromSmallest, toSmallest, type Typed } from '@/app/(dashboard)/discount-codes/amounts';
import { isPercent } from '@/app/(dashboard)/discount-codes/code';
import type { Program } from '@/app/(dashboard)/referrals/referral';
import type { Inputs } from '@/app/trpc';

export type ProgramInput = Inputs['referrals']['putProgram'];

/** Names are those of the schema, so that faults find their field. */
export interface ProgramValues extends Record<string, unknown> {
  enabled: boolean;
  rewardType: Program['rewardType'];
  /** Percentages, or amounts as people write them. */
  referrerValue: Typed;
  refereeValue: Typed;
  currency: string;
  minPurchaseAmount: Typed;
  attributionWindowDays: Typed;
  rewardExpiryDays: Typed;
  maxRewardsPerReferrer: Typed;
  programTerms: string;
  marketingCampaignId: string | null;
  existingCustomers: Program['existingCustomers'];
  holdDays: Typed;
  review: Program['review'];
}

export const emptyValues = (currency: string): ProgramValues => ({
  enabled: true,
  rewardType: 'percent',
  referrerValue: '',
  refereeValue: '',
  currency,
  minPurchaseAmount: '',
  attributionWindowDays: 30,
  rewardExpiryDays: 90,
  maxRewardsPerReferrer: '',
  programTerms: '',
  marketingCampaignId: null,
  existingCustomers: 'allow',
  holdDays: 0,
  review: 'off',
});

/** Returns the values that the link of the empty page promises: something to change rather than to begin. */
export const sampleValues = (currency: string, terms: string): ProgramValues => ({
  ...emptyValues(currency),
  referrerValue: 15,
  refereeValue: 10,
  maxRewardsPerReferrer: 10,
  programTerms: terms,
});

export function valuesOf(program: Program): ProgramValues {
  const { rewardType, currency, minPurchaseAmount } = program;
  const typed = (value: number) => (isPercent(rewardType) ? value : fromSmallest(value, currency));
  return {
    enabled: program.enabled,
    rewardType,
    referrerValue: typed(program.referrerValue),
    refereeValue: typed(program.refereeValue),
    currency,
    minPurchaseAmount: minPurchaseAmount === null ? '' : fromSmallest(minPurchaseAmount, currency),
    attributionWindowDays: program.attributionWindowDays,
    rewardExpiryDays: program.rewardExpiryDays,
    maxRewardsPerReferrer: program.maxRewardsPerReferrer ?? '',
    programTerms: program.programTerms ?? '',
    marketingCampaignId: program.marketingCampaignId,
    existingCustomers: program.existingCustomers,
    holdDays: program.holdDays,
    review: program.review,
  };
}

export function inputOf(values: ProgramValues): ProgramInput {
  const { rewardType, currency } = values;
  // NaN for an empty field: the schema refuses it.
  const number = (typed: Typed) => (typed === '' ? Number.NaN : typed);
  const reward = (typed: Typed) => (isPercent(rewardType) ? number(typed) : toSmallest(typed, currency));
  return {
    enabled: values.enabled,
    rewardType,
    referrerValue: reward(values.referrerValue),
    refereeValue: reward(values.refereeValue),
    currency: currency.trim(),
    // 0 says the same as nothing: any order counts.
    minPurchaseAmount: Number(values.minPurchaseAmount) === 0 ? null : toSmallest(values.minPurchaseAmount, currency),
    attributionWindowDays: number(values.attributionWindowDays),
    rewardExpiryDays: number(values.rewardExpiryDays),
    maxRewardsPerReferrer: values.maxRewardsPerReferrer === '' ? null : values.maxRewardsPerReferrer,
    programTerms: values.programTerms.trim() === '' ? null : values.programTerms.trim(),
    marketingCampaignId: values.marketingCampaignId,
    existingCustomers: values.existingCustomers,
    // An empty field holds nothing back.
    holdDays: values.holdDays === '' ? 0 : values.holdDays,
    review: values.review,
  };
}
