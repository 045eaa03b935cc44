import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ChildStartError, keepRunning, type KeptChild } from '@/server/launcher/children';

let folder: string;
let started: ChildProcess[];
let said: string[];
let kept: KeptChild | undefined;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-children-test-'));
  started = [];
  said = [];
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(async () => {
  await kept?.stop();
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true, force: true });
});

function keep(source: string, waitForEdits = false): KeptChild {
  const file = path.join(folder, 'child.mjs');
  fs.writeFileSync(file, source);
  kept = keepRunning({
    name: 'web',
    waitForEdits,
    patience: null,
    say: (line) => void said.push(line),
    start: () => {
      const child = fork(file, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
      started.push(child);
      return child;
    },
  });
  return kept;
}

const READY = "process.send({ type: 'ready' }); setInterval(() => {}, 1000);";
const last = (): ChildProcess => started.at(-1)!;

test('starts a process again that dies', async () => {
  await keep(READY).ready;
  last().kill('SIGKILL');
  await vi.waitFor(() => expect(started).toHaveLength(2), 5000);
  await once(last(), 'message');
  expect(said).toEqual(['The web process ended (SIGKILL); another starts in 0.5 s.']);
});

test('gives up with the last error when it never starts', async () => {
  const start = keep("console.error('a warning'); throw new TypeError('no such thing');");
  await expect(start.ready).rejects.toThrow(
    new ChildStartError('The web process does not start: TypeError: no such thing'),
  );
  expect(started).toHaveLength(3);
});

test('waits for the next edit where sources are edited', async () => {
  const start = keep("throw new Error('half a line');", true);
  await vi.waitFor(() => expect(said).toHaveLength(1), 5000);
  expect(said[0]).toContain('it starts again with the next change');
  fs.writeFileSync(path.join(folder, 'child.mjs'), READY);
  start.restart();
  await start.ready;
  expect(started).toHaveLength(2);
  start.restart();
  await vi.waitFor(() => expect(started).toHaveLength(3), 5000);
});

test('stops a process in order, and does not start it again', async () => {
  const start = keep(`process.on('SIGTERM', () => setTimeout(() => process.exit(7), 200)); ${READY}`);
  await start.ready;
  await start.stop();
  expect(last().exitCode).toBe(7);
  expect(started).toHaveLength(1);
});
