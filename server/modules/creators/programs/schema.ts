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
  .meta({
    description: 'Largest commission of one order, in minor units. Null: no cap.',
    jsonSchema: { type: ['integer', 'null'], minimum: 0 },
  });

/** The commission on an order, as clients send it. */
export const commissionIn = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('percent'),
      rate: z
        .number()
        .int()
        .min(1)
        .max(MOST_RATE)
        .meta({ description: 'Rate in hundredths of a percent: 1250 is 12.5 %.', sample: 1000 }),
      currency: currencyIn
        .nullable()
        .default(null)
        .meta({ description: 'Only orders in this currency earn. Null: any currency.' }),
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

/** The commission terms as stored, and as copied into the terms that an affiliate agrees on. */
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
      description: 'Whole percent from 1 to 100, or an amount in minor units.',
      jsonSchema: { type: 'integer', minimum: 1 },
    }),
    currency: currencyIn
      .optional()
      .meta({ description: "Currency of the codes; unless sent, the commission's, else the workspace's." }),
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
  error: 'must be a full address that begins with https://',
});

const host = text(1, 2000)
  .transform((value, context) => {
    const named = hostOf(value);
    if (named !== null) return named;
    context.addIssue({ code: 'custom', message: 'must be a domain such as coupons.example' });
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
    .meta({ description: 'Discount of the code that each affiliate gets for their followers. Null: no code.' }),
  attributionWindowDays: z
    .number()
    .int()
    .min(1)
    .max(180)
    .meta({ description: 'Days after a click in which an order counts.' }),
  holdDays: z
    .number()
    .int()
    .min(0)
    .max(180)
    .meta({ description: 'Days that a commission stays pending, for refunds.' }),
  minPayout: money.meta({ description: 'Smallest total of a statement, in minor units; less waits for a later one.' }),
  newCustomersOnly: z.boolean(),
  autoApprove: z.boolean().meta({ description: 'True: applicants with a verified e-mail are accepted at once.' }),
  visibility: z
    .enum(VISIBILITIES)
    .meta({ description: 'open: listed on the workspace’s public page, where anybody may apply.' }),
  landingUrl: httpsAddress
    .nullable()
    .meta({ description: 'Page of the shop that affiliate links open.', sample: 'https://toko.example/' }),
  blockedReferrers: list(host, MOST_BLOCKED).meta({
    description: 'Domains whose clicks are suspicious: commissions from them are held.',
  }),
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

/** The terms that an affiliate agreed on; they stay the same when the program's terms change. */
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
  conversionRate: z.number().meta({
    description: 'Conversions divided by clicks, as a fraction; above 1 when orders come by code without a click.',
  }),
  revenueByCurrency: byCurrency.meta({
    description: 'Revenue of orders that earned a commission, less refunds, by currency, in minor units.',
  }),
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
    description:
      'The newest 20 redemptions of affiliates’ codes for which no order amount was reported. They earn no commission.',
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
