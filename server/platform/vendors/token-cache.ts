/**
 * Access tokens, requested apart from messages and kept in memory until shortly before they expire. Parallel callers
 * share one request. A refusal is not kept.
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
/** The seconds before its expiry at which a token is renewed, so that it does not expire during a request. */
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

  /** Drops a token that the vendor no longer accepts. */
  forget(of: readonly string[]): void {
    this.entries.delete(keyOf(of));
  }
}

const keyOf = (of: readonly string[]): string => createHash('sha256').update(JSON.stringify(of)).digest('base64url');

/**
 * Sends a request that is no message. Even if its outcome is unknown, the message was surely not sent.
 * @throws NotSentError
 */
export async function askAside(transport: Transport, request: VendorRequest): Promise<VendorAnswer> {
  try {
    return await transport.request(request);
  } catch (error) {
    throw error instanceof OutcomeUnknownError ? new NotSentError(error.message) : error;
  }
}

/** Returns the outcome for a message without a token: as the answer says, but never unknown. */
export const refusedBy = (outcome: Outcome): { refused: Outcome } => ({
  refused: outcome.kind === 'unknown' ? { kind: 'retry', reason: outcome.reason } : outcome,
});
