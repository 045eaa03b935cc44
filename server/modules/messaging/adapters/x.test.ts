/** As https://docs.x.com/x-api/direct-messages/send-a-new-message-to-a-user and https://docs.x.com/x-api/fundamentals/rate-limits say. */
import { describe, expect, it } from 'vitest';
import type { Connection, OutgoingMessage } from '@/server/platform/vendors/provider';
import { x } from '@/server/modules/messaging/adapters/x';
import { describeAnswers } from '@/server/testing/adapter';
import { loopbackTransport, useVendor } from '@/server/testing/vendor';

const connection = (base: string, config: Record<string, unknown> = { assetId: '2244994945' }): Connection => ({
  channelId: 'c1',
  credentials: { accessToken: 'x-access-token' },
  config,
  externalId: null,
  base,
});
const message: OutgoingMessage<'x'> = {
  id: 'c06b6cfa81f3a9d2e4b7c6058',
  now: new Date(),
  recipient: '9876543210',
  content: { text: 'Halo' },
};
const vendor = useVendor();
const send = (more: Partial<OutgoingMessage<'x'>> = {}, by = connection(vendor.base)) =>
  x.send({ ...message, ...more }, by, loopbackTransport);
const SENT = { status: 201, body: '{"data":{"dm_conversation_id":"1-2","dm_event_id":"1146654567674912769"}}' };

describe('x', () => {
  it('sends a direct message to a user’s id', async () => {
    vendor.answers(SENT);
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '1146654567674912769' });
    const { request } = vendor;
    expect([request.method, request.path, request.headers.authorization]).toEqual([
      'POST',
      '/2/dm_conversations/with/9876543210/messages',
      'Bearer x-access-token',
    ]);
    expect(JSON.parse(request.body)).toEqual({ text: 'Halo' });
  });

  it('looks a handle up first', async () => {
    vendor.answers({ status: 200, body: '{"data":{"id":"42","name":"Budi","username":"budi_toko"}}' }, SENT);
    expect(await send({ recipient: '@budi_toko' })).toMatchObject({ kind: 'accepted' });
    expect(vendor.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /2/users/by/username/budi_toko',
      'POST /2/dm_conversations/with/42/messages',
    ]);
  });

  it('fails on a handle that X does not know, without a message', async () => {
    vendor.answers({
      status: 200,
      body: '{"errors":[{"detail":"Could not find user with username: [nobody].","title":"Not Found Error"}]}',
    });
    expect(await send({ recipient: 'nobody' })).toEqual({
      kind: 'failed',
      reason: 'Could not find user with username: [nobody].',
    });
    expect(vendor.requests).toHaveLength(1);
  });

  it('comes again when the look-up has no outcome, for no message was sent', async () => {
    vendor.answers({ status: 500, body: '' });
    expect(await send({ recipient: 'budi' })).toMatchObject({ kind: 'retry' });
  });

  it('keeps a handle in its own place of the path', async () => {
    vendor.answers({ status: 404, body: '{}' });
    await send({ recipient: '../../2/tweets?x=' });
    expect(vendor.request.path).toBe('/2/users/by/username/..%2F..%2F2%2Ftweets%3Fx%3D');
  });

  it('waits until the limit begins anew', async () => {
    vendor.answers({
      status: 429,
      headers: { 'x-rate-limit-reset': String(Math.floor(Date.now() / 1000) + 600) },
      body: '{"title":"Too Many Requests","detail":"Too Many Requests","type":"about:blank","status":429}',
    });
    const outcome = (await send()) as { kind: string; afterMs: number };
    expect(outcome.kind).toBe('retry');
    expect(Math.abs(outcome.afterMs - 600_000)).toBeLessThan(5_000);
  });

  it('fails until an account is chosen', async () => {
    expect(await send({}, connection(vendor.base, {}))).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('No account is chosen'),
    });
    expect(vendor.requests).toEqual([]);
  });

  it('lists the account', async () => {
    vendor.answers({ status: 200, body: '{"data":{"id":"2244994945","name":"Toko","username":"toko"}}' });
    expect(await x.assets!(connection(vendor.base), loopbackTransport)).toEqual([{ id: '2244994945', name: '@toko' }]);
    expect(vendor.request.path).toBe('/2/users/me');
  });

  describeAnswers(vendor, {
    provider: x,
    connection,
    message,
    success: { answer: SENT, providerMessageId: '1146654567674912769' },
    refusal: { status: 403, body: '{"title":"Forbidden","detail":"WORDS","status":403}' },
  });
});
