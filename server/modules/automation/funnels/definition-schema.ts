/**
 * The definition of a funnel (docs/contract/funnels.md#definition): the forms that may be saved. problems.ts checks
 * whether a definition can go live. The dashboard's editor uses the same schemas.
 */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { onlyWith, rule, withRule } from '@/server/platform/lib/field-rules';
import { money, text } from '@/server/platform/lib/fields';
import { propertyCondition } from '@/server/modules/audience/audience-segments/schema';
import { MAX_PROPERTIES } from '@/server/modules/audience/audience-segments/vocabulary';
import { eventName } from '@/server/modules/audience/events/schema';
import {
  EXIT_RULES,
  GOAL_EVENTS,
  LONGEST_DEFINITION,
  MOST_STEPS,
  REENTRY_MODES,
} from '@/server/modules/automation/funnels/vocabulary';
import {
  audienceDefinition,
  currency,
  DAYS_OF_A_YEAR,
  named,
  percent,
  step,
  stepId,
  storedStep,
  timeOfDay,
  withIds,
} from '@/server/modules/automation/funnels/step-schema';

const amountAndCurrency = {
  minValue: money.nullable().default(null),
  currency: currency.nullable().default(null),
};
const needs = (one: string, type: string, other: string, otherType: string) => ({
  if: { properties: { [one]: { type } }, required: [one] },
  then: { properties: { [other]: { type: otherType } }, required: [other] },
});
const bothOrNone = rule(
  ({ minValue, currency }: { minValue: number | null; currency: string | null }) =>
    (minValue === null) === (currency === null),
  { allOf: [needs('minValue', 'integer', 'currency', 'string'), needs('currency', 'string', 'minValue', 'integer')] },
);
const BOTH_OR_NONE = { path: 'currency', error: 'must be sent together with minValue' } as const;

const trigger = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('list_added'), listId: named }),
    withRule(z.object({ type: z.literal('abandoned_cart'), ...amountAndCurrency }), bothOrNone, BOTH_OR_NONE),
    withRule(
      z.object({ type: z.literal('order_placed'), ...amountAndCurrency, firstOnly: z.boolean().default(false) }),
      bothOrNone,
      BOTH_OR_NONE,
    ),
    z.object({
      type: z.literal('event'),
      name: eventName,
      where: list(propertyCondition, MAX_PROPERTIES)
        .default([])
        .meta({ description: 'Conditions on the properties of the event; all must be true.' }),
    }),
    z.object({ type: z.literal('segment_entered'), segmentId: named }),
    z.object({
      type: z.literal('date'),
      attribute: text(1, 100).meta({
        description: 'Path in the contact’s attributes, as in segments.',
        sample: 'birthday',
      }),
      at: timeOfDay.meta({ description: "Time of day in the contact's zone." }),
      offsetDays: z.number().int().min(-30).max(30).default(0),
      yearly: z.boolean().default(true),
    }),
    z.object({ type: z.literal('manual') }),
  ])
  .meta({ id: 'FunnelTrigger', description: 'Event that lets people in.' });

const reentry = z
  .discriminatedUnion('mode', [
    z.object({ mode: z.literal(REENTRY_MODES[0]) }),
    z.object({ mode: z.literal(REENTRY_MODES[1]), days: z.number().int().min(1).max(DAYS_OF_A_YEAR) }),
    z.object({ mode: z.literal(REENTRY_MODES[2]) }),
  ])
  .default({ mode: 'once' });

const goal = withRule(
  z.object({
    event: z.enum(GOAL_EVENTS),
    listId: named.optional().meta({ description: 'List of the event list_added; required there.' }),
    withinDays: z.number().int().min(1).max(90),
    exit: z.boolean().default(false),
  }),
  onlyWith('listId', 'event', 'list_added'),
  { error: 'is required with the event list_added, and allowed with no other' },
)
  .nullable()
  .default(null);

const weekdays = list(z.number().int().min(1).max(7), 7)
  .min(1)
  .overwrite((days) => [...new Set(days)].sort((a, b) => a - b))
  .meta({ jsonSchema: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 7 } } });
const sendWindow = z
  .object({ days: weekdays, from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from `from`' })
  .nullable()
  .default(null)
  .meta({ description: "Days 1 (Monday) to 7, in the contact's zone. `from` after `to` passes midnight." });

const frequencyCap = z
  .object({ max: z.number().int().min(1).max(20), perDays: z.number().int().min(1).max(30) })
  .nullable()
  .default(null);

const whole = z.object({
  trigger,
  entry: audienceDefinition.nullable().default(null),
  reentry,
  exits: list(z.enum(EXIT_RULES), EXIT_RULES.length)
    .overwrite((rules) => [...new Set(rules)])
    .default([])
    .meta({ jsonSchema: { type: 'array', items: { type: 'string', enum: [...EXIT_RULES] } } }),
  goal,
  sendWindow,
  frequencyCap,
  holdoutPercent: percent.default(0),
  onePerAddress: z.boolean().optional().meta({
    description:
      'True: of several contacts with one address, a step writes to one within 24 hours and skips the others with SAME_ADDRESS. Default: false.',
  }),
});

const SAMPLE = {
  trigger: { type: 'abandoned_cart' },
  steps: [
    { kind: 'delay', config: { minutes: 60 } },
    {
      kind: 'send',
      config: {
        provider: 'email_p1',
        content: { email: { subject: 'Keranjang Anda', text: 'Halo {firstName}, keranjang Anda masih ada.' } },
      },
    },
  ],
};

/** The definition as clients send it; fields that are left out get defaults. */
export const definition = whole
  .extend({
    start: stepId.nullable().optional().meta({ description: 'Default: the first step.' }),
    steps: list(step, MOST_STEPS)
      .min(1)
      .refine(
        (steps) => {
          const given = steps.flatMap(({ id: each }) => each ?? []);
          return new Set(given).size === given.length;
        },
        { error: 'must not have two steps with the same id' },
      ),
  })
  .transform(({ start, ...sent }) => {
    const steps = withIds(sent.steps);
    return { ...sent, start: start ?? steps[0]?.id ?? null, steps };
  })
  .refine((sent) => JSON.stringify(sent).length <= LONGEST_DEFINITION, {
    error: `must have at most ${LONGEST_DEFINITION} characters as JSON`,
  })
  .meta({ id: 'FunnelDefinitionSent', sample: SAMPLE });

/** The definition as stored and shown, with every field. */
export const storedDefinition = whole
  .extend({ start: stepId.nullable(), steps: z.array(storedStep) })
  .meta({ id: 'FunnelDefinition' });

export type FunnelDefinition = z.output<typeof storedDefinition>;
/** The type of a definition that a client sends. */
export type FunnelDefinitionIn = z.input<typeof definition>;
export type FunnelTrigger = FunnelDefinition['trigger'];
export type FunnelGoal = NonNullable<FunnelDefinition['goal']>;
export type SendWindow = NonNullable<FunnelDefinition['sendWindow']>;
