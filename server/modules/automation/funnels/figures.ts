/**
 * The counted results of people in a funnel (docs/contract/funnels.md#stats). Each statement joins the sets of a window
 * once.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { toNumber } from '@/server/platform/lib/money';
import type { SplitMetric } from '@/server/modules/automation/funnels/vocabulary';

type Db = Pick<StatementTx, 'rows'>;

/** The people that figures are about. */
export interface Cohort {
  funnelId: string;
  /** The time from which people entered. */
  from: Date;
  /** Led by these versions. */
  versions: readonly number[];
  /** The latest time of entry whose goal window is over now; null: there is no goal. */
  maturedBy: Date | null;
}

type Asked = [funnelId: string, from: Date, versions: number[], maturedBy: Date | null];
const askedOf = ({ funnelId, from, versions, maturedBy }: Cohort): Asked => [funnelId, from, [...versions], maturedBy];

/**
 * SQL: the present value, as `w`, of the purchase of an enrolment `e` that reached its goal: its order less refunds, 0
 * after a cancellation; without an order, the value that was reported.
 */
const WORTH = `LEFT JOIN LATERAL (
      SELECT CASE WHEN o.amount IS NULL THEN p.value WHEN o.status = 'canceled' THEN 0
        ELSE greatest(o.amount - o.refunded, 0) END AS value, coalesce(o.currency, p.currency) AS currency
      FROM (SELECT * FROM "Purchase" h WHERE h."accountId" = ${THIS_WORKSPACE}
        AND h."checkoutSessionId" = e."goalSession" OFFSET 0) p
      LEFT JOIN LATERAL (SELECT b.amount, b.refunded, b.currency, b.status FROM "Order" b
        WHERE b."accountId" = ${THIS_WORKSPACE} AND b.id = p."orderId" OFFSET 0) o ON true) w ON true`;

/**
 * Returns SQL of the people who reached the goal ($1 is the workspace), by their time of entry, with the value of their
 * purchases: for figures over all funnels.
 */
export const conversionsWhere = (condition: string): string =>
  `SELECT e."funnelId", e."enteredAt" AS at, coalesce(w.currency, e."goalCurrency", '') AS currency,
    coalesce(w.value, e."goalValue") AS value
   FROM "FunnelEnrolment" e ${WORTH} WHERE e."accountId" = $1 AND e."goalAt" IS NOT NULL AND ${condition}`;

const countBrought = workspaceStatement<
  { funnelId: string; currency: string; people: number; value: bigint | null },
  [from: Date]
>(
  'funnels.figures.brought',
  `SELECT s."funnelId", s.currency, count(*)::int AS people, sum(s.value)::bigint AS value
    FROM (${conversionsWhere('e."enteredAt" > $2::timestamptz')}) s GROUP BY 1, 2`,
);

export interface BroughtRow {
  funnelId: string;
  /** Empty: a goal without a worth. */
  currency: string;
  people: number;
  value: number;
}

/** Reads the people who entered any funnel since `from` and reached its goal. */
export async function readBrought(db: Db, from: Date): Promise<BroughtRow[]> {
  const rows = await db.rows(countBrought, from);
  return rows.map(({ value, ...row }) => ({ ...row, value: toNumber(value ?? 0n) }));
}

/**
 * The enrolments as `entered`: whether each converted, when its goal window ends, and the present value of its
 * purchase, less refunds.
 */
const ENTERED = `entered AS MATERIALIZED (
    SELECT e.id, e.version, e.status, e."stepId", e."exitReason", e."lastSentStepId",
      e."goalAt" IS NOT NULL AS converted,
      ($5::timestamptz IS NOT NULL AND e."enteredAt" <= $5::timestamptz) AS matured,
      CASE WHEN e."goalAt" IS NOT NULL THEN coalesce(w.currency, e."goalCurrency") END AS currency, CASE
        WHEN e."goalAt" IS NOT NULL THEN coalesce(w.value, e."goalValue") END AS value
    FROM "FunnelEnrolment" e ${WORTH}
    WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e."enteredAt" >= $3::timestamptz AND e.version = ANY ($4::int[]))`;

export interface EnteredRow {
  version: number;
  status: string;
  reason: string | null;
  /** The step where people stand who are still inside. */
  stepId: string | null;
  converted: boolean;
  /** For converted people: the step whose message was the last before the goal. */
  creditedTo: string | null;
  currency: string | null;
  people: number;
  value: number;
}

