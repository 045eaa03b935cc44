/**
 * The messages of a web or worker process to the launcher, and the end of the process: on a signal, or when the
 * launcher is gone.
 */
import type { Logger } from 'pino';

/**
 * Tells the launcher (server/start.ts) that this process is ready, and then answers its checks that the process is
 * alive (server/launcher/sign-of-life.ts). Does nothing without a launcher.
 */
export function reportReady(): void {
  if (process.send === undefined) return;
  process.on('message', (message) => {
    // The launcher may be gone by now: then there is nobody to tell.
    if (isQuestion(message)) process.send?.({ type: 'alive' }, undefined, undefined, () => undefined);
  });
  process.send({ type: 'ready' });
}

const isQuestion = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'are you alive';

/** The milliseconds after which running work is abandoned at the end; less than the launcher's 10 seconds. */
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
