/** What a recipient waits for who follows a tracked link of a broadcast: the address that it leads to. */
import { openDatabase } from '@/server/platform/db/client';
import { addressesOf, type TrackedMessage } from '@/server/modules/messaging/broadcasts/tracking-token';
import { linkHashOf } from '@/server/modules/messaging/broadcasts/clicks';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import type { Suite } from './lib/measurement';
import type { World } from './lib/world';

/** Whose link was followed before. */
const KNOWN = 20_000;
/** Whose link nobody followed yet: many more than requests, so that nearly every one is the first. */
const NEW = 200_000;
const LINK = 'https://shop.example/kopi-gayo?utm_source=laris&utm_medium=email&utm_campaign=bench';

/** Where the messages were made, for the client that asks is another process than the one that made them. */
const messageOf = (n: number): string => `benchmessage${n}`;

const linkOf = ({ appSecret, accountId }: World, n: number): string => {
  const message: TrackedMessage = { accountId, messageId: messageOf(n) };
  return addressesOf({ baseUrl: '', unsubscribeSecret: appSecret })(message).linkOf(0);
};

const PERSON = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
};

const INSERT_MESSAGES = `
  INSERT INTO "MarketingMessage" (id, "accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, "sentAt", "deliveredAt", "createdAt", "updatedAt")
  SELECT 'benchmessage' || n, $1, $2, 'benchcontact' || n, 'benchchannel', 'email_p1', 'user' || n || '@example.com', 'benchcontent', 'delivered', $3::timestamptz, $3::timestamptz, $3::timestamptz, $3::timestamptz
  FROM generate_series(0, ${KNOWN + NEW - 1}) n`;

const FOLLOW = `
  WITH known AS (UPDATE "MarketingMessage" m SET status = 'clicked', "openedAt" = $4::timestamptz, "clickedAt" = $4::timestamptz WHERE m."accountId" = $1 AND m.id IN (SELECT 'benchmessage' || n FROM generate_series(0, ${KNOWN - 1}) n) RETURNING m.id)
  INSERT INTO "MessageClick" ("accountId", "broadcastId", "linkHash", "messageId", link, at) SELECT $1, $2, $5, id, $3, $4::timestamptz FROM known`;

const INSERT_LINK = `
  INSERT INTO "MessageLink" ("accountId", "contentId", index, "broadcastId", link, "linkHash") VALUES ($1, 'benchcontent', 0, $2, $3, $4)`;

async function prepare(databaseUrl: string, { accountId }: World): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const { id } = await makeBroadcast(database, accountId, { status: 'sent' });
    const before = new Date(Date.now() - 60_000);
    await database.pool.query(INSERT_MESSAGES, [accountId, id, before]);
    await database.pool.query(INSERT_LINK, [accountId, id, LINK, linkHashOf(LINK)]);
    await database.pool.query(FOLLOW, [accountId, id, LINK, before, linkHashOf(LINK)]);
    // What autovacuum would do a minute later, in the middle of a measurement.
    await database.pool.query('VACUUM ANALYZE "MarketingMessage", "MessageLink", "MessageClick"');
  } finally {
    await database.close();
  }
}

export const tracking: Suite = {
  floor: 'tracking.floor.ts',
  measurements: [
    {
      name: 'tracked-link',
      title: 'GET /l/:token, followed before',
      status: 302,
      call: (world) => ({
        method: 'GET',
        path: linkOf(world, Math.floor(Math.random() * KNOWN)),
        headers: PERSON,
      }),
    },
    {
      // An open, a click and the counters of both are written behind the answer, on the same processors; the floor writes nothing.
      name: 'tracked-link-first',
      title: 'GET /l/:token, for the first time',
      status: 302,
      goal: 0.5,
      call: (world) => ({
        method: 'GET',
        path: linkOf(world, KNOWN + Math.floor(Math.random() * NEW)),
        headers: PERSON,
      }),
    },
  ],
  prepare,
};
