/** Two tests of subjects: one that was decided, and one whose others still wait. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { sayOf, type VariantCount } from '@/server/modules/messaging/broadcasts/ab-figures';
import type { AbTest } from '@/server/modules/messaging/broadcasts/ab-schema';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const HOUR = 60 * 60 * 1000;

export interface DemoTest {
  subject: string;
  /** Whether the others have got the better one. */
  decided: boolean;
}

export const demoTest = ({ subject }: DemoTest): AbTest & Prisma.InputJsonObject => ({
  variants: [{}, { subject }],
  share: 50,
  metric: 'opened',
  hours: 4,
});

/** Turns the messages of a broadcast that has left into those of a test: by a hash, as a send draws them. */
export async function makeTest(
  transaction: Transaction,
  sent: {
    accountId: string;
    id: string;
    name: string;
    contentId: string;
    part: Prisma.InputJsonObject;
    startedAt: Date;
    test: DemoTest;
  },
): Promise<void> {
  const { accountId, id, name, contentId, part, startedAt } = sent;
  const test = demoTest(sent.test);
  const other = await transaction.messageContent.create({
    data: { accountId, family: 'email', content: { ...part, subject: sent.test.subject }, createdAt: startedAt },
    select: { id: true },
  });
  // Another third of those who had not opened it, where the other subject stood.
  await transaction.$executeRaw`
    UPDATE "MarketingMessage" m SET variant = d.variant, "contentId" = CASE d.variant WHEN 1 THEN ${other.id} ELSE m."contentId" END,
      status = CASE WHEN d.turned THEN 'opened' ELSE m.status END, "openedAt" = CASE WHEN d.turned THEN m."deliveredAt" + interval '40 minutes' ELSE m."openedAt" END
    FROM (SELECT m.id, (m.hash / 500) % 2 AS variant, m.status = 'delivered' AND (m.hash / 500) % 2 = 1 AND m.hash % 3 = 0 AS turned
      FROM (SELECT m.id, m.status, abs(hashtext(m.recipient || ${name} || 'test') % 1000) AS hash, abs(hashtext(m.recipient || ${name} || 'share') % 100) AS place FROM "MarketingMessage" m
        WHERE m."accountId" = ${accountId} AND m."campaignId" = ${id}) m WHERE m.place < ${test.share}) d
    WHERE m."accountId" = ${accountId} AND m.id = d.id`;
  const endsAt = new Date(startedAt.getTime() + test.hours * HOUR);
  const kept = { test, testEndsAt: endsAt, testContents: [{ email: contentId }, { email: other.id }] };
  if (!sent.test.decided) {
    await transaction.$executeRaw`
      DELETE FROM "MessageClick" c USING "MarketingMessage" m
      WHERE c."accountId" = ${accountId} AND c."broadcastId" = ${id} AND m."accountId" = c."accountId" AND m.id = c."messageId" AND m.variant IS NULL`;
    await transaction.$executeRaw`
      UPDATE "MarketingMessage" m SET status = 'queued', attempts = 0, "providerMessageId" = NULL, "lastError" = NULL, "sentAt" = NULL, "deliveredAt" = NULL, "openedAt" = NULL, "clickedAt" = NULL, "bouncedAt" = NULL, "failedAt" = NULL
      WHERE m."accountId" = ${accountId} AND m."campaignId" = ${id} AND m.variant IS NULL`;
    await transaction.broadcast.update({ where: { accountId_id: { accountId, id } }, data: kept });
    return;
  }
  const counts = await transaction.$queryRaw<VariantCount[]>`
    SELECT m.variant, count(*)::int AS people, count(*) FILTER (WHERE m.status IN ('opened', 'clicked'))::int AS opened, count(*) FILTER (WHERE m.status = 'clicked')::int AS clicked FROM "MarketingMessage" m
    WHERE m."accountId" = ${accountId} AND m."campaignId" = ${id} AND m.variant IS NOT NULL AND m.status IN ('sent', 'delivered', 'opened', 'clicked') GROUP BY 1`;
  const counted = sayOf(test, counts);
  const winner = counted.winner ?? 0;
  const released = await transaction.marketingMessage.updateMany({
    where: { accountId, campaignId: id, variant: null },
    data: { contentId: [contentId, other.id][winner] ?? contentId },
  });
  const result = {
    ...counted,
    sent: winner,
    released: released.count,
    decidedBy: 'figures',
    decidedAt: endsAt.toISOString(),
  };
  await transaction.broadcast.update({
    where: { accountId_id: { accountId, id } },
    data: { ...kept, testResult: result },
  });
}
