/** Referral link and attribution (docs/contract/referrals.md); the program is in program-schema.ts. */
import * as z from 'zod';
import { pasted } from '@/server/platform/lib/text';
import { ofLength } from '@/server/platform/lib/bounded';
import { neededWith, withRule } from '@/server/platform/lib/field-rules';
import { currencyIn, currencyOut, foreignId, id, idIn, instantOut, money, text } from '@/server/platform/lib/fields';
import { emailIn } from '@/server/platform/lib/fields';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import { ATTRIBUTION_STATUSES, FLAGS, type REFUSALS } from '@/server/modules/offers/referrals/vocabulary';

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
/** The reasons why an attribution is voided: by void, by fulfil, or by a reviewer. */
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
export type Role = (typeof ROLES)[number];

/** The accountId in a partner's signed body. The access level compares it with the signed workspace. */
const accountId = idIn.nullish();

/**
 * A link's code. A text that cannot be a code becomes '', which no link has, so that it is answered like any unknown
 * code.
 */
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
    customerId: z.string().meta({ description: "Shop's id of the referrer." }),
    code: z.string(),
    clicks: z.number(),
    signups: z.number(),
    rewards: z.number().meta({ description: 'Rewards, without voided ones.' }),
    revenue: z.number().meta({ description: 'Gross amount of rewarded checkouts, in minor units.' }),
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
      'Text for the customer to share: the offer and the address of its page, in the language of the workspace. Absent without a link.',
    sample: 'Kopi Nusantara gives you 10% off your next order: https://…/r/…/k7m2p9qx',
  }),
});

export const resolveLinkInput = z.object({ accountId: idIn, code: linkCodeIn });

export const clickInput = z.object({
  accountId,
  code: linkCodeIn,
  userAgent: text(0, 1000).nullish().meta({
    description: 'User agent of the visitor. Bots, such as link previews of messengers, are not counted.',
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
      description: 'End of the hold. Present when an order has earned the reward and it is held back.',
    }),
    flags: z
      .array(z.enum(FLAGS))
      .optional()
      .meta({ description: 'Reasons for suspicion. Present with `heldUntil`; a flagged reward needs an approval.' }),
  })
  .meta({ id: 'ReferralAttribution' });
export type Attribution = z.output<typeof attribution>;

export const signupInput = z.object({
  accountId,
  refereeCustomerId: foreignId,
  refereeEmail: emailIn.meta({
    description: 'E-mail of the new customer. Compared, not stored; only a keyed hash is kept.',
    sample: 'budi@example.com',
  }),
  referrerEmail: emailIn.nullish().meta({
    description: 'E-mail of the referrer, to detect self-referrals. Without it, only customer ids are compared.',
  }),
  linkCode: linkCodeIn,
  externalSource: foreignId.nullish(),
  externalRef: foreignId.nullish().meta({ description: 'Your own reference; `refereeCustomerId` unless sent.' }),
});
export type SignupInput = z.output<typeof signupInput>;
export const signupOutput = z.object({
  attribution: attribution.nullable().meta({ description: 'Null when nothing was attributed, or when sent before.' }),
});

const checkoutSessionId = foreignId.meta({ sample: 'checkout-1041' });

export const checkoutStartInput = z.object({
  accountId,
  customerId: foreignId.meta({ description: "Shop's id of the referee." }),
  checkoutSessionId,
});
export type CheckoutStartInput = z.output<typeof checkoutStartInput>;
export const checkoutStartOutput = z.object({
  stamped: z.boolean(),
  attributionId: id
    .optional()
    .meta({ description: 'Attribution of the customer, also when the session belongs to another one.' }),
});
export type CheckoutStart = z.output<typeof checkoutStartOutput>;

/** The input of fulfil. A failed checkout may have no amount. */
export const fulfillInput = withRule(
  z.object({
    accountId,
    checkoutSessionId,
    status: text(1, 100).meta({ description: 'Only `completed` earns a reward.', sample: 'completed' }),
    currency: currencyIn.nullish().meta({ description: 'Currency of the checkout. Required when completed.' }),
    amount: money.nullish().meta({ description: 'Gross amount in minor units. Required when completed.' }),
  }),
  neededWith('status', ['completed'], 'currency', 'amount'),
  { error: 'is required for a completed checkout' },
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
    deactivated: z
      .boolean()
      .meta({ description: 'True when the code cannot be used any more; false when it was redeemed.' }),
    redeemed: z.boolean(),
  })
  .meta({ id: 'VoidedCode' });
export type VoidedCode = z.output<typeof voidedCode>;
export const voidOutput = z.object({
  voided: z.boolean(),
  attributionId: id.optional().meta({ description: 'Present when voided.' }),
  codes: z.array(voidedCode).optional().meta({
    description: 'Present when voided: the codes of referrer and referee; empty when none were created.',
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

/** The body is parsed, but may be empty. */
export const sweepInput = z.object({});
export const sweepOutput = z.object({
  expired: z.number().meta({ description: 'Number of attributions expired by this call.' }),
});

export const byId = z.object({ id: idIn });
