/** Blocks that a merchant saves for other e-mails (docs/contract/broadcasts.md#saved-blocks). */
import { deleted } from '@/server/platform/lib/fields';
import * as saved from '@/server/modules/messaging/broadcasts/saved-blocks';
import * as schema from '@/server/modules/messaging/broadcasts/saved-blocks-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const internal = "Saved blocks of the dashboard's editor; API clients keep their own.";

export const savedBlocksRouter = router({
  list: merchantProcedure
    .meta({ internal })
    .output(schema.listOutput)
    .query(async ({ ctx }) => ({ saved: await saved.list(ctx.db) })),

  create: merchantProcedure
    .meta({ internal })
    .input(schema.createInput)
    .output(schema.savedBlocks)
    .mutation(({ ctx, input }) => saved.create(ctx.db, input)),

  rename: merchantProcedure
    .meta({ internal })
    .input(schema.renameInput)
    .output(schema.savedBlocks)
    .mutation(({ ctx, input }) => saved.rename(ctx.db, input.id, input.name)),

  delete: merchantProcedure
    .meta({ internal })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => saved.remove(ctx.db, input.id)),
});
