/**
 * The content of a message, by channel family (docs/contract/channels.md#providers); only this file names the keys. A
 * broadcast stores everything that was sent, unknown keys too; from here to the vendor, the content has these types. A
 * key with a value of another type counts as missing.
 */
import * as z from 'zod';
import type { Family } from '@/server/platform/vendors/provider-ids';

const words = z.string().optional().catch(undefined);
/** A value in the vendor's documented form; only its adapter reads it. */
const asIs = z.unknown().optional();

/** `answers`: the vendor's id of the message that this one answers, if the vendor shows such references. */
const POST = { text: words, imageUrl: words, answers: words };
const SHAPES = {
  email: { subject: words, html: words, text: words, preheader: words, blocks: asIs },
  sms: { body: words },
  whatsapp: {
    text: words,
    imageUrl: words,
    answers: words,
    contentSid: words,
    contentVariables: asIs,
    template: asIs,
  },
  push: { title: words, body: words, url: words },
  telegram: POST,
  line: POST,
  slack: POST,
  discord: POST,
  facebook: POST,
  instagram: POST,
  threads: POST,
  tiktok: POST,
  x: POST,
  linkedin: POST,
  youtube: POST,
  webhook: {},
} as const satisfies Record<Family, z.ZodRawShape>;

/** A family's content; a webhook's may be any object. */
export type ContentOf<Of extends Family> = Of extends 'webhook'
  ? Readonly<Record<string, unknown>>
  : Readonly<z.output<z.ZodObject<(typeof SHAPES)[Of]>>>;

export type EmailContent = ContentOf<'email'>;
export type SmsContent = ContentOf<'sms'>;
export type WhatsappContent = ContentOf<'whatsapp'>;
export type PushContent = ContentOf<'push'>;
export type PostContent = ContentOf<'telegram'>;
export type WebhookContent = ContentOf<'webhook'>;
export type FamilyContent = EmailContent | SmsContent | WhatsappContent | PushContent | PostContent | WebhookContent;

/** Schemas that keep unknown keys, because the outbox and webhooks show them. */
const SCHEMAS: { readonly [Of in Family]: z.ZodType<ContentOf<Of>> } = {
  email: z.looseObject(SHAPES.email),
  sms: z.looseObject(SHAPES.sms),
  whatsapp: z.looseObject(SHAPES.whatsapp),
  push: z.looseObject(SHAPES.push),
  telegram: z.looseObject(POST),
  line: z.looseObject(POST),
  slack: z.looseObject(POST),
  discord: z.looseObject(POST),
  facebook: z.looseObject(POST),
  instagram: z.looseObject(POST),
  threads: z.looseObject(POST),
  tiktok: z.looseObject(POST),
  x: z.looseObject(POST),
  linkedin: z.looseObject(POST),
  youtube: z.looseObject(POST),
  webhook: z.looseObject({}),
};

/** Returns the stored content of a family; undefined when the content is no object. */
export const readContent = <Of extends Family>(family: Of, stored: unknown): ContentOf<Of> | undefined =>
  SCHEMAS[family].safeParse(stored).data;

/** Returns a text of a content; undefined for an empty one, because a merge tag without a value may leave nothing. */
export const filled = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
