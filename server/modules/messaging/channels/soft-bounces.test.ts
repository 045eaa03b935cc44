/** Soft bounces in a row (docs/contract/channels.md#callbacks). */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import type { MadeChannel } from '@/server/testing/factories/messaging';
import { makeSendgrid, callAsSendgrid } from '@/server/testing/sendgrid';
import { useServer } from '@/server/testing/server';

const server = useServer();
const db = () => server.services.database;
const DAY_MS = 24 * 60 * 60_000;

const channelOf = (accountId: string): Promise<MadeChannel> => makeSendgrid(server, accountId);

/** Messages to one contact that were handed over, the oldest first. */
async function sentTo(
  channel: MadeChannel,
  accountId: string,
  count: number,
  ages: number[] = [],
  families = [channel.provider],
) {
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
        provider: families[n] ?? channel.provider,
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

const report = (channel: MadeChannel, events: { event: string; id: string }[]): Promise<void> =>
  callAsSendgrid(
    server,
    channel.id,
    events.map(({ event, id }) => ({
      event,
      sg_message_id: id,
      ...(event === 'bounce' && { type: 'blocked', reason: '452 mailbox full' }),
    })),
  );

const isClosed = async (accountId: string, address: string) =>
  (await db().prisma.suppression.count({ where: { accountId, address, reason: 'bounce' } })) > 0;
const bounce = (id: string) => ({ event: 'bounce', id });

describe('soft bounces', () => {
  it('close the address with the fifth in a row, and not before', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const { email, ids } = await sentTo(channel, accountId, 5);
    await report(channel, ids.slice(0, 4).map(bounce));
    expect(await isClosed(accountId, email)).toBe(false);
    await report(channel, [bounce(ids[4]!)]);
    expect(await isClosed(accountId, email)).toBe(true);
    const [contact] = await db().prisma.contact.findMany({ where: { accountId, email } });
    expect(contact?.subscriptions).toMatchObject({ email: 'unsubscribed' });
  });

  it('begin anew with a delivery between them, and are nothing after 30 days', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const between = await sentTo(channel, accountId, 6);
    await report(
      channel,
      between.ids.map((id, at) => (at === 2 ? { event: 'delivered', id } : bounce(id))),
    );
    expect(await isClosed(accountId, between.email)).toBe(false);
    const old = await sentTo(channel, accountId, 5, [31]);
    await report(channel, old.ids.map(bounce));
    expect(await isClosed(accountId, old.email)).toBe(false);
  });

  it('are counted over a message of which nobody told anything', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const { email, ids } = await sentTo(channel, accountId, 7);
    await report(channel, ids.filter((_, at) => at !== 3 && at !== 5).map(bounce));
    expect(await isClosed(accountId, email)).toBe(true);
  });

  it('are each family’s own: SMS and WhatsApp share a number', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    // What was sent over another family bounced four times, and came once in between.
    const other = await sentTo(channel, accountId, 5, [], ['sms_p1', 'sms_p1', 'sms_p1', 'sms_p1', 'email_p2']);
    await report(channel, other.ids.map(bounce));
    expect(await isClosed(accountId, other.email)).toBe(false);
    const between = await sentTo(channel, accountId, 6, [], ['email_p2', 'email_p2', 'email_p1', 'sms_p1', 'email_p2']);
    await report(
      channel,
      between.ids.map((id, at) => (at === 3 ? { event: 'delivered', id } : bounce(id))),
    );
    expect(await isClosed(accountId, between.email)).toBe(true);
  });

  it('are each address’s own', async () => {
    const { accountId } = await server.makeTenant();
    const channel = await channelOf(accountId);
    const [one, other] = [await sentTo(channel, accountId, 3), await sentTo(channel, accountId, 3)];
    await report(channel, [...one.ids, ...other.ids].map(bounce));
    expect([await isClosed(accountId, one.email), await isClosed(accountId, other.email)]).toEqual([false, false]);
  });
});
