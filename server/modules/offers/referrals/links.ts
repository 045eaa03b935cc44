/** A customer's link (docs/contract/referrals.md#links): issued once, resolved by anybody, counted at each click. */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type PublicDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { isRobot } from '@/server/platform/lib/robots';
import { CODE_ATTEMPTS, makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { linkColumns, presentLink, type LinkRow } from '@/server/modules/offers/referrals/rows';
import type { Click, Link } from '@/server/modules/offers/referrals/schema';

/**
 * Makes a link. Returns no row when another call is making the customer's link at this moment, or the code exists
 * already.
 */
const makeLink = workspaceStatement<LinkRow, [customerId: string, code: string, now: Date]>(
  'referrals.issue-link',
  `WITH program AS (SELECT p.id FROM "ReferralProgram" p WHERE p."accountId" = $1 AND p.enabled),
   present AS (SELECT l.* FROM program p JOIN "ReferralLink" l ON l."accountId" = $1 AND l."customerId" = $2),
   made AS (
     INSERT INTO "ReferralLink" AS l ("accountId", "programId", "customerId", code, "createdAt")
     SELECT $1, p.id, $2, $3, $4::timestamptz FROM program p WHERE NOT EXISTS (SELECT 1 FROM present)
     ON CONFLICT DO NOTHING RETURNING l.*)
   SELECT ${linkColumns('l')} FROM present l UNION ALL SELECT ${linkColumns('l')} FROM made l`,
);

/**
 * Finds a customer's link. Returns a row when the program is enabled; its link columns are null when there is no link
 * yet.
 */
const findOfCustomer = workspaceStatement<LinkRow | { id: null }, [customerId: string]>(
  'referrals.link-of-customer',
  `SELECT ${linkColumns('l')} FROM "ReferralProgram" p
    LEFT JOIN "ReferralLink" l ON l."accountId" = $1 AND l."customerId" = $2 WHERE p."accountId" = $1 AND p.enabled`,
);

/**
 * Returns the customer's link, the same for every call, also for parallel ones. Null when there is no program or it is
 * disabled.
 */
export async function issueLink(db: WorkspaceDb, customerId: string): Promise<Link | null> {
  for (let attempt = 0; attempt < CODE_ATTEMPTS; attempt++) {
    const [link] = await db.rows(makeLink, customerId, makeLinkCode(), db.now);
    if (link !== undefined) return presentLink(link);
    // A twin committed after our snapshot was taken, the code is taken, or there is no program. Look again.
    const [row] = await db.rows(findOfCustomer, customerId);
    if (row === undefined) return null;
    if (row.id !== null) return presentLink(row);
  }
  throw new AppError('INTERNAL', { cause: new Error('Every code that was made for a link is taken.') });
}

const findByCode = workspaceStatement<LinkRow, [code: string]>(
  'referrals.resolve-link',
  `SELECT ${linkColumns('l')} FROM "ReferralLink" l WHERE l."accountId" = $1 AND l.code = $2`,
);

/** Also while the program is disabled. @throws AppError NOT_FOUND */
export async function resolveLink(db: PublicDb, code: string): Promise<Link> {
  const [row] = await db.rows(findByCode, code);
  return presentLink(orNotFound(row));
}

const recordClick = workspaceStatement<NonNullable<Click>, [code: string, now: Date]>(
  'referrals.click',
  `WITH counted AS (
     UPDATE "ReferralLink" l SET clicks = l.clicks + 1 FROM "ReferralProgram" p
     WHERE l."accountId" = $1 AND l.code = $2 AND p."accountId" = $1 AND p.enabled
     RETURNING l.id, l."programId"
   ), noted AS (
     INSERT INTO "ReferralClick" ("accountId", "linkId", "clickedAt") SELECT $1, c.id, $3::timestamptz FROM counted c
   )
   SELECT c.id AS "linkId", c."programId" FROM counted c`,
);

const findClickable = workspaceStatement<NonNullable<Click>, [code: string]>(
  'referrals.clickable',
  `SELECT l.id AS "linkId", l."programId" FROM "ReferralLink" l
    JOIN "ReferralProgram" p ON p."accountId" = $1 AND p.enabled WHERE l."accountId" = $1 AND l.code = $2`,
  { isBrief: true },
);

/**
 * Counts a click; null when the code is unknown or the program is disabled.
 * @param userAgent the visitor's. A link preview gets the same answer, but is not counted.
 */
export async function click(
  db: Pick<PublicDb, 'rows' | 'now'>,
  code: string,
  userAgent?: string | null,
): Promise<Click> {
  const [row] = isRobot(userAgent) ? await db.rows(findClickable, code) : await db.rows(recordClick, code, db.now);
  return row ?? null;
}
