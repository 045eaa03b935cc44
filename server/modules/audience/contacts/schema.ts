/** Contact (docs/contract/contacts.md). The dashboard's forms and import use the same schemas. */
import * as z from 'zod';
import { list, record } from '@/server/platform/lib/bounded';
import { rule, withRule } from '@/server/platform/lib/field-rules';
import { clampedInteger, cursor, emailIn, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { freeForm } from '@/server/platform/lib/free-form';
import {
  ADDRESS_FAMILIES,
  CONSENT_BY,
  CONTACT_SORTS,
  SUBSCRIPTION_STATES,
  isReachable,
} from '@/server/modules/audience/contacts/vocabulary';

/** The most bytes of the JSON of `attributes` in one request. */
export const MAX_MAP_BYTES = 64 * 1024;
/** The most bytes of each map of a contact after merging, as PostgreSQL writes it, with blanks. */
export const MAX_MERGED_BYTES = 96 * 1024;

/** family → text; null removes a key. */
const mapIn = record(text(1, 120), text(0, 4096).nullable(), 50);

/** The fields of a contact that a caller sends, each optional; also one row of an import. */
const fields = z.object({
  email: emailIn.nullable(),
  phone: text(4, 40)
    .nullable()
    .meta({ description: 'Stored as sent; compared by its + and digits.', sample: '+6281234567890' }),
  firstName: text(0, 120).nullable(),
  lastName: text(0, 120).nullable(),
  socialHandles: mapIn.meta({ description: 'Handle by channel. Merged key by key; null removes a key.' }),
  subscriptions: mapIn.meta({
    description:
      'subscribed, unsubscribed or pending, by channel family. A family without a value counts as subscribed. Merged key by key; null removes a key.',
  }),
  attributes: freeForm(MAX_MAP_BYTES).meta({
    description:
      'Your own facts for segments and merge tags, at most 64 KB of JSON. Merged key by key; null removes a key.',
  }),
  source: text(0, 120).nullable(),
  externalRef: text(0, 200).nullable().meta({ description: 'Your own id of this person.' }),
});
export const contactFields = fields.partial().meta({ id: 'ContactFields' });
export type ContactFields = z.output<typeof contactFields>;

export const upsertInput = withRule(
  contactFields,
  rule(isReachable, { anyOf: [{ required: ['email'] }, { required: ['phone'] }] }),
  { error: 'Send an e-mail, or a phone with digits.' },
);
export const updateInput = contactFields.extend({ id: idIn });
export type UpdateInput = z.output<typeof updateInput>;

export const contact = z
  .object({
    id,
    accountId: id,
    identityHash: z
      .string()
      .meta({ description: 'Hex SHA-256 of the normalised e-mail, `|` and the normalised phone.' }),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    socialHandles: z.record(z.string(), z.string()),
    subscriptions: z.record(z.string(), z.string()),
    attributes: z.record(z.string(), z.unknown()),
    source: z.string().nullable(),
    externalRef: z.string().nullable(),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Contact' });
export type Contact = z.output<typeof contact>;

export const byId = z.object({ id: idIn });
export const updateOutput = z.object({ id });
export const unsubscribeOutput = z.object({ id, status: z.literal('unsubscribed') });

const SUBSCRIPTION_FILTERS = ADDRESS_FAMILIES.flatMap((family) =>
  SUBSCRIPTION_STATES.map((state) => `${family}.${state}` as const),
);

const filter = {
  q: text(0, 300).optional().meta({ description: 'Part of the e-mail, a name or the phone, in any case.' }),
  listId: idIn.optional().meta({ description: 'Only members of this list, in the order in which they were added.' }),
  subscription: z
    .enum(SUBSCRIPTION_FILTERS)
    .meta({ id: 'SubscriptionFilter' })
    .optional()
    .meta({ description: 'State in one channel family. subscribed means neither unsubscribed nor pending.' }),
  source: text(0, 120).optional(),
};
export const listInput = z.object({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  ...filter,
  sort: z.enum(CONTACT_SORTS).default('newest'),
});
export type ListInput = z.output<typeof listInput>;
export const listOutput = z
  .object({ data: z.array(contact), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'ContactPage' });

export const exportFileInput = listInput.omit({ limit: true, cursor: true }).extend({
  segmentId: idIn.optional().meta({ description: 'Only contacts that are in this segment now.' }),
});
export type ExportFileInput = z.output<typeof exportFileInput>;

export const countInput = z.object(filter);
export type CountInput = z.output<typeof countInput>;
/** Exact up to 10,000; beyond that only the total of the workspace is exact. */
export const countOutput = z.object({ total: z.number(), isMore: z.boolean() });

export const sourcesOutput = z.object({ sources: z.array(z.string()) });

export const figuresOutput = z.object({
  total: z.number(),
  createdThisMonth: z.number(),
  /** The plan's limit; -1 means unlimited. */
  monthlyLimit: z.number(),
  /** Addresses that must not be sent to. */
  suppressed: z.object({ email: z.number(), sms: z.number(), whatsapp: z.number() }),
});

export const SUPPRESSION_REASONS = ['merchant', 'recipient', 'bounce', 'complaint'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** The lists, funnels and opt-outs of a contact, for its page. */
export const standingOutput = z.object({
  lists: z.array(z.object({ id, name: z.string(), addedAt: instantOut })),
  /** Funnels that the contact is in, by enrolment. */
  enrolments: z.array(z.object({ id, enteredAt: instantOut, funnel: z.object({ id, name: z.string() }) })),
  suppressions: z.array(
    z.object({
      family: z.enum(ADDRESS_FAMILIES),
      address: z.string(),
      reason: z.enum(SUPPRESSION_REASONS),
      createdAt: instantOut,
    }),
  ),
});

export const consent = z.object({
  id,
  family: z.string(),
  from: z.string().nullable().meta({ description: 'State before the change; null: none.' }),
  to: z.string().nullable().meta({ description: 'State after the change; null: it was removed.' }),
  at: instantOut,
  by: z.enum(CONSENT_BY),
  source: z.record(z.string(), z.string().nullable()).meta({
    description: 'Source of the change, such as userId, keyId, importId, messageId, provider, word or formId.',
  }),
});
export type Consent = z.output<typeof consent>;
export const consentsInput = z.object({ id: idIn, limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
export const consentsOutput = z.object({
  data: z.array(consent),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});

export const eraseOutput = z.object({ id, erased: z.literal(true) });

/** The reasons for refusing a row. */
export const NO_ADDRESS = 'EMAIL_OR_PHONE_REQUIRED';
export const PLAN_LIMIT = 'PLAN_LIMIT';
export const TOO_LARGE = 'ATTRIBUTES_TOO_LARGE';

export const importInput = z.object({
  rows: list(contactFields, 5000).min(1),
  listName: text(1, 120).nullish().meta({
    description: 'Name of the list that imported contacts join. Created when it is missing.',
  }),
  skipExisting: z.boolean().default(false).meta({ description: 'True leaves existing contacts unchanged.' }),
});
export type ImportInput = z.output<typeof importInput>;
export const importOutput = z.object({
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  errors: z.array(
    z.object({
      row: z.number().meta({ description: 'Index of the row, from 0.' }),
      reason: z.string().meta({ description: `${NO_ADDRESS}, ${PLAN_LIMIT} or ${TOO_LARGE}.` }),
    }),
  ),
  listId: z.string().nullable(),
});
export type ImportResult = z.output<typeof importOutput>;
