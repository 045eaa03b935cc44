/** A process that logs what it is told to, as web processes and workers do: for the tests of server/platform/lib/log-lines.ts. */
import { runUntilStopped } from '@/server/platform/lib/process';
import { createLogger } from '@/server/assembly/services';

export interface Order {
  /** The number of lines of level info that come first. */
  lines: number;
  /** The event that comes next, in the same turn. */
  next: 'nothing' | 'exit' | 'throw' | 'error and kill -9';
}

const log = createLogger({ logLevel: 'info' }, 'log-writer');
runUntilStopped(log, () => Promise.resolve());

process.on('message', ({ lines, next }: Order) => {
  for (let n = 0; n < lines; n++) log.info({ n }, 'line');
  if (next === 'exit') process.exit(0);
  if (next === 'throw') throw new Error('Nobody catches this.');
  if (next === 'error and kill -9') {
    log.error('the last one');
    process.kill(process.pid, 'SIGKILL');
  }
  process.send?.('written');
});
process.send?.('ready');
