/**
 * Writes log lines to standard output, many in one write, because a system call for each request's line costs about a
 * twentieth of the request. No line waits longer than a second, and what says that something is wrong does not wait at
 * all. At the end of the process, however it comes to it, the rest is written; only kill -9 loses that second.
 */
import { pino, symbols, type DestinationStream } from 'pino';

/** The bytes that a pipe takes in one piece: processes that share one do not write into each other's lines. */
const PIECE = 4096;
const LONGEST_WAIT_MS = 1_000;
const WARN = 40;

class LogLines implements DestinationStream {
  /** pino notes the level of a line before it writes it. */
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

/** Lines for standard output, one of it in a process, which writes the last of them as it exits. */
export function standardOutput(): DestinationStream {
  if (ours === undefined) {
    const lines = new LogLines(pino.destination({ dest: 1, sync: true }));
    process.on('exit', () => lines.flush());
    ours = lines;
  }
  return ours;
}
