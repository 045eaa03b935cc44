/**
 * `/api/v1/abandoned-cart/unsubscribe` as a document. As the contract has it, opening the link opts the buyer out at
 * once, and the page offers to take it back.
 */
import * as z from 'zod';
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { showUnsubscribe, wantsBack } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-answer';
import { idIn } from '@/server/platform/lib/fields';
import { isCartToken, type CartLink } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { emailIn } from '@/server/platform/lib/fields';
import type { Database } from '@/server/platform/db/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb } from '@/server/platform/db/workspace';
import { addSuppression, lift } from '@/server/modules/offers/abandoned-cart/suppressions';
import { maskedAddress } from '@/server/modules/messaging/broadcasts/unsubscribe';

/**
 * The unsubscribe page's actions for the holder of a link to it (docs/contract/abandoned-cart.md#unsubscribe-page): it
 * knows one e-mail of one workspace.
 */
const findBrand = workspaceStatement<{ brand: string }>(
  'abandoned-cart.brand',
  `SELECT a.name AS brand FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** look: nothing is to change, but the answer is that of stop. */
type ConsentChoice = 'look' | 'stop' | 'resume';

interface Buyer {
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
async function serveBuyer(
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

/** HEAD is how mail programs look at a link without opening it. */
function consentChoiceOf(call: DocumentCall): ConsentChoice {
  if (call.method === 'HEAD') return 'look';
  return call.method === 'POST' && wantsBack(call) ? 'resume' : 'stop';
}

/** A parameter that is sent twice comes as an array: nobody's link has that. */
export const linkInput = z.object({ accountId: z.string().min(1), email: z.string().min(1), token: z.string().min(1) });

export const cartUnsubscribeDocument: Document = async (call) => {
  const { services, query, now } = call;
  const refuse = (status: number) => showUnsubscribe('carts', call, status, { kind: 'unknown' });
  const sent = linkInput.safeParse(query);
  if (!sent.success) return refuse(400);
  const { accountId, email, token } = sent.data;
  if (!isCartToken(services.settings.unsubscribeSecret, { accountId, email }, token)) return refuse(401);
  const address = emailIn.safeParse(email);
  if (!address.success) return refuse(400);
  const link = { accountId: idIn.parse(accountId), email: address.data };
  const buyer = await serveBuyer(services.database, link, consentChoiceOf(call), now);
  return buyer === null ? refuse(404) : showUnsubscribe('carts', call, 200, buyer);
};
