/** The away message (docs/contract/inbox.md#away). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import { stored, type Stored } from '@/server/db/stored';
import { windowOpens } from '@/server/resources/funnels/moments';
import { contentOf } from '@/server/resources/inbox/content';
import { optedOutOf } from '@/server/resources/inbox/opted-out';
import { queueAnswer } from '@/server/resources/inbox/queue-answer';
import { conversationColumns, type ConversationRow } from '@/server/resources/inbox/rows';
import type { Away } from '@/server/resources/inbox/schema';
import type { Fresh } from '@/server/resources/inbox/store-messages';
import { WINDOW_MS } from '@/server/resources/inbox/vocabulary';

const EVERY_MS = 12 * 60 * 60_000;

const findZone = workspaceStatement<{ timeZone: string }, [channelId: string]>(
  'inbox.away-zone',
  `SELECT a."timeZone" FROM "ChannelIntegration" c JOIN "Account" a ON a.id = c."accountId" WHERE c."accountId" = $1 AND c.id = $2 AND c.status = 'active'`,
);
/** Those that had none in the last hours, and whom Laris may write to by itself. */
const due = workspaceStatement<Stored<ConversationRow>, [ids: readonly string[], since: Date, now: Date]>(
  'inbox.away-due',
  `UPDATE "Conversation" v SET "awayAt" = $4::timestamptz
   WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = ANY ($2::text[]) AND (v."awayAt" IS NULL OR v."awayAt" <= $3::timestamptz) AND NOT ${optedOutOf('v')} RETURNING ${conversationColumns('v')}`,
);

/** Within the transaction that stored what they wrote. */
export async function answerAway(
  tx: StatementTx,
  channelId: string,
  away: Away,
  inbound: readonly Fresh[],
): Promise<void> {
  const [zone] = await tx.rows(findZone, channelId);
  if (zone === undefined || windowOpens(away, tx.now, zone.timeZone) === null) return;
  // What came late lies outside of the vendor's window, and nobody waits for this answer to it.
  const ids = inbound.flatMap(({ conversationId, at }) =>
    tx.now.getTime() - at.getTime() < WINDOW_MS ? [conversationId] : [],
  );
  if (ids.length === 0) return;
  for (const row of await tx.rows(due, [...new Set(ids)], new Date(tx.now.getTime() - EVERY_MS), tx.now)) {
    const conversation = stored<ConversationRow>(row);
    const content = contentOf(conversation, { text: away.text });
    await queueAnswer(tx, conversation, {
      kind: 'text',
      text: away.text,
      content,
      replyToId: null,
      author: { kind: 'system', id: null },
    });
  }
}
