import * as schema from '@/server/modules/audience/events/schema';
import { storeEvents } from '@/server/modules/audience/events/store-events';
import { merchantProcedure, partnerProcedure, router } from '@/server/platform/access/trpc';
import { DAY_MS } from '@/server/platform/lib/durations';
import type * as z from 'zod';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { contactNameSql } from '@/server/modules/audience/contacts/rows';
import { eventNames } from '@/server/modules/audience/events/names';
import type { recentInput, RecentEvents } from '@/server/modules/audience/events/schema';

/** The dashboard's view of events (docs/contract/events.md#dashboard). */
const SPAN_DAYS = 30;
const MOST = 50;
/** The newest events of a name that are counted. A busy shop has millions, which nobody waits for on a page. */
const COUNTED = 10_000;

/** Each is counted by the index alone. */
const countNames = workspaceStatement<RecentEvents['names'][number], [names: string[], since: Date]>(
  'events.count-names',
  `SELECT n.name, least(c.count, ${COUNTED}) AS count, c.count > ${COUNTED} AS "hasMore",
    least(c."ofContacts", ${COUNTED}) AS "ofContacts", c."lastAt" FROM unnest($2::text[]) AS n(name)
   CROSS JOIN LATERAL (SELECT count(*)::int AS count, count(e."contactId")::int AS "ofContacts", max(e.at) AS "lastAt"
     FROM (
     SELECT o.at, o."contactId" FROM "ShopperEvent" o
     WHERE o."accountId" = ${THIS_WORKSPACE} AND o.name = n.name AND o.at >= $3::timestamptz ORDER BY o.at DESC
       LIMIT ${COUNTED + 1}) e OFFSET 0) c
   WHERE $1 <> '' AND c.count > 0 ORDER BY c.count DESC, n.name`,
);

interface EventRow extends Omit<RecentEvents['events'][number], 'contact' | 'told'> {
  contactId: string | null;
  contactName: string | null;
  customerId: string | null;
  email: string | null;
}

const findNewest = workspaceStatement<EventRow, [name: string | null, since: Date]>(
  'events.newest',
  `SELECT e.id, e.name, e.at, e."contactId", e."customerId", e.email, e.properties, p.name AS "contactName" FROM (
     (SELECT o.* FROM "ShopperEvent" o WHERE $2::text IS NULL AND o."accountId" = $1 AND o.at >= $3::timestamptz
       ORDER BY o.at DESC, o.id DESC LIMIT ${MOST})
     UNION ALL
     (SELECT o.* FROM "ShopperEvent" o WHERE o."accountId" = $1 AND o.name = $2::text AND o.at >= $3::timestamptz
       ORDER BY o.at DESC LIMIT ${MOST})) e
   LEFT JOIN LATERAL (SELECT coalesce(nullif(${contactNameSql('c')}, ''), c.id) AS name FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c.id = e."contactId" OFFSET 0) p ON true
   ORDER BY e.at DESC, e.id DESC`,
);

async function recentEvents(db: WorkspaceDb, { name }: z.output<typeof recentInput>): Promise<RecentEvents> {
  const since = new Date(db.now.getTime() - SPAN_DAYS * DAY_MS);
  const [names, rows] = await Promise.all([
    db.rows(countNames, await eventNames(db), since),
    db.rows(findNewest, name ?? null, since),
  ]);
  const events = rows.map(({ contactId, contactName, customerId, email, ...event }) => ({
    ...event,
    contact: contactId === null || contactName === null ? null : { id: contactId, name: contactName },
    told: email ?? customerId,
  }));
  return { names, events };
}

const tags: [string] = ['Events'];

export const eventsRouter = router({
  tell: partnerProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/events',
        tags,
        summary: 'Record shopper events',
        description:
          'Stores up to 500 events. Safe to repeat: each event id counts once. Events outside the allowed time are listed in `errors`, and the others are stored. For keys only.',
      },
    })
    .input(schema.sendInput)
    .output(schema.sendOutput)
    .mutation(({ ctx, input }) => storeEvents(ctx.db, input.events)),

  recent: merchantProcedure
    .meta({
      mayLag: true,
      internal: 'The last events and how many of each name there were, for the page that shows how to send them.',
    })
    .input(schema.recentInput)
    .output(schema.recentOutput)
    .query(({ ctx, input }) => recentEvents(ctx.db, input)),
});
