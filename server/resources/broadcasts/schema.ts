/** Broadcast (docs/contract/broadcasts.md). The dashboard's composer uses the same schemas. */
import * as z from 'zod';
import { list } from '@/server/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/lib/fields';
import { freeForm } from '@/server/lib/free-form';
import { FAMILIES } from '@/server/providers/catalog';
import { provider, providerIn } from '@/server/resources/channels/schema';

export const BROADCAST_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'paused', 'archived'] as const;
export const MESSAGE_STATUSES = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'skipped',
  'opened',
  'clicked',
] as const;
export type BroadcastStatus = (typeof BROADCAST_STATUSES)[number];
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Ids are kept as they were sent; one that resolves to nothing adds nobody (docs/contract/broadcasts.md#sending). */
const ids = (max: number) => list(text(0, 255), max).optional();
const listIds = ids(1_000);
const segmentIds = ids(100);
export const audience = z
  .object({
    listIds,
    contactIds: ids(100_000),
    segmentIds,
    exclude: z
      .object({ listIds, segmentIds })
      .optional()
      .meta({ description: 'Who is in one of these gets nothing, whatever else names them.' }),
  })
  .meta({
    id: 'Audience',
    description:
      'Who it goes to: the union of lists, contacts and segments, without those in exclude. A contact in several of them counts once.',
    sample: { listIds: [], exclude: { segmentIds: [] } },
  });
export type Audience = z.output<typeof audience>;

/** Of a broadcast's or template's content, as JSON. */
export const MAX_CONTENT_BYTES = 512 * 1024;
/** Of the contents in a list that has no pages. */
export const MAX_LISTED_BYTES = 16 * 1024 * 1024;

/** What a merchant sends; `broadcast` below is what we return. */
const fields = z.object({
  name: text(1, 120).meta({ sample: 'Lebaran sale' }),
  description: text(0, 2000).nullable(),
  providers: list(providerIn, 10)
    .min(1)
    .transform((picked) => [...new Set(picked)])
    .meta({
      description: 'One picked twice counts once.',
      sample: ['email_p1'],
      jsonSchema: { type: 'array', items: { $ref: '#/components/schemas/ProviderId' }, minItems: 1, maxItems: 10 },
    }),
  content: freeForm(MAX_CONTENT_BYTES).meta({
    id: 'BroadcastContent',
    description:
      'By channel family: email { subject, html, text, preheader?, blocks? }, sms { body }, push { title, body, url? }, whatsapp { text } or { contentSid, contentVariables } or { template }, webhook any object, the others { text, imageUrl? }.',
    sample: {
      email: { subject: 'Eid Mubarak', html: '<p>25 % off until Sunday.</p>', text: '25 % off until Sunday.' },
    },
  }),
  audience,
  scheduledAt: instantIn
    .nullable()
    .meta({ description: 'A time makes it scheduled; one in the past is sent at once.' }),
  marketingCampaignId: idIn.nullable(),
});

export const createInput = fields.partial().required({ name: true, providers: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const broadcast = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    description: z.string().nullable(),
    providers: z.array(provider),
    content: z.record(z.string(), z.unknown()),
    audience: z
      .object({
        listIds: z.array(z.string()).optional(),
        contactIds: z.array(z.string()).optional(),
        segmentIds: z.array(z.string()).optional(),
        exclude: z
          .object({ listIds: z.array(z.string()).optional(), segmentIds: z.array(z.string()).optional() })
          .optional(),
      })
      .meta({ id: 'StoredAudience' }),
    scheduledAt: instantOut.nullable(),
    status: z.enum(BROADCAST_STATUSES),
    startedAt: instantOut.nullable().meta({ description: 'When send ran last.' }),
    completedAt: instantOut.nullable().meta({ description: 'Reserved: always null.' }),
    marketingCampaignId: z.string().nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Broadcast' });
export type Broadcast = z.output<typeof broadcast>;

const statusCounts = z
  .partialRecord(z.enum(MESSAGE_STATUSES), z.number())
  .meta({ id: 'StatusCounts', description: 'Messages by status; a status without messages is left out.' });
export type StatusCounts = z.output<typeof statusCounts>;

export const byId = z.object({ id: idIn });
export const broadcastWithCounts = broadcast.extend({ statusCounts });
export type BroadcastWithCounts = z.output<typeof broadcastWithCounts>;
export const listOutput = z.array(broadcast.extend({ _count: z.object({ messages: z.number() }) }));

export const sendOutput = z.object({ id, queued: z.number().meta({ description: 'Messages queued by this call.' }) });
export const cancelOutput = z.object({
  id,
  status: z.literal('paused'),
  skipped: z.number().meta({ description: 'Queued messages that will not be sent.' }),
});

export const sendTestInput = z.object({
  id: idIn,
  provider: text(1, 100).meta({ description: "One of the broadcast's providers.", sample: 'email_p1' }),
  recipient: text(1, 500)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .meta({ description: 'E-mail address, phone in E.164, chat id or handle.', sample: 'sari@tokoanda.co.id' }),
});
export type SendTestInput = z.output<typeof sendTestInput>;
export const sendTestOutput = z.object({ messageId: id, queued: z.literal(true) });

/** The dashboard's list: without contents, in pages. */
export const overviewInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  q: text(0, 120).optional(),
  status: z.enum(BROADCAST_STATUSES).optional(),
});
export type OverviewInput = z.output<typeof overviewInput>;
const summary = broadcast
  .pick({
    id: true,
    name: true,
    providers: true,
    status: true,
    scheduledAt: true,
    startedAt: true,
    createdAt: true,
    updatedAt: true,
  })
  .extend({ statusCounts });
export type BroadcastSummary = z.output<typeof summary>;
export const overviewOutput = z.object({
  items: z.array(summary),
  total: z.number(),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});

/** Why a contact of the audience gets no message over a provider, in the order in which they are looked at. */
export const LEFT_OUT = ['no_address', 'unsubscribed', 'pending', 'suppressed'] as const;

/** A broadcast as it is being composed. */
const draft = fields.pick({ providers: true, content: true, audience: true }).partial();

export const audienceInput = draft.omit({ content: true });
export type AudienceInput = z.output<typeof audienceInput>;
export const audienceOutput = z.object({
  /** Contacts in the audience, each counted once, without the excluded ones. */
  people: z.number(),
  /** Contacts that the lists, contacts and segments name and that `exclude` takes out. */
  excluded: z.number(),
  /** Of them, those who get at least one message; everybody when a webhook-style provider is picked. */
  reachable: z.number(),
  /** Messages that a first send would queue. */
  messages: z.number(),
  providers: z.array(
    z.object({
      provider,
      family: z.enum(FAMILIES),
      /** One message to the channel itself, whoever is in the audience. */
      perBroadcast: z.boolean(),
      messages: z.number(),
      leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT), people: z.number() })),
    }),
  ),
});
export type AudiencePreview = z.output<typeof audienceOutput>;

