/**
 * GET /insights/deliverability (docs/contract/insights.md#deliverability): the fate of e-mails by the domain of their
 * recipients, judged by the limits that mailbox providers publish. A vendor reports a complaint once, with the address.
 * So complaints are counted as addresses, from the opt-outs that they caused.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { ERASED } from '@/server/modules/audience/contacts/erase';
import {
  FEWEST_MESSAGES,
  MOST_DOMAINS,
  MOST_MESSAGES,
  THRESHOLDS,
  type Deliverability,
  type DeliverabilityAnswer,
  type DeliverabilityInput,
  type MAILBOXES,
  type Verdict,
} from '@/server/modules/messaging/broadcasts/deliverability-schema';
import { windowOf } from '@/server/platform/lib/calendar';

/** The counts of one domain, or of several domains together. */
interface Row {
  /** Null: all other domains together. */
  domain: string | null;
  domains: number;
  sent: number;
  delivered: number;
  bounced: number;
  complained: number;
  /** Messages that a mailbox may have shown, of domains that report complaints. */
  judged: number;
  /** The time at which the oldest message that was looked at left; null where there is none, only complaints. */
  oldest: Date | null;
}

/**
 * Gmail reports to no vendor who complained. It only shows the number of complaints to the owner of the sending domain,
 * in Postmaster Tools (https://support.google.com/a/answer/6254652). Including Gmail would hide the complaints that
 * others report.
 */
const SILENT = `('gmail.com', 'googlemail.com')`;

/**
 * Complaints of deleted contacts count too: their messages name no contact any more, and people who complain often ask
 * for erasure. An existing contact without messages in the window is on a list that the vendor keeps, and does not
 * count.
 */
const GONE = `NOT EXISTS (SELECT FROM "Contact" c WHERE c."accountId" = $1 AND c.email = s.address)`;

const countMail = workspaceStatement<Row, [from: Date, to: Date, messages: number, domains: number]>(
  'insights.deliverability',
  `WITH mail AS MATERIALIZED (
     SELECT m.recipient, m.status, m."sentAt", lower(substring(m.recipient FROM '[^@]*$')) AS domain
       FROM "MarketingMessage" m
     WHERE m."accountId" = $1 AND m.provider LIKE 'email\\_%' AND m."sentAt" IS NOT NULL
       AND m."sentAt" > $2::timestamptz AND m."sentAt" <= $3::timestamptz
     ORDER BY m."sentAt" DESC LIMIT $4::int),
   complaints AS MATERIALIZED (
     SELECT lower(substring(s.address FROM '[^@]*$')) AS domain, count(*)::int AS complained FROM "Suppression" s
     WHERE s."accountId" = $1 AND s.reason = 'complaint' AND s.family = 'email'
       AND s."createdAt" > (SELECT CASE WHEN count(*) >= $4::int THEN min(m."sentAt") ELSE $2::timestamptz END
       FROM mail m)
       AND (s.address IN (SELECT lower(m.recipient) FROM mail m) OR ${GONE}) GROUP BY 1),
   counted AS (
     SELECT m.domain, count(*)::int AS sent,
       count(*) FILTER (WHERE m.status IN ('delivered', 'opened', 'clicked'))::int AS delivered,
       count(*) FILTER (WHERE m.status = 'bounced')::int AS bounced, min(m."sentAt") AS oldest FROM mail m GROUP BY 1),
   placed AS (
     SELECT c.*, coalesce(k.complained, 0) AS complained, c.domain <> '${ERASED}'
       AND row_number() OVER (ORDER BY c.domain = '${ERASED}', c.sent DESC, c.domain) <= $5::int AS listed,
       CASE WHEN c.domain IN ${SILENT} AND k.complained IS NULL THEN 0 WHEN c.delivered > 0 THEN c.delivered
         ELSE c.sent - c.bounced END AS judged
     FROM counted c LEFT JOIN complaints k USING (domain)
     UNION ALL
     SELECT k.domain, 0, 0, 0, NULL, k.complained, false, 0 FROM complaints k
       WHERE NOT EXISTS (SELECT FROM counted c WHERE c.domain = k.domain) AND EXISTS (SELECT FROM counted))
   SELECT CASE WHEN p.listed THEN p.domain END AS domain,
     (count(*) FILTER (WHERE p.domain <> '${ERASED}' AND p.sent > 0))::int AS domains, sum(p.sent)::int AS sent,
     sum(p.delivered)::int AS delivered,
     sum(p.bounced)::int AS bounced, sum(p.complained)::int AS complained, sum(p.judged)::int AS judged,
       min(p.oldest) AS oldest
   FROM placed p GROUP BY 1 ORDER BY 1 IS NULL, 3 DESC, 1`,
  { joinsSets: true, isLong: true },
);

