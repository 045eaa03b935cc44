/**
 * Held rewards (docs/contract/referrals.md#reviews): the queue, decisions by people, and the release when the time is
 * over. A flagged reward is never released without a person.
 */
import type { Services } from '@/server/platform/access/context';
import { cutPage, decodeCursor, NEWEST } from '@/server/platform/db/cursor';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, systemDb, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { REWARDED_BY, rewardCodes, withFreshCodes } from '@/server/modules/offers/referrals/reward-codes';
import {
  LISTED_ATTRIBUTION,
  personJoin,
  presentListedAttribution,
  type ListedAttributionRow,
} from '@/server/modules/offers/referrals/rows';
import type {
  Approval,
  Declining,
  ListReviewsInput,
  ReviewInput,
  ReviewPage,
} from '@/server/modules/offers/referrals/reviews-schema';

type Position = [limit: number, at: Date | string, id: string, flagged: boolean | null];

const BEGINNING = { key: new Date(0), id: '' };

const queueStatement = (name: string, filter: string, order: string) =>
  workspaceStatement<ListedAttributionRow, Position>(
    name,
    `SELECT ${LISTED_ATTRIBUTION} FROM (
       SELECT a.* FROM "ReferralAttribution" a
         WHERE a."accountId" = $1 AND ${filter} AND ($5::boolean IS NULL OR (a.flags <> '{}') = $5) ORDER BY ${order}
         LIMIT $2) a
     JOIN "ReferralLink" l ON l."accountId" = ${THIS_WORKSPACE} AND l.id = a."linkId"
     ${personJoin('k1', 'a."referrerCustomerId"')}
     ${personJoin('k2', 'a."refereeCustomerId"')}
     ORDER BY ${order}`,
  );
const QUEUES = {
  open: queueStatement(
    'referrals.reviews',
    `a.status = 'pending' AND a."heldAt" IS NOT NULL AND (a."heldAt", a.id) > ($3::timestamptz, $4::text)`,
    'a."heldAt", a.id',
  ),
  decided: queueStatement(
    'referrals.reviews-decided',
    `a."reviewedAt" IS NOT NULL AND (a."reviewedAt", a.id) < ($3::timestamptz, $4::text)`,
    'a."reviewedAt" DESC, a.id DESC',
  ),
};

/** @throws AppError VALIDATION for a cursor that is not from this list */
export async function listReviews(
  db: WorkspaceDb,
  { limit, cursor, state, flagged }: ListReviewsInput,
): Promise<ReviewPage> {
  const start = state === 'open' ? BEGINNING : NEWEST;
  const after = cursor === undefined ? start : decodeCursor(cursor, 'instant');
  const rows = await db.rows(QUEUES[state], limit + 1, after.key, after.id, flagged ?? null);
  const page = cutPage(rows, limit, (row) => (state === 'open' ? row.heldAt : row.reviewedAt) ?? row.createdAt);
  return { data: page.rows.map(presentListedAttribution), cursor: page.nextCursor, hasMore: page.hasMore };
}

interface Release {
  outcome: 'already_fulfilled' | 'not_held' | 'waits' | 'max_rewards_per_referrer' | 'rewarded';
  referrerCodeId: string | null;
  refereeCodeId: string | null;
}

/**
 * Releases held rewards, with codes by the program's present rules. A program that was disabled since still rewards,
 * because the order came before. Takes locks in the order of fulfil.
 * @param byPerson false: by time, which never releases what needs a person
 */
const release = workspaceStatement<
  Release,
  [attributionId: string, byPerson: boolean, note: string | null, referrerCode: string, refereeCode: string, now: Date]
>(
  'referrals.release',
  `WITH a AS MATERIALIZED (
     SELECT a.id, a."linkId", a.status, a."heldAt", a."heldUntil", a."needsReview", a.amount
       FROM "ReferralAttribution" a WHERE a."accountId" = $1 AND a.id = $2 FOR NO KEY UPDATE
   ), l AS MATERIALIZED (
     SELECT l.id, l.rewards FROM a JOIN "ReferralLink" l ON l."accountId" = $1 AND l.id = a."linkId"
       WHERE a.status = 'pending' AND a."heldAt" IS NOT NULL FOR NO KEY UPDATE OF l
   ), verdict AS MATERIALIZED (
     SELECT a.id, a."linkId", a.amount, ${REWARDED_BY},
       CASE WHEN a.status <> 'pending' THEN 'already_fulfilled'
            WHEN a."heldAt" IS NULL THEN 'not_held'
            WHEN NOT $3::boolean AND (a."needsReview" OR a."heldUntil" > $7::timestamptz) THEN 'waits'
            WHEN l.rewards >= p."maxRewardsPerReferrer" THEN 'max_rewards_per_referrer'
            ELSE 'rewarded' END AS outcome
     FROM a LEFT JOIN l ON true JOIN "ReferralProgram" p ON p."accountId" = $1
   ), ${rewardCodes({ referrer: '$5', referee: '$6', now: '$7' })}, counted AS (
     UPDATE "ReferralLink" l SET rewards = l.rewards + 1, revenue = l.revenue + v.amount FROM verdict v
       WHERE v.outcome = 'rewarded' AND l."accountId" = $1 AND l.id = v."linkId"
   ), decided AS (
     UPDATE "ReferralAttribution" a SET
       status = CASE v.outcome WHEN 'rewarded' THEN 'rewarded' ELSE 'voided' END,
       "voidReason" = CASE WHEN v.outcome <> 'rewarded' THEN v.outcome END,
       "referrerCodeId" = c.referrer, "refereeCodeId" = c.referee,
       "rewardedAt" = CASE WHEN v.outcome = 'rewarded' THEN $7::timestamptz END,
       "reviewedAt" = CASE WHEN $3 THEN $7::timestamptz END, "reviewNote" = $4, "updatedAt" = $7::timestamptz
     FROM verdict v CROSS JOIN codes c
     WHERE v.outcome IN ('rewarded', 'max_rewards_per_referrer') AND a."accountId" = $1 AND a.id = v.id
   )
   SELECT v.outcome, c.referrer AS "referrerCodeId", c.referee AS "refereeCodeId" FROM verdict v CROSS JOIN codes c`,
);

