/** Where vendors call, what an app's one address splits, and files of messages (docs/contract/inbox.md#channels). */
import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { createTransport } from '@/server/platform/vendors/transport';
import { appCallback } from '@/server/modules/messaging/channels/app-callbacks';
import { fetchAttachments } from '@/server/modules/messaging/inbox/fetch-attachments';
import { setHook } from '@/server/modules/messaging/inbox/set-hook';
import { unique } from '@/server/testing/factories/unique';
import type { MadeChannel } from '@/server/testing/factories/messaging';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { deliver, makeReceiver, signedWords } from '@/server/testing/inbox';
import { useServer, type Tenant } from '@/server/testing/server';
import { toLoopback } from '@/server/testing/vendor';
import { runJobs } from '@/server/testing/worker';

const server = useServer({
  PROVIDERS: 'live',
  OAUTH_SOCIAL_P1_CLIENT_ID: 'app',
  OAUTH_SOCIAL_P1_CLIENT_SECRET: 'app-secret-1',
  OAUTH_SOCIAL_P2_CLIENT_ID: 'app',
  OAUTH_SOCIAL_P2_CLIENT_SECRET: 'app-secret-2',
});
const prisma = () => server.services.database.prisma;
const ours = () => server.ours.accountId;
const db = () => systemDb(server.services.database, ours());
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const appPath = (provider: string) => `/api/v1/channels/callbacks/${provider}`;
/** Chosen of those that the vendor listed. */
const pageOf = (
  channel: MadeChannel,
  chosen: { assetId: string; assetAccount?: string },
  { accountId = ours(), others = [] }: { accountId?: string; others?: { id: string; account: string }[] } = {},
) => {
  const { assetId, assetAccount } = chosen;
  const asset = { id: assetId, name: 'Toko', ...(assetAccount !== undefined && { account: assetAccount }) };
  return prisma().channelIntegration.update({
    where: { accountId_id: { accountId, id: channel.id } },
    data: { config: chosen, assets: [asset, ...others], via: 'oauth' },
  });
};
/** As Meta calls. */
const send = (provider: string, body: object, secret = 'app-secret-1') => {
  const bytes = Buffer.from(JSON.stringify(body));
  return server.fetch('POST', appPath(provider), {
    headers: {
      'content-type': 'text/plain',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`,
    },
    body: bytes,
  });
};
const entry = (id: string, sender: string, text: string) => ({
  id,
  messaging: [
    { sender: { id: sender }, recipient: { id }, timestamp: now().getTime(), message: { mid: unique('mid'), text } },
  ],
});

describe('an app’s one address', () => {
  it('gives each channel what is about its own page, in whatever workspace, and nobody else’s', async () => {
    const [page, other, nobody] = [unique('page'), unique('page'), unique('page')];
    const mine = await makeReceiver(server, 'social_p1');
    const [twins, others] = [(await server.makeTenant()).accountId, (await server.makeTenant()).accountId];
    const twin = await makeReceiver(server, 'social_p1', twins);
    const theirs = await makeReceiver(server, 'social_p1', others);
    await pageOf(mine, { assetId: page });
    await pageOf(twin, { assetId: page }, { accountId: twins });
    await pageOf(theirs, { assetId: other }, { accountId: others });
    const body = {
      object: 'page',
      entry: [entry(page, 'P1', 'satu'), entry(other, 'P2', 'dua'), entry(nobody, 'P3', 'tiga')],
    };
    expectData(await send('social_p1', body), 202);
    const stored = await prisma().channelCallback.findMany({
      where: { channelId: { in: [mine.id, twin.id, theirs.id] } },
    });
    const textsOf = (channel: MadeChannel) =>
      stored
        .filter(({ channelId }) => channelId === channel.id)
        .map(({ body: bytes }) => Buffer.from(bytes).toString());
    for (const [channel, said, not] of [
      [mine, 'satu', 'dua'],
      [twin, 'satu', 'dua'],
      [theirs, 'dua', 'satu'],
    ] as const) {
      expect(textsOf(channel)).toHaveLength(1);
      expect(textsOf(channel)[0]).toContain(said);
      expect(textsOf(channel)[0]).not.toContain(not);
    }
    await runJobs(server.services);
    expect(
      await prisma().conversation.findMany({
        where: { channelId: { in: [mine.id, twin.id, theirs.id] } },
        orderBy: { externalThreadId: 'asc' },
      }),
    ).toMatchObject([
      { externalThreadId: 'P1' },
      { externalThreadId: 'P1' },
      { externalThreadId: 'P2', accountId: others },
    ]);
  });

  it('knows Instagram by its account', async () => {
    const channel = await makeReceiver(server, 'social_p2');
    const account = unique('178');
    await pageOf(channel, { assetId: unique('page'), assetAccount: account });
    expectData(
      await send('social_p2', { object: 'instagram', entry: [entry(account, 'I1', 'halo')] }, 'app-secret-2'),
      202,
    );
    await runJobs(server.services);
    expect(await prisma().conversation.count({ where: { channelId: channel.id, externalThreadId: 'I1' } })).toBe(1);
  });

  it('is 401 without the app’s own signature, 404 of others, and answers Meta’s question', async () => {
    expectError(await send('social_p1', { object: 'page', entry: [] }, 'app-secret-2'), 401, 'INVALID_SIGNATURE');
    expectError(await send('social_p3', { object: 'page', entry: [] }), 404, 'NOT_FOUND');
    const { verifyToken } = appCallback(server.services.settings, 'social_p1');
    const ask = (token: string) =>
      server.fetch('GET', `${appPath('social_p1')}?hub.mode=subscribe&hub.challenge=115&hub.verify_token=${token}`);
    expect([(await ask(verifyToken)).status, (await ask(verifyToken)).text]).toEqual([200, '115']);
    expectError(await ask(appCallback(server.services.settings, 'social_p2').verifyToken), 403, 'FORBIDDEN');
  });
});

describe('an address says how it is answered', () => {
  it('with 204, or with TwiML, and takes Vonage’s GET', async () => {
    const channel = await makeReceiver(server, 'sms_p2');
    const callback = await signedWords(server, channel);
    const { pathname, origin } = new URL(callback.url);
    const to = (answer: string) => deliver(server, { ...callback, url: `${origin}${pathname}?answer=${answer}` });
    const nothing = await to('204');
    expect([nothing.status, nothing.text]).toEqual([204, '']);
    const twiml = await to('twiml');
    expect([twiml.status, twiml.headers.get('content-type'), twiml.text]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="UTF-8"?><Response/>',
    ]);
    const fields = new URLSearchParams(JSON.parse(callback.body.toString()) as Record<string, string>);
    const got = await server.fetch('GET', `${pathname}?answer=204&${fields.toString()}`);
    expect(got.status).toBe(204);
    await runJobs(server.services);
    const stored = await prisma().channelCallback.findMany({ where: { channelId: channel.id } });
    expect(stored.map(({ method, result }) => [method, result]).sort()).toEqual([
      ['GET', 'applied'],
      ['POST', 'applied'],
      ['POST', 'applied'],
    ]);
    expect(await prisma().inboxMessage.count({ where: { channelId: channel.id } })).toBe(1);
  });
});

describe('receiving switched on', () => {
  const put = (channel: MadeChannel, body: object) =>
    server.call(server.ours.key, 'PUT', `/api/v1/inbox/channels/${channel.id}`, { body });
  /** Telegram, which calls `current`. */
  function telegramCalling(current: string) {
    const asked: string[] = [];
    let url = current;
    const answer = (result: unknown) =>
      Promise.resolve({ status: 200, headers: {}, body: JSON.stringify({ ok: true, result }) });
    const transport = {
      ...server.services.transport,
      request: ({ url: to, body = '{}' }: { url: string; body?: string }) => {
        const method = to.split('/').at(-1) ?? '';
        asked.push(method);
        if (method === 'setWebhook') url = (JSON.parse(body) as { url: string }).url;
        if (method === 'deleteWebhook') url = '';
        return answer(method === 'getWebhookInfo' ? { url } : true);
      },
    };
    return { asked, services: { ...server.services, transport }, url: () => url };
  }

  it('tells Telegram where to call, shows who is called now, and replaces that only when asked to', async () => {
    const channel = await makeReceiver(server, 'msg_p3');
    const shown = async () =>
      (
        expectData(await server.call(server.ours.key, 'GET', '/api/v1/inbox/channels')).channels as {
          channelId: string;
        }[]
      ).find(({ channelId }) => channelId === channel.id);
    expectData(await put(channel, { receiving: true }));
    const bot = telegramCalling('https://other.example/');
    await setHook(bot.services, db(), channel.id);
    expect(await shown()).toMatchObject({
      receiving: true,
      ready: false,
      problem: 'The provider calls https://other.example/ now. Set replace to take over.',
    });
    const { channels } = (await trpc(server, 'query', 'inbox.channelsShown', {}, { cookie: server.ours.cookie }))
      .data as {
      channels: object[];
    };
    expect(channels).toContainEqual(
      expect.objectContaining({ channelId: channel.id, otherAddress: 'https://other.example/', firstInboundAt: null }),
    );
    expect(bot.asked).toEqual(['getWebhookInfo']);
    expectData(await put(channel, { receiving: true, replace: true }));
    await setHook(bot.services, db(), channel.id);
    expect(await shown()).toMatchObject({
      ready: true,
      problem: null,
      verifyToken: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(bot.url()).toContain(`/api/v1/channels/${channel.id}/callbacks`);
    expectData(await put(channel, { receiving: false }));
    await setHook(bot.services, db(), channel.id);
    expect([bot.url(), ((await shown()) as { ready?: boolean } | undefined)?.ready]).toEqual(['', false]);
    // A vendor that is not there is asked again by the queue, and nothing is settled until then.
    expectData(await put(channel, { receiving: true, replace: true }));
    for (const [words, request] of [
      ['reset', () => Promise.reject(new OutcomeUnknownError('reset'))],
      ['HTTP 503', () => Promise.resolve({ status: 503, headers: {}, body: '' })],
    ] as const) {
      const away = { ...bot.services.transport, request };
      await expect(setHook({ ...bot.services, transport: away }, db(), channel.id)).rejects.toThrow(words);
      expect(await shown()).toMatchObject({ ready: false, problem: null });
    }
    await setHook(bot.services, db(), channel.id);
    expect(await shown()).toMatchObject({ ready: true });
    expectData(await put(channel, { receiving: false }));
    await setHook(bot.services, db(), channel.id);
    // Somebody else's is left where it is.
    const theirs = telegramCalling('https://other.example/');
    await setHook(theirs.services, db(), channel.id);
    expect(theirs.url()).toBe('https://other.example/');
  });

  it('ends with the channel: Telegram is told to call it no more, and another channel of the bot stays', async () => {
    const [old, next] = [await makeReceiver(server, 'msg_p3'), await makeReceiver(server, 'msg_p3')];
    const revoke = (channel: MadeChannel) => server.call(server.ours.key, 'DELETE', `/api/v1/channels/${channel.id}`);
    const bot = telegramCalling('');
    expectData(await put(old, { receiving: true }));
    await setHook(bot.services, db(), old.id);
    expectData(await put(next, { receiving: true, replace: true }));
    await setHook(bot.services, db(), next.id);
    expect(bot.url()).toContain(next.id);
    expectData(await revoke(old));
    await setHook(bot.services, db(), old.id);
    expect(bot.url()).toContain(next.id);
    expectData(await revoke(next));
    await setHook(bot.services, db(), next.id);
    expect(bot.url()).toBe('');
  });
});

describe('a page or an account that is set with PATCH', () => {
  const patch = async ({ key }: Tenant, channel: MadeChannel, config: object) => {
    expectData(await server.call(key, 'PATCH', `/api/v1/channels/${channel.id}`, { body: { config } }));
    return (await prisma().channelIntegration.findFirstOrThrow({ where: { id: channel.id } })).config;
  };
  /** What came for it by the app's address. */
  const reported = (channel: MadeChannel) => prisma().channelCallback.count({ where: { channelId: channel.id } });
  const hookOf = async (channel: MadeChannel) =>
    (await prisma().inboxChannel.findFirst({ where: { channelId: channel.id } }))?.hook;

  it('keeps its account, which is the vendor’s to tell, and is told to call when it is another', async () => {
    const tenant = await server.makeTenant();
    const channel = await makeReceiver(server, 'social_p2', tenant.accountId);
    const mine = { assetId: unique('page'), assetAccount: unique('178') };
    const other = { assetId: unique('page'), assetAccount: unique('178') };
    const others = [{ id: other.assetId, account: other.assetAccount }];
    await pageOf(channel, mine, { accountId: tenant.accountId, others });
    const report = (account: string) =>
      send('social_p2', { object: 'instagram', entry: [entry(account, unique('I'), 'halo')] }, 'app-secret-2');
    expect(await patch(tenant, channel, { note: 'x' })).toEqual({ ...mine, note: 'x' });
    expect(await patch(tenant, channel, { ...mine, assetAccount: other.assetAccount })).toEqual(mine);
    expect(await hookOf(channel)).toBeUndefined();
    await report(other.assetAccount);
    expect(await reported(channel)).toBe(0);
    await report(mine.assetAccount);
    expect(await reported(channel)).toBe(1);

    expect(await patch(tenant, channel, { assetId: other.assetId })).toEqual(other);
    expect(await hookOf(channel)).toBe('wanted');
    await report(other.assetAccount);
    expect(await reported(channel)).toBe(2);
    await report(mine.assetAccount);
    expect(await reported(channel)).toBe(2);
  });

  it('brings nothing where the vendor did not list it: it is somebody else’s', async () => {
    const [tenant, other] = [await server.makeTenant(), await server.makeTenant()];
    const theirs = unique('page');
    const mine = await makeReceiver(server, 'social_p1', tenant.accountId);
    const owner = await makeReceiver(server, 'social_p1', other.accountId);
    await pageOf(mine, { assetId: unique('page') }, { accountId: tenant.accountId });
    await pageOf(owner, { assetId: theirs }, { accountId: other.accountId });
    expect(await patch(tenant, mine, { assetId: theirs })).toEqual({ assetId: theirs });
    expectData(await send('social_p1', { object: 'page', entry: [entry(theirs, 'P9', 'rahasia')] }), 202);
    expect([await reported(mine), await reported(owner)]).toEqual([0, 1]);
  });
});

describe('a file of a message', () => {
  /** A transport whose every connection leads to a server that answers like this. */
  async function world(answer: (response: ServerResponse, path: string) => void) {
    const web = createServer(({ url = '' }, response) => answer(response, url));
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const { port } = web.address() as AddressInfo;
    const out = createTransport(toLoopback(() => String(port)));
    open.push(() => {
      web.closeAllConnections();
      web.close();
    });
    open.push(() => out.close());
    return { ...server.services, transport: out };
  }
  const handIn = async (address: string) => {
    const channel = await makeReceiver(server, 'webhook_generic');
    const body = {
      channelId: channel.id,
      externalId: unique('x'),
      from: { id: unique('p') },
      text: 'Lihat',
      attachments: [address],
    };
    return expectData(await server.call(server.ours.key, 'POST', '/api/v1/inbox/inbound', { body }))
      .messageId as string;
  };
  const get = (id: string, key = server.ours.key) =>
    server.call(key, 'GET', `/api/v1/inbox/messages/${id}/attachments/0`);
  const stateOf = async (id: string) =>
    (await prisma().inboxAttachment.findFirstOrThrow({ where: { messageId: id } })).state;

  it('is kept privately, and given as a download that runs nowhere', async () => {
    const html = '<script>alert(document.cookie)</script>'.repeat(60_000);
    const services = await world((response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
    const id = await handIn('https://files.example/nota%20%22x%22.html');
    expectError(await get(id), 404, 'NOT_FOUND');
    await fetchAttachments(services, db());
    expect(await stateOf(id)).toBe('ready');
    const answer = await get(id);
    expect([answer.status, answer.text.length]).toEqual([200, html.length]);
    expect(
      Object.fromEntries(
        [
          'content-type',
          'content-disposition',
          'cache-control',
          'content-security-policy',
          'x-content-type-options',
        ].map((name) => [name, answer.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="nota _x_.html"; filename*=UTF-8''nota%20%22x%22.html`,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    expectError(await get(id, server.theirs.key), 404, 'NOT_FOUND');
  });

  it('of a private address, of too many bytes, or gone is none', async () => {
    const services = await world((response, path) => {
      if (path === '/gone') return void response.writeHead(404).end();
      if (path === '/away') return void response.writeHead(302, { location: 'https://127.0.0.1/x' }).end();
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': String(1024 ** 3) });
      response.end(Buffer.alloc(1024));
    });
    for (const [address, state] of [
      ['https://127.0.0.1/x', 'failed'],
      ['https://files.example/away', 'failed'],
      ['https://files.example/gone', 'gone'],
      ['https://files.example/large', 'too_large'],
    ] as const) {
      const id = await handIn(address);
      await fetchAttachments(services, db());
      expect(await stateOf(id), address).toBe(state);
    }
    expect(
      await prisma().inboxAttachmentPiece.count({
        where: { accountId: ours(), attachment: { state: { not: 'ready' } } },
      }),
    ).toBe(0);
  });

  it('is tried again when the vendor is not there, and then given up', async () => {
    const services = await world((response) => response.writeHead(503).end());
    const id = await handIn('https://files.example/x');
    for (let tries = 0; tries < 4; tries++) {
      await prisma().inboxAttachment.updateMany({
        where: { messageId: id, state: 'fetching' },
        data: { dueAt: now() },
      });
      await fetchAttachments(services, db());
    }
    expect(await prisma().inboxAttachment.findFirstOrThrow({ where: { messageId: id } })).toMatchObject({
      state: 'failed',
      attempts: 4,
      dueAt: null,
      ref: null,
    });
  });
});
