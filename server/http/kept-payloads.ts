/**
 * Payloads of public routes, kept as long as they are true: each request asks the database for the version of what it
 * wants (one indexed read), and a payload is sent again only while its version stays. Nothing is ever stale, so what was
 * deleted is gone at once (4 §I); only the work of making the same bytes again is saved.
 */
import { weakTag } from '@/server/http/public-answer';

export interface Payload {
  text: string;
  tag: string;
}

/** UTF-16 units of all payloads together, and of the largest one. */
const MAX_UNITS = 8 * 1024 * 1024;
const MAX_UNITS_EACH = MAX_UNITS / 4;

export const payloadOf = (text: string): Payload => ({ text, tag: weakTag(text) });

export class KeptPayloads {
  /** The least recently used one first. */
  private readonly kept = new Map<string, Payload & { version: string }>();
  private readonly underWay = new Map<string, Promise<Payload>>();
  private units = 0;

  /**
   * @param key of what is asked for
   * @param version null: nothing is kept
   * @param make reads after the version was read, so that it is never older; what it throws is not kept
   */
  async get(key: string, version: string | null, make: () => Promise<string>): Promise<Payload> {
    if (version === null) return payloadOf(await make());
    const found = this.kept.get(key);
    if (found?.version === version) {
      this.kept.delete(key);
      this.kept.set(key, found);
      return found;
    }
    // Many who ask at the same time after a change share one making of it.
    const shared = `${key}\n${version}`;
    const begun = this.underWay.get(shared);
    if (begun !== undefined) return await begun;
    const making = make().then(payloadOf);
    this.underWay.set(shared, making);
    try {
      const payload = await making;
      this.keep(key, { ...payload, version });
      return payload;
    } finally {
      this.underWay.delete(shared);
    }
  }

  private keep(key: string, payload: Payload & { version: string }): void {
    this.forget(key);
    if (payload.text.length > MAX_UNITS_EACH) return;
    this.kept.set(key, payload);
    this.units += payload.text.length;
    for (const oldest of this.kept.keys()) {
      if (this.units <= MAX_UNITS) return;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    this.units -= this.kept.get(key)?.text.length ?? 0;
    this.kept.delete(key);
  }
}
