/**
 * Used nonces of OAuth (docs/contract/channels.md#oauth). They belong to no workspace, so no workspace's handle reaches
 * them.
 */
import type { Database } from '@/server/platform/db/client';

const SPEND = {
  name: 'oauth.spend-nonce',
  text: 'INSERT INTO "OAuthNonce" (nonce, "expiresAt") VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/**
 * Marks a nonce as used.
 * @param expiresAt when its state expires anyway, so that the nonce can be deleted
 * @returns false when it was used before, also by a parallel request
 */
export async function spendNonce({ pool }: Database, nonce: string, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await pool.query({ ...SPEND, values: [nonce, expiresAt] });
  return rowCount === 1;
}

/** Deletes expired nonces. The worker runs it. */
export async function pruneNonces({ pool }: Database, now: Date): Promise<number> {
  const { rowCount } = await pool.query('DELETE FROM "OAuthNonce" WHERE "expiresAt" <= $1', [now]);
  return rowCount ?? 0;
}
