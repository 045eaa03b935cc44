/** The dashboard's import of a file. Programs use POST /contacts/import. */
import * as schema from '@/server/modules/audience/contacts/import-schema';
import * as imports from '@/server/modules/audience/contacts/imports';
import { undoImport } from '@/server/modules/audience/contacts/undo-import';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Contacts'];

const meta = { internal: 'A file on its way in from the browser; machines have POST /contacts/import.' };

export const importsRouter = router({
  create: merchantProcedure
    .meta(meta)
    .input(schema.createInput)
    .output(schema.contactImport)
    .mutation(({ ctx, input }) => imports.create(ctx.db, input)),

  putChunk: merchantProcedure
    .meta(meta)
    .input(schema.putChunkInput)
    .output(schema.putChunkOutput)
    .mutation(({ ctx, input }) => imports.putChunk(ctx.db, input)),

  get: merchantProcedure
    .meta(meta)
    .input(schema.byId)
    .output(schema.contactImport)
    .query(({ ctx, input }) => imports.get(ctx.db, input.id)),

  start: merchantProcedure
    .meta(meta)
    .input(schema.byId)
    .output(schema.statusOutput)
    .mutation(({ ctx, input }) => imports.start(ctx.db, input.id)),

  recheck: merchantProcedure
    .meta(meta)
    .input(schema.byId)
    .output(schema.statusOutput)
    .mutation(({ ctx, input }) => imports.recheck(ctx.db, input.id)),

  undo: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/contacts/imports/{id}/undo',
        repeatable: true,
        tags,
        summary: 'Undo an import',
        description:
          'Removes the contacts that a dashboard import created and restores those that it changed, up to 7 days after it ended (then 409 BAD_STATE). Later changes stay. `dryRun` only returns the figures. Safe to repeat.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.undoInput)
    .output(schema.undoOutput)
    .mutation(({ ctx, input }) => undoImport(ctx.db, input)),

  undoPreview: merchantProcedure
    .meta({ internal: 'The same dry run as a query, for the dialog that asks.' })
    .input(schema.byId)
    .output(schema.undoOutput)
    .query(({ ctx, input }) => undoImport(ctx.db, { id: input.id, dryRun: true })),

  cancel: merchantProcedure
    .meta(meta)
    .input(schema.byId)
    .output(schema.statusOutput)
    .mutation(({ ctx, input }) => imports.cancel(ctx.db, input.id)),

  list: merchantProcedure
    .meta(meta)
    .output(schema.listOutput)
    .query(({ ctx }) => imports.list(ctx.db)),

  refusals: merchantProcedure
    .meta(meta)
    .input(schema.refusalsInput)
    .output(schema.refusalsOutput)
    .query(({ ctx, input }) => imports.refusals(ctx.db, input)),
});
