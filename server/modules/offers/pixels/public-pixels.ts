/** The pixel data that a shop's pages may know (docs/contract/pixels.md#public-route): the public ids. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb } from '@/server/platform/db/workspace';
import type { PublicPixels } from '@/server/modules/offers/pixels/schema';

/** adsPurchaseLabel does not count: alone it measures nothing. */
const findPublic = workspaceStatement<NonNullable<PublicPixels>>(
  'pixels.public',
  `SELECT p."adPixelAId", p."analyticsId", p."adsConversionId", p."adsPurchaseLabel", p."adPixelBId", p.enabled
    FROM "MerchantPixels" p
   WHERE p."accountId" = $1 AND p.enabled
     AND num_nonnulls(p."adPixelAId", p."analyticsId", p."adsConversionId", p."adPixelBId") > 0`,
  { isBrief: true },
);

/** Null without a row, with the pixels switched off, and with no id to load anything by. */
export async function publicPixels(db: PublicDb): Promise<PublicPixels> {
  const [row] = await db.rows(findPublic);
  return row ?? null;
}
