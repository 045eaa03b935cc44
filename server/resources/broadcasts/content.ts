/** What a broadcast's content must hold for a message of a family (4 §F). */
import type { Family } from '@/server/providers/catalog';

export type FamilyContent = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is FamilyContent =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** The family's part of a broadcast's content, or undefined. */
export function contentOf(content: FamilyContent, family: Family): FamilyContent | undefined {
  const part = content[family];
  return isObject(part) ? part : undefined;
}

/** Each entry lists keys of which one must be filled. */
const NEEDED: Partial<Record<Family, readonly (readonly string[])[]>> = {
  email: [['subject'], ['html', 'text']],
  sms: [['body']],
  whatsapp: [['text', 'contentSid', 'template']],
  push: [['title', 'body']],
  // Any object is a webhook's content (4 §F).
  webhook: [],
};

/** The keys that are missing, as a person reads them: `html or text`. Empty when the content can be sent. */
export function missingKeys(family: Family, content: FamilyContent | undefined): string[] {
  if (content === undefined) return [family];
  const needed = NEEDED[family] ?? [['text']];
  return needed
    .filter((keys) => !keys.some((key) => isFilled(content[key]) || (key === 'template' && isObject(content[key]))))
    .map((keys) => keys.join(' or '));
}
