/** Figures of a workspace over a rolling window, figures over time, and the lists on Home. */
import * as z from 'zod';
import { clampedInteger, currencyIn, currencyOut, id, instantOut } from '@/server/platform/lib/fields';

const windowDays = clampedInteger({ fallback: 30, min: 1, max: 365 });

const count = z.int().min(0);
const amounts = z.record(currencyOut, z.number()).meta({
  id: 'AmountsByCurrency',
  description: 'Amounts in minor units, by currency. Currencies are never added up.',
  sample: { IDR: 1500000 },
});

const figures = {
  contacts: z
    .object({
      total: count.meta({ description: 'Contacts at `to`.' }),
      new: count,
      unsubscribed: count.meta({
        description: 'Contacts who unsubscribed in the window, for any reason, and have not subscribed again.',
      }),
    })
    .meta({ id: 'ContactFigures' }),
  broadcasts: z
    .object({
      sent: count.meta({ description: 'Broadcasts sent in the window. The other figures count their messages.' }),
      messages: count,
      delivered: count.meta({ description: 'Delivered messages, opened and clicked ones included.' }),
      opened: count.meta({ description: 'Opened messages, clicked ones included.' }),
      clicked: count,
      bounced: count,
      failed: count,
    })
    .meta({ id: 'BroadcastFigures' }),
  discounts: z
    .object({
      redemptions: count,
      appliedByCurrency: amounts,
      revenueByCurrency: amounts
        .optional()
        .meta({ description: 'Revenue of redemptions with a known order total. Absent without any.' }),
      revenueDiscountByCurrency: amounts.optional().meta({ description: 'Discount on those orders.' }),
    })
    .meta({ id: 'DiscountFigures' }),
  referrals: z
    .object({
      clicks: count,
      signups: count,
      rewards: count.meta({ description: 'Rewards, without voided ones.' }),
      revenueByCurrency: amounts,
    })
    .meta({ id: 'ReferralFigures' }),
  carts: z
    .object({
      remindersSent: count,
      recovered: count.meta({
        description: 'Reminders sent in the window whose cart was recovered, at any time.',
      }),
      recoveryRate: z
        .number()
        .meta({ description: 'recovered / remindersSent, not rounded. 0 when nothing was sent.' }),
      valueByCurrency: amounts,
    })
    .meta({ id: 'CartFigures' }),
  orders: z
    .object({
      placed: count.meta({
        description: 'Orders placed in the window, also from before the shop was connected, without canceled ones.',
      }),
      paid: count.meta({ description: 'Paid orders among `placed`.' }),
      revenueByCurrency: amounts.meta({
        description: 'Revenue of the paid orders, less refunds, by currency, in minor units.',
      }),
      refundedByCurrency: amounts.meta({
        description: 'Refunds of orders placed in the window, by currency, in minor units.',
      }),
      abandonedCheckouts: count.meta({ description: 'Checkouts abandoned in the window.' }),
      recoveredCheckouts: count.meta({
        description: 'Checkouts among `abandonedCheckouts` that were completed, at any time.',
      }),
    })
    .meta({ id: 'OrderFigures' }),
  funnels: z
    .object({
      entered: count.meta({ description: 'Entries into funnels in the window.' }),
      messages: count.meta({ description: 'Messages of funnels sent in the window.' }),
      converted: count.meta({ description: 'Entries of the window that reached the goal, at any time.' }),
      revenueByCurrency: amounts.meta({
        description: 'Revenue of these conversions, less refunds, by currency, in minor units.',
      }),
    })
    .meta({ id: 'FunnelFigures' }),
  affiliates: z
    .object({
      clicks: count.meta({ description: 'Clicks on affiliate links.' }),
      conversions: count.meta({ description: 'Orders with a commission that was not voided or declined.' }),
      revenueByCurrency: amounts.meta({
        description: 'Revenue of these orders, less refunds, by currency, in minor units.',
      }),
      commissionByCurrency: amounts.meta({
        description: 'Commissions earned in the window, less deductions, by currency, in minor units.',
      }),
    })
    .meta({ id: 'AffiliateFigures' }),
  inbox: z
    .object({
      received: count.meta({ description: 'Messages received.' }),
      replied: count.meta({ description: 'Answers of members to people who waited.' }),
      medianFirstReplyMinutes: z
        .number()
        .meta({ description: 'Median time of these answers, in minutes, from the first unanswered message.' }),
    })
    .meta({ id: 'InboxFigures' }),
  blog: z.object({ published: count }),
};
const figuresOutput = z.object({ from: instantOut, to: instantOut, ...figures }).meta({ id: 'OverviewFigures' });
/** The figures of one window, `from` excluded and `to` included. */
export type Figures = z.output<typeof figuresOutput>;

