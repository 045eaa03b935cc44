/** `/u/<token>` as a document: works without JavaScript, in English or Indonesian; GET changes nothing. */
import type { Document } from '@/server/documents/document';
import { showUnsubscribe, wantsBack } from '@/server/documents/unsubscribe-answer';
import { findSubscription, subscribeAgain, unsubscribe } from '@/server/resources/broadcasts/unsubscribe';
import { readUnsubscribeToken } from '@/server/resources/broadcasts/unsubscribe-token';

export const unsubscribeDocument: Document = async (call) => {
  const { services, params, method, now } = call;
  const { database, settings } = services;
  const link = readUnsubscribeToken(settings.unsubscribeSecret, params.token ?? '');
  if (link === null) return showUnsubscribe('marketing', call, 404, { kind: 'unknown' });
  if (method === 'POST') await (wantsBack(call) ? subscribeAgain : unsubscribe)(database, link, now);
  const found = await findSubscription(database, link, now);
  return found === null
    ? showUnsubscribe('marketing', call, 404, { kind: 'unknown' })
    : showUnsubscribe('marketing', call, 200, found);
};
