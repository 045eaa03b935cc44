/** Contact (docs/contract/contacts.md). The dashboard's forms and import use the same schemas. */
import * as z from 'zod';
import { pasted } from '@/server/lib/text';
import { list, ofLength, record } from '@/server/lib/bounded';
import { rule, withRule } from '@/server/lib/field-rules';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/lib/fields';
import { freeForm } from '@/server/lib/free-form';
import {
  ADDRESS_FAMILIES,
  CONSENT_BY,
  CONTACT_SORTS,
  SUBSCRIPTION_STATES,
  isReachable,
} from '@/server/resources/contacts/vocabulary';
import { ENROLMENT_STATUSES } from '@/server/resources/funnels/vocabulary';
import { CHECKOUT_STATUSES, ORDER_STATUSES } from '@/server/resources/integrations/vocabulary';

/** RFC 5322 dot-atom or quoted string, internationalised as RFC 6531 has it, at a domain of two labels or more. */
const ATOM = String.raw`(?:[a-z0-9!#$%&'*+/=?^_\x60{|}~-]|(?![\p{C}\p{Z}])[^\x00-\x7f])`;
const LABEL = String.raw`(?:[a-z0-9-]|(?![\p{C}\p{Z}])[^\x00-\x7f]){1,63}`;
const EMAIL = new RegExp(
  String.raw`^(?:(?=[^@]{1,64}@)${ATOM}+(?:\.${ATOM}+)*|(?=.{1,64}@)"(?:[^"\\\p{C}]|\\[\x20-\x7e])*")@(?:(?!-)${LABEL}(?<!-)\.)+(?!-|\d+$)${LABEL}(?<!-)$`,
  'iu',
);

/** Trimmed, then checked, kept in lower case. */
export const emailIn = ofLength(z.string(), 254)
  .overwrite(pasted)
  .max(254, { error: 'must have at most 254 characters', abort: true })
  .regex(EMAIL, 'must be an e-mail address')
  .toLowerCase()
  .meta({ sample: 'sari@example.com', jsonSchema: { type: 'string', format: 'email', maxLength: 254 } });

/** Of the JSON of `attributes` in one request. */
export const MAX_MAP_BYTES = 64 * 1024;
/** Of each of a contact's maps once requests are merged, as PostgreSQL writes it, with blanks. */
export const MAX_MERGED_BYTES = 96 * 1024;

/** family → text; null removes a key. */
const mapIn = record(text(1, 120), text(0, 4096).nullable(), 50);

/** What a caller sends of a contact, each of it optional; also one row of an import. */
const fields = z.object({
  email: emailIn.nullable(),
  phone: text(4, 40)
    .nullable()
    .meta({ description: 'Kept as sent; compared by its + and digits.', sample: '+6281234567890' }),
  firstName: text(0, 120).nullable(),
  lastName: text(0, 120).nullable(),
  socialHandles: mapIn.meta({ description: 'Handle by channel. Merged key by key; null removes a key.' }),
  subscriptions: mapIn.meta({
    description:
      'subscribed, unsubscribed or pending by channel family; subscribed unless stated. Merged key by key; null removes a key.',
  }),
  attributes: freeForm(MAX_MAP_BYTES).meta({
    description: 'Whatever segments should filter by, at most 64 KB of JSON. Merged key by key; null removes a key.',
  }),
  source: text(0, 120).nullable(),
  externalRef: text(0, 200).nullable().meta({ description: "The caller's own id of this person." }),
});
export const contactFields = fields.partial().meta({ id: 'ContactFields' });
export type ContactFields = z.output<typeof contactFields>;

export const upsertInput = withRule(
  contactFields,
  rule(isReachable, { anyOf: [{ required: ['email'] }, { required: ['phone'] }] }),
  { error: 'An e-mail or a phone with digits is needed.' },
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
  listId: idIn.optional().meta({ description: 'Members of this list, in the order in which they were added.' }),
  subscription: z
    .enum(SUBSCRIPTION_FILTERS)
    .meta({ id: 'SubscriptionFilter' })
    .optional()
    .meta({ description: 'State in one family; subscribed is whoever is neither unsubscribed nor pending.' }),
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
  segmentId: idIn.optional().meta({ description: 'Those of them who are in this segment now.' }),
});
export type ExportFileInput = z.output<typeof exportFileInput>;

export const countInput = z.object(filter);
export type CountInput = z.output<typeof countInput>;
/** Counted exactly up to 10,000; beyond that only the workspace's own total is. */
export const countOutput = z.object({ total: z.number(), isMore: z.boolean() });

export const sourcesOutput = z.object({ sources: z.array(z.string()) });

export const figuresOutput = z.object({
  total: z.number(),
  createdThisMonth: z.number(),
  /** Of the plan; -1 means unlimited. */
  monthlyLimit: z.number(),
  /** Addresses that must not be sent to. */
  suppressed: z.object({ email: z.number(), sms: z.number(), whatsapp: z.number() }),
});

