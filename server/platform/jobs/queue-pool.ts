import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Services } from '@/server/platform/access/context';
import { leaveReadOnly } from '@/server/platform/db/read-only';
import { isUnavailable } from '@/server/platform/errors';

const PAUSE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * The time-out of a query in milliseconds, longer than any of graphile-worker's; nothing else ends a query when the
 * database stops answering.
 */
const QUERY_TIMEOUT_MS = 60_000;

/**
 * cannot_connect_now: after this code graphile-worker tries again, after 3 seconds and then less and less often. After
 * other codes it gives up.
 */
const TRIED_AGAIN = '57P03';

/**
 * The queue's own connections. graphile-worker writes ids as JSON when a job fails, but our pool reads ids as bigint,
 * which JSON does not have. The queue also uses LISTEN, so no pooler may stand in between.
 */
export function openQueuePool({ settings, log }: Pick<Services, 'settings' | 'log'>, size: number): QueuePool {
  const pool = new QueuePool({
    connectionString: settings.databaseDirectUrl,
    max: size,
    application_name: 'laris queue',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  const heard = (error: Error): void => log.warn({ err: error }, 'a connection of the queue broke');
  pool.on('error', heard);
  pool.on('connect', (client) => {
    client.on('error', heard);
    leaveReadOnly(client);
  });
  return pool;
}

/**
 * A pool that waits while the database is away. graphile-worker would stop when it cannot write a job's end, and with
 * it the process, whose other parts still have outcomes to write.
 */
export class QueuePool extends pg.Pool {
  /** False at first: a queue that cannot start reports that at once. True once it has started. */
  isPatient = false;

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    // Who listens gives a callback, and has a way of its own to try again.
    return callback === undefined ? this.connected() : super.connect(callback);
  }

  private async connected(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return asksAgain(await super.connect());
      } catch (error) {
        if (!this.isPatient || this.ending || !isUnavailable(error)) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }
}

/** Replaces any error that breaks a query off with the one code after which graphile-worker tries again. */
function asksAgain(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
  const asked = async (...given: unknown[]): Promise<unknown> => {
    try {
      return await query(...given);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      throw Object.assign(new Error('The database went away.', { cause: error }), { code: TRIED_AGAIN });
    }
  };
  return new Proxy(client, {
    get(target, key) {
      if (key === 'query') return asked;
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
