import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { callbackAddress } from '@/server/modules/messaging/adapters/callback-address';
import { openConnection } from '@/server/modules/messaging/adapters/connection';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { DeliveryStatus, RawCallback } from '@/server/platform/vendors/provider';
import { callbackToken, callbackUrl } from '@/server/modules/messaging/channels/callback-address';
import { withSandboxSecrets } from '@/server/modules/messaging/channels/sandbox-secrets';
import { makeBroadcast, makeChannel, type MadeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { rawHttp, rawText } from '@/server/testing/raw-http';
import { callAsSendgrid } from '@/server/testing/sendgrid';
import { useServer, type Answer } from '@/server/testing/server';
import { runJobs } from '@/server/testing/worker';

const server = useServer();
const db = () => server.services.database;

/** What each vendor's channel holds, so that both it and its signature can be made. */
const CREDENTIALS: Partial<Record<ProviderId, Record<string, string>>> = {
  email_p1: { apiKey: 'key' },
  email_p2: { apiKey: 'key' },
  email_p3: { apiKey: 'key', domain: 'mg.example.com' },
  email_p4: { serverToken: 'token' },
  email_p5: { accessKeyId: 'AKIA', secretAccessKey: 'secret-access-key', region: 'ap-southeast-3' },
  sms_p1: { accountSid: 'AC1', authToken: 'auth-token' },
  sms_p2: { apiKey: 'key', apiSecret: 'api-secret' },
  msg_p1: { accessToken: 'token', phoneNumberId: '1' },
  msg_p2: { accountSid: 'AC1', authToken: 'auth-token', fromNumber: 'whatsapp:+14155238886' },
  msg_p4: { channelAccessToken: 'token', channelSecret: 'channel-secret' },
};

const makeCallable = async (
  provider: ProviderId = 'email_p1',
  accountId = server.ours.accountId,
): Promise<MadeChannel> =>
  makeChannel(server.services, accountId, {
    provider,
    credentials: { ...withSandboxSecrets(server.services.settings, provider, CREDENTIALS[provider] ?? {}) },
  });

/** A message that the worker has handed over. */
async function makeSent(
  channel: MadeChannel,
  options: { recipient?: string; status?: string; providerMessageId?: string | null; accountId?: string } = {},
): Promise<{ id: string; providerMessageId: string }> {
  const accountId = options.accountId ?? server.ours.accountId;
  const at = now();
  const content = await db().prisma.messageContent.create({
    data: { accountId, family: 'email', content: {}, createdAt: at },
  });
  const providerMessageId = options.providerMessageId === undefined ? unique('vendor') : options.providerMessageId;
  const { id } = await db().prisma.marketingMessage.create({
    data: {
      accountId,
      channelIntegrationId: channel.id,
      provider: channel.provider,
      recipient: options.recipient ?? 'ani@example.com',
      contentId: content.id,
      status: options.status ?? 'sent',
      providerMessageId,
      attempts: 1,
      sentAt: at,
      createdAt: at,
      updatedAt: at,
    },
  });
  return { id, providerMessageId: providerMessageId ?? '' };
}

const messageOf = (id: string) => db().prisma.marketingMessage.findFirstOrThrow({ where: { id } });
const storedOf = (channel: MadeChannel) =>
  db().prisma.channelCallback.findMany({ where: { channelId: channel.id }, orderBy: { receivedAt: 'asc' } });

/** The vendor's own signed callback for an event, as the sandbox makes it. */
async function signed(
  channel: MadeChannel,
  event: { status: DeliveryStatus; providerMessageId: string; recipient?: string; at?: Date },
): Promise<Omit<RawCallback, 'receivedAt'>> {
  const { settings } = server.services;
  const connection = openConnection(
    settings,
    await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
  );
  const callback =
    ADAPTERS[channel.provider].sandbox.callback?.(
      { recipient: 'ani@example.com', at: now(), ...event },
      connection,
      callbackUrl(settings, channel),
    ) ?? null;
  if (callback === null) throw new Error(`${channel.provider} has no callback for ${event.status}.`);
  return callback;
}

/** Sends it to the door, as it came or with something changed. */
async function deliver(callback: Omit<RawCallback, 'receivedAt'>, changes: Partial<RawCallback> = {}): Promise<Answer> {
  const { method, url, headers, body } = { ...callback, ...changes };
  return await server.fetch(method, url.slice(server.services.settings.baseUrl.length), {
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body,
  });
}

describe('the door', () => {
  it('waits with its many callers for a few connections, so that others have theirs, and loses none', async () => {
    const [channel, other] = [await makeCallable(), await makeCallable()];
    const sent = await makeSent(other);
    const event = { status: 'delivered', providerMessageId: sent.providerMessageId } as const;
    const [forged, real] = [await signed(channel, event), await signed(other, event)];
    const body = Buffer.alloc(50_000, ' ');
    const holder = await db().pool.connect();
    const waiting = async (): Promise<number> =>
      (
        await holder.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = '"ChannelCallback"'::regclass`,
        )
      ).rows[0]!.count;
    await holder.query('BEGIN; LOCK TABLE "ChannelCallback" IN ACCESS EXCLUSIVE MODE');
    const answers = [...Array.from({ length: 200 }, () => deliver(forged, { body })), deliver(real)];
    try {
      await eventually(async () => expect(await waiting()).toBeGreaterThan(3));
      expect(await waiting()).toBe(4);
      expectData(await server.call(server.ours.key, 'GET', '/api/v1/contacts'));
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([202]));
    await runJobs(server.services);
    expect((await messageOf(sent.id)).status).toBe('delivered');
  });

  it('answers 202 in the envelope to any content type, without CORS, ETag or cache, and keeps what came as it came', async () => {
    const channel = await makeCallable();
    const bytes = Buffer.from([0, 255, 1, 13, 10]);
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'image/png',
      'nonsense',
    ]) {
      const answer = await server.fetch('POST', `/api/v1/channels/${channel.id}/callbacks?a=%20b`, {
        headers: { 'content-type': type, 'x-vendor': 'yes', cookie: 'session=secret' },
        body: bytes,
      });
      expect(expectData(answer, 202)).toEqual({ received: true });
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('etag')).toBeNull();
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const stored = await storedOf(channel);
    expect(stored).toHaveLength(6);
    for (const row of stored) {
      expect(Buffer.from(row.body)).toEqual(bytes);
      expect(row).toMatchObject({
        accountId: server.ours.accountId,
        method: 'POST',
        url: `${server.services.settings.baseUrl}/api/v1/channels/${channel.id}/callbacks?a=%20b`,
        appliedAt: null,
        headers: expect.objectContaining({ 'x-vendor': 'yes' }),
      });
      expect(row.headers).not.toHaveProperty('cookie');
    }
  });

  it('takes a body without a content type and no body at all', async () => {
    const channel = await makeCallable();
    const path = `/api/v1/channels/${channel.id}/callbacks`;
    expect((await rawHttp(server.baseUrl, rawText('POST', path, { 'Content-Length': '2' }, 'hi'))).status).toBe(202);
    expect((await rawHttp(server.baseUrl, rawText('POST', path, { 'Content-Length': '0' }))).status).toBe(202);
  });

  it('is 404 for a channel that does not exist, 413 over 1 MiB, 405 for other methods', async () => {
    const channel = await makeCallable();
    const path = `/api/v1/channels/${channel.id}/callbacks`;
    expectError(await server.fetch('POST', '/api/v1/channels/cunknown/callbacks', { body: {} }), 404, 'NOT_FOUND');
    expectError(
      await server.fetch('POST', path, {
        headers: { 'content-type': 'text/plain' },
        body: Buffer.alloc(1024 * 1024 + 1),
      }),
      413,
      'PAYLOAD_TOO_LARGE',
    );
    expectData(
      await server.fetch('POST', path, { headers: { 'content-type': 'text/plain' }, body: Buffer.alloc(1024 * 1024) }),
      202,
    );
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await server.fetch(method, path);
      expectError(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const get = await server.fetch('GET', path);
    expectError(get, 405, 'METHOD_NOT_ALLOWED');
    expect(get.headers.get('allow')).toBe('POST');
  });

  it('answers Meta’s question with the channel’s verify token only', async () => {
    const channel = await makeCallable('msg_p1');
    const ask = (token: string, mode = 'subscribe'): Promise<Answer> =>
      server.fetch(
        'GET',
        `/api/v1/channels/${channel.id}/callbacks?hub.mode=${mode}&hub.challenge=1158201444&hub.verify_token=${token}`,
      );
    const token = callbackToken(server.services.settings.appSecret, channel.id);
    const answer = await ask(token);
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ]);
    for (const wrong of ['', 'x', `${token}x`, callbackToken(server.services.settings.appSecret, 'cother')])
      expectError(await ask(wrong), 403, 'FORBIDDEN');
    expectError(await ask(token, 'other'), 403, 'FORBIDDEN');
    expectError(await server.fetch('GET', '/api/v1/channels/cunknown/callbacks'), 404, 'NOT_FOUND');
  });
});

describe.each([
  'email_p1',
  'email_p2',
  'email_p3',
  'email_p4',
  'email_p5',
  'sms_p1',
  'sms_p2',
  'msg_p1',
  'msg_p2',
] as const)('a callback of %s', (provider) => {
  it('moves its message when it proves who sent it, and nothing when it does not', async () => {
    const channel = await makeCallable(provider);
    const recipient = provider.startsWith('email') ? 'ani@example.com' : '+6281234567890';
    const sent = await makeSent(channel, { recipient });
    const callback = await signed(channel, {
      status: 'delivered',
      providerMessageId: sent.providerMessageId,
      recipient,
    });

    // Another channel's secret, a changed body, and no proof at all.
    const other = await makeCallable(provider);
    const forged = await signed(other, { status: 'delivered', providerMessageId: sent.providerMessageId, recipient });
    const bare = `${server.services.settings.baseUrl}/api/v1/channels/${channel.id}/callbacks`;
    await deliver(forged, {
      url:
        provider === 'email_p4' ? `${bare}?token=${callbackToken(server.services.settings.appSecret, other.id)}` : bare,
    });
    await deliver(callback, {
      headers: { 'content-type': callback.headers['content-type'] ?? 'application/json' },
      url: bare,
      body: Buffer.from(
        callback.body
          .toString()
          .replace(/"(signature|Signature|sig)":"[^"]*"/, '"$1":"AAAA"')
          .replace(/sig=[^&]*/, 'sig=00'),
      ),
    });
    await runJobs(server.services);
    expect(await messageOf(sent.id)).toMatchObject({ status: 'sent', deliveredAt: null });
    for (const row of await storedOf(channel))
      expect(row).toMatchObject({ result: 'refused', body: new Uint8Array(), headers: {} });

    expect((await deliver(callback)).status).toBeLessThan(300);
    await runJobs(server.services);
    expect(await messageOf(sent.id)).toMatchObject({ status: 'delivered', deliveredAt: expect.any(Date) });
    expect((await storedOf(channel)).at(-1)).toMatchObject({ result: 'applied', appliedAt: expect.any(Date) });

    // Repeated: nothing changes any more, not even updatedAt.
    const before = await messageOf(sent.id);
    await deliver(callback);
    await runJobs(server.services);
    expect(await messageOf(sent.id)).toEqual(before);
  });
});

describe('the address that goes along with a message', () => {
  /** As `openConnection` and `callbackAddress` make it, for a server that the vendor can reach. */
  const addressFor = (channel: MadeChannel, messageId: string): URL => {
    const settings = { ...server.services.settings, baseUrl: 'https://laris.example' };
    const config = { callbackUrl: callbackUrl(settings, channel) };
    const connection = { channelId: channel.id, credentials: {}, config, externalId: null, base: '' };
    return new URL(callbackAddress(connection, messageId) ?? '');
  };

  it.each<[ProviderId, number, string]>([
    ['sms_p1', 200, '<?xml version="1.0" encoding="UTF-8"?><Response/>'],
    ['msg_p2', 200, '<?xml version="1.0" encoding="UTF-8"?><Response/>'],
    ['sms_p2', 204, ''],
  ])(
    'of %s is answered as the vendor wants it, and has all that the page’s address has',
    async (provider, status, text) => {
      const channel = await makeCallable(provider);
      const { id, providerMessageId } = await makeSent(channel, { recipient: '+6281234567890' });
      const { settings } = server.services;
      const { pathname, searchParams } = addressFor(channel, id);
      const query = searchParams.toString();
      const page = new URL(callbackUrl(settings, channel)).searchParams;
      expect([...searchParams]).toEqual([...page, ['message', id]]);
      const connection = openConnection(
        settings,
        await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
      );
      const callback = ADAPTERS[provider].sandbox.callback?.(
        { status: 'delivered', providerMessageId, recipient: '+6281234567890', at: now() },
        connection,
        `${settings.baseUrl}${pathname}?${query}`,
      );
      const answer = await deliver(callback!);
      expect([answer.status, answer.text]).toEqual([status, text]);
      await runJobs(server.services);
      expect(await messageOf(id)).toMatchObject({ status: 'delivered' });
    },
  );

  it('keeps the signature of a receipt that Vonage appends to it by GET', async () => {
    const channel = await makeCallable('sms_p2');
    const { id, providerMessageId } = await makeSent(channel, { recipient: '+6281234567890' });
    const { body } = await signed(channel, { status: 'delivered', providerMessageId });
    const url = addressFor(channel, id);
    for (const [key, value] of Object.entries(JSON.parse(body.toString()) as Record<string, string>))
      url.searchParams.append(key, value);
    expect((await server.fetch('GET', `${url.pathname}${url.search}`)).status).toBe(204);
    await runJobs(server.services);
    expect(await storedOf(channel)).toMatchObject([{ method: 'GET', result: 'applied' }]);
    expect(await messageOf(id)).toMatchObject({ status: 'delivered' });
  });
});

describe('LINE', () => {
  it('tells who wrote, with its signature only', async () => {
    const channel = await makeCallable('msg_p4');
    const body = Buffer.from(
      JSON.stringify({
        destination: 'U0',
        events: [
          {
            type: 'message',
            mode: 'active',
            timestamp: now().getTime(),
            source: { type: 'user', userId: 'U4af4980629' },
            message: { id: '1', type: 'text', text: 'Halo' },
          },
        ],
      }),
    );
    const { createHmac } = await import('node:crypto');
    const send = (secret: string): Promise<Answer> =>
      server.fetch('POST', `/api/v1/channels/${channel.id}/callbacks`, {
        headers: {
          'content-type': 'application/json',
          'x-line-signature': createHmac('sha256', secret).update(body).digest('base64'),
        },
        body,
      });
    const inbound = () => db().prisma.channelInbound.findMany({ where: { channelId: channel.id } });
    await send('wrong-secret');
    await runJobs(server.services);
    expect(await inbound()).toEqual([]);
    await send('channel-secret');
    await runJobs(server.services);
    expect(await inbound()).toMatchObject([{ accountId: server.ours.accountId, recipient: 'U4af4980629' }]);
  });
});

describe('what is told', () => {
  const apply = async (
    channel: MadeChannel,
    ...events: { status: DeliveryStatus; providerMessageId: string; at?: Date; recipient?: string }[]
  ): Promise<void> => {
    for (const event of events) await deliver(await signed(channel, event));
    await runJobs(server.services);
  };
  const minute = (n: number): Date => new Date(Date.UTC(2026, 10, 1, 10, n));

  it('never moves a message backwards, and fills each instant once', async () => {
    const channel = await makeCallable();
    const { id, providerMessageId } = await makeSent(channel);
    await apply(channel, { status: 'clicked', providerMessageId, at: minute(3) });
    expect(await messageOf(id)).toMatchObject({
      status: 'clicked',
      clickedAt: minute(3),
      openedAt: null,
      deliveredAt: null,
    });
    await apply(channel, { status: 'opened', providerMessageId, at: minute(2) });
    await apply(channel, { status: 'delivered', providerMessageId, at: minute(1) });
    expect(await messageOf(id)).toMatchObject({
      status: 'clicked',
      clickedAt: minute(3),
      openedAt: minute(2),
      deliveredAt: minute(1),
      bouncedAt: null,
    });
    await apply(channel, { status: 'opened', providerMessageId, at: minute(9) });
    expect(await messageOf(id)).toMatchObject({ status: 'clicked', openedAt: minute(2) });
  });

  it('a late bounce counts, an opened message has arrived', async () => {
    const channel = await makeCallable();
    const [late, opened] = [await makeSent(channel), await makeSent(channel)];
    await apply(
      channel,
      { status: 'delivered', providerMessageId: late.providerMessageId },
      { status: 'bounced', providerMessageId: late.providerMessageId },
    );
    expect(await messageOf(late.id)).toMatchObject({
      status: 'bounced',
      lastError: 'The recipient does not exist.',
      bouncedAt: expect.any(Date),
    });
    await apply(
      channel,
      { status: 'bounced', providerMessageId: opened.providerMessageId },
      { status: 'opened', providerMessageId: opened.providerMessageId },
    );
    expect(await messageOf(opened.id)).toMatchObject({
      status: 'opened',
      lastError: null,
      bouncedAt: expect.any(Date),
    });
  });

  it('ends in the same row whatever the order, however often, in whatever portions, also at the same time', async () => {
    const channel = await makeCallable('email_p2');
    const statuses = ['delivered', 'bounced', 'failed', 'opened', 'clicked'] as const;
    const event = fc.record({ status: fc.constantFrom(...statuses), minute: fc.integer({ min: 0, max: 5 }) });
    const story = fc.array(event, { minLength: 1, maxLength: 6 }).chain((events) =>
      fc.record({
        events: fc.constant(events),
        order: fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        atOnce: fc.boolean(),
      }),
    );
    const { updatedAt: _u, ...columns } = {
      updatedAt: 0,
      status: 0,
      lastError: 0,
      deliveredAt: 0,
      openedAt: 0,
      clickedAt: 0,
      bouncedAt: 0,
      failedAt: 0,
    };
    const outcome = async (id: string): Promise<object> => {
      const row = await messageOf(id);
      return Object.fromEntries(Object.keys(columns).map((key) => [key, row[key as keyof typeof row]]));
    };
    await fc.assert(
      fc.asyncProperty(story, async ({ events, order, atOnce }) => {
        const [one, other] = [await makeSent(channel), await makeSent(channel)];
        const callbacks = (reported: typeof events, { providerMessageId }: { providerMessageId: string }) =>
          Promise.all(
            reported.map(({ status, minute: n }) => signed(channel, { status, providerMessageId, at: minute(n) })),
          );
        for (const callback of await callbacks(events, one)) await deliver(callback);
        await runJobs(server.services);
        const shuffled = await callbacks(order, other);
        const half = shuffled.slice(0, Math.floor(shuffled.length / 2));
        for (const callback of half) await deliver(callback);
        if (!atOnce) await runJobs(server.services);
        const running = runJobs(server.services);
        await Promise.all(shuffled.slice(half.length).map((callback) => deliver(callback)));
        await Promise.all([running, runJobs(server.services)]);
        await runJobs(server.services);
        expect(await outcome(other.id)).toEqual(await outcome(one.id));
      }),
      { numRuns: 20 },
    );
  });

  it('reaches messages of its own channel only', async () => {
    const [channel, sibling, foreign] = [
      await makeCallable(),
      await makeCallable(),
      await makeCallable('email_p1', server.theirs.accountId),
    ];
    const [own, ofSibling, ofForeign] = [
      await makeSent(channel, { providerMessageId: 'same-id' }),
      await makeSent(sibling, { providerMessageId: 'same-id' }),
      await makeSent(foreign, { providerMessageId: 'same-id', accountId: server.theirs.accountId }),
    ];
    await apply(channel, { status: 'delivered', providerMessageId: 'same-id' });
    expect(await messageOf(own.id)).toMatchObject({ status: 'delivered' });
    expect(await messageOf(ofSibling.id)).toMatchObject({ status: 'sent' });
    expect(await messageOf(ofForeign.id)).toMatchObject({ status: 'sent' });
  });

  it('keeps the counts of a broadcast exact', async () => {
    const channel = await makeCallable();
    const messages = await Promise.all(Array.from({ length: 4 }, () => makeSent(channel)));
    // As the send had made them: counted by the triggers.
    await db().pool.query(`UPDATE "MarketingMessage" SET "campaignId" = 'cbroadcast' WHERE id = ANY($1)`, [
      messages.map(({ id }) => id),
    ]);
    await db().pool.query(
      `INSERT INTO "BroadcastTally" VALUES ($1, 'cbroadcast', 'sent', 4) ON CONFLICT ("accountId", "broadcastId", status) DO UPDATE SET messages = 4`,
      [server.ours.accountId],
    );
    await apply(
      channel,
      ...messages.slice(0, 3).map(({ providerMessageId }) => ({ status: 'delivered' as const, providerMessageId })),
      { status: 'opened', providerMessageId: messages[0]!.providerMessageId },
    );
    const tally = await db().prisma.broadcastTally.findMany({
      where: { accountId: server.ours.accountId, broadcastId: 'cbroadcast', messages: { not: 0 } },
      select: { status: true, messages: true },
      orderBy: { status: 'asc' },
    });
    expect(tally).toEqual([
      { status: 'delivered', messages: 2 },
      { status: 'opened', messages: 1 },
      { status: 'sent', messages: 1 },
    ]);
  });

  it('is tried again when it comes before the worker has stored the vendor’s id, and given up in the end', async () => {
    const channel = await makeCallable();
    const { id } = await makeSent(channel, { status: 'sending', providerMessageId: null });
    await apply(channel, { status: 'delivered', providerMessageId: 'early-bird' });
    expect(await messageOf(id)).toMatchObject({ status: 'sending' });
    await db().pool.query(
      `UPDATE "MarketingMessage" SET status = 'sent', "providerMessageId" = 'early-bird' WHERE id = $1`,
      [id],
    );
    await db().pool.query('UPDATE "ChannelCallback" SET "dueAt" = "receivedAt" WHERE "channelId" = $1', [channel.id]);
    await runJobs(server.services, { evenLater: true });
    expect(await messageOf(id)).toMatchObject({ status: 'delivered' });

    await apply(channel, { status: 'delivered', providerMessageId: 'of-somebody-else' });
    for (let time = 0; time < 6; time++) {
      await db().pool.query('UPDATE "ChannelCallback" SET "dueAt" = "receivedAt" WHERE "channelId" = $1', [channel.id]);
      await runJobs(server.services, { evenLater: true });
    }
    expect((await storedOf(channel)).map(({ result, attempts }) => [result, attempts])).toEqual([
      ['applied', 2],
      ['unknown', 6],
    ]);
  });

  it('still counts on a revoked channel', async () => {
    const channel = await makeCallable();
    const { id, providerMessageId } = await makeSent(channel);
    await server.call(server.ours.key, 'DELETE', `/api/v1/channels/${channel.id}`);
    await apply(channel, { status: 'delivered', providerMessageId });
    expect(await messageOf(id)).toMatchObject({ status: 'delivered' });
  });

  it('a hard bounce, a complaint and an unsubscribe hold for the address', async () => {
    const tenant = await server.makeTenant();
    const channel = await makeCallable('email_p2', tenant.accountId);
    const suppressions = async () =>
      Object.fromEntries(
        (await db().prisma.suppression.findMany({ where: { accountId: tenant.accountId } })).map(
          ({ address, reason }) => [address, reason],
        ),
      );
    const { providerMessageId } = await makeSent(channel, {
      recipient: 'gone@example.com',
      accountId: tenant.accountId,
    });
    await apply(channel, { status: 'bounced', providerMessageId, recipient: 'gone@example.com' });
    expect(await suppressions()).toEqual({ 'gone@example.com': 'bounce' });

    await callAsSendgrid(server, channel.id, [
      { event: 'spamreport', email: 'Angry@Example.com', timestamp: 1 },
      { event: 'unsubscribe', email: 'bye@example.com', timestamp: 1 },
      { event: 'bounce', type: 'blocked', sg_message_id: 'x', email: 'soft@example.com' },
    ]);
    expect(await suppressions()).toEqual({
      'gone@example.com': 'bounce',
      'angry@example.com': 'complaint',
      'bye@example.com': 'recipient',
    });
  });

  it('finds a message whose hand-over had an unknown outcome by our own id, which is then not sent again', async () => {
    const channel = await makeCallable();
    const { id } = await makeSent(channel, { status: 'sending', providerMessageId: null });
    await db().pool.query(
      `UPDATE "MarketingMessage" SET "claimableAt" = now() + interval '5 minutes', "sentAt" = NULL WHERE id = $1`,
      [id],
    );
    const { createHmac, randomUUID } = await import('node:crypto');
    const { credentials } = openConnection(
      server.services.settings,
      await db().prisma.channelIntegration.findFirstOrThrow({ where: { id: channel.id } }),
    );
    const body = Buffer.from(
      JSON.stringify({
        type: 'email.delivered',
        created_at: minute(1).toISOString(),
        data: { email_id: 'theirs', to: ['ani@example.com'], tags: { laris_message: id } },
      }),
    );
    const [svixId, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1000))];
    const signature = createHmac('sha256', Buffer.from(credentials.callbackSecret!.replace('whsec_', ''), 'base64'))
      .update(`${svixId}.${timestamp}.`)
      .update(body)
      .digest('base64');
    await server.fetch('POST', `/api/v1/channels/${channel.id}/callbacks`, {
      headers: {
        'content-type': 'application/json',
        'svix-id': svixId,
        'svix-timestamp': timestamp,
        'svix-signature': `v1,${signature}`,
      },
      body,
    });
    await runJobs(server.services);
    expect(await messageOf(id)).toMatchObject({
      status: 'delivered',
      providerMessageId: 'theirs',
      claimableAt: null,
      sentAt: minute(1),
    });
  });
});

describe('clicks', () => {
  it('are counted by link, each person once a link, however often and by whichever vendor they are told; the way out is none', async () => {
    const { services, ours } = server;
    const broadcast = await makeBroadcast(db(), ours.accountId, { status: 'sent' });
    const links = async () =>
      (await trpc(server, 'query', 'broadcasts.links', { id: broadcast.id }, { cookie: ours.cookie })).data.links;
    expect(await links()).toEqual([]);

    const channel = await makeCallable('email_p3');
    const people: { contact: { id: string }; message: { id: string; providerMessageId: string } }[] = [];
    for (const email of ['ani', 'budi', 'citra']) {
      const contact = await makeContact(db(), ours.accountId, { email: `${unique(email)}@example.com` });
      const message = await makeSent(channel);
      await db().prisma.marketingMessage.updateMany({
        where: { id: message.id },
        data: { campaignId: broadcast.id, contactId: contact.id },
      });
      people.push({ contact, message });
    }
    /** Mailgun signs when it speaks, not what it says. */
    const reported = async ({ message }: (typeof people)[number], url: string) => {
      const callback = await signed(channel, { status: 'clicked', providerMessageId: message.providerMessageId });
      const said = JSON.parse(callback.body.toString()) as { 'event-data': Record<string, unknown> };
      const body = Buffer.from(JSON.stringify({ ...said, 'event-data': { ...said['event-data'], url } }));
      expectData(await deliver(callback, { body }), 202);
    };
    const [ani, budi, citra] = people;
    if (ani === undefined || budi === undefined || citra === undefined) throw new Error('Three were made.');
    for (let times = 0; times < 3; times++) await reported(ani, 'https://toko.example/gayo');
    await reported(budi, 'https://toko.example/gayo');
    await reported(citra, 'https://toko.example/toraja');
    await reported(citra, `${services.settings.baseUrl}/u/someone.some.token`);
    await reported(citra, 'mailto:halo@toko.example');
    await runJobs(services);
    expect(await links()).toEqual([
      { link: 'https://toko.example/gayo', people: 2, machines: 0 },
      { link: 'https://toko.example/toraja', people: 1, machines: 0 },
    ]);

    // A worker that is killed before it has settled them leaves callbacks to be applied once more.
    await db().prisma.channelCallback.updateMany({
      where: { channelId: channel.id },
      data: { appliedAt: null, result: null, dueAt: now() },
    });
    await reported(budi, 'https://toko.example/gayo');
    await runJobs(services);
    expect(await storedOf(channel)).toEqual(expect.not.arrayContaining([expect.objectContaining({ result: null })]));
    expect(await links()).toEqual([
      { link: 'https://toko.example/gayo', people: 2, machines: 0 },
      { link: 'https://toko.example/toraja', people: 1, machines: 0 },
    ]);

    // An address may name a person: it goes with them.
    expectData(await server.call(ours.key, 'POST', `/api/v1/contacts/${citra.contact.id}/erase`));
    expect(await links()).toEqual([{ link: 'https://toko.example/gayo', people: 2, machines: 0 }]);
  });
});
