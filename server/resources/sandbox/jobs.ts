/** The sandbox's part of the worker. */
import { workspaceStatement } from '@/server/db/statement';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import type { Services } from '@/server/context';
import { enqueue } from '@/server/jobs/enqueue';
import { defineJob } from '@/server/jobs/job';
import { now } from '@/server/lib/clock';
import { z } from 'zod';
import { callBack, type ToCallBack } from '@/server/resources/sandbox/call-back';
import { ANSWER, REACT } from '@/server/resources/sandbox/job-kinds';
import type { Reaction } from '@/server/resources/sandbox/reactions';

const ofWorkspace = (services: Services, accountId: string): WorkspaceDb =>
  workspaceDb(services.database, {
    accountId,
    actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
    now: now(),
  });

const selectByIds = workspaceStatement<Omit<ToCallBack, 'event' | 'at'>, [ids: string[]]>(
  'sandbox.by-ids',
  `SELECT s.id, s."channelId", s.provider, s.recipient, s."providerMessageId" FROM "SandboxMessage" s WHERE s."accountId" = $1 AND s.id = ANY($2::text[])`,
);

export const answerJob = defineJob({
  ...ANSWER,
  async run(services, { accountId, ids, event }) {
    const db = ofWorkspace(services, accountId);
    const rows = await db.rows(selectByIds, ids);
    await callBack(
      services,
      db,
      rows.map((row) => ({ ...row, event, at: db.now })),
    );
  },
});

const BATCH = 500;

/** Takes what is due out of the plans, so that two workers play nothing twice. What is left keeps its time. */
const takeDue = workspaceStatement<Omit<ToCallBack, 'event' | 'at'> & { due: Reaction[] }, [now: Date]>(
  'sandbox.take-due',
  `WITH due AS (
     SELECT s.id, s.reactions FROM "SandboxMessage" s WHERE s."accountId" = $1 AND s."reactAt" <= $2::timestamptz ORDER BY s."reactAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
   ), split AS (
     SELECT d.id, coalesce(jsonb_agg(r.reaction) FILTER (WHERE (r.reaction->>'at')::timestamptz <= $2::timestamptz), '[]') AS due,
       coalesce(jsonb_agg(r.reaction) FILTER (WHERE (r.reaction->>'at')::timestamptz > $2::timestamptz), '[]') AS rest,
       min((r.reaction->>'at')::timestamptz) FILTER (WHERE (r.reaction->>'at')::timestamptz > $2::timestamptz) AS next
     FROM due d CROSS JOIN LATERAL jsonb_array_elements(d.reactions) AS r(reaction) GROUP BY d.id
   )
   UPDATE "SandboxMessage" s SET reactions = split.rest, "reactAt" = split.next FROM split WHERE s."accountId" = $1 AND s.id = split.id
   RETURNING s.id, s."channelId", s.provider, s.recipient, s."providerMessageId", split.due`,
);

const nextReaction = workspaceStatement<{ at: Date | null }>(
  'sandbox.next-reaction',
  `SELECT min(s."reactAt") AS at FROM "SandboxMessage" s WHERE s."accountId" = $1 AND s."reactAt" IS NOT NULL`,
);

export const reactJob = defineJob({
  ...REACT,
  async run(services, { accountId }) {
    for (;;) {
      const db = ofWorkspace(services, accountId);
      const rows = await db.rows(takeDue, db.now);
      await callBack(
        services,
        db,
        rows.flatMap(({ due, ...row }) => due.map(({ event, at }) => ({ ...row, event, at: new Date(at) }))),
      );
      if (rows.length < BATCH) break;
    }
    const db = ofWorkspace(services, accountId);
    const at = (await db.rows(nextReaction))[0]?.at ?? null;
    // At most once a second, so that what is due comes in batches.
    if (at !== null)
      await enqueue(
        db,
        REACT,
        {},
        { runAt: new Date(Math.max(at.getTime(), db.now.getTime() + 1_000)), key: `sandbox.react-again:${accountId}` },
      );
  },
});

const KEPT_MS = 7 * 24 * 60 * 60_000;

export const pruneSandboxJob = defineJob({
  name: 'sandbox.prune',
  payload: z.object({}),
  cron: '23 * * * *',
  async run({ database, log }) {
    const { rowCount } = await database.pool.query('DELETE FROM "SandboxMessage" WHERE "createdAt" < $1', [
      new Date(now().getTime() - KEPT_MS),
    ]);
    log.debug({ removed: rowCount }, 'sandbox messages pruned');
  },
});
