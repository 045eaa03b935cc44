/** /api/v1/audience-segments (docs/contract/audience-segments.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { knownFields } from '@/server/modules/audience/audience-segments/known-fields';
import { contacts, count, preview } from '@/server/modules/audience/audience-segments/preview';
import { get, list } from '@/server/modules/audience/audience-segments/rows';
import * as schema from '@/server/modules/audience/audience-segments/schema';
import * as segments from '@/server/modules/audience/audience-segments/service';
import { toList } from '@/server/modules/audience/audience-segments/to-list';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Audience segments'];

export const audienceSegmentsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/audience-segments',
        tags,
        summary: 'List segments',
        description: 'System ones first, then newest first.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => ({ segments: await list(ctx.db, input.status) })),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/audience-segments',
        tags,
        status: 201,
        summary: 'Create a segment',
        description: 'Needs the plan scale. What is wrong with a definition is INVALID_DEFINITION with `details.path`.',
        errors: ['INVALID_DEFINITION', 'NAME_TAKEN', 'PLAN_LIMIT'],
      },
    })
    .input(schema.createInput)
    .output(schema.segment)
    .mutation(({ ctx, input }) => segments.create(ctx.db, input)),

  fields: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/audience-segments/fields',
        tags,
        summary: 'What conditions can ask for',
        description:
          'Attributes and values are those of the newest 5,000 contacts. A definition may name any other attribute too.',
      },
    })
    .output(schema.fieldsOutput)
    .query(async ({ ctx }) => ({ fields: await knownFields(ctx.db) })),

  preview: merchantProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/audience-segments/preview',
        repeatable: true,
        tags,
        summary: 'Try a definition',
        description: 'Nothing is stored. On every plan.',
        errors: ['INVALID_DEFINITION'],
      },
    })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .mutation(({ ctx, input }) => preview(ctx.db, input.definition)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/audience-segments/{id}',
        tags,
        summary: 'Retrieve a segment',
        description: 'With its definition. Who is in it now: `GET /audience-segments/{id}/contacts`.',
      },
    })
    .input(schema.byId)
    .output(schema.segment)
    .query(({ ctx, input }) => get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/audience-segments/{id}',
        tags,
        summary: 'Update a segment',
        description: 'Partial. `status: active` brings an archived one back.',
        errors: ['EDIT_CONFLICT', 'INVALID_DEFINITION', 'NAME_TAKEN', 'BAD_STATE', 'IN_USE', 'PLAN_LIMIT'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.segment)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'AudienceSegment', id: input.id, ifUpdatedAt }, (db) => segments.update(db, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/audience-segments/{id}',
        tags,
        summary: 'Archive a segment',
        description: 'Its row and its name stay. Not while a scheduled broadcast uses it.',
        errors: ['BAD_STATE', 'IN_USE'],
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => segments.archive(ctx.db, input.id)),

  contacts: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/audience-segments/{id}/contacts',
        tags,
        summary: "List a segment's contacts",
        description: 'Who is in it now, newest first.',
      },
    })
    .input(schema.contactsInput)
    .output(schema.contactsOutput)
    .query(({ ctx, input }) => contacts(ctx.db, input)),

  count: merchantProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/audience-segments/{id}/count',
        tags,
        summary: 'Count a segment',
        description: 'Counts now; the figure is kept as lastCount.',
      },
    })
    .input(schema.byId)
    .output(schema.countOutput)
    .query(({ ctx, input }) => count(ctx.db, input.id, { keep: !ctx.head })),

  toList: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/audience-segments/{id}/to-list',
        tags,
        status: 201,
        summary: 'Make a list of a segment',
        description: 'A new list with those who are in it now.',
        errors: ['NAME_TAKEN'],
      },
    })
    .input(schema.toListInput)
    .output(schema.toListOutput)
    .mutation(({ ctx, input }) => toList(ctx.db, input)),
});
