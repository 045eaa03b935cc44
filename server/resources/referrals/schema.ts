/** Referral program, link and attribution (docs/contract/referrals.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { pasted } from '@/server/lib/text';
import { ofLength } from '@/server/lib/bounded';
import { neededWith, withRule } from '@/server/lib/field-rules';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantOut,
  money,
  text,
} from '@/server/lib/fields';
import { emailIn } from '@/server/resources/contacts/schema';
import { TYPES } from '@/server/resources/discount-codes/vocabulary';
import {
  ATTRIBUTION_STATUSES,
  EXISTING_CUSTOMERS,
  FLAGS,
  LINK_SORTS,
  MOST_HOLD_DAYS,
  REFUSALS,
  REVIEWS,
} from '@/server/resources/referrals/vocabulary';

export const FULFILL_REASONS = [
  'session_not_completed',
  'no_attribution',
  'already_fulfilled',
  'held',
  'expired',
  'program_disabled',
  'currency_mismatch',
  'min_purchase',
  'max_rewards_per_referrer',
] as const;
export const NOT_VOIDED_REASONS = ['no_attribution', 'already_voided', 'expired'] as const;
/** Why an attribution is voided: by void, by fulfil, or by a person who looked at it. */
export const VOID_REASONS = [
  'refund',
  'program_disabled',
  'currency_mismatch',
  'max_rewards_per_referrer',
  'declined',
] as const;
export const ROLES = ['referrer', 'referee'] as const;

export type AttributionStatus = (typeof ATTRIBUTION_STATUSES)[number];
export type FulfillReason = (typeof FULFILL_REASONS)[number];
export type NotVoidedReason = (typeof NOT_VOIDED_REASONS)[number];
export type VoidReason = (typeof VOID_REASONS)[number];
export type Flag = (typeof FLAGS)[number];
export type Refusal = (typeof REFUSALS)[number];
export type LinkSort = (typeof LINK_SORTS)[number];
export type Role = (typeof ROLES)[number];

const int32 = z.number().int().min(1).max(2_147_483_647);

/** Which numbers a type allows, and how many days, is INVALID_VALUE and the service's to say. */
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
      'refuse: whoever has bought, or was a contact before the first click on the link, is not attributed. allow for a new program; not sent: it stays.',
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

/** The accountId of a partner-signed body. The rung compares it with the signed workspace. */
const accountId = idIn.nullish();

/** What cannot be a link's code becomes the empty string, which no link has: it is answered like any unknown code. */
const linkCodeIn = ofLength(z.string().overwrite(pasted), 8)
  .transform((code) => (/^[a-z0-9]{8}$/.test(code) ? code : ''))
  .meta({
    description: 'Eight characters of abcdefghjkmnpqrstuvwxyz23456789.',
    sample: 'k7m2p9qx',
    jsonSchema: { type: 'string' },
  });

export const link = z
  .object({
    id,
    programId: id,
    accountId: id,
    customerId: z.string().meta({ description: 'The referrer.' }),
    code: z.string(),
    clicks: z.number(),
    signups: z.number(),
    rewards: z.number().meta({ description: 'Rewarded and not voided since.' }),
    revenue: z.number().meta({ description: 'Gross of the rewarded checkouts.' }),
    createdAt: instantOut,
  })
  .meta({ id: 'ReferralLink' });
export type Link = z.output<typeof link>;

export const issueLinkInput = z.object({ accountId, customerId: foreignId });
export const issueLinkByHandInput = issueLinkInput.pick({ customerId: true });
export type IssueLinkInput = z.output<typeof issueLinkInput>;
export const issueLinkOutput = z.object({
  link: link.nullable().meta({ description: 'Null when there is no program or it is disabled.' }),
  shareText: z.string().optional().meta({
    description:
      'What the customer can send to a friend: the offer, in the language of the workspace, and the address of the hosted page. Absent without a link.',
    sample: 'Kopi Nusantara gives you 10% off your next order: https://…/r/…/k7m2p9qx',
  }),
});

export const resolveLinkInput = z.object({ accountId: idIn, code: linkCodeIn });

export const clickInput = z.object({
  accountId,
  code: linkCodeIn,
  userAgent: text(0, 1000).nullish().meta({
    description:
      'Of whoever followed the link. The robots of messengers that draw a preview of a link are not counted.',
  }),
});
export const clickOutput = z
  .object({ linkId: id, programId: id })
  .nullable()
  .meta({ description: 'Null when the code is unknown or the program is disabled.' });
export type Click = z.output<typeof clickOutput>;

