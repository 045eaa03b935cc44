/** /api/v1/discount-codes/batches (docs/contract/discount-codes.md#batches). The export is routes.ts. */
import * as batches from '@/server/modules/offers/discount-codes/batches';
import * as schema from '@/server/modules/offers/discount-codes/batches-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Discount codes'];

export const batchesRouter = router({
  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/discount-codes/batches',
        tags,
        status: 201,
        summary: 'Create a batch of codes',
        description:
          'Creates up to 50,000 unique codes in the background: `status` is `ready` when all exist. Needs a plan with batches: 403 `PLAN_LIMIT`. Each call creates another batch.',
        errors: ['INVALID_VALUE', 'INVALID_SCOPE', 'PLAN_LIMIT'],
      },
    })
    .input(schema.createBatchInput)
    .output(schema.discountBatch)
    .mutation(({ ctx, input }) => batches.createBatch(ctx.db, input)),

  list: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/discount-codes/batches',
        tags,
        summary: 'List batches',
        description: 'Returns batches in pages, newest first.',
      },
    })
    .input(schema.listBatchesInput)
    .output(schema.listBatchesOutput)
    .query(({ ctx, input }) => batches.listBatches(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/discount-codes/batches/{id}',
        tags,
        summary: 'Retrieve a batch',
        description: 'Returns the batch with the number of codes created and redeemed, without the codes.',
      },
    })
    .input(schema.batchById)
    .output(schema.discountBatch)
    .query(({ ctx, input }) => batches.getBatch(ctx.db, input.id)),

  codes: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/discount-codes/batches/{id}/codes',
        tags,
        summary: 'List the codes of a batch',
        description: 'Returns the codes in pages, in the order of their creation.',
      },
    })
    .input(schema.batchCodesInput)
    .output(schema.batchCodesOutput)
    .query(({ ctx, input }) => batches.batchCodes(ctx.db, input)),

  cancel: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/discount-codes/batches/{id}',
        tags,
        summary: 'End a batch',
        description:
          'Stops creating codes and deactivates the unused ones. Redeemed codes stay as they are. Safe to repeat.',
      },
    })
    .input(schema.batchById)
    .output(schema.cancelBatchOutput)
    .mutation(({ ctx, input }) => batches.cancelBatch(ctx.db, input.id)),
});
