/** /api/v1/pixels (docs/contract/pixels.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { publicWorkspace, type PublicDb } from '@/server/platform/db/workspace';
import { listConversions, sendTestEvent } from '@/server/modules/offers/pixels/conversions';
import * as schema from '@/server/modules/offers/pixels/schema';
import * as pixels from '@/server/modules/offers/pixels/service';
import { may } from '@/server/platform/access/procedures';
import { merchantProcedure, publicProcedure, router } from '@/server/platform/access/trpc';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicPixels } from '@/server/modules/offers/pixels/schema';

// The pixel data that a shop's pages may know (docs/contract/pixels.md#public-route): the public ids.

/** Finds the public pixels. adsPurchaseLabel alone does not count, because it measures nothing by itself. */
const findPublic = workspaceStatement<NonNullable<PublicPixels>>(
  'pixels.public',
  `SELECT p."adPixelAId", p."analyticsId", p."adsConversionId", p."adsPurchaseLabel", p."adPixelBId", p.enabled
    FROM "MerchantPixels" p
   WHERE p."accountId" = $1 AND p.enabled
     AND num_nonnulls(p."adPixelAId", p."analyticsId", p."adsConversionId", p."adPixelBId") > 0`,
  { isBrief: true },
);

/**
 * Returns the public pixels; null without a row, when the pixels are switched off, and when there is no id to load.
 */
export async function publicPixels(db: PublicDb): Promise<PublicPixels> {
  const [row] = await db.rows(findPublic);
  return row ?? null;
}

const tags: [string] = ['Pixels'];

export const pixelsRouter = router({
  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/pixels',
        tags,
        summary: 'Retrieve the pixels',
        description:
          'Returns the pixels with their secrets. Before the first PATCH: `enabled` is true, all else is null, without id and dates.',
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
        description:
          'Changes only the fields you send; null or an empty text clears a field. The first call stores the pixels. Needs a plan with pixels: 403 `PLAN_LIMIT`.',
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
        summary: 'Retrieve the public pixels of a shop',
        description:
          'Returns the public ids for the pages of a shop; needs no key. Null when the pixels are off or no id is set. May be cached for 60 seconds.',
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
        description:
          'Returns the newest purchases sent to Meta, TikTok and Google Analytics, newest first, with their status. Kept for 90 days.',
      },
    })
    .input(schema.conversionsInput)
    .output(schema.conversionsOutput)
    .query(({ ctx, input }) => listConversions(ctx.db, ctx.services.settings, input)),

  sendTestEvent: merchantProcedure
    .meta({ internal: 'The button that tests the connection.' })
    .output(schema.testEventOutput)
    .mutation(({ ctx }) => sendTestEvent(ctx.db)),
});
