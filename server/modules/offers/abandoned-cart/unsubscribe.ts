/**
 * The unsubscribe page's actions for the holder of a link to it (docs/contract/abandoned-cart.md#unsubscribe-page): it
 * knows one e-mail of one workspace.
 */
import type { Database } from '@/server/platform/db/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import { addSuppression, lift } from '@/server/modules/offers/abandoned-cart/suppressions';
import type { CartLink } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { maskedAddress } from '@/server/modules/messaging/broadcasts/unsubscribe';

const findBrand = workspaceStatement<{ brand: string }>(
  'abandoned-cart.brand',
  `SELECT a.name AS brand FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** look: nothing is to change, but the answer is that of stop. */
export type ConsentChoice = 'look' | 'stop' | 'resume';

export interface Buyer {
  /** ask: may be reminded. done: may not. */
  kind: 'ask' | 'done';
  brand: string;
  /** Masked. */
  address: string;
}

/**
 * Does it, and says how things stand then; null when there is no such workspace. Safe to repeat. @param link.email in
 * lower case
 */
export async function serveBuyer(
  database: Database,
  { accountId, email }: CartLink,
  choice: ConsentChoice,
  now: Date,
): Promise<Buyer | null> {
  const db = systemDb(database, accountId, now);
  const [workspace] = await db.rows(findBrand);
  if (workspace === undefined) return null;
  if (choice === 'stop') await addSuppression(db, email);
  if (choice === 'resume') await lift(db, email);
  return { kind: choice === 'resume' ? 'ask' : 'done', brand: workspace.brand, address: maskedAddress(email) };
}
