/**
 * One message to one recipient outside of any broadcast: what a channel's and a broadcast's test send queue
 * (docs/contract/broadcasts.md#sending).
 */
import { workspaceStatement } from '@/server/db/statement';
import type { StatementTx } from '@/server/db/workspace';
import { providerEntry, type ProviderId } from '@/server/providers/catalog';

const insertOne = workspaceStatement<
  { id: string },
  [family: string, content: string, at: Date, channelId: string, provider: string, recipient: string]
>(
  'broadcasts.queue-one',
  `WITH c AS (INSERT INTO "MessageContent" ("accountId", family, content, "createdAt") SELECT $1, $2, $3::jsonb, $4::timestamptz RETURNING id)
   INSERT INTO "MarketingMessage" ("accountId", "channelIntegrationId", provider, recipient, "contentId", status, "createdAt", "updatedAt", "claimableAt")
   SELECT $1, $5, $6, $7, c.id, 'queued', $4::timestamptz, $4::timestamptz, $4::timestamptz FROM c RETURNING id`,
);

export interface SingleMessage {
  channel: { id: string; provider: ProviderId };
  /** As typed, trimmed; the worker finds out what it is worth. Webhook-style providers have the one recipient `broadcast`. */
  recipient: string;
  /** The content of the provider's family, ready to send. */
  content: Readonly<Record<string, unknown>>;
}

/**
 * Queues it for the worker at once. campaignId and contactId are null (docs/contract/broadcasts.md#messages). @returns
 * the message's id
 */
export async function queueOne(tx: StatementTx, { channel, recipient, content }: SingleMessage): Promise<string> {
  const { family, perBroadcast } = providerEntry(channel.provider);
  const [row] = await tx.rows(
    insertOne,
    family,
    JSON.stringify(content),
    tx.now,
    channel.id,
    channel.provider,
    perBroadcast === true ? 'broadcast' : recipient,
  );
  if (row === undefined) throw new Error('The insertion of a message returned no row.');
  return row.id;
}
