/**
 * Checks whether the database addresses give Laris what it needs. A pooler that gives each transaction another session
 * loses session settings, locks and LISTEN. It may stand behind DATABASE_URL only if DATABASE_DIRECT_URL goes past it,
 * and it prepares statements on each session that it lends.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sessionConfig, type DatabaseAddress } from '@/server/platform/db/client';
import type { Settings } from '@/server/platform/env';

/** The addresses do not lead to what Laris needs; `message` is for the operator. */
export class ConnectionsError extends Error {}

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;
/** The milliseconds for which one session is held while the other asks; long enough for a pool of one. */
const HELD_MS = 500;

const NEEDS_DIRECT =
  'Set DATABASE_DIRECT_URL to PostgreSQL itself (or to a pool in session mode): migrations, the queue, imports and backups go there, and DATABASE_URL may stay as it is. See deploy/README.md, "Many machines".';

type Checked = DatabaseAddress & Pick<Settings, 'extensions'>;

/** Checks the connections of a process: at its start, or as soon as the database can be reached. */
export class ConnectionsCheck {
  private passed: Promise<void> | undefined;

  constructor(
    private readonly settings: Checked,
    private readonly warn: (warning: string) => void,
    /** A further check that runs with this one; a failure of it counts as well. */
    private readonly also: () => Promise<void> = () => Promise.resolve(),
  ) {}

  /** Resolves once the addresses are known to be right; a success is remembered. @throws as `checkConnections` */
  pass(): Promise<void> {
    this.passed ??= this.check().catch((error: unknown) => {
      this.passed = undefined;
      throw error;
    });
    return this.passed;
  }

  private async check(): Promise<void> {
    for (const warning of await checkConnections(this.settings)) this.warn(warning);
    await this.also();
  }

  /**
   * Checks at the start of a process. An unreachable database does not prevent the start: /readyz checks again. @throws
   * ConnectionsError
   */
  async atStart(): Promise<void> {
    await this.pass().catch((error: unknown) => {
      if (error instanceof ConnectionsError) throw error;
    });
  }
}

/**
 * Opens a connection or two and closes them.
 * @returns warnings about settings that work, but not well
 * @throws ConnectionsError with an explanation; any other error means that the database cannot be reached
 */
export async function checkConnections(settings: Checked): Promise<string[]> {
  const { databaseUrl, databaseDirectUrl, pooled } = settings;
  // Told nothing yet, for a pooler may refuse to be told.
  const mode = await withClient({ connectionString: databaseUrl }, (client) => modeOf(client, databaseUrl));
  if (mode === 'transaction' && !pooled)
    throw new ConnectionsError(
      `DATABASE_URL leads through a pooler that gives each transaction another session. ${NEEDS_DIRECT}`,
    );
  if (mode === 'transaction') await requirePrepared(databaseUrl);
  if (pooled) await requireDirect(databaseUrl, databaseDirectUrl);
  return await readBack(settings);
}

type Mode = 'direct' | 'session' | 'transaction';

/** Detects a pooler: it makes cancel keys of its own, so the process id that it reports is not that of the session. */
async function modeOf(client: pg.Client, url: string): Promise<Mode> {
  const first = await processOf(client);
  if (first === (client as unknown as { processID: number | null }).processID) return 'direct';
  return await withClient({ connectionString: url }, async (other) => {
    const [mine, theirs] = [[first], [await processOf(other)]];
    mine.push(await processOf(client));
    theirs.push(await processOf(other));
    const isKept = mine[1] === first && theirs[1] === theirs[0] && theirs[0] !== first;
    return isKept ? 'session' : 'transaction';
  });
}

async function processOf(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
}

const PREPARED = { name: 'laris.check', text: 'SELECT 1 AS laris' };

