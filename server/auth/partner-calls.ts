/** Counts what partners' keys have called, with requests, and writes it behind them: one statement for all of a moment. */
import type { Database } from '@/server/db/client';
import { now } from '@/server/lib/clock';

const FLUSH_EVERY_MS = 2_000;

/** Sorted, so that two processes lock the rows in the same order. */
const ADD = `
  INSERT INTO "PartnerCalls" AS c ("partnerId", day, "accountId", ok, "clientErrors", "serverErrors")
  SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::int[], $5::int[], $6::int[]) AS n("partnerId", day, "accountId", ok, "clientErrors", "serverErrors")
  ORDER BY n."partnerId", n.day, n."accountId"
  ON CONFLICT ("partnerId", day, "accountId") DO UPDATE SET
    ok = c.ok + excluded.ok, "clientErrors" = c."clientErrors" + excluded."clientErrors", "serverErrors" = c."serverErrors" + excluded."serverErrors"`;

interface Counted {
  partnerId: string;
  /** `2026-01-31`, in UTC. */
  day: string;
  /** Empty: on behalf of nobody. */
  accountId: string;
  ok: number;
  clientErrors: number;
  serverErrors: number;
}

export class PartnerCallCounter {
  private counted = new Map<string, Counted>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Written within FLUSH_EVERY_MS; a process that is killed loses no more than that. */
  note(partnerId: string, accountId: string | null, status: number): void {
    const ok = status < 400;
    const failed = status >= 500;
    this.add({
      partnerId,
      day: now().toISOString().slice(0, 10),
      accountId: accountId ?? '',
      ok: ok ? 1 : 0,
      clientErrors: ok || failed ? 0 : 1,
      serverErrors: failed ? 1 : 0,
    });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  /** Writes what was counted; at shut-down too. What cannot be written is kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const rows = [...this.counted.values()];
    if (rows.length === 0) return;
    this.counted = new Map();
    const column = <Value>(of: (row: Counted) => Value): Value[] => rows.map(of);
    try {
      await this.database.pool.query(ADD, [
        column((row) => row.partnerId),
        column((row) => row.day),
        column((row) => row.accountId),
        column((row) => row.ok),
        column((row) => row.clientErrors),
        column((row) => row.serverErrors),
      ]);
    } catch (error) {
      this.onError(error);
      for (const row of rows) this.add(row);
      this.timer ??= setTimeout(() => void this.flush(), FLUSH_EVERY_MS).unref();
    }
  }

  private add(row: Counted): void {
    const key = `${row.partnerId} ${row.day} ${row.accountId}`;
    const known = this.counted.get(key);
    if (known === undefined) {
      this.counted.set(key, row);
      return;
    }
    known.ok += row.ok;
    known.clientErrors += row.clientErrors;
    known.serverErrors += row.serverErrors;
  }
}
