/** Reads a file line by line; memory holds one line and the bytes read with it. */
import { createReadStream } from 'node:fs';

export interface Line {
  /** The line's number from 1 on; blank lines count. */
  number: number;
  text: string;
}

/** The longest line in bytes; a longer one is refused. */
const LONGEST = 1024 * 1024;

const NEWLINE = 0x0a;

/** A line cannot be read; `message` begins with the line's number. */
export class LineError extends Error {
  constructor(number: number, why: string) {
    super(`line ${number}: ${why}`);
  }
}

/**
 * Reads lines of UTF-8, ended by LF or CRLF, the last one with or without. Skips a byte order mark and blank lines.
 * @throws LineError for a line that is not UTF-8 or is longer than a megabyte; Error when the file cannot be read
 */
export async function* linesOf(file: string): AsyncGenerator<Line, void> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const line = decode(Buffer.concat([...rest, chunk.subarray(from, at)]), ++number);
      [rest, restBytes, from] = [[], 0, at + 1];
      if (line !== '') yield { number, text: line };
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > LONGEST) throw new LineError(number + 1, 'is longer than 1 MiB');
  }
  const last = decode(Buffer.concat(rest), number + 1);
  if (last !== '') yield { number: number + 1, text: last };
}

function decode(bytes: Buffer, number: number): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
    return text.trim();
  } catch {
    throw new LineError(number, 'is not UTF-8');
  }
}