export const overviewInput = z.object({ windowDays, compare: z.enum(['previous']).optional() });
export type OverviewInput = z.output<typeof overviewInput>;
export const overviewOutput = z.object({
  windowDays: z.int(),
  ...figuresOutput.shape,
  previous: figuresOutput
    .optional()
    .meta({ description: 'The same figures of the window before, with `compare=previous`.' }),
});
export type Overview = z.output<typeof overviewOutput>;

/** Every figure above. */
export const METRICS = [
  'contacts.total',
  'contacts.new',
  'contacts.unsubscribed',
  'broadcasts.sent',
  'broadcasts.messages',
  'broadcasts.delivered',
  'broadcasts.opened',
  'broadcasts.clicked',
  'broadcasts.bounced',
  'broadcasts.failed',
  'discounts.redemptions',
  'discounts.appliedByCurrency',
  'referrals.clicks',
  'referrals.signups',
  'referrals.rewards',
  'referrals.revenueByCurrency',
  'carts.remindersSent',
  'carts.recovered',
  'carts.recoveryRate',
  'carts.valueByCurrency',
  'orders.placed',
  'orders.paid',
  'orders.revenueByCurrency',
  'orders.refundedByCurrency',
  'orders.abandonedCheckouts',
  'orders.recoveredCheckouts',
  'funnels.entered',
  'funnels.messages',
  'funnels.converted',
  'funnels.revenueByCurrency',
  'affiliates.clicks',
  'affiliates.conversions',
  'affiliates.revenueByCurrency',
  'affiliates.commissionByCurrency',
  'inbox.received',
  'inbox.replied',
  'inbox.medianFirstReplyMinutes',
  'blog.published',
] as const;
export type Metric = (typeof METRICS)[number];
const metric = z.enum(METRICS).meta({ id: 'Metric', description: 'Figure of the overview, as `group.figure`.' });
export const isMoney = (metric: Metric): boolean => metric.endsWith('ByCurrency');

export const timeseriesInput = z
  .object({
    metric,
    interval: z.enum(['day', 'week']).default('day'),
    windowDays,
    currency: currencyIn
      .optional()
      .meta({ description: 'Currency of a money figure. Required for those, ignored for all others.' }),
  })
  .refine(({ metric, currency }) => !isMoney(metric) || currency !== undefined, {
    path: ['currency'],
    error: 'is required for a money figure',
  });
export type TimeseriesInput = z.output<typeof timeseriesInput>;

export const timeseriesOutput = z.object({
  metric,
  interval: z.enum(['day', 'week']),
  windowDays: z.int(),
  currency: currencyOut.nullable().meta({ description: 'Currency of a money figure; null for all others.' }),
  timeZone: z
    .string()
    .meta({ description: 'Time zone of the workspace, in which days and weeks begin.', sample: 'Asia/Jakarta' }),
  from: instantOut,
  to: instantOut,
  points: z.array(
    z.object({
      date: z.string().meta({ description: 'Date of the day, or of the Monday of the week.', sample: '2026-11-21' }),
      start: instantOut.meta({
        description: 'Begin of the bucket. The first may begin before `from`, but counts only from there on.',
      }),
      value: z.number(),
    }),
  ),
});
export type Timeseries = z.output<typeof timeseriesOutput>;

export const SETUP_STEPS = [
  'contacts',
  'integration',
  'channel',
  'broadcast',
  'funnel',
  'discount_code',
  'referral_program',
  'blog_post',
  'api_key',
  'redemption',
] as const;
export const setupOutput = z.object({
  steps: z.array(
    z.object({
      key: z.enum(SETUP_STEPS),
      done: z.boolean(),
      href: z.string().meta({ description: 'Path of the step in the dashboard.', sample: '/discount-codes/new' }),
    }),
  ),
  percent: z.int().meta({ description: 'Share of steps done, 0 to 100.' }),
});
export type Setup = z.output<typeof setupOutput>;