const countEntered = workspaceStatement<Omit<EnteredRow, 'value'> & { value: bigint | null }, Asked>(
  'funnels.figures.entered',
  `WITH ${ENTERED}
   SELECT n.version, n.status, n."exitReason" AS reason, CASE
     WHEN n.status = 'active' THEN n."stepId" END AS "stepId", n.converted, CASE
     WHEN n.converted THEN n."lastSentStepId" END AS "creditedTo",
     n.currency, count(*)::int AS people, sum(n.value)::bigint AS value FROM entered n WHERE $1 <> ''
       GROUP BY 1, 2, 3, 4, 5, 6, 7`,
  { joinsSets: true },
);

export async function readEntered(db: Db, cohort: Cohort): Promise<EnteredRow[]> {
  const rows = await db.rows(countEntered, ...askedOf(cohort));
  return rows.map(({ value, ...row }) => ({ ...row, value: toNumber(value ?? 0n) }));
}

export interface StepRow {
  stepId: string;
  version: number;
  outcome: string;
  reason: string | null;
  people: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  failed: number;
  /** The reason why messages were skipped at hand-over. */
  skipReason: string | null;
}

const countSteps = workspaceStatement<StepRow, Asked>(
  'funnels.figures.steps',
  `WITH ${ENTERED}
   SELECT p."stepId", p.version, p.outcome, CASE WHEN p.outcome = 'skipped' THEN p.reason END AS reason, CASE
     WHEN m.status = 'skipped' THEN m."lastError" END AS "skipReason", count(*)::int AS people,
     count(*) FILTER (WHERE m."sentAt" IS NOT NULL)::int AS sent,
       count(*) FILTER (WHERE m."deliveredAt" IS NOT NULL OR m."openedAt" IS NOT NULL
       OR m."clickedAt" IS NOT NULL)::int AS delivered,
     count(*) FILTER (WHERE m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL)::int AS opened,
       count(*) FILTER (WHERE m."clickedAt" IS NOT NULL)::int AS clicked,
     count(*) FILTER (WHERE m.status IN ('failed', 'bounced'))::int AS failed
   FROM entered n JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."funnelId" = $2 AND p."enrolmentId" = n.id
   LEFT JOIN "MarketingMessage" m ON m."accountId" = $1 AND m."funnelId" = $2 AND m.id = p."messageId"
   GROUP BY 1, 2, 3, 4, 5`,
  { joinsSets: true },
);

export const readSteps = async (db: Db, cohort: Cohort): Promise<StepRow[]> =>
  await db.rows(countSteps, ...askedOf(cohort));

export interface SideRow {
  stepId: string;
  version: number;
  side: string;
  currency: string | null;
  people: number;
  converted: number;
  matured: number;
  value: number;
}

type StoredSide = Omit<SideRow, 'value'> & { value: bigint | null };
const presentSides = (rows: readonly StoredSide[]): SideRow[] =>
  rows.map(({ value, ...row }) => ({ ...row, value: toNumber(value ?? 0n) }));

/** Treated and held of a step's own holdout: both came as far as the message. */
const countHeldSteps = workspaceStatement<StoredSide, Asked>(
  'funnels.figures.step-holdouts',
  `WITH ${ENTERED}
   SELECT p."stepId", p.version, CASE p.outcome WHEN 'sent' THEN 'treated'
     ELSE 'held' END AS side, n.currency, count(*)::int AS people,
     count(*) FILTER (WHERE n.converted)::int AS converted,
     count(*) FILTER (WHERE n.matured)::int AS matured, sum(n.value)::bigint AS value
   FROM entered n JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."funnelId" = $2 AND p."enrolmentId" = n.id
     AND (p.outcome = 'sent' OR (p.outcome = 'held' AND p.reason = 'step'))
   GROUP BY 1, 2, 3, 4`,
  { joinsSets: true },
);

export const readStepHoldouts = async (db: Db, cohort: Cohort): Promise<SideRow[]> =>
  presentSides(await db.rows(countHeldSteps, ...askedOf(cohort)));

/**
 * Counts both sides of the funnel's holdout. People count from the first message that they reach. A withheld code is no
 * message.
 */
