/** Figures of a workspace over a rolling window, the same over time, and what Home shows beside them. */
import * as z from 'zod';
import { clampedInteger, currencyIn, currencyOut, id, instantOut } from '@/server/platform/lib/fields';

const windowDays = clampedInteger({ fallback: 30, min: 1, max: 365 });

const count = z.int().min(0);
const amounts = z.record(currencyOut, z.number()).meta({
  id: 'AmountsByCurrency',
  description: 'Smallest units by currency. Currencies are never added up.',
  sample: { IDR: 1500000 },
});

const figures = {
  contacts: z
    .object({
      total: count.meta({ description: 'Contacts that there were at `to`.' }),
      new: count,
      unsubscribed: count.meta({
        description:
          'Who opted out in the window, by a merchant, themselves, a hard bounce or a complaint, and has not come back.',
      }),
    })
    .meta({ id: 'ContactFigures' }),
  broadcasts: z
    .object({
      sent: count.meta({ description: 'Broadcasts that were sent in the window. What follows is of their messages.' }),
      messages: count,
      delivered: count.meta({ description: 'Those opened and clicked are among them.' }),
      opened: count.meta({ description: 'Those clicked are among them.' }),
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
        .meta({ description: 'Of redemptions that said the total of their order, where there are any.' }),
      revenueDiscountByCurrency: amounts
        .optional()
        .meta({ description: "The discount's share of that: what was given on those orders." }),
    })
    .meta({ id: 'DiscountFigures' }),
  referrals: z
    .object({
      clicks: count,
      signups: count,
      rewards: count.meta({ description: 'Without those that were taken back.' }),
      revenueByCurrency: amounts,
    })
    .meta({ id: 'ReferralFigures' }),
  carts: z
    .object({
      remindersSent: count,
      recovered: count.meta({
        description: 'Of the reminders sent in the window, whenever their carts were recovered.',
      }),
      recoveryRate: z
        .number()
        .meta({ description: 'recovered / remindersSent, not rounded; 0 when nothing was sent.' }),
      valueByCurrency: amounts,
    })
    .meta({ id: 'CartFigures' }),
  orders: z
    .object({
      placed: count.meta({
        description:
          'Orders placed in the window, those from before the shop was connected too; canceled ones are not.',
      }),
      paid: count.meta({ description: 'Of them, those that were paid.' }),
      revenueByCurrency: amounts.meta({ description: 'Of those paid: their amounts less what was given back.' }),
      refundedByCurrency: amounts.meta({ description: 'What was given back of the orders placed in the window.' }),
      abandonedCheckouts: count.meta({ description: 'Checkouts that were abandoned in the window.' }),
      recoveredCheckouts: count.meta({ description: 'Of them, those that were completed, whenever that was.' }),
    })
    .meta({ id: 'OrderFigures' }),
  funnels: z
    .object({
      entered: count.meta({ description: 'Times that contacts entered a funnel in the window.' }),
      messages: count.meta({ description: 'Messages of funnels that were handed over in the window.' }),
      converted: count.meta({ description: 'Of those who entered in the window, who reached the goal since.' }),
      revenueByCurrency: amounts.meta({ description: 'What that is worth now, less what was given back.' }),
    })
    .meta({ id: 'FunnelFigures' }),
  affiliates: z
    .object({
      clicks: count.meta({ description: 'On links of affiliates.' }),
      conversions: count.meta({ description: 'Orders that earned an affiliate something and still do.' }),
      revenueByCurrency: amounts.meta({ description: 'Of these orders, less what was given back.' }),
      commissionByCurrency: amounts.meta({ description: 'What was earned in the window, less what was taken back.' }),
    })
    .meta({ id: 'AffiliateFigures' }),
  inbox: z
    .object({
      received: count.meta({ description: 'Messages that people wrote.' }),
      replied: count.meta({ description: 'Answers of people to somebody who waited.' }),
      medianFirstReplyMinutes: z
        .number()
        .meta({ description: 'Of these: to the first message since the last answer.' }),
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
    .meta({ description: 'With `compare=previous`: the same figures of as many days before `from`.' }),
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
const metric = z.enum(METRICS).meta({ id: 'Metric', description: 'A figure of the overview, `group.figure`.' });
export const isMoney = (metric: Metric): boolean => metric.endsWith('ByCurrency');

export const timeseriesInput = z
  .object({
    metric,
    interval: z.enum(['day', 'week']).default('day'),
    windowDays,
    currency: currencyIn.optional().meta({ description: 'Needed by, and counts for, the money figures only.' }),
  })
  .refine(({ metric, currency }) => !isMoney(metric) || currency !== undefined, {
    path: ['currency'],
    error: 'is needed for a figure that is money',
  });
export type TimeseriesInput = z.output<typeof timeseriesInput>;

export const timeseriesOutput = z.object({
  metric,
  interval: z.enum(['day', 'week']),
  windowDays: z.int(),
  currency: currencyOut.nullable().meta({ description: 'Of a figure that is money, else null.' }),
  timeZone: z
    .string()
    .meta({ description: 'The workspace’s: where its days and weeks begin.', sample: 'Asia/Jakarta' }),
  from: instantOut,
  to: instantOut,
  points: z.array(
    z.object({
      date: z.string().meta({ description: 'The day, or the Monday of the week.', sample: '2026-11-21' }),
      start: instantOut.meta({
        description: 'When it begins. The first begins before `from`, but holds only what lies after it.',
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
      href: z
        .string()
        .meta({ description: 'Path in the dashboard where the step is done.', sample: '/discount-codes/new' }),
    }),
  ),
  percent: z.int().meta({ description: 'Done steps of all, 0 to 100.' }),
});
export type Setup = z.output<typeof setupOutput>;

/** The current problems, the most urgent first. `name` is what the merchant calls it. */
const problem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan_past_due'), plan: z.string(), at: instantOut.nullable() }),
  z.object({ kind: z.literal('plan_ending'), plan: z.string(), at: instantOut }),
  /** The invoice of the next month. A checkout that somebody began is not listed, because nobody has to pay it. */
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
  /**
   * A shop does not take our credentials, its app was taken out, or it has been away for long; `reason` in its words.
   */
  z.object({ kind: z.literal('integration_failing'), id, name: z.string(), reason: z.string().nullable() }),
  /** A shop's webhooks do not come through, or it does not let us ask for them. */
  z.object({ kind: z.literal('integration_webhooks'), id, name: z.string(), dropped: z.number() }),
  /** Codes that a shop did not take. */
  z.object({ kind: z.literal('codes_not_pushed'), id, name: z.string(), codes: z.number() }),
  /** The plan has no room for a live funnel: it lets nobody in. */
  z.object({ kind: z.literal('funnel_held'), id, name: z.string() }),
  /**
   * A live funnel sends over a provider without an active channel: its messages wait for a day, then they are left out.
   */
  z.object({ kind: z.literal('funnel_no_channel'), id, name: z.string() }),
  /** The list or segment that lets people into a live funnel is gone. */
  z.object({ kind: z.literal('funnel_trigger_gone'), id, name: z.string() }),
  /** Rewards of referrals that somebody has to look at: no time gives them. */
  z.object({ kind: z.literal('referrals_held'), count: z.number() }),
  /** Commissions that somebody has to look at: nothing of them is paid by time. */
  z.object({ kind: z.literal('commissions_held'), count: z.number() }),
  z.object({ kind: z.literal('conversations_waiting'), count: z.number() }),
  /** Submissions of creators that nobody has looked at for a day. */
  z.object({ kind: z.literal('submissions_waiting'), count: z.number() }),
  /** Messages and actions of creators that nobody has opened. */
  z.object({ kind: z.literal('collaborations_unread'), count: z.number() }),
  /** Somebody asked by way of a shop what is held of them; by `at` they want to know. */
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
        .meta({ description: 'Of the orders whose total is known, where there are any.' }),
      revenueDiscountByCurrency: amounts.optional().meta({ description: 'What was given on those orders.' }),
    }),
  ),
});
export type TopCodes = z.output<typeof topCodesOutput>;
