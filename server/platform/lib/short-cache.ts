/**
 * A cache of promises for a moment. At most 2 seconds, so that a revoked key or a raised session version is noticed
 * everywhere that soon (docs/contract/shared.md#signature), and bounded, so that made-up ids cannot fill the memory.
 */
import { LRUCache } from 'lru-cache';

export const MAX_AGE_MS = 2_000;
const MAX_ENTRIES = 10_000;

export class ShortCache<Value> {
  /** Stores promises, so that an entry's age counts from its request, and a loaded value may be null. */
  private readonly entries = new LRUCache<string, Promise<Value>>({
    max: MAX_ENTRIES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
  });

  constructor(private readonly load: (key: string) => Promise<Value>) {}

  /** Returns the loaded value, at most MAX_AGE_MS old. Parallel callers share one load; a failed load is not kept. */
  get(key: string): Promise<Value> {
    const kept = this.entries.get(key);
    if (kept !== undefined) return kept;
    const value = this.load(key);
    this.entries.set(key, value);
    value.catch(() => {
      if (this.entries.peek(key) === value) this.entries.delete(key);
    });
    return value;
  }

  /** Forgets a key at once in this process. */
  forget(key: string): void {
    this.entries.delete(key);
  }

  /** Forgets many keys at once in this process. */
  forgetAll(isGone: (key: string) => boolean): void {
    for (const key of this.entries.keys()) if (isGone(key)) this.entries.delete(key);
  }
}
