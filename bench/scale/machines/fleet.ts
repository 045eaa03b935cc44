/** The machines of the test: PostgreSQL and PgBouncer on one, four web processes, three workers, and HAProxy before them. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';
import type { Machine, Network } from './network';
import type { Sinks } from './sinks';

export const WEB = 4;
export const WORKERS = 3;
const PORT = 3000;
/** Long: all of them start at once, on the processors that there are. */
const START_MS = 180_000;
/** The user nobody: PostgreSQL, PgBouncer and HAProxy are not run as root. */
const NOBODY = '65534';

export interface Running extends Machine {
  process: ChildProcess;
}

export interface Fleet {
  network: Network;
  web: Running[];
  workers: Running[];
  /** Where clients go. */
  url: string;
  directUrl: string;
  pooledUrl: string;
  /** Asks it to stop, waits, and starts it anew; resolves when it is ready. @returns milliseconds until it had stopped */
  restart(machine: Running): Promise<number>;
}

export interface FleetOptions {
  folder: string;
  root: string | null;
  appSecret: string;
  sinks: Sinks;
  network: Network;
  /** Between the database and the processes of Laris. */
  migrated: (directUrl: string, pooledUrl: string) => Promise<void>;
}

/** A program of the other system, or of this one's PATH. */
export const isThere = (program: string, root: string | null): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], {}).status === 0 ||
  (root !== null && ['bin', 'sbin'].some((folder) => fs.existsSync(path.join(root, 'usr', folder, program))));

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { network, folder, root, appSecret, sinks } = options;
  const database = network.add('db');
  const front = network.add('front');
  const directUrl = await startDatabase(network, database, folder);
  const pooledUrl = withPort(directUrl, 6432);
  const foreign = new ForeignPrograms(folder, root);
  await pooler(foreign, network, database, directUrl);
  await reachable(database.dataAddress, 6432);
  await options.migrated(directUrl, pooledUrl);

  const certificate = path.join(folder, 'sink.pem');
  fs.writeFileSync(certificate, sinks.certificate);
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: certificate,
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    APP_SECRET: appSecret,
    UNSUBSCRIBE_SECRET: appSecret,
    DATA_DIR: path.join(folder, 'data'),
    EXTENSIONS: 'webhook-delivery',
    PROVIDERS: 'sandbox',
    PROVIDER_BASE_EMAIL_P1: sinks.vendorUrl,
    HOST: '0.0.0.0',
    PORT: String(PORT),
    LOG_LEVEL: 'warn',
  };
  const start = (machine: Machine, program: string): ChildProcess => {
    const log = fs.openSync(path.join(folder, `${machine.name}.log`), 'a');
    const command = [process.execPath, '--enable-source-maps', path.join(packageRoot, '.build', `${program}.js`)];
    const child = network.spawn(machine, command, {
      cwd: packageRoot,
      env: environment,
      stdio: ['ignore', log, log],
    });
    fs.closeSync(log);
    return child;
  };
  const programOf = ({ name }: Machine): string => (name.startsWith('web') ? 'main' : 'worker');
  const ready = async (machine: Running): Promise<void> => {
    const { process: child, name } = machine;
    const ended = once(child, 'exit').then(([code]) => {
      const log = fs
        .readFileSync(path.join(folder, `${name}.log`), 'utf8')
        .trim()
        .split('\n');
      throw new Error(`${name} ended with ${String(code)}: ${log.slice(-5).join(' ')}`);
    });
    // Of one that is stopped later, nobody waits any more.
    ended.catch(() => undefined);
    await Promise.race([ended, programOf(machine) === 'main' ? isReady(machine) : isConnected(directUrl, machine)]);
  };
  const machines = ['web', 'worker'].flatMap((kind) =>
    Array.from({ length: kind === 'web' ? WEB : WORKERS }, (_, index) => network.add(`${kind}${index + 1}`)),
  );
  const running = machines.map((machine) => ({ ...machine, process: start(machine, programOf(machine)) }));
  await Promise.all(running.map(ready));
  const [web, workers] = [running.slice(0, WEB), running.slice(WEB)];
  balancer(foreign, network, front, web);
  await reachable(front.address, 8080);
  return {
    network,
    web,
    workers,
    url: `http://${front.address}:8080`,
    directUrl,
    pooledUrl,
    async restart(machine) {
      const began = performance.now();
      machine.process.kill('SIGTERM');
      if (machine.process.exitCode === null) await once(machine.process, 'exit');
      const ms = performance.now() - began;
      machine.process = start(machine, programOf(machine));
      await ready(machine);
      return ms;
    },
  };
}

