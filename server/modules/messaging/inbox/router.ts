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
        description:
          'Returns conversations in pages, the one with the last message first. Only open ones unless `status` is sent.',
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
        description:
          'Sends a message in a new conversation, or in the one that exists. Contacts who opted out cannot be written to: 409 `OPTED_OUT`. 409 `WINDOW_CLOSED` when the provider takes templates only.',
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
        description:
          'Returns the conversation without its messages, which `GET /inbox/conversations/{id}/messages` lists.',
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
        description: 'Changes only the fields you send.',
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
        summary: 'List the messages of a conversation',
        description: 'Returns messages in pages, newest first, by the time of the provider.',
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
        summary: 'Answer a conversation',
        description:
          'Sends an answer ahead of waiting messages, or adds a note for colleagues. 409 `MOVED_ON` when a message came after `seenMessageId`. Each call sends another message.',
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
        summary: 'Mark a conversation as read',
        description: 'Marks all messages as read for the whole team. Safe to repeat.',
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
          'Unsubscribes the person as if they had written STOP. Only a START of their own ends it. Safe to repeat.',
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
        summary: 'Link a contact to a conversation',
        description: 'Links an existing contact or a new one; `contactId: null` removes the link.',
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
        summary: 'Hand in an incoming message',
        description:
          'Adds a message to a channel of the provider `webhook_generic`. Safe to repeat: the same `externalId` changes nothing.',
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
        description: 'Returns all saved replies of the workspace, newest first.',
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
          'Saves a text that the team can send as an answer. Name and shortcut are unique in the workspace: 409 `NAME_TAKEN`.',
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
        description: 'Changes only the fields you send. Messages sent before stay as they are.',
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
        description: 'Deletes the text for the whole team. Messages sent with it stay.',
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
        description: 'Returns each channel with its callback address, and whether received messages are kept.',
      },
    })
    .output(schema.channelsOutput)
    .query(({ ctx }) => listInboxChannels(ctx.db, ctx.services.settings, ctx.principal)),

  channelsShown: merchantProcedure
    .meta({ internal: 'The same list with more fields, for the dashboard.' })
    .output(schema.channelsShown)
    .query(({ ctx }) => listInboxChannels(ctx.db, ctx.services.settings, ctx.principal)),

  setChannel: merchantProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/inbox/channels/{channelId}',
        tags,
        summary: 'Turn receiving on or off',
        description:
          'Keeps or drops received messages, and sets the callback address at Telegram, LINE and Meta. Off: messages are not kept, but opt-outs still count. Safe to repeat.',
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
        summary: 'Retrieve the inbox settings',
        description: 'Returns the away message, and your own words for stop and start.',
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
        summary: 'Update the inbox settings',
        description: 'Changes only the fields you send. `away` and each list of words are replaced whole.',
      },
    })
    .input(schema.updateSettingsInput)
    .output(schema.settings)
    .mutation(({ ctx, input }) => updateSettings(ctx.db, input)),

  pulse: merchantProcedure
    .meta({ internal: 'The question of an open inbox every few seconds.' })
    .input(schema.pulseInput)
    .output(schema.pulseOutput)
    .query(({ ctx, input }) => pulse(ctx.db, input.conversationId)),

  presence: memberProcedure
    .meta({ need: 'read', internal: 'Shows colleagues who is answering.' })
    .input(schema.presenceInput)
    .output(schema.presenceOutput)
    .mutation(({ ctx, input }) => notePresence(ctx.db, ctx.principal.userId, input)),

  person: merchantProcedure
    .meta({ internal: 'The person beside a conversation.' })
    .input(schema.byId)
    .output(schema.personOutput)
    .query(({ ctx, input }) => personOf(ctx.db, input.id)),
});
