/** The merchant's operations on pixels (docs/contract/pixels.md). Not audited, as the contract says. */
import { columnsOf, listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { actingPartner } from '@/server/modules/account/admin/made-by';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import type { Pixels, PixelsStub, UpdateInput } from '@/server/modules/offers/pixels/schema';
import { openSecret, sealSecret } from '@/server/modules/offers/pixels/secrets';
import { SECRET_COLUMNS, type SecretColumn } from '@/server/modules/offers/pixels/vocabulary';

const PIXEL_COLUMNS = columnsOf('MerchantPixels', 'p', 'setByPartner');
const SETTINGS = namesOf('MerchantPixels', 'id', 'accountId', 'setByPartner', 'createdAt', 'updatedAt');

const findPixels = workspaceStatement<Pixels>(
  'pixels.find',
  `SELECT ${PIXEL_COLUMNS} FROM "MerchantPixels" p WHERE p."accountId" = $1`,
);

/**
 * One statement, so that of two parallel first PATCHes both count: each writes only its own columns. $2 holds the sent
 * fields, $3 the defaults of a new row, $5 the acting partner. Fields that lead purchases to a third party are noted as
 * the partner's (server/modules/account/admin/made-by.ts) until somebody else sets them.
 */
const SET_BY = `(SELECT coalesce(jsonb_object_agg(s.key, $5::text), '{}') FROM jsonb_each_text($2::jsonb) s
  WHERE $5::text IS NOT NULL AND s.key <> 'enabled' AND s.value IS NOT NULL)`;

const upsertPixels = workspaceStatement<
  Pixels,
  [changes: string, defaults: string, now: Date, partnerId: string | null]
>(
  'pixels.upsert',
  `INSERT INTO "MerchantPixels" AS p ("accountId", ${listed(SETTINGS)}, "setByPartner", "createdAt", "updatedAt")
   SELECT $1, ${listed(SETTINGS, 'n')}, ${SET_BY}, $4::timestamptz, $4::timestamptz
     FROM jsonb_populate_record(NULL::"MerchantPixels", $3::jsonb || $2::jsonb) n
   ON CONFLICT ("accountId") DO UPDATE SET
     (${listed(SETTINGS)}) = (SELECT ${listed(SETTINGS, 'n')} FROM jsonb_populate_record(p, $2::jsonb) n),
     "setByPartner" = (p."setByPartner" - ARRAY(SELECT jsonb_object_keys($2::jsonb))) || ${SET_BY},
     "updatedAt" = CASE WHEN $2::jsonb = '{}' THEN p."updatedAt" ELSE excluded."updatedAt" END
   RETURNING ${PIXEL_COLUMNS}`,
);

/** The pixels of a workspace that never saved any: switched on, but not connected. */
const STUB: PixelsStub = {
  adPixelAId: null,
  adPixelACapiAccessToken: null,
  adPixelATestEventCode: null,
  analyticsId: null,
  adsConversionId: null,
  adsPurchaseLabel: null,
  adPixelBId: null,
  adPixelBAccessToken: null,
  adPixelBTestEventCode: null,
  analyticsApiSecret: null,
  enabled: true,
};

function opened(appSecrets: AppSecrets, row: Pixels): Pixels {
  const pixels = { ...row };
  for (const column of SECRET_COLUMNS) pixels[column] = openSecret(appSecrets, row.accountId, column, row[column]);
  return pixels;
}

/** Returns the whole row with its secrets in the clear. */
export async function get(db: WorkspaceDb, appSecrets: AppSecrets): Promise<Pixels | PixelsStub> {
  const [row] = await db.rows(findPixels);
  return row === undefined ? STUB : opened(appSecrets, row);
}

const NO_SECRETS = Object.fromEntries(SECRET_COLUMNS.map((column) => [column, null])) as Record<SecretColumn, null>;

/**
 * Removes the secrets for people who may only read: with a vendor's token they could act at the vendor
 * (docs/contract/accounts.md#roles).
 */
export const withoutSecrets = (found: Pixels | PixelsStub): Pixels | PixelsStub => ({ ...found, ...NO_SECRETS });

/**
 * Writes the fields that are sent, and returns the whole row with its secrets in the clear.
 * @throws AppError PLAN_LIMIT
 */
export async function update(db: WorkspaceDb, appSecrets: AppSecrets, input: UpdateInput): Promise<Pixels> {
  requireWithinLimit(await effectivePlan(db), 'pixels', 1);
  const changes = { ...input };
  for (const column of SECRET_COLUMNS) {
    const sent = changes[column];
    if (sent !== undefined) changes[column] = sealSecret(appSecrets, db.accountId, column, sent);
  }
  const [row] = await db.rows(
    upsertPixels,
    JSON.stringify(changes),
    JSON.stringify(STUB),
    db.now,
    await actingPartner(db),
  );
  return opened(appSecrets, orNotFound(row));
}
