/** Webhook endpoints and delivery rows (docs/contract/webhooks.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantIn, instantOut, text } from '@/server/platform/lib/fields';
import { checkAddress } from '@/server/platform/lib/url-guard';
import {
  COUNTED,
  FAILING_DAYS,
  OVERLAP_HOURS,
  RECOVERED_DAYS,
  STATUSES,
} from '@/server/modules/account/webhooks/vocabulary';

/**
 * The reasons of server/platform/lib/url-guard.ts as codes, because the dashboard's form has its own texts for them.
 */
const ADDRESS_FAULTS: Record<string, 'https' | 'userInfo' | 'private'> = {
  'must start with https://': 'https',
  'must not contain a user name or password': 'userInfo',
  'must not point to a private or local name': 'private',
  'must not point to a private or local address': 'private',
};

/** Returns why an address is refused; null when it is accepted. */
export function addressFault(url: string): 'https' | 'userInfo' | 'private' | 'invalid' | null {
  const verdict = checkAddress(url);
  return verdict.ok ? null : (ADDRESS_FAULTS[verdict.reason] ?? 'invalid');
}

const address = text(0, 2048)
  .superRefine((value, context) => {
    const verdict = checkAddress(value);
    if (!verdict.ok) context.addIssue({ code: 'custom', message: verdict.reason });
  })
  .meta({
    description: 'HTTPS address. Addresses of private networks are refused, in any notation.',
    sample: 'https://shop.example/hooks/laris',
  });

const fields = z.object({
  url: address,
  events: list(text(0, 255), 1000).meta({
    id: 'EventTypes',
    description:
      'Event types, or `*` for all. Unknown types are accepted; `GET /webhooks/event-types` lists the known ones.',
    sample: ['svc.contact.created.v1'],
  }),
  description: text(0, 100_000).nullable().meta({ description: 'Label for your own use.' }),
});

export const createInput = fields.partial().required({ url: true });
export const updateInput = fields.partial().extend({ active: z.boolean().optional(), id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;
export const byId = z.object({ id: idIn });

/** The fields that are returned, as opposed to what a merchant sends. */
const endpointFields = {
  id,
  accountId: id,
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  active: z.boolean().meta({ description: 'True while deliveries are attempted.' }),
  secretPreview: z.string().meta({ sample: 'whsec_…x9Qz' }),
  createdAt: instantOut,
  updatedAt: instantOut,
};
export const endpoint = z.object(endpointFields).meta({ id: 'WebhookEndpoint' });
export type Endpoint = z.output<typeof endpoint>;

export const listOutput = z.object({ endpoints: z.array(endpoint) });
const secret = z
  .string()
  .meta({ description: 'Shown only in this answer. It signs every delivery.', sample: 'whsec_…' });
export const createOutput = z.object({
  endpoint: endpoint.pick({ id: true, url: true, events: true, description: true, active: true, createdAt: true }),
  secret,
});
export const updateOutput = z.object({ endpoint });

export const rotateOutput = z.object({
  endpoint,
  secret,
  previousSecretsUntil: instantOut.meta({
    description: `Time until which the previous secret signs as well: ${OVERLAP_HOURS} hours from now.`,
  }),
});

export const recoverInput = z.object({
  id: idIn,
  since: instantIn.meta({
    description: `Deliveries that failed then or later. At most ${RECOVERED_DAYS} days ago.`,
  }),
});
export type RecoverInput = z.output<typeof recoverInput>;
export const recoverOutput = z.object({
  queued: z.number().meta({ description: 'Number of deliveries that are tried again, each with all its attempts.' }),
});

/** The health of an endpoint, from its deliveries of the last 7 days. */
export const health = z.object({
  lastDelivery: z
    .object({
      id,
      type: z.string(),
      status: z.enum(STATUSES),
      responseCode: z.number().nullable(),
      attemptedAt: instantOut,
    })
    .nullable()
    .meta({ description: `Newest attempted delivery among the newest ${COUNTED} of any age; null without one.` }),
  pending: z.number(),
  sent: z.number(),
  failed: z.number(),
  hasMore: z
    .boolean()
    .meta({ description: `True when there were more than ${COUNTED}: the counts then cover the newest ${COUNTED}.` }),
});
export type Health = z.output<typeof health>;

const watched = endpoint.extend({
  stoppedBy: z
    .string()
    .nullable()
    .meta({
      description: `Reason why Laris switched the endpoint off, else null. \`gone\`: it answered 410. \`failing\`: every attempt failed for ${FAILING_DAYS} days. \`deleting\`: its deletion is under way or was interrupted; delete it again. \`unproven\`: created before the owner confirmed their e-mail. \`partner\`: set up by a partner that no longer works for the workspace.`,
    }),
  stoppedAt: instantOut.nullable().meta({ description: 'Time when Laris switched it off.' }),
  failingSince: instantOut.nullable().meta({
    description:
      'First failed attempt since the last success; null when the last attempt succeeded, or there was none.',
  }),
  previousSecretsUntil: instantOut
    .nullable()
    .meta({ description: 'Time until which a previous secret signs as well; null when none does.' }),
  health,
});
export type WatchedEndpoint = z.output<typeof watched>;
/** True when EXTENSIONS names webhook-delivery. */
const deliveryEnabled = z.boolean().meta({ description: 'True when this server delivers webhooks.' });
export const getOutput = z.object({ endpoint: watched, deliveryEnabled });
export const overviewOutput = z.object({ endpoints: z.array(watched), deliveryEnabled });

const eventRowFields = {
  id,
  accountId: id,
  endpointId: id,
  type: z.string(),
  payload: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Envelope `{ id, type, createdAt, accountId, data }`.' }),
  status: z.enum(STATUSES),
  attempts: z.number(),
  lastAttemptAt: instantOut.nullable(),
  nextRetryAt: instantOut.nullable().meta({ description: 'Time of the next attempt; null when none follows.' }),
  responseCode: z.number().nullable(),
  responseBody: z.string().nullable().meta({ description: 'First 2,000 characters of the last answer.' }),
  createdAt: instantOut,
  updatedAt: instantOut,
};
export const eventsOutput = z.object({ events: z.array(z.object(eventRowFields).meta({ id: 'WebhookEvent' })) });

const attempt = z.object({
  at: z.iso.datetime().meta({ description: 'Start of the attempt.' }),
  ms: z.number().meta({ description: 'Duration in milliseconds.' }),
  responseCode: z.number().nullable(),
  error: z.string().nullable(),
});

/** The content of a test event. */
export const testPayload = z.object({ endpointId: id });

/** A delivery row (docs/contract/webhooks.md#delivery-row) with the log of its attempts. */
export const delivery = z
  .object({ ...eventRowFields, attemptLog: z.array(attempt).meta({ description: 'All attempts, oldest first.' }) })
  .meta({ id: 'WebhookDelivery' });
export type Delivery = z.output<typeof delivery>;

export const deliveriesInput = z.object({
  endpointId: idIn.optional(),
  status: z.enum(STATUSES).optional(),
  type: text(0, 255).optional(),
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
});
export type DeliveriesInput = z.output<typeof deliveriesInput>;
export const deliveriesOutput = z.object({
  deliveries: z.array(delivery),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export const deliveryOutput = z.object({ delivery }).meta({ id: 'DeliveryAnswer' });

export const eventTypesOutput = z.object({
  eventTypes: z.array(
    z.object({
      type: z.string(),
      resource: z.string(),
      emitted: z.boolean().meta({ description: 'False for reserved types, which are never sent.' }),
    }),
  ),
});
