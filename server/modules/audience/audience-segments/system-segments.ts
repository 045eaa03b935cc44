/**
 * The segments that every workspace has, on every plan (docs/contract/audience-segments.md#system-segments). They are
 * defined in code, so old workspaces get new ones too. A row in the table holds only the last count; the first count
 * inserts the row.
 */
import { createHash } from 'node:crypto';
import type { Condition, Definition } from '@/server/modules/audience/audience-segments/schema';

export interface SystemSegment {
  /** Opaque like any id; the same for good in a workspace. */
  id: string;
  name: string;
  description: string;
  definition: Definition;
}

const one = (match: Definition['match'], ...conditions: Condition[]): Definition => ({
  match: 'all',
  groups: [{ match, conditions }],
});

const CATALOGUE: (Omit<SystemSegment, 'id'> & { key: string })[] = [
  {
    key: 'subscribed-by-email',
    name: 'Subscribed by e-mail',
    description: 'Have an e-mail address and have not opted out.',
    definition: one(
      'all',
      { field: 'email', op: 'is_set' },
      { field: 'subscriptions.email', op: 'not_in', value: ['unsubscribed', 'pending'] },
    ),
  },
  {
    key: 'engaged-30-days',
    name: 'Engaged in 30 days',
    description: 'Opened or clicked a message in the last 30 days.',
    definition: one(
      'any',
      { event: 'message.opened', op: 'at_least', count: 1, withinDays: 30 },
      { event: 'message.clicked', op: 'at_least', count: 1, withinDays: 30 },
    ),
  },
  {
    key: 'not-engaged-90-days',
    name: 'Not engaged in 90 days',
    description: 'Opened and clicked nothing in the last 90 days.',
    definition: one(
      'all',
      { event: 'message.opened', op: 'none', withinDays: 90 },
      { event: 'message.clicked', op: 'none', withinDays: 90 },
    ),
  },
  {
    key: 'abandoned-cart-7-days',
    name: 'Abandoned a cart in 7 days',
    description: 'Left a cart behind in the last 7 days.',
    definition: one('all', { event: 'cart.abandoned', op: 'at_least', count: 1, withinDays: 7 }),
  },
  {
    key: 'used-a-discount',
    name: 'Used a discount',
    description: 'Redeemed a discount code at least once.',
    definition: one('all', { event: 'discount.redeemed', op: 'at_least', count: 1 }),
  },
  {
    key: 'referrers',
    name: 'Referrers',
    description: 'Were rewarded for a referral at least once.',
    definition: one('all', { event: 'referral.rewarded', op: 'at_least', count: 1 }),
  },
  {
    key: 'new-7-days',
    name: 'New in 7 days',
    description: 'Came in during the last 7 days.',
    definition: one('all', { field: 'createdAt', op: 'within_days', value: 7 }),
  },
];

const NAMES = new Set(CATALOGUE.map(({ name }) => name));
export const isSystemName = (name: string): boolean => NAMES.has(name);

/** Returns the system segments in the order of display. */
export const systemSegments = (accountId: string): SystemSegment[] =>
  CATALOGUE.map(({ key, ...segment }) => ({
    id: `c${createHash('sha256').update(`${accountId}/${key}`).digest('hex').slice(0, 24)}`,
    ...segment,
  }));
