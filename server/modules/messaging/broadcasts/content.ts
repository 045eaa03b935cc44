/** The content that a broadcast needs for a message of a family (docs/contract/broadcasts.md#content). */
import type { Family } from '@/server/platform/vendors/provider-ids';
import { readContent, type ContentOf, type EmailContent, type FamilyContent } from '@/server/platform/vendors/content';
import { templateFault } from '@/server/modules/messaging/adapters/whatsapp-template';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';

/** The stored content of every family. */
export type Contents = Readonly<Record<string, unknown>>;

/** The family's part of a broadcast's content, or undefined. */
export const contentOf = <Of extends Family>(contents: Contents, family: Of): ContentOf<Of> | undefined =>
  readContent(family, contents[family]);

export const isObject = (value: unknown): value is Contents =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * The subject of an e-mail: the subject of its block document if it has one, else its own. Saving stores it as the
 * e-mail's subject, so an author need not keep the two equal.
 */
export function subjectOf(
  email: Pick<EmailContent, 'subject'>,
  document: Pick<BlockDocument, 'subject'> | null | undefined,
): string | undefined {
  const subject = document?.subject ?? '';
  return subject.trim() === '' ? email.subject : subject;
}

/** True for a WhatsApp template with everything that Meta requires. */
const isTemplate = (value: unknown): boolean => templateFault(value) === null;

/** Each entry lists keys of which one must be filled. */
const NEEDED: Partial<Record<Family, readonly (readonly string[])[]>> = {
  email: [['subject'], ['html', 'text']],
  sms: [['body']],
  whatsapp: [['text', 'contentSid', 'template']],
  push: [['title', 'body']],
  // Any object is a webhook's content.
  webhook: [],
};

/** Returns the missing keys in a form for people, such as `html or text`; empty when the content can be sent. */
export function missingKeys(family: Family, content: FamilyContent | undefined): string[] {
  if (content === undefined) return [family];
  const values: Readonly<Record<string, unknown>> = content;
  const needed = NEEDED[family] ?? [['text']];
  return needed
    .filter((keys) => !keys.some((key) => (key === 'template' ? isTemplate(values[key]) : isFilled(values[key]))))
    .map((keys) => keys.join(' or '));
}
