import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LockedError, lockHolder, processIdentity, takeLock, waitForLock } from '@/scripts/lib/process-lock.mjs';
import { packageRoot } from '@/server/platform/lib/package-root';

let folder: string;
let program: string;

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-lock-test-'));
  program = path.join(folder, 'taker.mjs');
  const lock = pathToFileURL(path.join(packageRoot, 'scripts/lib/process-lock.mjs')).href;
  fs.writeFileSync(
    program,
    `import { takeLock } from ${JSON.stringify(lock)};
     process.on('message', (file) => {
       try { takeLock(file); process.send('taken'); } catch (error) { process.send(error.message); }
     });
     process.send('up');`,
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function taker(): Promise<ChildProcess> {
  const child = fork(program);
  await once(child, 'message');
  return child;
}

async function take(child: ChildProcess, file: string): Promise<string> {
  const answer = once(child, 'message');
  child.send(file);
  return String((await answer)[0]);
}

test('one of many processes gets the lock, also when a dead one left it behind', async () => {
  const file = path.join(folder, 'race.lock');
  for (let round = 0; round < 3; round++) {
    const children = await Promise.all(Array.from({ length: 4 }, taker));
    const answers = await Promise.all(children.map((child) => take(child, file)));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    // Killed, so that it is not given back.
    await Promise.all(children.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
    expect(lockHolder(file)).toBeNull();
  }
});

test('names the process that has it, and is free again once released', async () => {
  const file = path.join(folder, 'own.lock');
  const lock = takeLock(file);
  expect(lockHolder(file)).toBe(process.pid);
  expect(() => takeLock(file)).toThrow(LockedError);
  let waitedFor: number | null = null;
  const waiting = waitForLock(file, (pid) => (waitedFor = pid));
  lock.release();
  (await waiting).release();
  expect(waitedFor).toBe(process.pid);
  expect(lockHolder(file)).toBeNull();
});

test('does not take another process that has got the same id for the holder', () => {
  const file = path.join(folder, 'reused.lock');
  fs.writeFileSync(file, JSON.stringify({ pid: process.pid, identity: 'started at another time' }));
  expect(processIdentity(process.pid)).not.toBeNull();
  expect(lockHolder(file)).toBeNull();
  takeLock(file).release();
});
