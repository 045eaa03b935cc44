/**
 * Signup (docs/contract/referrals.md#sign-up): a customer who came through a link waits as pending for an order. One
 * statement.
 */
import { workspaceStatement } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { attributionColumns, presentAttribution, type AttributionRow } from '@/server/resources/referrals/rows';
import type { Attribution, SignupInput } from '@/server/resources/referrals/schema';

/** The referee's own row is the natural key, so the first link wins, also of two at once. */
const attribute = workspaceStatement<
  AttributionRow,
  [linkCode: string, refereeCustomerId: string, externalSource: string | null, externalRef: string, now: Date]
>(
  'referrals.signup',
  `WITH made AS (
     INSERT INTO "ReferralAttribution" AS a ("accountId", "programId", "linkId", "referrerCustomerId", "refereeCustomerId", "externalSource", "externalRef", "expiresAt", "createdAt", "updatedAt")
     SELECT $1, p.id, l.id, l."customerId", $3, $4, $5, $6::timestamptz + p."attributionWindowDays" * interval '1 day', $6::timestamptz, $6::timestamptz
     FROM "ReferralLink" l JOIN "ReferralProgram" p ON p."accountId" = $1 AND p.enabled
     WHERE l."accountId" = $1 AND l.code = $2 AND l."customerId" <> $3
     ON CONFLICT ("accountId", "refereeCustomerId") DO NOTHING
     RETURNING a.*
   ), counted AS (
     UPDATE "ReferralLink" l SET signups = l.signups + 1 FROM made m WHERE l."accountId" = $1 AND l.id = m."linkId"
   )
   SELECT ${attributionColumns('m')} FROM made m`,
);

/** Null for an unknown code, a disabled program, whoever refers themselves, and a referee who has an attribution. */
export async function signup(db: WorkspaceDb, input: SignupInput): Promise<Attribution | null> {
  // Both in lower case already (emailIn).
  if (input.refereeEmail === input.referrerEmail) return null;
  const [row] = await db.rows(
    attribute,
    input.linkCode,
    input.refereeCustomerId,
    input.externalSource ?? null,
    input.externalRef ?? input.refereeCustomerId,
    db.now,
  );
  return row === undefined ? null : presentAttribution(row);
}
