/** Deletes old data of funnels (docs/contract/funnels.md#what-is-kept). */
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob } from '@/server/platform/jobs/job';
import { systemDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { lookAtTests } from '@/server/modules/automation/funnels/comparisons';
import { readFunnel } from '@/server/modules/automation/funnels/rows';
import { keptSince } from '@/server/platform/lib/retention';

/**
 * Deletes old enrolments and keeps their count: the table's trigger lowers the count, and the same statement raises it
 * again.
 */
const PRUNE_ENROLMENTS = `WITH old AS MATERIALIZED (
    SELECT o."accountId", o.id FROM "FunnelEnrolment" o WHERE o."endedAt" < $1 LIMIT $2 FOR UPDATE SKIP LOCKED),
  passages AS (DELETE FROM "FunnelPassage" p USING old
    WHERE p."accountId" = old."accountId" AND p."enrolmentId" = old.id),
  gone AS (
    DELETE FROM "FunnelEnrolment" e USING old WHERE e."accountId" = old."accountId" AND e.id = old.id
      RETURNING e."accountId", e."funnelId", e.status),
  counted AS (
    INSERT INTO "FunnelTally" ("accountId", "funnelId", status, people)
    SELECT g."accountId", g."funnelId", g.status, count(*)::int FROM gone g GROUP BY 1, 2, 3)
  SELECT FROM gone`;
const PRUNE_REFUSALS = `DELETE FROM "FunnelRefusal" r USING (
    SELECT o."accountId", o."funnelId", o.at, o.reason FROM "FunnelRefusal" o WHERE o.at < $1 LIMIT $2) old
  WHERE r."accountId" = old."accountId" AND r."funnelId" = old."funnelId" AND r.at = old.at AND r.reason = old.reason`;

export const pruneFunnelsJob = defineCronJob({
  name: 'funnels.prune',
  cron: '17 * * * *',
  async run({ database, log }) {
    const before = keptSince('enrolments', now());
    const enrolments = await inBatches(database.pool, PRUNE_ENROLMENTS, [before]);
    const refusals = await inBatches(database.pool, PRUNE_REFUSALS, [before]);
    log.debug({ enrolments, refusals }, 'funnels pruned');
  },
});

const RUNNING = `SELECT f."accountId", f.id FROM "Funnel" f WHERE f.status IN ('live', 'paused')
  ORDER BY f."accountId", f.id`;

/** Looks at the comparisons of funnels every hour; an error in one funnel does not stop the others. */
export const lookAtTestsJob = defineCronJob({
  name: 'funnels.look-at-tests',
  cron: '7 * * * *',
  async run({ database, log }) {
    const { rows } = await database.pool.query<{ accountId: string; id: string }>(RUNNING);
    for (const { accountId, id } of rows)
      try {
        await systemDb(database, accountId).longTransaction(async (tx) => {
          await lookAtTests(tx, await readFunnel(tx, id));
        });
      } catch (error) {
        log.warn({ err: error, accountId, funnelId: id }, 'what a funnel compares could not be looked at');
      }
    log.debug({ funnels: rows.length }, 'tests of funnels looked at');
  },
});

/** The least number of rows of one sum that are worth merging. */
const MANY = 50;

/** Merges the present tallies into one; a tally that is added meanwhile stays beside it. */
const PUT_TOGETHER = `WITH many AS MATERIALIZED (
    SELECT t."accountId", t."funnelId", t.status FROM "FunnelTally" t GROUP BY 1, 2, 3 HAVING count(*) > ${MANY}
      LIMIT 1000),
  taken AS (
    DELETE FROM "FunnelTally" t USING many m
      WHERE t."accountId" = m."accountId" AND t."funnelId" = m."funnelId" AND t.status = m.status
    RETURNING t."accountId", t."funnelId", t.status, t.people)
  INSERT INTO "FunnelTally" ("accountId", "funnelId", status, people)
  SELECT k."accountId", k."funnelId", k.status, sum(k.people)::int FROM taken k GROUP BY 1, 2, 3`;

export const putTalliesTogetherJob = defineCronJob({
  name: 'funnels.put-tallies-together',
  cron: '*/5 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query(PUT_TOGETHER);
    log.debug({ sums: rowCount }, 'tallies of funnels put together');
  },
});
