/**
 * /api/v1/audit-log: who changed what (docs/contract/audit-log.md). Append-only: no call writes. routes.ts has the
 * export.
 */
import * as entries from '@/server/modules/account/audit-log/entries';
import { actors, getNamed, listNamed } from '@/server/modules/account/audit-log/names';
import * as schema from '@/server/modules/account/audit-log/schema';
import { verify } from '@/server/modules/account/audit-log/verify';
import { router, workspaceProcedure } from '@/server/platform/access/trpc';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { ChainState } from '@/server/modules/account/audit-log/schema';

// The progress of the chain, for the dashboard: read from the rows that wait, whatever the statistics of the tables
// say.

/** The most waiting entries that are counted. */
const MOST_WAITING = 100;

const state = workspaceStatement<
  { position: bigint | null; newestAt: Date | null; waiting: number; isBackfilling: boolean },
  [most: number]
>(
  'audit-chain.state',
  `SELECT l.position, coalesce(n."createdAt", e."createdAt") AS "newestAt",
     (SELECT count(*)::int FROM (SELECT FROM "AuditPending" p WHERE p."accountId" = $1 LIMIT $2::int) p) AS waiting,
     EXISTS (SELECT FROM "AuditBackfill" b WHERE b."accountId" = $1) AS "isBackfilling"
   FROM (SELECT $1::text AS "accountId") w
   LEFT JOIN LATERAL (SELECT l.position, l."entryId" FROM "AuditLink" l WHERE l."accountId" = ${THIS_WORKSPACE}
     ORDER BY l.position DESC LIMIT 1) l ON true
   LEFT JOIN LATERAL (SELECT e."createdAt" FROM "AuditEntry" e
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e.id = l."entryId" OFFSET 0) e ON true
   LEFT JOIN LATERAL (
     SELECT r."createdAt" FROM (
       SELECT r."createdAt", r.id FROM "AuditEntry" r WHERE r."accountId" = ${THIS_WORKSPACE}
         ORDER BY r."createdAt" DESC, r.id DESC LIMIT $2::int) r
     WHERE EXISTS (SELECT FROM "AuditLink" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."entryId" = r.id)
     ORDER BY r."createdAt" DESC LIMIT 1) n ON true`,
  { isBrief: true },
);

/** Costs the same however long the chain is. */
async function chainState(db: WorkspaceDb): Promise<ChainState> {
  const [row] = await db.rows(state, MOST_WAITING);
  const { position, newestAt, waiting, isBackfilling } = orNotFound(row);
  return { entries: Number(position ?? 0n), newestAt, waiting, isBackfilling };
}

const tags: [string] = ['Audit log'];
/** A statement may take no longer either, and clients give up after 30 seconds: they get an answer before. */
const LONGEST_ANSWER_MS = 20_000;

export const auditLogRouter = router({
  list: workspaceProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/audit-log',
        tags,
        summary: 'List audit log entries',
        description:
          'Returns entries, newest first. `GET /audit-log/export` streams all entries that match the same filters.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => entries.list(ctx.db, input)),

  get: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit-log/{id}',
        tags,
        summary: 'Retrieve an audit log entry',
        description: 'Returns one entry: who did what, when, and to which row.',
      },
    })
    .input(schema.byId)
    .output(schema.entry)
    .query(({ ctx, input }) => entries.get(ctx.db, input.id)),

  verify: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/audit-log/verify',
        tags,
        summary: 'Verify the audit log',
        description:
          'Computes the hash of every entry again. `ok` is false when an entry was changed, removed or moved, or is in no chain ten minutes after it was written. Only an anchor (`laris audit anchor`) shows that a chain was cut off at its end. An answer takes at most 20 seconds: verify a longer chain in parts, with `limit` and then `cursor`; every part must be `ok`.',
      },
    })
    .input(schema.verifyInput)
    .output(schema.verified)
    .query(({ ctx, input }) => verify(ctx.db, input, LONGEST_ANSWER_MS)),

  chain: workspaceProcedure
    .meta({ internal: 'what the dashboard says of the chain before somebody verifies it' })
    .output(schema.chainState)
    .query(({ ctx }) => chainState(ctx.db)),

  listNamed: workspaceProcedure
    .meta({ mayLag: true, internal: 'the dashboard shows names beside ids, those of people who left included' })
    .input(schema.listInput)
    .output(schema.namedListOutput)
    .query(({ ctx, input }) => listNamed(ctx.db, input)),

  getNamed: workspaceProcedure
    .meta({ internal: 'as listNamed' })
    .input(schema.byId)
    .output(schema.named)
    .query(({ ctx, input }) => getNamed(ctx.db, input.id)),

  actors: workspaceProcedure
    .meta({ internal: "the choices of the dashboard's filter" })
    .output(schema.actorsOutput)
    .query(({ ctx }) => actors(ctx.db)),
});
