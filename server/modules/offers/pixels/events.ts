/** Code for all vendors of conversions: the facts that are sent about a purchase, and the meanings of an answer. */
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { spellingsOf } from '@/server/platform/vendors/secret-spellings';

/** The facts of one event. */
export interface EventFacts {
  eventId: string;
  isTest: boolean;
  /** The value in the smallest unit; value and currency are null only for a test. */
  value: number | null;
  currency: string | null;
  emailHash: string | null;
  customerId: string | null;
  occurredAt: Date;
}

/** The outcome for each event of a request, by the vendor's answer. */
export type Verdict =
  | { kind: 'sent'; code: number; words: string }
  /** A repeat may help, and does no harm, because the vendor recognises the event by its id. */
  | { kind: 'retry'; code: number | null; words: string; afterMs?: number }
  /** `ofOneEvent`: the vendor refused the whole request for one bad event, and does not say which. */
  | { kind: 'refused'; code: number | null; words: string; ofOneEvent: boolean };

const LONGEST_WORDS = 500;
/** The length below which a secret protects nothing, and removing it would damage the vendor's words. */
const SHORTEST_SECRET = 6;

/** Makes an answer safe to store and show: without secrets, on one line, cut to length. */
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
