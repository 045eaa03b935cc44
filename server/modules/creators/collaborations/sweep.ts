/** Time-based changes to briefs and collaborations, over all workspaces (docs/contract/collaborations.md#states). */
import type { Database } from '@/server/platform/db/client';
import { keptSince } from '@/server/platform/lib/retention';

/** Expires invitations; skips rows that a creator's answer has locked at this moment. */
const EXPIRE = `
  WITH due AS (SELECT c."accountId", c.id FROM "Collaboration" c WHERE c.status = 'invited' AND c."expiresAt" <= $1
    LIMIT 10000 FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE "Collaboration" c SET status = 'expired', "endedAt" = $1, "updatedAt" = $1 FROM due d
    WHERE c."accountId" = d."accountId" AND c.id = d.id`;
const CLOSE = `
  WITH due AS (SELECT b."accountId", b.id FROM "Brief" b WHERE b.status = 'open' AND b."applyBy" <= $1
    LIMIT 10000 FOR NO KEY UPDATE SKIP LOCKED),
  closed AS (UPDATE "Brief" b SET status = 'closed', "closedAt" = $1, "updatedAt" = $1 FROM due d
    WHERE b."accountId" = d."accountId" AND b.id = d.id
    RETURNING b."accountId", b.id, b.title)
  INSERT INTO "AuditEntry" ("accountId", "actorKind", action, "targetType", "targetId", data, "createdAt")
  SELECT c."accountId", 'system', 'campaign.close', 'campaign', c.id, jsonb_build_object('name', c.title), $1
    FROM closed c`;
const FORGET_APPLICATIONS = `DELETE FROM "Application" p WHERE p."createdAt" < $1`;
const FORGET_PORTALS = `UPDATE "Collaboration" c SET "portalHash" = NULL
  WHERE c."portalHash" IS NOT NULL AND c."portalSeenAt" < $1`;

export async function sweepCollaborations(
  { pool }: Pick<Database, 'pool'>,
  now: Date,
): Promise<{ expired: number; closed: number }> {
  const expired = await pool.query(EXPIRE, [now]);
  const closed = await pool.query(CLOSE, [now]);
  await pool.query(FORGET_APPLICATIONS, [keptSince('applications', now)]);
  await pool.query(FORGET_PORTALS, [keptSince('networks', now)]);
  return { expired: expired.rowCount ?? 0, closed: closed.rowCount ?? 0 };
}
