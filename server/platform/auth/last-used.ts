/** Times of last use, written after the requests. */
import { WriteBehind } from '@/server/platform/auth/write-behind';
import type { Database } from '@/server/platform/db/client';

export class LastUsed {
  private readonly behind: WriteBehind<Date>;

  /**
   * @param texts statements over $1::text[] (ids) and $2::timestamptz[] (instants), each of which never moves an
   * instant back
   */
  constructor(database: Pick<Database, 'pool'>, texts: readonly string[], onError: (error: unknown) => void) {
    this.behind = new WriteBehind({
      merge: (known, next) => (next > known ? next : known),
      async write(noted) {
        const ids = noted.map(([id]) => id);
        const instants = noted.map(([, at]) => at);
        for (const text of texts) await database.pool.query(text, [ids, instants]);
      },
      onError,
    });
  }

  note(id: string, at: Date): void {
    this.behind.note(id, at);
  }

  flush(): Promise<void> {
    return this.behind.flush();
  }
}
