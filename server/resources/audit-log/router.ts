/**
 * /api/v1/audit-log: who changed what (docs/contract/audit-log.md). Append-only: nothing here writes. The export is
 * routes.ts.
 */
import type { Tag } from '@/server/tags';
import * as entries from '@/server/resources/audit-log/entries';
import { actors, getNamed, listNamed } from '@/server/resources/audit-log/names';
import * as schema from '@/server/resources/audit-log/schema';
import { router, workspaceProcedure } from '@/server/trpc';

const tags: [Tag] = ['Audit log'];

export const auditLogRouter = router({
  list: workspaceProcedure
    .meta({
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
    .meta({ openapi: { method: 'GET', path: '/audit-log/{id}', tags, summary: 'Retrieve an entry' } })
    .input(schema.byId)
    .output(schema.entry)
    .query(({ ctx, input }) => entries.get(ctx.db, input.id)),

  listNamed: workspaceProcedure
    .meta({ internal: 'the dashboard shows names beside ids, those of people who left included' })
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
