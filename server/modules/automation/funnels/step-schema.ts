/** The steps of a funnel (docs/contract/funnels.md#definition), as clients send them and as they are stored. */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { allowedWith, notBoth, onlyWith, withRule } from '@/server/platform/lib/field-rules';
import { oneForm } from '@/server/platform/lib/one-form';
import { foreignId, money, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import {
  propertyCondition,
  type Definition as SegmentDefinition,
} from '@/server/modules/audience/audience-segments/schema';
import { MAX_PROPERTIES } from '@/server/modules/audience/audience-segments/vocabulary';
import { MAX_CONTENT_BYTES } from '@/server/modules/messaging/broadcasts/vocabulary';
import { provider, providerIn } from '@/server/modules/messaging/channels/schema';
import { eventName } from '@/server/modules/audience/events/schema';
import { DISCOUNT_SCOPES, TYPES } from '@/server/modules/offers/discount-codes/vocabulary';
import {
  LONGEST_DEFINITION,
  MESSAGE_ANSWERS,
  SPLIT_METRICS,
  WAIT_EVENTS,
} from '@/server/modules/automation/funnels/vocabulary';

const MINUTES_OF_A_YEAR = 525_600;
export const DAYS_OF_A_YEAR = 365;
const MAX_ATTRIBUTES_BYTES = 32 * 1024;

/**
 * The id of a list, segment or template, kept as sent: an unknown id is a problem of the funnel and not a validation
 * error.
 */
export const named = text(1, 255);
export const stepId = ofLength(z.string(), 40)
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, _ or -')
  .meta({ id: 'FunnelStepId', sample: 's1' });
const target = stepId
  .nullable()
  .default(null)
  .meta({ id: 'FunnelNext', description: 'Id of the next step; null: the end.' });
export const timeOfDay = ofLength(z.string(), 5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 09:00')
  .meta({ sample: '09:00' });
const wholeMinutes = z.number().int().min(1).max(MINUTES_OF_A_YEAR);
export const percent = z.number().int().min(0).max(50);

/** The audience definition of part 5; a fault inside is 400 INVALID_DEFINITION (definition.ts). */
export const audienceDefinition = freeForm(LONGEST_DEFINITION).meta({
  description: 'Definition of an audience segment.',
  jsonSchema: { $ref: '#/components/schemas/SegmentDefinition' },
}) as unknown as z.ZodType<SegmentDefinition, SegmentDefinition>;

/**
 * A currency of three upper-case letters. Stored values are shown as they are, so this schema may not change their
 * type.
 */
export const currency = ofLength(z.string(), 3)
  .regex(/^[A-Za-z]{3}$/, 'must be an ISO 4217 code of three letters')
  .overwrite((code) => code.toUpperCase())
  .meta({ description: 'ISO 4217.', sample: 'IDR' });

const id = stepId
  .meta({ id: 'FunnelStepIdSent', description: 'Id of the step; created when left out.', sample: 's1' })
  .optional();

/**
 * @param over the schema of the provider: when a client sends a step, a provider that this server has; when it is read
 * from the database, any, because EXTENSIONS may have changed
 */
const sendConfig = (over: typeof provider) =>
  withRule(
    z.object({
      provider: over,
      templateId: named.optional(),
      content: freeForm(MAX_CONTENT_BYTES)
        .optional()
        .meta({ description: 'Content by channel family, as in a broadcast.' }),
      holdoutPercent: percent.default(0),
      ignoreWindow: z.boolean().default(false),
      ignoreCap: z.boolean().default(false),
    }),
    notBoth('templateId', 'content'),
    { path: 'content', error: 'must not be sent together with templateId' },
  );

const send = z.object({ id, kind: z.literal('send'), config: sendConfig(providerIn), next: target });

const delay = z.object({
  id,
  kind: z.literal('delay'),
  config: oneForm(
    [
      z.object({ minutes: wholeMinutes }),
      z.object({ days: z.number().int().min(0).max(DAYS_OF_A_YEAR), at: timeOfDay }),
    ],
    'must have minutes, or days and at',
  ).meta({
    description:
      'Minutes to wait; or a time of day, so many calendar days later. 0 days: the next time it is that time.',
  }),
  next: target,
});

const waitProperty = propertyCondition
  .extend({
    entryProperty: propertyCondition.shape.property.optional().meta({
      description: 'Replaces `value`, with eq only: path in the properties of the event that let the contact in.',
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
    .meta({ description: 'Conditions on the properties of the event, only with `event`; all must be true.' }),
});
const OF_MESSAGES = WAIT_EVENTS.filter((event) => event.startsWith('message.'));
const waitEvent = withRule(
  withRule(
    withRule(
      withRule(waitFields, allowedWith('stepId', 'event', OF_MESSAGES), {
        error: 'is allowed only with events of messages',
      }),
      allowedWith('listId', 'event', ['list_added']),
      { error: 'is allowed only with list_added' },
    ),
    allowedWith('where', 'event', ['event']),
    { error: 'is allowed only with the event `event`' },
  ),
  onlyWith('name', 'event', 'event'),
  { error: 'is required with the event `event`, and allowed with no other' },
);
const waitUntil = z.object({
  id,
  kind: z.literal('wait_until'),
  config: z.object({
    any: list(
      oneForm(
        [waitEvent, z.object({ definition: audienceDefinition })],
        'must be an event with its fields, or a definition',
      ),
      5,
    ).min(1),
    minutes: wholeMinutes,
  }),
  next: target.meta({ description: 'Step after one of the events; null: the end.' }),
  timeout: target,
});

const condition = z.object({
  id,
  kind: z.literal('condition'),
  config: oneForm(
    [
      z.object({ definition: audienceDefinition }),
      z.object({ stepId, is: z.enum(MESSAGE_ANSWERS) }),
      z.object({ cart: z.literal('recovered') }),
    ],
    'must have a definition, or stepId and is, or cart',
  ),
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
        error: 'must have weights that sum to 100',
      })
      .refine((variants) => new Set(variants.map(({ id: each }) => each)).size === variants.length, {
        error: 'must have different ids',
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
      .meta({ description: "Attributes to merge into the contact's; null removes one." }),
  }),
  next: target,
});

const listStep = z.object({
  id,
  kind: z.literal('list'),
  config: oneForm([z.object({ add: named }), z.object({ remove: named })], 'must have add or remove'),
  next: target,
});

const exit = z.object({ id, kind: z.literal('exit'), config: z.object({ reason: text(1, 60) }) });

/** A step as clients send it. */
export const step = z
  .discriminatedUnion('kind', [send, delay, waitUntil, condition, split, mintCode, updateContact, listStep, exit])
  .meta({ id: 'FunnelStepSent' });
const withId = { id: stepId };
export const storedStep = z
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

/** A step as stored: it has an id. */
export type Step = z.output<typeof storedStep>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/** Gives steps without an id one that is unique in the definition. */
export function withIds(steps: readonly z.output<typeof step>[]): Step[] {
  const taken = new Set(steps.flatMap(({ id: given }) => given ?? []));
  let last = 0;
  const next = (): string => {
    do last++;
    while (taken.has(`step${last}`));
    return `step${last}`;
  };
  return steps.map((each) => ({ ...each, id: each.id ?? next() }));
}
export type WaitCause = StepOf<'wait_until'>['config']['any'][number];
export type WaitProperty = z.output<typeof waitProperty>;

/** Returns the steps that a step leads to: null is the end. */
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
