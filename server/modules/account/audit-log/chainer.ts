/**
 * The loop that links entries to their chains, within a second or two of their commit, each workspace separately, with
 * any number of workers.
 */
import type { Services } from '@/server/platform/access/context';
import { systemDb } from '@/server/platform/db/workspace';
import { firstOfEach } from '@/server/platform/engine/lease';
import { startPoll } from '@/server/platform/engine/poll';
import { linkBatch } from '@/server/modules/account/audit-log/link';

const EVERY_MS = 1_000;
/** Workspaces at once; each has a connection. */
const AT_ONCE = 2;
/** The contract's promise. */
const LATE_SECONDS = 60;
/** The pause between warnings about late entries. */
const WARN_EVERY_MS = 60_000;

interface Waiting {
  accountId: string;
  /** Seconds since the oldest waiting entry was written; null while entries from before the chain are linked. */
  behind: number | null;
}

const LOOK = {
  name: 'audit-chain.look',
  text: `WITH RECURSIVE ${firstOfEach('AuditPending', ['accountId'], 'position', { carried: ['queuedAt'] })}
    SELECT f."accountId", extract(epoch FROM clock_timestamp() - f."queuedAt")::float8 AS behind FROM first f
    WHERE NOT EXISTS (SELECT FROM "AuditBackfill" b WHERE b."accountId" = f."accountId")
    UNION ALL SELECT b."accountId", NULL FROM "AuditBackfill" b`,
};

type Needs = Pick<Services, 'database' | 'log'>;

export interface Chainer {
  /** Lets end what was begun. */
  stop(): Promise<void>;
}

export function startChainer(services: Needs, { everyMs = EVERY_MS } = {}): Chainer {
  const log = services.log.child({ part: 'audit chain' });
  const turn = turns({ ...services, log });
  const poll = startPoll({
    everyMs,
    async look() {
      if (await turn(() => poll.stopping)) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'entries of the audit log could not be linked, trying again'),
  });
  return { stop: () => poll.stop() };
}

/** Links all waiting entries; for tests, which do not wait for a poll. */
export async function linkAll(services: Needs): Promise<void> {
  const turn = turns(services);
  while (await turn());
}

/**
 * Links one batch of every workspace with waiting entries. A failing workspace does not block the others. @returns true
 * when there may be more
 */
function turns({ database, log }: Needs) {
  let late = new Set<string>();
  let warnedAt = -Infinity;

  /**
   * Warns of workspaces that are late and were late at the look before: an entry whose transaction took minutes is late
   * for a moment and no news.
   */
  const warn = (waiting: readonly Waiting[]): void => {
    const nowLate = waiting.filter(({ behind }) => (behind ?? 0) > LATE_SECONDS);
    const still = nowLate.filter(({ accountId }) => late.has(accountId));
    late = new Set(nowLate.map(({ accountId }) => accountId));
    if (still.length === 0 || performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    const behindSeconds = Math.round(Math.max(...still.map(({ behind }) => behind ?? 0)));
    log.warn(
      { behindSeconds, workspaces: still.length, accountId: still[0]?.accountId },
      'the chain of the audit log is more than a minute behind',
    );
  };

  return async (isStopping: () => boolean = () => false): Promise<boolean> => {
    const { rows: waiting } = await database.pool.query<Waiting>(LOOK);
    warn(waiting);
    let isMore = false;
    const serve = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined && !isStopping(); next = waiting.shift()) {
        const { accountId } = next;
        try {
          if (await linkBatch(systemDb(database, accountId))) isMore = true;
        } catch (error) {
          log.warn({ err: error, accountId }, 'entries of a workspace could not be linked, trying again');
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, serve));
    return isMore;
  };
}
