/** Writes a repeated warning once instead of thousands of times while something is away. */
import type { LoggerOptions } from 'pino';
import { isUnavailable } from '@/server/platform/errors';

const WINDOW_MS = 10_000;

interface Warning {
  at: number;
  /** The number of lines since then that were kept quiet. */
  repeated: number;
}

/**
 * Of equal lines that say that the database is away, writes only the first in ten seconds; the next one that is written
 * has the number of the skipped ones (`repeated`). All other lines are written.
 * @param now milliseconds
 */
export function rareWarnings(now: () => number = () => performance.now()): NonNullable<LoggerOptions['hooks']> {
  const warnings = new Map<string, Warning>();
  return {
    logMethod(given, write) {
      const [about, words] = given as unknown as [about: unknown, words: unknown];
      if (!isOfAway(about) || typeof words !== 'string') return write.apply(this, given);
      const last = warnings.get(words);
      if (last !== undefined && now() - last.at < WINDOW_MS) {
        last.repeated++;
        return;
      }
      warnings.set(words, { at: now(), repeated: 0 });
      const repeated = last?.repeated ?? 0;
      if (repeated > 0) write.apply(this, [{ ...about, repeated }, words] as unknown as typeof given);
      else write.apply(this, given);
    },
  };
}

const isOfAway = (about: unknown): about is { err: unknown } =>
  typeof about === 'object' && about !== null && 'err' in about && isUnavailable(about.err);
