/** Counts calls of partners' keys; the counts are written after the requests. */
import { WriteBehind } from '@/server/platform/auth/write-behind';
import type { Database } from '@/server/platform/db/client';
import { now } from '@/server/platform/lib/clock';

const ADD = `
  INSERT INTO "PartnerCalls" AS c ("partnerId", day, "accountId", ok, "clientErrors", "serverErrors")
  SELECT * FROM unnest($1::text[], $2::date[], $3::text[], $4::int[], $5::int[], $6::int[]) AS n("partnerId", day,
    "accountId", ok, "clientErrors", "serverErrors")
  ON CONFLICT ("partnerId", day, "accountId") DO UPDATE SET
    ok = c.ok + excluded.ok, "clientErrors" = c."clientErrors" + excluded."clientErrors",
      "serverErrors" = c."serverErrors" + excluded."serverErrors"`;

interface Counted {
  partnerId: string;
  /** `2026-01-31`, in UTC. */
  day: string;
  /** Empty: the call was on behalf of no workspace. */
  accountId: string;
  ok: number;
  clientErrors: number;
  serverErrors: number;
}

export class PartnerCallCounter {
  private readonly behind: WriteBehind<Counted>;

  constructor({ pool }: Pick<Database, 'pool'>, onError: (error: unknown) => void) {
    this.behind = new WriteBehind({
      merge: (known, next) => ({
        ...known,
        ok: known.ok + next.ok,
        clientErrors: known.clientErrors + next.clientErrors,
        serverErrors: known.serverErrors + next.serverErrors,
      }),
      async write(noted) {
        const column = <Value>(of: (row: Counted) => Value): Value[] => noted.map(([, row]) => of(row));
        await pool.query(ADD, [
          column((row) => row.partnerId),
          column((row) => row.day),
          column((row) => row.accountId),
          column((row) => row.ok),
          column((row) => row.clientErrors),
          column((row) => row.serverErrors),
        ]);
      },
      onError,
    });
  }

  note(partnerId: string, accountId: string | null, status: number): void {
    const day = now().toISOString().slice(0, 10);
    const isOk = status < 400;
    const isOurs = status >= 500;
    this.behind.note(`${partnerId} ${day} ${accountId ?? ''}`, {
      partnerId,
      day,
      accountId: accountId ?? '',
      ok: isOk ? 1 : 0,
      clientErrors: isOk || isOurs ? 0 : 1,
      serverErrors: isOurs ? 1 : 0,
    });
  }

  flush(): Promise<void> {
    return this.behind.flush();
  }
}
