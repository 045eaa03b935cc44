/**
 * The definition of a funnel (docs/contract/funnels.md#definition): what may be saved. Whether it can go live, problems.ts
 * says. The dashboard's editor uses the same schemas.
 */
import * as z from 'zod';
import { list, ofLength } from '@/server/lib/bounded';
import { allowedWith, notBoth, onlyWith, rule, withRule } from '@/server/lib/field-rules';
import { foreignId, money, text } from '@/server/lib/fields';
import { freeForm } from '@/server/lib/free-form';
import { propertyCondition, type Definition as SegmentDefinition } from '@/server/resources/audience-segments/schema';
import { MAX_PROPERTIES } from '@/server/resources/audience-segments/vocabulary';
import { MAX_CONTENT_BYTES } from '@/server/resources/broadcasts/vocabulary';
import { provider, providerIn } from '@/server/resources/channels/schema';
import { eventName } from '@/server/resources/events/schema';
import { DISCOUNT_SCOPES, TYPES } from '@/server/resources/discount-codes/vocabulary';
import {
  EXIT_RULES,
  GOAL_EVENTS,
  LONGEST_DEFINITION,
  MESSAGE_ANSWERS,
  MOST_STEPS,
  REENTRY_MODES,
  SPLIT_METRICS,
  WAIT_EVENTS,
} from '@/server/resources/funnels/vocabulary';

const MINUTES_OF_A_YEAR = 525_600;
const DAYS_OF_A_YEAR = 365;
const MAX_ATTRIBUTES_BYTES = 32 * 1024;

/** Of lists, segments and templates: kept as sent, for one that is not there is a problem and no fault of shape. */
const named = text(1, 255);
const stepId = ofLength(z.string(), 40)
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -')
  .meta({ sample: 's1' });
const target = stepId.nullable().default(null).meta({ description: 'The id of a step; null: the end.' });
const timeOfDay = ofLength(z.string(), 5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 09:00')
  .meta({ sample: '09:00' });
const wholeMinutes = z.number().int().min(1).max(MINUTES_OF_A_YEAR);
const percent = z.number().int().min(0).max(50);

/** Of part 5; what is wrong inside is 400 INVALID_DEFINITION (definition.ts). */
const audienceDefinition = freeForm(LONGEST_DEFINITION).meta({
  description: 'A definition of an audience segment.',
  jsonSchema: { $ref: '#/components/schemas/SegmentDefinition' },
}) as unknown as z.ZodType<SegmentDefinition, SegmentDefinition>;

/** Three letters, in upper case. What is stored is shown as it is, so nothing here may turn into another type. */
const currency = ofLength(z.string(), 3)
  .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code of three letters')
  .overwrite((code) => code.toUpperCase())
  .meta({ description: 'ISO 4217.', sample: 'IDR' });

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
const BOTH_OR_NONE = { path: 'currency', error: 'minValue and currency go together' } as const;

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
        .meta({ description: 'What all have to be true of its properties.' }),
    }),
    z.object({ type: z.literal('segment_entered'), segmentId: named }),
    z.object({
      type: z.literal('date'),
      attribute: text(1, 100).meta({ description: 'A path in attributes, as in segments.', sample: 'birthday' }),
      at: timeOfDay.meta({ description: "Of the contact's day." }),
      offsetDays: z.number().int().min(-30).max(30).default(0),
      yearly: z.boolean().default(true),
    }),
    z.object({ type: z.literal('manual') }),
  ])
  .meta({ id: 'FunnelTrigger', description: 'What lets people in.' });

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
    listId: named.optional().meta({ description: 'For list_added, and needed there.' }),
    withinDays: z.number().int().min(1).max(90),
    exit: z.boolean().default(false),
  }),
  onlyWith('listId', 'event', 'list_added'),
  { error: 'goes with the event list_added, and with no other' },
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

const id = stepId.optional().meta({ description: 'Made when left out.' });

