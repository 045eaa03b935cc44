/**
 * Events of shoppers (docs/contract/events.md). The dashboard uses the same schemas, so this file must not import Node
 * modules.
 */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { foreignId, idIn, instantIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { emailIn } from '@/server/platform/lib/fields';
import {
  EVENT_REFUSALS,
  MOST_EVENTS,
  NAME_LENGTH,
  PROPERTIES_BYTES,
} from '@/server/modules/audience/events/vocabulary';

/** The name of an event; segments and funnels use it, too. */
export const eventName = text(1, NAME_LENGTH).meta({
  description:
    'page_viewed, product_viewed, cart_updated, or a name of your own. Orders and checkouts have their own routes.',
  sample: 'product_viewed',
});

export const eventInput = z.object({
  name: eventName,
  id: foreignId.meta({ description: 'Your own id of the event. A repeated id counts once.', sample: 'view-7f3a' }),
  customerId: foreignId.nullish().meta({ description: "The shop's id of the customer: `externalRef` of the contact." }),
  email: emailIn.nullish(),
  at: instantIn.meta({ description: 'Time of the event, at most 13 months ago.' }),
  properties: freeForm(PROPERTIES_BYTES)
    .optional()
    .meta({ description: 'Facts for segments and funnels, at most 4 KB of JSON.' }),
});
export type EventInput = z.output<typeof eventInput>;

export const sendInput = z.object({ accountId: idIn.nullish(), events: list(eventInput, MOST_EVENTS).min(1) });

export const sendOutput = z
  .object({
    accepted: z.number().meta({ description: 'Number of events stored by this call.' }),
    duplicates: z.number().meta({ description: 'Number of events already sent, in this call or before.' }),
    errors: z
      .array(z.object({ id: z.string(), reason: z.enum(EVENT_REFUSALS) }))
      .meta({ description: 'Events refused for their time: more than 13 months ago, or more than 24 hours ahead.' }),
  })
  .meta({ id: 'EventsTold' });
export type Sent = z.output<typeof sendOutput>;

/** The dashboard's page. */
export const recentInput = z.object({ name: eventName.optional() });
export const recentOutput = z.object({
  /** Names of the last 30 days, the most frequent first, of the newest 10,000 of each. */
  names: z.array(
    z.object({
      name: z.string(),
      count: z.number(),
      /** There were more than were counted. */
      hasMore: z.boolean(),
      ofContacts: z.number(),
      lastAt: instantOut,
    }),
  ),
  /** The newest 50. */
  events: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      at: instantOut,
      contact: z.object({ id: z.string(), name: z.string() }).nullable(),
      /** The e-mail or customer id of the event, while no contact has it; else null. */
      told: z.string().nullable(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type RecentEvents = z.output<typeof recentOutput>;
