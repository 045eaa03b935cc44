/** The test of a broadcast and what came of it (docs/contract/broadcasts.md#tests). */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { AB_LIMITS, AB_METRICS, MAX_CONTENT_BYTES } from '@/server/modules/messaging/broadcasts/vocabulary';

const within = ([least, most]: readonly [number, number]) => z.number().int().min(least).max(most);

const variant = z.object({
  subject: text(1, 255)
    .refine((value) => value.trim() !== '', { error: 'must not be blank' })
    .optional()
    .meta({ description: 'In place of the subject of the e-mail.', sample: 'Mulai besok: 25%' }),
  content: freeForm(MAX_CONTENT_BYTES)
    .optional()
    .meta({ description: "By channel family, as the broadcast's: each in place of the broadcast's own.", sample: {} }),
});

/** Each is measured by itself already, so what is written out here has a bound. */
const isSmall = (variants: readonly unknown[]): boolean =>
  new TextEncoder().encode(JSON.stringify(variants)).length <= MAX_CONTENT_BYTES;

export const abTest = z
  .object({
    variants: list(variant, AB_LIMITS.variants[1])
      .min(AB_LIMITS.variants[0])
      .refine(isSmall, { error: `must not be larger than ${MAX_CONTENT_BYTES / 1024} KB of JSON together` })
      .meta({
        description: "2 to 4. One without anything is the broadcast's own content.",
        sample: [{}, { subject: 'Mulai besok: 25%' }],
      }),
    share: within(AB_LIMITS.share).meta({ description: 'Percent of the people that the test is with.', sample: 20 }),
    metric: z.enum(AB_METRICS).meta({ description: 'What is counted of each variant.' }),
    hours: within(AB_LIMITS.hours).meta({ description: 'From the send to the end of the test.', sample: 4 }),
  })
  .meta({
    id: 'BroadcastTest',
    description:
      'A part of the people get the variants; the others wait for the end of the hours and get the better one.',
    sample: { variants: [{}, { subject: 'Mulai besok: 25%' }], share: 20, metric: 'opened', hours: 4 },
  });

/** As it is answered. */
export const storedAbTest = z
  .object({
    variants: z.array(
      z.object({ subject: z.string().optional(), content: z.record(z.string(), z.unknown()).optional() }),
    ),
    share: z.number(),
    metric: z.enum(AB_METRICS),
    hours: z.number(),
  })
  .meta({ id: 'StoredBroadcastTest' });
export type AbTest = z.output<typeof storedAbTest>;
export type AbVariant = AbTest['variants'][number];

const place = z.number().int();
const figures = {
  variants: z
    .array(
      z.object({
        people: z.number().meta({ description: 'Whom a message of it reached.' }),
        opened: z.number().meta({ description: 'Of them, who opened it; whoever clicked has.' }),
        clicked: z.number(),
        rate: z.number().meta({ description: 'Of the metric, 0 to 1.' }),
        low: z.number().meta({ description: 'Where the rate lies at 95 %: from here' }),
        high: z.number().meta({ description: 'to here.' }),
      }),
    )
    .meta({ description: "In the order of the test's variants." }),
  comparisons: z
    .array(z.object({ variants: z.array(place), p: z.number() }))
    .meta({ description: 'Each pair, by places from 0, with the p of its difference.' }),
  level: z.number().meta({ description: 'A difference counts when its p is below it: 0.05 over the number of pairs.' }),
  winner: place
    .nullable()
    .meta({ description: 'The place of the variant that is better than each other. Null: no clear winner.' }),
};

export const abTestResult = z
  .object({
    ...figures,
    sent: place.meta({ description: 'The place of the variant that the others got.' }),
    released: z.number().meta({ description: 'Messages that had waited for it.' }),
    decidedBy: z.enum(['figures', 'person']),
    decidedAt: instantOut,
  })
  .meta({ id: 'BroadcastTestResult' });
export type AbTestResult = z.output<typeof abTestResult>;

/** The figures as they are now, for the page of the broadcast. */
export const abFiguresOutput = z.object({
  ...figures,
  /** Messages that wait for the end. */
  waiting: z.number(),
  isDecided: z.boolean(),
});
export type AbFigures = z.output<typeof abFiguresOutput>;