/** @param over as it is sent, one that this server has; as it is stored, any: EXTENSIONS may have had it then */
const sendConfig = (over: typeof provider) =>
  withRule(
    z.object({
      provider: over,
      templateId: named.optional(),
      content: freeForm(MAX_CONTENT_BYTES).optional().meta({ description: "Keyed by family, as a broadcast's." }),
      holdoutPercent: percent.default(0),
      ignoreWindow: z.boolean().default(false),
      ignoreCap: z.boolean().default(false),
    }),
    notBoth('templateId', 'content'),
    { path: 'content', error: 'a template or content, not both' },
  );

const send = z.object({ id, kind: z.literal('send'), config: sendConfig(providerIn), next: target });

const delay = z.object({
  id,
  kind: z.literal('delay'),
  config: z
    .union([
      z.object({ minutes: wholeMinutes }),
      z.object({ days: z.number().int().min(0).max(DAYS_OF_A_YEAR), at: timeOfDay }),
    ])
    .meta({ description: 'So many minutes, or that time so many calendar days on; with 0 days the next one.' }),
  next: target,
});

const waitProperty = propertyCondition
  .extend({
    entryProperty: propertyCondition.shape.property.optional().meta({
      description: 'In place of value, with eq: a path in the properties of the event that let the contact in.',
    }),
  })
  .meta({ id: 'FunnelWaitProperty' });
const waitFields = z.object({
  event: z.enum(WAIT_EVENTS),
  stepId: stepId.optional(),
  listId: named.optional(),
  name: eventName.optional(),
  where: list(waitProperty, MAX_PROPERTIES)
    .optional()
    .meta({ description: 'For event: what all have to be true of its properties.' }),
});
const OF_MESSAGES = WAIT_EVENTS.filter((event) => event.startsWith('message.'));
const waitEvent = withRule(
  withRule(
    withRule(
      withRule(waitFields, allowedWith('stepId', 'event', OF_MESSAGES), { error: 'goes with events of messages' }),
      allowedWith('listId', 'event', ['list_added']),
      { error: 'goes with list_added' },
    ),
    allowedWith('where', 'event', ['event']),
    { error: 'goes with the event event' },
  ),
  onlyWith('name', 'event', 'event'),
  { error: 'goes with the event event, and with no other' },
);
const waitUntil = z.object({
  id,
  kind: z.literal('wait_until'),
  config: z.object({
    any: list(z.union([waitEvent, z.object({ definition: audienceDefinition })]), 5).min(1),
    minutes: wholeMinutes,
  }),
  next: target.meta({ description: 'Once one of them has happened.' }),
  timeout: target,
});

const condition = z.object({
  id,
  kind: z.literal('condition'),
  config: z.union([
    z.object({ definition: audienceDefinition }),
    z.object({ stepId, is: z.enum(MESSAGE_ANSWERS) }),
    z.object({ cart: z.literal('recovered') }),
  ]),
  yes: target,
  no: target,
});

const variant = z.object({ id: stepId, weight: z.number().int().min(1).max(99), next: target });
const split = z.object({
  id,
  kind: z.literal('split'),
  config: z.object({
    variants: list(variant, 4)
      .min(2)
      .refine((variants) => variants.reduce((sum, { weight }) => sum + weight, 0) === 100, {
        error: 'the weights must sum to 100',
      })
      .refine((variants) => new Set(variants.map(({ id: each }) => each)).size === variants.length, {
        error: 'the ids must differ',
      }),
    metric: z.enum(SPLIT_METRICS),
  }),
});

const mintCode = z.object({
  id,
  kind: z.literal('mint_code'),
  config: z.object({
    type: z.enum(TYPES),
    value: z.number().meta({ jsonSchema: { type: 'integer', minimum: 1 } }),
    currency,
    scope: z.enum(DISCOUNT_SCOPES).default('cart'),
    productIds: list(foreignId, 1000).default([]),
    tagFilter: list(foreignId, 1000).default([]),
    minPurchaseAmount: money.nullable().default(null),
    prefix: ofLength(z.string(), 12).regex(/^[A-Z0-9]{1,12}$/, 'must be 1 to 12 of A-Z and 0-9'),
    expiresInHours: z.number().int().min(1).max(8760),
    reuse: z.boolean().default(true),
    marketingCampaignId: named.nullable().default(null),
  }),
  next: target,
});

