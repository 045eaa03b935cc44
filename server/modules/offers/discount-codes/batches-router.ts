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
        summary: 'Make a batch of codes',
        description: 'Answers at once; its codes are made in the background.',
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
        description: 'Newest first.',
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
        description: 'How many codes were made and redeemed. The codes are its export.',
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
        summary: "List a batch's codes",
        description: 'In the order in which they were made.',
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
        description: 'Deactivates what is unused. What was redeemed stays as it is.',
      },
    })
    .input(schema.batchById)
    .output(schema.cancelBatchOutput)
    .mutation(({ ctx, input }) => batches.cancelBatch(ctx.db, input.id)),
});
