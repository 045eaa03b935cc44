/** A channel's row as the worker reads it for a lane, and the vendor's refusal that the worker writes to it. */
import type { Pool } from 'pg';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';

/** The columns of a channel that a lane needs. */
export interface ChannelRow {
  id: string;
  accountId: string;
  provider: ProviderId;
  externalId: string | null;
  status: string;
  config: unknown;
  credentials: string;
  lastError: string | null;
  accountName: string;
  country: string;
  timeZone: string;
}

const CHANNEL = {
  name: 'delivery.channel',
  text: `SELECT c.id, c."accountId", c.provider, c."externalId", c.status, c.config, c.credentials, c."lastError",
    a.name AS "accountName", a.country, a."timeZone"
    FROM "ChannelIntegration" c JOIN "Account" a ON a.id = c."accountId" WHERE c."accountId" = $1 AND c.id = $2`,
};

export async function readChannel(
  pool: Pool,
  channel: { accountId: string; channelId: string },
): Promise<ChannelRow | undefined> {
  return (await pool.query<ChannelRow>({ ...CHANNEL, values: [channel.accountId, channel.channelId] })).rows[0];
}

const CHANNEL_ERROR = {
  name: 'delivery.channel-error',
  text: `UPDATE "ChannelIntegration" c SET "lastError" = $4
    WHERE c."accountId" = $1 AND c.id = $2 AND c.credentials = $3 AND c."lastError" IS DISTINCT FROM $4::text`,
};

/**
 * Writes why the vendor refuses the channel, or null. Does nothing when the channel was connected again meanwhile: the
 * refusal was not about the new connection.
 */
export async function writeChannelError(
  pool: Pool,
  channel: { accountId: string; id: string; credentials: string },
  lastError: string | null,
): Promise<void> {
  await pool.query({ ...CHANNEL_ERROR, values: [channel.accountId, channel.id, channel.credentials, lastError] });
}
