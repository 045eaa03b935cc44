/** The built Laris as `npm start` runs it, launcher, two web processes and worker, and what /proc says of each. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';

/** All that the contract does not know and an operator may switch on. */
const EXTENSIONS = 'webhook-delivery,merge-tags,idempotency,rate-limit,smtp,message-list';
const WEB = 2;
const PATIENCE_MS = 60_000;

export interface Reading {
  /** launcher, web 1, web 2, worker: by their age. */
  name: string;
  /** MiB. */
  resident: number;
  /** MiB in use by JavaScript after the last whole collection. */
  live: number;
  /** MiB that JavaScript holds, what is not collected yet included. */
  heap: number;
  /** MiB of all else: buffers, code, what libraries keep for themselves. */
  rest: number;
  handles: number;
}

export interface RunningLaris {
  url: string;
  read(): Reading[];
  stop(): Promise<void>;
}

export interface LarisOptions {
  databaseUrl: string;
  appSecret: string;
  port: number;
  /** A folder of ours. */
  folder: string;
  /** Of the endpoints of webhooks. */
  certificate: string;
}

export async function startLaris(options: LarisOptions): Promise<RunningLaris> {
  const preload = await bundle('bench/scale/soak/preload.ts', '.build/bench/soak-preload.mjs');
  const notes = path.join(options.folder, 'notes');
  const authority = path.join(options.folder, 'endpoints.pem');
  fs.mkdirSync(notes, { recursive: true });
  fs.writeFileSync(authority, options.certificate);
  const url = `http://127.0.0.1:${options.port}`;
  const log = fs.openSync(path.join(options.folder, 'laris.log'), 'w');
  const launcher = fork(path.join(packageRoot, '.build', 'start.js'), {
    cwd: packageRoot,
    execArgv: [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import ${preload}`,
      NODE_EXTRA_CA_CERTS: authority,
      SOAK_NOTES: notes,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: path.join(options.folder, 'data'),
      APP_SECRET: options.appSecret,
      UNSUBSCRIBE_SECRET: options.appSecret,
      BASE_URL: url,
      HOST: '127.0.0.1',
      PORT: String(options.port),
      WEB_CONCURRENCY: String(WEB),
      PROVIDERS: 'sandbox',
      PAYMENT_PROVIDER: 'sandbox',
      EXTENSIONS,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', log, log, 'ipc'],
  });
  fs.closeSync(log);
  const pid = launcher.pid ?? 0;
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    if (launcher.exitCode !== null || Date.now() > deadline) throw new Error('The built Laris did not start.');
    const answer = await fetch(`${url}/sign-in`).catch(() => undefined);
    if (answer?.status === 200 && childrenOf(pid).length === WEB + 1) break;
  }
  return {
    url,
    read: () => readingsOf(pid, notes),
    async stop() {
      if (launcher.exitCode !== null || launcher.signalCode !== null) return;
      launcher.kill('SIGTERM');
      await once(launcher, 'exit');
    },
  };
}

const childrenOf = (pid: number): number[] =>
  fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** @throws Error when one has ended in the meantime: in a soak none may */
function readingsOf(launcher: number, notes: string): Reading[] {
  const children = childrenOf(launcher);
  const isWorker = (pid: number): boolean => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.js');
  const web = children.filter((pid) => !isWorker(pid));
  const named: [string, number][] = [
    ['launcher', launcher],
    ...web.map((pid, place): [string, number] => [`web ${place + 1}`, pid]),
    ...children.filter(isWorker).map((pid): [string, number] => ['worker', pid]),
  ];
  return named.map(([name, pid]) => {
    const resident = kibOf(`/proc/${pid}/status`, 'VmRSS') / 1024;
    const { live, heap } = noteOf(path.join(notes, String(pid)));
    return { name, resident, live, heap, rest: resident - heap, handles: fs.readdirSync(`/proc/${pid}/fd`).length };
  });
}

/** It is written every two seconds. @returns MiB */
function noteOf(file: string): Pick<Reading, 'live' | 'heap'> {
  if (!fs.existsSync(file)) return { live: Number.NaN, heap: Number.NaN };
  const { live, heap } = JSON.parse(fs.readFileSync(file, 'utf8')) as Record<'live' | 'heap', number>;
  return { live: live / 1024 / 1024, heap: heap / 1024 / 1024 };
}

const kibOf = (file: string, field: string): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(fs.readFileSync(file, 'utf8'))?.[1]);

/** MiB of their own that all processes of a PostgreSQL have, without what they share. */
export const postgresMemory = (postmaster: number): number =>
  childrenOf(postmaster).reduce((sum, pid) => {
    try {
      return sum + kibOf(`/proc/${pid}/status`, 'RssAnon') / 1024;
    } catch {
      // It ended while we counted.
      return sum;
    }
  }, 0);
