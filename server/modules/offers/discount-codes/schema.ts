/** Discount code (docs/contract/discount-codes.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { exactlyOne, withRule } from '@/server/platform/lib/field-rules';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  queryBoolean,
  queryMoney,
  text,
} from '@/server/platform/lib/fields';
import { DISCOUNT_SCOPES, ORIGINS, SORTS, TYPES } from '@/server/modules/offers/discount-codes/vocabulary';

export const REASONS = [
  'NOT_FOUND',
  'INACTIVE',
  'NOT_YET_ACTIVE',
  'EXPIRED',
  'CURRENCY_MISMATCH',
  'MIN_PURCHASE',
  'GLOBAL_LIMIT',
  'PER_CUSTOMER_LIMIT',
  'NOT_ELIGIBLE',
  'SCOPE_MISMATCH',
] as const;

export type DiscountType = (typeof TYPES)[number];
export type Reason = (typeof REASONS)[number];
export type Sort = (typeof SORTS)[number];

/** The fields that a merchant sends; `discountCode` below is what we return. */
const cap = z.number().int().min(1).max(2_147_483_647).nullable();
const fields = z.object({
  code: text(1, 50).meta({
    description: 'Matched without regard to case; cannot be changed later.',
    sample: 'LEBARAN25',
  }),
  description: text(0, 500).nullable().meta({ description: 'For you only; shoppers never see it.' }),
  type: z.enum(TYPES),
  value: z.number().meta({
    description: 'Whole percent 1 to 100, or an amount in the smallest unit of the currency.',
    sample: 25,
    jsonSchema: { type: 'integer', minimum: 1 },
  }),
  currency: currencyIn.meta({ description: "The cart's currency must be the same.", sample: 'IDR' }),
  scope: z.enum(DISCOUNT_SCOPES),
  productIds: list(foreignId, 1000).meta({ description: 'Needed when scope is products.' }),
  tagFilter: list(foreignId, 1000).meta({
    description: 'Needed when scope is tags; a line with one of these tags qualifies.',
  }),
  minPurchaseAmount: money.nullable().meta({ description: 'Floor of the subtotal.' }),
  maxUsesTotal: cap.meta({ description: 'Null: unlimited.' }),
  maxUsesPerCustomer: cap.meta({ description: 'Counted per customerId; anonymous redemptions count for nobody.' }),
  startsAt: instantIn.nullable(),
  expiresAt: instantIn.nullable(),
  active: z.boolean(),
  public: z.boolean().meta({ description: 'Listed by the applicable endpoint.' }),
  marketingCampaignId: idIn.nullable(),
  eligibility: z
    .object({
      segmentId: idIn.nullish().meta({ description: 'Only contacts in this segment.' }),
      firstOrderOnly: z.boolean().optional().meta({ description: 'Only whoever has bought nothing yet.' }),
    })
    .meta({ id: 'DiscountCodeEligibility' })
    .nullable()
    .meta({ description: 'Who may use it; validate then needs a customerId or a customerEmail. Null: everybody.' }),
});

export const createInput = fields.partial().required({ code: true, type: true, value: true, currency: true });
export const updateInput = fields.omit({ code: true }).partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

/** A code as a row of a file brings it: all that is said of it without naming products or a campaign. */
export const importedCode = createInput.omit({
  scope: true,
  productIds: true,
  tagFilter: true,
  marketingCampaignId: true,
  eligibility: true,
});
export type ImportedCode = z.input<typeof importedCode>;
/** Codes a call. */
const IMPORT_LIMIT = 1000;
export const importCodesInput = z.object({ codes: list(importedCode, IMPORT_LIMIT).min(1) });
export type ImportCodesInput = z.output<typeof importCodesInput>;
export const importCodesOutput = z.object({
  created: z.number(),
  known: z.number().meta({ description: 'Here already, or twice in the call: left as they are.' }),
});
export type ImportCodesOutput = z.output<typeof importCodesOutput>;
export const knownCodesInput = z.object({ codes: list(text(1, 50), IMPORT_LIMIT) });
export const knownCodesOutput = z.object({ known: z.number() });

