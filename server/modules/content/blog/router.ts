/** /api/v1/blog (docs/contract/blog.md). The pages for people are routes.ts. */
import { deleted } from '@/server/platform/lib/fields';
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import type { Context } from '@/server/platform/access/context';
import { publicWorkspace, type PublicDb } from '@/server/platform/db/workspace';
import { overview } from '@/server/modules/content/blog/overview';
import { preview } from '@/server/modules/content/blog/preview';
import { previewLink } from '@/server/modules/content/blog/preview-link';
import { toBroadcast } from '@/server/modules/content/blog/to-broadcast';
import { broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { publicGet, publicList, publicVersion } from '@/server/modules/content/blog/public';
import { autosaveRouter, revisionsRouter } from '@/server/modules/content/blog/revisions-router';
import * as schema from '@/server/modules/content/blog/schema';
import * as blog from '@/server/modules/content/blog/service';
import { merchantProcedure, publicProcedure, router, workspaceProcedure } from '@/server/platform/access/trpc';

const tags: [string] = ['Blog'];

const publicOf = ({ services, now }: Context, accountId: string): PublicDb =>
  publicWorkspace(services.database, accountId, now);
/** Both public routes depend on the posts of a workspace and on the time. */
const version = (ctx: Context, parameters: Record<string, string>): Promise<string | null> =>
  publicVersion(publicOf(ctx, schema.publicListInput.parse(parameters).accountId));

export const blogRouter = router({
  revisions: revisionsRouter,
  autosave: autosaveRouter,

  list: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog',
        tags,
        summary: 'List posts',
        description:
          'Returns up to 200 posts, drafts and scheduled ones included. Posts without a date come first, then the latest date.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(async ({ ctx, input }) => ({ posts: await blog.list(ctx.db, input.status) })),

  create: workspaceProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/blog',
        tags,
        status: 201,
        summary: 'Create a post',
        description:
          'Creates a draft unless `status` says otherwise. 409 SLUG_TAKEN when another post has the slug, LOCALE_TAKEN when the post exists in this language; 403 PLAN_LIMIT when the plan allows no more posts.',
        errors: ['SLUG_TAKEN', 'LOCALE_TAKEN', 'PLAN_LIMIT'],
      },
    })
    .input(schema.createInput)
    .output(schema.postOutput)
    .mutation(async ({ ctx, input }) => ({ post: await blog.create(ctx.db, input) })),

  get: workspaceProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/{id}',
        tags,
        summary: 'Retrieve a post',
        description:
          'Returns a post of any status with its body. Public readers use `GET /blog/public/{accountId}/{slug}`.',
      },
    })
    .input(schema.byId)
    .output(schema.postOutput)
    .query(async ({ ctx, input }) => ({ post: await blog.get(ctx.db, input.id) })),

  update: workspaceProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/blog/{id}',
        tags,
        summary: 'Update a post',
        description:
          'Changes the fields that are sent. The first move to published without `publishedAt` sets it to now. 409 SLUG_TAKEN when another post has the slug, LOCALE_TAKEN when the post exists in this language.',
        errors: ['EDIT_CONFLICT', 'SLUG_TAKEN', 'LOCALE_TAKEN'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.postOutput)
    .mutation(async ({ ctx, input: { ifUpdatedAt, ...input } }) => ({
      post: await saveEdit(ctx.db, { table: 'BlogPost', id: input.id, ifUpdatedAt }, (db) => blog.update(db, input)),
    })),

  publishNow: workspaceProcedure
    .meta({
      internal:
        "The dashboard's “now” goes by the server's clock and replaces a date that was set; clients send publishedAt.",
    })
    .input(ofVersion(schema.publishNowInput))
    .output(schema.postOutput)
    .mutation(async ({ ctx, input: { ifUpdatedAt, ...input } }) => ({
      post: await saveEdit(ctx.db, { table: 'BlogPost', id: input.id, ifUpdatedAt }, (db) =>
        blog.publishNow(db, input),
      ),
    })),

  delete: workspaceProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/blog/{id}',
        tags,
        summary: 'Delete a post',
        description: 'Deletes the post and its revisions for good. Its public address is 404 at once.',
      },
    })
    .input(schema.byId)
    .output(deleted)
    .mutation(({ ctx, input }) => blog.remove(ctx.db, input.id)),

  overview: workspaceProcedure
    .meta({
      internal:
        "The dashboard's table: searched, filtered and paged, without bodies. The contract's list has a limit and no more.",
    })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => overview(ctx.db, input)),

  knownSlugs: workspaceProcedure
    .meta({
      need: 'read',
      internal: 'What an export from another blog would do, before it does; its posts are made one by one.',
    })
    .input(schema.knownSlugsInput)
    .output(schema.knownSlugsOutput)
    .mutation(({ ctx, input }) => blog.knownSlugs(ctx.db, input.slugs)),

  preview: workspaceProcedure
    .meta({ need: 'read', internal: 'The public page beside the editor, for a post that is not saved yet.' })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .mutation(({ ctx, input }) => preview(ctx.db, ctx.services.uploads, ctx.services.settings.baseUrl, input)),

  previewLink: workspaceProcedure
    .meta({
      need: 'read',
      openapi: {
        method: 'POST',
        path: '/blog/{id}/preview-link',
        repeatable: true,
        tags,
        summary: 'Create a preview link',
        description:
          'Returns a link to the post, published or not, that works for 7 days for anybody who has it. Search engines leave the page out.',
      },
    })
    .input(schema.byId)
    .output(schema.previewLinkOutput)
    .mutation(({ ctx, input }) => previewLink(ctx.db, ctx.services.settings, input.id)),

  toBroadcast: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/blog/{id}/broadcast',
        tags,
        status: 201,
        summary: 'Create a broadcast from a post',
        description:
          "Creates a draft broadcast with the post's title, cover, excerpt and a button to its page. It has no audience, and nothing is sent.",
      },
    })
    .input(schema.toBroadcastInput)
    .output(broadcast)
    .mutation(({ ctx, input }) => toBroadcast(ctx.db, ctx.services, input)),

  publicList: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/public/{accountId}',
        tags,
        version,
        summary: 'List published posts',
        description: 'Returns up to 100 published posts whose date has come, newest first, without bodies.',
      },
    })
    .input(schema.publicListInput)
    .output(schema.publicListOutput)
    .query(async ({ ctx, input }) => ({ posts: await publicList(publicOf(ctx, input.accountId)) })),

  publicGet: publicProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/blog/public/{accountId}/{slug}',
        tags,
        version,
        errors: ['NOT_FOUND'],
        summary: 'Retrieve a published post',
        description: 'Returns one post with its body. 404 NOT_FOUND for drafts and scheduled posts.',
      },
    })
    .input(schema.publicGetInput)
    .output(schema.publicGetOutput)
    .query(async ({ ctx, input }) => ({ post: await publicGet(publicOf(ctx, input.accountId), input.slug) })),
});
