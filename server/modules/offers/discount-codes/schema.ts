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

/** The input fields of a code; `discountCode` below is the answer. */
const cap = z.number().int().min(1).max(2_147_483_647).nullable();
const fields = z.object({
  code: text(1, 50).meta({
    description: 'Text of the code. Case is ignored; it cannot change later.',
    sample: 'LEBARAN25',
  }),
  description: text(0, 500).nullable().meta({ description: 'Note for you; shoppers never see it.' }),
  type: z.enum(TYPES),
  value: z.number().meta({
    description: 'Whole percent from 1 to 100, or an amount in minor units.',
    sample: 25,
    jsonSchema: { type: 'integer', minimum: 1 },
  }),
  currency: currencyIn.meta({ description: 'Currency that the cart must have, ISO 4217.', sample: 'IDR' }),
  scope: z.enum(DISCOUNT_SCOPES),
  productIds: list(foreignId, 1000).meta({
    description: 'Products that qualify. Required when `scope` is `products`.',
  }),
  tagFilter: list(foreignId, 1000).meta({
    description: 'Tags that make a line qualify. Required when `scope` is `tags`.',
  }),
  minPurchaseAmount: money.nullable().meta({ description: 'Smallest subtotal, in minor units. Null: none.' }),
  maxUsesTotal: cap.meta({ description: 'Most redemptions in all. Null: unlimited.' }),
  maxUsesPerCustomer: cap.meta({ description: 'Most redemptions of one `customerId`. Null: unlimited.' }),
  startsAt: instantIn.nullable(),
  expiresAt: instantIn.nullable(),
  active: z.boolean(),
  public: z.boolean().meta({ description: 'True: shown in the public list of codes.' }),
  marketingCampaignId: idIn.nullable(),
  eligibility: z
    .object({
      segmentId: idIn.nullish().meta({ description: 'Only contacts in this segment may use the code.' }),
      firstOrderOnly: z.boolean().optional().meta({ description: 'True: only for first orders.' }),
    })
    .meta({ id: 'DiscountCodeEligibility' })
    .nullable()
    .meta({
      description: 'Limits who may use the code; validate then needs `customerId` or `customerEmail`. Null: everybody.',
    }),
});

export const createInput = fields.partial().required({ code: true, type: true, value: true, currency: true });
export const updateInput = fields.omit({ code: true }).partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

/** A code as one row of a file: all fields except products and campaign. */
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
  known: z.number().meta({ description: 'Codes that exist already or are twice in the call. They are not changed.' }),
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
    source: z.string().meta({
      description:
        'Origin: `manual`, `funnel`, `affiliate`, `batch`, or `referral_referrer` and `referral_referee` for rewards.',
    }),
    sourceRefId: z.string().nullable(),
    marketingCampaignId: z.string().nullable(),
    startsAt: instantOut.nullable(),
    expiresAt: instantOut.nullable(),
    active: z.boolean(),
    public: z.boolean(),
    eligibility: z
      .object({ segmentId: z.string().nullable(), firstOrderOnly: z.boolean() })
      .optional()
      .meta({ description: 'Present when the code is not for everybody.' }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'DiscountCode' });
export type DiscountCode = z.output<typeof discountCode>;

const amounts = z.record(z.string(), z.number());
/** A code with the revenue that it brought. */
export const discountCodeWithRevenue = discountCode
  .extend({
    revenueByCurrency: amounts.optional().meta({
      description: 'Revenue of redemptions with a known order total, by currency, in minor units. Absent without any.',
    }),
    revenueDiscountByCurrency: amounts
      .optional()
      .meta({ description: 'Discount on those orders, by currency, in minor units.' }),
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
      'Creator of the code. manual: a merchant; referral: the referral program; funnel: a funnel, for one contact; affiliate: an affiliate program.',
  }),
  source: z.literal('batch').optional().meta({ description: 'batch: codes of batches, which are left out otherwise.' }),
  q: text(0, 100).optional().meta({ description: 'Part of the code or its description; case is ignored.' }),
  sort: z.enum(SORTS).default('newest'),
});
export type ListInput = z.output<typeof listInput>;

const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };
export const listOutput = z.object({ items: z.array(discountCode), ...page });

/** The rule of foreignId as one check, because a cart has many lines. The value is compared and never stored. */
const lineKey = ofLength(z.string(), 255).regex(/^[^\0]{1,255}$/, 'must have 1 to 255 characters and no NUL');

