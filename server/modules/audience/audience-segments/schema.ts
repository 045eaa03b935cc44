/** Audience segment (docs/contract/audience-segments.md#definition). The dashboard's builder uses the same schemas. */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import { contact } from '@/server/modules/audience/contacts/schema';
import { contactList } from '@/server/modules/audience/contact-lists/schema';
import {
  EVENT_OPS,
  FIELD_OPS,
  MAX_CONDITIONS,
  MAX_GROUPS,
  MAX_PROPERTIES,
} from '@/server/modules/audience/audience-segments/vocabulary';

export const MATCHES = ['all', 'any'] as const;
/** `list` is membership of a contact list; `array` is an attribute with several values. */
export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'array', 'list', 'event'] as const;
export const KINDS = ['custom', 'system'] as const;
export const STATUSES = ['active', 'archived'] as const;

export type FieldOp = (typeof FIELD_OPS)[number];
export type EventOp = (typeof EVENT_OPS)[number];
export type FieldType = (typeof FIELD_TYPES)[number];

export const MAX_EVENT_DAYS = 365;
/** Larger than the limit, so that the error can name the condition with too many values (definition.ts). */
const MAX_LISTED = 10_000;
/** More than 50 conditions with 100 values of 200 letters each. */
const MAX_DEFINITION_BYTES = 1024 * 1024;

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const fieldCondition = z.object({
  field: z.string().meta({
    description: 'Field from GET /audience-segments/fields, or any attributes.<path>.',
    sample: 'attributes.city',
  }),
  op: z.enum(FIELD_OPS),
  value: z
    .union([scalar, list(scalar, MAX_LISTED)])
    .optional()
    .meta({ description: 'Array for in, not_in and between; left out for is_set and not_set.' }),
});
const propertyScalar = z.union([text(0, 500), z.number(), z.boolean()]);
/** Also used by the events that trigger funnels. */
export const propertyCondition = z
  .object({
    property: text(1, 300).meta({ description: 'Path in the properties of the event.', sample: 'productId' }),
    op: z.enum(FIELD_OPS),
    value: z
      .union([propertyScalar, list(propertyScalar, 100)])
      .optional()
      .meta({ description: 'Value as in conditions on fields.' }),
  })
  .meta({ id: 'EventProperty' });
const eventCondition = z.object({
  event: z.string().meta({
    description: 'Event from GET /audience-segments/fields, or `event.` and the name of an event of your shop.',
    sample: 'message.clicked',
  }),
  op: z.enum(EVENT_OPS),
  count: z.number().int().optional().meta({ description: 'Number of events; required for at_least and at_most.' }),
  withinDays: z
    .number()
    .int()
    .optional()
    .meta({ description: `Days to look back, 1 to ${MAX_EVENT_DAYS}; left out: any time.` }),
  where: list(propertyCondition, MAX_PROPERTIES)
    .optional()
    .meta({ description: 'Conditions on the properties of an event of your shop; all must be true.' }),
});
const condition = z.union([fieldCondition, eventCondition]).meta({ id: 'SegmentCondition' });

const shape = z.object({
  match: z.enum(MATCHES),
  groups: list(
    z.object({ match: z.enum(MATCHES), conditions: list(condition, MAX_CONDITIONS).min(1) }),
    MAX_GROUPS,
  ).min(1),
});
const EXAMPLE: z.output<typeof shape> = {
  match: 'all',
  groups: [{ match: 'any', conditions: [{ field: 'attributes.city', op: 'eq', value: 'Bandung' }] }],
};

/**
 * A segment's definition. server/modules/audience/audience-segments/definition.ts checks the values that each operator
 * needs.
 */
export const definition = shape.meta({ id: 'SegmentDefinition', sample: EXAMPLE });

export type Definition = z.output<typeof definition>;
export type FieldCondition = z.output<typeof fieldCondition>;
export type PropertyCondition = z.output<typeof propertyCondition>;
export type EventCondition = z.output<typeof eventCondition>;
export type Condition = z.output<typeof condition>;

/**
 * A definition in a request: any object. A fault inside is 400 INVALID_DEFINITION with the condition's path, which a
 * schema failure could not name.
 */
const definitionIn = freeForm(MAX_DEFINITION_BYTES).meta({
  jsonSchema: { $ref: '#/components/schemas/SegmentDefinition' },
});

const name = text(1, 120).meta({ sample: 'Bandung, opened this month' });
const description = text(0, 2000).nullable();

export const createInput = z.object({ name, description: description.optional(), definition: definitionIn });
export const updateInput = z.object({
  id: idIn,
  name: name.optional(),
  description: description.optional(),
  definition: definitionIn.optional(),
  status: z.enum(STATUSES).optional().meta({ description: 'active restores an archived segment.' }),
});
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

export const segment = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    description: z.string().nullable(),
    kind: z.enum(KINDS),
    definition,
    status: z.enum(STATUSES),
    lastCount: z.number().nullable().meta({ description: 'Result of the last count; null: never counted.' }),
    lastCountedAt: instantOut.nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'AudienceSegment' });
export type Segment = z.output<typeof segment>;

export const byId = z.object({ id: idIn });
export const listInput = z.object({ status: z.enum(STATUSES).optional() });
export const listOutput = z.object({ segments: z.array(segment) });
export const archiveOutput = z.object({ id, status: z.literal('archived') });

export const previewInput = z.object({ definition: definitionIn });
export const previewOutput = z.object({
  count: z.number(),
  sample: z.array(contact).meta({ description: 'Up to 10 contacts, newest first.' }),
  conditions: z.array(
    z.object({
      path: z.string(),
      count: z.number().meta({ description: 'Contacts that satisfy this condition alone.' }),
    }),
  ),
});
export type Preview = z.output<typeof previewOutput>;

export const contactsInput = byId.extend({ limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
export const contactsOutput = z.object({ data: z.array(contact), cursor: z.string().nullable(), hasMore: z.boolean() });
export type ContactPage = z.output<typeof contactsOutput>;
export type ContactsInput = z.output<typeof contactsInput>;

export const countOutput = z.object({ count: z.number(), countedAt: instantOut });

export const toListInput = z.object({ id: idIn, name: text(1, 120).meta({ sample: 'Bandung in November' }) });
export const toListOutput = contactList;

export const knownField = z.object({
  field: z.string(),
  type: z.enum(FIELD_TYPES),
  ops: z.array(z.enum([...FIELD_OPS, ...EVENT_OPS])),
  values: z.array(scalar).meta({ description: 'Up to 20 most frequent values; of an array, its elements.' }),
  properties: z
    .array(
      z.object({
        property: z.string(),
        type: z.enum(['text', 'number', 'boolean', 'array']),
        values: z.array(scalar).meta({ description: 'Up to 10 most frequent values.' }),
      }),
    )
    .optional()
    .meta({ description: 'Properties of the newest 100 events of this name; only for events of your shop.' }),
});
export const fieldsOutput = z.object({ fields: z.array(knownField) });
export type KnownField = z.output<typeof knownField>;
