/** The inbox (docs/contract/inbox.md). The dashboard's forms use the same schemas. */
import { MESSAGE_STATUSES } from '@/server/modules/messaging/broadcasts/schema';
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list } from '@/server/platform/lib/bounded';
import { exactlyOne, rule, withRule } from '@/server/platform/lib/field-rules';
import {
  clampedInteger,
  cursor,
  deleted,
  foreignId,
  id,
  idIn,
  instantIn,
  integerWithin,
  instantOut,
  queryBoolean,
  someOf,
  text,
} from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { provider } from '@/server/modules/messaging/channels/schema';
import { emailIn } from '@/server/platform/lib/fields';
import {
  ATTACHMENT_STATES,
  AUTHOR_KINDS,
  CONVERSATION_STATUSES,
  DIRECTIONS,
  LONGEST_TEXT,
  MESSAGE_KINDS,
  MOST_TAGS,
  WINDOW_STATES,
} from '@/server/modules/messaging/inbox/vocabulary';
import { ATTACHMENT_KINDS } from '@/server/modules/messaging/adapters/channel-message';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';

export const conversation = z
  .object({
    id,
    accountId: id,
    channelId: id,
    provider,
    family: z.enum(FAMILIES),
    externalThreadId: z.string().meta({ description: 'Phone number in E.164, or the provider’s id of the person.' }),
    sender: z.object({ name: z.string().nullable(), handle: z.string().nullable(), address: z.string() }),
    contactId: id.nullable(),
    status: z.enum(CONVERSATION_STATUSES),
    snoozedUntil: instantOut.nullable(),
    assigneeId: id.nullable().meta({ description: 'Id of the assigned member; null: nobody.' }),
    tags: z.array(z.string()),
    unread: z
      .number()
      .meta({ description: 'Unread messages of the person; at least 1 when the conversation came back by itself.' }),
    lastMessageAt: instantOut,
    lastInboundAt: instantOut.nullable(),
    preview: z.string(),
    window: z.object({
      state: z.enum(WINDOW_STATES).meta({ description: 'none: the provider has no answer window.' }),
      closesAt: instantOut.nullable(),
    }),
    optedOut: z.boolean(),
    mayWantToStop: z.boolean().meta({
      description:
        'True when a message begins with a stop word and nobody has decided yet whether the person wants to stop.',
    }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.output<typeof conversation>;

/** The conversation in webhook events. */
export const conversationForEvents = conversation.omit({ window: true, optedOut: true, mayWantToStop: true });
export type ConversationForEvents = z.output<typeof conversationForEvents>;

const attachment = z.object({
  index: z.number(),
  kind: z.enum(ATTACHMENT_KINDS),
  name: z.string().nullable(),
  contentType: z.string().nullable(),
  size: z.number().nullable(),
  state: z.enum(ATTACHMENT_STATES),
});
export const inboxMessage = z
  .object({
    id,
    conversationId: id,
    direction: z.enum(DIRECTIONS),
    kind: z.enum(MESSAGE_KINDS),
    text: z.string().meta({ description: 'Text of the message. For an event, its name, such as `closed`.' }),
    attachments: z.array(attachment),
    replyToId: id.nullable(),
    status: z
      .enum(MESSAGE_STATUSES)
      .nullable()
      .meta({ description: 'Delivery status of an outbound message; null for all others.' }),
    lastError: z.string().nullable(),
    author: z.object({ kind: z.enum(AUTHOR_KINDS), id: id.nullable(), name: z.string().nullable() }),
    editedAt: instantOut.nullable(),
    deletedAt: instantOut.nullable(),
    at: instantOut.meta({ description: 'Time of the message, as the provider reports it.' }),
    createdAt: instantOut,
  })
  .meta({ id: 'InboxMessage' });
export type InboxMessage = z.output<typeof inboxMessage>;

/** The message in webhook events; values from other tables are read with GET. */
export const messageForEvents = inboxMessage
  .omit({ attachments: true, replyToId: true, status: true, lastError: true })
  .extend({ author: z.object({ kind: z.enum(AUTHOR_KINDS), id: id.nullable() }) });

const paging = { limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor };
const page = { cursor: z.string().nullable(), hasMore: z.boolean() };
export const listInput = z.object({
  ...paging,
  status: someOf(CONVERSATION_STATUSES).meta({ description: 'Only open conversations unless sent.' }),
  channelId: idIn.optional(),
  provider: provider.optional(),
  assigneeId: z
    .union([z.literal('me'), z.literal('none'), idIn])
    .optional()
    .meta({ description: 'Id of a member, `me`, or `none`.', jsonSchema: { type: 'string' } }),
  tag: text(1, 40).optional(),
  unread: queryBoolean.optional(),
  contactId: idIn.optional(),
  q: text(0, 100)
    .optional()
    .meta({ description: 'Part of a name, address or contact, or begins of words in messages.' }),
});
export type ListInput = z.output<typeof listInput>;
export const listOutput = z.object({ data: z.array(conversation), ...page });

export const byId = z.object({ id: idIn });
const tag = text(1, 40)
  .transform((value) => value.trim())
  .refine((value) => value !== '', { error: 'must not be blank' })
  .meta({ jsonSchema: { type: 'string' }, sample: 'pengiriman' });
export const updateInput = byId.extend({
  status: z.enum(CONVERSATION_STATUSES).optional(),
  snoozedUntil: instantIn
    .nullish()
    .meta({ description: 'Time within the next 90 days. Required with the status `snoozed`.' }),
  assigneeId: idIn.nullable().optional().meta({ description: 'Id of a member; null: nobody.' }),
  tags: list(tag, MOST_TAGS).optional(),
  mayWantToStop: z
    .boolean()
    .optional()
    .meta({ description: 'false: the person did not mean to stop. true changes nothing.', sample: false }),
});
export type UpdateInput = z.output<typeof updateInput>;

export const messagesInput = byId.extend(paging);
export type MessagesInput = z.output<typeof messagesInput>;
export const messagesOutput = z.object({ data: z.array(inboxMessage), ...page });

const httpsAddress = text(1, 2000).refine((value) => isWebAddress(value) && /^https:/i.test(value), {
  error: 'must be a full address that begins with https://',
});
/** One of `text`, `template`, `contentSid` and `savedReplyId`; a note needs `text`. */
const reply = {
  note: z.boolean().optional().meta({ description: 'True: a note that only colleagues see.' }),
  text: text(1, LONGEST_TEXT).optional(),
  imageUrl: httpsAddress
    .optional()
    .meta({ description: 'Picture, alone or with a text, when the channel supports it.' }),
  template: freeForm(16 * 1024)
    .optional()
    .meta({ description: 'WhatsApp Cloud only: `{ name, language, components }`.', jsonSchema: { type: 'object' } }),
  contentSid: text(1, 100).optional().meta({ description: 'WhatsApp via Twilio only.' }),
  contentVariables: freeForm(16 * 1024)
    .optional()
    .meta({ jsonSchema: { type: 'object' } }),
  savedReplyId: idIn.optional(),
  replyToId: idIn.optional().meta({ description: 'Id of the message to quote.' }),
  seenMessageId: idIn.optional().meta({
    description: 'Id of the last message seen. 409 `MOVED_ON` when the person or a colleague has written after it.',
  }),
};
const BODIES = ['text', 'template', 'contentSid', 'savedReplyId'] as const;
const hasOneBody = (given: Partial<Record<(typeof BODIES)[number] | 'note' | 'imageUrl', unknown>>): boolean => {
  const bodies = BODIES.filter((key) => given[key] !== undefined);
  if (given.note === true) return bodies.length === 1 && given.text !== undefined && given.imageUrl === undefined;
  if (given.imageUrl !== undefined) return bodies.every((key) => key === 'text');
  return bodies.length === 1;
};
const ONE_BODY = {
  error: 'takes one of text (with or without imageUrl), template, contentSid and savedReplyId; a note takes text only',
};
/** A picture goes with a text or alone. */
const BODY_SENT = [
  ...BODIES.map((body) => ({ required: [body] })),
  { required: ['imageUrl'], not: { required: ['text'] } },
];
const oneBody = rule(hasOneBody, {
  oneOf: BODY_SENT,
  if: { properties: { note: { const: true } }, required: ['note'] },
  then: { required: ['text'], not: { required: ['imageUrl'] } },
});
export const replyInput = withRule(byId.extend(reply), oneBody, ONE_BODY);
export type ReplyInput = z.output<typeof replyInput>;
export const beginInput = withRule(
  z.object({ ...reply, contactId: idIn, channelId: idIn }),
  rule((given: Parameters<typeof hasOneBody>[0]) => hasOneBody(given) && given.note !== true, {
    oneOf: BODY_SENT,
    not: { properties: { note: { const: true } }, required: ['note'] },
  }),
  ONE_BODY,
);
export type BeginInput = z.output<typeof beginInput>;
export const beginOutput = z.object({ conversation, message: inboxMessage });

export const linkInput = withRule(
  z.object({
    id: idIn,
    contactId: idIn.nullable().optional(),
    create: z
      .object({
        email: emailIn.optional(),
        phone: text(4, 40).optional(),
        firstName: text(1, 120).optional(),
        lastName: text(1, 120).optional(),
      })
      .optional(),
  }),
  exactlyOne('contactId', 'create'),
  { error: 'takes either contactId or create' },
);
export type LinkInput = z.output<typeof linkInput>;

export const inboundInput = z.object({
  channelId: idIn,
  externalId: foreignId.meta({ description: 'Your id of the message. The same id again changes nothing.' }),
  from: z.object({
    id: foreignId,
    name: text(1, 200).nullish(),
    email: emailIn.nullish(),
    phone: text(1, 64).nullish(),
  }),
  text: text(0, LONGEST_TEXT),
  attachments: list(httpsAddress, 10).optional(),
  at: instantIn.optional(),
});
export type InboundInput = z.output<typeof inboundInput>;
export const inboundOutput = z.object({ conversationId: id, messageId: id, created: z.boolean() });

export const attachmentInput = z.object({ id: idIn, index: integerWithin({ min: 0, max: 99 }) });

export const savedReply = z
  .object({
    id,
    name: z.string(),
    shortcut: z.string(),
    text: z.string(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'SavedReply' });
export type SavedReply = z.output<typeof savedReply>;
const savedReplyFields = {
  name: text(1, 120),
  shortcut: text(1, 40).regex(/^[a-z0-9-]+$/, 'may contain only a to z, 0 to 9 and -'),
  text: text(1, 4000).meta({ description: 'Text with merge tags, which are filled in on sending.' }),
};
export const savedRepliesOutput = z.object({ savedReplies: z.array(savedReply) });
export const createSavedReplyInput = z.object(savedReplyFields);
export type CreateSavedReplyInput = z.output<typeof createSavedReplyInput>;
export const updateSavedReplyInput = byId.extend(z.object(savedReplyFields).partial().shape);
export type UpdateSavedReplyInput = z.output<typeof updateSavedReplyInput>;
export const deleteSavedReplyOutput = deleted;

export const inboxChannel = z
  .object({
    channelId: id,
    provider,
    displayName: z.string(),
    receiving: z.boolean(),
    ready: z
      .boolean()
      .meta({ description: 'False: the signing secret is missing, or the provider does not call yet.' }),
    address: z.string().nullable().meta({ description: 'Callback address for the provider.' }),
    verifyToken: z.string().nullable(),
    lastInboundAt: instantOut.nullable(),
    problem: z.string().nullable().meta({ description: 'Reason why nothing is received, in the provider’s words.' }),
  })
  .meta({ id: 'InboxChannel' });
export const channelsOutput = z.object({ channels: z.array(inboxChannel) });
/** Further fields of a channel for the dashboard. */
export const shownChannel = inboxChannel.extend({
  /** The time of the first message, which proves that receiving works; null: none yet. */
  firstInboundAt: instantOut.nullable(),
  /** The address that the vendor calls now in place of ours. */
  otherAddress: z.string().nullable(),
});
export type ShownChannel = z.output<typeof shownChannel>;
export const channelsShown = z.object({ channels: z.array(shownChannel) });
export const setChannelInput = z.object({
  channelId: idIn,
  receiving: z.boolean(),
  replace: z.boolean().optional().meta({ description: 'True: replaces the address that the provider calls now.' }),
});
export type SetChannelInput = z.output<typeof setChannelInput>;

const timeOfDay = text(5, 5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00');
export const away = z
  .object({
    enabled: z.boolean(),
    text: text(1, 1000),
    days: list(z.number().int().min(1).max(7), 7)
      .min(1)
      .overwrite((days) => [...new Set(days)].sort((a, b) => a - b))
      .meta({ jsonSchema: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 } } }),
    from: timeOfDay,
    to: timeOfDay,
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from `from`' })
  .meta({ description: 'Opening hours: days from 1 (Monday) to 7 and times in the workspace’s time zone.' });
export type Away = z.output<typeof away>;
const words = list(
  text(1, 30)
    .transform((word) => word.trim())
    .refine((word) => word !== '', { error: 'must not be blank' })
    .meta({ jsonSchema: { type: 'string' }, sample: 'keluar' }),
  20,
);
export const settings = z
  .object({
    away: z.object({
      enabled: z.boolean(),
      text: z.string(),
      days: z.array(z.number()),
      from: z.string(),
      to: z.string(),
    }),
    stopWords: z.array(z.string()),
    startWords: z.array(z.string()),
  })
  .meta({ id: 'InboxSettings' });
export type Settings = z.output<typeof settings>;
export const updateSettingsInput = z.object({
  away: away.optional(),
  stopWords: words.optional().meta({ description: 'Words in addition to the built-in ones, at most 20.' }),
  startWords: words.optional(),
});
export type UpdateSettingsInput = z.output<typeof updateSettingsInput>;

/** The question of an open inbox every few seconds. */
export const pulseInput = z.object({ conversationId: idIn.optional() });
export const pulseOutput = z.object({
  /** The version of the newest change; a different version means that there is something new. */
  version: z.string(),
  unread: z.number(),
  writing: z.array(z.string()).meta({ description: 'Names of colleagues who are writing an answer.' }),
});
export const presenceOutput = z.object({ ok: z.literal(true) });
export const presenceInput = z.object({ id: idIn, writing: z.boolean() });
/** The person beside a conversation. */
export const personOutput = z.object({
  contact: z.object({ id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  orders: z.array(
    z.object({
      id,
      number: z.string(),
      status: z.string(),
      amount: z.number(),
      currency: z.string(),
      placedAt: instantOut,
    }),
  ),
  codes: z.array(z.object({ id, code: z.string(), used: z.boolean() })),
  funnels: z.array(z.object({ id, name: z.string(), enteredAt: instantOut })),
});
export type Person = z.output<typeof personOutput>;
