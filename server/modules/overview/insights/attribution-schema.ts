/** The touch that revenue is credited to (docs/contract/insights.md#attribution). */
import * as z from 'zod';
import { clampedInteger, currencyOut, id, instantOut } from '@/server/platform/lib/fields';
import { MODELS, MOST_ORDERS, MOST_SOURCES, TOUCHES } from '@/server/modules/overview/insights/vocabulary';

const count = z.int().min(0);
const revenue = z.number().min(0).meta({ description: 'Smallest unit, less what was given back.' });
const sums = { orders: count, revenue };

export const attributionInput = z.object({
  model: z.enum(MODELS).default('last_touch'),
  windowDays: clampedInteger({ fallback: 7, min: 1, max: 90 }).meta({
    description: 'How long before an order a click counts, in times of 24 hours.',
  }),
  periodDays: clampedInteger({ fallback: 30, min: 1, max: 365 }).meta({
    description: 'Orders of so many times 24 hours, which end now: the windowDays of the other figures.',
  }),
});
export type AttributionInput = z.output<typeof attributionInput>;

const touched = z
  .object({
    kind: z.enum(TOUCHES),
    ...sums,
    sources: z
      .array(
        z.object({
          id: id.meta({
            description:
              'Of the broadcast, the funnel, the code, the referral’s link, the affiliate’s collaboration; of codes of a batch its own.',
          }),
          name: z.string().nullable().meta({ description: 'Of a link its code. null: it is gone.' }),
          isBatch: z.boolean().optional().meta({ description: 'Of a batch of codes: true.' }),
          ...sums,
        }),
      )
      .meta({ description: `The ${MOST_SOURCES} with the most revenue.` }),
    others: z
      .object({ sources: count, ...sums })
      .nullable()
      .meta({ description: 'All others; null: there is none.' }),
  })
  .meta({ id: 'AttributedRevenue' });

export const attributionOutput = z.object({
  model: z.enum(MODELS),
  windowDays: z.int(),
  periodDays: z.int(),
  from: instantOut.meta({ description: 'Later than the period begins where it is limited.' }),
  to: instantOut,
  limited: z.boolean().meta({
    description: `Whether the period has more than ${MOST_ORDERS.toLocaleString('en')} orders: the figures are of the newest of them.`,
  }),
  rule: z.string().meta({ description: 'What is counted, and how, in English.' }),
  currencies: z
    .array(
      z.object({
        currency: currencyOut,
        ...sums,
        touches: z.array(touched).meta({ description: 'One for each kind, in this order.' }),
        unattributed: z
          .object(sums)
          .meta({ description: 'Without a touch. With it the touches add up to all revenue.' }),
      }),
    )
    .meta({ description: 'The currency with the most orders first. Amounts of two are never added up.' }),
});
export type Attribution = z.output<typeof attributionOutput>;
export type AttributedCurrency = Attribution['currencies'][number];
