/**
 * Queues one message to one recipient outside of any broadcast: test sends of channels and broadcasts, and a form's
 * confirmation (docs/contract/broadcasts.md#sending, docs/contract/forms.md#confirming).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { URGENT } from '@/server/platform/outbox/urgent';

const insertOne = workspaceStatement<
  { id: string },
  [
    family: string,
    content: string,
    at: Date,
    channelId: string,
    provider: string,
    recipient: string,
    claimableAt: Date,
    contactId: string | null,
    submissionId: string | null,
  ]
>(
  'broadcasts.queue-one',
  `WITH c AS (INSERT INTO "MessageContent" ("accountId", family, content, "createdAt")
    SELECT $1, $2, $3::jsonb, $4::timestamptz RETURNING id)
   INSERT INTO "MarketingMessage" ("accountId", "channelIntegrationId", provider, recipient, "contentId", status,
     "createdAt", "updatedAt", "claimableAt", "contactId", "submissionId")
   SELECT $1, $5, $6, $7, c.id, 'queued', $4::timestamptz, $4::timestamptz, $8::timestamptz, $9, $10 FROM c RETURNING id`,
);

export interface SingleMessage {
  channel: { id: string; provider: ProviderId };
  /**
   * The recipient as typed, trimmed; the worker checks it. Webhook-style providers have the one recipient `broadcast`.
   */
  recipient: string;
  /** The content of the provider's family, ready to send. */
  content: Readonly<Record<string, unknown>>;
  /**
   * For a confirmation: the submission to confirm, and the contact. The message is sent before all others of the
   * channel.
   */
  confirms?: { submissionId: string; contactId: string };
}

/**
 * Queues the message for the worker at once. campaignId is null; so is contactId, except for a confirmation
 * (docs/contract/broadcasts.md#messages). @returns the message's id
 */
export async function queueOne(
  tx: StatementTx,
  { channel, recipient, content, confirms }: SingleMessage,
): Promise<string> {
  const { family, perBroadcast } = providerEntry(channel.provider);
  const [row] = await tx.rows(
    insertOne,
    family,
    JSON.stringify(content),
    tx.now,
    channel.id,
    channel.provider,
    perBroadcast === true ? 'broadcast' : recipient,
    confirms === undefined ? tx.now : URGENT,
    confirms?.contactId ?? null,
    confirms?.submissionId ?? null,
  );
  if (row === undefined) throw new Error('The insertion of a message returned no row.');
  return row.id;
}
