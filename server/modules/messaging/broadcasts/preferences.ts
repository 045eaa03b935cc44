/**
 * The choices of a recipient on the page behind our links (docs/contract/broadcasts.md#preferences): each channel by
 * which the contact can be reached, and each public list of the merchant.
 */
import type { Database } from '@/server/platform/db/client';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type StatementTx } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import type { Visitor } from '@/server/platform/lib/visitor';
import { FAMILIES, type Family } from '@/server/platform/vendors/provider-ids';
import { add, remove } from '@/server/modules/audience/contact-lists/members';
import { holderOf } from '@/server/modules/messaging/broadcasts/unsubscribe';
import type { UnsubscribeLink } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import { asParameters, recordsConsent, withBefore, type Origin } from '@/server/modules/audience/contacts/consents';
import { addressOf, type Addresses } from '@/server/modules/audience/contacts/identity';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { applyOptOuts, endOwn, holdsForContact } from '@/server/modules/audience/contacts/suppress';
import { ADDRESS_FAMILIES, type AddressFamily } from '@/server/modules/audience/contacts/vocabulary';

/**
 * Families, and `ads`: purchases reported to ad platforms, which is no channel (docs/contract/pixels.md#conversions).
 */
export type ChosenFamily = Family | 'ads';

export interface Preferences {
  contactId: string;
  /** `isClosed`: a bounce or a complaint closed the family, so the form does not offer it. */
  families: { family: ChosenFamily; isOn: boolean; isClosed: boolean }[];
  lists: { id: string; name: string; isOn: boolean }[];
}

interface Row extends Addresses {
  contactId: string;
  subscriptions: Record<string, unknown>;
  handles: string[];
  closed: string[];
  lists: Preferences['lists'];
}

/**
 * The most lists that the page offers and the contact is not on, by name. Lists that the contact is on are all shown.
 */
const MOST_OFFERED = 200;

/**
 * The choices of the message's contact, if the contact still has the address that the message went to. `lists`: the
 * lists that the form showed, which may differ from the lists that a page shows now; null: the lists that a page shows.
 */
const findChoices = workspaceStatement<Row, [messageId: string, lists: string[] | null]>(
  'broadcasts.preferences',
  `SELECT c.id AS "contactId", c.email, c.phone, c."phoneE164", c.subscriptions,
    ARRAY(SELECT jsonb_object_keys(c."socialHandles")) AS handles,
     ARRAY(SELECT DISTINCT s.family FROM "Suppression" s
       WHERE s."accountId" = ${THIS_WORKSPACE} AND s.reason IN ('bounce', 'complaint')
       AND ((s.family = 'email' AND s.address = c.email)
         OR (s.family IN ('sms', 'whatsapp') AND s.address = c."phoneE164"))
       AND ${holdsForContact('s', 'c', 's.family')}) AS closed,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'isOn', l."isOn") ORDER BY l.name), '[]')
       FROM (
        SELECT o.id, o.name, true AS "isOn" FROM "ContactListMember" k
          JOIN "ContactList" o ON o."accountId" = ${THIS_WORKSPACE} AND o.id = k."listId"
        WHERE k."accountId" = ${THIS_WORKSPACE} AND k."contactId" = c.id AND o.public
          AND ($3::text[] IS NULL OR o.id = ANY ($3::text[]))
        UNION ALL
        (SELECT o.id, o.name, false FROM "ContactList" o
         WHERE o."accountId" = ${THIS_WORKSPACE} AND o.public AND ($3::text[] IS NULL OR o.id = ANY ($3::text[]))
           AND NOT EXISTS (SELECT FROM "ContactListMember" k
             WHERE k."accountId" = ${THIS_WORKSPACE} AND k."listId" = o.id AND k."contactId" = c.id)
         ORDER BY o.name LIMIT CASE WHEN $3::text[] IS NULL THEN ${MOST_OFFERED} END)) l) AS lists
   FROM "MarketingMessage" m JOIN "Contact" c ON c."accountId" = ${THIS_WORKSPACE} AND c.id = m."contactId"
     AND c.email = m.recipient
   WHERE m."accountId" = $1 AND m.id = $2`,
);

