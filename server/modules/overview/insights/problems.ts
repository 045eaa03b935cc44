/** The open problems of a workspace: what is wrong now, with the values for a sentence about it. */
import { DAY_MS, WEEK_MS } from '@/server/platform/lib/durations';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import type { Plan } from '@/server/modules/account/billing/plans';
import { monthOf } from '@/server/platform/lib/calendar';
import { list as listFunnels } from '@/server/modules/automation/funnels/rows';
import type { FunnelSummary } from '@/server/modules/automation/funnels/schema';
import { tooManyComplaints } from '@/server/modules/messaging/broadcasts/deliverability';
import type { Problem } from '@/server/modules/overview/insights/schema';
import { ANSWER_WITHIN_MS } from '@/server/modules/shops/connections/compliance/requests';

/** A limit counts as nearly reached from this share on. */
const NEAR = 0.8;
/** A broadcast fails when this share of its messages did. */
const FAILING = 0.05;
/** A shop that does not answer may be back soon: it counts as failing only after this time. */
const OVERDUE = "interval '1 hour'";
/** The age above which something is history. */
const RECENT_MS = 30 * DAY_MS;
/** The number of problems shown of one kind; a page lists the rest. */
const SHOWN = 3;

/** Instants in JSON are text. */
interface Row {
  subscription: { plan: string; status: string; currentPeriodEnd: string | null; cancelAt: string | null } | null;
  invoices: { plan: string; amount: number; currency: string; expiresAt: string }[];
  channels: { id: string; name: string; reason: string | null; expiresAt: string | null }[];
  failing: { id: string; name: string; failed: number; messages: number }[];
  paused: { id: string; name: string }[];
  webhooks: { id: string; url: string }[];
  shops: { id: string; name: string; reason: string | null; failing: boolean; dropped: number; codes: number }[];
  funnels: { id: string; name: string }[];
  requests: { id: string; email: string | null; receivedAt: string }[];
  held: number;
  reviews: number;
  submissions: number;
  unread: number;
  waiting: number;
  failedConversions: number;
  feed: { products: number; refused: number } | null;
  contacts: number;
  codes: number;
  posts: number;
}

const listed = (rows: string): string =>
  `coalesce((SELECT jsonb_agg(to_jsonb(l)) FROM (${rows} LIMIT ${SHOWN}) l), '[]')`;

/**
 * $2 now, $3 a week ago, $4 30 days ago, $5 in a week, $6 the month. The feed holds 5,000 products, so no more are
 * looked at.
 */
