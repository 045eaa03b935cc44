/** The merchant's list of server-side conversions, and an event to test the connection. */
import { randomUUID } from 'node:crypto';
import { listed, namesOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { Settings } from '@/server/platform/env';
import { effectivePlan, requireWithinLimit } from '@/server/modules/account/billing/effective-plan';
import { presentConversion, type ConversionRow } from '@/server/modules/offers/pixels/conversion-rows';
import { conversionsSandboxed } from '@/server/modules/offers/pixels/destination';
import { hashedEmail } from '@/server/platform/vendors/hashing';
import { type Conversion, type ConversionsInput } from '@/server/modules/offers/pixels/schema';
import { CONVERSION_STATUSES, DESTINATIONS, type DestinationId } from '@/server/modules/offers/pixels/vocabulary';

/**
 * The shown columns. One index finds the newest rows of each status, so that a rare status costs no more than a common
 * one.
 */
const SHOWN = listed(namesOf('PixelConversion'), 'c');
const listNewest = workspaceStatement<
  ConversionRow & { destination: DestinationId },
  [statuses: readonly string[], limit: number, destination: string | null]
>(
  'pixels.conversions',
  `SELECT newest.* FROM unnest($2::text[]) AS wanted (status), LATERAL (
     (SELECT 'adPixelA' AS destination, ${SHOWN} FROM "PixelConversion" c
       WHERE c."accountId" = $1 AND c.status = wanted.status AND ($4::text IS NULL OR $4 = 'adPixelA')
       ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3::int)
     UNION ALL
     (SELECT c.destination, ${SHOWN} FROM "AdConversion" c
       WHERE c."accountId" = $1 AND c.status = wanted.status AND ($4::text IS NULL OR c.destination = $4)
       ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3::int)) newest
   ORDER BY newest."createdAt" DESC, newest.id DESC LIMIT $3::int`,
);

/** The newest purchases that were noted for vendors, newest first. */
export async function listConversions(
  db: WorkspaceDb,
  settings: Pick<Settings, 'providers' | 'adPixelABase' | 'adPixelBBase' | 'analyticsBase'>,
  { status, destination, limit }: ConversionsInput,
): Promise<{ items: Conversion[]; sandbox: boolean }> {
  const rows = await db.rows(
    listNewest,
    status === undefined ? CONVERSION_STATUSES : [status],
    limit,
    destination ?? null,
  );
  const asked = destination === undefined ? DESTINATIONS : [destination];
  return { items: rows.map(presentConversion), sandbox: asked.every((to) => conversionsSandboxed(settings, to)) };
}

const addTest = workspaceStatement<{ id: string; eventId: string }, [eventId: string, emailHash: string, now: Date]>(
  'pixels.add-test',
  `INSERT INTO "PixelConversion" ("accountId", "eventId", "isTest", "emailHash", "occurredAt", "dueAt", "createdAt",
    "updatedAt")
   SELECT $1, $2, true, $3, $4::timestamptz, $4::timestamptz, $4::timestamptz, $4::timestamptz FROM "MerchantPixels" p
   WHERE p."accountId" = $1 AND p.enabled AND p."adPixelAId" IS NOT NULL AND p."adPixelACapiAccessToken" IS NOT NULL
     AND p."adPixelATestEventCode" IS NOT NULL
   RETURNING id, "eventId"`,
);

/** An address of nobody: `example.com` is reserved for examples (RFC 2606). */
const NOBODY = 'test@example.com';

/**
 * Queues an event that is no purchase, to be sent by the worker in the same way as purchases, with the test code.
 * @throws AppError PLAN_LIMIT; BAD_STATE without pixel, token or test code, or when they are switched off
 */
export async function sendTestEvent(db: WorkspaceDb): Promise<{ id: string; eventId: string }> {
  requireWithinLimit(await effectivePlan(db), 'pixels', 1);
  const [row] = await db.rows(addTest, `test-${randomUUID()}`, hashedEmail(NOBODY), db.now);
  if (row === undefined)
    throw new AppError('BAD_STATE', {
      message:
        'The test needs the pixel id, the access token and a test code, and the pixels must be on. Add what is missing.',
    });
  return row;
}
