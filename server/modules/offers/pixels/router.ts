/** /api/v1/pixels (docs/contract/pixels.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { publicWorkspace } from '@/server/platform/db/workspace';
import { listConversions, sendTestEvent } from '@/server/modules/offers/pixels/conversions';
import { publicPixels } from '@/server/modules/offers/pixels/public-pixels';
import * as schema from '@/server/modules/offers/pixels/schema';
import * as pixels from '@/server/modules/offers/pixels/service';
import { may } from '@/server/platform/access/procedures';
import { merchantProcedure, publicProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Pixels'];

export const pixelsRouter = router({
  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/pixels',
        tags,
        summary: 'Get the pixels',
        description:
          'With their secrets. Before the first PATCH: `enabled` true, all else null, without id and timestamps.',
      },
    })
    .output(schema.getOutput)
    .query(async ({ ctx }) => {
      const found = await pixels.get(ctx.db, ctx.services.settings.appSecrets);
      return may(ctx.principal, 'write') ? found : pixels.withoutSecrets(found);
    }),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/pixels',
        tags,
        summary: 'Update the pixels',
        description: 'Partial: null or an empty text clears. Makes the row when there is none.',
        errors: ['EDIT_CONFLICT', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.pixels)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'MerchantPixels', id: ctx.db.accountId, ifUpdatedAt }, (db) =>
        pixels.update(db, ctx.services.settings.appSecrets, input),
      ),
    ),

  public: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/pixels/public/{accountId}',
        tags,
        summary: "The pixels of a shop's pages",
        description: 'Public ids only. Null when nothing is to be loaded: no pixels, switched off, or no id set.',
        maxAge: 60,
      },
    })
    .input(schema.publicInput)
    .output(schema.publicOutput)
    .query(({ ctx, input }) => publicPixels(publicWorkspace(ctx.services.database, input.accountId, ctx.now))),

  conversions: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/pixels/conversions',
        tags,
        summary: 'List server-side conversions',
        description: 'The newest purchases that were noted for Meta, with what became of them. Kept for 90 days.',
      },
    })
    .input(schema.conversionsInput)
    .output(schema.conversionsOutput)
    .query(({ ctx, input }) => listConversions(ctx.db, ctx.services.settings, input)),

  sendTestEvent: merchantProcedure
    .meta({ internal: 'The button that tries the connection; a client tries it with a purchase of its own.' })
    .output(schema.testEventOutput)
    .mutation(({ ctx }) => sendTestEvent(ctx.db)),
});