const updateContact = z.object({
  id,
  kind: z.literal('update_contact'),
  config: z.object({
    attributes: freeForm(MAX_ATTRIBUTES_BYTES)
      .refine(
        (attributes) => {
          const keys = Object.keys(attributes);
          return keys.length > 0 && keys.length <= 20 && keys.every((key) => key !== '' && key.length <= 100);
        },
        { error: 'must name 1 to 20 attributes, of at most 100 characters each' },
      )
      .meta({ description: "Merged into the contact's; null removes." }),
  }),
  next: target,
});

const listStep = z.object({
  id,
  kind: z.literal('list'),
  config: z.union([z.object({ add: named }), z.object({ remove: named })]),
  next: target,
});

const exit = z.object({ id, kind: z.literal('exit'), config: z.object({ reason: text(1, 60) }) });

/** A step as it is sent. */
export const step = z
  .discriminatedUnion('kind', [send, delay, waitUntil, condition, split, mintCode, updateContact, listStep, exit])
  .meta({ id: 'FunnelStepSent' });
const withId = { id: stepId };
const storedStep = z
  .discriminatedUnion('kind', [
    send.extend({ ...withId, config: sendConfig(provider) }),
    delay.extend(withId),
    waitUntil.extend(withId),
    condition.extend(withId),
    split.extend(withId),
    mintCode.extend(withId),
    updateContact.extend(withId),
    listStep.extend(withId),
    exit.extend(withId),
  ])
  .meta({ id: 'FunnelStep' });

/** A step as it is stored: it has an id. */
export type Step = z.output<typeof storedStep>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Ids that nobody else in the definition has, for steps without one. */
function withIds(steps: readonly z.output<typeof step>[]): Step[] {
  const taken = new Set(steps.flatMap(({ id: given }) => given ?? []));
  let last = 0;
  const next = (): string => {
    do last++;
    while (taken.has(`step${last}`));
    return `step${last}`;
  };
  return steps.map((each) => ({ ...each, id: each.id ?? next() }));
}

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
      'Of several contacts with one address a step writes to one within 24 hours; the others are skipped with SAME_ADDRESS. Left out: false.',
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

/** As sent: what is left out has its default. */
export const definition = whole
  .extend({
    start: stepId.nullable().optional().meta({ description: 'Left out: the first step.' }),
    steps: list(step, MOST_STEPS)
      .min(1)
      .refine(
        (steps) => {
          const given = steps.flatMap(({ id: each }) => each ?? []);
          return new Set(given).size === given.length;
        },
        { error: 'two steps have the same id' },
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

/** As stored and shown: whole. */
export const storedDefinition = whole
  .extend({ start: stepId.nullable(), steps: z.array(storedStep) })
  .meta({ id: 'FunnelDefinition' });

export type FunnelDefinition = z.output<typeof storedDefinition>;
/** As a client may send it. */
export type FunnelDefinitionIn = z.input<typeof definition>;
export type FunnelTrigger = FunnelDefinition['trigger'];
export type FunnelGoal = NonNullable<FunnelDefinition['goal']>;
export type SendWindow = NonNullable<FunnelDefinition['sendWindow']>;
export type WaitCause = StepOf<'wait_until'>['config']['any'][number];
export type WaitProperty = z.output<typeof waitProperty>;

/** Where a step leads: null is the end. */
export function targetsOf(each: Step): (string | null)[] {
  switch (each.kind) {
    case 'wait_until':
      return [each.next, each.timeout];
    case 'condition':
      return [each.yes, each.no];
    case 'split':
      return each.config.variants.map(({ next }) => next);
    case 'exit':
      return [];
    default:
      return [each.next];
  }
}
