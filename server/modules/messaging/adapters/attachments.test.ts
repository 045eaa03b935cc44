/** What a vendor is asked about a message: the way to its file (docs/contract/inbox.md#attachments), and who wrote it. */
import { describe, expect, it } from 'vitest';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { AttachmentGone, type Connection, type Transport, type VendorAnswer } from '@/server/platform/vendors/provider';

const connection = (base: string, credentials: Record<string, string>): Connection => ({
  channelId: 'channel',
  credentials,
  config: {},
  externalId: null,
  base,
});

/** A vendor that answers every question alike. */
function vendor(status: number, body: object): { transport: Transport; asked: string[] } {
  const asked: string[] = [];
  const request: Transport['request'] = ({ url }) => {
    asked.push(url);
    const answer: VendorAnswer = { status, headers: {}, body: JSON.stringify(body) };
    return Promise.resolve(answer);
  };
  return { transport: { request, guarded: request }, asked };
}

const refuse: Transport['request'] = () => Promise.reject(new Error('Nobody is asked.'));
const nobody: Transport = { request: refuse, guarded: refuse };

describe('a file', () => {
  const cloud = connection('https://graph.facebook.com', { accessToken: 'token-1' });
  const fetchCloud = (status: number, body: object) =>
    ADAPTERS.msg_p1.attachment!('media-1', cloud, vendor(status, body).transport);

  it('of WhatsApp Cloud lies where its id leads, under the same token', async () => {
    const { transport, asked } = vendor(200, { url: 'https://lookaside.fbsbx.com/whatsapp?mid=1' });
    expect(await ADAPTERS.msg_p1.attachment!('media-1', cloud, transport)).toEqual({
      method: 'GET',
      url: 'https://lookaside.fbsbx.com/whatsapp?mid=1',
      headers: { authorization: 'Bearer token-1' },
    });
    expect(asked[0]).toMatch(/\/media-1$/);
  });

  it('of WhatsApp Cloud is gone when it says so, and not when it is away', async () => {
    for (const status of [400, 404])
      await expect(fetchCloud(status, { error: { code: 100 } })).rejects.toThrow(AttachmentGone);
    // Away, a token that has lapsed, and an answer that nobody can read.
    for (const status of [429, 500, 503, 401, 200])
      await expect(fetchCloud(status, {})).rejects.not.toBeInstanceOf(AttachmentGone);
  });

  it('of Telegram lies at the path that getFile says', async () => {
    const bot = connection('https://api.telegram.org', { botToken: '1:ABC' });
    const { transport, asked } = vendor(200, { ok: true, result: { file_path: 'photos/file 1.jpg' } });
    expect(await ADAPTERS.msg_p3.attachment!('AgAC', bot, transport)).toMatchObject({
      url: 'https://api.telegram.org/file/bot1:ABC/photos/file%201.jpg',
    });
    expect(asked).toEqual(['https://api.telegram.org/bot1:ABC/getFile']);
    const none = vendor(200, { ok: true, result: {} }).transport;
    await expect(ADAPTERS.msg_p3.attachment!('AgAC', bot, none)).rejects.toThrow(AttachmentGone);
  });

  it('of LINE lies at its own address, or where somebody else keeps it', () => {
    const line = connection('https://api.line.me', { channelAccessToken: 'token-2' });
    expect(ADAPTERS.msg_p4.attachment!('325708', line, nobody)).toEqual({
      method: 'GET',
      url: 'https://api-data.line.me/v2/bot/message/325708/content',
      headers: { authorization: 'Bearer token-2' },
    });
    expect(ADAPTERS.msg_p4.attachment!('https://cdn.example/a.jpg', line, nobody)).toMatchObject({ headers: {} });
  });

  it.each(['sms_p1', 'msg_p2'] as const)('of %s is asked for with the keys at Twilio alone', (provider) => {
    const twilio = connection('https://api.twilio.com', { accountSid: 'AC1', authToken: 'secret' });
    const headersTo = (ref: string) => ADAPTERS[provider].attachment!(ref, twilio, nobody);
    expect(headersTo('https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1')).toMatchObject({
      headers: { authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}` },
    });
    for (const ref of ['https://twilio.com.evil.example/ME1', 'https://evil-twilio.com/ME1', 'not an address'])
      expect(headersTo(ref)).toMatchObject({ headers: {} });
  });
});

describe('who somebody is', () => {
  const line = connection('https://api.line.me', { channelAccessToken: 'token-2' });
  const page = { ...connection('https://graph.facebook.com', { accessToken: 'token-3' }), config: { assetId: '101' } };

  it.each([
    ['msg_p4', line],
    ['social_p1', page],
  ] as const)('is not told by %s while it is away, nor under a token that has lapsed', async (provider, channel) => {
    for (const [status, body] of [
      [503, {}],
      [429, {}],
      [401, { error: { code: 190, message: 'lapsed' } }],
    ] as const)
      await expect(ADAPTERS[provider].senderOf!('U1', channel, vendor(status, body).transport)).rejects.toThrow(/./);
  });

  it('is told by LINE, or is nobody', async () => {
    const ask = (status: number, body: object) => ADAPTERS.msg_p4.senderOf!('U1', line, vendor(status, body).transport);
    expect(await ask(200, { displayName: 'Ani' })).toEqual({ name: 'Ani' });
    expect(await ask(404, { message: 'Not found' })).toBeNull();
  });
});
