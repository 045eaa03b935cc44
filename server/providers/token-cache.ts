/**
 * Access tokens that are asked for beside the messages, kept in memory until shortly before they lapse. Those who ask
 * at the same time share one request. What was refused is not kept.
 */
import { createHash } from 'node:crypto';
import {
  NotSentError,
  OutcomeUnknownError,
  type Outcome,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/providers/provider';

export type Token = { token: string; forSeconds: number } | { refused: Outcome };

const MOST_TOKENS = 1_000;
/** Before the end, so that a token does not lapse under way. */
const MARGIN_SECONDS = 60;

export class TokenCache {
  private readonly entries = new Map<string, { token: Promise<Token>; until: number }>();

  /** @param of everything that the token depends on; kept as a hash */
  async get(of: readonly string[], load: () => Promise<Token>): Promise<Token> {
    const key = keyOf(of);
    const held = this.entries.get(key);
    if (held !== undefined && held.until > performance.now()) return await held.token;
    if (this.entries.size >= MOST_TOKENS) this.entries.clear();
    const entry = { token: load(), until: Number.POSITIVE_INFINITY };
    this.entries.set(key, entry);
    try {
      const token = await entry.token;
      if ('refused' in token) this.drop(key, entry);
      else entry.until = performance.now() + (token.forSeconds - MARGIN_SECONDS) * 1000;
      return token;
    } catch (error) {
      this.drop(key, entry);
      throw error;
    }
  }

  /** For a token that the vendor no longer takes. */
  forget(of: readonly string[]): void {
    this.entries.delete(keyOf(of));
  }

  private drop(key: string, entry: object): void {
    if (this.entries.get(key) === entry) this.entries.delete(key);
  }
}

const keyOf = (of: readonly string[]): string => createHash('sha256').update(JSON.stringify(of)).digest('base64url');

/**
 * A request that is no message. When its outcome is unknown, the message was surely not sent.
 * @throws NotSentError
 */
export async function askAside(transport: Transport, request: VendorRequest): Promise<VendorAnswer> {
  try {
    return await transport.request(request);
  } catch (error) {
    throw error instanceof OutcomeUnknownError ? new NotSentError(error.message) : error;
  }
}

/** The outcome for a message whose token was not given: as the answer reads, but never unknown. */
export const refusedBy = (outcome: Outcome): { refused: Outcome } => ({
  refused: outcome.kind === 'unknown' ? { kind: 'retry', reason: outcome.reason } : outcome,
});