export const attribution = z
  .object({
    id,
    accountId: id,
    programId: id,
    linkId: id,
    referrerCustomerId: z.string(),
    refereeCustomerId: z.string(),
    status: z.enum(ATTRIBUTION_STATUSES),
    qualifyingCheckoutSessionId: z.string().nullable(),
    externalSource: z.string().nullable(),
    externalRef: z.string().nullable(),
    referrerCodeId: z.string().nullable(),
    refereeCodeId: z.string().nullable(),
    expiresAt: instantOut,
    rewardedAt: instantOut.nullable(),
    createdAt: instantOut,
    heldUntil: instantOut.optional().meta({
      description: 'Present when an order has earned the reward and it is held back; it stays pending meanwhile.',
    }),
    flags: z
      .array(z.enum(FLAGS))
      .optional()
      .meta({ description: 'What looks wrong. Present with heldUntil; a flagged one waits for a person.' }),
  })
  .meta({ id: 'ReferralAttribution' });
export type Attribution = z.output<typeof attribution>;

export const signupInput = z.object({
  accountId,
  refereeCustomerId: foreignId,
  refereeEmail: emailIn.meta({
    description: 'Compared with referrerEmail, and not stored.',
    sample: 'budi@example.com',
  }),
  referrerEmail: emailIn.nullish().meta({ description: 'Without it, only the customer ids are compared.' }),
  linkCode: linkCodeIn,
  externalSource: foreignId.nullish(),
  externalRef: foreignId.nullish().meta({ description: 'refereeCustomerId when not sent.' }),
});
export type SignupInput = z.output<typeof signupInput>;
export const signupOutput = z.object({
  attribution: attribution.nullable().meta({ description: 'Null for whoever cannot be attributed, and for a replay.' }),
});

const checkoutSessionId = foreignId.meta({ sample: 'checkout-1041' });

export const checkoutStartInput = z.object({
  accountId,
  customerId: foreignId.meta({ description: 'The referee.' }),
  checkoutSessionId,
});
export type CheckoutStartInput = z.output<typeof checkoutStartInput>;
export const checkoutStartOutput = z.object({
  stamped: z.boolean(),
  attributionId: id
    .optional()
    .meta({ description: "The customer's own; also when the session is stamped on another attribution." }),
});
export type CheckoutStart = z.output<typeof checkoutStartOutput>;

/** A checkout that came to nothing may have no amount. */
export const fulfillInput = withRule(
  z.object({
    accountId,
    checkoutSessionId,
    status: text(1, 100).meta({ description: 'Only `completed` rewards.', sample: 'completed' }),
    currency: currencyIn.nullish().meta({ description: 'Needed when completed.' }),
    amount: money.nullish().meta({ description: 'Gross of the checkout. Needed when completed.' }),
  }),
  neededWith('status', ['completed'], 'currency', 'amount'),
  { error: 'is needed for a completed checkout' },
);
export type FulfillInput = z.output<typeof fulfillInput>;
export const fulfillOutput = z.object({
  issued: z.boolean(),
  referrerCodeId: id.optional().meta({ description: 'Present when issued.' }),
  refereeCodeId: id.optional().meta({ description: 'Present when issued.' }),
  reason: z.enum(FULFILL_REASONS).optional().meta({ description: 'Present when not issued.' }),
});
export type Fulfillment = z.output<typeof fulfillOutput>;

export const voidInput = z.object({ accountId, checkoutSessionId });
const voidedCode = z
  .object({
    id,
    code: z.string(),
    deactivated: z.boolean().meta({ description: 'Whether it can be used no more: false for one that was redeemed.' }),
    redeemed: z.boolean(),
  })
  .meta({ id: 'VoidedCode' });
export type VoidedCode = z.output<typeof voidedCode>;
export const voidOutput = z.object({
  voided: z.boolean(),
  attributionId: id.optional().meta({ description: 'Present when voided.' }),
  codes: z.array(voidedCode).optional().meta({
    description: "Present when voided: the referrer's code and the referee's, none when it was not rewarded.",
  }),
  reason: z.enum(NOT_VOIDED_REASONS).optional().meta({ description: 'Present when not voided.' }),
});
export type Voiding = z.output<typeof voidOutput>;

export const rewardsInput = z.object({ accountId: idIn, customerId: foreignId });
const reward = z.object({
  role: z.enum(ROLES),
  rewardedAt: instantOut,
  code: z.object({
    id,
    code: z.string(),
    type: z.enum(TYPES),
    value: z.number(),
    currency: currencyOut,
    minPurchaseAmount: z.number().nullable(),
    expiresAt: instantOut.nullable(),
    redeemed: z.boolean(),
  }),
});
export type Reward = z.output<typeof reward>;
export const rewardsOutput = z.object({ rewards: z.array(reward) });

/** A body is read, and may be empty. */
export const sweepInput = z.object({});
export const sweepOutput = z.object({
  expired: z.number().meta({ description: 'How many attributions this call expired.' }),
});

export const byId = z.object({ id: idIn });
const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };
/** Rows a page. */
export const limit = clampedInteger({ fallback: 50, min: 1, max: 100 });

