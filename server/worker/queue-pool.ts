import pg from 'pg';
import type { Services } from '@/server/context';

/**
 * The queue's own connections: the library writes the ids that it has read back as JSON, when a job fails, and our pool
 * reads them as bigint, which JSON has not.
 */
export function openQueuePool({ settings, log }: Pick<Services, 'settings' | 'log'>, size: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.databaseUrl,
    max: size,
    application_name: 'laris queue',
    keepAlive: true,
  });
  const heard = (error: Error): void => log.warn({ err: error }, 'a connection of the queue broke');
  pool.on('error', heard);
  pool.on('connect', (client) => client.on('error', heard));
  return pool;
}
