/**
 * POST /events (docs/contract/events.md#telling): a few statements in one transaction, for any number of events. The
 * first statement finds the new ids; the last stores their events with their contacts.
 */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { createHash } from 'node:crypto';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { contactOfCustomer, contactOfEmail } from '@/server/modules/audience/contacts/find';
import { keptSince } from '@/server/platform/lib/retention';
import { onShopperEvents, type KeptEvent } from '@/server/modules/audience/events/event-hooks';
import type { EventInput, Sent } from '@/server/modules/audience/events/schema';
import { MOST_AHEAD_HOURS, type EventRefusal } from '@/server/modules/audience/events/vocabulary';

/** The bytes of the SHA-256 of an id that are kept: no two ids of anybody's will ever share them. */
const KEY_BYTES = 16;

/**
 * Claims ids in the order of their keys: calls with the same ids wait for each other in one order, and the later call
 * finds them as duplicates.
 */
const claimIds = workspaceStatement<{ key: string }, [keys: string[], ats: Date[]]>(
  'events.claim-ids',
  `INSERT INTO "ShopperEventKey" AS k ("accountId", key, at)
   SELECT $1, decode(i.key, 'hex'), i.at FROM unnest($2::text[], $3::timestamptz[]) AS i(key, at)
     ORDER BY i.key COLLATE "C"
   ON CONFLICT DO NOTHING RETURNING encode(k.key, 'hex') AS key`,
);

/**
 * Stores events with their contact: the newest contact with the e-mail, else the contact whose externalRef is the
 * customer id. With a contact, the event keeps neither e-mail nor customer id. The contacts are locked until the events
 * are stored, so that an erasure or a merge either finds these events or has removed the contact before. They are
 * locked in the order of ids, like in a merge.
 */
const keep = workspaceStatement<
  { id: string; contactId: string },
  [
    ids: string[],
    names: string[],
    ats: Date[],
    customerIds: (string | null)[],
    emails: (string | null)[],
    properties: string[],
    now: Date,
    asked: string[],
  ]
>(
  'events.keep',
  `WITH reported AS MATERIALIZED (
     SELECT i.*, coalesce(${contactOfEmail('i.email')}, ${contactOfCustomer('i."customerId"')}) AS "contactId"
     FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[]) AS i(id, name, at,
       "customerId", email, properties)),
   held AS MATERIALIZED (
     SELECT p.id FROM (SELECT DISTINCT t."contactId" AS id FROM reported t ORDER BY 1) d
     CROSS JOIN LATERAL (SELECT c.id FROM "Contact" c
       WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = d.id OFFSET 0 FOR KEY SHARE) p),
   kept AS (
     INSERT INTO "ShopperEvent" AS e ("accountId", id, name, at, "contactId", "customerId", email, properties,
       "createdAt")
     SELECT $1, t.id, t.name, t.at, h.id, CASE WHEN h.id IS NULL THEN t."customerId" END, CASE
       WHEN h.id IS NULL THEN t.email END, t.properties::jsonb, $8::timestamptz
     FROM reported t LEFT JOIN held h ON h.id = t."contactId"
     RETURNING e.id, e.name, e."contactId")
   SELECT k.id, k."contactId" FROM kept k WHERE k."contactId" IS NOT NULL AND k.name = ANY ($9::text[])`,
);

const refusalOf = (at: Date, now: Date): EventRefusal | null =>
  at < keptSince('events', now)
    ? 'TOO_OLD'
    : at.getTime() > now.getTime() + MOST_AHEAD_HOURS * HOUR_MS
      ? 'IN_FUTURE'
      : null;

/**
 * Stores events. Safe to repeat: an event that was reported before is a duplicate, whatever it contains. @returns how
 * many events of the call were stored
 */
export async function storeEvents(db: WorkspaceDb, events: readonly EventInput[]): Promise<Sent> {
  const errors: Sent['errors'] = [];
  const byKey = new Map<string, EventInput>();
  for (const event of events) {
    const reason = refusalOf(event.at, db.now);
    if (reason !== null) errors.push({ id: event.id, reason });
    else if (!byKey.has(keyOf(event.id)))
      // What lies ahead happened now: a shop's clock is fast, and no segment looks into the future.
      byKey.set(keyOf(event.id), event.at > db.now ? { ...event, at: db.now } : event);
  }
  const accepted = byKey.size === 0 ? 0 : await keepNew(db, byKey);
  return { accepted, duplicates: events.length - errors.length - accepted, errors };
}

/** The key in hex, in the order in which PostgreSQL compares bytes. */
const keyOf = (id: string): string =>
  createHash('sha256')
    .update(id)
    .digest('hex')
    .slice(0, 2 * KEY_BYTES);

function keptEvents(events: readonly EventInput[], kept: readonly { id: string; contactId: string }[]): KeptEvent[] {
  const contacts = new Map(kept.map(({ id, contactId }) => [id, contactId]));
  return events.flatMap(({ id, name, at, properties = {} }) => {
    const contactId = contacts.get(id);
    return contactId === undefined ? [] : [{ id, name, at, properties, contactId }];
  });
}

async function keepNew(db: WorkspaceDb, newEvents: ReadonlyMap<string, EventInput>): Promise<number> {
  return await db.transaction(async (tx) => {
    const claimed = await tx.rows(
      claimIds,
      [...newEvents.keys()],
      [...newEvents.values()].map(({ at }) => at),
    );
    const fresh = claimed.flatMap(({ key }) => newEvents.get(key) ?? []);
    if (fresh.length === 0) return 0;
    const followers = await onShopperEvents.run(tx);
    const kept = await tx.rows(
      keep,
      fresh.map(({ id }) => id),
      fresh.map(({ name }) => name),
      fresh.map(({ at }) => at),
      fresh.map(({ customerId }) => customerId ?? null),
      fresh.map(({ email }) => email ?? null),
      fresh.map(({ properties }) => JSON.stringify(properties ?? {})),
      tx.now,
      [...new Set(followers.flatMap(({ names }) => [...names]))],
    );
    const events = keptEvents(fresh, kept);
    for (const follower of followers) await follower.follow(events.filter(({ name }) => follower.names.has(name)));
    return fresh.length;
  });
}
