/** Threads for long work: answers, deadlines, turns and bounds. */
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { GaveUp, QueueFull, ThreadPool } from '@/server/platform/lib/thread-pool';

/** Answers with how many tasks it has had; `hang` never ends, `fail` throws, `grow` eats memory. */
const PROGRAM = `
  const { parentPort } = require('node:worker_threads');
  let count = 0;
  parentPort.on('message', (job) => {
    count++;
    if (job === 'hang') for (;;);
    if (job === 'fail') throw new TypeError('no such thing');
    if (job === 'grow') for (const held = []; ;) held.push(new Array(100_000).fill(count));
    parentPort.postMessage(job + ' ' + count);
  });
  parentPort.postMessage('ready');`;
const started: Worker[] = [];
const poolOf = (threads: number, room = 10, roomEach = 10) =>
  new ThreadPool<string, string>({
    start: () => {
      const thread = new Worker(PROGRAM, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 32 } });
      started.push(thread);
      return thread;
    },
    threads,
    sizeOf: (job) => (job === 'large' ? 2 : 1),
    room,
    roomEach,
  });
const LONG_MS = 60_000;

afterEach(async () => {
  await Promise.all(started.splice(0).map((thread) => thread.terminate()));
});

it('answers one after the other, in one thread that is kept', async () => {
  const pool = poolOf(1);
  const answers = ['a', 'b', 'c'].map((job) => pool.run('us', job, LONG_MS));
  expect(await Promise.all(answers)).toEqual(['a 1', 'b 2', 'c 3']);
  expect(started).toHaveLength(1);
});

it('gives up what takes longer than its deadline, and goes on with another thread', async () => {
  const pool = poolOf(1);
  const [hung, next] = [pool.run('us', 'hang', 200), pool.run('us', 'a', LONG_MS)];
  await expect(hung).rejects.toBeInstanceOf(GaveUp);
  expect(await next).toBe('a 1');
  expect(started).toHaveLength(2);
});

it('gives up what takes more memory than a thread has', async () => {
  const pool = poolOf(1);
  await expect(pool.run('us', 'grow', LONG_MS)).rejects.toBeInstanceOf(GaveUp);
  expect(await pool.run('us', 'a', LONG_MS)).toBe('a 1');
});

it('hands on what a thread fails with', async () => {
  const pool = poolOf(1);
  await expect(pool.run('us', 'fail', LONG_MS)).rejects.toThrow('no such thing');
  expect(await pool.run('us', 'a', LONG_MS)).toBe('a 1');
});

it('serves owners by turns, each in one thread at a time', async () => {
  const order: string[] = [];
  const pool = poolOf(1);
  const run = (owner: string, job: string) => pool.run(owner, job, LONG_MS).then(() => order.push(job));
  await Promise.all([run('us', 'a1'), run('us', 'a2'), run('us', 'a3'), run('them', 'b1'), run('them', 'b2')]);
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);

  const two = poolOf(2);
  const hung = two.run('us', 'hang', 1_000);
  const behind = two.run('us', 'a', LONG_MS);
  expect(await two.run('them', 'b', LONG_MS)).toBe('b 1');
  await expect(hung).rejects.toBeInstanceOf(GaveUp);
  expect(await behind).toMatch(/^a /);
});

it('lets only so much wait, of one owner and of all', async () => {
  const pool = poolOf(1, 3, 2);
  const hung = pool.run('us', 'hang', 500);
  const waiting = [pool.run('us', 'a', LONG_MS)];
  await expect(pool.run('us', 'large', LONG_MS)).rejects.toBeInstanceOf(QueueFull);
  waiting.push(pool.run('us', 'b', LONG_MS));
  await expect(pool.run('us', 'c', LONG_MS)).rejects.toBeInstanceOf(QueueFull);
  waiting.push(pool.run('them', 'd', LONG_MS));
  await expect(pool.run('others', 'e', LONG_MS)).rejects.toBeInstanceOf(QueueFull);
  await expect(hung).rejects.toBeInstanceOf(GaveUp);
  expect(await Promise.all(waiting)).toHaveLength(3);
});
