/** Procedures of briefs (docs/contract/campaigns.md). */
import { previewBrief } from '@/server/modules/creators/campaigns/public-page';
import * as schema from '@/server/modules/creators/campaigns/schema';
import * as campaigns from '@/server/modules/creators/campaigns/service';
import { apply } from '@/server/modules/creators/collaborations/applications';
import { invite } from '@/server/modules/creators/collaborations/invite';
import { pageSeenBy } from '@/server/modules/creators/collaborations/portal-sight';
import * as collaborations from '@/server/modules/creators/collaborations/schema';
import { list as listCollaborations } from '@/server/modules/creators/collaborations/service';
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Creator briefs'];

export const campaignsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/campaigns',
        tags,
        summary: 'List briefs',
        description: 'Returns briefs in pages, newest first. Archived briefs are listed only when `status` names them.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => campaigns.list(ctx.db, input)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns',
        tags,
        status: 201,
        summary: 'Create a brief',
        description: 'Creates a draft. Only `title` is required: publishing checks that the rest is complete.',
      },
    })
    .input(schema.createInput)
    .output(schema.briefWithCounts)
    .mutation(({ ctx, input }) => campaigns.create(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/campaigns/{id}',
        tags,
        summary: 'Retrieve a brief',
        description: 'Returns the brief with the number of its collaborations by status.',
      },
    })
    .input(schema.byId)
    .output(schema.briefWithCounts)
    .query(({ ctx, input }) => campaigns.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/campaigns/{id}',
        tags,
        summary: 'Update a brief',
        description:
          'Changes only the fields you send. Once a creator has accepted, `deliverables`, `compensation`, `usageRightsDays` and `disclosure` are fixed: 409 `BAD_STATE`.',
        errors: ['BAD_STATE', 'EDIT_CONFLICT'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.briefWithCounts)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Brief', id: input.id, ifUpdatedAt }, (db) => campaigns.update(db, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/campaigns/{id}',
        tags,
        summary: 'Archive a brief',
        description:
          'Archives the brief for good. Open invitations and applications are declined; accepted collaborations go on. Safe to repeat.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => campaigns.archive(ctx.db, ctx.services, input.id)),

  preview: merchantProcedure
    .meta({ internal: "The dashboard's preview of a brief's public page." })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .query(({ ctx, input }) => previewBrief(ctx.db, ctx.services.settings.baseUrl, input)),

  publish: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns/{id}/publish',
        tags,
        summary: 'Publish a brief',
        description:
          'Opens a draft or a closed brief. Needs `brief`, a deliverable, `compensation` and dates in the future: 400 `INCOMPLETE`. 403 `PLAN_LIMIT` when the plan has no room.',
        errors: ['BAD_STATE', 'INCOMPLETE', 'SLOTS_FULL', 'PLAN_LIMIT'],
      },
    })
    .input(schema.byId)
    .output(schema.briefWithCounts)
    .mutation(({ ctx, input }) => campaigns.publish(ctx.db, input.id)),

  close: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns/{id}/close',
        tags,
        summary: 'Close a brief',
        description:
          'Stops new applications. Collaborations under way go on. Safe to repeat; the brief can be published again.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.briefWithCounts)
    .mutation(({ ctx, input }) => campaigns.close(ctx.db, input.id)),

  complete: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns/{id}/complete',
        tags,
        summary: 'Complete a brief',
        description:
          'Completes an open or closed brief and declines its invitations and applications. 409 `BAD_STATE` while a creator is still working.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.briefWithCounts)
    .mutation(({ ctx, input }) => campaigns.complete(ctx.db, ctx.services, input.id)),

  invite: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns/{id}/invite',
        tags,
        summary: 'Invite creators to a brief',
        description:
          'Invites up to 100 creators to an open brief. Creators who cannot be invited are listed in `skipped` with the reason.',
        errors: ['BAD_STATE'],
      },
    })
    .input(collaborations.inviteInput)
    .output(collaborations.inviteOutput)
    .mutation(({ ctx, input }) => invite(ctx.db, ctx.services, { campaignId: input.id }, input)),

  receiveApplication: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/campaigns/{id}/applications',
        tags,
        summary: 'Apply for a brief',
        description:
          'Passes on an application from the shop’s own page. The answer never reveals whether it was taken: more than 5 an hour from a network address or 3 a day from an e-mail are dropped. 404 unless the brief is open to everybody.',
      },
    })
    .input(collaborations.applicationInput)
    .output(collaborations.applicationOutput)
    .mutation(({ ctx, input: { id, ip, consent: _, ...applied } }) =>
      apply(ctx.db, ctx.services, { campaignId: id }, applied, ip ?? ctx.clientAddress),
    ),

  collaborations: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/campaigns/{id}/collaborations',
        tags,
        summary: 'List the collaborations of a brief',
        description: 'Returns the collaborations of one brief in pages, last changed first.',
      },
    })
    .input(collaborations.ofCampaignInput)
    .output(collaborations.listOutput)
    .query(async ({ ctx, input: { id, ...input } }) => {
      await campaigns.get(ctx.db, id);
      const found = await listCollaborations(ctx.db, ctx.services, { ...input, kind: undefined, campaignId: id });
      return pageSeenBy(ctx.principal, found);
    }),
});
