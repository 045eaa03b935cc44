/** Forms that people sign up with (docs/contract/forms.md). The dashboard's forms use the same schemas. */
import * as z from 'zod';
import { isWebAddress } from '@/server/platform/email/addresses';
import { list, ofLength } from '@/server/platform/lib/bounded';
import { rule, withRule } from '@/server/platform/lib/field-rules';
import { clampedInteger, cursor, id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { isUrl } from '@/server/platform/lib/is-url';
import { LANGUAGES } from '@/server/platform/lib/language';
import {
  ATTRIBUTE_TYPES,
  FORM_STATUSES,
  MOST_ATTRIBUTES,
  MOST_OPTIONS,
  MOST_ORIGINS,
  OWN_FIELDS,
} from '@/server/modules/audience/forms/vocabulary';

const label = text(1, 120).nullable().default(null);

/** One field, as it is sent. */
export const fieldIn = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(OWN_FIELDS),
    label: label.meta({ description: 'Null: in the words of the page.' }),
    required: z.boolean().default(false).meta({ description: 'A form’s only address is asked for in any case.' }),
  }),
  z.object({
    field: z.literal('attribute'),
    key: ofLength(z.string(), 60)
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, 'must have letters, digits and _, and begin with no digit')
      .refine((key) => key !== '__proto__', 'must be another name')
      .meta({
        description: 'Under this the contact’s `attributes` have it.',
        sample: 'birthday',
        jsonSchema: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' },
      }),
    label: text(1, 120),
    type: z.enum(ATTRIBUTE_TYPES),
    required: z.boolean().default(false),
    options: list(text(1, 120), MOST_OPTIONS).default([]).meta({ description: 'Of a choice.' }),
  }),
]);
/** The same as it is returned. */
export const formField = z
  .object({
    field: z.enum([...OWN_FIELDS, 'attribute']),
    label: z.string().nullable(),
    required: z.boolean(),
    key: z.string().optional(),
    type: z.enum(ATTRIBUTE_TYPES).optional(),
    options: z.array(z.string()).optional(),
  })
  .meta({ id: 'FormField' });
export type FormField = z.output<typeof fieldIn>;

const wording = text(1, 1000);
/** By channel. */
export const consentsIn = z.object({ email: wording, sms: wording, whatsapp: wording }).partial();
export const consents = z.object({ email: z.string(), sms: z.string(), whatsapp: z.string() }).partial();
export type Consents = z.output<typeof consents>;

/** An origin as browsers send it: scheme, host and port. */
const originIn = text(1, 300)
  .transform((value, context) => {
    if (isUrl(value) && isWebAddress(value)) return new URL(value).origin;
    context.addIssue({ code: 'custom', message: 'must be an origin such as https://toko.example' });
    return z.NEVER;
  })
  .meta({ sample: 'https://toko.example', jsonSchema: { type: 'string' } });

const popupFields = z.object({
  delaySeconds: z.number().int().min(0).max(600).nullable().default(null),
  scrollPercent: z.number().int().min(1).max(100).nullable().default(null),
  onExit: z.boolean().default(false),
});
export type Popup = z.output<typeof popupFields>;
const popup = withRule(
  popupFields,
  rule(({ delaySeconds, scrollPercent, onExit }: Popup) => delaySeconds !== null || scrollPercent !== null || onExit, {
    anyOf: [
      { required: ['delaySeconds'], properties: { delaySeconds: { type: 'integer' } } },
      { required: ['scrollPercent'], properties: { scrollPercent: { type: 'integer' } } },
      { required: ['onExit'], properties: { onExit: { const: true } } },
    ],
  }),
  { error: 'needs a delay, a depth or the exit to come up at' },
).meta({ id: 'FormPopup' });

const webAddress = text(1, 2000).refine(isWebAddress, { error: 'must be an absolute address with http or https' });

