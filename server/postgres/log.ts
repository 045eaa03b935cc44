/** The embedded PostgreSQL's log file, of bounded size. */
import fs from 'node:fs';

const LIMIT = 10 * 1024 * 1024;
const CHECK_EVERY = 60_000;

/**
 * Opens the log for a PostgreSQL to write to. When it has grown too large, now or while `watch` runs, it becomes
 * `.old` and begins anew.
 */
export function boundLog(file: string) {
  rotate(file);
  // PostgreSQL appends, so it goes on at the beginning after the file was emptied under it.
  const handle = fs.openSync(file, 'a', 0o600);
  return {
    handle,
    /** The position in the log at which new lines begin. */
    start: fs.fstatSync(handle).size,
    /** Closes our own copy of the handle, once the child has it. */
    release: () => fs.closeSync(handle),
    watch() {
      const timer = setInterval(() => rotate(file), CHECK_EVERY);
      timer.unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}

function rotate(file: string): void {
  try {
    if (fs.statSync(file).size <= LIMIT) return;
    fs.copyFileSync(file, `${file}.old`);
    fs.truncateSync(file);
  } catch {
    // No file yet, or a full disk: a log is not worth stopping for.
  }
}

/** The last line by which PostgreSQL, writing from `start` on, said why it ended. */
export function lastFatalLine(file: string, start: number): string | null {
  try {
    const size = fs.statSync(file).size;
    const text = fs
      .readFileSync(file)
      .subarray(size < start ? 0 : start)
      .toString('utf8');
    const fatal = text
      .split('\n')
      .filter((line) => /\b(FATAL|PANIC|error while loading):/.test(line))
      .at(-1);
    return fatal?.replace(/^.*?\b(FATAL|PANIC):\s*/, '').trim() ?? null;
  } catch {
    return null;
  }
}
