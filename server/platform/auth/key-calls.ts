/** Records the last calls of each workspace key, after the requests, to help find faults. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WriteBehind } from '@/server/platform/auth/write-behind';
import type { Database } from '@/server/platform/db/client';
import { now } from '@/server/platform/lib/clock';
import { KEPT_CALLS } from '@/server/platform/lib/shared-vocabulary';

/** Adds all new calls of a key as one row, so that the cost does not grow with the number of calls. */
const ADD = `
  INSERT INTO "ApiKeyCalls" ("accountId", "apiKeyId", at, id, calls)
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::jsonb[])
  ON CONFLICT DO NOTHING`;

/** Deletes all but the last rows of each key: each row holds a call at least. */
const TRIM = `
  DELETE FROM "ApiKeyCalls" c USING unnest($1::text[], $2::text[]) AS k("accountId", "apiKeyId"), LATERAL (
    SELECT o.at, o.id FROM "ApiKeyCalls" o WHERE o."accountId" = k."accountId" AND o."apiKeyId" = k."apiKeyId"
    ORDER BY o.at DESC, o.id DESC OFFSET ${KEPT_CALLS - 1} LIMIT 1) last
  WHERE c."accountId" = k."accountId" AND c."apiKeyId" = k."apiKeyId" AND (c.at, c.id) < (last.at, last.id)`;

/** The largest number of calls that a process keeps while the database is away; the newest beyond are lost. */
const MOST_HELD = 50_000;

/** The largest number of keys whose written rows a process counts. */
const MOST_KNOWN = 10_000;

/** One answered request. */
interface Call {
  at: Date;
  id: string;
  method: string;
  /** The pattern that the server matched, never the path: `/api/v1/contacts/:id`. */
  route: string;
  status: number;
  ms: number;
  requestId: string;
}

interface Noted {
  accountId: string;
  calls: Call[];
}

export class KeyCalls {
  private readonly behind: WriteBehind<Noted>;
  private held = 0;
  /**
   * The beginning of all ids of one process: its ids are in the order of its answers, and never equal those of another
   * process.
   */
  private readonly process = randomBytes(6).toString('hex');
  private count = 0;
  /** The number of rows that this process has written for a key since it last deleted old ones. */
  private readonly written = new LRUCache<string, number>({ max: MOST_KNOWN });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    onError: (error: unknown) => void,
  ) {
    this.behind = new WriteBehind({
      merge(known, next) {
        known.calls.push(...next.calls);
        if (known.calls.length >= 2 * KEPT_CALLS) known.calls = lastOf(known.calls);
        return known;
      },
      write: (noted) => this.write(noted),
      onError,
    });
  }

  /** Records an answered request that a key has signed. */
  note(
    { accountId, id: apiKeyId }: { accountId: string; id: string },
    method: string,
    route: string,
    status: number,
    ms: number,
    requestId: string,
  ): void {
    if (this.held >= MOST_HELD) return;
    this.held++;
    const id = this.process + (this.count++).toString(36).padStart(10, '0');
    this.behind.note(apiKeyId, { accountId, calls: [{ at: now(), id, method, route, status, ms, requestId }] });
  }

  flush(): Promise<void> {
    return this.behind.flush();
  }

  private async write(noted: readonly [apiKeyId: string, noted: Noted][]): Promise<void> {
    const rows = noted.map(([apiKeyId, { accountId, calls }]) => ({ accountId, apiKeyId, calls: lastOf(calls) }));
    await this.database.pool.query(ADD, [
      rows.map(({ accountId }) => accountId),
      rows.map(({ apiKeyId }) => apiKeyId),
      rows.map(({ calls }) => calls.at(-1)?.at),
      rows.map(({ calls }) => calls.at(-1)?.id),
      rows.map(({ calls }) => JSON.stringify(calls.map(asReported))),
    ]);
    this.held = 0;
    await this.trim(rows);
  }

  /** Deletes old rows of keys, once a key has got as many new ones as are kept. */
  private async trim(rows: readonly { accountId: string; apiKeyId: string }[]): Promise<void> {
    const grown = rows.filter(({ apiKeyId }) => {
      const written = (this.written.get(apiKeyId) ?? 0) + 1;
      this.written.set(apiKeyId, written);
      return written >= KEPT_CALLS;
    });
    if (grown.length === 0) return;
    await this.database.pool.query(TRIM, [
      grown.map(({ accountId }) => accountId),
      grown.map(({ apiKeyId }) => apiKeyId),
    ]);
    for (const { apiKeyId } of grown) this.written.delete(apiKeyId);
  }
}

const asReported = (call: Call): Call => ({
  ...call,
  route: templateOf(call.route),
  ms: Math.round(call.ms * 10) / 10,
});

/** Returns the last calls of one key, in order; late-written calls are sorted in by their time. */
const lastOf = (calls: readonly Call[]): Call[] =>
  [...calls].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)).slice(-KEPT_CALLS);

/** Returns the path as the API reference writes it: `/contacts/{id}`. */
const templateOf = (route: string): string => route.replace(/^\/api\/v1(?=\/)/, '').replace(/:(\w+)/g, '{$1}');