/** The contact that goes by a customer's id (the newest with it as externalRef), for people who read the list. */
const person = z
  .object({ id, name: z.string().meta({ description: 'Name, else e-mail, else phone.' }) })
  .meta({ id: 'ReferralPerson' })
  .nullable();
export type Person = z.output<typeof person>;

const amountIn = z.object({ currency: currencyOut, amount: z.number() });

export const listedLink = link.extend({
  customer: person,
  pending: z.number().meta({ description: 'Attributions that still wait for an order.' }),
  revenues: z
    .array(amountIn)
    .meta({ id: 'Revenues', description: 'Revenue by currency: the program may have changed its own.' }),
});
export type ListedLink = z.output<typeof listedLink>;
export const listLinksInput = z.object({
  limit,
  cursor,
  q: text(0, 100).optional().meta({ description: "Part of the customer's id or of the code, in any case." }),
  sort: z.enum(LINK_SORTS).default('newest'),
});
export type ListLinksInput = z.output<typeof listLinksInput>;
export const listLinksOutput = z.object({ items: z.array(listedLink), ...page });

export const linkDetails = listedLink.extend({
  expired: z.number(),
  voided: z.number(),
  firstClickAt: instantOut.nullable(),
  lastClickAt: instantOut.nullable(),
  shareText: z.string().optional().meta({ description: 'As of issue. Absent while the program is disabled.' }),
});
export type LinkDetails = z.output<typeof linkDetails>;

export const listedAttribution = attribution.extend({
  linkCode: z.string(),
  referrer: person,
  referee: person,
  amount: z.number().nullable().meta({ description: 'Gross of the rewarded checkout; null until then.' }),
  currency: z.string().nullable(),
  voidReason: z.enum(VOID_REASONS).nullable(),
  updatedAt: instantOut.meta({
    description: 'The last change: of an expired or voided attribution, when it became that.',
  }),
  needsReview: z
    .boolean()
    .optional()
    .meta({ description: 'Present with heldUntil: whether only a person can let it be rewarded.' }),
  reviewedAt: instantOut.optional().meta({ description: 'When a person approved or declined it.' }),
  reviewNote: z.string().optional(),
});
export type ListedAttribution = z.output<typeof listedAttribution>;
export const listAttributionsInput = z.object({
  limit,
  cursor,
  status: z.enum(ATTRIBUTION_STATUSES).optional(),
  linkId: idIn.optional(),
  q: text(0, 100).optional().meta({
    description: "Part of either customer's id, the link's code, the checkout session or externalRef, in any case.",
  }),
});
export type ListAttributionsInput = z.output<typeof listAttributionsInput>;
export const listAttributionsOutput = z.object({ items: z.array(listedAttribution), ...page });

const mintedCode = z
  .object({
    id,
    code: z.string(),
    type: z.enum(TYPES),
    value: z.number(),
    currency: currencyOut,
    active: z.boolean(),
    expiresAt: instantOut.nullable(),
    redeemedAt: instantOut.nullable().meta({ description: 'Null while it is unused.' }),
  })
  .meta({ id: 'RewardCode' });
export type MintedCode = z.output<typeof mintedCode>;

/** The whole way from link to reward. */
export const attributionDetails = listedAttribution.extend({
  link: link.pick({ id: true, code: true, clicks: true, createdAt: true }),
  clicksBefore: z
    .object({ count: z.number(), first: instantOut.nullable(), last: instantOut.nullable() })
    .meta({ description: 'Clicks on the link up to the sign-up; whose they were is not known.' }),
  codes: z.object({ referrer: mintedCode.nullable(), referee: mintedCode.nullable() }),
});
export type AttributionDetails = z.output<typeof attributionDetails>;

/** Where a reward code comes from; null for any other code. */
export const originOutput = z
  .object({
    attributionId: id,
    role: z.enum(ROLES),
    status: z.enum(ATTRIBUTION_STATUSES),
    linkCode: z.string(),
    referrerCustomerId: z.string(),
    refereeCustomerId: z.string(),
  })
  .nullable();
export type Origin = z.output<typeof originOutput>;

export const funnelInput = z.object({ days: z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30) });
const compared = z.object({ current: z.number(), previous: z.number() });
export const funnelOutput = z.object({
  points: z.array(z.object({ day: z.string(), clicks: z.number(), signups: z.number(), rewards: z.number() })),
  clicks: compared,
  signups: compared,
  rewards: compared,
  revenue: z.array(compared.extend({ currency: currencyOut })),
  refused: z
    .array(z.object({ reason: z.enum(REFUSALS), count: z.number() }))
    .meta({ description: 'Sign-ups of the period that were not attributed, most first.' }),
  held: z.number().meta({ description: 'Rewards that are held back now.' }),
  waiting: z.number().meta({ description: 'Those of them that wait for a person.' }),
});
export type Funnel = z.output<typeof funnelOutput>;
