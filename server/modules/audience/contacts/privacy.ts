/**
 * The content of the page Privacy (docs/contract/contacts.md#privacy): privacy requests of people, and changes of
 * consent.
 */
import type * as z from 'zod';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { KEPT_DAYS } from '@/server/platform/lib/retention';
import { keysOf } from '@/server/platform/lib/narrow';
import { CONSENT_SPAN_DAYS, type privacyOutput } from '@/server/modules/audience/contacts/privacy-schema';

type Privacy = z.output<typeof privacyOutput>;

/** Exports and erasures by members, and requests from shops' vendors with the time when they were done. */
const findRequests = workspaceStatement<Privacy['requests'][number]>(
  'contacts.privacy-requests',
  `SELECT q.id, q.kind, q.at, q."doneAt", q.by FROM (
     (SELECT e.id, CASE e.action WHEN 'contact.erase' THEN 'erase'
       ELSE 'export' END AS kind, e."createdAt" AS at, e."createdAt" AS "doneAt", coalesce(u.name, k.name) AS by
      FROM "AuditEntry" e LEFT JOIN "User" u ON u.id = e."actorId"
        LEFT JOIN "ApiKey" k ON k."accountId" = $1 AND k.id = e."actorId"
      WHERE e."accountId" = $1 AND e.action IN ('contact.erase', 'contact.export_person')
        ORDER BY e."createdAt" DESC, e.id DESC LIMIT 50)
     UNION ALL
     (SELECT p.id, p.kind, p."receivedAt", p."doneAt", i."displayName" FROM "PrivacyRequest" p
       LEFT JOIN "Integration" i ON i."accountId" = $1 AND i.id = p."integrationId"
      WHERE p."accountId" = $1 ORDER BY p."receivedAt" DESC, p.id DESC LIMIT 50)) q
   ORDER BY q.at DESC, q.id DESC LIMIT 50`,
);

/** Counted by the day of the workspace. An import as subscribed counts as consent, and so does a repeated consent. */
const findConsent = workspaceStatement<Privacy['consent'][number], [days: number, now: Date]>(
  'contacts.privacy-consent',
  `SELECT e.family, to_char((e.at AT TIME ZONE a."timeZone")::date, 'YYYY-MM-DD') AS day,
     count(*) FILTER (WHERE e."to" = 'subscribed')::int AS subscribed,
       count(*) FILTER (WHERE e."to" = 'unsubscribed')::int AS unsubscribed
   FROM "ConsentEntry" e JOIN "Account" a ON a.id = e."accountId"
   WHERE e."accountId" = $1 AND e.at > $3::timestamptz - make_interval(days => $2::int)
     AND e."to" IN ('subscribed', 'unsubscribed')
   GROUP BY 1, 2 ORDER BY 1, 2`,
);

export async function privacy(db: WorkspaceDb): Promise<Privacy> {
  const [requests, consent] = await Promise.all([
    db.rows(findRequests),
    db.rows(findConsent, CONSENT_SPAN_DAYS, db.now),
  ]);
  return { requests, consent, kept: keysOf(KEPT_DAYS).map((what) => ({ what, days: KEPT_DAYS[what] })) };
}