/** @param messages the total behind the share: a small total gives no verdict */
function judge(share: number | null, messages: number, { warn, stop }: { warn: number; stop: number }): Verdict {
  if (share === null || messages < FEWEST_MESSAGES) return null;
  return share >= stop ? 'stop' : share >= warn ? 'warn' : 'ok';
}

const WORSE: readonly Verdict[] = [null, 'ok', 'warn', 'stop'];

type Counts = Pick<Row, 'sent' | 'delivered' | 'bounced' | 'complained' | 'judged'>;

/** Returns both rates, the verdict on each rate, and the worse of the two verdicts. */
export function figuresOf({ sent, delivered, bounced, complained, judged }: Counts): Deliverability {
  const bounceRate = sent === 0 ? null : bounced / sent;
  const complaintRate = judged === 0 ? null : complained / judged;
  const byComplaints = judge(complaintRate, judged, THRESHOLDS.complaints);
  const byBounces = judge(bounceRate, sent, THRESHOLDS.bounces);
  const verdict = WORSE.indexOf(byComplaints) > WORSE.indexOf(byBounces) ? byComplaints : byBounces;
  const isFor = (each: Verdict): boolean => each === verdict && (verdict === 'warn' || verdict === 'stop');
  return {
    ...{ sent, delivered, bounced, complained, bounceRate, complaintRate, verdict },
    because: [
      ...(isFor(byComplaints) ? (['complaints'] as const) : []),
      ...(isFor(byBounces) ? (['bounces'] as const) : []),
    ],
  };
}

/** Yahoo's and AOL's, which are one company's, in all countries but Japan. */
const YAHOO = /^(?:(?:yahoo|aol)\.(?!co\.jp$)[a-z.]+|(?:ymail|rocketmail|myyahoo|aim)\.com)$/;

/** Returns the mailbox provider of a domain, if that provider publishes its limits; else null. */
function mailboxOf(domain: string): (typeof MAILBOXES)[number] | null {
  if (domain === 'gmail.com' || domain === 'googlemail.com') return 'gmail';
  return YAHOO.test(domain) ? 'yahoo' : null;
}

const COUNTS = ['sent', 'delivered', 'bounced', 'complained', 'judged'] as const;
const sumOf = (rows: readonly Row[]): Counts => {
  const sum = { sent: 0, delivered: 0, bounced: 0, complained: 0, judged: 0 };
  for (const row of rows) for (const name of COUNTS) sum[name] += row[name];
  return sum;
};

/** Returns the figures of the e-mails sent in the window, at most the newest 100,000. */
export async function deliverability(
  db: WorkspaceDb,
  { windowDays }: DeliverabilityInput,
): Promise<DeliverabilityAnswer> {
  const { from, to } = windowOf(db.now, windowDays);
  const rows = await db.rows(countMail, from, to, MOST_MESSAGES, MOST_DOMAINS);
  const all = sumOf(rows);
  const limited = all.sent >= MOST_MESSAGES;
  const others = rows.find(({ domain }) => domain === null);
  return {
    windowDays,
    from: limited
      ? new Date(Math.min(...rows.flatMap(({ oldest }) => (oldest === null ? [] : [oldest.getTime()]))))
      : from,
    to,
    limited,
    thresholds: THRESHOLDS,
    sender: figuresOf(all),
    domains: rows.flatMap(({ domain, ...row }) =>
      domain === null ? [] : [{ domain, mailbox: mailboxOf(domain), ...figuresOf(row) }],
    ),
    others: others === undefined ? null : { domains: others.domains, ...figuresOf(others) },
  };
}

const countComplaints = workspaceStatement<{ complaints: number }, [from: Date, most: number]>(
  'insights.complaints',
  `SELECT count(*)::int AS complaints FROM (
     SELECT FROM "Suppression" s WHERE s."accountId" = $1 AND s.reason = 'complaint' AND s.family = 'email'
       AND s."createdAt" > $2::timestamptz LIMIT $3::int) c`,
  { isBrief: true },
);

const WARNED_OF_DAYS = 30;

/** The warning about complaints that a sender gets before the next send. */
export interface TooManyComplaints {
  complained: number;
  /** Messages that the complaints are a share of. */
  delivered: number;
  rate: number;
}

/**
 * Checks whether the complaints of the last 30 days are so many that Gmail and Yahoo refuse mail. Messages are counted
 * only if there was a complaint.
 */
export async function tooManyComplaints(db: WorkspaceDb): Promise<TooManyComplaints | null> {
  const { from, to } = windowOf(db.now, WARNED_OF_DAYS);
  const [row] = await db.rows(countComplaints, from, 1);
  if (row === undefined || row.complaints === 0) return null;
  const { complained, judged } = sumOf(await db.rows(countMail, from, to, MOST_MESSAGES, MOST_DOMAINS));
  const rate = judged === 0 ? null : complained / judged;
  if (rate === null || judge(rate, judged, THRESHOLDS.complaints) !== 'stop') return null;
  return { complained, delivered: judged, rate };
}
