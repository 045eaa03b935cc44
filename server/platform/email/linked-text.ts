/**
 * A text of an e-mail, split once at its links and merge tags, and filled in for each recipient: tracked links lead
 * through Laris, all others get the requested parameters (docs/contract/broadcasts.md#tracking).
 */
import { escapeHtml } from '@/server/platform/email/escape';
import { decodedAttribute, linksInHtml, linksInText, type LinkPlace } from '@/server/platform/email/links';
import {
  cutText,
  fillIn,
  MOST_ADDED,
  type CutText,
  type MergeValues,
  type TagSet,
} from '@/server/platform/email/merge-tags';
import { withUtm, type Utm } from '@/server/platform/email/utm';
import { isWebAddress } from '@/server/platform/email/addresses';

/** The ways in which links leave. */
export interface LinkWays {
  utm: Utm | null;
  /** Tracked addresses with their numbers; links to other addresses stay direct. */
  tracked: ReadonlyMap<string, number>;
  /** Beginnings of addresses that are never changed, because they are our own pages. */
  own: readonly string[];
}

type As = 'html' | 'text';
type Part =
  | { text: CutText }
  /** A tracked link, by the number of its address. */
  | { link: number }
  /** An address with merge tags; only when it is filled in does it show which parameters it gets. */
  | { address: CutText; bare: boolean };

export interface LinkedText {
  parts: readonly Part[];
  utm: Utm | null;
}

/** Returns the address as it is sent, without its merge tags. */
export const leavingAddress = (address: string, utm: Utm | null): string =>
  utm === null ? address : withUtm(address, utm);

const placesIn = (text: string, as: As): LinkPlace[] => (as === 'html' ? linksInHtml(text) : linksInText(text));

/**
 * Lists the addresses of links that can be tracked, as they are sent, each once. @param tagsAreFilled true when merge
 * tags give each recipient another address
 */
export const addressesIn = (
  text: string,
  as: As,
  { utm, own }: Pick<LinkWays, 'utm' | 'own'>,
  tagsAreFilled: boolean,
): string[] => [
  ...new Set(
    placesIn(text, as).flatMap(({ address, hasTags }) =>
      (hasTags && tagsAreFilled) || isOwn(address, own) ? [] : [leavingAddress(address, utm)],
    ),
  ),
];

const isOwn = (address: string, own: readonly string[]): boolean => own.some((begin) => address.startsWith(begin));

/** @param tags the tags that are filled in; null: none */
export function cutLinks(text: string, as: As, ways: LinkWays, tags: TagSet | null): LinkedText {
  const parts: Part[] = [];
  let from = 0;
  const cut = (piece: string): CutText => (tags === null ? { parts: [piece] } : cutText(piece, as, tags));
  const upTo = (end: number): void => void parts.push({ text: cut(text.slice(from, end)) });
  for (const place of placesIn(text, as).sort((a, b) => a.start - b.start)) {
    if (isOwn(place.address, ways.own)) continue;
    const part = partOf(place, text, as, ways, tags);
    if (part === null) continue;
    upTo(place.start);
    const quote = place.bare ? [{ text: { parts: ['"'] } }] : [];
    parts.push(...quote, part, ...quote);
    from = place.end;
  }
  upTo(text.length);
  return { parts, utm: ways.utm };
}

/** Returns the replacement of a link; null: the link stays. */
function partOf(place: LinkPlace, text: string, as: As, { utm, tracked }: LinkWays, tags: TagSet | null): Part | null {
  const { start, end, address, bare } = place;
  if (place.hasTags && tags !== null)
    return utm === null ? null : { address: cutAddress(text.slice(start, end), as, tags), bare };
  const leaving = leavingAddress(address, utm);
  const link = tracked.get(leaving);
  if (link !== undefined) return { link };
  if (leaving === address) return null;
  return { text: { parts: [as === 'html' ? escapeHtml(leaving) : leaving] } };
}

/** Splits an address as an attribute's value, so that a tag at its beginning is known to be the whole address. */
function cutAddress(written: string, as: As, tags: TagSet): CutText {
  if (as === 'text') return cutText(written, as, tags);
  const before = 'href="';
  const [first, ...rest] = cutText(before + written, as, tags).parts;
  return { parts: [typeof first === 'string' ? first.slice(before.length) : '', ...rest] };
}

/** @param hrefOf the address of a tracked link for this recipient */
export function fillLinks(
  { parts, utm }: LinkedText,
  values: MergeValues,
  as: As,
  hrefOf: (link: number) => string,
): string {
  const room = { left: MOST_ADDED };
  return parts
    .map((part) => {
      if ('link' in part) return as === 'html' ? escapeHtml(hrefOf(part.link)) : hrefOf(part.link);
      if ('text' in part) return fillIn(part.text, values, as, room);
      const filled = fillIn(part.address, values, as, room);
      const address = as === 'html' ? decodedAttribute(filled) : filled;
      if (utm === null || !isWebAddress(address)) return filled;
      return as === 'html' ? escapeHtml(withUtm(address, utm)) : withUtm(address, utm);
    })
    .join('');
}
