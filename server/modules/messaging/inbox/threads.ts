/**
 * Finds or begins the conversations of the people that a vendor reports, and locks them until the end of the
 * transaction.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { Sender } from '@/server/modules/messaging/adapters/channel-message';
import { clipped } from '@/server/platform/lib/text';
import { LONGEST_NAME } from '@/server/modules/messaging/inbox/vocabulary';

export interface Person {
  /** As the vendor tells: a phone, or an id. */
  recipient: string;
  sender?: Sender | undefined;
  /** The time of the person's first message in this report. */
  at: Date;
}

interface Held {
  id: string;
  thread: string;
  userId: string | null;
  address: string;
}

/** In the order of ids, as everybody who locks several. */
const hold = workspaceStatement<Held, [channelId: string, threads: readonly string[], userIds: readonly string[]]>(
  'inbox.hold-threads',
  `SELECT v.id, v."externalThreadId" AS thread, v."userId", v.address FROM "Conversation" v
   WHERE v."accountId" = $1 AND v."channelId" = $2
     AND (v."externalThreadId" = ANY ($3::text[]) OR v."userId" = ANY ($4::text[])
     OR (v.family = 'whatsapp' AND v.address = ANY ($3::text[]))) ORDER BY v.id FOR NO KEY UPDATE`,
);
const begin = workspaceStatement<
  Held,
  [channelId: string, provider: string, family: string, people: string, now: Date]
>(
  'inbox.begin-threads',
  `INSERT INTO "Conversation" ("accountId", "channelId", provider, family, "externalThreadId", "userId", address,
    "lastMessageAt", "createdAt", "updatedAt")
   SELECT $1, $2, $3, $4, p.thread, p."userId", p.address, p.at, $6::timestamptz, $6::timestamptz
     FROM jsonb_to_recordset($5::jsonb) AS p(thread text, "userId" text, address text, at timestamptz) ORDER BY p.thread
   ON CONFLICT DO NOTHING RETURNING id, "externalThreadId" AS thread, "userId", address`,
);
/**
 * Stores the vendor's latest data about a person. A phone number that comes with a user id becomes the address for
 * answers.
 */
const markUnread = workspaceStatement<never, [people: string, now: Date]>(
  'inbox.tell-of-people',
  `UPDATE "Conversation" v SET "senderName" = coalesce(p.name, v."senderName"),
    "senderHandle" = coalesce(p.handle, v."senderHandle"), "userId" = coalesce(v."userId", p."userId"),
    address = coalesce(p.address, v.address),
     searched = left(lower(concat_ws(E'\\n', coalesce(p.name, v."senderName"), coalesce(p.handle, v."senderHandle"),
       coalesce(p.address, v.address), v."externalThreadId")), 1000), "updatedAt" = $3::timestamptz
   FROM jsonb_to_recordset($2::jsonb) AS p(id text, name text, handle text, "userId" text, address text)
   WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = p.id
     AND (v.searched = '' OR (p.name IS NOT NULL AND p.name IS DISTINCT FROM v."senderName")
       OR (p.handle IS NOT NULL AND p.handle IS DISTINCT FROM v."senderHandle")
       OR (p.address IS NOT NULL AND p.address <> v.address) OR (p."userId" IS NOT NULL AND v."userId" IS NULL))`,
);

const isNumber = (recipient: string): boolean => /^\+\d+$/.test(recipient);
const named = (name: string | undefined): string | null => (name === undefined ? null : clipped(name, LONGEST_NAME));

/**
 * Returns the conversation of each recipient. WhatsApp reports a person by a phone number, by an id within the
 * business, or by both. Once both were reported together, either finds the same conversation.
 */
export async function threadsOf(
  tx: StatementTx,
  channel: { id: string; provider: ProviderId },
  people: readonly Person[],
): Promise<Map<string, string>> {
  const { family } = providerEntry(channel.provider);
  const byRecipient = new Map<string, Person>();
  for (const person of people) {
    const known = byRecipient.get(person.recipient);
    const sender = { ...known?.sender, ...person.sender };
    const at = known === undefined || person.at < known.at ? person.at : known.at;
    byRecipient.set(person.recipient, { recipient: person.recipient, sender, at });
  }
  const userIdOf = ({ recipient, sender }: Person): string | null =>
    family !== 'whatsapp' ? null : (sender?.userId ?? (isNumber(recipient) ? null : recipient));
  const latest = [...byRecipient.values()];
  const userIds = latest.flatMap((person) => userIdOf(person) ?? []);
  const held = new Map<string, Held>();
  const byUser = new Map<string, Held>();
  const note = (rows: readonly Held[]): void => {
    for (const row of rows) {
      held.set(row.thread, row);
      if (row.userId !== null) byUser.set(row.userId, row);
      if (family === 'whatsapp' && !held.has(row.address)) held.set(row.address, row);
    }
  };
  const threads = latest.map(({ recipient }) => recipient);
  const find = (person: Person): Held | undefined => held.get(person.recipient) ?? byUser.get(userIdOf(person) ?? '');
  note(await tx.rows(hold, channel.id, threads, userIds));
  let missing = latest.filter((person) => find(person) === undefined);
  if (missing.length > 0) {
    // A number and an id of one person in one batch begin one conversation.
    const rows = new Map(
      missing
        .sort((a, b) => Number(isNumber(b.recipient)) - Number(isNumber(a.recipient)))
        .map((person) => [
          userIdOf(person) ?? person.recipient,
          {
            thread: person.recipient,
            userId: userIdOf(person),
            address: person.sender?.address ?? person.recipient,
            at: person.at,
          },
        ]),
    );
    note(await tx.rows(begin, channel.id, channel.provider, family, JSON.stringify([...rows.values()]), tx.now));
    missing = latest.filter((person) => find(person) === undefined);
    // Somebody else began it in between.
    if (missing.length > 0) note(await tx.rows(hold, channel.id, threads, userIds));
  }
  const news = latest.flatMap((person) => {
    const row = find(person);
    if (row === undefined) return [];
    const address = person.sender?.address ?? (isNumber(person.recipient) ? person.recipient : null);
    const { name, handle } = person.sender ?? {};
    return [{ id: row.id, name: named(name), handle: named(handle), userId: userIdOf(person), address }];
  });
  if (news.length > 0) await tx.rows(markUnread, JSON.stringify(news), tx.now);
  return new Map(
    latest.flatMap((person): [string, string][] => {
      const row = find(person);
      return row === undefined ? [] : [[person.recipient, row.id]];
    }),
  );
}