export const discountCode = z
  .object({
    id,
    accountId: id,
    code: z.string(),
    description: z.string().nullable(),
    type: z.enum(TYPES),
    value: z.number(),
    currency: currencyOut,
    scope: z.enum(DISCOUNT_SCOPES),
    productIds: z.array(z.string()),
    tagFilter: z.array(z.string()),
    minPurchaseAmount: z.number().nullable(),
    maxUsesTotal: z.number().nullable(),
    maxUsesPerCustomer: z.number().nullable(),
    redemptionCount: z.number(),
    source: z.string().meta({ description: 'manual, or referral_referrer and referral_referee for rewards.' }),
    sourceRefId: z.string().nullable(),
    marketingCampaignId: z.string().nullable(),
    startsAt: instantOut.nullable(),
    expiresAt: instantOut.nullable(),
    active: z.boolean(),
    public: z.boolean(),
    eligibility: z
      .object({ segmentId: z.string().nullable(), firstOrderOnly: z.boolean() })
      .optional()
      .meta({ description: 'Where the code is not for everybody.' }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'DiscountCode' });
export type DiscountCode = z.output<typeof discountCode>;

const amounts = z.record(z.string(), z.number());
/** A code with what it brought. */
export const discountCodeWithRevenue = discountCode
  .extend({
    revenueByCurrency: amounts
      .optional()
      .meta({ description: 'Of the orders whose total redeem was told; left out where it was told none.' }),
    revenueDiscountByCurrency: amounts.optional().meta({ description: 'What was given on those orders.' }),
  })
  .meta({ id: 'DiscountCodeWithRevenue' });
export type DiscountCodeWithRevenue = z.output<typeof discountCodeWithRevenue>;

export const byId = z.object({ id: idIn });
export const archiveOutput = z.object({ id, active: z.literal(false) });

export const listInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  active: queryBoolean.optional(),
  origin: z.enum(ORIGINS).optional().meta({
    description:
      'manual: made by a merchant; referral: rewards of the referral program; funnel: minted for somebody in a funnel; affiliate: of an affiliate program.',
  }),
  source: z.literal('batch').optional().meta({ description: 'Codes of batches, which the list is without.' }),
  q: text(0, 100).optional().meta({ description: 'Part of the code or of its description, in any case.' }),
  sort: z.enum(SORTS).default('newest'),
});
export type ListInput = z.output<typeof listInput>;

const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };
export const listOutput = z.object({ items: z.array(discountCode), ...page });

/** The same rule as foreignId in one check, because a cart has many lines. The value is compared and never stored. */
const lineKey = ofLength(z.string(), 255).regex(/^[^\0]{1,255}$/, 'must have 1 to 255 characters and no NUL');

const line = z.object({
  productId: lineKey.nullish(),
  price: money.meta({ description: 'Of one piece.' }),
  quantity: z.number().int().min(0).max(1_000_000),
  tags: list(lineKey, 1000).nullish(),
});
export type CartLine = z.output<typeof line>;

export const validateInput = z.object({
  accountId: idIn,
  // Whatever a shopper typed: what is too long to be a code is answered with NOT_FOUND, not refused.
  code: text(1, 1000),
  subtotal: money,
  currency: currencyIn,
  shippingCost: money.default(0).meta({ description: 'Matters for the shipping types.' }),
  customerId: foreignId.nullish().meta({ description: 'Without it the cap per customer is not checked.' }),
  customerEmail: text(1, 320).nullish().meta({ description: 'For a code that is not for everybody.' }),
  checkoutSessionId: foreignId
    .nullish()
    .meta({ description: 'Its own hold is left out of what others have set aside.' }),
  items: list(line, 1000).nullish().meta({ description: 'Needed for the scopes products and tags.' }),
  explain: z.boolean().optional().meta({ description: 'Adds `explain` to the answer.' }),
});
export type ValidateInput = z.output<typeof validateInput>;

export const explanation = z
  .object({
    failing: z
      .array(
        z.object({
          reason: z.enum(REASONS),
          missing: z.number().optional().meta({ description: 'How much more the subtotal would have to be.' }),
        }),
      )
      .meta({ description: 'Every reason that fails, in the order of the table.' }),
    lines: z
      .array(z.object({ index: z.number(), discount: z.number() }))
      .meta({ description: 'Of each item sent, what the code takes off it; together discountAmount.' }),
  })
  .meta({ id: 'DiscountExplanation' });
export type Explanation = z.output<typeof explanation>;

export const validateOutput = z.object({
  valid: z.boolean(),
  reason: z.enum(REASONS).optional().meta({ description: 'Present when not valid.' }),
  discountAmount: z.number(),
  discountShipping: z.number(),
  code: discountCode.optional().meta({ description: 'Missing only when there is no such code.' }),
  explain: explanation.optional().meta({ description: 'When it was asked for.' }),
});
export type Validation = z.output<typeof validateOutput>;

