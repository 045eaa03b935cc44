/**
 * Divides the recipients of a send for an A/B test (docs/contract/broadcasts.md#tests): a random share gets the
 * variants evenly, and the rest waits. All in the one statement that makes the messages.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { AbTest } from '@/server/modules/messaging/broadcasts/ab-schema';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { HOUR_MS } from '@/server/platform/lib/durations';

/** Ids of contents by family. */
export type ContentIds = Readonly<Record<string, string>>;

/** SQL: `shareOf` (vocabulary.ts) of this number of people. */
export const shareInSql = (people: string, share: number, variants: number): string =>
  `least(${people}, greatest(${variants}, round(${people} * ${share} / 100.0)))`;

/**
 * The parts of the statement that draw the test. It draws people, not messages: all messages of a person in the test
 * have the same variant. People are ordered by a hash of broadcast and contact, so the draw does not depend on when or
 * how they came. The first people in this order are in the test, and get the variants in turn. All others wait, and so
 * do messages without a contact. If the test begins again after a cancel, a person who has a variant is not drawn
 * again, and gets the same variant over the other channels.
 * @param recipients a query of contactId, channelId, provider, recipient and contents, one for each variant
 * @param given placeholders of the broadcast's id, the time, and the due time; `isAnew`: the test has begun before
 */
export function splitMessages(
  recipients: string,
  { variants, share }: Pick<AbTest, 'variants' | 'share'>,
  { id, at, due, isAnew }: { id: string; at: string; due: string; isAnew: boolean },
): { relations: string; columns: string; rows: string } {
  const count = variants.length;
  // The newest: content of an earlier test is not of this one. A skipped message counts where the vendor may have it.
  const kept = isAnew
    ? `SELECT DISTINCT ON (m."contactId") m."contactId", m.variant FROM "MarketingMessage" m
       WHERE m."accountId" = $1 AND m."campaignId" = ${id} AND m."contactId" IS NOT NULL AND m.variant IS NOT NULL
         AND m.variant < ${count} AND (m.status <> 'skipped' OR m."doubtedAt" IS NOT NULL)
       ORDER BY m."contactId", m."createdAt" DESC, m.id DESC`
    : undefined;
  return {
    relations: `
     recipients AS MATERIALIZED (${recipients}),${
       kept === undefined
         ? ''
         : `
     kept AS MATERIALIZED (${kept}),`
     }
     people AS MATERIALIZED (
       SELECT p."contactId", row_number() OVER (ORDER BY hashtextextended(p."contactId", hashtextextended(${id}, 0)),
         p."contactId") - 1 AS place, count(*) OVER () AS people
       FROM (SELECT DISTINCT r."contactId" FROM recipients r WHERE r."contactId" IS NOT NULL${kept === undefined ? '' : ' AND NOT EXISTS (SELECT FROM kept k WHERE k."contactId" = r."contactId")'}) p),
     drawn AS MATERIALIZED (
       SELECT p."contactId", (p.place % ${count})::smallint AS variant FROM people p WHERE p.place < ${shareInSql('p.people', share, count)}${kept === undefined ? '' : ' UNION ALL SELECT k."contactId", k.variant FROM kept k'}),`,
    columns: ', variant',
    // What waits has a content already, for it must have one; the end of the test gives it that of the better variant.
    rows: `r.contents[coalesce(d.variant, 0) + 1], 'queued', ${due}, ${at}, ${at}, CASE
      WHEN d.variant IS NOT NULL THEN ${at} END, d.variant
       FROM recipients r LEFT JOIN drawn d ON d."contactId" = r."contactId"`,
  };
}

const markTest = workspaceStatement<never, [id: string, endsAt: Date, contents: string]>(
  'broadcasts.begin-test',
  `UPDATE "Broadcast" b SET "testEndsAt" = $3::timestamptz, "testResult" = NULL, "testContents" = $4::jsonb
    WHERE b."accountId" = $1 AND b.id = $2`,
);

/**
 * Stores when the test of a broadcast ends, and the content ids of its variants. Called when the broadcast begins to
 * send.
 */
export async function beginTest(
  tx: StatementTx,
  { id, test }: Pick<Broadcast, 'id' | 'test'>,
  contents: readonly ContentIds[],
): Promise<void> {
  const endsAt = new Date(tx.now.getTime() + (test?.hours ?? 0) * HOUR_MS);
  await tx.rows(markTest, id, endsAt, JSON.stringify(contents));
}
