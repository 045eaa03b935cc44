/**
 * kill -9 again and again in the middle of work. A test says what the work is, how far it is and what must have come of it; a kill
 * comes at a random moment after it was seen to go on, so that none finds nothing to do.
 */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@/server/migrations/migrate';
import { startEmbeddedPostgres } from '@/server/postgres/embedded';
import { eventually } from '@/server/testing/http';
import { kill9 } from '@/server/testing/program';

/** Between two looks at how far it is. */
const LOOK_MS = 10;
/** Workers that are being started while others work. */
const SPARES = 2;

interface Work {
  /** Returns the amount that is done by now. */
  done: () => number | Promise<number>;
  /** The further amount that is done before a kill. */
  atLeast?: number;
  /** A kill comes within so many milliseconds after that. */
  momentMs: number;
  /** The longest that a busy machine takes to go on: leases of whoever was killed are in it. */
  withinMs: number;
}

interface Kills extends Work {
  kills: number;
  /** More to do, where a kill would else come after the end. */
  beforeEach?: () => Promise<void>;
  afterEach?: () => Promise<void>;
}

interface KillsOfWorkers extends Kills {
  /** Resolves when it waits for its word. */
  start: () => Promise<ChildProcess>;
  /** Returns the word that it is told to begin with, at the time of its beginning. */
  word: () => string | object;
}

async function untilAnswered({ done, withinMs }: Work): Promise<number> {
  let answer = 0;
  await eventually(async () => void (answer = await done()), withinMs);
  return answer;
}

/** Until the work has gone on from `before`, and a moment longer. */
async function middleOf({ done, atLeast = 1, momentMs, withinMs }: Work, before: number): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    const now = await done();
    if (now >= before + atLeast) break;
    if (Date.now() > until) throw new Error(`It has not gone on for ${withinMs} ms: ${now} after ${before}.`);
    await sleep(LOOK_MS);
  }
  await sleep(Math.random() * momentMs);
}

/**
 * Each time so many workers start, and all of them are killed.
 * @param options.all of it: a fast machine is done before the last kill
 * @returns how much was done after each kill
 */
export async function killAll(
  options: KillsOfWorkers & { all: number; atOnce: (kill: number) => number },
): Promise<number[]> {
  const { kills, start, word, done, all, atOnce } = options;
  const stoppedAt: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const before = await done();
    if (before >= all) break;
    await options.beforeEach?.();
    const workers = await Promise.all(Array.from({ length: atOnce(kill) }, start));
    try {
      for (const worker of workers) worker.send(word());
      await middleOf(options, before);
    } finally {
      await Promise.all(workers.map(kill9));
    }
    stoppedAt.push(await done());
    await options.afterEach?.();
  }
  return stoppedAt;
}

export interface Survivors {
  working: ChildProcess[];
  /** The amount that was done after each kill. */
  stoppedAt: number[];
  /** Ends them. */
  stop(): Promise<void>;
}

/**
 * Each time one of those at work is killed, and another that was started before takes its place.
 * @param options.victim which of them; the one that has worked longest
 */
export async function killByTurns(
  options: KillsOfWorkers & { atOnce: number; victim?: (working: ChildProcess[]) => Promise<ChildProcess | undefined> },
): Promise<Survivors> {
  const { kills, start, word, done, atOnce, victim } = options;
  const working: ChildProcess[] = [];
  const stoppedAt: number[] = [];
  const spares: Promise<ChildProcess>[] = [];
  let toStart = atOnce + kills;
  const fill = (): void => {
    for (; spares.length < SPARES && toStart > 0; toStart--) spares.push(start());
  };
  const take = async (): Promise<void> => {
    fill();
    const next = spares.shift() as Promise<ChildProcess>;
    fill();
    const worker = await next;
    worker.send(word());
    working.push(worker);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...working, ...(await Promise.all(spares))].map(kill9));
  };
  try {
    while (working.length < atOnce) await take();
    for (let kill = 0; kill < kills; kill++) {
      const before = await done();
      await options.beforeEach?.();
      await middleOf(options, before);
      const killed = (await victim?.(working)) ?? working[0];
      working.splice(working.indexOf(killed as ChildProcess), 1);
      await kill9(killed as ChildProcess);
      stoppedAt.push(await done());
      await options.afterEach?.();
      await take();
    }
    return { working, stoppedAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Settings under which what the system has taken survives a kill; nothing waits for the disk, which only a power cut
 * would lose.
 */
const SURVIVES_KILL = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=on'];

export interface KillablePostgres {
  url: string;
  /** Kills it in the middle of the work, so many times, and starts it anew. @returns how much was done before each kill */
  killInTurns(kills: Kills): Promise<number[]>;
  stop(): Promise<void>;
}

/** A migrated PostgreSQL in a folder that is thrown away. */
export async function startKillablePostgres(): Promise<KillablePostgres> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-kill-test-'));
  // PostgreSQL may have to run as another user.
  fs.chmodSync(folder, 0o711);
  const start = (more: { port?: number }) =>
    startEmbeddedPostgres({ dir: path.join(folder, 'postgres'), password: 'kept', flags: SURVIVES_KILL, ...more });
  let postgres = await start({});
  await migrate(postgres.url);
  return {
    url: postgres.url,
    async killInTurns(options) {
      const stoppedAt: number[] = [];
      // The connections of before are dead.
      const done = () => untilAnswered(options);
      for (let kill = 0; kill < options.kills; kill++) {
        const before = await done();
        await options.beforeEach?.();
        await middleOf({ ...options, done }, before);
        stoppedAt.push(await done());
        process.kill(postgres.pid, 'SIGKILL');
        await postgres.stop();
        postgres = await start({ port: postgres.port });
        await options.afterEach?.();
      }
      return stoppedAt;
    },
    async stop() {
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