export const SUPPRESSION_REASONS = ['merchant', 'recipient', 'bounce', 'complaint'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What stands around a contact, for its page. */
export const standingOutput = z.object({
  lists: z.array(z.object({ id, name: z.string(), addedAt: instantOut })),
  /** Funnels that it is inside of, by enrolment. */
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
  from: z.string().nullable().meta({ description: 'Null: nothing had been said.' }),
  to: z.string().nullable().meta({ description: 'Null: what was said was taken out.' }),
  at: instantOut,
  by: z.enum(CONSENT_BY),
  source: z.record(z.string(), z.string().nullable()).meta({
    description: 'What tells the place, such as userId, keyId, importId, messageId, provider, word or formId.',
  }),
});
export type Consent = z.output<typeof consent>;
export const consentsInput = z.object({ id: idIn, limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
export const consentsOutput = z.object({
  data: z.array(consent),
  cursor: z.string().nullable(),
  hasMore: z.boolean(),
});

export const timelineInput = z.object({ id: idIn, limit: clampedInteger({ fallback: 25, min: 1, max: 100 }), cursor });
export const timelineOutput = z.object({
  items: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('message'),
        id,
        at: instantOut,
        provider: z.string(),
        recipient: z.string(),
        status: z.string(),
        lastError: z.string().nullable(),
        sentAt: instantOut.nullable(),
        openedAt: instantOut.nullable(),
        clickedAt: instantOut.nullable(),
        broadcast: z.object({ id, name: z.string() }).nullable(),
        funnel: z.object({ id, name: z.string() }).nullable(),
        /** That it asks to be confirmed. */
        form: z.object({ id, name: z.string() }).nullable(),
      }),
      z.object({
        kind: z.literal('redemption'),
        id,
        at: instantOut,
        discountCodeId: id,
        code: z.string(),
        appliedAmount: z.number(),
        appliedShipping: z.number(),
        currency: z.string(),
      }),
      z.object({ kind: z.literal('list_added'), id, at: instantOut, list: z.object({ id, name: z.string() }) }),
      z.object({
        kind: z.literal('cart_reminder'),
        id,
        at: instantOut,
        cartId: z.string(),
        value: z.number(),
        currency: z.string(),
        recoveredAt: instantOut.nullable(),
      }),
      z.object({
        kind: z.literal('order'),
        id,
        at: instantOut,
        number: z.string(),
        status: z.enum(ORDER_STATUSES),
        amount: z.number(),
        currency: z.string(),
      }),
      z.object({
        kind: z.literal('checkout'),
        id,
        at: instantOut,
        status: z.enum(CHECKOUT_STATUSES),
        value: z.number(),
        currency: z.string(),
      }),
      z.object({
        kind: z.literal('enrolment'),
        id,
        at: instantOut,
        funnel: z.object({ id, name: z.string() }),
        status: z.enum(ENROLMENT_STATUSES),
        exitReason: z.string().nullable(),
        goalAt: instantOut.nullable(),
      }),
      z.object({ kind: z.literal('conversation'), id, at: instantOut, provider: z.string(), preview: z.string() }),
      /** What a shop told that they did; `detail` is the beginning of the JSON of its properties. */
      z.object({ kind: z.literal('event'), id, at: instantOut, name: z.string(), detail: z.string() }),
    ]),
  ),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type TimelineItem = z.output<typeof timelineOutput>['items'][number];

export const eraseOutput = z.object({ id, erased: z.literal(true) });

