/** The launcher's database: the embedded one, kept running; or somebody else's, which must answer. */
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockedError, type ProcessLock, takeLock } from '@/scripts/lib/process-lock.mjs';
import { lastConnection, postgresDir, rememberConnection, runningLock } from '@/server/postgres/data-dir';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/server/postgres/embedded';

/** Something that keeps Laris from starting; `message` is one line for the operator. */
export class StartError extends Error {}

/** Makes sure that no other Laris runs on this DATA_DIR. */
export function takeDataDir(dataDir: string): ProcessLock {
  try {
    return takeLock(runningLock(dataDir));
  } catch (error) {
    if (error instanceof LockedError)
      throw new StartError(`Laris is already running in ${dataDir} (process ${error.pid})`);
    throw error;
  }
}

export interface KeptDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Starts the embedded database, and starts it again on the same port whenever it ends by itself. */
export async function keepDatabase(
  dataDir: string,
  password: string,
  lock: ProcessLock,
  say: (line: string) => void,
): Promise<KeptDatabase> {
  let running: EmbeddedPostgres | null = null;
  let recovering: Promise<void> | null = null;
  let stopping = false;

  const start = (port?: number): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dir: postgresDir(dataDir),
      password,
      lock,
      ...(port === undefined ? withPreferred(lastConnection(dataDir)?.port) : { port }),
      onExit(reason) {
        const lost = running;
        running = null;
        if (stopping || lost === null) return;
        say(`The database ended: ${reason}. Starting it again.`);
        recovering = recover(lost.port);
      },
    });

  const recover = async (port: number): Promise<void> => {
    for (let pause = 500; !stopping; pause = Math.min(pause * 2, 10_000)) {
      try {
        running = await start(port);
        say('The database is running again.');
        return;
      } catch (error) {
        say(`${error instanceof Error ? error.message : String(error)}. Trying again in ${pause / 1000} s.`);
        await sleep(pause);
      }
    }
  };

  const first = await start();
  running = first;
  rememberConnection(dataDir, first);
  return {
    url: first.url,
    async stop() {
      stopping = true;
      await recovering;
      await running?.stop();
    },
  };
}

const withPreferred = (port: number | undefined) => (port === undefined ? {} : { preferredPort: port });

/**
 * Makes sure that a database answers.
 * @throws StartError that names it without its password
 */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    throw new StartError(
      `Cannot reach the database ${client.database ?? ''} on ${client.host}:${client.port}: ${reasonOf(error)}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A host with several addresses fails with one error for each, and no message for all. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}
