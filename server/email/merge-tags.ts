/**
 * Merge tags (docs/contract/broadcasts.md#merge-tags): `{firstName}`, or with what stands in for a missing value,
 * `{firstName|friend}`. A tag without value and fallback becomes nothing. Whatever else stands in braces, such as CSS,
 * is left as it is.
 */

import { isUrl } from '@/server/lib/is-url';
import { isOneOf } from '@/server/lib/records';
import { escapeHtml } from '@/server/email/escape';

export const MERGE_TAGS = ['firstName', 'lastName', 'brandName', 'discountCode', 'cartUrl', 'productUrl'] as const;
/** Funnels know when the code that they minted ends as well. */
export const FUNNEL_TAGS = [...MERGE_TAGS, 'discountExpiresAt'] as const;
export type MergeTag = (typeof FUNNEL_TAGS)[number];
/** Whose tags a text may have. */
export type TagSet = 'broadcasts' | 'funnels';
export type MergeValues = Partial<Record<MergeTag, string>>;

const tagsOf = (tags: readonly MergeTag[]): RegExp => new RegExp(`\\{(${tags.join('|')})(?:\\|([^{}]*))?\\}`, 'g');
const TAGS: Readonly<Record<TagSet, RegExp>> = { broadcasts: tagsOf(MERGE_TAGS), funnels: tagsOf(FUNNEL_TAGS) };
const NAMES: Readonly<Record<TagSet, readonly string[]>> = { broadcasts: MERGE_TAGS, funnels: FUNNEL_TAGS };
/** What looks like a tag: one word in braces, with or without a fallback. */
const LOOKS_LIKE_TAG = /\{([A-Za-z][A-Za-z0-9_]*)(?:\|[^{}]*)?\}/g;

const isTag = (name: string, set: TagSet): name is MergeTag => isOneOf(NAMES[set], name);

/** Every text in a free-form value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The tags in a content, and what looks like one and is none. Each once, in the order of their first use. */
export function tagsIn(value: unknown, set: TagSet = 'broadcasts'): { known: MergeTag[]; unknown: string[] } {
  const names = new Set(
    textsIn(value).flatMap((text) => [...text.matchAll(LOOKS_LIKE_TAG)].map((match) => match[1] ?? '')),
  );
  return {
    known: [...names].filter((name) => isTag(name, set)),
    unknown: [...names].filter((name) => !isTag(name, set)),
  };
}

/** Tags whose value becomes an address that a recipient follows: only these schemes, so that no data runs as a script. */
const ADDRESSES: ReadonlySet<MergeTag> = new Set(['cartUrl', 'productUrl']);
/**
 * A tag that begins an address attribute may be any (docs/contract/broadcasts.md#delivery), so that a name could
 * otherwise be a javascript: address.
 */
const BEGINS_ADDRESS = /\b(?:href|src|action|background)\s*=\s*(?:["']\s*)?$/i;
const isAddress = (value: string): boolean => /^https?:\/\//i.test(value) && isUrl(value);

/** A text, cut at its tags once, so that a long one costs no search for each recipient. */
export interface CutText {
  /** Texts and tags by turns, beginning with a text. */
  parts: readonly (string | CutTag)[];
}

interface CutTag {
  tag: MergeTag;
  fallback: string;
  /** Its value is the beginning of an address. */
  leads: boolean;
}

export function cutText(text: string, set: TagSet = 'broadcasts'): CutText {
  const parts: (string | CutTag)[] = [];
  let at = 0;
  for (const match of text.matchAll(TAGS[set])) {
    const before = text.slice(at, match.index);
    const tag = match[1] as MergeTag;
    parts.push(before, { tag, fallback: match[2] ?? '', leads: ADDRESSES.has(tag) || BEGINS_ADDRESS.test(before) });
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return { parts };
}

/** No name and no address is longer; one that is counts as missing. */
const LONGEST_VALUE = 2_048;
/** Characters that values may add to a text. Tags beyond get their fallback: thousands of them would make gigabytes. */
export const MOST_ADDED = 1_000_000;

interface ReadyValue {
  written: string;
  isAddress: boolean;
}

/** Line breaks become spaces: a value may stand in a subject. */
function readyValue(value: string | undefined, as: 'html' | 'text'): ReadyValue {
  if (value === undefined || value.length > LONGEST_VALUE) return { written: '', isAddress: false };
  const clean = value.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return { written: as === 'html' ? escapeHtml(clean) : clean, isAddress: isAddress(clean) };
}

/**
 * Fills a text in. A fallback is the merchant's own text and stays as written; a value is the recipient's, and is
 * escaped in HTML.
 * @param room what values may add, where several texts share it
 */
export function fillIn(
  { parts }: CutText,
  values: MergeValues,
  as: 'html' | 'text',
  room = { left: MOST_ADDED },
): string {
  const ready: Partial<Record<MergeTag, ReadyValue>> = {};
  let filled = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      filled += part;
      continue;
    }
    const value = (ready[part.tag] ??= readyValue(values[part.tag], as));
    const usable = value.written !== '' && value.written.length <= room.left && (!part.leads || value.isAddress);
    if (usable) room.left -= value.written.length;
    filled += usable ? value.written : part.fallback;
  }
  return filled;
}
