/** /api/v1/broadcasts (docs/contract/broadcasts.md). */
import { ofVersion, saveEdit } from '@/server/db/edits';
import type { Tag } from '@/server/tags';
import { previewAudience } from '@/server/resources/broadcasts/audience-preview';
import { cancel } from '@/server/resources/broadcasts/cancel';
import { check } from '@/server/resources/broadcasts/check';
import { overview } from '@/server/resources/broadcasts/overview';
import { previewMessage } from '@/server/resources/broadcasts/preview-message';
import { links } from '@/server/resources/broadcasts/clicks';
import { progress, reasons } from '@/server/resources/broadcasts/progress';
import * as schema from '@/server/resources/broadcasts/schema';
import { recipients, unsubscribed } from '@/server/resources/broadcasts/report';
import { send } from '@/server/resources/broadcasts/send';
import { sendTest } from '@/server/resources/broadcasts/send-test';
import * as broadcasts from '@/server/resources/broadcasts/service';
import { savedBlocksRouter } from '@/server/resources/broadcasts/saved-blocks-router';
import { templatesRouter } from '@/server/resources/broadcasts/templates-router';
import { merchantProcedure, router } from '@/server/trpc';

const tags: [Tag] = ['Broadcasts'];

export const broadcastsRouter = router({
  templates: templatesRouter,
  savedBlocks: savedBlocksRouter,

  create: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts',
        tags,
        status: 201,
        summary: 'Create a broadcast',
        description: 'A draft, or scheduled when `scheduledAt` is set.',
      },
    })
    .input(schema.createInput)
    .output(schema.broadcast)
    .mutation(({ ctx, input }) => broadcasts.create(ctx.db, ctx.services, input)),

  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/broadcasts',
        tags,
        summary: 'List broadcasts',
        description: 'All of them, newest first.',
      },
    })
    .output(schema.listOutput)
    .query(({ ctx }) => broadcasts.list(ctx.db)),

  overview: merchantProcedure
    .meta({ internal: "The dashboard's list: in pages and without contents." })
    .input(schema.overviewInput)
    .output(schema.overviewOutput)
    .query(({ ctx, input }) => overview(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/broadcasts/{id}',
        tags,
        summary: 'Retrieve a broadcast',
        description: 'With its messages counted by status.',
      },
    })
    .input(schema.byId)
    .output(schema.broadcastWithCounts)
    .query(({ ctx, input }) => broadcasts.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/broadcasts/{id}',
        tags,
        summary: 'Update a broadcast',
        description: 'Partial. `status` is ignored: a time in `scheduledAt` schedules, null unschedules.',
        errors: ['EDIT_CONFLICT', 'BAD_STATE'],
      },
    })
    .input(ofVersion(schema.updateInput))
    .output(schema.broadcast)
    .mutation(({ ctx, input: { ifUpdatedAt, ...input } }) =>
      saveEdit(ctx.db, { table: 'Broadcast', id: input.id, ifUpdatedAt }, (db) =>
        broadcasts.update(db, ctx.services, input),
      ),
    ),

  audience: merchantProcedure
    .meta({ internal: 'The live count beside the composer, for a broadcast that may not be saved yet.' })
    .input(schema.audienceInput)
    .output(schema.audienceOutput)
    .query(({ ctx, input }) => previewAudience(ctx.db, input)),

  check: merchantProcedure
    .meta({ internal: 'The check step of the composer, for a broadcast that may not be saved yet.' })
    .input(schema.checkInput)
    .output(schema.checkOutput)
    .query(({ ctx, input }) => check(ctx.db, ctx.services.settings, input)),

  send: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts/{id}/send',
        tags,
        summary: 'Send a broadcast',
        description:
          'Queues one message for each contact and provider that can be reached. After a cancel it queues those that were not sent.',
        errors: ['BAD_STATE', 'NO_PROVIDER', 'NO_CHANNEL', 'EMPTY_AUDIENCE', 'NO_RECIPIENTS'],
      },
    })
    .input(schema.byId)
    .output(schema.sendOutput)
    .mutation(({ ctx, input }) => send(ctx.db, ctx.services, input.id)),

  sendTest: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts/{id}/send-test',
        tags,
        summary: 'Send a test message',
        description: 'One message to an address of your own; it counts in no statusCounts.',
        errors: ['BAD_PROVIDER', 'NO_CHANNEL'],
      },
    })
    .input(schema.sendTestInput)
    .output(schema.sendTestOutput)
    .mutation(({ ctx, input }) => sendTest(ctx.db, ctx.services, input)),

  cancel: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts/{id}/cancel',
        tags,
        summary: 'Cancel a broadcast',
        description: 'While it is sending or scheduled. What is on its way to the vendor still goes.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.cancelOutput)
    .mutation(({ ctx, input }) => cancel(ctx.db, input.id)),

  preview: merchantProcedure
    .meta({ internal: 'The e-mail as one contact would get it, for the editors. Nothing is stored.' })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .mutation(({ ctx, input }) => previewMessage(ctx.db, ctx.services, input)),

  progress: merchantProcedure
    .meta({ internal: 'The live figures of the progress page.' })
    .input(schema.byId)
    .output(schema.progressOutput)
    .query(({ ctx, input }) => progress(ctx.db, input.id)),

  recipients: merchantProcedure
    .meta({ internal: 'The contract has no listing of messages; the page of a broadcast reads one.' })
    .input(schema.recipientsInput)
    .output(schema.recipientsOutput)
    .query(({ ctx, input }) => recipients(ctx.db, input)),

  unsubscribed: merchantProcedure
    .meta({ internal: 'Recipients who opted out after they got it, for the page of a broadcast.' })
    .input(schema.byId)
    .output(schema.unsubscribedOutput)
    .query(({ ctx, input }) => unsubscribed(ctx.db, input.id)),

  links: merchantProcedure
    .meta({ internal: 'Which links were clicked by how many, for the page of a broadcast.' })
    .input(schema.byId)
    .output(schema.linksOutput)
    .query(({ ctx, input }) => links(ctx.db, input.id)),

  reasons: merchantProcedure
    .meta({ internal: 'Why messages were skipped, failed or wait for another try, for the progress page.' })
    .input(schema.byId)
    .output(schema.reasonsOutput)
    .query(({ ctx, input }) => reasons(ctx.db, input.id)),
});
