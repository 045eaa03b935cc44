/** What keys of workspaces have called, written behind the requests: the last of each key, for whoever looks for a fault. */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { WriteBehind } from '@/server/auth/write-behind';
import type { Database } from '@/server/db/client';
import { now } from '@/server/lib/clock';
import { KEPT_CALLS } from '@/server/resources/api-keys/vocabulary';

/** What is written twice, after an answer of the database that did not come, is there once. */
const ADD = `
  INSERT INTO "ApiKeyCall" ("accountId", "apiKeyId", at, id, method, route, status, ms, "requestId")
  SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::int[], $8::float8[], $9::text[])
  ON CONFLICT DO NOTHING`;

/** Of each key all but its last. */
const TRIM = `
  DELETE FROM "ApiKeyCall" c USING unnest($1::text[], $2::text[]) AS k("accountId", "apiKeyId"), LATERAL (
    SELECT o.at, o.id FROM "ApiKeyCall" o WHERE o."accountId" = k."accountId" AND o."apiKeyId" = k."apiKeyId"
    ORDER BY o.at DESC, o.id DESC OFFSET ${KEPT_CALLS - 1} LIMIT 1) last
  WHERE c."accountId" = k."accountId" AND c."apiKeyId" = k."apiKeyId" AND (c.at, c.id) < (last.at, last.id)`;

/** Calls that a process holds at most while nothing can be written. Beyond them the newest are lost. */
const MOST_HELD = 50_000;

/** Keys of which a process knows how much it wrote. */
const MOST_KNOWN = 10_000;

/** One answered request. */
export interface KeyCall {
  method: string;
  /** The pattern that the server matched, never the path: `/api/v1/contacts/:id`. */
  route: string;
  status: number;
  ms: number;
  requestId: string;
}

interface Noted extends KeyCall {
  accountId: string;
  apiKeyId: string;
  at: Date;
  id: string;
}

export class KeyCalls {
  private readonly behind: WriteBehind<Noted[]>;
  private held = 0;
  /** Ids of one process are in the order of its answers, and those of two are never the same. */
  private readonly process = randomBytes(6).toString('hex');
  private count = 0;
  /** How many of a key this process has written since it removed those of before. */
  private readonly written = new LRUCache<string, number>({ max: MOST_KNOWN });

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    onError: (error: unknown) => void,
  ) {
    this.behind = new WriteBehind({
      merge: (known, next) => {
        known.push(...next);
        return known.length < 2 * KEPT_CALLS ? known : lastOf(known);
      },
      write: (noted) => this.write(noted.map(([id, calls]) => [id, lastOf(calls)])),
      onError,
    });
  }

  /** Notes a request that a key has signed, once it is answered. */
  note(key: { accountId: string; id: string }, call: KeyCall): void {
    if (this.held >= MOST_HELD) return;
    this.held++;
    const id = this.process + (this.count++).toString(36).padStart(10, '0');
    this.behind.note(key.id, [{ ...call, accountId: key.accountId, apiKeyId: key.id, at: now(), id }]);
  }

  flush(): Promise<void> {
    return this.behind.flush();
  }

  private async write(noted: readonly [key: string, calls: Noted[]][]): Promise<void> {
    const rows = noted.flatMap(([, calls]) => calls);
    const column = <Value>(of: (row: Noted) => Value): Value[] => rows.map(of);
    await this.database.pool.query(ADD, [
      column((row) => row.accountId),
      column((row) => row.apiKeyId),
      column((row) => row.at),
      column((row) => row.id),
      column((row) => row.method),
      column((row) => templateOf(row.route)),
      column((row) => row.status),
      column((row) => Math.round(row.ms * 10) / 10),
      column((row) => row.requestId),
    ]);
    this.held = 0;
    await this.trim(noted);
  }

  /** A key that is seldom used costs no look at what it has: a hundred written rows pay for one. */
  private async trim(noted: readonly [key: string, calls: Noted[]][]): Promise<void> {
    const grown: Noted[] = [];
    for (const [key, calls] of noted) {
      const written = (this.written.get(key) ?? 0) + calls.length;
      this.written.set(key, written);
      if (written >= KEPT_CALLS && calls[0] !== undefined) grown.push(calls[0]);
    }
    if (grown.length === 0) return;
    await this.database.pool.query(TRIM, [grown.map((row) => row.accountId), grown.map((row) => row.apiKeyId)]);
    for (const { apiKeyId } of grown) this.written.delete(apiKeyId);
  }
}

/** The last of one key's, in order; those that could not be written before come after newer ones. */
const lastOf = (calls: readonly Noted[]): Noted[] =>
  [...calls].sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1)).slice(-KEPT_CALLS);

/** As the reference has it: `/contacts/{id}`. */
const templateOf = (route: string): string => route.replace(/^\/api\/v1(?=\/)/, '').replace(/:(\w+)/g, '{$1}');
