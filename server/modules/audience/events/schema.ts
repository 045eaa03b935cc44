/**
 * Events of shoppers (docs/contract/events.md). The dashboard uses the same schemas, so nothing here may reach for
 * Node.
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

/** Also what segments and funnels ask for by name. */
export const eventName = text(1, NAME_LENGTH).meta({
  description:
    'page_viewed, product_viewed, cart_updated, or one of your own. Orders and checkouts have routes of their own.',
  sample: 'product_viewed',
});

export const eventInput = z.object({
  name: eventName,
  id: foreignId.meta({ description: 'Your own; an event that is sent again counts once.', sample: 'view-7f3a' }),
  customerId: foreignId.nullish().meta({ description: "The shop's id of the customer, as a contact's externalRef." }),
  email: emailIn.nullish(),
  at: instantIn.meta({ description: 'When it happened, at most 13 months ago.' }),
  properties: freeForm(PROPERTIES_BYTES)
    .optional()
    .meta({ description: 'Whatever segments and funnels should ask about, at most 4 KB of JSON.' }),
});
export type EventInput = z.output<typeof eventInput>;

export const sendInput = z.object({ accountId: idIn.nullish(), events: list(eventInput, MOST_EVENTS).min(1) });

export const sendOutput = z
  .object({
    accepted: z.number().meta({ description: 'Kept by this call.' }),
    duplicates: z.number().meta({ description: 'Told before, by this call or another one.' }),
    errors: z
      .array(z.object({ id: z.string(), reason: z.enum(EVENT_REFUSALS) }))
      .meta({ description: 'Not kept for their time. The others are.' }),
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
      /** While nobody is known by it: what it was told with. */
      told: z.string().nullable(),
      properties: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type RecentEvents = z.output<typeof recentOutput>;