const isAddressed = (family: ChosenFamily): family is AddressFamily =>
  ADDRESS_FAMILIES.some((known) => known === family);

function preferencesOf({ contactId, subscriptions, handles, closed, lists, ...addresses }: Row): Preferences {
  const reachable = [...FAMILIES, 'ads' as const].filter((family) =>
    isAddressed(family) ? addressOf(family, addresses) !== null : family in subscriptions || handles.includes(family),
  );
  return {
    contactId,
    lists,
    families: reachable.map((family) => {
      const said = subscriptions[family];
      return { family, isOn: said !== 'unsubscribed' && said !== 'pending', isClosed: closed.includes(family) };
    }),
  };
}

/**
 * Returns the choices of the message's contact. Null when no contact has the address any more, or when there is only
 * e-mail to choose, which the page itself does.
 */
export async function findPreferences(
  database: Database,
  link: UnsubscribeLink,
  now: Date,
): Promise<Preferences | null> {
  const [row] = await systemDb(database, link.accountId, now).rows(findChoices, link.messageId, null);
  if (row === undefined) return null;
  const preferences = preferencesOf(row);
  return preferences.families.length + preferences.lists.length > 1 ? preferences : null;
}

/** Sets a subscription of one contact and records the consent; does nothing if the subscription is already so. */
const say = workspaceStatement<never, [contactId: string, words: string, now: Date, by: string, source: string]>(
  'broadcasts.say',
  `WITH said AS (
     UPDATE "Contact" c SET subscriptions = c.subscriptions || $3::jsonb, "updatedAt" = $4::timestamptz
     WHERE c."accountId" = $1 AND c.id = $2 AND NOT c.subscriptions @> $3::jsonb RETURNING c.id, c.subscriptions)
   ${recordsConsent(withBefore('said', THIS_WORKSPACE), { at: '$4', by: '$5', source: '$6' })}`,
);

/** The submitted form: the choices that it showed, and the choices that were on. */
export interface Choice {
  shown: ReadonlySet<string>;
  on: ReadonlySet<string>;
}

/**
 * Stores the changed choices, all or none, and nothing that the form did not show. Safe to repeat.
 * @param choice families by family, lists by id; choices that no page could have shown are ignored
 */
export async function savePreferences(
  database: Database,
  link: UnsubscribeLink,
  choice: { families: Choice; lists: Choice },
  visitor: Visitor,
  now: Date,
): Promise<void> {
  const origin = holderOf(link, visitor);
  await systemDb(database, link.accountId, now).transaction(async (tx) => {
    await lockContacts(tx);
    const [row] = await tx.rows(findChoices, link.messageId, [...choice.lists.shown]);
    if (row === undefined) return;
    const { contactId, families, lists } = preferencesOf(row);
    for (const { family, isOn, isClosed } of families) {
      const wanted = choice.families.on.has(family);
      if (isClosed || !choice.families.shown.has(family) || wanted === isOn) continue;
      if (isAddressed(family)) await choose(tx, family, addressOf(family, row), wanted, origin);
      // A word of one's own that no opt-out of the address stands behind, such as one that waited to be confirmed.
      const words = JSON.stringify({ [family]: wanted ? 'subscribed' : 'unsubscribed' });
      await tx.rows(say, contactId, words, tx.now, ...asParameters(origin));
    }
    for (const { id, isOn } of lists) {
      const wanted = choice.lists.on.has(id);
      if (wanted === isOn) continue;
      // A list that was deleted a moment ago takes nothing of the rest with it.
      await (wanted ? add(tx, id, [contactId]) : remove(tx, id, contactId)).catch(unlessGone);
    }
  });
}

function unlessGone(error: unknown): void {
  if (!(error instanceof AppError) || error.appCode !== 'NOT_FOUND') throw error;
}

async function choose(
  tx: StatementTx,
  family: AddressFamily,
  address: string | null,
  wanted: boolean,
  origin: Origin,
): Promise<void> {
  if (address === null) return;
  if (wanted) return void (await endOwn(tx, { family, address }, origin));
  const suppressed = { family, address: address.toLowerCase(), reason: 'recipient' as const };
  await applyOptOuts(tx, { begun: [suppressed], closed: [suppressed] }, origin);
}
