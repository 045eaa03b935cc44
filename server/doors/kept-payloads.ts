/**
 * Payloads of public routes, kept while they are current. Each request reads the version of its answer from the
 * database (one indexed read), and a kept payload is sent only while its version stays. So nothing is ever stale, and
 * what was deleted is gone at once (docs/contract/shared.md#public-routes); only the work of making equal bytes again
 * is saved.
 */
import { LRUCache } from 'lru-cache';
import { weakTag } from '@/server/platform/pages/public-answer';

export interface Payload {
  text: string;
  tag: string;
}

/** The UTF-16 units that all kept payloads may have together, and the most that one payload may have. */
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_UNITS_EACH = MAX_UNITS / 4;

export const payloadOf = (text: string): Payload => ({ text, tag: weakTag(text) });

export class KeptPayloads {
  private readonly kept = new LRUCache<string, Payload & { version: string }>({
    maxSize: MAX_UNITS,
    maxEntrySize: MAX_UNITS_EACH,
    sizeCalculation: ({ text }) => text.length,
  });
  private readonly underWay = new Map<string, Promise<Payload>>();

  /**
   * @param key names the answer that is asked for
   * @param version null: the answer is not kept
   * @param make runs after the version was read, so that the payload is never older than its version; when it throws,
   * nothing is kept
   */
  async get(key: string, version: string | null, make: () => Promise<string>): Promise<Payload> {
    if (version === null) return payloadOf(await make());
    const found = this.kept.get(key);
    if (found?.version === version) return found;
    // Many who ask at the same time after a change share one making of it.
    const shared = `${key}\n${version}`;
    const begun = this.underWay.get(shared);
    if (begun !== undefined) return await begun;
    const making = make().then(payloadOf);
    this.underWay.set(shared, making);
    try {
      const payload = await making;
      this.kept.set(key, { ...payload, version });
      return payload;
    } finally {
      this.underWay.delete(shared);
    }
  }
}
