/** The worker's part in integrations. */
import { DAY_MS } from '@/server/platform/lib/durations';
import * as z from 'zod';
import { systemDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { inBatches } from '@/server/platform/jobs/in-batches';
import { defineCronJob, defineWorkspaceJob } from '@/server/platform/jobs/job';
import { now } from '@/server/platform/lib/clock';
import { keptSince } from '@/server/platform/lib/retention';

const ofIntegration = z.object({ integrationId: z.string() });

/** Checks a shop that is pending, or whose config has changed. */
export const checkIntegrationJob = defineWorkspaceJob({
  name: 'integrations.check',
  payload: ofIntegration,
  key: ({ integrationId }) => `check:${integrationId}`,
  run: async (services, db, { integrationId }) =>
    (await import('@/server/modules/shops/connections/check')).checkIntegration(services, db, integrationId),
});

/** Reads what changed in a shop since the last time, or reads a sheet. */
export const reconcileJob = defineWorkspaceJob({
  name: 'integrations.reconcile',
  payload: ofIntegration,
  key: ({ integrationId }) => `reconcile:${integrationId}`,
  run: async (services, db, { integrationId }) =>
    (await import('@/server/modules/shops/connections/check')).checkIntegration(services, db, integrationId, {
      reconciles: true,
    }),
});

export const wipeCredentialsJob = defineWorkspaceJob({
  name: 'integrations.wipe-credentials',
  payload: ofIntegration,
  key: ({ integrationId }) => `wipe:${integrationId}`,
  run: async (services, db, { integrationId }) =>
    (await import('@/server/modules/shops/connections/check')).wipeCredentials(services, db, integrationId),
});

/** Verifies and applies the webhooks of an integration that wait. */
export const applyWebhooksJob = defineWorkspaceJob({
  name: 'integrations.apply-webhooks',
  payload: ofIntegration,
  key: ({ integrationId }) => `webhooks:${integrationId}`,
  run: async (services, { accountId }, { integrationId }) =>
    (await import('@/server/modules/shops/connections/apply-webhooks')).applyWebhooks(services, {
      accountId,
      integrationId,
    }),
});

/**
 * The milliseconds after which waiting work counts as abandoned: a process ended between storing it and queuing the
 * job, or in the middle. The job queue itself would wait hours for a dead worker.
 */
const UNUSED_MS = 60_000;

export const sweepIntegrationsJob = defineCronJob({
  name: 'integrations.sweep',
  cron: '* * * * *',
  async run({ database }) {
    const at = now();
    const before = new Date(at.getTime() - UNUSED_MS);
    const unused = async (text: string) =>
      (await database.pool.query<{ accountId: string; integrationId: string }>(text, [before])).rows;
    const waiting = await unused(
      'SELECT DISTINCT "accountId", "integrationId" FROM "IntegrationWebhook" WHERE "appliedAt" IS NULL AND "dueAt" < $1',
    );
    const pending = await unused(
      `SELECT "accountId", id AS "integrationId" FROM "Integration" WHERE status = 'pending' AND "updatedAt" < $1`,
    );
    const sealed = await unused(
      `SELECT "accountId", id AS "integrationId" FROM "Integration"
        WHERE status = 'revoked' AND credentials IS NOT NULL AND "updatedAt" < $1`,
    );
    const { rows: due } = await database.pool.query<{ accountId: string; integrationId: string }>(
      `SELECT "accountId", id AS "integrationId" FROM "Integration" WHERE status = 'active' AND "reconcileAt" <= $1`,
      [at],
    );
    for (const [job, rows] of [
      [reconcileJob, due],
      [applyWebhooksJob, waiting],
      [checkIntegrationJob, pending],
      [wipeCredentialsJob, sealed],
    ] as const)
      for (const { accountId, integrationId } of rows)
        await enqueue(systemDb(database, accountId, at), job, { integrationId });
  },
});

const PRUNE_WEBHOOKS = `DELETE FROM "IntegrationWebhook" w USING (
    SELECT o."accountId", o.id FROM "IntegrationWebhook" o WHERE o."receivedAt" < $1 LIMIT $2
      FOR UPDATE SKIP LOCKED) old
  WHERE w."accountId" = old."accountId" AND w.id = old.id`;

export const pruneWebhooksJob = defineCronJob({
  name: 'integrations.prune-webhooks',
  cron: '43 * * * *',
  async run({ database, log }) {
    const webhooks = await inBatches(database.pool, PRUNE_WEBHOOKS, [keptSince('callbacks', now())]);
    log.debug({ webhooks }, 'webhooks of shops pruned');
  },
});

/** The milliseconds for which a run and its refused rows are kept. */
const RUN_KEPT_MS = 90 * DAY_MS;

/** Deletes old runs except the last of each resource, whose time tells since when to read changes. */
const PRUNE_RUNS = `DELETE FROM "IntegrationRun" r USING (
    SELECT o."accountId", o.id FROM "IntegrationRun" o WHERE o."finishedAt" < $1 AND EXISTS (
      SELECT FROM "IntegrationRun" n WHERE n."accountId" = o."accountId" AND n."integrationId" = o."integrationId"
        AND n.resource = o.resource
        AND n."createdAt" > o."createdAt" AND n.status IN ('succeeded', 'partial')) LIMIT $2 FOR UPDATE SKIP LOCKED) old
  WHERE r."accountId" = old."accountId" AND r.id = old.id`;

export const pruneRunsJob = defineCronJob({
  name: 'integrations.prune-runs',
  cron: '47 * * * *',
  async run({ database, log }) {
    const runs = await inBatches(database.pool, PRUNE_RUNS, [new Date(now().getTime() - RUN_KEPT_MS)]);
    log.debug({ runs }, 'runs of integrations pruned');
  },
});