const findState = workspaceStatement<Row, [now: Date, weekAgo: Date, monthAgo: Date, inWeek: Date, month: string]>(
  'insights.problems',
  `SELECT
     (SELECT to_jsonb(s) FROM (SELECT s.plan, s.status, s."currentPeriodEnd", s."cancelAt" FROM "Subscription" s
       WHERE s."accountId" = $1) s) AS subscription,
     ${listed(`SELECT i.plan, i.amount, i.currency, i."expiresAt" FROM "Invoice" i
       WHERE i."accountId" = $1 AND i.kind = 'renewal' AND i.status = 'open' AND i."expiresAt" > $2::timestamptz
       AND i."createdAt" > $4::timestamptz ORDER BY i."createdAt" DESC`)} AS invoices,
     ${listed(`SELECT c.id, c."displayName" AS name, coalesce(c."lastError", c."assetsError") AS reason, c."expiresAt"
       FROM "ChannelIntegration" c
       WHERE c."accountId" = $1 AND c.status = 'active'
         AND (c."lastError" IS NOT NULL OR c."assetsError" IS NOT NULL OR c."expiresAt" <= $5::timestamptz)
         ORDER BY c."createdAt" DESC`)} AS channels,
     ${listed(`SELECT b.id, b.name, t.failed, t.messages FROM "Broadcast" b CROSS JOIN LATERAL (
         SELECT coalesce(sum(t.messages) FILTER (WHERE t.status IN ('failed', 'bounced')), 0)::int AS failed,
           coalesce(sum(t.messages), 0)::int AS messages
         FROM "BroadcastTally" t WHERE t."accountId" = $1 AND t."broadcastId" = b.id) t
       WHERE b."accountId" = $1 AND b."startedAt" > $3::timestamptz AND t.failed > 0
         AND t.failed >= ${FAILING} * t.messages ORDER BY b."startedAt" DESC`)} AS failing,
     ${listed(`SELECT b.id, b.name FROM "Broadcast" b
       WHERE b."accountId" = $1 AND b."updatedAt" > $4::timestamptz AND b.status = 'paused'
       AND (b."startedAt" IS NULL OR (b."scheduledAt" > b."startedAt" AND b."scheduledAt" <= $2::timestamptz))
       ORDER BY b."createdAt" DESC`)} AS paused,
     ${listed(`SELECT w.id, w.url FROM "WebhookEndpoint" w
       WHERE w."accountId" = $1 AND NOT w.active AND w."stoppedBy" IN ('gone', 'failing') ORDER BY w."createdAt" DESC`)} AS webhooks,
     ${listed(`SELECT s.* FROM (SELECT i.id, i."displayName" AS name, i."lastError" AS reason, i."createdAt",
         i.status = 'error' OR (i."lastError" IS NOT NULL
           AND coalesce(CASE i.status WHEN 'pending' THEN i."createdAt"
           ELSE i."reconcileAt" END < $2::timestamptz - ${OVERDUE}, false)) AS failing,
         cardinality(i."webhookFaults") + (SELECT count(*)
           FROM (SELECT FROM "IntegrationWebhook" w
           WHERE w."accountId" = $1 AND w."integrationId" = i.id AND w."receivedAt" > $3::timestamptz
           AND w.result = 'failed' LIMIT 1000) f)::int AS dropped,
         (SELECT count(*) FROM (SELECT FROM "IntegrationCode" k
           WHERE k."accountId" = $1 AND k."integrationId" = i.id AND k.state = 'failed' LIMIT 1000) f)::int AS codes
       FROM "Integration" i WHERE i."accountId" = $1 AND i.status <> 'revoked') s
         WHERE s.failing OR s.dropped > 0 OR s.codes > 0 ORDER BY s."createdAt" DESC`)} AS shops,
     ${listed(`SELECT f.id, f.name FROM "Funnel" f WHERE f."accountId" = $1 AND f.status = 'live' AND EXISTS (
         SELECT FROM jsonb_array_elements(f.definition->'steps') s WHERE s->>'kind' = 'send'
           AND NOT EXISTS (SELECT FROM "ChannelIntegration" c
             WHERE c."accountId" = $1 AND c.status = 'active' AND c.provider = s->'config'->>'provider'))
             ORDER BY f."createdAt" DESC`)} AS funnels,
     ${listed(`SELECT q.id, q.email, q."receivedAt" FROM "PrivacyRequest" q
       WHERE q."accountId" = $1 AND q.kind = 'data_request' AND q."dueAt" IS NULL AND q."doneAt" IS NULL
       ORDER BY q."receivedAt"`)} AS requests,
     (SELECT count(*)::int FROM (SELECT FROM "Commission" c
       WHERE c."accountId" = $1 AND c.status = 'held' AND c.before IS NULL
       AND c."createdAt" < $2::timestamptz - interval '1 day' LIMIT 1000) h) AS held,
     (SELECT count(*)::int FROM (SELECT FROM "ReferralAttribution" a
       WHERE a."accountId" = $1 AND a.status = 'pending' AND a."heldAt" < $2::timestamptz - interval '1 day'
       AND a."needsReview" LIMIT 1000) v) AS reviews,
     (SELECT count(*)::int FROM (SELECT FROM "Submission" s
       WHERE s."accountId" = $1 AND s.status = 'submitted' AND s."submittedAt" < $2::timestamptz - interval '1 day'
       AND EXISTS (SELECT FROM "Collaboration" o
         WHERE o."accountId" = $1 AND o.id = s."collaborationId" AND o.status = 'in_review')
         LIMIT 1000) w) AS submissions,
     (SELECT count(*)::int FROM (SELECT FROM "Collaboration" o WHERE o."accountId" = $1 AND o."unreadAt" IS NOT NULL
       LIMIT 1000) u) AS unread,
     (SELECT count(*)::int FROM (SELECT FROM "Conversation" v
       WHERE v."accountId" = $1 AND v.status = 'open' AND v."waitingSince" < $2::timestamptz - interval '1 day'
       LIMIT 1000) w) AS waiting,
     (SELECT count(*)::int FROM "PixelConversion" p
       WHERE p."accountId" = $1 AND p.status = 'failed' AND p."createdAt" > $3::timestamptz AND NOT p."isTest")
       + (SELECT count(*)::int FROM "AdConversion" p
         WHERE p."accountId" = $1 AND p.status = 'failed' AND p."createdAt" > $3::timestamptz) AS "failedConversions",
     (SELECT jsonb_build_object('products', count(*), 'refused',
       count(*) FILTER (WHERE p."imageUrl" IS NULL OR p."priceCents" = 0)) FROM (
         SELECT p."imageUrl", p."priceCents" FROM "FeedProduct" p
           WHERE p."accountId" = $1 AND p."archivedAt" IS NULL AND p.available LIMIT 5000) p
       WHERE EXISTS (SELECT FROM "FeedConfig" f WHERE f."accountId" = $1 AND f.enabled)
         HAVING EXISTS (SELECT FROM "FeedConfig" f WHERE f."accountId" = $1 AND f.enabled)) AS feed,
     coalesce((SELECT t.created FROM "ContactTally" t WHERE t."accountId" = $1 AND t.month = $6), 0) AS contacts,
     coalesce((SELECT t."activeManual" FROM "DiscountCodeTally" t WHERE t."accountId" = $1), 0) AS codes,
     (SELECT count(*)::int FROM "BlogPost" p WHERE p."accountId" = $1) AS posts`,
);

