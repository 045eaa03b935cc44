/**
 * Divides the people of a send for a test (docs/contract/broadcasts.md#tests): by chance, evenly among the variants,
 * and the rest waits. Written into the one statement that makes the messages.
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { AbTest } from '@/server/modules/messaging/broadcasts/ab-schema';
import type { Broadcast } from '@/server/modules/messaging/broadcasts/schema';
import { HOUR_MS } from '@/server/platform/lib/durations';

/** Ids of contents by family. */
export type ContentIds = Readonly<Record<string, string>>;

/** `shareOf` (vocabulary.ts) of so many people who are there, in SQL. */
export const shareInSql = (people: string, share: number, variants: number): string =>
  `least(${people}, greatest(${variants}, round(${people} * ${share} / 100.0)))`;

/**
 * The parts of the statement. A person is drawn, not a message: all that somebody gets in the test is of one variant.
 * The order is that of a hash of broadcast and contact, which has nothing to do with when or how they came; the first
 * of them are in the test, one for each variant in turn. Everybody else waits, and so does what goes to no contact.
 * Where the test begins anew after a cancel, whoever has a variant already is not drawn, and gets the same one over the
 * other channels.
 * @param recipients a query of contactId, channelId, provider, recipient and contents, one for each variant
 * @param given placeholders of the broadcast, the time, and when it was due; `isAnew`: the test has begun before
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

/** Notes when the test of a broadcast ends that begins to leave, and what its variants say. */
export async function beginTest(
  tx: StatementTx,
  { id, test }: Pick<Broadcast, 'id' | 'test'>,
  contents: readonly ContentIds[],
): Promise<void> {
  const endsAt = new Date(tx.now.getTime() + (test?.hours ?? 0) * HOUR_MS);
  await tx.rows(markTest, id, endsAt, JSON.stringify(contents));
}
