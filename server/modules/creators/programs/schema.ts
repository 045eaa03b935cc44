/** Affiliate programs (docs/contract/programs.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list } from '@/server/platform/lib/bounded';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  id,
  idIn,
  instantOut,
  money,
  someOf,
  text,
} from '@/server/platform/lib/fields';
import { hostOf } from '@/server/platform/lib/host';
import { TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import {
  COMMISSION_STATUSES,
  COMMISSION_TYPES,
  MOST_BLOCKED,
  MOST_RATE,
  PROGRAM_STATUSES,
  VISIBILITIES,
} from '@/server/modules/creators/programs/vocabulary';

const maxPerOrder = money
  .nullable()
  .default(null)
  .meta({ description: 'No order earns more. Null: no cap.', jsonSchema: { type: ['integer', 'null'], minimum: 0 } });

/** The commission on an order, as it is sent. */
export const commissionIn = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('percent'),
      rate: z
        .number()
        .int()
        .min(1)
        .max(MOST_RATE)
        .meta({ description: 'Hundredths of a percent: 1250 is 12.5 %.', sample: 1000 }),
      currency: currencyIn.nullable().default(null).meta({ description: 'Null: orders of any currency earn.' }),
      maxPerOrder,
    }),
    z.object({
      type: z.literal('fixed'),
      amount: money.min(1),
      currency: currencyIn,
      maxPerOrder,
    }),
  ])
  .meta({ id: 'ProgramCommission' });

/** As it is stored, and copied into what was agreed on. */
export const commissionTerms = z
  .object({
    type: z.enum(COMMISSION_TYPES),
    rate: z.number().optional(),
    amount: z.number().optional(),
    currency: currencyOut.nullable(),
    maxPerOrder: z.number().nullable(),
  })
  .meta({ id: 'CommissionTerms' });
export type CommissionTerms = z.output<typeof commissionTerms>;

export const customerDiscountIn = z
  .object({
    type: z.enum(TYPES),
    value: z.number().meta({
      description: 'Whole percent 1 to 100, or an amount in the smallest unit of the currency.',
      jsonSchema: { type: 'integer', minimum: 1 },
    }),
    currency: currencyIn
      .optional()
      .meta({ description: "Of the codes; left out: the commission's, else the workspace's." }),
    minPurchaseAmount: money.nullable().default(null),
    maxUsesPerCustomer: z.number().int().min(1).max(2_147_483_647).nullable().default(1),
  })
  .meta({ id: 'ProgramCustomerDiscount' });
export const customerDiscount = z
  .object({
    type: z.enum(TYPES),
    value: z.number(),
    currency: currencyOut.optional(),
    minPurchaseAmount: z.number().nullable(),
    maxUsesPerCustomer: z.number().nullable(),
  })
  .meta({ id: 'CustomerDiscount' });
export type CustomerDiscount = z.output<typeof customerDiscount>;

const httpsAddress = text(1, 2000).refine((value) => isWebAddress(value) && /^https:/i.test(value), {
  error: 'must be an absolute address that begins with https://',
});

const host = text(1, 2000)
  .transform((value, context) => {
    const named = hostOf(value);
    if (named !== null) return named;
    context.addIssue({ code: 'custom', message: 'must be a host such as coupons.example' });
    return z.NEVER;
  })
  .meta({ sample: 'coupons.example', jsonSchema: { type: 'string' } });