const countHeld = workspaceStatement<StoredSide, [...Asked, sendIds: string[]]>(
  'funnels.figures.holdout',
  `WITH ${ENTERED}, first AS MATERIALIZED (
     SELECT DISTINCT ON (p."enrolmentId") p."enrolmentId", CASE WHEN p.outcome = 'held'
       AND p.reason = 'funnel' THEN 'held' ELSE 'treated' END AS side
     FROM entered n JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."funnelId" = $2 AND p."enrolmentId" = n.id
       AND p."stepId" = ANY ($6::text[]) AND p.outcome IN ('sent', 'held')
     ORDER BY p."enrolmentId", p.position)
   SELECT '' AS "stepId", n.version, f.side, n.currency, count(*)::int AS people,
     count(*) FILTER (WHERE n.converted)::int AS converted,
     count(*) FILTER (WHERE n.matured)::int AS matured, sum(n.value)::bigint AS value
   FROM entered n JOIN first f ON f."enrolmentId" = n.id GROUP BY 1, 2, 3, 4`,
  { joinsSets: true },
);

/** @param sendIds steps that send to people */
export const readHoldout = async (db: Db, cohort: Cohort, sendIds: readonly string[]): Promise<SideRow[]> =>
  presentSides(await db.rows(countHeld, ...askedOf(cohort), [...sendIds]));

/**
 * Counts the variants of splits, and by metric how many people reached each. Only messages after the split count, for
 * metrics about messages.
 */
const countVariants = workspaceStatement<
  {
    stepId: string;
    version: number;
    side: string;
    people: number;
    goal: number;
    opened: number;
    clicked: number;
    matured: number;
  },
  [...Asked, splitIds: string[], byMessages: string[]]
>(
  'funnels.figures.variants',
  `WITH ${ENTERED}, chosen AS MATERIALIZED (
     SELECT n.id, n.version, n.converted, n.matured, p."stepId", p.outcome AS side, p.position
     FROM entered n JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."funnelId" = $2 AND p."enrolmentId" = n.id
       AND p."stepId" = ANY ($6::text[])),
   read AS MATERIALIZED (
     SELECT c.id, c."stepId", bool_or(m."openedAt" IS NOT NULL OR m."clickedAt" IS NOT NULL) AS opened,
       bool_or(m."clickedAt" IS NOT NULL) AS clicked
     FROM chosen c JOIN "FunnelPassage" p ON p."accountId" = $1 AND p."funnelId" = $2 AND p."enrolmentId" = c.id
       AND p.position > c.position AND p."messageId" IS NOT NULL AND c."stepId" = ANY ($7::text[])
     JOIN "MarketingMessage" m ON m."accountId" = $1 AND m."funnelId" = $2 AND m.id = p."messageId" GROUP BY 1, 2)
   SELECT c."stepId", c.version, c.side, count(*)::int AS people, count(*) FILTER (WHERE c.converted)::int AS goal,
     count(*) FILTER (WHERE r.opened)::int AS opened,
     count(*) FILTER (WHERE r.clicked)::int AS clicked, count(*) FILTER (WHERE c.matured)::int AS matured
   FROM chosen c LEFT JOIN read r ON r.id = c.id AND r."stepId" = c."stepId" GROUP BY 1, 2, 3`,
  { joinsSets: true },
);

export interface VariantRow {
  stepId: string;
  version: number;
  side: string;
  people: number;
  goal: number;
  opened: number;
  clicked: number;
  matured: number;
}

/** @param splits grouped by their metric */
export async function readVariants(
  db: Db,
  cohort: Cohort,
  splits: readonly { stepId: string; metric: SplitMetric }[],
): Promise<VariantRow[]> {
  const byMessages = splits.filter(({ metric }) => metric !== 'goal');
  const idsOf = (some: typeof splits): string[] => some.map(({ stepId }) => stepId);
  return await db.rows(countVariants, ...askedOf(cohort), idsOf(splits), idsOf(byMessages));
}

const countRefused = workspaceStatement<{ reason: string; people: number }, [funnelId: string, from: Date]>(
  'funnels.figures.refused',
  `SELECT r.reason, sum(r.people)::int AS people FROM "FunnelRefusal" r
    WHERE r."accountId" = $1 AND r."funnelId" = $2 AND r.at >= date_trunc('hour', $3::timestamptz) GROUP BY 1`,
);

export async function readRefused(db: Db, funnelId: string, from: Date): Promise<Record<string, number>> {
  return Object.fromEntries(
    (await db.rows(countRefused, funnelId, from)).map(({ reason, people }) => [reason, people]),
  );
}
