/**
 * A cache of promises for a moment. At most 2 seconds, so that a revoked key or a raised session version is noticed
 * everywhere that soon (4 §C), and bounded, so that made-up ids cannot fill the memory.
 */
export const MAX_AGE_MS = 2_000;
const MAX_ENTRIES = 10_000;

export class ShortCache<Value> {
  private entries = new Map<string, { value: Promise<Value>; at: number }>();

  constructor(private readonly load: (key: string) => Promise<Value>) {}

  /** The loaded value, at most MAX_AGE_MS old. Concurrent callers share one load; a failed load is not kept. */
  get(key: string): Promise<Value> {
    const at = performance.now();
    const entry = this.entries.get(key);
    if (entry && at - entry.at < MAX_AGE_MS) return entry.value;
    if (this.entries.size >= MAX_ENTRIES) this.entries.clear();
    const value = this.load(key);
    this.entries.set(key, { value, at });
    value.catch(() => {
      if (this.entries.get(key)?.value === value) this.entries.delete(key);
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