/** Prepares a statement on one session, and runs it while another client holds that session. */
async function requirePrepared(url: string): Promise<void> {
  const config = { connectionString: url };
  await withClient(config, (client) =>
    withClient(config, async (other) => {
      try {
        await client.query(PREPARED);
        await other.query('BEGIN');
        await other.query('SELECT 1');
        const again = client.query(PREPARED);
        await Promise.race([again.catch(() => undefined), sleep(HELD_MS)]);
        await other.query('COMMIT');
        await again;
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || !NOT_PREPARED.has(error.code ?? '')) throw error;
        throw new ConnectionsError(
          'The pooler behind DATABASE_URL does not prepare statements on each session that it lends. PgBouncer does from 1.21 on, with max_prepared_statements above 0; 1000 holds all of Laris.',
        );
      }
    }),
  );
}
/** The prepared statement does not exist there, or another client's is there under that name. */
const NOT_PREPARED = new Set(['26000', '42P05']);

/** @throws ConnectionsError where DATABASE_DIRECT_URL is no way to a session, or leads to another database */
async function requireDirect(databaseUrl: string, databaseDirectUrl: string): Promise<void> {
  const direct = await withClient({ connectionString: databaseDirectUrl }, async (client) => {
    if ((await modeOf(client, databaseDirectUrl)) === 'transaction')
      throw new ConnectionsError(
        'DATABASE_DIRECT_URL leads through a pooler that gives each transaction another session. It must lead to PostgreSQL itself, or to a pool in session mode.',
      );
    return await identityOf(client);
  });
  if (direct !== (await withClient({ connectionString: databaseUrl }, identityOf)))
    throw new ConnectionsError('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
}

async function identityOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT current_database() || ' ' || pg_postmaster_start_time() AT TIME ZONE 'UTC' AS identity`,
  );
  return rows[0]?.identity;
}

interface ReadBack {
  zone: string;
  timeout: string;
  noting: string | null;
  role: string;
}

/** Reads back the settings that a new session gets. @returns warnings */
async function readBack({ databaseUrl, pooled, extensions }: Checked): Promise<string[]> {
  const deliversWebhooks = extensions.has('webhook-delivery');
  const options = { connectionString: databaseUrl, ...sessionConfig({ pooled }, deliversWebhooks) };
  const read = await withClient(options, async (client) => {
    const { rows } = await client.query<ReadBack>(
      `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout,
         nullif(current_setting('laris.webhook_delivery', true), '') AS noting, quote_ident(current_user) AS role`,
    );
    return rows[0];
  });
  if (read === undefined) return [];
  const { zone, timeout, noting, role } = read;
  if (!UTC.has(zone))
    throw new ConnectionsError(
      `Sessions behind DATABASE_URL have the time zone ${zone} where they must have UTC: a pooler drops what Laris asks for. PgBouncer passes it on from 1.20 on, unless ignore_startup_parameters names options; or say ALTER ROLE ${role} SET timezone = 'UTC'.`,
    );
  if (deliversWebhooks && noting === 'off')
    throw new ConnectionsError(
      `Sessions behind DATABASE_URL have laris.webhook_delivery = off, so that webhooks would hear of nothing. It comes from the pooler's connect_query or from ALTER ROLE or ALTER DATABASE.`,
    );
  return [
    ...(timeout === '0'
      ? [
          `Statements behind DATABASE_URL may run without end: the pooler drops statement_timeout. Give it in PgBouncer's connect_query: SET statement_timeout = '20s'.`,
        ]
      : []),
    ...(!deliversWebhooks && noting !== 'off'
      ? [
          `EXTENSIONS has no webhook-delivery, and the pooler drops what says so: changes of workspaces with an active webhook endpoint are noted for nobody, for 30 days. Give it in PgBouncer's connect_query: SET laris.webhook_delivery = off.`,
        ]
      : []),
  ];
}
const UTC = new Set(['UTC', 'Etc/UTC', 'UCT', 'Zulu', 'GMT', 'Etc/GMT']);

async function withClient<Result>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    application_name: 'laris check',
    ...config,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // An error between two queries shows in the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw inWords(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Explains the errors with which poolers refuse. */
function inWords(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  if (/unsupported startup parameter/i.test(error.message))
    return new ConnectionsError(`DATABASE_URL leads through a pooler that says "${error.message}". ${NEEDS_DIRECT}`);
  if (/statement pooling mode/i.test(error.message))
    return new ConnectionsError(
      `DATABASE_URL leads through a pooler that keeps no transaction together ("${error.message}"). PgBouncer's pool_mode must be transaction or session.`,
    );
  return error;
}
