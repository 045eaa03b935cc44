/** /api/v1/referrals/reviews (docs/contract/referrals.md#reviews). */
import { approve, decline, listReviews } from '@/server/modules/offers/referrals/reviews';
import * as schema from '@/server/modules/offers/referrals/reviews-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Referrals'];

export const reviewsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/referrals/reviews',
        tags,
        summary: 'List rewards that are held back',
        description:
          'Returns attributions whose reward waits for its time or for a decision, in pages: open ones oldest first, decided ones newest first.',
      },
    })
    .input(schema.listReviewsInput)
    .output(schema.listReviewsOutput)
    .query(({ ctx, input }) => listReviews(ctx.db, input)),

  approve: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/reviews/{attributionId}/approve',
        repeatable: true,
        tags,
        summary: 'Approve a held reward',
        description: 'Creates both reward codes at once, flagged or not. Safe to repeat.',
        errors: ['NOT_FOUND'],
      },
    })
    .input(schema.reviewInput)
    .output(schema.approveOutput)
    .mutation(({ ctx, input }) => approve(ctx.db, input)),

  decline: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/referrals/reviews/{attributionId}/decline',
        repeatable: true,
        tags,
        summary: 'Decline a held reward',
        description: 'Voids the reward: neither side gets a code, now or later. Safe to repeat.',
        errors: ['NOT_FOUND'],
      },
    })
    .input(schema.reviewInput)
    .output(schema.declineOutput)
    .mutation(({ ctx, input }) => decline(ctx.db, input)),
});
