/** The results of each variant of an A/B test so far, and what they show (docs/contract/broadcasts.md#tests). */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { AbFigures, AbTest, AbTestResult } from '@/server/modules/messaging/broadcasts/ab-schema';
import { intervalOf, rateOf, verdictOn } from '@/server/modules/messaging/broadcasts/ab-verdict';
import { presentBroadcast, broadcastColumns, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { RECIPIENT_STATES, reportsMetric } from '@/server/modules/messaging/broadcasts/vocabulary';
import { HOUR_MS } from '@/server/platform/lib/durations';
import { AppError } from '@/server/platform/errors';

/** SQL: the message `m` is where the page counts it so: by a person, not a machine. */
const is = (state: 'opened' | 'clicked', m: string): string =>
  `${m}.status IN (${RECIPIENT_STATES[state].map((status) => `'${status}'`).join(', ')})`;

export interface VariantCount {
  variant: number;
  people: number;
  opened: number;
  clicked: number;
}

/**
 * Counts people, not messages: a contact who got the test over two channels counts once. A person counts when the
 * vendor accepted the message and it did not bounce; all vendors report this, while few report a delivery. An erased
 * person counts as one person a message, because such messages name no contact. If the test began again, only later
 * messages count.
 */
const countVariants = workspaceStatement<VariantCount, [id: string, since: Date, providers: string[]]>(
  'broadcasts.count-variants',
  `SELECT p.variant, count(*)::int AS people, count(*) FILTER (WHERE p.opened)::int AS opened,
    count(*) FILTER (WHERE p.clicked)::int AS clicked
   FROM (SELECT m.variant, bool_or(${is('opened', 'm')}) AS opened, bool_or(${is('clicked', 'm')}) AS clicked
     FROM "MarketingMessage" m
     WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.variant IS NOT NULL AND m."createdAt" >= $3::timestamptz
       AND m.provider = ANY ($4::text[]) AND m.status IN ('sent', 'delivered', 'opened', 'clicked')
     GROUP BY m.variant, coalesce(m."contactId", m.id)) p GROUP BY p.variant`,
);

export type Counted = Pick<AbTestResult, 'variants' | 'comparisons' | 'level' | 'winner'>;

/** Computes rates and verdict of a test from the counts; a variant that nobody got has no rates. */
export function sayOf(
  { variants, metric }: Pick<AbTest, 'variants' | 'metric'>,
  counts: readonly VariantCount[],
): Counted {
  const rows = new Map(counts.map((row) => [row.variant, row]));
  const counted = variants.map((_, place) => {
    const { people = 0, opened = 0, clicked = 0 } = rows.get(place) ?? {};
    return { people, opened, clicked, side: { people, hits: metric === 'opened' ? opened : clicked } };
  });
  return {
    variants: counted.map(({ side, ...figures }) => ({ ...figures, rate: rateOf(side), ...intervalOf(side) })),
    ...verdictOn(counted.map(({ side }) => side)),
  };
}

/** The figures of a broadcast with a test, which has begun. */
export async function countTest(
  db: Pick<StatementTx, 'rows'>,
  {
    id,
    providers,
    test,
    testEndsAt,
    tracking,
  }: Pick<Broadcast, 'id' | 'providers' | 'test' | 'testEndsAt' | 'tracking'>,
): Promise<Counted> {
  if (test === undefined || testEndsAt === undefined)
    throw new Error('The A/B test of this broadcast has not begun. Send the broadcast first.');
  // The broadcast may have been sent again since, to nobody: then the test goes on.
  const begunAt = new Date(testEndsAt.getTime() - test.hours * HOUR_MS);
  const reporting = providers.filter((provider) =>
    reportsMetric(test.metric, providerEntry(provider), tracking === true),
  );
  return sayOf(test, await db.rows(countVariants, id, begunAt, reporting));
}

/** Counts queued messages outside the test: all queued messages by the counters, less the test's own by an index. */
const countWaiting = workspaceStatement<{ waiting: number }, [id: string]>(
  'broadcasts.count-waiting',
  `SELECT greatest(0,
     coalesce((SELECT t.messages FROM "BroadcastTally" t
       WHERE t."accountId" = $1 AND t."broadcastId" = $2 AND t.status = 'queued'), 0)
     - (SELECT count(*) FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.variant IS NOT NULL
       AND m.status = 'queued'))::int AS waiting`,
);
const findTested = workspaceStatement<BroadcastRow, [id: string]>(
  'broadcasts.find-tested',
  `SELECT ${broadcastColumns('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

/**
 * Returns the current figures of a test. @throws AppError NOT_FOUND; BAD_STATE for a broadcast whose test has not begun
 */
export async function testFigures(db: WorkspaceDb, id: string): Promise<AbFigures> {
  return await db.snapshot(async (tx) => {
    const broadcast = presentBroadcast(orNotFound((await tx.rows(findTested, id))[0]));
    if (broadcast.test === undefined || broadcast.testEndsAt === undefined)
      throw new AppError('BAD_STATE', {
        message: 'The A/B test of this broadcast has not begun. Send the broadcast first.',
      });
    const counted = await countTest(tx, broadcast);
    const isDecided = broadcast.testResult !== undefined;
    const [row] = isDecided ? [] : await tx.rows(countWaiting, id);
    return { ...counted, waiting: row?.waiting ?? 0, isDecided };
  });
}
