/** Broadcast (docs/contract/broadcasts.md). The dashboard's composer uses the same schemas. */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { FAMILIES } from '@/server/platform/vendors/provider-ids';
import { options, storedOptions } from '@/server/modules/messaging/broadcasts/options-schema';
import { AB_LIMITS, MAX_CONTENT_BYTES } from '@/server/modules/messaging/broadcasts/vocabulary';
import { check } from '@/server/modules/messaging/channels/checks-schema';
import { provider, providerIn } from '@/server/modules/messaging/channels/schema';

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

/** Stores ids as they were sent; an id that resolves to nothing adds nobody (docs/contract/broadcasts.md#sending). */
const ids = (max: number) => list(text(0, 255), max).optional();
const listIds = ids(1_000);
const contactIds = ids(100_000);
const segmentIds = ids(100);
/** The people that a request names, for broadcasts and funnels. */
export const people = z
  .object({
    listIds,
    contactIds,
    segmentIds,
    exclude: z
      .object({ listIds, segmentIds, contactIds })
      .optional()
      .meta({ description: 'Contacts who get nothing, even when they are in the audience otherwise.' }),
  })
  .meta({
    id: 'People',
    description: 'Lists, contacts and segments together, without those in `exclude`. Each contact counts once.',
    sample: { listIds: ['<listId>'], contactIds: ['<contactId>'] },
  });
export const audience = people
  .extend({
    onePerAddress: z.boolean().optional().meta({
      description:
        'True: of several contacts with one address only the oldest gets the message; the others are skipped with `SAME_ADDRESS`. Default: false.',
    }),
  })
  .meta({
    id: 'Audience',
    description: 'Lists, contacts and segments together, without those in `exclude`. Each contact counts once.',
    sample: { listIds: ['<listId>'], contactIds: ['<contactId>'] },
  });
export type Audience = z.output<typeof audience>;

/** The most bytes of contents in a list without pages. */
export const MAX_LISTED_BYTES = 16 * 1024 * 1024;

/** The fields that a merchant sends; `broadcast` below is what we return. */
const fields = z.object({
  name: text(1, 120).meta({ sample: 'Lebaran sale' }),
  description: text(0, 2000).nullable(),
  providers: list(providerIn, 10)
    .min(1)
    .transform((picked) => [...new Set(picked)])
    .meta({
      description: 'Providers to send over; duplicates count once.',
      sample: ['email_p1'],
      jsonSchema: { type: 'array', items: { $ref: '#/components/schemas/ProviderId' }, minItems: 1, maxItems: 10 },
    }),
  content: freeForm(MAX_CONTENT_BYTES).meta({
    id: 'BroadcastContent',
    description:
      'Content by channel family: email { subject, html, text, preheader?, blocks? }, sms { body }, push { title, body, url? }, whatsapp { text } or { contentSid, contentVariables } or { template }, webhook any object, all others { text, imageUrl? }.',
    sample: {
      email: { subject: 'Eid Mubarak', html: '<p>25 % off until Sunday.</p>', text: '25 % off until Sunday.' },
    },
  }),
  audience,
  scheduledAt: instantIn.nullable().meta({ description: 'Time of the send; a time in the past is sent at once.' }),
  marketingCampaignId: idIn.nullable(),
  ...options.shape,
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
          .object({
            listIds: z.array(z.string()).optional(),
            segmentIds: z.array(z.string()).optional(),
            contactIds: z.array(z.string()).optional(),
          })
          .optional(),
        onePerAddress: z.boolean().optional(),
      })
      .meta({ id: 'StoredAudience' }),
    scheduledAt: instantOut.nullable(),
    status: z.enum(BROADCAST_STATUSES),
    startedAt: instantOut.nullable().meta({ description: 'Time of the latest send.' }),
    completedAt: instantOut.nullable().meta({ description: 'Reserved; always null.' }),
    marketingCampaignId: z.string().nullable(),
    ...storedOptions.shape,
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Broadcast' });
export type Broadcast = z.output<typeof broadcast>;

export const statusCounts = z
  .partialRecord(z.enum(MESSAGE_STATUSES), z.number())
  .meta({ id: 'StatusCounts', description: 'Number of messages by status, without statuses that have none.' });
export type StatusCounts = z.output<typeof statusCounts>;

export const byId = z.object({ id: idIn });
export const broadcastWithCounts = broadcast.extend({ statusCounts });
export type BroadcastWithCounts = z.output<typeof broadcastWithCounts>;
export const listOutput = z.array(broadcast.extend({ _count: z.object({ messages: z.number() }) }));

export const sendOutput = z.object({ id, queued: z.number().meta({ description: 'Messages queued by this call.' }) });
export const cancelOutput = z.object({
  id,
  status: z.literal('paused'),
  skipped: z.number().meta({ description: 'Queued messages that are now skipped.' }),
});

export const endTestInput = byId.extend({
  variant: z
    .number()
    .int()
    .min(0)
    .max(AB_LIMITS.variants[1] - 1)
    .optional()
    .meta({ description: 'Index of the variant for everybody else, from 0. Unless sent, the figures decide.' }),
});

export const sendTestInput = z.object({
  id: idIn,
  provider: text(1, 100).meta({ description: "One of the broadcast's providers.", sample: 'email_p1' }),
  recipient: text(1, 500)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .meta({ description: 'E-mail address, phone number in E.164, chat id or handle.', sample: 'sari@tokoanda.co.id' }),
  checks: z.boolean().optional().meta({
    description: 'E-mail only: also checks the domain, the content and the links. The answer takes up to 10 seconds.',
    sample: true,
  }),
});
export type SendTestInput = z.output<typeof sendTestInput>;
export const sendTestOutput = z.object({
  messageId: id,
  queued: z.literal(true),
  checks: z.array(check).optional().meta({ description: 'Present for e-mail when `checks` was true.' }),
});
export type SentTest = z.output<typeof sendTestOutput>;

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