/** The current problems, most urgent first. `name` is the merchant's own name of the thing. */
const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan_past_due'), plan: z.string(), at: instantOut.nullable() }),
  z.object({ kind: z.literal('plan_ending'), plan: z.string(), at: instantOut }),
  /** The invoice of the next month. An unpaid checkout is not listed, because nobody has to pay it. */
  z.object({
    kind: z.literal('invoice_open'),
    plan: z.string(),
    amount: z.number(),
    currency: currencyOut,
    at: instantOut,
  }),
  z.object({
    kind: z.literal('plan_full'),
    resource: z.enum(['contacts', 'discountCodes', 'blogPosts']),
    used: z.number(),
    limit: z.number(),
  }),
  z.object({ kind: z.literal('channel_failing'), id, name: z.string(), reason: z.string() }),
  z.object({ kind: z.literal('channel_expiring'), id, name: z.string(), at: instantOut }),
  z.object({ kind: z.literal('broadcast_failing'), id, name: z.string(), failed: z.number(), messages: z.number() }),
  /** Gmail and Yahoo turn mail away from a sender of whom so many complain. */
  z.object({
    kind: z.literal('complaints_high'),
    complained: z.number(),
    delivered: z.number(),
    rate: z.number().meta({ description: 'complained / delivered' }),
  }),
  z.object({ kind: z.literal('broadcast_paused'), id, name: z.string() }),
  z.object({ kind: z.literal('conversions_failing'), failed: z.number() }),
  z.object({ kind: z.literal('feed_empty') }),
  z.object({ kind: z.literal('feed_refused'), products: z.number() }),
  z.object({ kind: z.literal('webhook_stopped'), id, url: z.string() }),
  /** A shop refuses our credentials, removed our app, or does not answer for long; `reason` in the shop's words. */
  z.object({ kind: z.literal('integration_failing'), id, name: z.string(), reason: z.string().nullable() }),
  /** A shop's webhooks do not arrive, or the shop does not let us register webhooks. */
  z.object({ kind: z.literal('integration_webhooks'), id, name: z.string(), dropped: z.number() }),
  /** Codes that a shop did not take. */
  z.object({ kind: z.literal('codes_not_pushed'), id, name: z.string(), codes: z.number() }),
  /** The plan has no room for a live funnel: the funnel lets nobody in. */
  z.object({ kind: z.literal('funnel_held'), id, name: z.string() }),
  /**
   * A live funnel sends over a provider without an active channel: its messages wait for a day, then they are left out.
   */
  z.object({ kind: z.literal('funnel_no_channel'), id, name: z.string() }),
  /** The list or segment that lets people into a live funnel is gone. */
  z.object({ kind: z.literal('funnel_trigger_gone'), id, name: z.string() }),
  /** Referral rewards that need review: they are not given automatically. */
  z.object({ kind: z.literal('referrals_held'), count: z.number() }),
  /** Commissions that need review: they are not paid automatically. */
  z.object({ kind: z.literal('commissions_held'), count: z.number() }),
  z.object({ kind: z.literal('conversations_waiting'), count: z.number() }),
  /** Creators' submissions that have waited for review for a day. */
  z.object({ kind: z.literal('submissions_waiting'), count: z.number() }),
  /** Messages and actions of creators that nobody has opened. */
  z.object({ kind: z.literal('collaborations_unread'), count: z.number() }),
  /** A person asked through a shop for their data; `at` is the deadline. */
  z.object({ kind: z.literal('privacy_request'), id, email: z.string().nullable(), at: instantOut }),
]);
export type Problem = z.output<typeof problem>;
export const problemsOutput = z.object({ problems: z.array(problem) });

export const topCodesInput = z.object({ windowDays });
export type TopCodesInput = z.output<typeof topCodesInput>;
export const topCodesOutput = z.object({
  codes: z.array(
    z.object({
      id,
      code: z.string(),
      redemptions: z.number(),
      revenueByCurrency: amounts
        .optional()
        .meta({ description: 'Revenue of orders with a known total. Absent without any.' }),
      revenueDiscountByCurrency: amounts.optional().meta({ description: 'Discount on those orders.' }),
    }),
  ),
});
export type TopCodes = z.output<typeof topCodesOutput>;
