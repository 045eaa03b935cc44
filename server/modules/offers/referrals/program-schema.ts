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
  .meta({ description: 'Whole percent 1 to 100, or an amount in the smallest unit of the currency.', sample: 10 });

export const putProgramInput = z.object({
  enabled: z.boolean().optional().meta({ description: 'False for a new program unless sent.' }),
  rewardType: z.enum(TYPES),
  referrerValue: value,
  refereeValue: value,
  currency: currencyIn.meta({
    description: 'A checkout in another currency voids the attribution.',
    sample: 'IDR',
  }),
  minPurchaseAmount: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .meta({ description: 'Floor of the qualifying purchase; not put on the reward codes. Not sent: reset to null.' }),
  rewardExpiryDays: z.number().int().optional().meta({ description: '1 to 365; 90 for a new program.', sample: 90 }),
  attributionWindowDays: z
    .number()
    .int()
    .optional()
    .meta({ description: '1 to 180; 30 for a new program.', sample: 30 }),
  maxRewardsPerReferrer: int32
    .nullish()
    .meta({ description: 'Voided rewards do not count. Not sent: reset to null, which is unlimited.' }),
  programTerms: text(0, 5000).nullish().meta({ description: 'Markdown. Not sent: reset to null.' }),
  marketingCampaignId: idIn.nullish().meta({ description: 'Null detaches; not sent: it stays.' }),
  existingCustomers: z.enum(EXISTING_CUSTOMERS).optional().meta({
    description:
      'refuse: not who has bought, or was a contact before the first click on the link. A new program has allow; not sent: it stays.',
  }),
  holdDays: z.number().int().min(0).max(MOST_HOLD_DAYS).optional().meta({
    description: 'How long a reward that was earned is held back. 0 for a new program; not sent: it stays.',
    sample: 7,
  }),
  review: z.enum(REVIEWS).optional().meta({
    description: 'Which rewards wait for a person. off for a new program; not sent: it stays.',
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
  attributedRevenue: z.number().meta({ description: 'Gross of the rewarded checkouts.' }),
  conversionRate: z.number().meta({ description: 'totalRewards divided by totalClicks; 0 without clicks.' }),
});
export type Stats = z.output<typeof statsOutput>;
