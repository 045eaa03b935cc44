/**
 * Nonces of OAuth that have been used (docs/contract/channels.md#oauth). They belong to no workspace, so no workspace's
 * handle reaches them.
 */
import type { Database } from '@/server/platform/db/client';

const SPEND = {
  name: 'oauth.spend-nonce',
  text: 'INSERT INTO "OAuthNonce" (nonce, "expiresAt") VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/**
 * Uses a nonce up.
 * @param expiresAt from when its state would be refused anyway, so that it need not be remembered any longer.
 * @returns false when it was used before, also by a request of this very moment.
 */
export async function spendNonce({ pool }: Database, nonce: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query({ ...SPEND, values: [nonce, expiresAt] });
  return rowCount === 1;
}

/** Forgets those that have lapsed. Run by the worker. */
export async function pruneNonces({ pool }: Database, now: Date): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM "OAuthNonce" WHERE "expiresAt" <= $1', [now]);
  return rowCount ?? 0;
}
