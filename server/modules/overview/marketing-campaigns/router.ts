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
        summary: 'List marketing campaigns',
        description: 'Returns all campaigns, newest first, archived ones too unless `status` is sent.',
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
        summary: 'Create a marketing campaign',
        description:
          'Creates an empty campaign. Attach broadcasts, codes and more with `POST /marketing-campaigns/{id}/attach`.',
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
        summary: 'List campaigns to choose from',
        description: `Returns up to ${schema.SELECTOR_LIMIT} campaigns that are not archived, newest first, with id, name, status and goal.`,
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
        summary: 'Retrieve a marketing campaign',
        description: 'Returns the campaign with the number of attached resources, by kind.',
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
        summary: 'Retrieve a campaign with its attached resources',
        description: `Returns the newest ${childrenSchema.FULL_LIMIT} resources of each kind, without large contents. Counts and performance are of all.`,
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
        summary: 'Update a marketing campaign',
        description: 'Changes only the fields you send. Any status may follow any other.',
        errors: ['EDIT_CONFLICT'],
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
        summary: 'Archive a marketing campaign',
        description: 'Archives the campaign. It stays listed, and resources stay attached. Safe to repeat.',
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
        summary: 'Attach resources to a campaign',
        description:
          'Attaches up to 100 resources of one type, whatever their state; they leave their campaign of before. Safe to repeat. One unknown id refuses all: 400 `VALIDATION`.',
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
        summary: 'Detach resources from a campaign',
        description:
          'Detaches up to 100 resources of one type. Resources of another campaign stay as they are. Safe to repeat.',
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
    .meta({ internal: "The head of the dashboard's page." })
    .input(schema.byId)
    .output(childrenSchema.rollUpOutput)
    .query(({ ctx, input }) => rollUp(ctx.db, input.id)),

  children: merchantProcedure
    .meta({ internal: 'One kind of attached resources in pages, for the dashboard.' })
    .input(childrenSchema.childrenInput)
    .output(childrenSchema.childrenOutput)
    .query(({ ctx, input }) => children(ctx.db, input)),

  candidates: merchantProcedure
    .meta({ internal: "Resources that can be attached, for the dashboard's picker." })
    .input(childrenSchema.candidatesInput)
    .output(childrenSchema.candidatesOutput)
    .query(({ ctx, input }) => candidates(ctx.db, input)),
});
