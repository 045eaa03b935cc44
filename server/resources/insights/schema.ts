/** What Home shows. */
import { z } from 'zod';
import { currencyOut, instantOut } from '@/server/lib/fields';

export const SETUP_STEPS = ['discount_code', 'api_key', 'signed_request', 'redemption'] as const;

export const setupOutput = z.object({
  steps: z.array(
    z.object({
      key: z.enum(SETUP_STEPS),
      done: z.boolean(),
      href: z.string().meta({ description: "Path in the dashboard where the step is done.", example: '/discount-codes/new' }),
    }),
  ),
  percent: z.number().meta({ description: 'Done steps of all, 0 to 100.' }),
});
export type Setup = z.output<typeof setupOutput>;

const figure = z.object({ current: z.number(), previous: z.number() });

export const homeOutput = z.object({
  /** The last 30 days against the 30 before. */
  redemptions: figure,
  discountGiven: z.array(z.object({ currency: currencyOut, current: z.number(), previous: z.number() })),
  activeCodes: z.number(),
  points: z.array(z.object({ day: z.string(), redemptions: z.number() })),
  topCodes: z.array(z.object({ id: z.string(), code: z.string(), redemptions: z.number() })),
  activity: z.array(z.object({ id: z.string(), action: z.string(), targetId: z.string(), subject: z.string().nullable(), actor: z.string().nullable(), createdAt: instantOut })),
});
export type Home = z.output<typeof homeOutput>;
