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
        description:
          'Returns system segments first, then your own, newest first. Archived ones are included unless `status` is active.',
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
        description:
          'Creates a segment. 403 PLAN_LIMIT on plans below scale. 400 INVALID_DEFINITION names the faulty condition in `details.path`; 409 NAME_TAKEN when another segment has the name.',
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
        summary: 'List fields for conditions',
        description:
          'Returns the fields and events that conditions can use, with operators and frequent values. Attributes come from the newest 5,000 contacts; a definition may name others too.',
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
        summary: 'Preview a segment',
        description:
          'Counts the contacts that match a definition, and each condition by itself. Stores nothing. Works on every plan.',
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
        description:
          'Returns the segment with its definition. `GET /audience-segments/{id}/contacts` returns its contacts.',
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
        description:
          'Changes the fields that are sent. `status: active` restores an archived segment. 409 BAD_STATE for a system segment.',
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
        description:
          'Archives the segment; it keeps its name. 409 IN_USE while a scheduled broadcast uses it, BAD_STATE for a system segment.',
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
        description: 'Returns the contacts that match now, newest first.',
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
        summary: 'Count a segment’s contacts',
        description: 'Counts the contacts that match now and stores the figure as `lastCount`.',
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
        summary: 'Create a list from a segment',
        description:
          'Creates a contact list with the contacts that match now. The list does not follow the segment. 409 NAME_TAKEN when another list has the name.',
        errors: ['NAME_TAKEN'],
      },
    })
    .input(schema.toListInput)
    .output(schema.toListOutput)
    .mutation(({ ctx, input }) => toList(ctx.db, input)),
});