/**
 * Returns the problems, most urgent first: problems that stop the plan, then failed deliveries, then limits that are
 * nearly reached.
 */
export async function problems(db: WorkspaceDb): Promise<{ problems: Problem[] }> {
  const at = (ms: number): Date => new Date(db.now.getTime() + ms);
  const [plan, [row], live, complaints] = await Promise.all([
    readEffectivePlan(db),
    db.rows(findState, db.now, at(-WEEK_MS), at(-RECENT_MS), at(WEEK_MS), monthOf(db.now)),
    listFunnels(db, ['live']),
    tooManyComplaints(db),
  ]);
  if (row === undefined) throw new Error('A statement without a row.');
  return {
    problems: [
      ...ofPlan(row, plan),
      ...ofPeople(row),
      ...ofChannels(row),
      ...(complaints === null ? [] : [{ kind: 'complaints_high' as const, ...complaints }]),
      ...ofShops(row),
      ...ofFunnels(row, live),
      ...ofReferrals(row),
      ...ofCreators(row),
      ...ofInbox(row),
      ...ofBroadcasts(row),
      ...ofConnections(row),
      ...ofLimits(row, plan),
    ],
  };
}

function ofPlan({ subscription, invoices }: Row, effective: Plan): Problem[] {
  const open: Problem[] = invoices.map(({ plan, amount, currency, expiresAt }) => ({
    kind: 'invoice_open',
    plan,
    amount,
    currency,
    at: new Date(expiresAt),
  }));
  // One that is over already, though the row still names it, cannot be saved any more.
  if (subscription === null || subscription.plan !== effective.id) return open;
  const { plan, status, currentPeriodEnd, cancelAt } = subscription;
  const ends = cancelAt ?? currentPeriodEnd;
  if (status === 'past_due')
    return [
      { kind: 'plan_past_due', plan, at: currentPeriodEnd === null ? null : new Date(currentPeriodEnd) },
      ...open,
    ];
  if (status === 'canceling' && ends !== null) return [{ kind: 'plan_ending', plan, at: new Date(ends) }, ...open];
  return open;
}