const line = z.object({
  productId: lineKey.nullish(),
  price: money.meta({ description: 'Price of one piece, in minor units.' }),
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
  shippingCost: money.default(0).meta({ description: 'Shipping cost in minor units, for codes that reduce it.' }),
  customerId: foreignId
    .nullish()
    .meta({ description: "Shop's id of the customer. Without it, `maxUsesPerCustomer` is not checked." }),
  customerEmail: text(1, 320).nullish().meta({ description: 'Identifies the customer, for codes with `eligibility`.' }),
  checkoutSessionId: foreignId.nullish().meta({ description: 'Ignores the hold of this checkout session.' }),
  items: list(line, 1000)
    .nullish()
    .meta({ description: 'Lines of the cart. Required for the scopes products and tags.' }),
  explain: z.boolean().optional().meta({ description: 'True: adds `explain` to the answer.' }),
});
export type ValidateInput = z.output<typeof validateInput>;

export const explanation = z
  .object({
    failing: z
      .array(
        z.object({
          reason: z.enum(REASONS),
          missing: z
            .number()
            .optional()
            .meta({ description: 'Amount missing from the subtotal, in minor units, with `MIN_PURCHASE`.' }),
        }),
      )
      .meta({ description: 'All reasons that refuse the code, in the order in which they are checked.' }),
    lines: z
      .array(z.object({ index: z.number(), discount: z.number() }))
      .meta({ description: 'Discount of each item sent, in minor units; the sum is `discountAmount`.' }),
  })
  .meta({ id: 'DiscountExplanation' });
export type Explanation = z.output<typeof explanation>;

export const validateOutput = z.object({
  valid: z.boolean(),
  reason: z.enum(REASONS).optional().meta({ description: 'Present when `valid` is false.' }),
  discountAmount: z.number(),
  discountShipping: z.number(),
  code: discountCode.optional().meta({ description: 'The code; absent when it does not exist.' }),
  explain: explanation.optional().meta({ description: 'Present when `explain` was true.' }),
});
export type Validation = z.output<typeof validateOutput>;

/** A code that is still being written, tried on a cart before it is saved. */
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
    checkoutSessionId: foreignId.meta({ description: 'Key of the hold: the same session prolongs it.' }),
    customerId: foreignId.nullish(),
    customerEmail: text(1, 320).nullish(),
    seconds: z.number().int().min(60).max(3600).default(900),
  }),
  exactlyOne('discountCodeId', 'code'),
  { error: 'takes either code or discountCodeId', path: 'code' },
);
export type HoldInput = z.output<typeof holdInput>;
export const holdOutput = z
  .object({
    id,
    expiresAt: instantOut,
    created: z.boolean().meta({ description: 'False when an existing hold was prolonged.' }),
  })
  .meta({ id: 'DiscountHold' });
export type Hold = z.output<typeof holdOutput>;

export const redeemInput = z.object({
  accountId: idIn.nullish(),
  discountCodeId: idIn,
  checkoutSessionId: foreignId.meta({ description: 'Key of the redemption: the same session returns the first one.' }),
  customerId: foreignId.nullish(),
  appliedAmount: money,
  appliedShipping: money.default(0),
  externalSource: foreignId.nullish(),
  externalRef: foreignId.nullish(),
  orderTotal: money
    .nullish()
    .meta({ description: 'Amount paid for the order, in minor units: the revenue of the code.' }),
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
  orderTotal: z
    .number()
    .optional()
    .meta({ description: 'Amount paid for the order, in minor units. Present when it is known.' }),
  rolledBackAt: instantOut.optional().meta({ description: 'Time of the rollback; the redemption no longer counts.' }),
  rollbackReason: z.string().optional(),
});
export type Redemption = z.output<typeof redemption>;
export const redeemOutput = redemption.extend({
  created: z.boolean().meta({ description: 'False when this checkout session had redeemed before.' }),
});

/** A redemption as merchants see it. */
export const listedRedemption = redemption.extend({ currency: currencyOut });

export const rollbackInput = z.object({ id: idIn, reason: text(1, 500).nullish() });
export type RollbackInput = z.output<typeof rollbackInput>;
export const rollbackOutput = z.object({
  redemption: listedRedemption,
  rolledBack: z.boolean().meta({ description: 'False when it had been rolled back before.' }),
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
      orders: z.number().meta({ description: 'Redemptions with a known order total.' }),
      revenue: z.number().meta({ description: 'Revenue of these orders, in minor units.' }),
      revenueDiscount: z.number().meta({ description: 'Discount on these orders, in minor units.' }),
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
