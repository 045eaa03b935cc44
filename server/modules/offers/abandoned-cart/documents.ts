/**
 * `/api/v1/abandoned-cart/unsubscribe` as a document. As the contract says, opening the link opts the buyer out at
 * once, and the page offers to undo that.
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
 * The actions of the unsubscribe page (docs/contract/abandoned-cart.md#unsubscribe-page). Whoever has the link acts for
 * one e-mail address in one workspace.
 */
const findBrand = workspaceStatement<{ brand: string }>(
  'abandoned-cart.brand',
  `SELECT a.name AS brand FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

/** `look` changes nothing and answers like `stop`. */
type ConsentChoice = 'look' | 'stop' | 'resume';

interface Buyer {
  /** ask: may be reminded. done: may not. */
  kind: 'ask' | 'done';
  brand: string;
  /** Masked. */
  address: string;
}

/**
 * Applies the choice and returns the resulting state; null when the workspace does not exist. Safe to repeat. @param
 * link.email in lower case
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

/**
 * Returns the choice of a request. HEAD changes nothing, because mail programs check links with HEAD without opening
 * them.
 */
function consentChoiceOf(call: DocumentCall): ConsentChoice {
  if (call.method === 'HEAD') return 'look';
  return call.method === 'POST' && wantsBack(call) ? 'resume' : 'stop';
}

/** A parameter that is sent twice arrives as an array and is refused; no real link has one. */
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
