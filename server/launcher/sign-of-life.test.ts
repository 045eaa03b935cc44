/** A process that hangs is ended and started anew; one that is alive is left alone, also when the launcher itself hung. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { keepRunning, type KeptChild } from '@/server/launcher/children';
import type { Patience } from '@/server/launcher/sign-of-life';
import { packageRoot } from '@/server/platform/lib/package-root';
import { bundle } from '@/server/testing/bundle';
import { createTestDatabase } from '@/server/testing/database';

const PATIENCE: Patience = { everyMs: 100, silentMs: 3_000 };
const SILENT = 'The web process has given no sign of life for 3 s; it is ended by force.';
const ENDED = 'The web process ended (SIGKILL); another starts in 0.5 s.';

const LIB = path.join('.test', `life-${process.pid}.mjs`);
const WORKER = path.join('.test', `worker-${process.pid}.mjs`);
/** The launcher's children run from one file: reading TypeScript would be most of their start. */
beforeAll(() => Promise.all([bundle('server/platform/lib/process.ts', LIB), bundle('server/worker.ts', WORKER)]));
afterAll(() => {
  for (const file of [LIB, WORKER]) fs.rmSync(path.join(packageRoot, file), { force: true });
});

let folder: string;
let started: ChildProcess[];
let answers: number[];
let said: string[];
let kept: KeptChild | undefined;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-life-test-'));
  [started, answers, said] = [[], [], []];
});
afterEach(async () => {
  kept?.kill();
  await kept?.stop();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

function keep(program: string, environment: Record<string, string> = {}): KeptChild {
  kept = keepRunning({
    name: 'web',
    waitForEdits: false,
    patience: PATIENCE,
    say: (line) => void said.push(line),
    start: () => {
      const child = fork(program, {
        cwd: packageRoot,
        env: { NODE_ENV: 'test', PATH: process.env.PATH ?? '', ...environment },
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      const index = started.push(child) - 1;
      answers.push(0);
      child.on('message', (message) => {
        if ((message as { type?: unknown }).type === 'alive') answers[index]!++;
      });
      return child;
    },
  });
  return kept;
}

/** A process that speaks to the launcher as ours do, and does something when it is ready. */
function childThat(does: string): string {
  const file = path.join(folder, 'child.mjs');
  const lib = pathToFileURL(path.join(packageRoot, LIB)).href;
  fs.writeFileSync(file, `import { reportReady } from '${lib}';\nreportReady();\n${does}\n`);
  return file;
}

const ALIVE = 'setInterval(() => {}, 1000);';
/** More questions than a silent process would live to be asked. */
const MANY = PATIENCE.silentMs / PATIENCE.everyMs + 5;

it('ends a process whose event loop is blocked, and starts it anew', async () => {
  const marker = path.join(folder, 'hung');
  const program = childThat(`
    import fs from 'node:fs';
    ${ALIVE}
    if (!fs.existsSync('${marker}')) {
      fs.writeFileSync('${marker}', '');
      setTimeout(() => { for (;;); }, 200);
    }`);
  await keep(program).ready;
  const [hung] = started;
  const [, signal] = (await once(hung!, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  // The next one answers, and is left alone.
  await vi.waitFor(() => expect(answers[1]).toBeGreaterThan(MANY), 40_000);
  expect(said).toEqual([SILENT, ENDED]);
  expect(started).toHaveLength(2);
});

it('does not blame a process for the time in which the launcher hung itself', async () => {
  await keep(childThat(ALIVE)).ready;
  await vi.waitFor(() => expect(answers[0]).toBeGreaterThan(0), 20_000);
  // Nothing is read or asked meanwhile, as when the launcher is stopped or swapped out.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PATIENCE.silentMs + 1_000);
  const before = answers[0]!;
  await vi.waitFor(() => expect(answers[0]).toBeGreaterThan(before + 3), 20_000);
  expect([started.length, said]).toEqual([1, []]);
});

it('watches the worker', async () => {
  const database = await createTestDatabase();
  try {
    const start = keep(path.join(packageRoot, WORKER), {
      DATABASE_URL: database.url,
      LARIS_EMBEDDED: '1',
      LOG_LEVEL: 'silent',
      APP_SECRET: 'a'.repeat(40),
      UNSUBSCRIBE_SECRET: 'u'.repeat(40),
    });
    await start.ready;
    await vi.waitFor(() => expect(answers[0]).toBeGreaterThan(0), 20_000);
    // Stopped by the kernel it is as silent as one that hangs.
    started[0]!.kill('SIGSTOP');
    await vi.waitFor(() => expect(answers[1]).toBeGreaterThan(0), 60_000);
    expect(said).toEqual([SILENT, ENDED]);
  } finally {
    kept?.kill();
    await kept?.stop();
    await database.drop();
  }
});
