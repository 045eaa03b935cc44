/** /api/v1/marketing-campaigns: the hub (docs/contract/marketing-campaigns.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { attach, detach } from '@/server/modules/overview/marketing-campaigns/attach';
import { candidates, children } from '@/server/modules/overview/marketing-campaigns/children';
import * as childrenSchema from '@/server/modules/overview/marketing-campaigns/children-schema';
import { full } from '@/server/modules/overview/marketing-campaigns/full';
import { overview } from '@/server/modules/overview/marketing-campaigns/overview';
import { rollUp } from '@/server/modules/overview/marketing-campaigns/roll-up';
import * as schema from '@/server/modules/overview/marketing-campaigns/schema';
import * as campaigns from '@/server/modules/overview/marketing-campaigns/service';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Marketing campaigns'];

export const marketingCampaignsRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/marketing-campaigns',
        tags,
        summary: 'List campaigns',
        description: 'Newest first, archived ones too unless `status` says otherwise.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => campaigns.list(ctx.db, input.status)),

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/marketing-campaigns',
        tags,
        status: 201,
        summary: 'Create a campaign',
        description:
          'Makes an empty campaign. Codes, broadcasts and the rest join it with `POST /marketing-campaigns/{id}/attach`.',
      },
    })
    .input(schema.createInput)
    .output(schema.marketingCampaign)
    .mutation(({ ctx, input }) => campaigns.create(ctx.db, input)),

  selector: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/marketing-campaigns/_/selector',
        tags,
        summary: 'Campaigns to choose from',
        description: `Up to ${schema.SELECTOR_LIMIT} that are not archived, newest first.`,
      },
    })
    .output(schema.selectorOutput)
    .query(({ ctx }) => campaigns.selector(ctx.db)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/marketing-campaigns/{id}',
        tags,
        summary: 'Retrieve a campaign',
        description: 'With how many children of each kind are linked to it.',
      },
    })
    .input(schema.byId)
    .output(schema.campaignWithCounts)
    .query(({ ctx, input }) => campaigns.get(ctx.db, input.id)),

  full: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/marketing-campaigns/{id}/full',
        tags,
        summary: 'Retrieve a campaign with all that is linked to it',
        description: `Children as their own lists show them, without content and audience of broadcasts, bodies of posts and snapshots of carts. Of each kind the newest ${childrenSchema.FULL_LIMIT} are here; counts and performance are of all.`,
      },
    })
    .input(schema.byId)
    .output(childrenSchema.fullOutput)
    .query(({ ctx, input }) => full(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/marketing-campaigns/{id}',
        tags,
        summary: 'Update a campaign',
        errors: ['EDIT_CONFLICT'],
        description: 'Partial; any status may follow any other.',
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.marketingCampaign)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'MarketingCampaign', id: input.id, ifUpdatedAt }, (db) => campaigns.update(db, input)),
    ),

  archive: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/marketing-campaigns/{id}',
        tags,
        summary: 'Archive a campaign',
        description: 'The row stays, and children keep their links.',
      },
    })
    .input(schema.byId)
    .output(schema.marketingCampaign)
    .mutation(({ ctx, input }) => campaigns.archive(ctx.db, input.id)),

  attach: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/marketing-campaigns/{id}/attach',
        tags,
        summary: 'Attach children',
        description:
          'Files what exists under the campaign, whatever its state, and changes nothing else of it. It leaves its campaign of before. Codes, programs, posts, broadcasts and feeds can also be attached by their own marketingCampaignId.',
      },
    })
    .input(childrenSchema.attachInput)
    .output(childrenSchema.attachOutput)
    .mutation(({ ctx, input }) => attach(ctx.db, input)),

  detach: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/marketing-campaigns/{id}/detach',
        tags,
        summary: 'Detach children',
        description: 'What is not attached to this campaign is left as it is.',
      },
    })
    .input(childrenSchema.attachInput)
    .output(childrenSchema.detachOutput)
    .mutation(({ ctx, input }) => detach(ctx.db, input)),

  overview: merchantProcedure
    .meta({ internal: "The dashboard's list: searched, in pages, with counts. Clients have GET /marketing-campaigns." })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => overview(ctx.db, input)),

  rollUp: merchantProcedure
    .meta({ internal: "The head of the dashboard's page; /full has it beside the children." })
    .input(schema.byId)
    .output(childrenSchema.rollUpOutput)
    .query(({ ctx, input }) => rollUp(ctx.db, input.id)),

  children: merchantProcedure
    .meta({ internal: "The dashboard's page loads one kind of children at a time, in pages; clients have /full." })
    .input(childrenSchema.childrenInput)
    .output(childrenSchema.childrenOutput)
    .query(({ ctx, input }) => children(ctx.db, input)),

  candidates: merchantProcedure
    .meta({ internal: "What the picker of the dashboard's page offers; clients have the resources' own lists." })
    .input(childrenSchema.candidatesInput)
    .output(childrenSchema.candidatesOutput)
    .query(({ ctx, input }) => candidates(ctx.db, input)),
});
