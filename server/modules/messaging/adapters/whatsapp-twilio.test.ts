/**
 * As https://www.twilio.com/docs/whatsapp/api and
 * https://www.twilio.com/docs/content/send-templates-created-with-the-content-template-builder say.
 */
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { whatsappTwilio } from '@/server/modules/messaging/adapters/whatsapp-twilio';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const SID = 'AC0123456789abcdef0123456789abcdef';
const credentials = { accountSid: SID, authToken: '12345678901234567890123456789012' };
const connection = (
  base: string,
  more: Record<string, string> = { fromNumber: 'whatsapp:+14155238886' },
  config: Record<string, unknown> = {},
): Connection => ({ channelId: 'c1', credentials: { ...credentials, ...more }, config, externalId: null, base });
const now = new Date('2026-11-21T07:00:00.000Z');
const message: OutgoingMessage<'whatsapp'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  recipient: '+6281234567890',
  content: { text: 'Halo' },
  lastInboundAt: new Date(now.getTime() - 3_600_000),
  now,
};
const vendor = useVendor();
const send = (more: Partial<OutgoingMessage<'whatsapp'>> = {}, by = connection(vendor.base)) =>
  whatsappTwilio.send({ ...message, ...more }, by, loopbackTransport);
const form = (): Record<string, string> => Object.fromEntries(new URLSearchParams(vendor.request.body));

describe('whatsappTwilio', () => {
  it('sends a text inside the window', async () => {
    await send();
    expect(vendor.request.path).toBe(`/2010-04-01/Accounts/${SID}/Messages.json`);
    expect(vendor.request.headers.authorization).toBe(
      `Basic ${Buffer.from(`${SID}:${credentials.authToken}`).toString('base64')}`,
    );
    expect(form()).toEqual({ To: 'whatsapp:+6281234567890', From: 'whatsapp:+14155238886', Body: 'Halo' });
  });

  it.each([
    [{ 1: 'Budi', 2: 50 }, '{"1":"Budi","2":"50"}'],
    ['{"1":"Budi"}', '{"1":"Budi"}'],
    [{ 1: 'Jl. Melati 1\n\tJakarta', 2: `a${' '.repeat(9)}b` }, '{"1":"Jl. Melati 1 Jakarta","2":"a    b"}'],
    ['{"1":"Budi\\nSanto"}', '{"1":"Budi Santo"}'],
    [undefined, undefined],
  ])('sends a template at any time, with variables %j', async (contentVariables, expected) => {
    await send({
      content: {
        contentSid: 'HXb5b62575e6e4ff6129ad7c8efe1f983e',
        ...(contentVariables === undefined ? {} : { contentVariables }),
      },
      lastInboundAt: null,
    });
    expect(form()).toEqual({
      To: 'whatsapp:+6281234567890',
      From: 'whatsapp:+14155238886',
      ContentSid: 'HXb5b62575e6e4ff6129ad7c8efe1f983e',
      ...(expected === undefined ? {} : { ContentVariables: expected }),
    });
  });

  it('takes the sender from config where the credentials have none, and adds the channel', async () => {
    await send({}, connection(vendor.base, {}, { fromNumber: '+14155238886' }));
    expect(form().From).toBe('whatsapp:+14155238886');
  });

  it.each([[null], [new Date(now.getTime() - 86_400_000)]])(
    'sends no text when the recipient last wrote at %j',
    async (lastInboundAt) => {
      expect(await send({ lastInboundAt })).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('24 hours'),
      });
      expect(vendor.requests).toEqual([]);
    },
  );

  it('wants a sender at connect', () => {
    expect(whatsappTwilio.check!({ credentials, config: {} })).toEqual([
      ['credentials.fromNumber', 'is required, here or as config.fromNumber'],
    ]);
    expect(whatsappTwilio.check!({ credentials, config: { fromNumber: '+14155238886' } })).toEqual([]);
  });

  describeAnswers(vendor, {
    provider: whatsappTwilio,
    connection,
    message,
    success: { answer: { status: 201, body: '{"sid":"SM1","status":"queued"}' }, providerMessageId: 'SM1' },
    refusal: { status: 400, body: '{"code":63016,"message":"WORDS","status":400}' },
  });

  describeCallbacks({
    provider: whatsappTwilio,
    connection: connection(''),
    recipient: '+6281234567890',
    statuses: ['delivered', 'bounced', 'failed', 'opened'],
    stranger: connection('', { authToken: 'another token of thirty-two chars' }),
  });
});