const fields = z.object({
  name: text(1, 120).meta({ description: 'Unique in the workspace; for the merchant.', sample: 'Newsletter' }),
  status: z.enum(FORM_STATUSES).meta({ description: 'live when left out; a closed one takes nothing.' }),
  title: text(1, 120).nullable().meta({ description: 'Above the fields; null: the name.' }),
  description: text(1, 1000).nullable(),
  buttonLabel: text(1, 60).nullable(),
  language: z.enum(LANGUAGES).nullable().meta({ description: 'Null: as the visitor’s browser asks for.' }),
  fields: list(fieldIn, OWN_FIELDS.length + MOST_ATTRIBUTES).meta({
    description: `${OWN_FIELDS.join(', ')}, each once, and up to ${MOST_ATTRIBUTES} attributes; an e-mail or a phone at least. Left out: an e-mail.`,
  }),
  consents: consentsIn.meta({
    description:
      'The words of consent that are shown, by channel. E-mail needs the field email, the others phone. Left out: e-mail, in words of the service.',
  }),
  listId: idIn.nullable().meta({ description: 'Whoever has signed up becomes a member.' }),
  doubleOptIn: z.boolean().meta({ description: 'true when left out: nobody is subscribed before they confirm.' }),
  confirmSubject: text(1, 200).nullable().meta({ description: 'Of the confirmation; null: words of the service.' }),
  confirmText: text(1, 2000).nullable().meta({ description: 'Before its button.' }),
  afterText: text(1, 1000).nullable().meta({ description: 'On the page after.' }),
  afterUrl: webAddress.nullable().meta({
    description: 'In place of that page.',
    sample: 'https://toko.example/terima-kasih',
    jsonSchema: { type: ['string', 'null'], format: 'uri' },
  }),
  allowedOrigins: list(originIn, MOST_ORIGINS).meta({ description: 'Sites it may stand on; none: any site.' }),
  popup: popup.nullable().meta({
    description:
      'When the embedded one pops up, at the first of these, once for each visitor. Null: it stands in the page.',
  }),
});

export const createInput = fields.partial().required({ name: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

/** A form that is not saved yet, for the page that it would have. */
export const previewInput = createInput.extend({ preferred: z.enum(LANGUAGES) });
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({ html: z.string() });

export const totals = z.object({
  views: z.number(),
  submissions: z.number(),
  confirmed: z.number().meta({ description: 'Of the submissions; without double opt-in, all.' }),
});

export const form = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    status: z.enum(FORM_STATUSES),
    title: z.string().nullable(),
    description: z.string().nullable(),
    buttonLabel: z.string().nullable(),
    language: z.enum(LANGUAGES).nullable(),
    fields: z.array(formField),
    consents,
    listId: id.nullable(),
    doubleOptIn: z.boolean(),
    confirmSubject: z.string().nullable(),
    confirmText: z.string().nullable(),
    afterText: z.string().nullable(),
    afterUrl: z.string().nullable(),
    allowedOrigins: z.array(z.string()),
    popup: z
      .object({
        delaySeconds: z.number().nullable(),
        scrollPercent: z.number().nullable(),
        onExit: z.boolean(),
      })
      .nullable(),
    url: z.string().meta({ description: 'The hosted page.' }),
    embedCode: z.string().meta({ description: 'HTML for the place where the form is to stand.' }),
    totals: totals.meta({ description: 'Of all time.' }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'Form' });
export type Form = z.output<typeof form>;

export const byId = z.object({ id: idIn });

export const listInput = z.object({ limit: clampedInteger({ fallback: 50, min: 1, max: 100 }), cursor });
export const listOutput = z
  .object({ data: z.array(form), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'FormPage' });

export const figuresInput = byId.extend({ days: clampedInteger({ fallback: 30, min: 1, max: 366 }) });
export const figuresOutput = z.object({
  days: z
    .array(
      totals.extend({
        day: z.string().meta({ description: 'YYYY-MM-DD, in the time zone of the workspace.' }),
        blocked: z.number().meta({ description: 'What robots have sent.' }),
      }),
    )
    .meta({ description: 'Each day, the oldest first, today last.' }),
});
export type Figures = z.output<typeof figuresOutput>;

export const submission = z
  .object({
    id,
    formId: id,
    contactId: id,
    email: z.string().nullable(),
    consents: consents.meta({ description: 'What was consented to, in the words that were shown.' }),
    origin: z.string().nullable().meta({ description: 'Site it was embedded in; null: the hosted page.' }),
    askedAt: instantOut.nullable().meta({ description: 'When they were last asked to confirm by e-mail.' }),
    confirmedAt: instantOut.nullable().meta({ description: 'Without double opt-in, when it was sent.' }),
    createdAt: instantOut,
  })
  .meta({ id: 'FormSubmission' });
export type Submission = z.output<typeof submission>;

export const submissionsInput = byId.extend({
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
});
export const submissionsOutput = z
  .object({ data: z.array(submission), cursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'FormSubmissionPage' });

/** The obstacles to a form's confirmations. */
export const standingOutput = z.object({
  channel: z
    .object({ id, provider: z.string(), displayName: z.string() })
    .nullable()
    .meta({ description: 'What confirmations go out by; null: none can.' }),
});
