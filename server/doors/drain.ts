/** Closing a server without letting go of clients whose connection stands already. */
import type { Server } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** The time during which answers say `Connection: close` before the server drops idle connections. */
const ANSWERED_MS = 250;

/**
 * The time during which connections are taken from the queue; a turn of the event loop takes one. Some hundred may
 * wait.
 */
const QUEUE_MS = 3_000;

/**
 * Waits until the server may be closed: a busy client's next request is not already on its way over a connection that
 * is idle here, and no connection waits in the kernel's queue, which resets it when the server closes.
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
