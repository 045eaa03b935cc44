/** Code that all conversions share, whoever gets them: what is sent of a purchase, and what an answer means. */
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

/** The known facts of one event. */
export interface EventFacts {
  eventId: string;
  isTest: boolean;
  /** In the smallest unit; null, as the currency, for a test only. */
  value: number | null;
  currency: string | null;
  emailHash: string | null;
  customerId: string | null;
  occurredAt: Date;
}

/** The outcome of each event of the request, as the vendor's answer decides it. */
export type Verdict =
  | { kind: 'sent'; code: number; words: string }
  /** Worth trying again: the vendor knows the event by its id, so that coming twice does no harm. */
  | { kind: 'retry'; code: number | null; words: string; afterMs?: number }
  /** `ofOneEvent`: a whole request is refused for one bad event in it, and nobody says for which. */
  | { kind: 'refused'; code: number | null; words: string; ofOneEvent: boolean };

const LONGEST_WORDS = 500;
/** The length below which a secret guards nothing, and blotting it out would eat the vendor's words. */
const SHORTEST_SECRET = 6;

/** The answer as it may be stored and shown: without secrets, on one line, cut to length. */
export function storable(words: string, secrets: readonly (string | null)[]): string {
  let text = words;
  for (const secret of secrets) {
    if (secret !== null && secret.length >= SHORTEST_SECRET)
      for (const spelling of spellingsOf(secret)) text = text.replaceAll(spelling, '…');
  }
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\s]+/g, ' ').trim();
  return (line.length > LONGEST_WORDS ? `${line.slice(0, LONGEST_WORDS - 1)}…` : line).toWellFormed();
}

/** Returns the verdict on a request without an answer. The transport's words hold no secrets. */
export function verdictOfFailure(error: unknown): Verdict {
  if (error instanceof NotSentError && error.final)
    return { kind: 'refused', code: null, words: error.message, ofOneEvent: false };
  return {
    kind: 'retry',
    code: null,
    words:
      error instanceof NotSentError || error instanceof OutcomeUnknownError
        ? error.message
        : 'The connection broke off.',
  };
}
