/**
 * Access tokens that are asked for beside the messages, kept in memory until shortly before they lapse. Those who ask
 * at the same time share one request. What was refused is not kept.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  NotSentError,
  OutcomeUnknownError,
  type Outcome,
  type Transport,
  type VendorAnswer,
  type VendorRequest,
} from '@/server/platform/vendors/provider';

export type Token = { token: string; forSeconds: number } | { refused: Outcome };

const MOST_TOKENS = 1_000;
/** A token is renewed this long before its end, so that it does not lapse during a request. */
const MARGIN_SECONDS = 60;

export class TokenCache {
  private readonly entries = new LRUCache<string, Promise<Token>>({ max: MOST_TOKENS, ttlResolution: 0 });

  /** @param of everything that the token depends on; kept as a hash */
  async get(of: readonly string[], load: () => Promise<Token>): Promise<Token> {
    const key = keyOf(of);
    const held = this.entries.get(key);
    if (held !== undefined) return await held;
    const asked = load();
    this.entries.set(key, asked);
    let lastsMs = 0;
    try {
      const token = await asked;
      if ('token' in token) lastsMs = (token.forSeconds - MARGIN_SECONDS) * 1000;
      return token;
    } finally {
      // Unless it was forgotten meanwhile.
      if (this.entries.peek(key) === asked) {
        if (lastsMs > 0) this.entries.set(key, asked, { ttl: lastsMs });
        else this.entries.delete(key);
      }
    }
  }

  /** For a token that the vendor no longer takes. */
  forget(of: readonly string[]): void {
    this.entries.delete(keyOf(of));
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
