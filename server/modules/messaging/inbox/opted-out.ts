/** The opt-out of a person who writes to the inbox, and its time (docs/contract/inbox.md#answering-who-opted-out). */
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import { holdsForContact } from '@/server/modules/audience/contacts/suppress';

/** SQL: suppressions of the address of a conversation `v`, if they also hold for its contact. */
const suppressionOf = (v: string): string =>
  `FROM "Suppression" s LEFT JOIN "Contact" k ON k."accountId" = ${THIS_WORKSPACE} AND k.id = ${v}."contactId"
   WHERE s."accountId" = ${THIS_WORKSPACE} AND s.family = ${v}.family AND s.address IN (${v}.address, ${v}."userId") AND ${holdsForContact('s', 'k', `${v}.family`)}`;
const unsubscribedContact = (v: string): string =>
  `FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = ${v}."contactId"
    AND c.subscriptions->>${v}.family = 'unsubscribed'`;

/** SQL: the person has opted out, in this conversation or as a contact. */
export const optedOutOf = (v: string): string =>
  `(${v}."stoppedAt" IS NOT NULL OR EXISTS (SELECT ${suppressionOf(v)}) OR EXISTS (SELECT ${unsubscribedContact(v)}))`;

/**
 * SQL: a colleague may answer a person who opted out, at `now`: the person wrote after opting out, within 24 hours, and
 * not a stop word. Never after a hard bounce or a complaint. An opt-out stored on the contact has no time: it counts as
 * older.
 */
export const mayBeAnswered = (v: string, now: string): string =>
  `(${v}."lastWordsAt" > ${now}::timestamptz - interval '24 hours'
    AND ${v}."lastWordsAt" > coalesce(${v}."stoppedAt", '-infinity')
    AND NOT EXISTS (SELECT ${suppressionOf(v)}
      AND (s.reason IN ('bounce', 'complaint') OR s."createdAt" >= ${v}."lastWordsAt")))`;
