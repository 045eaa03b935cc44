import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Services } from '@/server/platform/access/context';
import { leaveReadOnly } from '@/server/platform/db/read-only';
import { isUnavailable } from '@/server/platform/errors';

const PAUSE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
/**
 * Longer than any statement of the library; should the database stop answering altogether, nothing else would end it.
 */
const QUERY_TIMEOUT_MS = 60_000;

/**
 * cannot_connect_now: after it the library asks again, after 3 seconds and then ever later. After others it gives up.
 */
const TRIED_AGAIN = '57P03';

/**
 * The queue's own connections: the library writes the ids that it has read back as JSON, when a job fails, and our pool
 * reads them as bigint, which JSON has not. They listen, so no pooler may stand in between.
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
 * Waits while the database is away. The library ends as a whole when it cannot write that a job has ended, and the
 * process with it, whose other parts still have outcomes to write.
 */
export class QueuePool extends pg.Pool {
  /** From when on it waits: a queue that does not start at all says so at once. */
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

/** Reports whatever breaks off a query with the one code after which the library asks again. */
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
