/**
 * Asks a process again and again whether its event loop still turns, over the channel that fork() opens. A process that
 * hangs does not end, so nobody else would notice. server/platform/lib/process.ts answers.
 */
import type { ChildProcess } from 'node:child_process';

export interface Patience {
  /** The pause between questions to it. */
  everyMs: number;
  /** The time that it may leave all questions without an answer. */
  silentMs: number;
}

export const PATIENCE: Patience = { everyMs: 5_000, silentMs: 30_000 };

const isAnswer = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'alive';

/**
 * Watches until the process ends or is silent; begun when it is ready, for starting may keep it busy.
 * @param onSilent called once
 */
export function watchLife(child: ChildProcess, { everyMs, silentMs }: Patience, onSilent: () => void): void {
  let heardAt = performance.now();
  let askedAt = heardAt;
  const timer = setInterval(() => {
    const now = performance.now();
    // We were held up ourselves (stopped, swapped out): what was answered meanwhile has not been read yet.
    if (now - askedAt > 2 * everyMs) heardAt = now;
    askedAt = now;
    if (now - heardAt < silentMs) {
      // A channel that is closing is no reason to complain: the end of the process follows.
      child.send({ type: 'are you alive' }, () => undefined);
      return;
    }
    clearInterval(timer);
    onSilent();
  }, everyMs);
  child.on('message', (message) => {
    if (isAnswer(message)) heardAt = performance.now();
  });
  child.once('exit', () => clearInterval(timer));
}
