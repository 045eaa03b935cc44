/** How a web or worker process ends: on a signal, or when the launcher that started it is gone. */
import type { Logger } from 'pino';

/** Tells the launcher (server/start.ts) that this process is ready; without one it does nothing. */
export function tellParentReady(): void {
  process.send?.({ type: 'ready' });
}

/** After this long, what is still running is given up. Below the launcher's own patience of 10 seconds. */
const PATIENCE_MS = 9_000;

/**
 * Runs until SIGTERM, Ctrl-C or the launcher's end, then stops in order and exits.
 * @param stop finishes what was begun; called once.
 */
export function runUntilStopped(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.warn('not everything ended in time');
      process.exit(1);
    }, PATIENCE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  // Ctrl-C reaches the whole terminal at once; under a launcher it is the launcher that says when.
  process.on('SIGINT', () => {
    if (process.send === undefined) end('SIGINT');
  });
  process.on('disconnect', () => end('the launcher is gone'));
  // It may have gone while this process was starting.
  if (process.send !== undefined && !process.connected) end('the launcher is gone');
}
