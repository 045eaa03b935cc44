/** Closes a server without cutting off clients that are already connected. */
import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The time during which answers say `Connection: close` before the server drops idle connections. */
const ANSWERED_MS = 250;

/**
 * The milliseconds for which the server still accepts connections from the kernel's queue. Each turn of the event loop
 * accepts one, and some hundred may wait.
 */
const QUEUE_MS = 3_000;

/**
 * Waits until the server can be closed without resetting anyone. By then no busy client has sent its next request over
 * a connection that looks idle here, and no connection waits in the kernel's queue.
 */
export async function drain(server: Server): Promise<void> {
  await sleep(ANSWERED_MS);
  // Listening once more only sets the length of the queue: from now on the kernel takes no more than one connection at
  // a time, and whoever tries meanwhile tries again a second later. Node has no public name for it; in a cluster it
  // does nothing.
  const { _handle: handle } = server as { _handle?: { listen?(backlog: number): number } | null };
  handle?.listen?.(0);
  let taken = 0;
  const count = (): void => void taken++;
  server.on('connection', count);
  const until = performance.now() + QUEUE_MS;
  for (let before = -1; taken !== before && performance.now() < until;) {
    before = taken;
    // Two, because the first may come before anything was taken. After it the queue is as empty as it can be.
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', count);
}
