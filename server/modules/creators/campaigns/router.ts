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
        description: 'Newest first; archived ones only when asked for.',
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
        description: 'A draft, which may lack whatever it needs to be published.',
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
        description: 'With how many collaborations are in which state.',
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
        description: 'Partial. What somebody has agreed on stays: deliverables, compensation, rights and disclosure.',
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
        description: 'For good: invitations and applications are declined, the accepted go on.',
      },
    })
    .input(schema.byId)
    .output(schema.archiveOutput)
    .mutation(({ ctx, input }) => campaigns.archive(ctx.db, ctx.services, input.id)),

  preview: merchantProcedure
    .meta({ internal: 'The public page beside a brief, whether it is open or not.' })
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
        description: 'A draft, or one that was closed.',
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
        description: 'Nobody applies any more; what is under way goes on.',
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
        description: 'Once nobody is at work on it.',
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
        summary: 'Invite creators into a brief',
        description: 'Up to 100. Who is in it already, or wants no invitations, is skipped with the reason.',
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
          'For a shop’s own page; as the public one. The answer is the same whatever is known of the address.',
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
        description: 'Last changed first.',
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
