/** Web and worker processes as they are built, each by itself, started again when they end as a supervisor would. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageRoot } from '@/server/platform/lib/package-root';
import { freePort } from '@/server/testing/free-port';

export const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
const RESTART_MS = 500;

export interface Laris {
  /** Of the web processes. */
  urls: string[];
  /** Processes that ended by themselves, in words. */
  deaths: string[];
  /** Lines that all of them have logged so far at warn and above, and of those the most frequent. */
  lines(): { count: number; perMessage: Map<string, number> };
  /** Their logs, whole. */
  log(): string;
  /** By SIGTERM, in order. */
  stop(): Promise<void>;
}

/** @throws Error when the server is not built */
export async function startLaris(
  environment: Record<string, string>,
  { web, workers, folder }: { web: number; workers: number; folder: string },
): Promise<Laris> {
  const deaths: string[] = [];
  const logs: string[] = [];
  const running = new Map<string, ChildProcess>();
  let stopping = false;
  process.once('exit', () => {
    for (const child of running.values()) child.kill('SIGKILL');
  });
  const start = async (name: string, program: string, more: Record<string, string>): Promise<void> => {
    const log = path.join(folder, `${name}.log`);
    logs.push(log);
    const main = path.join(packageRoot, '.build', `${program}.js`);
    if (!fs.existsSync(main)) throw new Error(`${main} is not there: run npm run build first.`);
    const launch = (): ChildProcess => {
      const output = fs.openSync(log, 'a');
      const child = fork(main, {
        cwd: packageRoot,
        execArgv: ['--enable-source-maps'],
        env: {
          PATH: process.env.PATH ?? '',
          NODE_ENV: 'production',
          HOST: '127.0.0.1',
          ...SECRETS,
          ...environment,
          ...more,
        },
        stdio: ['ignore', output, output, 'ipc'],
      });
      fs.closeSync(output);
      running.set(name, child);
      child.once('exit', (code, signal) => {
        if (stopping) return;
        deaths.push(`${name} (${signal ?? `code ${code ?? '?'}`})`);
        void sleep(RESTART_MS).then(() => (stopping ? undefined : launch()));
      });
      return child;
    };
    await once(launch(), 'message');
  };
  const urls: string[] = [];
  for (let n = 1; n <= web; n++) {
    const port = await freePort();
    urls.push(`http://127.0.0.1:${port}`);
    await start(`web-${n}`, 'main', { PORT: String(port) });
  }
  for (let n = 1; n <= workers; n++) await start(`worker-${n}`, 'worker', {});
  const log = (): string => [...new Set(logs)].map((file) => fs.readFileSync(file, 'utf8')).join('');
  return {
    urls,
    deaths,
    lines() {
      const perMessage = new Map<string, number>();
      let count = 0;
      for (const line of log().split('\n')) {
        const { level, part, msg } = parsed(line);
        if (level < WARN) continue;
        count++;
        const message = `${part === undefined ? '' : `${part}: `}${msg}`;
        perMessage.set(message, (perMessage.get(message) ?? 0) + 1);
      }
      return { count, perMessage };
    },
    log,
    async stop() {
      stopping = true;
      await Promise.all(
        [...running.values()].map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          const gone = once(child, 'exit');
          child.kill('SIGTERM');
          await gone;
        }),
      );
    },
  };
}

const WARN = 40;

/** What is no JSON is a word of a library on the console: it counts as a warning. */
function parsed(line: string): { level: number; part?: string; msg: string } {
  if (line === '') return { level: 0, msg: '' };
  try {
    return JSON.parse(line) as { level: number; part?: string; msg: string };
  } catch {
    return { level: WARN, msg: line.slice(0, 60) };
  }
}