/** The reasons why a contact of the audience gets no message over a provider, in the order of the checks. */
export const LEFT_OUT = ['no_address', 'unsubscribed', 'pending', 'suppressed'] as const;
/** The reasons for a whole audience, where another contact may have the same address. */
export const LEFT_OUT_OF_AUDIENCE = [...LEFT_OUT, 'same_address'] as const;

/** A broadcast as it is being composed. */
const draft = fields.pick({ providers: true, content: true, audience: true }).partial();

export const audienceInput = draft.omit({ content: true });
export type AudienceInput = z.output<typeof audienceInput>;
export const audienceOutput = z.object({
  /** Contacts in the audience, each counted once, without the excluded ones. */
  people: z.number(),
  /** Contacts that the lists, contacts and segments name and that `exclude` takes out. */
  excluded: z.number(),
  /** The number of people who get at least one message; all people when a webhook-style provider is picked. */
  reachable: z.number(),
  /** Messages that a first send would queue. */
  messages: z.number(),
  providers: z.array(
    z.object({
      provider,
      family: z.enum(FAMILIES),
      /** True when the channel itself gets one message, for any audience. */
      perBroadcast: z.boolean(),
      messages: z.number(),
      leftOut: z.array(z.object({ reason: z.enum(LEFT_OUT_OF_AUDIENCE), people: z.number() })),
    }),
  ),
});
export type AudiencePreview = z.output<typeof audienceOutput>;

/** A broadcast at each contact's own hour, while it is being composed. */
export const localTimesInput = audienceInput.extend({
  localTime: options.shape.localTime.unwrap(),
  scheduledAt: fields.shape.scheduledAt.optional(),
});
export type LocalTimesInput = z.output<typeof localTimesInput>;
export const localTimesOutput = z.object({
  /** The earliest first. */
  waves: z.array(
    z.object({
      at: instantOut,
      /** The hour has passed by the time of the send. */
      atOnce: z.boolean(),
      /** The zone in which most of these people are. */
      zone: z.string(),
      people: z.number(),
    }),
  ),
});
export type LocalTimes = z.output<typeof localTimesOutput>;

export const previewInput = z.object({ contactId: idIn, content: fields.shape.content });
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({
  subject: z.string(),
  preheader: z.string(),
  html: z.string(),
  text: z.string(),
  /** True when this server fills merge tags in. */
  mergeTags: z.boolean(),
  /** Why the contact would get no e-mail; null: the contact gets it. */
  leftOut: z.enum(LEFT_OUT).nullable(),
});
export type PreviewedMessage = z.output<typeof previewOutput>;

/**
 * The findings of the check step. `blocks`: send would be refused, or every message over the provider would be skipped.
 */
export const FINDINGS = [
  'no_provider',
  'no_channel',
  'empty_audience',
  'exclusion_gone',
  'no_recipients',
  'content_missing',
  'unreachable_provider',
  'channel_without_sender',
  'complaints_high',
  'no_unsubscribe_link',
  'merge_tags_as_text',
  'unknown_merge_tags',
  'html_too_long',
  'text_too_long',
  'no_text_part',
  'test_untold',
  'test_too_small',
  'test_opens_by_machines',
  'test_same_variants',
  'variant_content_missing',
] as const;
export const checkInput = draft.extend(fields.pick({ test: true, tracking: true }).partial().shape);
export type CheckInput = z.output<typeof checkInput>;
export const checkOutput = z.object({
  findings: z.array(
    z.object({
      kind: z.enum(FINDINGS),
      level: z.enum(['blocks', 'warns']),
      /** The provider that the finding is about; null when it is about none. */
      provider: provider.nullable(),
      family: z.enum(FAMILIES).nullable(),
      /** The parts of the content that the finding is about: missing keys, tags, bytes. */
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
  /** At the rate of the last minute; null when nothing is left or nothing moves, and while a test runs. */
  secondsLeft: z.number().nullable(),
  perHour: z.number().nullable(),
  localTime: z.string().nullable(),
  /**
   * The time at which the last remaining message leaves at `perHour`, if nothing else limits it. Null without
   * `perHour`, when nothing is left, and for broadcasts at local hours (see waves.lastAt).
   */
  endsAt: instantOut.nullable(),
  /** Most of what is left waits for the end of a test. */
  testing: z.boolean(),
  /** Messages that left, in steps of ten seconds, oldest first: at most the last hour. */
  points: z.array(z.object({ at: instantOut, messages: z.number() })),
});
export type Progress = z.output<typeof progressOutput>;

export const wavesOutput = z.object({
  /** Messages that wait for their hour: the earliest first, at most 50. */
  waves: z.array(z.object({ at: instantOut, messages: z.number() })),
  /** The time at which the last waiting message is due. */
  lastAt: instantOut.nullable(),
});
export type Waves = z.output<typeof wavesOutput>;

const STATES = ['waiting', 'sent', 'delivered', 'opened', 'clicked', 'bounced', 'failed', 'skipped'] as const;
export type RecipientState = (typeof STATES)[number];
const state = z.enum(STATES).optional().meta({ description: 'All unless sent.' });

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
  /** Why the message was skipped, failed or bounced, or why it waits for another attempt. */
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