/** A worker works once its queue listens. */
async function isConnected(directUrl: string, { name, dataAddress }: Machine): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  try {
    await until(`${name} works`, START_MS, async () => {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE client_addr = $1::inet AND application_name = 'laris queue' AND query ILIKE 'listen%'`,
        [dataAddress],
      );
      return rowCount !== 0;
    });
  } finally {
    await client.end();
  }
}

async function startDatabase(network: Network, machine: Machine, folder: string): Promise<string> {
  const program = await bundle('bench/scale/machines/database.program.ts', '.build/bench/machines-database.mjs');
  const child = network.spawn(
    machine,
    [process.execPath, program, path.join(folder, 'postgres'), machine.dataAddress],
    { cwd: packageRoot, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const message = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const [first] = message as [{ url: string } | number | null];
  if (first === null || typeof first === 'number') throw new Error('PostgreSQL did not start.');
  return first.url;
}

/** Programs that the other system brings: their files stand where they see them. */
class ForeignPrograms {
  /** As we see it, and as they do. */
  private readonly ours: string;
  private readonly theirs: string;

  constructor(
    folder: string,
    private readonly root: string | null,
  ) {
    this.theirs = root === null ? path.join(folder, 'programs') : `/srv/laris-${process.pid}`;
    this.ours = root === null ? this.theirs : path.join(root, this.theirs);
    fs.mkdirSync(this.ours, { recursive: true });
  }

  write(name: string, text: string): string {
    fs.writeFileSync(path.join(this.ours, name), text, { mode: 0o644 });
    return path.join(this.theirs, name);
  }

  command(program: string, args: string[]): string[] {
    return this.root === null
      ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', program, ...args]
      : ['chroot', `--userspec=${NOBODY}:${NOBODY}`, this.root, program, ...args];
  }

  remove(): void {
    fs.rmSync(this.ours, { recursive: true, force: true });
  }
}

/** Where the programs of the other system have their files, for whoever cleans up. */
export const removeForeignFiles = (folder: string, root: string | null): void =>
  new ForeignPrograms(folder, root).remove();

/** As deploy/pgbouncer.ini says, but for names and places. */
async function pooler(foreign: ForeignPrograms, network: Network, machine: Machine, directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(
    `SELECT format('"%s" "%s"', rolname, rolpassword) AS line FROM pg_authid WHERE rolname = current_user`,
  );
  await client.end();
  const users = foreign.write(
    'userlist.txt',
    `${rows[0]?.line ?? ''}
`,
  );
  const settings = fs
    .readFileSync(path.join(packageRoot, 'deploy', 'pgbouncer.ini'), 'utf8')
    .replace('host=postgresql.example.com', 'host=127.0.0.1')
    .replace('/etc/pgbouncer/userlist.txt', users)
    .concat('\nunix_socket_dir =\n');
  const command = foreign.command('pgbouncer', [foreign.write('pgbouncer.ini', settings)]);
  network.spawn(machine, command, { stdio: ['ignore', 'ignore', 'ignore'] });
}

/** As deploy/haproxy.cfg says, with our machines. */
function balancer(foreign: ForeignPrograms, network: Network, machine: Machine, web: readonly Machine[]): void {
  const servers = web.map(({ name, address }) => `    server ${name} ${address}:${PORT}`).join('\n');
  const settings = fs
    .readFileSync(path.join(packageRoot, 'deploy', 'haproxy.cfg'), 'utf8')
    .replace(/(?:^ {4}server .*\n)+/m, `${servers}\n`);
  const command = foreign.command('haproxy', ['-f', foreign.write('haproxy.cfg', settings)]);
  network.spawn(machine, command, { stdio: ['ignore', 'inherit', 'inherit'] });
}

function withPort(url: string, port: number): string {
  const other = new URL(url);
  other.port = String(port);
  return other.href;
}

export const addressOf = ({ address }: Machine): string => `http://${address}:${PORT}`;

export async function isReady(machine: Machine, patienceMs = START_MS): Promise<void> {
  await until(`${machine.name} is ready`, patienceMs, async () => {
    const answer = await fetch(`${addressOf(machine)}/readyz`, { signal: AbortSignal.timeout(5_000) });
    return answer.status === 200;
  });
}

const reachable = (host: string, port: number): Promise<void> =>
  until(`${host}:${port} listens`, 20_000, async () => {
    const socket = net.connect(port, host);
    await once(socket, 'connect').finally(() => socket.destroy());
    return true;
  });

/** @throws Error when it is not so in time */
export async function until(what: string, patienceMs: number, is: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + patienceMs; ; await sleep(200)) {
    if (await is().catch(() => false)) return;
    if (performance.now() > end) throw new Error(`${what}: not within ${patienceMs / 1000} s`);
  }
}
