/**
 * The actions of the unsubscribe page, for anybody who has one of our links
 * (docs/contract/broadcasts.md#unsubscribe-links). A link stands for one address in one workspace.
 */
import type { Database } from '@/server/platform/db/client';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { Visitor } from '@/server/platform/lib/visitor';
import type { UnsubscribeLink } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import type { Origin } from '@/server/modules/audience/contacts/consents';
import { holdsForContact, suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';

interface Row {
  recipient: string;
  brand: string;
  reason: string | null;
}

const findRecipient = workspaceStatement<Row, [messageId: string]>(
  'broadcasts.unsubscribe-recipient',
  `SELECT m.recipient, a.name AS brand, s.reason FROM "MarketingMessage" m JOIN "Account" a ON a.id = m."accountId"
   LEFT JOIN "Contact" c ON c."accountId" = $1 AND c.id = m."contactId" AND c.email = m.recipient
   LEFT JOIN "Suppression" s ON s."accountId" = $1 AND s.family = 'email' AND s.address = m.recipient AND ${holdsForContact('s', 'c', `'email'`)}
   WHERE m."accountId" = $1 AND m.id = $2`,
);

const open = (database: Database, { accountId }: UnsubscribeLink, now: Date): WorkspaceDb =>
  systemDb(database, accountId, now);

/** The person with the link, as the ledger of consent records them. */
export const holderOf = ({ messageId }: UnsubscribeLink, { ip, userAgent }: Visitor): Origin => ({
  by: 'recipient',
  source: { messageId, ip, userAgent },
});

/** `s•••@example.com`: a person who was forwarded an e-mail does not learn the address from its link. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '•••' : `${address.slice(0, 1)}•••${address.slice(at)}`;
}

export interface Subscription {
  /** stopped: opted out for a reason that the recipient cannot undo here, such as a bounce. */
  kind: 'ask' | 'done' | 'stopped';
  brand: string;
  /** Masked. */
  address: string;
}

/** Returns the current state; null when the message does not exist any more. */
export async function findSubscription(
  database: Database,
  link: UnsubscribeLink,
  now: Date,
): Promise<Subscription | null> {
  const [row] = await open(database, link, now).rows(findRecipient, link.messageId);
  if (row === undefined) return null;
  const undoable = row.reason === 'recipient' || row.reason === 'merchant';
  return {
    kind: row.reason === null ? 'ask' : undoable ? 'done' : 'stopped',
    brand: row.brand,
    address: maskedAddress(row.recipient),
  };
}

/** Opts the address out, for every contact of the workspace with this address. Safe to repeat. */
export async function unsubscribe(
  database: Database,
  link: UnsubscribeLink,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  const db = open(database, link, now);
  const [row] = await db.rows(findRecipient, link.messageId);
  if (row !== undefined)
    await suppress(db, { family: 'email', address: row.recipient, reason: 'recipient' }, holderOf(link, visitor));
}

/** Undoes the opt-out. Never removes a suppression by a bounce or a complaint. Safe to repeat. */
export async function subscribeAgain(
  database: Database,
  link: UnsubscribeLink,
  visitor: Visitor,
  now: Date,
): Promise<void> {
  const db = open(database, link, now);
  const [row] = await db.rows(findRecipient, link.messageId);
  if (row !== undefined) await unsuppress(db, { family: 'email', address: row.recipient }, holderOf(link, visitor));
}