/** A code as it is being written, tried on a cart before it is saved. */
export const previewInput = z.object({
  draft: createInput.omit({ code: true, eligibility: true }),
  cart: validateInput.omit({
    accountId: true,
    code: true,
    customerId: true,
    customerEmail: true,
    checkoutSessionId: true,
    explain: true,
  }),
});
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = validateOutput.omit({ code: true, explain: true });

export const holdInput = withRule(
  z.object({
    accountId: idIn.nullish(),
    code: text(1, 1000).optional(),
    discountCodeId: idIn.optional(),
    checkoutSessionId: foreignId.meta({ description: 'The natural key: sent again, the hold is prolonged.' }),
    customerId: foreignId.nullish(),
    customerEmail: text(1, 320).nullish(),
    seconds: z.number().int().min(60).max(3600).default(900),
  }),
  exactlyOne('discountCodeId', 'code'),
  { error: 'needs either code or discountCodeId', path: 'code' },
);
export type HoldInput = z.output<typeof holdInput>;
export const holdOutput = z
  .object({
    id,
    expiresAt: instantOut,
    created: z.boolean().meta({ description: 'False when a hold of this checkout session was prolonged.' }),
  })
  .meta({ id: 'DiscountHold' });
export type Hold = z.output<typeof holdOutput>;

export const redeemInput = z.object({
  accountId: idIn.nullish(),
  discountCodeId: idIn,
  checkoutSessionId: foreignId.meta({ description: 'The natural key: sent again, the first redemption is returned.' }),
  customerId: foreignId.nullish(),
  appliedAmount: money,
  appliedShipping: money.default(0),
  externalSource: foreignId.nullish(),
  externalRef: foreignId.nullish(),
  orderTotal: money
    .nullish()
    .meta({ description: 'What the shopper paid for the order; revenue is added up from it.' }),
});
export type RedeemInput = z.output<typeof redeemInput>;

export const redemption = z.object({
  id,
  discountCodeId: id,
  checkoutSessionId: z.string(),
  appliedAmount: z.number(),
  appliedShipping: z.number(),
  customerId: z.string().nullable(),
  externalSource: z.string().nullable(),
  externalRef: z.string().nullable(),
  redeemedAt: instantOut,
  orderTotal: z.number().optional().meta({ description: 'Where it was said.' }),
  rolledBackAt: instantOut.optional().meta({ description: 'When the use was taken back; it counts nowhere since.' }),
  rollbackReason: z.string().optional(),
});
export type Redemption = z.output<typeof redemption>;
export const redeemOutput = redemption.extend({
  created: z.boolean().meta({ description: 'False when this checkout session was redeemed before.' }),
});

/** As merchants see one. */
export const listedRedemption = redemption.extend({ currency: currencyOut });

export const rollbackInput = z.object({ id: idIn, reason: text(1, 500).nullish() });
export type RollbackInput = z.output<typeof rollbackInput>;
export const rollbackOutput = z.object({
  redemption: listedRedemption,
  rolledBack: z.boolean().meta({ description: 'False when it was rolled back before.' }),
});
export type Rollback = z.output<typeof rollbackOutput>;

export const redemptionsInput = z.object({
  id: idIn,
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
});
export const redemptionsOutput = z.object({ items: z.array(listedRedemption), ...page });

export type RedemptionsPage = z.output<typeof redemptionsOutput>;

export const activityInput = z.object({
  id: idIn,
  days: z.union([z.literal(7), z.literal(30), z.literal(90)]).default(30),
});
export const activityOutput = z.object({
  points: z.array(z.object({ day: z.string(), redemptions: z.number(), amount: z.number() })),
  totals: z.array(
    z.object({
      currency: currencyOut,
      redemptions: z.number(),
      amount: z.number(),
      shipping: z.number(),
      orders: z.number().meta({ description: 'Redemptions of which the order’s total is known.' }),
      revenue: z.number().meta({ description: 'Of these orders.' }),
      revenueDiscount: z.number().meta({ description: 'What was given on these orders.' }),
    }),
  ),
});

export type Activity = z.output<typeof activityOutput>;

export const applicableInput = z.object({
  accountId: idIn,
  currency: currencyIn.default('IDR'),
  productId: foreignId.optional(),
  tags: text(0, 2000).optional().meta({ description: 'Comma-separated.' }),
  subtotal: queryMoney.optional(),
});
export type ApplicableInput = z.output<typeof applicableInput>;
export const applicableOutput = z.object({
  items: z.array(
    discountCode.pick({
      id: true,
      code: true,
      type: true,
      value: true,
      currency: true,
      scope: true,
      minPurchaseAmount: true,
      expiresAt: true,
    }),
  ),
});