/**
 * A person approves the reward now, flagged or not. A repeat changes nothing. @throws AppError NOT_FOUND, INTERNAL when
 * no free code could be found
 */
export async function approve(db: WorkspaceDb, { attributionId, note = null }: ReviewInput): Promise<Approval> {
  return await withFreshCodes((referrerCode, refereeCode) =>
    db.transaction(async (tx) => {
      const released = await tx.rows(release, attributionId, true, note, referrerCode, refereeCode, tx.now);
      const { outcome, referrerCodeId, refereeCodeId } = orNotFound(released[0]);
      if (outcome === 'waits') throw new Error('What a person approves does not wait for one.');
      if (outcome === 'already_fulfilled' || outcome === 'not_held') return { issued: false, reason: outcome };
      await record(tx, 'referral_attribution.approve', attributionId, note);
      if (outcome === 'max_rewards_per_referrer') return { issued: false, reason: outcome };
      if (referrerCodeId === null || refereeCodeId === null) throw new Error('A reward has no codes.');
      return { issued: true, referrerCodeId, refereeCodeId };
    }),
  );
}

const refuse = workspaceStatement<
  { status: string; isHeld: boolean; declined: boolean },
  [attributionId: string, note: string | null, now: Date]
>(
  'referrals.decline',
  `WITH a AS MATERIALIZED (
     SELECT a.id, a.status, a."heldAt" IS NOT NULL AS "isHeld" FROM "ReferralAttribution" a
       WHERE a."accountId" = $1 AND a.id = $2 FOR NO KEY UPDATE
   ), declined AS (
     UPDATE "ReferralAttribution" t SET status = 'voided', "voidReason" = 'declined', "reviewedAt" = $4::timestamptz,
       "reviewNote" = $3, "updatedAt" = $4::timestamptz
     FROM a WHERE a.status = 'pending' AND a."isHeld" AND t."accountId" = $1 AND t.id = a.id RETURNING t.id
   )
   SELECT a.status, a."isHeld", EXISTS (SELECT FROM declined) AS declined FROM a`,
);

/** A person voids the attribution: neither side gets a reward. A repeat changes nothing. @throws AppError NOT_FOUND */
export async function decline(db: WorkspaceDb, { attributionId, note = null }: ReviewInput): Promise<Declining> {
  return await db.transaction(async (tx) => {
    const { status, declined } = orNotFound((await tx.rows(refuse, attributionId, note, tx.now))[0]);
    if (!declined) return { declined: false, reason: status === 'pending' ? 'not_held' : 'already_fulfilled' };
    await record(tx, 'referral_attribution.decline', attributionId, note);
    return { declined: true, attributionId };
  });
}

const record = (tx: StatementTx, action: string, targetId: string, note: string | null): Promise<void> =>
  tx.audit({ action, targetType: 'referral_attribution', targetId, data: { ...(note !== null && { note }) } });

const BATCH = 500;

/** SQL: the attributions of all workspaces whose holding time is over, the oldest first. */
const DUE = `SELECT a."accountId", a.id, a."heldUntil" FROM "ReferralAttribution" a
  WHERE a.status = 'pending' AND a."heldAt" IS NOT NULL AND NOT a."needsReview" AND a."heldUntil" <= $1
    AND (a."heldUntil", a.id) > ($2, $3)
  ORDER BY a."heldUntil", a.id LIMIT ${BATCH}`;

/**
 * Releases each due reward on its own, so that a failure holds up no other; skips those that another call decides
 * meanwhile.
 * @returns how many were due
 * @throws Error when some could not be released; they are due again next time
 */
export async function releaseDue({ database, log }: Pick<Services, 'database' | 'log'>, now: Date): Promise<number> {
  let [due, failed] = [0, 0];
  let [after, afterId] = [new Date(0), ''];
  for (;;) {
    const { rows } = await database.pool.query<{ accountId: string; id: string; heldUntil: Date }>({
      name: 'referrals.due',
      text: DUE,
      values: [now, after, afterId],
    });
    for (const { accountId, id, heldUntil } of rows) {
      await releaseInTime(systemDb(database, accountId), id).catch((error: unknown) => {
        failed += 1;
        log.error({ err: error, accountId, attributionId: id }, 'a reward that was held back could not be given');
      });
      [after, afterId] = [heldUntil, id];
    }
    due += rows.length;
    if (rows.length < BATCH) break;
  }
  if (failed > 0) throw new Error(`${failed} rewards that were held back could not be given.`);
  return due;
}

const releaseInTime = (db: WorkspaceDb, id: string): Promise<unknown> =>
  withFreshCodes((referrerCode, refereeCode) => db.rows(release, id, false, null, referrerCode, refereeCode, db.now));
