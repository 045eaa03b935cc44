/** Housekeeping of the outboxes: what nobody consumed is kept for 30 days. */
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

/** Deletes changes that were put aside, or that no consumer wanted; consumed changes are deleted already. */
const PRUNE = `DELETE FROM "Change" c USING (
    SELECT o."accountId", o.id FROM "Change" o WHERE o.at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE c."accountId" = old."accountId" AND c.id = old.id`;

/** Deletes old triggers, also handled ones, because a handled trigger is only marked and stays in the table. */
const PRUNE_TRIGGERS = `DELETE FROM "DomainEvent" e USING (
    SELECT o."accountId", o.position FROM "DomainEvent" o WHERE o."createdAt" < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE e."accountId" = old."accountId" AND e.position = old.position`;

export const pruneTriggersJob = defineCronJob({
  name: 'events.prune-triggers',
  cron: '53 * * * *',
  async run({ database, log }) {
    const removed = await inBatches(database.pool, PRUNE_TRIGGERS, [keptSince('deliveries', now())]);
    log.debug({ removed }, 'triggers pruned');
  },
});

export const pruneChangesJob = defineCronJob({
  name: 'events.prune-changes',
  cron: '41 * * * *',
  async run({ database, log }) {
    const removed = await inBatches(database.pool, PRUNE, [keptSince('deliveries', now())]);
    log.debug({ removed }, 'changes pruned');
  },
});
