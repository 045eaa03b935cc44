/**
 * Writes log lines to standard output, many in one write, because a system call for each request's line costs about a
 * twentieth of the request. A line waits at most a second, and warnings and errors do not wait. At the end of the
 * process the rest is written; only kill -9 loses that second.
 */
import { pino, symbols, type DestinationStream } from 'pino';

/** The bytes that a pipe accepts at once, so that processes that share a pipe do not mix their lines. */
const PIECE = 4096;
const LONGEST_WAIT_MS = 1_000;
const WARN = 40;

class LogLines implements DestinationStream {
  /** Tells pino to store the level of a line here before writing it. */
  readonly [symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  private waiting = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: DestinationStream) {}

  write(line: string): void {
    if (this.waiting.length + line.length > PIECE) this.flush();
    this.waiting += line;
    if (this.lastLevel >= WARN) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), LONGEST_WAIT_MS).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const lines = this.waiting;
    this.waiting = '';
    if (lines !== '') this.output.write(lines);
  }
}

let ours: LogLines | undefined;

/** Returns the one writer of this process, which writes its last lines when the process exits. */
export function standardOutput(): DestinationStream {
  if (ours === undefined) {
    const lines = new LogLines(pino.destination({ dest: 1, sync: true }));
    process.on('exit', () => lines.flush());
    ours = lines;
  }
  return ours;
}
