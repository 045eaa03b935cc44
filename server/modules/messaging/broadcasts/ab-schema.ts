/** The A/B test of a broadcast and its result (docs/contract/broadcasts.md#tests). */
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
    .meta({ description: "Replaces the e-mail's subject.", sample: 'Mulai besok: 25%' }),
  content: freeForm(MAX_CONTENT_BYTES)
    .optional()
    .meta({ description: "By channel family; each part replaces the broadcast's own.", sample: {} }),
});

/** Each is measured by itself already, so what is written out here has a bound. */
const isSmall = (variants: readonly unknown[]): boolean =>
  new TextEncoder().encode(JSON.stringify(variants)).length <= MAX_CONTENT_BYTES;

export const abTest = z
  .object({
    variants: list(variant, AB_LIMITS.variants[1])
      .min(AB_LIMITS.variants[0])
      .refine(isSmall, { error: `must not be larger than ${MAX_CONTENT_BYTES / 1024} KB of JSON in all` })
      .meta({
        description: "2 to 4 variants. An empty one is the broadcast's own content.",
        sample: [{}, { subject: 'Mulai besok: 25%' }],
      }),
    share: within(AB_LIMITS.share).meta({
      description: 'Percent of the recipients who take part in the test.',
      sample: 20,
    }),
    metric: z.enum(AB_METRICS).meta({ description: 'The figure that decides.' }),
    hours: within(AB_LIMITS.hours).meta({ description: 'Hours from the send to the end of the test.', sample: 4 }),
  })
  .meta({
    id: 'BroadcastTest',
    description:
      'A share of the recipients gets the variants. The others wait until the hours are over and get the better one.',
    sample: { variants: [{}, { subject: 'Mulai besok: 25%' }], share: 20, metric: 'opened', hours: 4 },
  });

/** The test in the API's answers. */
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
        people: z.number().meta({ description: 'People whom a message of the variant reached.' }),
        opened: z.number().meta({ description: 'People who opened or clicked it.' }),
        clicked: z.number(),
        rate: z.number().meta({ description: 'Share of `people` by the metric, 0 to 1.' }),
        low: z.number().meta({ description: 'Lower end of the 95 % interval of the rate.' }),
        high: z.number().meta({ description: 'Upper end of the 95 % interval of the rate.' }),
      }),
    )
    .meta({ description: "Figures by variant, in the order of the test's variants." }),
  comparisons: z
    .array(z.object({ variants: z.array(place), p: z.number() }))
    .meta({ description: 'Each pair of variants, by index from 0, with the p-value of their difference.' }),
  level: z
    .number()
    .meta({ description: 'A difference counts when its p-value is below this: 0.05 divided by the number of pairs.' }),
  winner: place
    .nullable()
    .meta({ description: 'Index of the variant that is better than every other, from 0. Null: no clear winner.' }),
};

export const abTestResult = z
  .object({
    ...figures,
    sent: place.meta({ description: 'Index of the variant that everybody else got, from 0.' }),
    released: z.number().meta({ description: 'Messages that waited for the end of the test.' }),
    decidedBy: z.enum(['figures', 'person']),
    decidedAt: instantOut,
  })
  .meta({ id: 'BroadcastTestResult' });
export type AbTestResult = z.output<typeof abTestResult>;

/** The current figures of a test, for the page of the broadcast. */
export const abFiguresOutput = z.object({
  ...figures,
  /** Messages that wait for the end. */
  waiting: z.number(),
  isDecided: z.boolean(),
});
export type AbFigures = z.output<typeof abFiguresOutput>;
