/** /api/v1/broadcasts (docs/contract/broadcasts.md). */
import { ofVersion, saveEdit } from '@/server/platform/db/edits';
import { previewAudience } from '@/server/modules/messaging/broadcasts/audience-preview';
import { cancel } from '@/server/modules/messaging/broadcasts/cancel';
import { check } from '@/server/modules/messaging/broadcasts/check';
import { overview } from '@/server/modules/messaging/broadcasts/overview';
import { previewMessage } from '@/server/modules/messaging/broadcasts/preview-message';
import { links } from '@/server/modules/messaging/broadcasts/clicks';
import { localTimes } from '@/server/modules/messaging/broadcasts/local-times';
import { progress, reasons, waves } from '@/server/modules/messaging/broadcasts/progress';
import * as messageList from '@/server/modules/messaging/broadcasts/message-list';
import * as reports from '@/server/modules/messaging/broadcasts/report-schema';
import { endTest } from '@/server/modules/messaging/broadcasts/ab-end';
import { testFigures } from '@/server/modules/messaging/broadcasts/ab-figures';
import { abFiguresOutput, abTestResult } from '@/server/modules/messaging/broadcasts/ab-schema';
import * as schema from '@/server/modules/messaging/broadcasts/schema';
import { recipients, unsubscribed } from '@/server/modules/messaging/broadcasts/report';
import { send } from '@/server/modules/messaging/broadcasts/send';
import { sendTest } from '@/server/modules/messaging/broadcasts/send-test';
import * as broadcasts from '@/server/modules/messaging/broadcasts/service';
import { savedBlocksRouter } from '@/server/modules/messaging/broadcasts/saved-blocks-router';
import { templatesRouter } from '@/server/modules/messaging/broadcasts/templates-router';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Broadcasts'];
const NEEDS = '404 unless the extension `message-list` is on.';

/** Without the extension the route does not exist, for any input. */
const listingProcedure = merchantProcedure.use(({ ctx, next }) => {
  messageList.requireMessageList(ctx.services.settings);
  return next();
});

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
        description: 'Creates a draft, or a scheduled broadcast when `scheduledAt` is set. Nothing is sent yet.',
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
        description: 'Returns all broadcasts, newest first, each with the number of its messages.',
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
        description: 'Returns the broadcast with its messages counted by status.',
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
        description:
          'Changes only the fields you send; `status` is ignored. A time in `scheduledAt` schedules the broadcast, null unschedules it. 409 `BAD_STATE` while it is sending or sent.',
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
    .meta({ internal: 'The live count beside the composer; the broadcast may be unsaved.' })
    .input(schema.audienceInput)
    .output(schema.audienceOutput)
    .query(({ ctx, input }) => previewAudience(ctx.db, input)),

  localTimes: merchantProcedure
    .meta({
      internal: 'Send times by time zone for the composer; the broadcast may be unsaved.',
    })
    .input(schema.localTimesInput)
    .output(schema.localTimesOutput)
    .query(({ ctx, input }) => localTimes(ctx.db, input)),

  check: merchantProcedure
    .meta({ internal: 'The check step of the composer; the broadcast may be unsaved.' })
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
          'Queues one message for each contact and provider that can be reached, and returns how many. After a cancel it queues only messages that were not sent. 409 `BAD_STATE` while the broadcast is sending.',
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
        description: 'Queues one message to an address of your own. It is in no figure of the broadcast.',
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
        description:
          'Stops a broadcast that is sending or scheduled: queued messages are skipped. Messages already handed to the provider still arrive. 409 `BAD_STATE` while messages are being queued: try again.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.byId)
    .output(schema.cancelOutput)
    .mutation(({ ctx, input }) => cancel(ctx.db, input.id)),

  report: listingProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/broadcasts/{id}/report',
        tags,
        summary: 'Retrieve the report of a broadcast',
        description: `Returns figures, clicked links, unsubscribes and reasons of failures. ${NEEDS}`,
      },
    })
    .input(schema.byId)
    .output(reports.reportOutput)
    .query(({ ctx, input }) => messageList.report(ctx.db, input.id)),

  recipients: listingProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/broadcasts/{id}/recipients',
        tags,
        summary: 'List the recipients of a broadcast',
        description: `Returns recipients in pages, each with its state and the reason. ${NEEDS}`,
      },
    })
    .input(reports.recipientsInput)
    .output(reports.recipientsOutput)
    .query(({ ctx, input }) => messageList.recipientList(ctx.db, input)),

  messages: listingProcedure
    .meta({
      mayLag: true,
      openapi: {
        method: 'GET',
        path: '/broadcasts/{id}/messages',
        tags,
        summary: 'List the messages of a broadcast',
        description: `Returns messages in pages, in the order of their ids. ${NEEDS}`,
      },
    })
    .input(reports.messagesInput)
    .output(reports.messagesOutput)
    .query(({ ctx, input }) => messageList.messages(ctx.db, input)),

  endTest: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/broadcasts/{id}/test/end',
        tags,
        summary: 'End the A/B test of a broadcast',
        description:
          'Ends the test early and sends `variant` to everybody else. Without `variant` the figures decide; without a clear winner the first variant is sent. 409 `BAD_STATE` when no test is running.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.endTestInput)
    .output(abTestResult)
    .mutation(({ ctx, input }) => endTest(ctx.db, input)),

  testFigures: merchantProcedure
    .meta({ internal: 'Live figures of an A/B test, for the page of a broadcast.' })
    .input(schema.byId)
    .output(abFiguresOutput)
    .query(({ ctx, input }) => testFigures(ctx.db, input.id)),

  preview: merchantProcedure
    .meta({ need: 'read', internal: 'A preview of the e-mail for one contact, for the editors. Nothing is stored.' })
    .input(schema.previewInput)
    .output(schema.previewOutput)
    .mutation(({ ctx, input }) => previewMessage(ctx.db, ctx.services, input)),

  progress: merchantProcedure
    .meta({ internal: 'Live figures of the progress page.' })
    .input(schema.byId)
    .output(schema.progressOutput)
    .query(({ ctx, input }) => progress(ctx.db, input.id)),

  waves: merchantProcedure
    .meta({ internal: 'Messages that wait for their local time, for the progress page.' })
    .input(schema.byId)
    .output(schema.wavesOutput)
    .query(({ ctx, input }) => waves(ctx.db, input.id)),

  recipientPage: merchantProcedure
    .meta({ mayLag: true, internal: 'The page of a broadcast; REST has it with the extension message-list.' })
    .input(schema.recipientsInput)
    .output(schema.recipientsOutput)
    .query(({ ctx, input }) => recipients(ctx.db, input)),

  unsubscribed: merchantProcedure
    .meta({ mayLag: true, internal: 'Recipients who unsubscribed after the message, for the page of a broadcast.' })
    .input(schema.byId)
    .output(schema.unsubscribedOutput)
    .query(({ ctx, input }) => unsubscribed(ctx.db, input.id)),

  links: merchantProcedure
    .meta({ mayLag: true, internal: 'Clicks by link, for the page of a broadcast.' })
    .input(schema.byId)
    .output(reports.linksOutput)
    .query(({ ctx, input }) => links(ctx.db, input.id)),

  reasons: merchantProcedure
    .meta({
      mayLag: true,
      internal: 'Reasons of skipped, failed and waiting messages, for the progress page.',
    })
    .input(schema.byId)
    .output(schema.reasonsOutput)
    .query(({ ctx, input }) => reasons(ctx.db, input.id)),
});
