/** Keeps web and worker processes running: starts again what dies or hangs, and stops all in good time. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Patience, watchLife } from '@/server/launcher/sign-of-life';

/** The time that a process may take to finish what it has begun. */
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
  /** The time that it may be silent before it is ended by force; null: for ever, so that a debugger may hold it. */
  patience: Patience | null;
}

/** A process that tells `{ type: 'ready' }` when it is, and is started again whenever it dies or hangs. */
class KeptProcess implements KeptChild {
  private child: ChildProcess | null = null;
  private everReady = false;
  private stopping = false;
  private replacing = false;
  private deaths = 0;
  private pause: NodeJS.Timeout | undefined;
  private readonly readiness = new Readiness();

  constructor(private readonly options: KeepOptions) {}

  get ready(): Promise<void> {
    return this.readiness.promise;
  }

  launch(): void {
    const { name, start, say, patience } = this.options;
    const launched = start();
    const tail = tailOf(launched);
    let isReady = false;
    this.child = launched;
    launched.on('message', (message) => {
      if (!isReadyMessage(message)) return;
      if (!isReady && patience !== null)
        watchLife(launched, patience, () => this.onSilent(launched, patience.silentMs));
      isReady = true;
      this.everReady = true;
      this.deaths = 0;
      this.readiness.fulfil();
    });
    launched.once('error', (error) => say(`The ${name} process cannot be started: ${error.message}`));
    launched.once('exit', (code, signal) => {
      if (this.child === launched) this.child = null;
      if (this.stopping) return;
      if (this.replacing) {
        this.replacing = false;
        this.launch();
        return;
      }
      void this.onDeath(isReady, signal ?? `code ${code ?? '?'}`, tail);
    });
  }

  private onSilent(silent: ChildProcess, silentMs: number): void {
    // One that is being stopped has a time of its own for that.
    if (this.stopping || this.replacing) return;
    const { name, say } = this.options;
    say(`The ${name} process has given no sign of life for ${silentMs / 1000} s; it is ended by force.`);
    silent.kill('SIGKILL');
  }

  private async onDeath(wasReady: boolean, how: string, tail: () => string): Promise<void> {
    const { name, say, waitForEdits } = this.options;
    // Its last words may still be on their way.
    await sleep(100);
    // Meanwhile all may have been stopped, or the process replaced.
    if (this.stopping || this.child !== null) return;
    if (!wasReady && waitForEdits) {
      say(`The ${name} process ended while it started (${how}); it starts again with the next change.`);
      return;
    }
    this.deaths += 1;
    if (!this.everReady && this.deaths >= TRIES) {
      this.readiness.fail(new ChildStartError(`The ${name} process does not start: ${tail() || how}`));
      return;
    }
    const wait = Math.min(FIRST_PAUSE * 2 ** (this.deaths - 1), LONGEST_PAUSE);
    say(`The ${name} process ended (${how}); another starts in ${wait / 1000} s.`);
    this.pause = setTimeout(() => this.launch(), wait);
  }

  restart(): void {
    if (this.stopping) return;
    clearTimeout(this.pause);
    if (this.child === null) return this.launch();
    this.replacing = true;
    void end(this.child);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.pause);
    if (this.child !== null) await end(this.child);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }
}

/** Starts a process and keeps it running. */
export function keepRunning(options: KeepOptions): KeptChild {
  const kept = new KeptProcess(options);
  kept.launch();
  return kept;
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
