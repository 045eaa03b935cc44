import type { Outputs } from '@/app/trpc';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';

export type Template = Outputs['broadcasts']['templates']['get'];
export type TemplateSummary = Outputs['broadcasts']['templates']['overview']['items'][number];

/** The values that a template's own page edits. */
export interface TemplateDraft {
  name: string;
  description: string;
  document: BlockDocument;
}

const textAt = (email: unknown, key: string): string => {
  const value = typeof email === 'object' && email !== null ? (email as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' ? value : '';
};

/** The e-mail part of a template's content; absent texts are empty. */
export const emailOf = ({ content }: Pick<Template, 'content'>) => ({
  subject: textAt(content.email, 'subject'),
  preheader: textAt(content.email, 'preheader'),
  html: textAt(content.email, 'html'),
  text: textAt(content.email, 'text'),
});
