/** The touch that gets the credit for revenue (docs/contract/insights.md#attribution). */
import * as z from 'zod';
import { clampedInteger, currencyOut, id, instantOut } from '@/server/platform/lib/fields';
import { MODELS, MOST_ORDERS, MOST_SOURCES, TOUCHES } from '@/server/modules/overview/insights/vocabulary';

const count = z.int().min(0);
const revenue = z.number().min(0).meta({ description: 'Revenue less refunds, in minor units.' });
const sums = { orders: count, revenue };

export const attributionInput = z.object({
  model: z.enum(MODELS).default('last_touch'),
  windowDays: clampedInteger({ fallback: 7, min: 1, max: 90 }).meta({
    description: 'Days before an order in which a click counts.',
  }),
  periodDays: clampedInteger({ fallback: 30, min: 1, max: 365 }).meta({
    description: 'Days of orders, ending now.',
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
              'Id of the broadcast, the funnel, the code or its batch, the referral link, or the collaboration.',
          }),
          name: z
            .string()
            .nullable()
            .meta({ description: 'Name of the source; for a link, its code. Null when it was deleted.' }),
          isBatch: z.boolean().optional().meta({ description: 'True for a batch of codes.' }),
          ...sums,
        }),
      )
      .meta({ description: `The ${MOST_SOURCES} sources with the most revenue.` }),
    others: z
      .object({ sources: count, ...sums })
      .nullable()
      .meta({ description: 'All other sources together. Null when there are none.' }),
  })
  .meta({ id: 'AttributedRevenue' });

export const attributionOutput = z.object({
  model: z.enum(MODELS),
  windowDays: z.int(),
  periodDays: z.int(),
  from: instantOut.meta({
    description: 'Begin of the figures; later than the begin of the period when `limited` is true.',
  }),
  to: instantOut,
  limited: z.boolean().meta({
    description: `True when the period has more than ${MOST_ORDERS.toLocaleString('en')} orders. Only the newest of them are counted then.`,
  }),
  rule: z.string().meta({ description: 'Explanation of the method, in English.' }),
  currencies: z
    .array(
      z.object({
        currency: currencyOut,
        ...sums,
        touches: z.array(touched).meta({ description: 'Sums by kind of touch, always in this order.' }),
        unattributed: z.object(sums).meta({ description: 'Orders without a touch.' }),
      }),
    )
    .meta({ description: 'Sums by currency, most orders first.' }),
});
export type Attribution = z.output<typeof attributionOutput>;
export type AttributedCurrency = Attribution['currencies'][number];
