/**
 * The tracking of links in a broadcast's e-mail: stored by the send, read by the worker
 * (docs/contract/broadcasts.md#tracking).
 */
import * as z from 'zod';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { addressesIn, type LinkWays } from '@/server/platform/email/linked-text';
import { LONGEST_ADDRESS } from '@/server/platform/email/links';
import type { EmailContent } from '@/server/platform/vendors/content';
import { linkHashOf } from '@/server/modules/messaging/broadcasts/clicks';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { cutForLink } from '@/server/platform/email/unsubscribe-link';

/** The most tracked links in one e-mail; further links lead straight to their address. */
const MOST_LINKS = 500;

/**
 * Beginnings of addresses that are never changed: the way out, a form's confirmation, and links that are tracked
 * already.
 */
const ownPages = (baseUrl: string): string[] => ['/u/', '/o/', '/l/'].map((path) => baseUrl + path);

const stored = z.object({
  tracking: z.literal(true).optional(),
  utm: z
    .object({ source: z.string().optional(), medium: z.string().optional(), campaign: z.string().optional() })
    .optional(),
});

/** The link settings for MessageContent.links; null when the broadcast asks for neither tracking nor UTM. */
export const storedWays = ({ tracking, utm }: Pick<Broadcast, 'tracking' | 'utm'>): string | null =>
  tracking !== true && utm === undefined ? null : JSON.stringify({ tracking, utm } satisfies z.input<typeof stored>);

/** Returns how the worker changes the links of a content. @param links the stored settings */
export function waysOf(
  links: unknown,
  tracked: readonly { index: number; link: string }[],
  baseUrl: string,
): (LinkWays & { isTracked: boolean }) | null {
  const ways = stored.safeParse(links).data;
  if (ways === undefined) return null;
  return {
    utm: ways.utm ?? null,
    isTracked: ways.tracking === true,
    tracked: new Map(tracked.map(({ index, link }) => [link, index])),
    own: ownPages(baseUrl),
  };
}

/** Addresses of an e-mail that are tracked. */
function trackedIn(
  { html = '', text = '' }: EmailContent,
  ways: Pick<LinkWays, 'utm' | 'own'>,
  tagsAreFilled: boolean,
): string[] {
  // Behind the body nothing is changed.
  const { before } = cutForLink(html);
  return [
    ...new Set([
      ...addressesIn(before, 'html', ways, tagsAreFilled),
      ...addressesIn(text, 'text', ways, tagsAreFilled),
    ]),
  ]
    .filter((link) => link.length <= LONGEST_ADDRESS)
    .slice(0, MOST_LINKS);
}

/** Returns how the links of a content would be changed, before it is sent; null: links stay as written. */
export function waysBeforehand(
  { baseUrl, extensions }: Pick<Settings, 'baseUrl' | 'extensions'>,
  { tracking, utm }: Pick<Broadcast, 'tracking' | 'utm'>,
  content: EmailContent,
): (LinkWays & { isTracked: boolean }) | null {
  if (tracking !== true && utm === undefined) return null;
  const ways = { utm: utm ?? null, own: ownPages(baseUrl), isTracked: tracking === true };
  const tracked = ways.isTracked ? trackedIn(content, ways, extensions.has('merge-tags')) : [];
  return { ...ways, tracked: new Map(tracked.map((link, index) => [link, index])) };
}

const insertLinks = workspaceStatement<
  never,
  [contentId: string, broadcastId: string, links: string[], hashes: string[]]
>(
  'broadcasts.insert-links',
  `INSERT INTO "MessageLink" ("accountId", "contentId", index, "broadcastId", link, "linkHash")
   SELECT $1, $2, l.n - 1, $3, l.link, l.hash FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS l(link, hash, n)`,
);

/**
 * Stores the tracked links of a content, because `/l/` only leads to stored links. Does nothing when tracking is off.
 */
export async function storeLinks(
  tx: Pick<StatementTx, 'rows'>,
  { baseUrl, extensions }: Pick<Settings, 'baseUrl' | 'extensions'>,
  { id, tracking, utm }: Pick<Broadcast, 'id' | 'tracking' | 'utm'>,
  contentId: string,
  content: EmailContent,
): Promise<void> {
  if (tracking !== true) return;
  const links = trackedIn(content, { utm: utm ?? null, own: ownPages(baseUrl) }, extensions.has('merge-tags'));
  if (links.length > 0) await tx.rows(insertLinks, contentId, id, links, links.map(linkHashOf));
}
