/**
 * The launcher, behind `npm start` and `npm run dev`: brings up the database, migrates it, and keeps the web processes
 * and the worker running until it is told to stop. Ended by force, it leaves nothing behind: web and worker see their
 * channel to it close, and PostgreSQL is told by the kernel.
 */
import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import cluster from 'node:cluster';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSecrets, makeDataDir, rememberServing } from '@/server/postgres/data-dir';
import { EmbeddedDatabaseError } from '@/server/postgres/embedded';
import { migrate, MigrationError } from '@/server/migrations/migrate';
import { checkConnections, ConnectionsError } from '@/server/platform/db/check-connections';
import { migrateQueue } from '@/server/platform/jobs/queue-tables';
import { switchOnRowSecurity } from '@/server/migrations/row-security';
import { loadSettings, type Settings, SettingsError } from '@/server/platform/env';
import { banner } from '@/server/launcher/banner';
import { ChildStartError, keepRunning, type KeptChild } from '@/server/launcher/children';
import { checkDatabase, keepDatabase, StartError, takeDataDir } from '@/server/launcher/database';
import { watchSources } from '@/server/launcher/edits';
import { claimPort } from '@/server/launcher/port';
import { PATIENCE } from '@/server/launcher/sign-of-life';
import { packageRoot } from '@/server/platform/lib/package-root';

type Environment = Record<string, string | undefined>;

/** Errors whose message is meant for the operator; others are faults of ours and come with their trace. */
const FOR_OPERATOR = [
  SettingsError,
  ConnectionsError,
  StartError,
  EmbeddedDatabaseError,
  MigrationError,
  ChildStartError,
];

/** npm passes Ctrl-C on to us, who had it from the terminal already: within this time it is the same one. */
const SAME_KEYPRESS = 1000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** The parts that run, in the order in which they were started; they stop in the opposite order. */
const running: (() => Promise<void>)[] = [];
const children: KeptChild[] = [];
let stoppingSince: number | null = null;

/** The part that is just being started; it has to be there before it can be stopped. */
let starting: Promise<unknown> = Promise.resolve();

/** Takes note of how to stop something. While all is stopping, what comes next is not to begin. */
async function onStop(stop: () => Promise<void>): Promise<void> {
  running.push(stop);
  if (stoppingSince !== null) await new Promise(() => undefined);
}

function during<T>(start: Promise<T>): Promise<T> {
  starting = start;
  return start;
}

async function stopAll(exitCode: number): Promise<void> {
  if (stoppingSince !== null) {
    // Asked twice, then: requests in flight are given up, but the database still ends in order.
    if (Date.now() - stoppingSince > SAME_KEYPRESS) for (const child of children) child.kill();
    return;
  }
  stoppingSince = Date.now();
  await starting.catch(() => undefined);
  for (let stop = running.pop(); stop !== undefined; stop = running.pop()) {
    await stop().catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
  }
  process.exit(exitCode);
}

async function fail(error: unknown): Promise<void> {
  const expected = error instanceof Error && FOR_OPERATOR.some((kind) => error instanceof kind);
  if (stoppingSince === null)
    say(expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error));
  await stopAll(1);
}

/** With the embedded database: where it listens and the secrets, which the environment may override. */
async function embeddedEnvironment(given: Environment): Promise<Environment> {
  const placeholder = 'x'.repeat(32);
  const embedded = { ...given, LARIS_EMBEDDED: '1' };
  // Everything else is checked before anything is started.
  const settings = loadSettings({
    ...embedded,
    DATABASE_URL: 'postgresql://127.0.0.1',
    APP_SECRET: given.APP_SECRET || placeholder,
    UNSUBSCRIBE_SECRET: given.UNSUBSCRIBE_SECRET || placeholder,
  });
  makeDataDir(settings.dataDir);
  const lock = takeDataDir(settings.dataDir);
  await onStop(() => Promise.resolve(lock.release()));
  const port = await claimPort(settings.host, settings.port);
  const secrets = loadSecrets(settings.dataDir);
  const database = await during(keepDatabase(settings.dataDir, secrets.databasePassword, lock, say));
  await onStop(() => database.stop());
  return {
    ...embedded,
    DATABASE_URL: database.url,
    DATA_DIR: settings.dataDir,
    PORT: String(port),
    APP_SECRET: given.APP_SECRET || secrets.appSecret,
    UNSUBSCRIBE_SECRET: given.UNSUBSCRIBE_SECRET || secrets.unsubscribeSecret,
  };
}

