/**
 * The kinds of children, each once: where they are, what of them is read, and how a row becomes an answer. Children are
 * read as JSON, so that one statement can bring all kinds in one snapshot (full.ts).
 */
import { summaryColumns } from '@/server/resources/abandoned-cart/rows';
import { countsOf, totalOf } from '@/server/resources/broadcasts/rows';
import { codeColumns } from '@/server/resources/discount-codes/rows';
import type { Child, ChildType } from '@/server/resources/marketing-campaigns/children-schema';
import { programColumns } from '@/server/resources/referrals/rows';

/** A child as PostgreSQL writes it: instants are texts, amounts numbers. */
export type ChildJson = Record<string, unknown>;

export interface Kind<Type extends ChildType = ChildType> {
  type: Type;
  table: string;
  /** Columns of `k`. */
  columns: string;
  /** What newest first goes by. */
  at: 'createdAt' | 'sentAt';
  /** Whether attaching one moves its updatedAt. */
  hasUpdatedAt: boolean;
  /** Of `k`: what the dashboard's page leaves out, for the kind's own list has it. */
  listed: string;
  /** Texts of `k` that a search looks through; none where a workspace has one child at most. */
  searched: readonly string[];
  present: (row: ChildJson) => Child<Type>;
}

const columns = (names: readonly string[]): string => names.map((name) => `k."${name}"`).join(', ');

/** Instants, of every kind: text to Date. Other texts of these names do not exist. */
const INSTANTS = [
  'createdAt',
  'updatedAt',
  'startsAt',
  'expiresAt',
  'scheduledAt',
  'startedAt',
  'completedAt',
  'publishedAt',
  'sentAt',
  'recoveredAt',
];

/** The row with its instants, in place. The columns hold only what their resources' schemas let in, and the output schema looks once more. */
function revived(row: ChildJson): ChildJson {
  for (const name of INSTANTS) {
    const value = row[name];
    if (typeof value === 'string') row[name] = new Date(value);
  }
  return row;
}

const BROADCAST: Kind<'broadcast'> = {
  type: 'broadcast',
  table: 'Broadcast',
  columns: `${columns(['id', 'accountId', 'name', 'description', 'providers', 'scheduledAt', 'status', 'startedAt', 'completedAt', 'marketingCampaignId', 'createdAt', 'updatedAt'])}, ${countsOf('k')}`,
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  searched: ['k.name'],
  present(row) {
    const broadcast = revived(row) as Omit<Child<'broadcast'>, '_count'>;
    return { ...broadcast, _count: { messages: totalOf(broadcast.statusCounts) } };
  },
};

const DISCOUNT_CODE: Kind<'discount_code'> = {
  type: 'discount_code',
  table: 'DiscountCode',
  columns: codeColumns('k'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: `k.source = 'manual'`,
  searched: ['k.code', 'k.description'],
  present: (row) => revived(row) as Child<'discount_code'>,
};

const REFERRAL_PROGRAM: Kind<'referral_program'> = {
  type: 'referral_program',
  table: 'ReferralProgram',
  columns: programColumns('k'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  searched: [],
  present: (row) => revived(row) as Child<'referral_program'>,
};

const BLOG_POST: Kind<'blog_post'> = {
  type: 'blog_post',
  table: 'BlogPost',
  columns: columns([
    'id',
    'accountId',
    'slug',
    'title',
    'excerpt',
    'coverImage',
    'status',
    'publishedAt',
    'authorName',
    'tags',
    'metaTitle',
    'metaDescription',
    'marketingCampaignId',
    'createdAt',
    'updatedAt',
  ]),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  searched: ['k.title', 'k.slug'],
  present: (row) => revived(row) as Child<'blog_post'>,
};

const CART_REMINDER: Kind<'cart_reminder'> = {
  type: 'cart_reminder',
  table: 'AbandonedCartReminder',
  columns: summaryColumns('k'),
  at: 'sentAt',
  hasUpdatedAt: false,
  listed: 'true',
  searched: ['k.email', 'k."customerId"', 'k."cartId"'],
  present: (row) => revived(row) as Child<'cart_reminder'>,
};

const FEED: Kind<'feed'> = {
  type: 'feed',
  table: 'FeedConfig',
  columns: columns([
    'id',
    'accountId',
    'enabled',
    'defaultProductCategory',
    'includeUnpublished',
    'marketingCampaignId',
    'createdAt',
    'updatedAt',
  ]),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  searched: [],
  present: (row) => revived(row) as Child<'feed'>,
};

export const KINDS: { [Type in ChildType]: Kind<Type> } = {
  broadcast: BROADCAST,
  discount_code: DISCOUNT_CODE,
  referral_program: REFERRAL_PROGRAM,
  blog_post: BLOG_POST,
  cart_reminder: CART_REMINDER,
  feed: FEED,
};

/** `k`s that are attached to the campaign $2. */
export const ATTACHED = `k."accountId" = $1 AND k."marketingCampaignId" = $2::text`;

/** Newest first. */
export const newestFirst = (kind: Kind): string => `ORDER BY k."${kind.at}" DESC, k.id DESC`;
