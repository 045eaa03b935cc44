/**
 * A vendor's stated rate, held for all workers by one row: ChannelPace has the time from which the next message of a
 * channel may go. A worker reserves the times of a whole batch at once, and hands each message over at its own time.
 */
import type { Pool } from 'pg';

const RESERVE = {
  name: 'delivery.pace.reserve',
  text: `INSERT INTO "ChannelPace" AS p ("accountId", "channelId", "nextAt")
    VALUES ($1, $2, $3::timestamptz + $4::float8 * interval '1 millisecond')
    ON CONFLICT ("accountId", "channelId")
      DO UPDATE SET "nextAt" = greatest(p."nextAt", $3::timestamptz) + $4::float8 * interval '1 millisecond'
    RETURNING "nextAt" - $4::float8 * interval '1 millisecond' AS start`,
};

const HOLD = {
  name: 'delivery.pace.hold',
  text: `INSERT INTO "ChannelPace" AS p ("accountId", "channelId", "nextAt") VALUES ($1, $2, $3)
    ON CONFLICT ("accountId", "channelId") DO UPDATE SET "nextAt" = greatest(p."nextAt", excluded."nextAt")`,
};

/** Reserves the times of `count` messages. @returns the time of the first, in epoch milliseconds */
export async function reserve(
  pool: Pool,
  channel: { accountId: string; channelId: string },
  now: Date,
  count: number,
  perSecond: number,
): Promise<number> {
  const { rows } = await pool.query<{ start: Date }>({
    ...RESERVE,
    values: [channel.accountId, channel.channelId, now, (count * 1000) / perSecond],
  });
  const at = rows[0]?.start;
  if (at === undefined) throw new Error('A statement without a row.');
  return at.getTime();
}

/** Holds the messages of a channel back until `until`, because the vendor asked to wait. */
export async function hold(pool: Pool, channel: { accountId: string; channelId: string }, until: Date): Promise<void> {
  await pool.query({ ...HOLD, values: [channel.accountId, channel.channelId, until] });
}
