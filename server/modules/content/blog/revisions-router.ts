/** /api/v1/blog/{id}/revisions (docs/contract/blog.md#revisions), and what the editor keeps by itself. */
import { autosave, dropWorkingCopy, workingCopy } from '@/server/modules/content/blog/autosave';
import * as schema from '@/server/modules/content/blog/revision-schema';
import { diffRevision, getRevision, listRevisions, restoreRevision } from '@/server/modules/content/blog/revisions';
import { byId, postOutput } from '@/server/modules/content/blog/schema';
import { memberProcedure, router, workspaceProcedure } from '@/server/platform/access/trpc';

const tags: [string] = ['Blog'];

export const revisionsRouter = router({
  list: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/{id}/revisions',
        tags,
        summary: 'List revisions of a post',
        description: 'Returns the last 50 saves that changed the text of the post, newest first, without the text.',
      },
    })
    .input(schema.listRevisionsInput)
    .output(schema.listRevisionsOutput)
    .query(({ ctx, input }) => listRevisions(ctx.db, input)),

  get: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/{id}/revisions/{revisionId}',
        tags,
        summary: 'Retrieve a revision',
        description: 'Returns the whole text of the post at that time.',
      },
    })
    .input(schema.revisionInput)
    .output(schema.revisionOutput)
    .query(async ({ ctx, input }) => ({ revision: await getRevision(ctx.db, input.id, input.revisionId) })),

  diff: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/{id}/revisions/{revisionId}/diff',
        tags,
        summary: 'Compare a revision',
        description:
          'Returns the differences from the previous revision, another one or the present post: lines and words of the body, and each other field.',
      },
    })
    .input(schema.diffInput)
    .output(schema.diffOutput)
    .query(({ ctx, input }) => diffRevision(ctx.db, input)),

  restore: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/blog/{id}/revisions/{revisionId}/restore',
        repeatable: true,
        tags,
        summary: 'Restore a revision',
        description:
          'Makes the text of the revision that of the post, as a new revision. A published post changes at once. Slug, language, dates and status stay. Safe to repeat.',
        errors: ['EDIT_CONFLICT'],
      },
    })
    .input(schema.restoreInput)
    .output(postOutput)
    .mutation(async ({ ctx, input }) => ({ post: await restoreRevision(ctx.db, input) })),
});

export const autosaveRouter = router({
  save: memberProcedure
    .meta({
      internal: "The dashboard's editor saves by itself while somebody types; clients send PATCH when they mean it.",
    })
    .input(schema.autosaveInput)
    .output(schema.autosaveOutput)
    .mutation(({ ctx, input }) => autosave(ctx.db, input)),

  copy: memberProcedure
    .meta({ internal: 'What the person in front of the editor has typed into a published post and not saved.' })
    .input(byId)
    .output(schema.workingCopyOutput)
    .query(({ ctx, input }) => workingCopy(ctx.db, input.id)),

  drop: memberProcedure
    .meta({ internal: 'What was typed is not wanted any more.' })
    .input(byId)
    .output(schema.workingCopyOutput)
    .mutation(({ ctx, input }) => dropWorkingCopy(ctx.db, input.id)),
});
