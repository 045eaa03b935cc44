/**
 * STOP and START (docs/contract/inbox.md#stop): an opt-out of an address or a handle applies to every contact and every
 * conversation with it.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Family } from '@/server/platform/vendors/provider-ids';
import { recipientOf } from '@/server/platform/vendors/recipient';
import { asParameters, recordsConsent, withBefore, type Origin } from '@/server/modules/audience/contacts/consents';
import { applyOptOuts, endRecipients } from '@/server/modules/audience/contacts/suppress';
import { namesOf } from '@/server/modules/audience/contacts/whatsapp-people';
import type { AuthorKind } from '@/server/modules/messaging/inbox/vocabulary';
import { firesInside } from '@/server/platform/outbox/publish-trigger';

/** A request of a person, by a word or by the vendor's own switch. */
export interface Asked {
  recipient: string;
  at: Date;
  asked: 'stop' | 'start';
}

/** Notes the request in the conversation. A word older than the last one changes nothing. */
const note = workspaceStatement<
  { address: string; asked: 'stop' | 'start' },
  [family: string, asked: string, now: Date, authorKind: AuthorKind, authorId: string | null]
>(
  'inbox.note-words',
  `WITH reported AS (SELECT * FROM jsonb_to_recordset($3::jsonb) AS t(address text, asked text, at timestamptz)), moved AS (
     UPDATE "Conversation" v SET "stoppedAt" = CASE t.asked WHEN 'stop' THEN t.at END, "startedAt" = CASE t.asked
       WHEN 'start' THEN t.at ELSE v."startedAt" END, "mayWantToStopAt" = CASE
       WHEN v."mayWantToStopAt" > t.at THEN v."mayWantToStopAt" END, "updatedAt" = $4::timestamptz
     FROM reported t WHERE v."accountId" = $1 AND v.family = $2 AND (v.address = t.address OR v."userId" = t.address)
       AND CASE t.asked WHEN 'stop' THEN t.at >= coalesce(v."startedAt", '-infinity')
         AND t.at > coalesce(v."stoppedAt", '-infinity') ELSE v."stoppedAt" <= t.at END
     RETURNING v.id, v."channelId", v.address, t.asked, t.at
   ), events AS (
     INSERT INTO "InboxMessage" ("accountId", "conversationId", "channelId", direction, kind, text, "authorKind",
       "authorId", at, sequence, "createdAt")
     SELECT $1, m.id, m."channelId", 'event', 'text', CASE m.asked WHEN 'stop' THEN 'stopped'
       ELSE 'started' END, $5, $6, m.at,
       coalesce((SELECT max(w.sequence) + 1 FROM "InboxMessage" w
         WHERE w."accountId" = ${THIS_WORKSPACE} AND w."conversationId" = m.id AND w.at = m.at), 0), $4::timestamptz
         FROM moved m ORDER BY m.id
   )
   SELECT m.address, m.asked FROM moved m`,
);

type Handles = [family: string, handles: readonly string[], now: Date, by: string, source: string];
const CONSENTS = recordsConsent(withBefore('gone', THIS_WORKSPACE), { at: '$4', by: '$5', source: '$6' });

const unsubscribeHandles = workspaceStatement<never, Handles>(
  'inbox.unsubscribe-handles',
  `WITH gone AS (
     UPDATE "Contact" c SET subscriptions = c.subscriptions || jsonb_build_object($2::text, 'unsubscribed'),
       "updatedAt" = $4::timestamptz
     WHERE c."accountId" = $1 AND c."socialHandles"->>$2::text = ANY ($3::text[])
       AND c.subscriptions->>$2::text IS DISTINCT FROM 'unsubscribed' RETURNING c.id, c.subscriptions
   ), consents AS (${CONSENTS}) ${firesInside(
     'unsubscribed',
     `SELECT g.id AS "contactId",
     jsonb_build_object('family', $2::text) AS data FROM gone g`,
     '$4',
   )}`,
);
/**
 * Resubscribes contacts with these handles. An opt-out by the merchant looks the same as one of the person, so it ends
 * too.
 */
const subscribeHandles = workspaceStatement<never, Handles>(
  'inbox.subscribe-handles',
  `WITH gone AS (
     UPDATE "Contact" c SET subscriptions = c.subscriptions || jsonb_build_object($2::text, 'subscribed'),
       "updatedAt" = $4::timestamptz
     WHERE c."accountId" = $1 AND c."socialHandles"->>$2::text = ANY ($3::text[])
       AND c.subscriptions->>$2::text = 'unsubscribed' RETURNING c.id, c.subscriptions
   ) ${CONSENTS}`,
);

/** Families whose addresses belong to a person beyond the channel. */
const isPhone = (family: Family): family is 'sms' | 'whatsapp' => family === 'sms' || family === 'whatsapp';

/** The origin of an opt-out for the ledger: a stop word, or the vendor's own switch, which counts as a stop word. */
const ORIGINS: Readonly<Record<Asked['asked'], Origin>> = {
  stop: { by: 'stop_word', source: { word: 'stop' } },
  start: { by: 'stop_word', source: { word: 'start' } },
};

/** The person whose words count: the sender, or the colleague or program that read the request in a message. */
export interface Speaker {
  author: { kind: AuthorKind; id: string | null };
  origins: Readonly<Record<Asked['asked'], Origin>>;
}
const THEMSELVES: Speaker = { author: { kind: 'person', id: null }, origins: ORIGINS };

/** Called under the workspace's contact lock. */
export async function applyWords(
  tx: StatementTx,
  family: Family,
  words: readonly Asked[],
  { author, origins }: Speaker = THEMSELVES,
): Promise<void> {
  const inOrder = words
    .filter(({ recipient }) => recipient !== '' && !recipient.includes('\0'))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  // One after the other: what is asked last holds.
  for (const { recipient: address, asked, at } of inOrder) {
    const origin = asParameters(origins[asked]);
    const moved = await tx.rows(note, family, JSON.stringify([{ address, asked, at }]), tx.now, author.kind, author.id);
    if (isPhone(family)) await applyToPhone(tx, family, address, asked, at, origins[asked]);
    else if (asked === 'stop') await tx.rows(unsubscribeHandles, family, [address], tx.now, ...origin);
    else if (moved.length > 0) await tx.rows(subscribeHandles, family, [address], tx.now, ...origin);
  }
}

async function applyToPhone(
  tx: StatementTx,
  family: 'sms' | 'whatsapp',
  address: string,
  asked: Asked['asked'],
  at: Date,
  origin: Origin,
): Promise<void> {
  const named = recipientOf(family, address);
  if (named === undefined) return;
  // WhatsApp knows a person by number and by id: what is said by one name holds for the other.
  for (const name of family === 'whatsapp' ? await namesOf(tx, named.address) : [named.address]) {
    const place = { family, address: name };
    if (asked === 'start') await endRecipients(tx, place, at, origin);
    else {
      const suppressed = { ...place, reason: 'recipient' as const, at };
      await applyOptOuts(tx, { begun: [suppressed], closed: [suppressed] }, origin);
    }
  }
}
