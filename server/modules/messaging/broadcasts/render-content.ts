/**
 * Fills content in for one message: merge tags, the unsubscribe link if the content has none, and links changed for
 * tracking and UTM.
 */
import type { Family } from '@/server/platform/vendors/provider-ids';
import { readContent, type EmailContent, type FamilyContent } from '@/server/platform/vendors/content';
import { missingKeys } from '@/server/modules/messaging/broadcasts/content';
import { cutLinks, fillLinks, type LinkedText, type LinkWays } from '@/server/platform/email/linked-text';
import {
  cutText,
  fillIn,
  tagsIn,
  type MergeValues,
  type TagSet,
  type TextKind,
} from '@/server/platform/email/merge-tags';
import { pictureHtml } from '@/server/modules/messaging/broadcasts/tracking-token';
import {
  cutForLink,
  hasUnsubscribeLink,
  linkHtml,
  linkText,
  mentionsUnsubscribe,
} from '@/server/platform/email/unsubscribe-link';

export interface UnsubscribeLink {
  url: string;
  label: string;
}

/** The parts that differ between messages with the same content. */
export interface Personal {
  values: MergeValues;
  /** E-mail only; null for tests. */
  link: UnsubscribeLink | null;
  /** The addresses that tracked links lead to, and the picture that reports opens; null where nothing is tracked. */
  tracked?: TrackedAddresses | null;
}

export interface TrackedAddresses {
  linkOf: (index: number) => string;
  picture: string;
}

export interface ReadyContent {
  /** The missing keys without which the content cannot be sent; empty when it can. */
  missing: string[];
  /** Its links lead through us. */
  isTracked: boolean;
  render: (personal: Personal) => FamilyContent;
}

/** The beginning of an address that the vendor has. */
const ANY_ADDRESS = 'https://';

type Render<Value> = (personal: Personal) => Value;

/** Renders a text: a text without tags is the same for everybody; merge tags are filled in for each message. */
function textRender(text: string, as: TextKind, tags: TagSet | null): Render<string> {
  if (tags === null || tagsIn(text, tags).known.length === 0) return () => text;
  const cut = cutText(text, as, tags);
  return ({ values }) => fillIn(cut, values, as);
}

/**
 * True when a text is JSON, such as the variables of Twilio's content templates: values in such a text need JSON
 * escapes.
 */
function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

/**
 * The place in which the texts of a value stand. `end`: of an address whose beginning the vendor has, as with a button
 * of a WhatsApp template, whose variable Meta puts behind the address of the template (`sub_type: "url"` in what the
 * Cloud API takes).
 */
type Held = 'plain' | 'url' | 'end';

function heldBy(key: string, inner: unknown, held: Held): Held {
  if (held === 'end') return held;
  if (typeof inner === 'object' && inner !== null && 'sub_type' in inner && inner.sub_type === 'url') return 'end';
  return /^(?:url|link|imageUrl)$/.test(key) ? 'url' : 'plain';
}

/** Every text in a value, which keeps its shape. */
function deepRender<Value>(value: Value, tags: TagSet, held?: Held): Render<Value>;
function deepRender(value: unknown, tags: TagSet, held: Held = 'plain'): Render<unknown> {
  if (typeof value === 'string') {
    if (held !== 'end') return textRender(value, held === 'url' ? 'url' : isJson(value) ? 'json' : 'text', tags);
    const begun = textRender(ANY_ADDRESS + value, 'url', tags);
    return (personal) => begun(personal).slice(ANY_ADDRESS.length);
  }
  if (typeof value !== 'object' || value === null || tagsIn(value, tags).known.length === 0) return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => deepRender(item, tags, heldBy('', item, held)));
    return (personal) => items.map((item) => item(personal));
  }
  const entries = Object.entries(value).map(
    ([key, inner]: [string, unknown]) => [key, deepRender(inner, tags, heldBy(key, inner, held))] as const,
  );
  return (personal) => Object.fromEntries(entries.map(([key, inner]) => [key, inner(personal)]));
}

/** Renders a text whose links are changed for tracking or UTM; without `ways` it only fills in merge tags. */
function linkedRender(text: string, as: 'html' | 'text', tags: TagSet | null, ways: LinkWays | null): Render<string> {
  if (ways === null) return textRender(text, as, tags);
  const linked: LinkedText = cutLinks(text, as, ways, tags);
  return ({ values, tracked }) => fillLinks(linked, values, as, (index) => tracked?.linkOf(index) ?? '');
}

/**
 * The HTML with the unsubscribe link, added if the HTML has none, and the tracking picture if the content is tracked.
 */
function htmlRender(html: string, tags: TagSet | null, ways: LinkWays | null): Render<string> {
  const cut = cutForLink(html);
  const hasLink = hasUnsubscribeLink(html);
  const before = linkedRender(cut.before, 'html', tags, ways);
  const after = textRender(cut.after, 'html', tags);
  return (personal) =>
    before(personal) +
    (hasLink || personal.link === null ? '' : linkHtml(personal.link.url, personal.link.label)) +
    (personal.tracked ? pictureHtml(personal.tracked.picture) : '') +
    after(personal);
}

function plainRender(text: string, tags: TagSet | null, ways: LinkWays | null): Render<string> {
  const body = linkedRender(text, 'text', tags, ways);
  const linked = mentionsUnsubscribe(text);
  return (personal) =>
    body(personal) + (linked || personal.link === null ? '' : linkText(personal.link.url, personal.link.label));
}

/** Prepares an e-mail once for all its recipients. @param ways how links are changed; null: links stay as written */
export function emailRender(
  content: EmailContent,
  tags: TagSet | null,
  ways: LinkWays | null = null,
): Render<EmailContent> {
  // The block document is the composer's; what is sent of it is the HTML and text that it was compiled to.
  const { blocks: _blocks, html, text, ...rest } = content;
  const others = Object.entries(rest).map(
    ([key, value]: [string, unknown]) =>
      [key, typeof value === 'string' ? textRender(value, 'text', tags) : () => value] as const,
  );
  const renderHtml = html === undefined || html === '' ? undefined : htmlRender(html, tags, ways);
  const renderText = text === undefined || text === '' ? undefined : plainRender(text, tags, ways);
  return (personal) => ({
    ...Object.fromEntries(others.map(([key, render]) => [key, render(personal)])),
    ...(renderHtml && { html: renderHtml(personal) }),
    ...(renderText && { text: renderText(personal) }),
  });
}

/**
 * Prepares stored content once for all its messages.
 * @param tags the merge tags to fill in; null: none (docs/contract/broadcasts.md#merge-tags)
 * @param links how the links of an e-mail are changed; null: links stay as written
 */
export function makeReady(
  family: Family,
  stored: unknown,
  tags: TagSet | null,
  links: (LinkWays & { isTracked: boolean }) | null = null,
): ReadyContent {
  if (family === 'email') {
    const content = readContent('email', stored) ?? {};
    const isTracked = links?.isTracked ?? false;
    return { missing: missingKeys(family, content), isTracked, render: emailRender(content, tags, links) };
  }
  const content = readContent(family, stored) ?? {};
  const missing = missingKeys(family, content);
  // A webhook's content is data for a program.
  const render = tags === null || family === 'webhook' ? () => content : deepRender(content, tags);
  return { missing, isTracked: false, render };
}
