/**
 * Merge tags (docs/contract/broadcasts.md#merge-tags): `{firstName}`, or with a fallback `{firstName|friend}`. A tag
 * without value and fallback becomes empty. Any other text in braces, such as CSS, stays as written.
 */

import { isUrl } from '@/server/platform/lib/is-url';
import { isOneOf } from '@/server/platform/lib/records';
import { escapeHtml } from '@/server/platform/email/escape';

export const MERGE_TAGS = ['firstName', 'lastName', 'brandName', 'discountCode', 'cartUrl', 'productUrl'] as const;
/** The tags of funnels, which also have the expiry of the code that they minted. */
export const FUNNEL_TAGS = [...MERGE_TAGS, 'discountExpiresAt'] as const;
export type MergeTag = (typeof FUNNEL_TAGS)[number];
/** The part of Laris whose tags a text may use. */
export type TagSet = 'broadcasts' | 'funnels';
export type MergeValues = Partial<Record<MergeTag, string>>;

const tagsOf = (tags: readonly MergeTag[]): RegExp => new RegExp(`\\{(${tags.join('|')})(?:\\|([^{}]*))?\\}`, 'g');
const TAGS: Readonly<Record<TagSet, RegExp>> = { broadcasts: tagsOf(MERGE_TAGS), funnels: tagsOf(FUNNEL_TAGS) };
const NAMES: Readonly<Record<TagSet, readonly string[]>> = { broadcasts: MERGE_TAGS, funnels: FUNNEL_TAGS };
/** Matches anything that looks like a tag: one word in braces, with or without a fallback. */
const LOOKS_LIKE_TAG = /\{([A-Za-z][A-Za-z0-9_]*)(?:\|[^{}]*)?\}/g;

const isTag = (name: string, set: TagSet): name is MergeTag => isOneOf(NAMES[set], name);

/** Lists all texts in a free-form value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Lists the known tags of a content, and unknown words that look like tags. Each once, in the order of first use. */
export function tagsIn(value: unknown, set: TagSet = 'broadcasts'): { known: MergeTag[]; unknown: string[] } {
  const names = new Set(
    textsIn(value).flatMap((text) => [...text.matchAll(LOOKS_LIKE_TAG)].map((match) => match[1] ?? '')),
  );
  return {
    known: [...names].filter((name) => isTag(name, set)),
    unknown: [...names].filter((name) => !isTag(name, set)),
  };
}

/** Tags whose value is an address for the recipient to follow. */
const ADDRESSES: ReadonlySet<MergeTag> = new Set(['cartUrl', 'productUrl']);
/** Checks the value of a tag that begins an address: only these schemes, so that no data runs as a script. */
const isAddress = (value: string): boolean => /^(?:https?:\/\/|mailto:|tel:)[^\s]+$/i.test(value) && isUrl(value);

/** The kind of a text. `url`: one address; `json`: JSON in a text field. */
export type TextKind = 'html' | 'text' | 'url' | 'json';

/**
 * The place of a tag, which decides how its value is written (docs/contract/broadcasts.md#merge-tags): `leads` at the
 * beginning of an address, `inside` an address, `bare` in an attribute without quotes, else `words`.
 */
type Place = 'leads' | 'inside' | 'bare' | 'words';

/** A text, split once at its tags, so that filling it in for a recipient needs no search. */
export interface CutText {
  /** Texts and tags by turns, beginning with a text. */
  parts: readonly (string | CutTag)[];
}

interface CutTag {
  tag: MergeTag;
  fallback: string;
  place: Place;
  /** The same for all tags whose values are written the same way. */
  key: string;
}

