/** The adapters of Twilio, SMS and WhatsApp, beside Twilio's own SDK (twilio 6.3.1). */
import twilio from 'twilio';
import { expect, it } from 'vitest';
import { bothRequests } from '@/deep/vendors/requests';
import { callbackAddress } from '@/server/modules/messaging/adapters/callback-address';
import type { Connection } from '@/server/platform/vendors/provider';
import { twilioSms } from '@/server/modules/messaging/adapters/twilio-sms';
import { whatsappTwilio } from '@/server/modules/messaging/adapters/whatsapp-twilio';
import { callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { loopbackTransport, noTransport, useVendor } from '@/server/testing/vendor';

const SID = 'AC0123456789abcdef0123456789abcdef';
const AUTH_TOKEN = '12345678901234567890123456789012';
const MESSAGE_ID = 'c06b6cfa81f3a9d2e4b7c6058';
const settings = { appSecrets: ['a secret of 32 characters, or more'], baseUrl: 'https://laris.example.com' } as const;
const vendor = useVendor();

/** The page's address, which a merchant gives Twilio, is also the one in the channel's settings. */
const pageAddress = (provider: 'sms_p1' | 'msg_p2') => callbackUrl(settings, { id: 'c1channel', provider });
const connection = (provider: 'sms_p1' | 'msg_p2', fromNumber: string): Connection => ({
  channelId: 'c1channel',
  credentials: { accountSid: SID, authToken: AUTH_TOKEN },
  config: { fromNumber, callbackUrl: pageAddress(provider) },
  externalId: null,
  base: vendor.base,
});

/** The SDK, whose addresses are Twilio's own: its requests go to the loopback instead. */
class ToLoopback extends twilio.RequestClient {
  override request<T>(options: Parameters<typeof twilio.RequestClient.prototype.request<T>>[0]) {
    return super.request<T>({ ...options, uri: options.uri.replace('https://api.twilio.com', vendor.base) });
  }
}
const sdk = () => twilio(SID, AUTH_TOKEN, { httpClient: new ToLoopback() });

it.each(['+14155552345', 'MG0123456789abcdef0123456789abcdef', 'TOKOANDA'])(
  'sends an SMS from %s as the SDK does',
  async (sender) => {
    vendor.answers({ status: 201, body: '{"sid":"SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","status":"queued"}' });
    const body = 'Diskon 50% & ongkir gratis 🎉\nhttps://toko.example/?a=1+1';
    const channel = connection('sms_p1', sender);
    await twilioSms.send(
      { id: MESSAGE_ID, now: new Date(), recipient: '+6281234567890', content: { body } },
      channel,
      loopbackTransport,
    );
    await sdk().messages.create({
      to: '+6281234567890',
      ...(sender.startsWith('MG') ? { messagingServiceSid: sender } : { from: sender }),
      body,
      statusCallback: callbackAddress(channel, MESSAGE_ID)!,
    });
    const { ours, theirs } = await bothRequests(vendor, 'authorization', 'accept');
    expect(ours).toEqual(theirs);
  },
);

it('sends a template on WhatsApp as the SDK does', async () => {
  vendor.answers({ status: 201, body: '{"sid":"SMaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","status":"queued"}' });
  const contentSid = 'HX0123456789abcdef0123456789abcdef';
  const channel = connection('msg_p2', '+14155552345');
  await whatsappTwilio.send(
    {
      id: MESSAGE_ID,
      now: new Date(),
      recipient: '+6281234567890',
      content: { contentSid, contentVariables: { 1: 'Budi' } },
    },
    channel,
    loopbackTransport,
  );
  await sdk().messages.create({
    to: 'whatsapp:+6281234567890',
    from: 'whatsapp:+14155552345',
    contentSid,
    contentVariables: JSON.stringify({ 1: 'Budi' }),
    statusCallback: callbackAddress(channel, MESSAGE_ID)!,
  });
  const { ours, theirs } = await bothRequests(vendor, 'authorization');
  expect(ours).toEqual(theirs);
});

const ADAPTERS = { sms_p1: twilioSms, msg_p2: whatsappTwilio } as const;

it.each(['sms_p1', 'msg_p2'] as const)('reads signatures at our real addresses as the SDK does (%s)', (provider) => {
  const channel = connection(provider, '+14155552345');
  const { callbacks } = ADAPTERS[provider];
  const parameters = {
    MessageSid: 'SM1',
    MessageStatus: 'undelivered',
    ErrorMessage: 'Tak ada 🎉',
    MediaUrl: ['b', 'a', 'b'],
  };
  const form = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
  );
  for (const address of [pageAddress(provider), callbackAddress(channel, MESSAGE_ID)!]) {
    // Twilio signs the address with its port or without it.
    for (const signedAddress of [address, address.replace('.com/', '.com:443/')]) {
      const signature = twilio.getExpectedTwilioSignature(AUTH_TOKEN, signedAddress, parameters);
      const takes = (url: string, body = form.toString()) =>
        callbacks!.verify!(
          {
            method: 'POST',
            url,
            headers: { 'x-twilio-signature': signature, 'content-type': 'application/x-www-form-urlencoded' },
            body: Buffer.from(body),
            receivedAt: new Date(),
          },
          { connection: channel, transport: noTransport },
        );
      expect(takes(address)).toBe(true);
      expect(twilio.validateRequest(AUTH_TOKEN, signature, address, parameters)).toBe(true);
      for (const other of [`${address}x`, address.replace('answer=', 'answer=x')]) {
        expect(takes(other)).toBe(false);
        expect(twilio.validateRequest(AUTH_TOKEN, signature, other, parameters)).toBe(false);
      }
      expect(takes(address, `${form.toString()}&To=1`)).toBe(false);
    }
    const made = ADAPTERS[provider].sandbox.callback!(
      { status: 'delivered', providerMessageId: 'SM1', recipient: '+6281234567890', at: new Date() },
      channel,
      address,
    )!;
    expect(
      twilio.validateRequest(
        AUTH_TOKEN,
        made.headers['x-twilio-signature']!,
        address,
        Object.fromEntries(new URLSearchParams(made.body.toString())),
      ),
    ).toBe(true);
  }
});

it('reads signatures of an account’s SharedKey as the SDK does', () => {
  const address = pageAddress('sms_p1');
  const parameters = { MessageSid: 'SM1', MessageStatus: 'delivered' };
  const channel = connection('sms_p1', '+14155552345');
  for (const [algorithm, secret] of [
    ['HMAC_SHA256', 'shared'],
    ['HMAC_SHA1', 'shared'],
    ['HMAC_SHA256', AUTH_TOKEN],
  ] as const) {
    const signature = twilio.getExpectedTwilioSignature(secret, address, parameters, algorithm);
    const ours = twilioSms.callbacks!.verify!(
      {
        method: 'POST',
        url: address,
        headers: {
          'x-twilio-signature': signature,
          [twilio.SIGNATURE_SETTINGS_HEADER.toLowerCase()]: `key=k,algorithm=${algorithm}`,
        },
        body: Buffer.from(new URLSearchParams(parameters).toString()),
        receivedAt: new Date(),
      },
      {
        connection: { ...channel, credentials: { ...channel.credentials, sharedKeySecret: 'shared' } },
        transport: noTransport,
      },
    );
    expect(ours).toBe(twilio.validateRequest('shared', signature, address, parameters, algorithm));
  }
});
