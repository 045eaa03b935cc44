/** /api/v1/forms (docs/contract/forms.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { deleted } from '@/server/platform/lib/fields';
import { channelOf } from '@/server/modules/audience/forms/ask';
import * as schema from '@/server/modules/audience/forms/schema';
import * as forms from '@/server/modules/audience/forms/service';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Forms'];

export const formsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/forms',
        tags,
        summary: 'List forms',
        description: 'Returns forms, newest first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => forms.list(ctx.db, ctx.services, input)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/forms',
        tags,
        status: 201,
        summary: 'Create a form',
        description:
          'Creates a form, which is open at once unless `status` is closed: at its `url` and wherever its `embedCode` is placed. 409 NAME_TAKEN when another form has the name.',
        errors: ['NAME_TAKEN'],
      },
    })
    .input(schema.createInput)
    .output(schema.form)
    .mutation(({ ctx, input }) => forms.create(ctx.db, ctx.services, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/forms/{id}',
        tags,
        summary: 'Retrieve a form',
        description: 'Returns one form with its fields, wording and figures.',
      },
    })
    .input(schema.byId)
    .output(schema.form)
    .query(({ ctx, input }) => forms.get(ctx.db, ctx.services, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/forms/{id}',
        tags,
        summary: 'Update a form',
        description:
          'Changes the fields that are sent; `fields` and `consents` are replaced as a whole. People who were already asked to confirm confirm the wording that they saw.',
        errors: ['NAME_TAKEN', 'EDIT_CONFLICT'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.form)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Form', id: input.id, ifUpdatedAt }, (db) => forms.update(db, ctx.services, input)),
    ),

  delete: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/forms/{id}',
        tags,
        summary: 'Delete a form',
        description:
          'Deletes the form with its submissions and figures. Contacts and their consents stay; open confirmation links stop working. Set `status` to closed to keep everything.',
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => forms.remove(ctx.db, input.id)),

  figures: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/forms/{id}/figures',
        tags,
        summary: 'Retrieve daily figures of a form',
        description: 'Returns one element per day in the time zone of the workspace, oldest first, today last.',
      },
    })
    .input(schema.figuresInput)
    .output(schema.figuresOutput)
    .query(({ ctx, input }) => forms.figures(ctx.db, input)),

  submissions: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/forms/{id}/submissions',
        tags,
        summary: 'List submissions of a form',
        description: 'Returns submissions, newest first. Unconfirmed ones are kept for 30 days.',
      },
    })
    .input(schema.submissionsInput)
    .output(schema.submissionsOutput)
    .query(({ ctx, input }) => forms.submissions(ctx.db, input)),

  preview: merchantProcedure
    .meta({ internal: 'The page beside a form that is being written.' })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .query(({ ctx, input }) => forms.preview(ctx.db, input)),

  standing: merchantProcedure
    .meta({ internal: 'What the dashboard warns of; clients have the channels.' })
    .output(schema.standingOutput)
    .query(async ({ ctx }) => ({ channel: (await channelOf(ctx.db)) ?? null })),
});
