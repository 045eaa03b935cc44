import * as schema from '@/server/modules/content/blog/revision-schema';
import { diffRevision, getRevision, listRevisions, restoreRevision } from '@/server/modules/content/blog/revisions';
import { byId, postOutput } from '@/server/modules/content/blog/schema';
import { memberProcedure, router, workspaceProcedure } from '@/server/platform/access/trpc';
import { holdVersion, saveEdit } from '@/server/platform/db/edits';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { AutosaveInput, Autosaved, WorkingCopy } from '@/server/modules/content/blog/revision-schema';
import type { Saved } from '@/server/modules/content/blog/save';
import { get, isDraft, update } from '@/server/modules/content/blog/service';

// The changes that the editor saves by itself (docs/contract/blog.md#autosave). A draft is nobody's but the
// workspace's, so it is written; what the public reads, or is going to, is changed only when somebody says so: what
// they type is kept beside it, for them.

/** $4 holds the changed fields. A new copy starts with the post's own values of these fields. */
const keepCopy = workspaceStatement<never, [postId: string, userId: string, values: string, now: Date]>(
  'blog.working-copy.keep',
  `INSERT INTO "PostWorkingCopy" ("accountId", "postId", "userId", "ofVersion", base, "values", "savedAt")
   SELECT $1, p.id, $3, p."updatedAt", (SELECT coalesce(jsonb_object_agg(f.key, j.post->f.key), '{}')
     FROM jsonb_object_keys($4::jsonb) AS f(key)), $4::jsonb, $5::timestamptz
   FROM "BlogPost" p CROSS JOIN LATERAL (SELECT to_jsonb(p) AS post OFFSET 0) j WHERE p."accountId" = $1 AND p.id = $2
   ON CONFLICT ("accountId", "postId", "userId")
     DO UPDATE SET "ofVersion" = excluded."ofVersion", base = excluded.base, "values" = excluded."values",
     "savedAt" = excluded."savedAt"`,
);

const findCopy = workspaceStatement<WorkingCopy, [postId: string, userId: string]>(
  'blog.working-copy.find',
  `SELECT c."savedAt", c."ofVersion", c.base, c."values" FROM "PostWorkingCopy" c
    WHERE c."accountId" = $1 AND c."postId" = $2 AND c."userId" = $3`,
);

const dropCopy = workspaceStatement<never, [postId: string, userId: string]>(
  'blog.working-copy.drop',
  `DELETE FROM "PostWorkingCopy" c WHERE c."accountId" = $1 AND c."postId" = $2 AND c."userId" = $3`,
);

const BY_ITSELF: Saved = { kind: 'autosave', restoredFrom: null };

/** The person; the access level lets in nobody else. */
const personOf = ({ actor }: WorkspaceDb): string => actor.id ?? '';

/** @throws AppError NOT_FOUND, EDIT_CONFLICT, SLUG_TAKEN, and the errors of an update */
const autosave = (db: WorkspaceDb, { ifUpdatedAt, ...changes }: AutosaveInput): Promise<Autosaved> => {
  const version = { table: 'BlogPost', id: changes.id, ifUpdatedAt } as const;
  return holdVersion(db, version, async (tx): Promise<Autosaved> => {
    if (await isDraft(tx, changes.id)) {
      const { updatedAt } = await saveEdit(tx, version, (held) => update(held, changes, BY_ITSELF));
      return { kept: 'post', updatedAt };
    }
    const { id, ...values } = changes;
    await tx.rows(keepCopy, id, personOf(tx), JSON.stringify(values), tx.now);
    return { kept: 'copy', updatedAt: ifUpdatedAt };
  });
};

/**
 * Returns the unsaved text that the person has typed into a post; null when there is none. @throws AppError NOT_FOUND
 */
async function workingCopy(db: WorkspaceDb, id: string): Promise<{ copy: WorkingCopy | null }> {
  const [copy] = await db.rows(findCopy, id, personOf(db));
  if (copy === undefined) await get(db, id);
  return { copy: copy ?? null };
}

/** @throws AppError NOT_FOUND */
async function dropWorkingCopy(db: WorkspaceDb, id: string): Promise<{ copy: null }> {
  await get(db, id);
  await db.rows(dropCopy, id, personOf(db));
  return { copy: null };
}

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
