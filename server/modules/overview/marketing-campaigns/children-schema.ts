/**
 * The children of a campaign (docs/contract/marketing-campaigns.md#full), their roll-up, and the calls that attach
 * children.
 */
import * as z from 'zod';
import { reminderSummary } from '@/server/modules/offers/abandoned-cart/schema';
import { blogPost } from '@/server/modules/content/blog/schema';
import { broadcastWithCounts } from '@/server/modules/messaging/broadcasts/schema';
import { brief } from '@/server/modules/creators/campaigns/schema';
import { discountCode } from '@/server/modules/offers/discount-codes/schema';
import { feedConfig } from '@/server/modules/shops/feeds/schema';
import { childCounts, marketingCampaign } from '@/server/modules/overview/marketing-campaigns/schema';
import { program as affiliateProgram } from '@/server/modules/creators/programs/schema';
import { program } from '@/server/modules/offers/referrals/program-schema';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, text } from '@/server/platform/lib/fields';

/** The kinds of children, as attach and detach name them. */
export const CHILD_TYPES = [
  'broadcast',
  'discount_code',
  'referral_program',
  'creator_brief',
  'affiliate_program',
  'blog_post',
  'cart_reminder',
  'feed',
] as const;
export type ChildType = (typeof CHILD_TYPES)[number];

/** The most children of each kind in one answer, newest first; `counts` has the full numbers. */
export const FULL_LIMIT = 5_000;
/** The most children that one call attaches or detaches. */
export const ATTACH_LIMIT = 100;

/**
 * A child as in its own list, without fields that may be megabytes large: content and audience, body, cart snapshot.
 */
export const CHILD_SCHEMAS = {
  broadcast: broadcastWithCounts
    .omit({ content: true, audience: true, test: true, testEndsAt: true, testResult: true })
    .extend({ _count: z.object({ messages: z.number() }) }),
  discount_code: discountCode,
  referral_program: program,
  creator_brief: brief.omit({ brief: true }).meta({ id: 'BriefSummary' }),
  affiliate_program: affiliateProgram.omit({ terms: true }).meta({ id: 'AffiliateProgramSummary' }),
  blog_post: blogPost.omit({ body: true, locale: true, translations: true }).meta({ id: 'BlogPostSummary' }),
  cart_reminder: reminderSummary,
  feed: feedConfig,
} as const satisfies Record<ChildType, z.ZodType>;
export type Child<Type extends ChildType = ChildType> = z.output<(typeof CHILD_SCHEMAS)[Type]>;

const total = z.number();
const money = z.record(z.string(), z.number()).meta({
  description: 'Amounts in minor units, by currency. Currencies are never added up.',
  sample: { IDR: 1250000 },
});

export const performance = z.object({
  messagesSent: total.meta({
    description: 'Messages of attached broadcasts that were sent, or reached a later state.',
  }),
  messagesDelivered: total,
  messagesOpened: total,
  messagesClicked: total,
  redemptions: total.meta({
    description: 'Redemptions of attached codes, and of affiliates’ codes in attached programs.',
  }),
  discountGiven: money.meta({
    description: 'Discount of these redemptions, shipping included, by currency, in minor units.',
  }),
  referralRewards: total.meta({ description: 'Rewarded referrals of the attached program.' }),
  attributedRevenue: money.meta({
    description:
      'Gross amount of checkouts with a referral reward or a commission of an attached program, each counted once, by currency, in minor units.',
  }),
  cartsRecovered: total.meta({ description: 'Attached reminders whose cart was recovered.' }),
  recoveredValue: money.meta({
    description: 'Value of these carts when the reminder was sent, by currency, in minor units.',
  }),
});
export type Performance = z.output<typeof performance>;

export const fullOutput = z.object({
  campaign: marketingCampaign,
  broadcasts: z.array(CHILD_SCHEMAS.broadcast),
  discountCodes: z.array(CHILD_SCHEMAS.discount_code),
  referralPrograms: z.array(CHILD_SCHEMAS.referral_program),
  creatorBriefs: z.array(CHILD_SCHEMAS.creator_brief),
  affiliatePrograms: z.array(CHILD_SCHEMAS.affiliate_program),
  blogPosts: z.array(CHILD_SCHEMAS.blog_post),
  cartReminders: z.array(CHILD_SCHEMAS.cart_reminder),
  feeds: z.array(CHILD_SCHEMAS.feed),
  counts: childCounts,
  performance,
});
export type Full = z.output<typeof fullOutput>;

/** The head of the dashboard's page. */
export const rollUpOutput = fullOutput.pick({ campaign: true, counts: true, performance: true });
export type RollUp = z.output<typeof rollUpOutput>;

/** One kind's children on the dashboard's page; the referral program's rewards are only in their own list. */
export const childrenInput = z.object({
  id: idIn,
  type: z.enum(CHILD_TYPES),
  limit: clampedInteger({ fallback: 10, min: 1, max: 100 }),
  cursor,
});
export type ChildrenInput = z.output<typeof childrenInput>;

/** The candidates for attaching: children of a kind that are not attached to this campaign. */
export const candidatesInput = z.object({ id: idIn, type: z.enum(CHILD_TYPES), q: text(0, 120).default('') });
export type CandidatesInput = z.output<typeof candidatesInput>;

/** Children of one kind; `type` names the kind. */
const ofType = <Type extends ChildType>(type: Type) =>
  z.object({ type: z.literal(type), items: z.array(CHILD_SCHEMAS[type]) });
const page = { total: z.number(), nextCursor: z.string().nullable(), hasMore: z.boolean() };
export const childrenOutput = z.discriminatedUnion('type', [
  ofType('broadcast').extend(page),
  ofType('discount_code').extend(page),
  ofType('referral_program').extend(page),
  ofType('creator_brief').extend(page),
  ofType('affiliate_program').extend(page),
  ofType('blog_post').extend(page),
  ofType('cart_reminder').extend(page),
  ofType('feed').extend(page),
]);
export type ChildrenPage = z.output<typeof childrenOutput>;

const campaigns = {
  campaigns: z
    .record(z.string(), z.string())
    .meta({ description: 'Names of the campaigns to which they are attached now, by id.' }),
};
export const candidatesOutput = z.discriminatedUnion('type', [
  ofType('broadcast').extend(campaigns),
  ofType('discount_code').extend(campaigns),
  ofType('referral_program').extend(campaigns),
  ofType('creator_brief').extend(campaigns),
  ofType('affiliate_program').extend(campaigns),
  ofType('blog_post').extend(campaigns),
  ofType('cart_reminder').extend(campaigns),
  ofType('feed').extend(campaigns),
]);
export type Candidates = z.output<typeof candidatesOutput>;

export const attachInput = z.object({
  id: idIn,
  type: z.enum(CHILD_TYPES).meta({ id: 'ChildType', sample: 'discount_code' }),
  childIds: list(idIn, ATTACH_LIMIT)
    .min(1)
    .meta({ id: 'ChildIds', description: 'Ids of resources of that type. One unknown id refuses all of them.' }),
});
export type AttachInput = z.output<typeof attachInput>;
export const attachOutput = z.object({
  id,
  type: z.enum(CHILD_TYPES),
  attached: z.number().meta({ description: 'Number of resources that were not attached to the campaign before.' }),
});
export const detachOutput = z.object({
  id,
  type: z.enum(CHILD_TYPES),
  detached: z.number().meta({ description: 'Number of resources that were attached to the campaign.' }),
});
