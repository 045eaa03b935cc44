/** What merchants do with their pixels (3 §4.5). Not audited, as the spec says. */
import { workspaceStatement } from '@/server/db/statement';
import { found, type WorkspaceDb } from '@/server/db/workspace';
import type { AppSecrets } from '@/server/lib/crypto';
import { effectivePlan, requireWithinLimit } from '@/server/resources/billing/effective-plan';
import type { Pixels, PixelsStub, UpdateInput } from '@/server/resources/pixels/schema';
import { openSecret, sealSecret } from '@/server/resources/pixels/secrets';

const PIXEL_COLUMNS = `p.id, p."accountId", p."adPixelAId", p."adPixelACapiAccessToken", p."adPixelATestEventCode", p."analyticsId", p."adsConversionId", p."adsPurchaseLabel", p."adPixelBId", p.enabled, p."createdAt", p."updatedAt"`;

const findPixels = workspaceStatement<Pixels>(
  'pixels.find',
  `SELECT ${PIXEL_COLUMNS} FROM "MerchantPixels" p WHERE p."accountId" = $1`,
);

const taken = (column: string): string =>
  `"${column}" = CASE WHEN '${column}' = ANY ($10::text[]) THEN excluded."${column}" ELSE p."${column}" END`;

/** One statement, so that two first PATCHes at once both hold: each writes the columns that it was sent, and no other. */
const upsertPixels = workspaceStatement<
  Pixels,
  [
    adPixelAId: string | null,
    token: string | null,
    testCode: string | null,
    analyticsId: string | null,
    adsConversionId: string | null,
    adsPurchaseLabel: string | null,
    adPixelBId: string | null,
    enabled: boolean,
    sent: string[],
    now: Date,
  ]
>(
  'pixels.upsert',
  `INSERT INTO "MerchantPixels" AS p ("accountId", "adPixelAId", "adPixelACapiAccessToken", "adPixelATestEventCode", "analyticsId", "adsConversionId", "adsPurchaseLabel", "adPixelBId", enabled, "createdAt", "updatedAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::boolean, $11::timestamptz, $11::timestamptz)
   ON CONFLICT ("accountId") DO UPDATE SET
     ${['adPixelAId', 'adPixelACapiAccessToken', 'adPixelATestEventCode', 'analyticsId', 'adsConversionId', 'adsPurchaseLabel', 'adPixelBId', 'enabled'].map(taken).join(', ')},
     "updatedAt" = CASE WHEN cardinality($10::text[]) = 0 THEN p."updatedAt" ELSE excluded."updatedAt" END
   RETURNING ${PIXEL_COLUMNS}`,
);

/** Where nothing was ever written: on, with nothing connected. */
const STUB: PixelsStub = {
  adPixelAId: null,
  adPixelACapiAccessToken: null,
  adPixelATestEventCode: null,
  analyticsId: null,
  adsConversionId: null,
  adsPurchaseLabel: null,
  adPixelBId: null,
  enabled: true,
};

const opened = (appSecrets: AppSecrets, row: Pixels): Pixels => ({
  ...row,
  adPixelACapiAccessToken: openSecret(
    appSecrets,
    row.accountId,
    'adPixelACapiAccessToken',
    row.adPixelACapiAccessToken,
  ),
  adPixelATestEventCode: openSecret(appSecrets, row.accountId, 'adPixelATestEventCode', row.adPixelATestEventCode),
});

/** The whole row, its secrets in the clear. */
export async function get(db: WorkspaceDb, appSecrets: AppSecrets): Promise<Pixels | PixelsStub> {
  const [row] = await db.rows(findPixels);
  return row === undefined ? STUB : opened(appSecrets, row);
}

/**
 * Writes the fields that are sent and answers with the whole row, its secrets in the clear.
 * @throws AppError PLAN_LIMIT
 */
export async function update(db: WorkspaceDb, appSecrets: AppSecrets, input: UpdateInput): Promise<Pixels> {
  requireWithinLimit(await effectivePlan(db), 'pixels', 1);
  const {
    adPixelAId = null,
    adPixelACapiAccessToken: token = null,
    adPixelATestEventCode: testCode = null,
    analyticsId = null,
    adsConversionId = null,
    adsPurchaseLabel = null,
    adPixelBId = null,
    enabled = true,
  } = input;
  const [row] = await db.rows(
    upsertPixels,
    adPixelAId,
    sealSecret(appSecrets, db.accountId, 'adPixelACapiAccessToken', token),
    sealSecret(appSecrets, db.accountId, 'adPixelATestEventCode', testCode),
    analyticsId,
    adsConversionId,
    adsPurchaseLabel,
    adPixelBId,
    enabled,
    Object.keys(input),
    db.now,
  );
  return opened(appSecrets, found(row));
}