/** The characters before a tag that are searched for its place; no address or attribute is longer. */
const LOOKED_BACK = 4_096;
const ADDRESS_ATTRIBUTES = /^(?:href|src|action|formaction|background|poster|cite|data|xlink:href)$/i;
const ATTRIBUTE = /(?<![\w:-])([A-Za-z][\w:-]*)\s*=\s*(?:"([^"]*)("|$)|'([^']*)('|$)|([^\s"'<>]*))/g;
const ENDS_RUN = /[\s<>"'()]/;
const SCHEME = /(?:https?:\/\/|mailto:|tel:)/i;
const LEADING_TAG = /\{(?:cartUrl|productUrl)(?:\|[^{}]*)?\}/;

const within = (address: string): Place => (address.trim() === '' ? 'leads' : 'inside');

/** Inside an address that is written out in a text, such as `https://shop.example/?name=`. */
function placeInWords(before: string): Place {
  const run = before.split(ENDS_RUN).at(-1) ?? '';
  return SCHEME.test(run) || LEADING_TAG.test(run) ? 'inside' : 'words';
}

/** Returns the address in the `url(…)` at the end of a style; undefined when there is none. */
function cssAddress(style: string): string | undefined {
  const at = style.toLowerCase().lastIndexOf('url(');
  if (at === -1) return undefined;
  const address = style
    .slice(at + 'url('.length)
    .trimStart()
    .replace(/^["']/, '');
  return /["')]/.test(address) ? undefined : address;
}

/** @param before the text before the tag, or its last part */
function placeInHtml(before: string): Place {
  const opens = before.lastIndexOf('<');
  if (before.lastIndexOf('>') > opens) return placeInWords(before);
  const tag = before.slice(Math.max(opens, 0));
  for (const [written, name = '', double, endOfDouble, single, endOfSingle, bare] of tag.matchAll(ATTRIBUTE)) {
    if (!tag.endsWith(written) || endOfDouble === '"' || endOfSingle === "'") continue;
    const isAtEnd = tag.lastIndexOf(written) + written.length === tag.length;
    if (!isAtEnd) continue;
    const value = double ?? single ?? bare ?? '';
    if (ADDRESS_ATTRIBUTES.test(name)) return within(value);
    const css = /^style$/i.test(name) ? cssAddress(value) : undefined;
    if (css !== undefined) return within(css);
    return bare === undefined ? 'words' : 'bare';
  }
  return placeInWords(before);
}

function placeOf(before: string, kind: TextKind): Place {
  const near = before.slice(-LOOKED_BACK);
  if (kind === 'html') return placeInHtml(near);
  return kind === 'url' ? within(near) : placeInWords(near);
}

/** @param kind decides, with a tag's place, how its value is written */
export function cutText(text: string, kind: TextKind, set: TagSet = 'broadcasts'): CutText {
  const parts: (string | CutTag)[] = [];
  let at = 0;
  for (const match of text.matchAll(TAGS[set])) {
    const tag = match[1] as MergeTag;
    const before = text.slice(Math.max(0, match.index - LOOKED_BACK), match.index);
    const place = placeOf(before, kind);
    parts.push(text.slice(at, match.index), { tag, fallback: match[2] ?? '', place, key: `${tag} ${place}` });
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return { parts };
}

/** The longest value, in characters. No name or address is longer, and a longer value counts as missing. */
const LONGEST_VALUE = 2_048;
/**
 * The most characters that values may add to a text. Further tags get their fallback, because thousands of long values
 * would make gigabytes.
 */
export const MOST_ADDED = 1_000_000;

/**
 * Encodes a value for a part of an address: percent-encodes every character with a meaning there or in the surrounding
 * text.
 */
const encoded = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Replaces line breaks in a value with spaces, because a subject may contain it. */
const cleaned = (value: string | undefined): string =>
  value === undefined || value.length > LONGEST_VALUE ? '' : value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();

/** Writes a value for its place; returns '' if no value is allowed there. */
function written(tag: MergeTag, value: string, place: Place, kind: TextKind): string {
  if ((place === 'leads' || ADDRESSES.has(tag)) && !isAddress(value)) return '';
  const placed = place === 'inside' ? encoded(value) : value;
  if (kind === 'json') return JSON.stringify(placed).slice(1, -1);
  if (kind !== 'html') return placed;
  const escaped = escapeHtml(placed);
  return place === 'bare' ? escaped.replace(/\s/g, (space) => `&#${space.charCodeAt(0)};`) : escaped;
}

/**
 * Fills a text in. A fallback is the merchant's text and stays as written; a value is the recipient's, and is escaped
 * for its place.
 * @param kind the same as when the text was split
 * @param room the characters that values may still add, if several texts share the limit
 */
export function fillIn({ parts }: CutText, values: MergeValues, kind: TextKind, room = { left: MOST_ADDED }): string {
  const ready = new Map<string, string>();
  let filled = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      filled += part;
      continue;
    }
    let value = ready.get(part.key);
    if (value === undefined) {
      value = written(part.tag, cleaned(values[part.tag]), part.place, kind);
      ready.set(part.key, value);
    }
    const usable = value !== '' && value.length <= room.left;
    if (usable) room.left -= value.length;
    filled += usable ? value : part.fallback;
  }
  return filled;
}
