/**
 * The sandbox's outbox (docs/contract/broadcasts.md#sandbox). For the dashboard only; exists where PROVIDERS is
 * sandbox.
 */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';
import { provider } from '@/server/modules/messaging/channels/schema';
import { ANSWERS, OUTBOX_STATUSES, RULES } from '@/server/sandbox/vocabulary';

export const listInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 100).optional().meta({ description: 'Part of the recipient or of the subject, in any case.' }),
  provider: provider.optional(),
  status: z.enum(OUTBOX_STATUSES).optional(),
});
export type ListInput = z.output<typeof listInput>;

const item = z.object({
  id,
  channelId: id,
  provider,
  family: z.enum(FAMILIES),
  recipient: z.string(),
  /** The part of it that a list shows: the subject of an e-mail, the first words of anything else. */
  preview: z.string(),
  status: z.enum(OUTBOX_STATUSES),
  handovers: z.number().meta({ description: 'How often the worker has handed it over.' }),
  createdAt: instantOut,
  updatedAt: instantOut,
});
export type OutboxItem = z.output<typeof item>;
export const listOutput = z.object({ items: z.array(item), nextCursor: z.string().nullable(), hasMore: z.boolean() });

export const byId = z.object({ id: idIn });
export const messageOutput = item.extend({
  messageId: id,
  providerMessageId: z.string(),
  channelName: z.string(),
  content: z.record(z.string(), z.unknown()).meta({ description: "The family's content as the receiver sees it." }),
  headers: z
    .record(z.string(), z.string())
    .meta({ description: 'E-mail headers that were added, such as List-Unsubscribe.' }),
  from: z.object({ name: z.string().nullable(), address: z.string().nullable(), replyTo: z.string().nullable() }),
  request: z
    .object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullable(),
    })
    .meta({ description: 'What the provider would have got, without secrets; long texts are cut.' }),
  answers: z
    .array(z.enum(ANSWERS))
    .meta({ description: 'What this provider can call back. Empty: it sends no callbacks.' }),
});
export type OutboxMessage = z.output<typeof messageOutput>;

export const answerInput = z.object({ messageIds: list(idIn, 100).min(1), event: z.enum(ANSWERS) });
export type AnswerInput = z.output<typeof answerInput>;
/** `unsupported`: messages whose provider has no such callback; nothing happens to them. */
export const answerOutput = z.object({ asked: z.number(), unsupported: z.array(z.object({ id, provider })) });

export const rulesOutput = z.object({
  lively: z.boolean().meta({
    description:
      'Recipients react by themselves: most messages are delivered, some opened, a few clicked or bounced, within a minute.',
  }),
  rules: z
    .array(z.object({ provider, rule: z.enum(RULES) }))
    .meta({ description: 'One for each provider that this workspace has a channel of.' }),
});
export const setRuleInput = z.object({ provider, rule: z.enum(RULES) });
export const setLivelyInput = z.object({ lively: z.boolean() });
export const emptyOutput = z.object({ removed: z.number() });

/** A message that somebody writes to a channel. */
export const writeInput = z.object({
  channelId: idIn,
  sender: text(1, 64).meta({ description: 'The phone or the vendor’s id of the person.' }),
  name: text(1, 120),
  text: text(1, 1000),
});
export type WriteInput = z.output<typeof writeInput>;
export const writeOutput = z.object({ asked: z.literal(true) });