const fields = z.object({
  marketingCampaignId: idIn.nullable(),
  name: text(1, 120).meta({ sample: 'Friends of the roastery' }),
  description: text(0, 2000).nullable(),
  commission: commissionIn.nullable(),
  customerDiscount: customerDiscountIn
    .nullable()
    .meta({ description: 'Whoever becomes an affiliate gets a code with it for their followers. Null: no code.' }),
  attributionWindowDays: z.number().int().min(1).max(180).meta({ description: 'So old may a click be.' }),
  holdDays: z.number().int().min(0).max(180).meta({ description: 'So long a commission waits for refunds.' }),
  minPayout: money.meta({ description: 'Less than this waits for a later statement.' }),
  newCustomersOnly: z.boolean(),
  autoApprove: z.boolean().meta({ description: 'Who applies with a verified e-mail is active at once.' }),
  visibility: z.enum(VISIBILITIES).meta({ description: 'open: on the workspace’s public page, anybody may apply.' }),
  landingUrl: httpsAddress.nullable().meta({ description: 'Where links lead to.', sample: 'https://toko.example/' }),
  blockedReferrers: list(host, MOST_BLOCKED).meta({ description: 'Hosts whose visitors’ orders are held.' }),
  terms: text(0, 5000).nullable().meta({ description: 'Markdown.' }),
});

export const createInput = fields.partial().required({ name: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const program = z
  .object({
    id,
    accountId: id,
    marketingCampaignId: z.string().nullable(),
    name: z.string(),
    description: z.string().nullable(),
    status: z.enum(PROGRAM_STATUSES),
    commission: commissionTerms.nullable(),
    customerDiscount: customerDiscount.nullable(),
    attributionWindowDays: z.number(),
    holdDays: z.number(),
    minPayout: z.number(),
    newCustomersOnly: z.boolean(),
    autoApprove: z.boolean(),
    visibility: z.enum(VISIBILITIES),
    landingUrl: z.string().nullable(),
    blockedReferrers: z.array(z.string()),
    terms: z.string().nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'AffiliateProgram' });
export type Program = z.output<typeof program>;

/** The program as events contain it: without its terms, which may be long. */
export const programForEvents = program.omit({ terms: true });

/** The terms that an affiliate agreed on: they apply to them whatever becomes of the program's. */
export const programTerms = z.object({
  name: z.string(),
  commission: commissionTerms.nullable(),
  customerDiscount: customerDiscount.nullable(),
  attributionWindowDays: z.number(),
  holdDays: z.number(),
  minPayout: z.number(),
  newCustomersOnly: z.boolean(),
  terms: z.string().nullable(),
});
export type ProgramTerms = z.output<typeof programTerms>;

const paging = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };

export const listInput = z.object({ ...paging, status: someOf(PROGRAM_STATUSES) });
export type ListInput = z.output<typeof listInput>;
export const listOutput = z.object({ data: z.array(program), cursor: z.string().nullable(), hasMore: z.boolean() });
export const byId = z.object({ id: idIn });
export const archiveOutput = z.object({ id, status: z.literal('archived') });

const byCurrency = z.record(z.string(), z.number());
export const statsInput = byId.extend({ windowDays: clampedInteger({ fallback: 30, min: 1, max: 400 }) });
export type StatsInput = z.output<typeof statsInput>;
export const statsOutput = z.object({
  windowDays: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  conversionRate: z
    .number()
    .meta({ description: 'Conversions of clicks, 0 to 1 and above where orders come by codes.' }),
  revenueByCurrency: byCurrency.meta({ description: 'Of orders that earned something, less refunds.' }),
  commissionByStatus: z.partialRecord(z.enum(COMMISSION_STATUSES), byCurrency),
  top: z.array(
    z.object({
      collaborationId: id,
      name: z.string(),
      clicks: z.number(),
      conversions: z.number(),
      revenueByCurrency: byCurrency,
    }),
  ),
  untold: z.array(z.object({ checkoutSessionId: z.string(), discountCode: z.string(), redeemedAt: instantOut })).meta({
    description: 'Redemptions of affiliates’ codes whose amount nobody has told: they earn nothing (the newest 20).',
  }),
});
export type Stats = z.output<typeof statsOutput>;

export const clickInput = z.object({
  code: text(1, 64),
  referrer: text(0, 2000).nullish(),
  ip: text(1, 64).nullish(),
  userAgent: text(0, 1000).nullish(),
});
export type ClickInput = z.output<typeof clickInput>;
export const clickOutput = z.object({ clickId: id, programId: id, collaborationId: id }).nullable();
export type Click = z.output<typeof clickOutput>;
