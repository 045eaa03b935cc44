/**
 * `/api/v1/abandoned-cart/unsubscribe` as a document. As the contract has it, opening the link opts the buyer out at
 * once, and the page offers to take it back.
 */
import * as z from 'zod';
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { showUnsubscribe, wantsBack } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-answer';
import { idIn } from '@/server/platform/lib/fields';
import { serveBuyer, type ConsentChoice } from '@/server/modules/offers/abandoned-cart/unsubscribe';
import { isCartToken } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { emailIn } from '@/server/platform/lib/fields';

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
