/** Billing (docs/contract/billing.md). */
import * as z from 'zod';
import { cappedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { emailIn } from '@/server/platform/lib/fields';
import { PAID_PLAN_IDS, PLAN_IDS } from '@/server/modules/account/billing/plans';

export const CURRENCIES = ['IDR', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];
/** The plans in the format of checkout requests. */
export const CHECKOUT_PLANS = ['STARTER', 'GROWTH', 'SCALE'] as const;
export const SUBSCRIPTION_STATUSES = ['active', 'canceling', 'canceled', 'past_due', 'incomplete'] as const;
export const INVOICE_STATUSES = ['open', 'paid', 'failed', 'void'] as const;
const PROVIDERS = ['sandbox', 'xendit', 'paypal'] as const;
export const INVOICE_KINDS = ['first', 'renewal'] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

const planLimit = z.number().meta({ description: 'Limit of the plan; -1: unlimited.' });
const amount = z.number().meta({ description: 'Amount in whole IDR, or in USD cents.', sample: 299000 });

export const plansOutput = z.array(
  z
    .object({
      id: z.enum(['free', ...PAID_PLAN_IDS]),
      name: z.string(),
      price: z.number().meta({ description: 'Monthly price in IDR.' }),
      currency: z.literal('IDR'),
      features: z.array(z.string()),
    })
    .meta({ id: 'Plan' }),
);
export type CatalogueEntry = z.output<typeof plansOutput>[number];

export const planOutput = z.object({
  plan: z.enum(PLAN_IDS).meta({ description: 'Stored plan. The enforced plan is free once the period is over.' }),
  planName: z.string(),
  isSvcInternal: z.boolean(),
  contactsLimit: planLimit,
  rateLimit: z.number().meta({ description: 'Requests per minute, for information.' }),
  pixelsEnabled: z.boolean(),
  feedsEnabled: z.boolean(),
  blogPostsLimit: planLimit,
  discountCodesLimit: planLimit,
  referralProgramsLimit: planLimit,
  billingCycleEnd: instantOut.meta({
    description: 'End of the paid period; without one, the first instant of next month (UTC).',
  }),
});
export type CurrentPlan = z.output<typeof planOutput>;

export const subscriptionOutput = z
  .object({
    plan: z.enum(PLAN_IDS),
    planName: z.string(),
    isSvcInternal: z.boolean(),
    status: z.enum(SUBSCRIPTION_STATUSES),
    currentPeriodStart: instantOut.nullable(),
    currentPeriodEnd: instantOut.nullable(),
    cancelAt: instantOut.nullable(),
  })
  .meta({ id: 'Subscription' });
export type SubscriptionView = z.output<typeof subscriptionOutput>;

export const usageOutput = z
  .object({
    plan: z.enum(PLAN_IDS),
    contacts: z.number().meta({ description: 'Contacts created this month.' }),
    contactsLimit: planLimit,
    discountsRedeemed: z.number(),
    remindersSent: z.number(),
    referralAttributions: z.number(),
    blogPostsPublished: z.number(),
    resetAt: instantOut.meta({ description: 'First instant of next month (UTC).' }),
  })
  .meta({ id: 'Usage' });
export type Usage = z.output<typeof usageOutput>;

export const invoice = z
  .object({
    id,
    plan: z.enum(PAID_PLAN_IDS),
    amount,
    currency: z.enum(CURRENCIES),
    status: z.enum(INVOICE_STATUSES),
    paidAt: instantOut.nullable(),
    receiptUrl: z.string().nullable(),
    createdAt: instantOut,
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof invoice>;

const PAGE = { fallback: 20, max: 50 };
export const invoicesInput = z.object({
  limit: cappedInteger(PAGE)
    .refine((value) => value >= 1, { error: 'must be at least 1' })
    .meta({
      jsonSchema: { type: 'integer', default: PAGE.fallback, minimum: 1, maximum: PAGE.max },
      description: `Values above ${PAGE.max} count as ${PAGE.max}.`,
    }),
  cursor,
});
export type InvoicesInput = z.output<typeof invoicesInput>;
export const invoicesOutput = z.object({ data: z.array(invoice), cursor: z.string().nullable(), hasMore: z.boolean() });

export const checkoutInput = z.object({
  plan: z.enum(CHECKOUT_PLANS),
  email: emailIn.optional().meta({
    description: 'E-mail that is billed. Default: that of the signed-in person; required in signed requests.',
  }),
  name: text(0, 255).optional(),
  currency: z.enum(CURRENCIES).optional().meta({
    description: 'Default: IDR for requests from Indonesia or an unknown country, else USD.',
  }),
});
export type CheckoutInput = z.output<typeof checkoutInput>;

export const checkoutOutput = z.object({
  subscriptionId: z
    .string()
    .meta({ description: "The payment provider's id, like `invoiceId` and `checkoutSessionId`." }),
  invoiceId: z.string(),
  checkoutSessionId: z.string(),
  checkoutUrl: z.string().meta({ description: 'Page where the merchant pays.' }),
});
export type CheckoutAnswer = z.output<typeof checkoutOutput>;

/** No fields; a body is still validated, as for every call. */
export const cancelInput = z.object({});

export const discardInput = z.object({ id: idIn });

/** The effect of paying now. `until`: the end of what is paid then. */
const paymentEffect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begins'), until: instantOut }),
  /** The payment extends the running plan by a month from its end. */
  z.object({ kind: z.literal('prolongs'), from: instantOut, until: instantOut }),
  /**
   * The plan in `ends` ends at that moment, without a refund; without the payment it would last until `endsOn` (null:
   * for ever).
   */
  z.object({
    kind: z.literal('replaces'),
    until: instantOut,
    ends: z.enum(PLAN_IDS),
    endsOn: instantOut.nullable(),
  }),
]);
export type PaymentEffect = z.output<typeof paymentEffect>;

/** A plan that can be bought, with its price by currency; null when no provider is set up for the currency. */
const offer = z.object({
  id: z.enum(['free', ...PAID_PLAN_IDS]),
  name: z.string(),
  prices: z
    .object({ IDR: z.number(), USD: z.number() })
    .meta({ description: 'Monthly price in whole IDR and in USD cents; 0 for free.' }),
  limits: z.object({
    contacts: planLimit,
    discountCodes: planLimit,
    discountBatches: z.boolean(),
    referralPrograms: planLimit,
    integrations: planLimit,
    funnels: planLimit,
    campaigns: planLimit,
    programs: planLimit,
    blogPosts: planLimit,
    pixels: z.boolean(),
    abandonedCart: z.boolean(),
    feeds: z.boolean(),
    segments: z.boolean(),
  }),
  /** The effect of paying a checkout for this plan; null for free. */
  effect: paymentEffect.nullable(),
});

/** The numeric limits of a plan. */
export const METERS = [
  'contacts',
  'discountCodes',
  'referralPrograms',
  'integrations',
  'funnels',
  'campaigns',
  'programs',
  'blogPosts',
] as const;
export type MeterName = (typeof METERS)[number];

const meter = z.object({
  resource: z.enum(METERS),
  used: z.number(),
  limit: planLimit,
  /**
   * At the pace of this month (contacts) or of the last 30 days (the others). Null when the limit will not be reached
   * within a year, or before the month ends.
   */
  reachedOn: instantOut.nullable(),
});
export type Meter = z.output<typeof meter>;

/** An invoice that can be paid or waits for its outcome. */
const openInvoice = invoice.extend({
  kind: z.enum(INVOICE_KINDS),
  checkoutUrl: z.string().nullable(),
  expiresAt: instantOut,
  periodStart: instantOut.nullable(),
  periodEnd: instantOut.nullable(),
  effect: paymentEffect.nullable(),
});
export type OpenInvoice = z.output<typeof openInvoice>;

export const overviewOutput = z.object({
  /** As stored. */
  subscription: subscriptionOutput,
  /**
   * The plan that is enforced now. It differs from subscription.plan when the period is over and no gated write has
   * rewritten the row yet.
   */
  effectivePlan: z.enum(PLAN_IDS),
  /** The currency of the running subscription, its provider and the billed e-mail; null without a subscription. */
  payment: z.object({ currency: z.enum(CURRENCIES), provider: z.enum(PROVIDERS), email: z.string() }).nullable(),
  /** The time when the next charge will be asked for; null when there will be none. */
  renewsAt: instantOut.nullable(),
  /** The currency that checkout would bill in when nobody chooses. */
  defaultCurrency: z.enum(CURRENCIES),
  /** The provider of each currency; null: none is set up, and a checkout answers 503 PLAN_NOT_CONFIGURED. */
  providers: z.object({ IDR: z.enum(PROVIDERS).nullable(), USD: z.enum(PROVIDERS).nullable() }),
  plans: z.array(offer),
  /** Against the effective plan. */
  meters: z.array(meter),
  usage: usageOutput,
  /** Open invoices, and failed renewals that can still be paid, newest first. */
  payable: z.array(openInvoice),
});
export type Overview = z.output<typeof overviewOutput>;