export const previewInput = z.object({ contactId: idIn, content: fields.shape.content });
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** Whether this server fills merge tags in. */
  mergeTags: z.boolean(),
  /** Why the contact would get no e-mail; null: it would. */
  leftOut: z.enum(LEFT_OUT).nullable(),
});
export type PreviewedMessage = z.output<typeof previewOutput>;

/** What the check step says. `blocks`: send would be refused, or every message over the provider would be skipped. */
export const FINDINGS = [
  'no_provider',
  'no_channel',
  'empty_audience',
  'no_recipients',
  'content_missing',
  'unreachable_provider',
  'channel_without_sender',
  'no_unsubscribe_link',
  'merge_tags_as_text',
  'unknown_merge_tags',
  'html_too_long',
  'text_too_long',
  'no_text_part',
] as const;
export const checkInput = draft;
export type CheckInput = z.output<typeof checkInput>;
export const checkOutput = z.object({
  findings: z.array(
    z.object({
      kind: z.enum(FINDINGS),
      level: z.enum(['blocks', 'warns']),
      /** The provider that it is about, where it is about one. */
      provider: provider.nullable(),
      family: z.enum(FAMILIES).nullable(),
      /** What it is about in the content: keys that are missing, tags, bytes. */
      detail: z.array(z.string()),
    }),
  ),
});
export type CheckResult = z.output<typeof checkOutput>;
export type Finding = CheckResult['findings'][number];

export const progressOutput = z.object({
  status: z.enum(BROADCAST_STATUSES),
  startedAt: instantOut.nullable(),
  statusCounts,
  total: z.number(),
  /** Neither queued nor being sent. */
  done: z.number(),
  /** Messages that left in the last minute, a second. */
  perSecond: z.number(),
  /** At the rate of the last minute; null when nothing is left or nothing moves. */
  secondsLeft: z.number().nullable(),
  /** Messages that left, in steps of ten seconds, oldest first: at most the last hour. */
  points: z.array(z.object({ at: instantOut, messages: z.number() })),
});
export type Progress = z.output<typeof progressOutput>;

const STATES = ['waiting', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'skipped'] as const;
export type RecipientState = (typeof STATES)[number];
const state = z.enum(STATES).optional().meta({ description: 'Left out: all of them.' });

export const exportRecipientsInput = z.object({ state });
export const recipientsInput = z.object({
  id: idIn,
  state,
  limit: clampedInteger({ fallback: 20, min: 1, max: 100 }),
  cursor,
});
export type RecipientsInput = z.output<typeof recipientsInput>;
/** A message, in the order of the file's columns. */
export const recipient = z.object({
  id,
  contactId: z.string().nullable(),
  provider,
  recipient: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  /** Why it was skipped, failed or bounced, or waits for another try. */
  reason: z.string().nullable(),
  sentAt: instantOut.nullable(),
  deliveredAt: instantOut.nullable(),
  openedAt: instantOut.nullable(),
  clickedAt: instantOut.nullable(),
  bouncedAt: instantOut.nullable(),
  failedAt: instantOut.nullable(),
});
export type Recipient = z.output<typeof recipient>;
export const recipientsOutput = z.object({
  items: z.array(recipient),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export const unsubscribedOutput = z.object({ people: z.number() });

export const linksOutput = z.object({
  /** Those that most people clicked first, at most 20. */
  links: z.array(z.object({ link: z.string(), people: z.number() })),
});
export type Links = z.output<typeof linksOutput>;

export const reasonsOutput = z.object({
  /** The most frequent first, at most 50. */
  reasons: z.array(
    z.object({
      status: z.enum(['queued', 'skipped', 'failed', 'bounced']),
      provider,
      reason: z.string(),
      messages: z.number(),
    }),
  ),
});
export type Reasons = z.output<typeof reasonsOutput>;
