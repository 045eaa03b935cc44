/** Keeps web and worker processes running: starts again what dies or hangs, and stops all in good time. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Patience, watchLife } from '@/server/launcher/sign-of-life';

/** How long a process may take to finish what it has begun. */
const STOP_TIMEOUT = 10_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** Deaths during the first start after which it is plain that another try does not help. */
const TRIES = 3;

/** A process cannot be started; `message` ends with what it said last. */
export class ChildStartError extends Error {}

export interface KeptChild {
  /** Settled once: when the process was ready for the first time, or with ChildStartError. */
  ready: Promise<void>;
  /** Stops the process and starts another, for changed sources. */
  restart(): void;
  /** SIGTERM, and after a while SIGKILL. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): void;
}

export interface KeepOptions {
  /** For the operator: `web`, `worker`. */
  name: string;
  start: () => ChildProcess;
  /** Tells the operator something in one line. */
  say: (line: string) => void;
  /** While its sources are being edited: one that dies while it starts waits for the next edit. */
  waitForEdits: boolean;
  /** How long it may be silent before it is ended by force; null: for ever, so that a debugger may hold it. */
  patience: Patience | null;
}

/** Starts a process that tells `{ type: 'ready' }` when it is, and starts it again whenever it dies or hangs. */
export function keepRunning({ name, start, say, waitForEdits, patience }: KeepOptions): KeptChild {
  let child: ChildProcess | null = null;
  let everReady = false;
  let stopping = false;
  let replacing = false;
  let deaths = 0;
  let pause: NodeJS.Timeout | undefined;
  const readiness = new Readiness();

  const launch = (): void => {
    const launched = start();
    const tail = tailOf(launched);
    let isReady = false;
    child = launched;
    launched.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      if (!isReady && patience !== null) watchLife(launched, patience, () => onSilent(launched, patience.silentMs));
      isReady = true;
      everReady = true;
      deaths = 0;
      readiness.fulfil();
    });
    launched.once('error', (error) => say(`The ${name} process cannot be started: ${error.message}`));
    launched.once('exit', (code, signal) => {
      if (child === launched) child = null;
      if (stopping) return;
      if (replacing) {
        replacing = false;
        launch();
        return;
      }
      void onDeath(isReady, signal ?? `code ${code ?? '?'}`, tail);
    });
  };

  const onSilent = (silent: ChildProcess, silentMs: number): void => {
    // One that is being stopped has a time of its own for that.
    if (stopping || replacing) return;
    say(`The ${name} process has given no sign of life for ${silentMs / 1000} s; it is ended by force.`);
    silent.kill('SIGKILL');
  };

  const onDeath = async (wasReady: boolean, how: string, tail: () => string): Promise<void> => {
    // Its last words may still be on their way.
    await sleep(100);
    // Meanwhile all may have been stopped, or the process replaced.
    if (stopping || child !== null) return;
    if (!wasReady && waitForEdits) {
      say(`The ${name} process ended while it started (${how}); it starts again with the next change.`);
      return;
    }
    deaths += 1;
    if (!everReady && deaths >= TRIES) {
      readiness.fail(new ChildStartError(`The ${name} process does not start: ${tail() || how}`));
      return;
    }
    const wait = Math.min(FIRST_PAUSE * 2 ** (deaths - 1), LONGEST_PAUSE);
    say(`The ${name} process ended (${how}); another starts in ${wait / 1000} s.`);
    pause = setTimeout(launch, wait);
  };

  launch();
  return {
    ready: readiness.promise,
    restart() {
      if (stopping) return;
      clearTimeout(pause);
      if (child === null) launch();
      else {
        replacing = true;
        void end(child);
      }
    },
    async stop() {
      stopping = true;
      clearTimeout(pause);
      if (child !== null) await end(child);
    },
    kill() {
      child?.kill('SIGKILL');
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT);
  await ended;
  clearTimeout(force);
}

const isReadyMessage = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';

/** Passes on what a process says on standard error; gives the line that best says why it ended. */
function tailOf(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (data: Buffer) => {
    process.stderr.write(data);
    said = (said + data.toString()).slice(-8000);
  });
  return () => {
    const lines = said
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('at ') && !/^Node\.js v\d/.test(line));
    return lines.findLast((line) => /^(Uncaught )?\w*(Error|Exception)\b.*:/.test(line)) ?? lines.at(-1) ?? '';
  };
}

/** A promise that is settled from outside. */
class Readiness {
  fulfil!: () => void;
  fail!: (error: Error) => void;
  readonly promise = new Promise<void>((resolve, reject) => {
    this.fulfil = resolve;
    this.fail = reject;
  });

  constructor() {
    // By then nobody may be waiting any more.
    this.promise.catch(() => undefined);
  }
}
