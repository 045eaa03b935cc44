/**
 * The kinds of children, each defined once: its table, the columns to read, and how a row becomes an answer. Children
 * are read as JSON, so that one statement returns all kinds in one snapshot (full.ts).
 */
import * as z from 'zod';
import { columnsOf } from '@/server/platform/db/columns';
import { summaryColumns } from '@/server/modules/offers/abandoned-cart/rows';
import { countsOf, totalOf } from '@/server/modules/messaging/broadcasts/rows';
import { codeColumns } from '@/server/modules/offers/discount-codes/rows';
import {
  CHILD_SCHEMAS,
  type Child,
  type ChildType,
} from '@/server/modules/overview/marketing-campaigns/children-schema';
import { programColumns } from '@/server/modules/offers/referrals/rows';

/** A child as PostgreSQL writes it: instants are texts, amounts numbers. */
export type ChildJson = Record<string, unknown>;

export interface Kind<Type extends ChildType = ChildType> {
  type: Type;
  table: string;
  /** Columns of `k`. */
  columns: string;
  /** The column that "newest first" goes by. */
  at: 'createdAt' | 'sentAt';
  /** True when attaching a child changes its updatedAt. */
  hasUpdatedAt: boolean;
  /** SQL condition on `k`: children shown on the dashboard's page. The others are only in the kind's own list. */
  listed: string;
  /** The condition on `k` for what the whole campaign's answer leaves out, because the kind's own list does. */
  shown: string;
  /** SQL texts of `k` that a search reads; empty for kinds of which a workspace has at most one child. */
  searched: readonly string[];
  present: (row: ChildJson) => Child<Type>;
}

/**
 * Turns the texts of instants in a JSON row into dates. The columns only hold values that their resources' schemas
 * allow, and the output schema checks the row again.
 */
function revived<Type extends ChildType>(type: Type): (row: ChildJson) => Child<Type> {
  const fields: Record<string, z.ZodType> = CHILD_SCHEMAS[type].shape;
  const instants = Object.keys(fields).filter((name) => isInstant(fields[name]));
  return (row) => {
    for (const name of instants) {
      const value = row[name];
      if (typeof value === 'string') row[name] = new Date(value);
    }
    return row as Child<Type>;
  };
}

const isInstant = (field: z.ZodType | undefined): boolean =>
  field instanceof z.ZodDate || (field instanceof z.ZodNullable && field.unwrap() instanceof z.ZodDate);

const revivedBroadcast = revived('broadcast');
const BROADCAST: Kind<'broadcast'> = {
  type: 'broadcast',
  table: 'Broadcast',
  columns: `${columnsOf('Broadcast', 'k', 'content', 'audience', 'test', 'testEndsAt', 'testResult', 'testContents', 'perHour', 'localTime', 'tracking', 'utm')}, ${countsOf('k')}`,
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: ['k.name'],
  present(row) {
    const broadcast = revivedBroadcast(row);
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
  shown: `k.source <> 'batch'`,
  searched: ['k.code', 'k.description'],
  present: revived('discount_code'),
};

const REFERRAL_PROGRAM: Kind<'referral_program'> = {
  type: 'referral_program',
  table: 'ReferralProgram',
  columns: programColumns('k'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: [],
  present: revived('referral_program'),
};

const CREATOR_BRIEF: Kind<'creator_brief'> = {
  type: 'creator_brief',
  table: 'Brief',
  columns: columnsOf('Brief', 'k', 'brief'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: ['k.title'],
  present: revived('creator_brief'),
};

const AFFILIATE_PROGRAM: Kind<'affiliate_program'> = {
  type: 'affiliate_program',
  table: 'Program',
  columns: columnsOf('Program', 'k', 'terms'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: ['k.name', 'k.description'],
  present: revived('affiliate_program'),
};

const BLOG_POST: Kind<'blog_post'> = {
  type: 'blog_post',
  table: 'BlogPost',
  columns: columnsOf('BlogPost', 'k', 'body', 'locale', 'translationGroup'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: ['k.title', 'k.slug'],
  present: revived('blog_post'),
};

const CART_REMINDER: Kind<'cart_reminder'> = {
  type: 'cart_reminder',
  table: 'AbandonedCartReminder',
  columns: summaryColumns('k'),
  at: 'sentAt',
  hasUpdatedAt: false,
  listed: 'true',
  shown: 'true',
  searched: ['k.email', 'k."customerId"', 'k."cartId"'],
  present: revived('cart_reminder'),
};

const FEED: Kind<'feed'> = {
  type: 'feed',
  table: 'FeedConfig',
  columns: columnsOf('FeedConfig', 'k'),
  at: 'createdAt',
  hasUpdatedAt: true,
  listed: 'true',
  shown: 'true',
  searched: [],
  present: revived('feed'),
};

export const KINDS: { [Type in ChildType]: Kind<Type> } = {
  broadcast: BROADCAST,
  discount_code: DISCOUNT_CODE,
  referral_program: REFERRAL_PROGRAM,
  creator_brief: CREATOR_BRIEF,
  affiliate_program: AFFILIATE_PROGRAM,
  blog_post: BLOG_POST,
  cart_reminder: CART_REMINDER,
  feed: FEED,
};

/** SQL condition: `k` is attached to the campaign $2. */
export const ATTACHED = `k."accountId" = $1 AND k."marketingCampaignId" = $2::text`;

/** Newest first. */
export const newestFirst = (kind: Kind): string => `ORDER BY k."${kind.at}" DESC, k.id DESC`;
