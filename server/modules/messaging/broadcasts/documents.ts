/** `/u/<token>` as a document: works without JavaScript, in English or Indonesian; GET changes nothing. */
import type { Document } from '@/server/platform/pages/document';
import { formOf, showUnsubscribe, wantsBack } from '@/server/modules/messaging/broadcasts/pages/unsubscribe-answer';
import { visitorOf } from '@/server/platform/lib/visitor';
import { findPreferences, savePreferences, type Choice } from '@/server/modules/messaging/broadcasts/preferences';
import { findSubscription, subscribeAgain, unsubscribe } from '@/server/modules/messaging/broadcasts/unsubscribe';
import { readUnsubscribeToken } from '@/server/modules/messaging/broadcasts/unsubscribe-token';

const choiceIn = (form: URLSearchParams, name: string): Choice => ({
  shown: new Set(form.getAll(name)),
  on: new Set(form.getAll(`${name}On`)),
});

export const unsubscribeDocument: Document = async (call) => {
  const { services, params, method, now } = call;
  const { database, settings } = services;
  const link = readUnsubscribeToken(settings.unsubscribeSecret, params.token ?? '');
  if (link === null) return showUnsubscribe('marketing', call, 404, { kind: 'unknown' });
  const form = method === 'POST' ? formOf(call) : null;
  const isChoice = form?.get('preferences') === '1';
  if (form !== null && isChoice)
    await savePreferences(
      database,
      link,
      { families: choiceIn(form, 'family'), lists: choiceIn(form, 'list') },
      visitorOf(call),
      now,
    );
  else if (method === 'POST')
    await (wantsBack(call) ? subscribeAgain : unsubscribe)(database, link, visitorOf(call), now);
  const [found, preferences] = await Promise.all([
    findSubscription(database, link, now),
    findPreferences(database, link, now),
  ]);
  if (found === null) return showUnsubscribe('marketing', call, 404, { kind: 'unknown' });
  const choices =
    preferences === null
      ? undefined
      : {
          families: preferences.families.filter(({ isClosed }) => !isClosed),
          lists: preferences.lists,
          isSaved: isChoice,
        };
  return showUnsubscribe('marketing', call, 200, { ...found, choices });
};
