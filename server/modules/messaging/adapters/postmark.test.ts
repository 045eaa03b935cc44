/**
 * E-mail through Postmark, as https://postmarkapp.com/developer/api/email-api and
 * https://postmarkapp.com/developer/webhooks/webhooks-overview say.
 */
import { describe, expect, it } from 'vitest';
import { postmark } from '@/server/modules/messaging/adapters/postmark';
import { describeAnswers, describeCallbacks } from '@/server/testing/adapter';
import { emailChannel, EMAIL_MESSAGE } from '@/server/testing/email';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const TOKEN = '12345678-90ab-cdef-1234-567890abcdef';
const connection = emailChannel({ serverToken: TOKEN });
const ID = '0a129aee-e1cd-480d-b08d-4f48548ff48d';
const SENT = JSON.stringify({
  To: 'budi@example.com',
  SubmittedAt: '2014-02-17T07:25:01.4178645-05:00',
  MessageID: ID,
  ErrorCode: 0,
  Message: 'OK',
});
const vendor = useVendor();

describe('postmark', () => {
  it('posts the e-mail as JSON to the broadcast stream, with our id as metadata', async () => {
    vendor.answers({ body: SENT });
    await postmark.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport);
    const { request } = vendor;
    expect([request.method, request.path]).toEqual(['POST', '/email']);
    expect(request.headers).toMatchObject({
      'x-postmark-server-token': TOKEN,
      'content-type': 'application/json',
      accept: 'application/json',
    });
    expect(JSON.parse(request.body)).toEqual({
      From: 'Toko Anda <halo@tokoanda.co.id>',
      To: 'budi@example.com',
      ReplyTo: 'cs@tokoanda.co.id',
      Subject: EMAIL_MESSAGE.content.subject,
      HtmlBody: EMAIL_MESSAGE.content.html,
      TextBody: EMAIL_MESSAGE.content.text,
      Headers: [
        { Name: 'List-Unsubscribe', Value: '<https://laris.example.com/u/abc>' },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ],
      MessageStream: 'broadcast',
      Metadata: { laris_message: EMAIL_MESSAGE.id },
    });
  });

  it('goes to the stream that the channel names, without what there is not', async () => {
    await postmark.send(
      { ...EMAIL_MESSAGE, headers: {}, content: { subject: 'x', text: 'y' } },
      connection(vendor.base, { messageStream: 'promo', replyTo: '', fromName: 'Kopi, Teh' }),
      loopbackTransport,
    );
    expect(JSON.parse(vendor.request.body)).toEqual({
      From: '"Kopi, Teh" <halo@tokoanda.co.id>',
      To: 'budi@example.com',
      Subject: 'x',
      TextBody: 'y',
      MessageStream: 'promo',
      Metadata: { laris_message: EMAIL_MESSAGE.id },
    });
  });

  it('tells Postmark’s words with its code', async () => {
    vendor.answers({
      status: 422,
      body: '{"ErrorCode":406,"Message":"You tried to send to a recipient that has been marked as inactive."}',
    });
    expect(await postmark.send(EMAIL_MESSAGE, connection(vendor.base), loopbackTransport)).toEqual({
      kind: 'failed',
      reason: 'You tried to send to a recipient that has been marked as inactive. (406)',
    });
  });

  describeAnswers(vendor, {
    provider: postmark,
    connection,
    message: EMAIL_MESSAGE,
    success: { answer: { body: SENT }, providerMessageId: ID },
    refusal: { status: 422, body: '{"ErrorCode":300,"Message":"WORDS"}' },
  });

  describeCallbacks({
    provider: postmark,
    connection: connection(''),
    recipient: 'budi@example.com',
    statuses: ['delivered', 'bounced', 'failed', 'opened', 'clicked'],
  });
});

describe('events', () => {
  const received = new Date('2026-11-21T07:00:00.000Z');
  const of = (body: object) =>
    postmark.callbacks!.events({
      method: 'POST',
      url: '',
      headers: {},
      body: Buffer.from(JSON.stringify({ MessageID: ID, Metadata: { laris_message: EMAIL_MESSAGE.id }, ...body })),
      receivedAt: received,
    });
  const at = new Date('2019-11-05T16:33:54.907Z');
  const when = '2019-11-05T11:33:54.9070259-05:00';
  const status = (of: string, more: object = {}) => ({
    kind: 'status',
    providerMessageId: ID,
    status: of,
    at,
    messageId: EMAIL_MESSAGE.id,
    ...more,
  });
  const about = (kind: string) => ({ kind, recipient: 'budi@example.com', providerMessageId: ID, at });

  it('are read as documented', () => {
    expect(of({ RecordType: 'Delivery', Recipient: 'budi@example.com', DeliveredAt: when })).toEqual([
      status('delivered'),
    ]);
    expect(of({ RecordType: 'Open', Recipient: 'budi@example.com', ReceivedAt: when })).toEqual([status('opened')]);
    expect(
      of({
        RecordType: 'Click',
        Recipient: 'budi@example.com',
        ReceivedAt: when,
        OriginalLink: 'https://example.com/a',
      }),
    ).toEqual([status('clicked', { link: 'https://example.com/a' })]);
    expect(
      of({ RecordType: 'SpamComplaint', Type: 'SpamComplaint', Email: 'budi@example.com', BouncedAt: when }),
    ).toEqual([about('complaint')]);
  });

  const bounce = (Type: string, more: object = {}) =>
    of({ RecordType: 'Bounce', Type, Email: 'budi@example.com', BouncedAt: when, Details: '550 unknown', ...more });

  it('tell a bounce for good from one that may pass, and from what was not sent', () => {
    expect(bounce('HardBounce')).toEqual([status('bounced', { reason: '550 unknown', permanent: true })]);
    expect(bounce('SoftBounce')).toEqual([status('bounced', { reason: '550 unknown', permanent: false })]);
    expect(bounce('SpamNotification', { Inactive: true })).toEqual([
      status('bounced', { reason: '550 unknown', permanent: true }),
    ]);
    expect(bounce('DMARCPolicy')).toEqual([status('failed', { reason: '550 unknown' })]);
    expect(bounce('SpamComplaint')).toEqual([about('complaint')]);
    expect(bounce('Unsubscribe')).toEqual([about('unsubscribe')]);
  });

  it.each(['Transient', 'AutoResponder', 'AddressChange', 'Subscribe'])('%s is no bounce', (type) => {
    expect(bounce(type)).toEqual([]);
  });

  it('follow the list of those who want no more', () => {
    const change = (more: object) =>
      of({
        RecordType: 'SubscriptionChange',
        Recipient: 'budi@example.com',
        ChangedAt: when,
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
        ...more,
      });
    expect(change({})).toEqual([about('unsubscribe')]);
    expect(change({ SuppressionReason: 'SpamComplaint' })).toEqual([about('complaint')]);
    expect(change({ SuppressSending: false })).toEqual([]);
    // The bounce itself comes as one.
    expect(change({ SuppressionReason: 'HardBounce' })).toEqual([]);
    expect(change({ MessageID: null })).toEqual([{ ...about('unsubscribe'), providerMessageId: null }]);
  });
});
