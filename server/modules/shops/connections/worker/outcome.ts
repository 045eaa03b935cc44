/** Decides how a run goes on after a failed page. Pure, so that tests cover every case. */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { ASK_AGAIN_MS } from '@/server/modules/shops/connections/refusals';
import { ShopAnswerError, ShopBusyError, ShopGoneError, ShopRefusedError } from '@/server/modules/shops/adapters/store';

/**
 * The waits of a run after failed pages, in milliseconds; after the last of them it has failed, half an hour after the
 * first.
 */
export const AGAIN_AFTER_MS = [MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS] as const;
/** The shop may not make us wait for longer than this at once. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;

export type Interruption =
  /** The shop asked us to wait. */
  | { kind: 'wait'; afterMs: number }
  /** The shop refuses our credentials, or the thing to read is gone: the integration is at fault, not the run. */
  | { kind: 'refused'; reason: string; afterMs: number }
  | { kind: 'again'; reason: string; afterMs: number }
  | { kind: 'failed'; reason: string };

/**
 * @param attempts pages in a row that failed before this one
 * @returns null for an error that is not the shop's fault
 */
export function interruptionOf(error: unknown, attempts: number): Interruption | null {
  if (error instanceof ShopBusyError)
    return { kind: 'wait', afterMs: Math.min(Math.max(error.afterMs, 0), LONGEST_WAIT_MS) };
  if (error instanceof ShopRefusedError || error instanceof ShopGoneError)
    return { kind: 'refused', reason: error.message, afterMs: ASK_AGAIN_MS };
  const isShops =
    error instanceof ShopAnswerError || error instanceof NotSentError || error instanceof OutcomeUnknownError;
  if (!isShops) return null;
  const afterMs = AGAIN_AFTER_MS[attempts];
  return afterMs === undefined
    ? { kind: 'failed', reason: error.message }
    : { kind: 'again', reason: error.message, afterMs };
}
