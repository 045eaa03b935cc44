/** Plays what recipients of the sandbox do: what a person asked for, and what they do by themselves and is due. */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { callBack, type ToCallBack } from '@/server/sandbox/call-back';
import { reactJob } from '@/server/sandbox/jobs';
import type { Reaction } from '@/server/sandbox/reactions';
import type { SandboxAnswer } from '@/server/sandbox/vocabulary';

const selectByIds = workspaceStatement<Omit<ToCallBack, 'event' | 'at'>, [ids: string[]]>(
  'sandbox.by-ids',
  `SELECT s.id, s."channelId", s.provider, s.recipient, s."providerMessageId" FROM "SandboxMessage" s
    WHERE s."accountId" = $1 AND s.id = ANY($2::text[])`,
);

export async function playAnswer(
  services: Services,
  db: WorkspaceDb,
  { ids, event }: { ids: string[]; event: SandboxAnswer },
): Promise<void> {
  const rows = await db.rows(selectByIds, ids);
  await callBack(
    services,
    db,
    rows.map((row) => ({ ...row, event, at: db.now })),
  );
}

const BATCH = 500;

/** Takes what is due out of the plans, so that two workers play nothing twice. What is left keeps its time. */
const takeDue = workspaceStatement<Omit<ToCallBack, 'event' | 'at'> & { due: Reaction[] }, [now: Date]>(
  'sandbox.take-due',
  `WITH due AS (
     SELECT s.id, s.reactions FROM "SandboxMessage" s WHERE s."accountId" = $1 AND s."reactAt" <= $2::timestamptz
       ORDER BY s."reactAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
   ), split AS (
     SELECT d.id, coalesce(jsonb_agg(r.reaction) FILTER (WHERE (r.reaction->>'at')::timestamptz <= $2::timestamptz),
       '[]') AS due,
       coalesce(jsonb_agg(r.reaction) FILTER (WHERE (r.reaction->>'at')::timestamptz > $2::timestamptz), '[]') AS rest,
       min((r.reaction->>'at')::timestamptz) FILTER (WHERE (r.reaction->>'at')::timestamptz > $2::timestamptz) AS next
     FROM due d CROSS JOIN LATERAL jsonb_array_elements(d.reactions) AS r(reaction) GROUP BY d.id
   )
   UPDATE "SandboxMessage" s SET reactions = split.rest, "reactAt" = split.next FROM split
     WHERE s."accountId" = $1 AND s.id = split.id
   RETURNING s.id, s."channelId", s.provider, s.recipient, s."providerMessageId", split.due`,
);

const nextReaction = workspaceStatement<{ at: Date | null }>(
  'sandbox.next-reaction',
  `SELECT min(s."reactAt") AS at FROM "SandboxMessage" s WHERE s."accountId" = $1 AND s."reactAt" IS NOT NULL`,
);

export async function playReactions(services: Services, accountId: string): Promise<void> {
  for (;;) {
    const db = systemDb(services.database, accountId);
    const rows = await db.rows(takeDue, db.now);
    await callBack(
      services,
      db,
      rows.flatMap(({ due, ...row }) => due.map(({ event, at }) => ({ ...row, event, at: new Date(at) }))),
    );
    if (rows.length < BATCH) break;
  }
  const db = systemDb(services.database, accountId);
  const at = (await db.rows(nextReaction))[0]?.at ?? null;
  // At most once a second, so that what is due comes in batches.
  if (at !== null)
    await enqueue(
      db,
      reactJob,
      {},
      { runAt: new Date(Math.max(at.getTime(), db.now.getTime() + 1_000)), key: `sandbox.react-again:${accountId}` },
    );
}
