/**
 * The 24 hours in which chat channels take a free text, from the vendor's callback to the hand-over
 * (docs/contract/channels.md#providers).
 */
import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { NO_TRANSPORT } from '@/server/platform/vendors/no-transport';
import { makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { eventually } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const RECIPIENT = '+6281234567890';
afterEach(() => setClockOffset(0));

/** WhatsApp says that the recipient wrote just now, by its own clock. */
async function theyWrite(channelId: string, secret: string): Promise<void> {
  const message = { from: RECIPIENT.slice(1), id: 'wamid.1', timestamp: String(Math.floor(Date.now() / 1000)) };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      { changes: [{ field: 'messages', value: { messages: [{ ...message, type: 'text', text: { body: 'Hi' } }] } }] },
    ],
  });
  const answer = await fetch(`${server.baseUrl}/api/v1/channels/${channelId}/callbacks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
    body,
  });
  expect(answer.status).toBe(202);
  await runJobs(server.services);
}

describe('the 24-hour window', () => {
  it('opens and closes by the service’s clock, also where that runs ahead of the vendor’s', async () => {
    const { accountId } = server.ours;
    const { prisma } = server.services.database;
    setClockOffset(40 * DAY);
    const channel = await makeChannel(server.services, accountId, {
      provider: 'msg_p1',
      credentials: { accessToken: 'token', phoneNumberId: '1', callbackSecret: 'app-secret' },
    });
    await theyWrite(channel.id, 'app-secret');
    const [{ at } = { at: new Date(0) }] = await prisma.channelInbound.findMany({ where: { channelId: channel.id } });
    expect(Math.abs(at.getTime() - now().getTime())).toBeLessThan(HOUR);

    const ended = async (): Promise<[string, string | null]> => {
      const { id } = await makeMessage(server.services.database, accountId, {
        channelIntegrationId: channel.id,
        provider: 'msg_p1',
        family: 'whatsapp',
        recipient: RECIPIENT,
        content: { text: 'Halo' },
      });
      const delivery = startDelivery({
        services: server.services,
        transport: NO_TRANSPORT,
        timing: { idleMs: 20 },
      });
      const row = () => prisma.marketingMessage.findFirstOrThrow({ where: { id } });
      try {
        await eventually(async () => expect(['sent', 'failed']).toContain((await row()).status));
      } finally {
        await delivery.stop();
      }
      const { status, lastError } = await row();
      return [status, lastError];
    };
    expect(await ended()).toEqual(['sent', null]);
    setClockOffset(40 * DAY + 23 * HOUR);
    expect(await ended()).toEqual(['sent', null]);
    setClockOffset(41 * DAY + HOUR);
    expect(await ended()).toEqual(['failed', expect.stringContaining('24 hours')]);
  });
});
