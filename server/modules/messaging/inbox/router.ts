/** Procedures of the inbox (docs/contract/inbox.md). */
import { listInboxChannels, setInboxChannel } from '@/server/modules/messaging/inbox/channels';
import { takeInbound } from '@/server/modules/messaging/inbox/inbound';
import { listConversations } from '@/server/modules/messaging/inbox/list';
import { listMessages } from '@/server/modules/messaging/inbox/messages';
import { personOf } from '@/server/modules/messaging/inbox/person';
import { notePresence, pulse } from '@/server/modules/messaging/inbox/pulse';
import { begin, reply } from '@/server/modules/messaging/inbox/replies';
import * as saved from '@/server/modules/messaging/inbox/saved-replies';
import * as schema from '@/server/modules/messaging/inbox/schema';
import * as inbox from '@/server/modules/messaging/inbox/service';
import { readSettings, updateSettings } from '@/server/modules/messaging/inbox/settings';
import { memberProcedure, merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';

const tags: [string] = ['Inbox'];
const of = (rest = '') => `/inbox/conversations/{id}${rest}` as const;
const REFUSED = ['BAD_STATE', 'NO_CHANNEL', 'MOVED_ON', 'OPTED_OUT', 'WINDOW_CLOSED'] as const;

export const inboxRouter = router({
  list: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/inbox/conversations',
        tags,
        summary: 'List conversations',
        description: 'The one with the last message first; open ones unless `status` says otherwise.',
      },
    })
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => listConversations(ctx.db, input)),

  begin: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/inbox/conversations',
        tags,
        status: 201,
        summary: 'Write to a contact',
        description: 'Begins a conversation, or goes on with the one there is. Nobody who has opted out is written to.',
        errors: ['NO_RECIPIENTS', ...REFUSED],
      },
    })
    .input(schema.beginInput)
    .output(schema.beginOutput)
    .mutation(({ ctx, input }) => begin(ctx.db, input)),

  get: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: of(),
        tags,
        summary: 'Retrieve a conversation',
        description: 'Without its messages: those are `GET /inbox/conversations/{id}/messages`.',
      },
    })
    .input(schema.byId)
    .output(schema.conversation)
    .query(({ ctx, input }) => inbox.get(ctx.db, input.id)),

  update: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: of(),
        tags,
        summary: 'Update a conversation',
        description: 'Partial: its status, who has it, its tags, and whether they may want to stop.',
        errors: ['BAD_STATE'],
      },
    })
    .input(schema.updateInput)
    .output(schema.conversation)
    .mutation(({ ctx, input }) => inbox.update(ctx.db, input)),

  messages: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: of('/messages'),
        tags,
        summary: 'List messages',
        description: 'Newest first, by the vendor’s time: late ones fall into place.',
      },
    })
    .input(schema.messagesInput)
    .output(schema.messagesOutput)
    .query(({ ctx, input }) => listMessages(ctx.db, input)),

  reply: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: of('/messages'),
        tags,
        status: 201,
        summary: 'Answer',
        description: 'Queued before whatever else waits on its channel; or a note for colleagues.',
        errors: [...REFUSED],
      },
    })
    .input(schema.replyInput)
    .output(schema.inboxMessage)
    .mutation(({ ctx, input }) => reply(ctx.db, input)),

  read: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: of('/read'),
        tags,
        summary: 'Mark as read',
        description: 'Nothing in the conversation counts as unread any more, for the whole team.',
      },
    })
    .input(schema.byId)
    .output(schema.conversation)
    .mutation(({ ctx, input }) => inbox.read(ctx.db, input.id)),

  unsubscribe: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: of('/unsubscribe'),
        tags,
        summary: 'Unsubscribe the person',
        description:
          'As if they had written STOP: for a message that says it in other words. Only START of theirs ends it.',
      },
    })
    .input(schema.byId)
    .output(schema.conversation)
    .mutation(({ ctx, input }) => inbox.unsubscribe(ctx.db, input.id)),

  link: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: of('/contact'),
        tags,
        summary: 'Link a contact',
        description: 'To one that is there, to a new one, or with null to none.',
        errors: ['PLAN_LIMIT'],
      },
    })
    .input(schema.linkInput)
    .output(schema.conversation)
    .mutation(({ ctx, input }) => inbox.linkContact(ctx.db, input)),

  inbound: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/inbox/inbound',
        repeatable: true,
        tags,
        summary: 'Hand a message in',
        description:
          'For channels of the provider webhook_generic. Sent again under its externalId it changes nothing.',
        errors: ['NO_CHANNEL', 'BAD_STATE'],
      },
    })
    .input(schema.inboundInput)
    .output(schema.inboundOutput)
    .mutation(({ ctx, input }) => takeInbound(ctx.db, input)),

  savedReplies: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/inbox/saved-replies',
        tags,
        summary: 'List saved replies',
        description: 'All saved replies of the workspace in one list, the newest first.',
      },
    })
    .output(schema.savedRepliesOutput)
    .query(({ ctx }) => saved.listSavedReplies(ctx.db)),

  createSavedReply: merchantProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/inbox/saved-replies',
        tags,
        status: 201,
        summary: 'Create a saved reply',
        description:
          'Keeps a text that the team can send as an answer. Names and shortcuts are unique in the workspace.',
        errors: ['NAME_TAKEN', 'LIMIT_REACHED'],
      },
    })
    .input(schema.createSavedReplyInput)
    .output(schema.savedReply)
    .mutation(({ ctx, input }) => saved.createSavedReply(ctx.db, input)),

  updateSavedReply: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/inbox/saved-replies/{id}',
        tags,
        summary: 'Update a saved reply',
        description: 'Changes the fields that are sent. Messages that were sent before stay as they are.',
        errors: ['NAME_TAKEN'],
      },
    })
    .input(schema.updateSavedReplyInput)
    .output(schema.savedReply)
    .mutation(({ ctx, input }) => saved.updateSavedReply(ctx.db, input)),

  deleteSavedReply: merchantProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/inbox/saved-replies/{id}',
        tags,
        summary: 'Delete a saved reply',
        description: 'Removes the text for the whole team. Messages that were sent with it stay.',
      },
    })
    .input(schema.byId)
    .output(schema.deleteSavedReplyOutput)
    .mutation(({ ctx, input }) => saved.deleteSavedReply(ctx.db, input.id)),

  channels: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/inbox/channels',
        tags,
        summary: 'List channels that can receive',
        description: 'Where each vendor is to call, and whether what people write is kept.',
      },
    })
    .output(schema.channelsOutput)
    .query(({ ctx }) => listInboxChannels(ctx.db, ctx.services.settings, ctx.principal)),

  channelsShown: merchantProcedure
    .meta({ internal: 'The same with what the dashboard shows beside it.' })
    .output(schema.channelsShown)
    .query(({ ctx }) => listInboxChannels(ctx.db, ctx.services.settings, ctx.principal)),

  setChannel: merchantProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/inbox/channels/{channelId}',
        tags,
        summary: 'Switch receiving on or off',
        description:
          'Tells Telegram, LINE and pages where to call. Off: nothing is kept; windows and opt-outs still count.',
      },
    })
    .input(schema.setChannelInput)
    .output(schema.inboxChannel)
    .mutation(({ ctx, input }) => setInboxChannel(ctx.db, ctx.services.settings, ctx.principal, input)),

  settings: merchantProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/inbox/settings',
        tags,
        summary: 'Retrieve the settings',
        description: 'The answer outside opening hours, and the words by which people stop and start messages.',
      },
    })
    .output(schema.settings)
    .query(({ ctx }) => readSettings(ctx.db)),

  updateSettings: merchantProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/inbox/settings',
        tags,
        summary: 'Update the settings',
        description: 'Changes the fields that are sent; `away` and each list of words are replaced as a whole.',
      },
    })
    .input(schema.updateSettingsInput)
    .output(schema.settings)
    .mutation(({ ctx, input }) => updateSettings(ctx.db, input)),

  pulse: merchantProcedure
    .meta({ internal: 'What an open inbox asks every few seconds.' })
    .input(schema.pulseInput)
    .output(schema.pulseOutput)
    .query(({ ctx, input }) => pulse(ctx.db, input.conversationId)),

  presence: memberProcedure
    .meta({ need: 'read', internal: 'Tells colleagues who is answering: for people.' })
    .input(schema.presenceInput)
    .output(schema.presenceOutput)
    .mutation(({ ctx, input }) => notePresence(ctx.db, ctx.principal.userId, input)),

  person: merchantProcedure
    .meta({ internal: 'Who it is that writes, beside a conversation.' })
    .input(schema.byId)
    .output(schema.personOutput)
    .query(({ ctx, input }) => personOf(ctx.db, input.id)),
});
