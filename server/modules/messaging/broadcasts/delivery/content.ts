/**
 * Content snapshots, prepared once for all their messages: split at merge tags, at links, and at the place of the
 * unsubscribe link.
 */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import type { Family } from '@/server/platform/vendors/provider-ids';
import type { TagSet } from '@/server/platform/email/merge-tags';
import { waysOf } from '@/server/modules/messaging/broadcasts/content-links';
import { makeReady, type ReadyContent } from '@/server/modules/messaging/broadcasts/render-content';

/** A stored content, how its links are changed, and which links are tracked. */
interface StoredContent {
  id: string;
  content: Record<string, unknown>;
  links: unknown;
  tracked: { index: number; link: string }[];
}

const CONTENTS = {
  name: 'delivery.contents',
  text: `SELECT c.id, c.content, c.links, coalesce(t.tracked, '[]') AS tracked FROM "MessageContent" c
    LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('index', l.index, 'link', l.link)) AS tracked
      FROM "MessageLink" l WHERE l."accountId" = ${THIS_WORKSPACE}
      AND l."contentId" = c.id OFFSET 0) t ON c.links IS NOT NULL
    WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
};

async function readContents(pool: Pool, accountId: string, ids: readonly string[]): Promise<StoredContent[]> {
  return (await pool.query<StoredContent>({ ...CONTENTS, values: [accountId, ids] })).rows;
}

const MOST_ENTRIES = 200;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** A cache of the most recently used contents, bounded in size. */
export class ContentCache {
  private readonly entries = new LRUCache<string, ReadyContent>({ max: MOST_ENTRIES, maxSize: MOST_CHARACTERS });

  constructor(
    private readonly pool: Pool,
    /** True when merge tags of broadcasts are filled in; merge tags of funnels always are. */
    private readonly mergeTags: boolean,
    /** The base URL of this service, without a slash at its end. */
    private readonly baseUrl: string,
  ) {}

  /**
   * Returns the contents with these ids, of one workspace and family. Each id comes with the merge tags to fill in
   * (null: none). Unknown ids are missing in the answer.
   */
  async get(
    accountId: string,
    family: Family,
    ids: ReadonlyMap<string, TagSet | null>,
  ): Promise<Map<string, ReadyContent>> {
    const found = new Map<string, ReadyContent>();
    const unknown: string[] = [];
    for (const id of ids.keys()) {
      const ready = this.entries.get(`${accountId} ${id}`);
      if (ready === undefined) unknown.push(id);
      else found.set(id, ready);
    }
    if (unknown.length > 0) {
      for (const stored of await readContents(this.pool, accountId, unknown))
        found.set(stored.id, this.add(`${accountId} ${stored.id}`, family, stored, ids.get(stored.id) ?? null));
    }
    return found;
  }

  private add(key: string, family: Family, stored: StoredContent, tags: TagSet | null): ReadyContent {
    const { content, links, tracked } = stored;
    const ready = makeReady(
      family,
      content,
      tags === 'funnels' || this.mergeTags ? tags : null,
      waysOf(links, tracked, this.baseUrl),
    );
    this.entries.set(key, ready, { size: JSON.stringify(content).length });
    return ready;
  }
}
