/** Held rewards (docs/contract/referrals.md#reviews): the queue, and the decisions of people. */
import * as z from 'zod';
import { cursor, id, idIn, queryBoolean, text } from '@/server/platform/lib/fields';
import { fulfillOutput } from '@/server/modules/offers/referrals/schema';
import { limit, listedAttribution } from '@/server/modules/offers/referrals/lists-schema';
import { MOST_REVIEW_NOTE } from '@/server/modules/offers/referrals/vocabulary';

/** The reasons why nothing was decided: the attribution is closed, or no order has earned its reward yet. */
const NOT_DECIDED_REASONS = ['already_fulfilled', 'not_held'] as const;

export const listReviewsInput = z.object({
  limit,
  cursor,
  state: z.enum(['open', 'decided']).default('open').meta({
    description: 'open: held rewards, oldest first. decided: rewards approved or declined by a member, newest first.',
  }),
  flagged: queryBoolean.optional().meta({ description: 'true: only flagged rewards; false: only unflagged ones.' }),
});
export type ListReviewsInput = z.output<typeof listReviewsInput>;
export const listReviewsOutput = z.object({
  data: z.array(listedAttribution),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type ReviewPage = z.output<typeof listReviewsOutput>;

export const reviewInput = z.object({
  attributionId: idIn,
  note: text(1, MOST_REVIEW_NOTE)
    .nullish()
    .meta({ description: 'Reason of the decision, for colleagues.', sample: 'Same family, two people' }),
});
export type ReviewInput = z.output<typeof reviewInput>;
export const approveOutput = fulfillOutput.omit({ reason: true }).extend({
  reason: z
    .enum([...NOT_DECIDED_REASONS, 'max_rewards_per_referrer'])
    .optional()
    .meta({ description: 'Present when not issued. With `max_rewards_per_referrer` the reward is voided.' }),
});
export type Approval = z.output<typeof approveOutput>;
export const declineOutput = z.object({
  declined: z.boolean(),
  attributionId: id.optional().meta({ description: 'Present when declined.' }),
  reason: z.enum(NOT_DECIDED_REASONS).optional().meta({ description: 'Present when not declined.' }),
});
export type Declining = z.output<typeof declineOutput>;
