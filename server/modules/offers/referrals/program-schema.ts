/** Referral program (docs/contract/referrals.md): its rules, a preview of its codes, its figures. The dashboard's form uses the same schemas. */
import * as z from 'zod';
import { currencyIn, currencyOut, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import { EXISTING_CUSTOMERS, MOST_HOLD_DAYS, REVIEWS } from '@/server/modules/offers/referrals/vocabulary';

const int32 = z.number().int().min(1).max(2_147_483_647);

/** The numbers and days that a type allows are checked by the service, as INVALID_VALUE. */
const value = z
  .number()
  .int()
  .min(1)
  .meta({ description: 'Whole percent from 1 to 100, or an amount in minor units.', sample: 10 });

export const putProgramInput = z.object({
  enabled: z.boolean().optional().meta({ description: 'Default of a new program: false.' }),
  rewardType: z.enum(TYPES),
  referrerValue: value,
  refereeValue: value,
  currency: currencyIn.meta({
    description: 'Currency of the rewards. A checkout in another currency voids the attribution.',
    sample: 'IDR',
  }),
  minPurchaseAmount: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .meta({ description: 'Smallest purchase that earns the reward, in minor units. Null unless sent.' }),
  rewardExpiryDays: z
    .number()
    .int()
    .optional()
    .meta({ description: 'Days until reward codes expire, 1 to 365. Default of a new program: 90.', sample: 90 }),
  attributionWindowDays: z
    .number()
    .int()
    .optional()
    .meta({ description: 'Days from the sign-up to the order, 1 to 180. Default of a new program: 30.', sample: 30 }),
  maxRewardsPerReferrer: int32
    .nullish()
    .meta({ description: 'Most rewards of one referrer, without voided ones. Null (unlimited) unless sent.' }),
  programTerms: text(0, 5000).nullish().meta({ description: 'Terms in Markdown. Null unless sent.' }),
  marketingCampaignId: idIn.nullish().meta({ description: 'Id of the campaign; null detaches it.' }),
  existingCustomers: z.enum(EXISTING_CUSTOMERS).optional().meta({
    description:
      'refuse: people who have bought, or were contacts before the first click, are not attributed. Default of a new program: allow.',
  }),
  holdDays: z.number().int().min(0).max(MOST_HOLD_DAYS).optional().meta({
    description: 'Days that an earned reward is held back, 0 to 60. Default of a new program: 0.',
    sample: 7,
  }),
  review: z.enum(REVIEWS).optional().meta({
    description: 'Rewards that need an approval. Default of a new program: off.',
  }),
});
export type PutProgramInput = z.output<typeof putProgramInput>;

export const program = z
  .object({
    id,
    accountId: id,
    enabled: z.boolean(),
    rewardType: z.enum(TYPES),
    referrerValue: z.number(),
    refereeValue: z.number(),
    currency: currencyOut,
    minPurchaseAmount: z.number().nullable(),
    rewardExpiryDays: z.number(),
    attributionWindowDays: z.number(),
    maxRewardsPerReferrer: z.number().nullable(),
    programTerms: z.string().nullable(),
    marketingCampaignId: z.string().nullable(),
    existingCustomers: z.enum(EXISTING_CUSTOMERS),
    holdDays: z.number(),
    review: z.enum(REVIEWS),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'ReferralProgram' });
export type Program = z.output<typeof program>;
export const getProgramOutput = program.nullable();

/** Both codes of a program that is not saved yet. */
const sampleCode = z.object({
  code: z.string(),
  type: z.enum(TYPES),
  value: z.number(),
  currency: currencyOut,
  expiresAt: instantOut,
});
export type SampleCode = z.output<typeof sampleCode>;
export const previewInput = putProgramInput.pick({
  rewardType: true,
  referrerValue: true,
  refereeValue: true,
  currency: true,
  rewardExpiryDays: true,
});
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({ referrer: sampleCode, referee: sampleCode });

export const statsOutput = z.object({
  totalLinks: z.number(),
  totalClicks: z.number(),
  totalSignups: z.number(),
  totalRewards: z.number(),
  attributedRevenue: z.number().meta({ description: 'Gross amount of rewarded checkouts, in minor units.' }),
  conversionRate: z.number().meta({ description: 'totalRewards / totalClicks, not rounded. 0 without clicks.' }),
});
export type Stats = z.output<typeof statsOutput>;
