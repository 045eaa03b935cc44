/**
 * Ends an A/B test (docs/contract/broadcasts.md#tests): stores the result and releases the messages that waited for it.
 * The broadcast stays locked meanwhile, so that of two ends, or an end and a cancel, the second sees what the first
 * did.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { countTest } from '@/server/modules/messaging/broadcasts/ab-figures';
import type { AbTestResult } from '@/server/modules/messaging/broadcasts/ab-schema';
import type { ContentIds } from '@/server/modules/messaging/broadcasts/ab-split';
import { lockBroadcast } from '@/server/modules/messaging/broadcasts/lock';
import { presentBroadcast, type BroadcastRow } from '@/server/modules/messaging/broadcasts/rows';

/** Waiting messages have no claimableAt, so no worker holds one. Locked in the order of ids, like in a cancel. */
const release = workspaceStatement<
  { released: number },
  [id: string, at: Date, providers: string[], contentIds: string[]]
>(
  'broadcasts.release-waiting',
  `WITH given AS (SELECT * FROM unnest($4::text[], $5::text[]) AS g (provider, "contentId")), waiting AS (
     SELECT m.id, m.provider FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."campaignId" = $2 AND m.status = 'queued' AND m.variant IS NULL
       AND m."claimableAt" IS NULL ORDER BY m.id FOR NO KEY UPDATE
   ), released AS (
     UPDATE "MarketingMessage" m SET "contentId" = g."contentId", "claimableAt" = $3::timestamptz,
       "updatedAt" = $3::timestamptz
     FROM waiting w JOIN given g ON g.provider = w.provider WHERE m."accountId" = $1 AND m.id = w.id RETURNING 1
   )
   SELECT count(*)::int AS released FROM released`,
  { joinsSets: true },
);

const keepResult = workspaceStatement<never, [id: string, at: Date, result: string]>(
  'broadcasts.keep-test-result',
  `UPDATE "Broadcast" b SET "testResult" = $4::jsonb, "updatedAt" = $3::timestamptz
    WHERE b."accountId" = $1 AND b.id = $2`,
);

/**
 * Ends the test of a broadcast that the caller has locked, and releases the waiting messages.
 * @param variant the variant that the other people get, chosen by a person; without a choice the figures decide, and
 * without a clear winner the first variant
 * @throws AppError BAD_STATE unless the broadcast is sending and its test is undecided; VALIDATION for an unknown
 * variant
 */
export async function decideTest(tx: StatementTx, row: BroadcastRow, variant?: number): Promise<AbTestResult> {
  const broadcast = presentBroadcast(row);
  const { id, test, testEndsAt, testResult } = broadcast;
  if (broadcast.status !== 'sending' || test === undefined || testEndsAt === undefined || testResult !== undefined)
    throw new AppError('BAD_STATE', {
      message:
        testResult === undefined
          ? 'The broadcast has no running A/B test, so there is nothing to end.'
          : 'The A/B test has ended already. Its result is in testResult.',
    });
  if (variant !== undefined && test.variants[variant] === undefined)
    throw invalid('variant', `must be from 0 to ${test.variants.length - 1}: the test has no other variants`);
  const counted = await countTest(tx, broadcast);
  const sent = variant ?? counted.winner ?? 0;
  // As the send stored them.
  const contents = (row.testContents as ContentIds[] | null)?.[sent] ?? {};
  // A provider that was picked after the test began has no message that waits, and no content.
  const given = broadcast.providers.flatMap((provider) => {
    const contentId = contents[providerEntry(provider).family];
    return contentId === undefined ? [] : [{ provider, contentId }];
  });
  const [count] = await tx.rows(
    release,
    id,
    tx.now,
    given.map(({ provider }) => provider),
    given.map(({ contentId }) => contentId),
  );
  const result: AbTestResult = {
    ...counted,
    sent,
    released: count?.released ?? 0,
    decidedBy: variant === undefined ? 'figures' : 'person',
    decidedAt: tx.now,
  };
  await tx.rows(keepResult, id, tx.now, JSON.stringify(result));
  await tx.audit({
    action: 'broadcast.test_end',
    targetType: 'broadcast',
    targetId: id,
    data: { name: broadcast.name, winner: result.winner, sent, released: result.released },
  });
  return result;
}

/** Ends a test before its hours are over. @throws AppError NOT_FOUND, and the errors of decideTest */
export async function endTest(
  db: WorkspaceDb,
  { id, variant }: { id: string; variant?: number | undefined },
): Promise<AbTestResult> {
  return await db.longTransaction(async (tx) =>
    decideTest(tx, orNotFound((await tx.rows(lockBroadcast, id))[0]), variant),
  );
}