async function ownEnvironment(given: Environment): Promise<Environment> {
  const environment = { ...given, LARIS_EMBEDDED: '' };
  const settings = loadSettings(environment);
  const port = await claimPort(settings.host, settings.port);
  for (const url of new Set([settings.databaseUrl, settings.databaseDirectUrl])) await checkDatabase(url);
  await checkConnections(settings);
  return { ...environment, PORT: String(port) };
}

/**
 * The memory of a web process where what a request makes ends with it, in MiB. With Node's 16 MiB a page of the
 * dashboard outgrew it, was moved among what lives long, and lay there until a whole collection: 4 to 8 % of the CPU of
 * a request.
 */
const YOUNG_MIB = 32;

/** Starts web processes and worker; resolves when all of them are ready. */
async function startChildren(settings: Settings, environment: Environment): Promise<void> {
  // From source under tsx, or from the bundle: beside this file either way.
  const here = fileURLToPath(import.meta.url);
  const extension = path.extname(here);
  const program = (name: string) => path.join(path.dirname(here), `${name}${extension}`);
  const execArgv = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : ['--enable-source-maps'];
  const webArgv = [...execArgv, `--max-semi-space-size=${YOUNG_MIB}`];
  const stdio: StdioOptions = ['ignore', 'inherit', 'pipe', 'ipc'];

  const web = settings.dev ? 1 : settings.webConcurrency;
  let startWeb = (): ChildProcess =>
    fork(program('main'), { env: environment as NodeJS.ProcessEnv, execArgv: webArgv, stdio });
  if (web > 1) {
    cluster.setupPrimary({ exec: program('main'), args: [], execArgv: webArgv, stdio });
    startWeb = () => cluster.fork(environment).process;
  }
  const keep = (name: string, start: () => ChildProcess) =>
    children.push(
      keepRunning({ name, start, say, waitForEdits: settings.dev, patience: settings.dev ? null : PATIENCE }),
    );
  await onStop(async () => void (await Promise.all(children.map((child) => child.stop()))));
  for (let number = 1; number <= web; number++) keep(web === 1 ? 'web' : `web ${number}`, startWeb);
  keep('worker', () => fork(program('worker'), { env: environment as NodeJS.ProcessEnv, execArgv, stdio }));
  await Promise.all(children.map((child) => child.ready));
}

async function main(): Promise<void> {
  const given: Environment = process.env;
  const environment = given.DATABASE_URL ? await ownEnvironment(given) : await embeddedEnvironment(given);
  const settings = loadSettings(environment);
  await migrate(settings.databaseDirectUrl);
  await migrateQueue(settings.databaseDirectUrl);
  if (settings.rowSecurity) await switchOnRowSecurity(settings.databaseDirectUrl);
  if (settings.embedded) rememberServing(settings.dataDir, settings);
  const demo = settings.embedded ? await (await import('@/prisma/seed')).ensureDemoWorkspace(settings) : null;
  await startChildren(settings, environment);
  if (settings.dev) {
    const edits = watchSources(packageRoot, () => {
      say('The sources changed; web and worker start again.');
      for (const child of children) child.restart();
    });
    await onStop(() => Promise.resolve(edits.stop()));
  }
  process.stdout.write(`${banner(settings.baseUrl, demo, process.stdout.isTTY)}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0));
// A terminal or a pipe that is gone is no reason to leave things lying about.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
main().catch(fail);
