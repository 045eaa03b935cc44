/** The two servers under load, each a process of its own on a free port of the loopback. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';
import { freePort } from '@/server/testing/free-port';

export interface RunningServer {
  url: string;
  /** Microseconds of CPU that the process has used, all its threads together. */
  cpu(): number;
  /** Collects garbage and waits until that has settled; with `collectable` only. */
  collect(): Promise<void>;
  stop(): Promise<void>;
}

export interface OurOptions {
  /** The built server. */
  main: string;
  databaseUrl: string;
  appSecret: string;
  /** EXTENSIONS; none when absent. */
  extensions?: string;
  /** ROW_SECURITY; the database has to have it switched on. */
  rowSecurity?: boolean;
  /** Can be told to collect garbage. Nothing else about it differs. */
  collectable?: boolean;
}

/** Our server as `npm start` runs it: built, production, logging at info (into nothing), metrics. */
export async function startOurs(options: OurOptions): Promise<RunningServer> {
  const port = await freePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    LARIS_EMBEDDED: '1',
    DATABASE_URL: options.databaseUrl,
    APP_SECRET: options.appSecret,
    UNSUBSCRIBE_SECRET: options.appSecret,
    HOST: '127.0.0.1',
    PORT: String(port),
    ROW_SECURITY: String(options.rowSecurity === true),
    ...(options.extensions === undefined ? {} : { EXTENSIONS: options.extensions }),
  };
  const gc = [
    '--expose-gc',
    '--import',
    `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => globalThis.gc())")}`,
  ];
  const server = await start(options.main, options.collectable === true ? gc : [], env, port);
  // As after the first visitor: what a rendered page switches on in the process stays on.
  await fetch(`${server.url}/sign-in`).then((response) => response.text());
  return server;
}

/** The floor, bundled as our server is. */
export async function startFloor(
  entry: string,
  env: { DATABASE_URL: string; ACCOUNT_ID: string },
): Promise<RunningServer> {
  const outfile = await bundle(path.relative(packageRoot, entry), `.build/bench/${path.basename(entry, '.ts')}.mjs`);
  const port = await freePort();
  return await start(outfile, [], { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...env }, port);
}

async function start(file: string, execArgv: string[], env: NodeJS.ProcessEnv, port: number): Promise<RunningServer> {
  if (!fs.existsSync(file)) throw new Error(`${file} is not there: run npm run build first.`);
  const child = fork(file, { cwd: packageRoot, execArgv, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await ready(child, file);
  return {
    url: `http://127.0.0.1:${port}`,
    cpu: () => cpuOf(child.pid ?? 0),
    async collect() {
      for (let times = 0; times < 3; times++) {
        child.kill('SIGUSR2');
        await sleep(700);
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** The kernel counts in hundredths of a second (proc(5), USER_HZ). */
const TICK_US = 10_000;

/** Microseconds of CPU that a process has used so far, all its threads. */
export function cpuOf(pid: number): number {
  return ticksOf(pid, [11, 12]);
}

/** The same of a PostgreSQL, by the process of one of its connections: those that have ended count too. */
export function cpuOfPostgres(backend: number): number {
  const postmaster = Number(fieldsOf(backend)[1]);
  const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, pid) => sum + cpuOf(Number(pid)), ticksOf(postmaster, [11, 12, 13, 14]));
}

/** proc(5): the name stands in brackets and may hold anything; after it come state, parent and the other fields. */
const fieldsOf = (pid: number): string[] => {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

function ticksOf(pid: number, fields: readonly number[]): number {
  const all = fieldsOf(pid);
  return fields.reduce((sum, field) => sum + Number(all[field] ?? 0), 0) * TICK_US;
}

/** Both servers tell their parent when they listen. */
function ready(child: ChildProcess, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code, signal) => reject(new Error(`${file} ended with ${signal ?? `code ${code}`}`)));
    child.once('error', reject);
  });
}