const instantOrNull = instantOut.nullable();
/** Collections of an export that are cut when they are long. */
export const EXPORT_COLLECTIONS = [
  'messages',
  'reminders',
  'attributions',
  'redemptions',
  'conversions',
  'orders',
  'checkouts',
  'enrolments',
  'conversations',
  'consents',
  'formSubmissions',
  'events',
] as const;
/** What an order and a checkout in an export have in common. */
const ofShop = {
  id,
  externalSource: z.string(),
  externalRef: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  items: z.unknown(),
  currency: z.string(),
  status: z.string(),
};
/** All that is held of a person. What hangs on the shop's customer id is found by `externalRef`, purchases told to Meta by the hash of the e-mail too. */
export const exportOutput = z
  .object({
    exportedAt: instantOut,
    /** Those of which only the newest 1,000 are here, or in which the content or cartSnapshot of older ones is null for its size. */
    truncated: z.array(z.enum(EXPORT_COLLECTIONS)),
    contact,
    lists: standingOutput.shape.lists,
    suppressions: standingOutput.shape.suppressions,
    cartPreferences: z.array(
      z.object({ email: z.string(), abandonedCartOptOut: z.boolean(), optedOutAt: instantOrNull }),
    ),
    aliases: z.array(z.object({ kind: z.string(), value: z.string(), createdAt: instantOut })),
    messages: z.array(
      z.object({
        id,
        provider: z.string(),
        recipient: z.string(),
        status: z.string(),
        content: z.unknown(),
        broadcastId: id.nullable(),
        lastError: z.string().nullable(),
        createdAt: instantOut,
        sentAt: instantOrNull,
        deliveredAt: instantOrNull,
        openedAt: instantOrNull,
        clickedAt: instantOrNull,
        bouncedAt: instantOrNull,
        failedAt: instantOrNull,
      }),
    ),
    reminders: z.array(
      z.object({
        id,
        customerId: z.string(),
        cartId: z.string(),
        email: z.string(),
        cartSnapshot: z.unknown(),
        valueAtSend: z.number(),
        currencyAtSend: z.string(),
        discountCodeId: id.nullable(),
        sentAt: instantOut,
        recoveredAt: instantOrNull,
      }),
    ),
    attributions: z.array(
      z.object({
        id,
        role: z.enum(['referrer', 'referee']),
        status: z.string(),
        amount: z.number().nullable(),
        currency: z.string().nullable(),
        createdAt: instantOut,
        expiresAt: instantOut,
        rewardedAt: instantOrNull,
        rewardCode: z.string().nullable(),
      }),
    ),
    redemptions: z.array(
      z.object({
        id,
        code: z.string(),
        checkoutSessionId: z.string(),
        appliedAmount: z.number(),
        appliedShipping: z.number(),
        currency: z.string(),
        redeemedAt: instantOut,
      }),
    ),
    conversions: z.array(
      z.object({
        eventId: z.string(),
        value: z.number().nullable(),
        currency: z.string().nullable(),
        occurredAt: instantOut,
        status: z.string(),
        sentAt: instantOrNull,
      }),
    ),
    orders: z.array(
      z.object({
        ...ofShop,
        number: z.string().nullable(),
        customerRef: z.string().nullable(),
        amount: z.number(),
        refunded: z.number(),
        discountCodes: z.array(z.string()),
        landingUrl: z.string().nullable(),
        placedAt: instantOut,
        paidAt: instantOrNull,
      }),
    ),
    checkouts: z.array(
      z.object({
        ...ofShop,
        value: z.number(),
        url: z.string().nullable(),
        acceptsMarketing: z.boolean().nullable(),
        createdAt: instantOut,
        abandonedAt: instantOrNull,
        completedAt: instantOrNull,
      }),
    ),
    enrolments: z.array(
      z.object({
        id,
        funnelId: id,
        funnel: z.string().meta({ description: 'Its name.' }),
        status: z.string(),
        exitReason: z.string().nullable(),
        cart: z.unknown(),
        discountCode: z.string().nullable(),
        enteredAt: instantOut,
        endedAt: instantOrNull,
      }),
    ),
    conversations: z.array(
      z.object({
        id,
        provider: z.string(),
        address: z.string(),
        name: z.string().nullable(),
        handle: z.string().nullable(),
        status: z.string(),
        createdAt: instantOut,
        messages: z.unknown().meta({ description: 'The newest 1,000: direction, kind, text, at. Without notes.' }),
      }),
    ),
    consents: z.array(consent),
    formSubmissions: z.array(
      z.object({
        id,
        formId: id,
        form: z.string().meta({ description: 'Its name.' }),
        email: z.string().nullable(),
        entered: z.unknown(),
        consents: z.unknown(),
        origin: z.string().nullable(),
        ip: z.string(),
        userAgent: z.string(),
        createdAt: instantOut,
        askedAt: instantOrNull,
        confirmedAt: instantOrNull,
      }),
    ),
    events: z.array(
      z.object({ id: z.string(), name: z.string(), at: instantOut, properties: z.record(z.string(), z.unknown()) }),
    ),
  })
  .meta({ id: 'ContactExport' });
export type ContactExport = z.output<typeof exportOutput>;

/** Reasons of a row that does not go in. */
export const NO_ADDRESS = 'EMAIL_OR_PHONE_REQUIRED';
export const PLAN_LIMIT = 'PLAN_LIMIT';
export const TOO_LARGE = 'ATTRIBUTES_TOO_LARGE';

export const importInput = z.object({
  rows: list(contactFields, 5000).min(1),
  listName: text(1, 120).nullish().meta({
    description: 'Every contact that goes in is added to the list of this name, which is made when it is missing.',
  }),
  skipExisting: z.boolean().default(false).meta({ description: 'Leaves an existing identity untouched.' }),
});
export type ImportInput = z.output<typeof importInput>;
export const importOutput = z.object({
  created: z.number(),
  updated: z.number(),
  skipped: z.number(),
  errors: z.array(
    z.object({
      row: z.number().meta({ description: 'Zero-based.' }),
      reason: z.string().meta({ description: `${NO_ADDRESS}, ${PLAN_LIMIT} or ${TOO_LARGE}.` }),
    }),
  ),
  listId: z.string().nullable(),
});
export type ImportResult = z.output<typeof importOutput>;
