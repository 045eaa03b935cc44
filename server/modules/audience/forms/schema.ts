/** Sign-up forms (docs/contract/forms.md). The dashboard's forms use the same schemas. */
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

/** One field, for input. */
export const fieldIn = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(OWN_FIELDS),
    label: label.meta({ description: 'Label of the field; null: a standard label in the language of the page.' }),
    required: z
      .boolean()
      .default(false)
      .meta({ description: 'True when people must fill it in. The only address of a form is always required.' }),
  }),
  z.object({
    field: z.literal('attribute'),
    key: ofLength(z.string(), 60)
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, 'must have only letters, digits and _, and must not begin with a digit')
      .refine((key) => key !== '__proto__', 'must be another name')
      .meta({
        description: 'Key in the contact’s `attributes`.',
        sample: 'birthday',
        jsonSchema: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]{0,59}$' },
      }),
    label: text(1, 120),
    type: z.enum(ATTRIBUTE_TYPES),
    required: z.boolean().default(false),
    options: list(text(1, 120), MOST_OPTIONS).default([]).meta({ description: 'Options of a choice.' }),
  }),
]);
/** One field in answers. */
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

/** An origin in the format of browsers: scheme, host and port. */
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
  { error: 'must have delaySeconds, scrollPercent or onExit' },
).meta({ id: 'FormPopup' });

const webAddress = text(1, 2000).refine(isWebAddress, {
  error: 'must be an absolute address that begins with http:// or https://',
});

const fields = z.object({
  name: text(1, 120).meta({
    description: 'Unique in the workspace. Visitors see it only where `title` is null.',
    sample: 'Newsletter',
  }),
  status: z.enum(FORM_STATUSES).meta({ description: 'Default: live. A closed form accepts no submissions.' }),
  title: text(1, 120).nullable().meta({ description: 'Title above the fields; null: the name.' }),
  description: text(1, 1000).nullable(),
  buttonLabel: text(1, 60).nullable(),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .meta({ description: 'Language of the page; null: that of the visitor’s browser.' }),
  fields: list(fieldIn, OWN_FIELDS.length + MOST_ATTRIBUTES).meta({
    description: `${OWN_FIELDS.join(', ')}, each once, and up to ${MOST_ATTRIBUTES} attributes. An e-mail or a phone is required. Default: an e-mail.`,
  }),
  consents: consentsIn.meta({
    description:
      'Consent wording by channel, as shown. E-mail needs the field email, the others need phone. Default: e-mail, in the standard wording.',
  }),
  listId: idIn.nullable().meta({ description: 'List that people join when they sign up.' }),
  doubleOptIn: z.boolean().meta({ description: 'Default: true. People are subscribed once they confirm by e-mail.' }),
  confirmSubject: text(1, 200)
    .nullable()
    .meta({ description: 'Subject of the confirmation e-mail; null: the standard subject.' }),
  confirmText: text(1, 2000).nullable().meta({ description: 'Text above its button; null: the standard text.' }),
  afterText: text(1, 1000)
    .nullable()
    .meta({ description: 'Text of the page after signing up; null: the standard text.' }),
  afterUrl: webAddress.nullable().meta({
    description: 'Page that people are sent to instead.',
    sample: 'https://toko.example/terima-kasih',
    jsonSchema: { type: ['string', 'null'], format: 'uri' },
  }),
  allowedOrigins: list(originIn, MOST_ORIGINS).meta({ description: 'Sites that may embed the form; empty: any site.' }),
  popup: popup.nullable().meta({
    description: 'Makes the embedded form pop up once per visitor, at the first of these. Null: it stands in the page.',
  }),
});

export const createInput = fields.partial().required({ name: true });
export const updateInput = fields.partial().extend({ id: idIn });
export type CreateInput = z.output<typeof createInput>;
export type UpdateInput = z.output<typeof updateInput>;

/** An unsaved form, for a preview of its page. */
export const previewInput = createInput.extend({ preferred: z.enum(LANGUAGES) });
export type PreviewInput = z.output<typeof previewInput>;
export const previewOutput = z.object({ html: z.string() });

export const totals = z.object({
  views: z.number(),
  submissions: z.number(),
  confirmed: z.number().meta({ description: 'Confirmed submissions; without double opt-in, all.' }),
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
    url: z.string().meta({ description: 'Address of the hosted page.' }),
    embedCode: z.string().meta({ description: 'HTML that embeds the form in a page.' }),
    totals: totals.meta({ description: 'Figures of all time.' }),
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
        day: z.string().meta({ description: 'Day as YYYY-MM-DD, in the time zone of the workspace.' }),
        blocked: z.number().meta({ description: 'Submissions by robots, which were refused.' }),
      }),
    )
    .meta({ description: 'One element per day, oldest first, today last.' }),
});
export type Figures = z.output<typeof figuresOutput>;

export const submission = z
  .object({
    id,
    formId: id,
    contactId: id,
    email: z.string().nullable(),
    consents: consents.meta({ description: 'Consent given, in the wording that was shown.' }),
    origin: z.string().nullable().meta({ description: 'Site that the form was embedded in; null: the hosted page.' }),
    askedAt: instantOut.nullable().meta({ description: 'Time of the last confirmation e-mail; null: none was sent.' }),
    confirmedAt: instantOut
      .nullable()
      .meta({ description: 'Time of the confirmation; without double opt-in, of the submission.' }),
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
    .meta({ description: 'Channel that sends confirmations; null: no channel can.' }),
});
