/** /api/v1/broadcasts/templates (docs/contract/broadcasts.md#templates). */
import { deleted } from '@/server/platform/lib/fields';
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { compileDocument } from '@/server/modules/messaging/broadcasts/compile-content';
import * as templates from '@/server/modules/messaging/broadcasts/templates';
import * as schema from '@/server/modules/messaging/broadcasts/templates-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Broadcasts'];

export const templatesRouter = router({
  compile: merchantProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/broadcasts/templates/compile',
        repeatable: true,
        tags,
        summary: 'Compile a block document',
        description: 'Returns the HTML and text that saving the block document would store.',
      },
    })
    .input(schema.compileInput)
    .output(schema.compileOutput)
    .mutation(({ ctx, input: { assetUrls, marks, ...document } }) =>
      compileDocument(ctx.db, ctx.services, document, { at: '', assetUrls: assetUrls ?? {}, marks: marks ?? false }),
    ),

  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/broadcasts/templates',
        tags,
        summary: 'List templates',
        description: 'Returns all templates, last updated first.',
      },
    })
    .output(schema.listOutput)
    .query(async ({ ctx }) => ({ templates: await templates.list(ctx.db) })),

  overview: merchantProcedure
    .meta({ internal: "The dashboard's list: in pages and without contents." })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => templates.overview(ctx.db, input)),

  get: merchantProcedure
    .meta({ internal: 'One template, for the editor and previews; the contract has no route for it.' })
    .input(schema.byId)
    .output(schema.template)
    .query(({ ctx, input }) => templates.get(ctx.db, input.id)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts/templates',
        tags,
        status: 201,
        summary: 'Create a template',
        description:
          'Saves content that broadcasts and funnels can use. The name is unique in the workspace: 409 `NAME_EXISTS`.',
        errors: ['NAME_EXISTS'],
      },
    })
    .input(schema.createInput)
    .output(schema.one)
    .mutation(async ({ ctx, input }) => ({ template: await templates.create(ctx.db, ctx.services, input) })),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/broadcasts/templates/{id}',
        tags,
        summary: 'Update a template',
        description:
          'Changes only the fields you send. A new `blocks` document is compiled into `content`; null removes the document and keeps the content.',
        errors: ['EDIT_CONFLICT', 'NAME_EXISTS'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.one)
    .mutation(async ({ ctx, input: { ifUpdatedAt, ...input } }) => ({
      template: await saveEdit(ctx.db, { table: 'BroadcastTemplate', id: input.id, ifUpdatedAt }, (db) =>
        templates.update(db, ctx.services, input),
      ),
    })),

  delete: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/broadcasts/templates/{id}',
        tags,
        summary: 'Delete a template',
        description: 'Deletes the template for good. Broadcasts made from it keep their content.',
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => templates.remove(ctx.db, input.id)),
});
