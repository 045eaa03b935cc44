/** Content as it leaves: filled in at its merge tags, with the unsubscribe link where it has none. */
import type { Family } from '@/server/providers/catalog';
import { readContent, type EmailContent, type FamilyContent } from '@/server/providers/content';
import { missingKeys } from '@/server/resources/broadcasts/content';
import { cutText, fillIn, tagsIn, type MergeValues, type TagSet } from '@/server/email/merge-tags';
import {
  cutForLink,
  hasUnsubscribeLink,
  linkHtml,
  linkText,
  mentionsUnsubscribe,
} from '@/server/resources/broadcasts/unsubscribe-link';

export interface UnsubscribeLink {
  url: string;
  label: string;
}

/** What differs from one message of a content to the next. */
export interface Personal {
  values: MergeValues;
  /** E-mail only; null for tests. */
  link: UnsubscribeLink | null;
}

export interface ReadyContent {
  /** The keys without which it cannot be sent; empty when it can. */
  missing: string[];
  render: (personal: Personal) => FamilyContent;
}

type Render<Value> = (personal: Personal) => Value;

/** A text that is the same for everybody is itself; one with tags is filled in. */
function textRender(text: string, as: 'html' | 'text', tags: TagSet | null): Render<string> {
  if (tags === null || tagsIn(text, tags).known.length === 0) return () => text;
  const cut = cutText(text, tags);
  return ({ values }) => fillIn(cut, values, as);
}

/** Every text in a value, which keeps its shape. */
function deepRender<Value>(value: Value, tags: TagSet): Render<Value>;
function deepRender(value: unknown, tags: TagSet): Render<unknown> {
  if (typeof value === 'string') return textRender(value, 'text', tags);
  if (typeof value !== 'object' || value === null || tagsIn(value, tags).known.length === 0) return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => deepRender(item, tags));
    return (personal) => items.map((item) => item(personal));
  }
  const entries = Object.entries(value).map(
    ([key, inner]: [string, unknown]) => [key, deepRender(inner, tags)] as const,
  );
  return (personal) => Object.fromEntries(entries.map(([key, inner]) => [key, inner(personal)]));
}

/** The HTML with the unsubscribe link in it, unless it has one already. */
function htmlRender(html: string, tags: TagSet | null): Render<string> {
  const cut = hasUnsubscribeLink(html) ? { before: html, after: null } : cutForLink(html);
  const before = textRender(cut.before, 'html', tags);
  const after = textRender(cut.after ?? '', 'html', tags);
  return (personal) =>
    before(personal) +
    (cut.after === null || personal.link === null ? '' : linkHtml(personal.link.url, personal.link.label)) +
    after(personal);
}

function plainRender(text: string, tags: TagSet | null): Render<string> {
  const body = textRender(text, 'text', tags);
  const linked = mentionsUnsubscribe(text);
  return (personal) =>
    body(personal) + (linked || personal.link === null ? '' : linkText(personal.link.url, personal.link.label));
}

/** An e-mail, made ready once for all who get it. */
export function emailRender(content: EmailContent, tags: TagSet | null): Render<EmailContent> {
  // The block document is the composer's; what is sent of it is the HTML and text that it was compiled to.
  const { blocks: _blocks, html, text, ...rest } = content;
  const others = Object.entries(rest).map(
    ([key, value]: [string, unknown]) =>
      [key, typeof value === 'string' ? textRender(value, 'text', tags) : () => value] as const,
  );
  const renderHtml = html === undefined || html === '' ? undefined : htmlRender(html, tags);
  const renderText = text === undefined || text === '' ? undefined : plainRender(text, tags);
  return (personal) => ({
    ...Object.fromEntries(others.map(([key, render]) => [key, render(personal)])),
    ...(renderHtml && { html: renderHtml(personal) }),
    ...(renderText && { text: renderText(personal) }),
  });
}

/** @param tags those that are filled in; null: none is (docs/contract/broadcasts.md#merge-tags) */
export function makeReady(family: Family, stored: unknown, tags: TagSet | null): ReadyContent {
  if (family === 'email') {
    const content = readContent('email', stored) ?? {};
    return { missing: missingKeys(family, content), render: emailRender(content, tags) };
  }
  const content = readContent(family, stored) ?? {};
  const missing = missingKeys(family, content);
  // A webhook's content is data for a program.
  return { missing, render: tags === null || family === 'webhook' ? () => content : deepRender(content, tags) };
}
