/**
 * /api/v1/audit-log: who changed what (docs/contract/audit-log.md). Append-only: nothing here writes. The export is
 * routes.ts.
 */
import type { Tag } from '@/server/tags';
import * as entries from '@/server/resources/audit-log/entries';
import { actors, getNamed, listNamed } from '@/server/resources/audit-log/names';
import * as schema from '@/server/resources/audit-log/schema';
import { chainState } from '@/server/resources/audit-log/chain-state';
import { verify } from '@/server/resources/audit-log/verify';
import { router, workspaceProcedure } from '@/server/trpc';

const tags: [Tag] = ['Audit log'];
/** No statement takes longer either, and a client that gives up after 30 seconds hears of it. */
const LONGEST_ANSWER_MS = 20_000;

export const auditLogRouter = router({
  list: workspaceProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/audit-log',
        tags,
        summary: 'List entries',
        description:
          'Who changed what, newest first. `GET /audit-log/export?format=csv|ndjson` takes the same filters and streams every entry as a file.',
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
        summary: 'Retrieve an entry',
        description: 'One entry of the log by its id: who did what, when, and to which row.',
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
        summary: 'Verify the chain',
        description:
          'Each entry has a hash over itself and the hash before. This works all of them out anew: `ok` is false when an entry was changed, removed, put in another place, or is in no chain ten minutes after it was written. A chain that was cut off at its end is found by an anchor only (`laris audit anchor`). One answer takes at most 20 seconds, enough for some hundred thousand entries; a longer chain is verified in parts, with `limit` and then `cursor`, and holds when every part is `ok`.',
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
