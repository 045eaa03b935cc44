/**
 * The calls of workspaces' keys, written behind the requests: the last calls of each key, for whoever looks for a
 * fault.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WriteBehind } from '@/server/platform/auth/write-behind';
import type { Database } from '@/server/platform/db/client';
import { now } from '@/server/platform/lib/clock';
import { KEPT_CALLS } from '@/server/platform/lib/shared-vocabulary';

/** A row for all that a key has called meanwhile, so that what it costs does not grow with how much that is. */
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

/** Calls that a process holds at most while nothing can be written. Beyond them the newest are lost. */
const MOST_HELD = 50_000;

/** Keys of which a process knows how much it wrote. */
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
  /** Ids of one process are in the order of its answers, and those of two are never the same. */
  private readonly process = randomBytes(6).toString('hex');
  private count = 0;
  /** The number of rows of a key that this process has written since it removed those of before. */
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

  /** Notes a request that a key has signed, once it is answered. */
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

  /** A hundred written rows pay for one look at what a key has. */
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

/** The last of one key's, in order; those that could not be written before come after newer ones. */
const lastOf = (calls: readonly Call[]): Call[] =>
  [...calls].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)).slice(-KEPT_CALLS);

/** As the reference has it: `/contacts/{id}`. */
const templateOf = (route: string): string => route.replace(/^\/api\/v1(?=\/)/, '').replace(/:(\w+)/g, '{$1}');