/** Privacy requests, which the law gives a deadline. */
const ofPeople = ({ requests }: Row): Problem[] =>
  requests.map(({ id, email, receivedAt }) => ({
    kind: 'privacy_request',
    id,
    email,
    at: new Date(new Date(receivedAt).getTime() + ANSWER_WITHIN_MS),
  }));

const ofChannels = ({ channels }: Row): Problem[] =>
  channels.flatMap(({ id, name, reason, expiresAt }): Problem[] => {
    if (reason !== null) return [{ kind: 'channel_failing', id, name, reason }];
    return expiresAt === null ? [] : [{ kind: 'channel_expiring', id, name, at: new Date(expiresAt) }];
  });

const ofShops = ({ shops }: Row): Problem[] =>
  shops.flatMap(({ id, name, reason, failing, dropped, codes }): Problem[] => [
    ...(failing ? [{ kind: 'integration_failing' as const, id, name, reason }] : []),
    ...(dropped > 0 ? [{ kind: 'integration_webhooks' as const, id, name, dropped }] : []),
    ...(codes > 0 ? [{ kind: 'codes_not_pushed' as const, id, name, codes }] : []),
  ]);

function ofFunnels({ funnels }: Row, live: readonly FunnelSummary[]): Problem[] {
  const found: Problem[] = funnels.map((funnel) => ({ kind: 'funnel_no_channel', ...funnel }));
  for (const { id, name, held, problems: ofOne } of live) {
    if (held !== null) found.push({ kind: 'funnel_held', id, name });
    if (ofOne.some(({ code }) => code === 'TRIGGER_GONE')) found.push({ kind: 'funnel_trigger_gone', id, name });
  }
  return found;
}

const ofReferrals = ({ reviews }: Row): Problem[] => (reviews > 0 ? [{ kind: 'referrals_held', count: reviews }] : []);

const ofCreators = ({ held, submissions, unread }: Row): Problem[] => [
  ...(held > 0 ? [{ kind: 'commissions_held' as const, count: held }] : []),
  ...(submissions > 0 ? [{ kind: 'submissions_waiting' as const, count: submissions }] : []),
  ...(unread > 0 ? [{ kind: 'collaborations_unread' as const, count: unread }] : []),
];

const ofInbox = ({ waiting }: Row): Problem[] =>
  waiting > 0 ? [{ kind: 'conversations_waiting', count: waiting }] : [];

const ofBroadcasts = ({ failing, paused }: Row): Problem[] => [
  ...failing.map((broadcast): Problem => ({ kind: 'broadcast_failing', ...broadcast })),
  ...paused.map((broadcast): Problem => ({ kind: 'broadcast_paused', ...broadcast })),
];

function ofConnections({ webhooks, failedConversions, feed }: Row): Problem[] {
  const found: Problem[] = webhooks.map((webhook) => ({ kind: 'webhook_stopped', ...webhook }));
  if (failedConversions > 0) found.push({ kind: 'conversions_failing', failed: failedConversions });
  if (feed?.products === 0) found.push({ kind: 'feed_empty' });
  if (feed !== null && feed.refused > 0) found.push({ kind: 'feed_refused', products: feed.refused });
  return found;
}

/** A limit of one belongs to the plan's offer and is not reported; only larger limits can be nearly reached. */
function ofLimits({ contacts, codes, posts }: Row, plan: Plan): Problem[] {
  const used = { contacts, discountCodes: codes, blogPosts: posts } as const;
  return (['contacts', 'discountCodes', 'blogPosts'] as const).flatMap((resource): Problem[] => {
    const limit = plan[resource];
    return limit > 1 && used[resource] >= NEAR * limit
      ? [{ kind: 'plan_full', resource, used: used[resource], limit }]
      : [];
  });
}
