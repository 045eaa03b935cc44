/** Soft bounces in a row (docs/contract/channels.md#callbacks). */
import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { now } from '@/server/lib/clock';
import { openConnection } from '@/server/providers/connection';
import { withSandboxSecrets } from '@/server/resources/channels/sandbox-secrets';
import { makeChannel, makeContact, unique, type MadeChannel } from '@/server/testing/factories';
import { runJobs } from '@/server/testing/worker';
import { useServer } from '@/server/testing/server';

const server = useServer();
const db = () => server.services.database;
const DAY_MS = 24 * 60 * 60_000;

const channelOf = (accountId: string): Promise<MadeChannel> =>
  makeChannel(server.services, accountId, {
    provider: 'email_p2',
    credentials: { ...withSandboxSecrets(server.services.settings, 'email_p2', { apiKey: 'SG.x' }) },
  });

/** Messages to one contact that were handed over, the oldest first. */
async function sentTo(channel: MadeChannel, accountId: string, count: number, ages: number[] = []) {
  const email = `${unique('full')}@example.com`;
  const contact = await makeContact(db(), accountId, { email });
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const at = new Date(now().getTime() - (ages[n] ?? 0) * DAY_MS - (count - n) * 1000);
    const content = await db().prisma.messageContent.create({
      data: { accountId, family: 'email', content: {}, createdAt: at },
    });
    const providerMessageId = unique('vendor');
    await db().prisma.marketingMessage.create({
      data: {
        accountId,
        channelIntegrationId: channel.id,
        provider: channel.provider,
        recipient: email,
        contactId: contact.id,
        contentId: content.id,
        status: 'sent',
        providerMessageId,
        attempts: 1,
        sentAt: at,
        createdAt: at,
        updatedAt: at,
      },
    });
    ids.push(providerMessageId);
  }
  return { email, ids };
}

/** SendGrid's word of each, signed as it signs. */
async function tell(channel: MadeChannel, events: { event: string; id: string }[]): Promise<void> {
  const { credentials } = openConnection(
    server.services.settings,
    await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = Buffer.from(
    JSON.stringify(
      events.map(({ event, id }) => ({
        event,
        sg_message_id: id,
        timestamp: Number(timestamp),
        ...(event === 'bounce' && { type: 'blocked', reason: '452 mailbox full' }),
      })),
    ),
  );
  const key = createPrivateKey(credentials.sandboxSigningKey!);
  const answer = await server.fetch('POST', `/api/v1/channels/${channel.id}/callbacks`, {
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign(
        'sha256',
        Buffer.concat([Buffer.from(timestamp), body]),
        key,
      ).toString('base64'),
    },
    body,
  });
  expect(answer.status).toBe(202);
  await runJobs(server.services);
}

const isClosed = async (accountId: string, address: string) =>
  (await db().prisma.suppression.count({ where: { accountId, address, reason: 'bounce' } })) > 0;
const bounce = (id: string) => ({ event: 'bounce', id });

describe('soft bounces', () => {
  it('close the address with the fifth in a row, and not before', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const { email, ids } = await sentTo(channel, accountId, 5);
    await tell(channel, ids.slice(0, 4).map(bounce));
    expect(await isClosed(accountId, email)).toBe(false);
    await tell(channel, [bounce(ids[4]!)]);
    expect(await isClosed(accountId, email)).toBe(true);
    const [contact] = await db().prisma.contact.findMany({ where: { accountId, email } });
    expect(contact?.subscriptions).toMatchObject({ email: 'unsubscribed' });
  });

  it('begin anew with a delivery between them, and are nothing after 30 days', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const between = await sentTo(channel, accountId, 6);
    await tell(
      channel,
      between.ids.map((id, at) => (at === 2 ? { event: 'delivered', id } : bounce(id))),
    );
    expect(await isClosed(accountId, between.email)).toBe(false);
    const old = await sentTo(channel, accountId, 5, [31]);
    await tell(channel, old.ids.map(bounce));
    expect(await isClosed(accountId, old.email)).toBe(false);
  });

  it('are counted over a message of which nobody told anything', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const { email, ids } = await sentTo(channel, accountId, 7);
    await tell(channel, ids.filter((_, at) => at !== 3 && at !== 5).map(bounce));
    expect(await isClosed(accountId, email)).toBe(true);
  });

  it('are each address’s own', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const [one, other] = [await sentTo(channel, accountId, 3), await sentTo(channel, accountId, 3)];
    await tell(channel, [...one.ids, ...other.ids].map(bounce));
    expect([await isClosed(accountId, one.email), await isClosed(accountId, other.email)]).toEqual([false, false]);
  });
});
