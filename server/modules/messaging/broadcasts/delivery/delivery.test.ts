/**
 * Delivery as the vendor and the merchant see it (docs/contract/broadcasts.md#delivery), through the real adapters,
 * against a local vendor.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MarketingMessage } from '@/prisma/generated/client';
import {
  startDelivery,
  type Delivery,
  type DeliveryOptions,
} from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { MOST_ATTEMPTS } from '@/server/modules/messaging/broadcasts/delivery/outcome';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { providerEntry } from '@/server/platform/vendors/catalog';
import { createTransport } from '@/server/platform/vendors/transport';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { eventually } from '@/server/testing/http';
import { testSettings } from '@/server/testing/server';
import { startSink, type Sink } from '@/server/testing/sink';

let database: TestDatabase;
let sink: Sink;
let services: ServicesHandle;
let withTags: ServicesHandle;
const transport = createTransport();
let running: Delivery[] = [];
let accountId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startSink();
  const more = {
    PROVIDERS: 'live',
    PROVIDER_BASE_EMAIL_P1: sink.url,
    PROVIDER_BASE_EMAIL_P2: sink.url,
    BASE_URL: 'https://toko.example',
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  services = createServices(testSettings(database.url, more), { name: 'test' });
  withTags = createServices(testSettings(database.url, { ...more, EXTENSIONS: 'merge-tags' }), { name: 'test' });
});
afterAll(async () => {
  await transport.close();
  await services.close();
  await withTags.close();
  await sink.close();
  await database.drop();
});
beforeEach(async () => {
  sink.answer = () => ({ status: 200 });
  sink.arrivals.length = 0;
  accountId = await makeAccount(services.database, { name: 'Toko Anda' });
});
afterEach(async () => {
  await Promise.all(running.map((delivery) => delivery.stop()));
  running = [];
  // What a test leaves in the queue is nobody else's.
  await services.database.prisma.marketingMessage.updateMany({ data: { claimableAt: null } });
});

const QUICK = { idleMs: 20, retryAfterMs: 20, doubtMs: 300, leaseMs: 60_000, turnMs: 1_000 };
function start(options: Partial<DeliveryOptions> = {}): Delivery {
  const delivery = startDelivery({
    services,
    transport,
    rateOf: () => null,
    ...options,
    timing: { ...QUICK, ...options.timing },
  });
  running.push(delivery);
  return delivery;
}

const channel = (provider: 'email_p1' | 'email_p2' = 'email_p1', account = accountId) =>
  makeChannel(services, account, { provider });
const find = (id: string): Promise<MarketingMessage> =>
  services.database.prisma.marketingMessage.findFirstOrThrow({ where: { id } });
const untilStatus = async (id: string, status: string, withinMs = 5_000): Promise<MarketingMessage> => {
  await eventually(async () => expect((await find(id)).status).toBe(status), withinMs);
  return await find(id);
};
const contact = async (
  options: { email?: string; firstName?: string | null; attributes?: object; subscriptions?: object } = {},
) => {
  const at = new Date();
  return await services.database.prisma.contact.create({
    data: {
      accountId,
      identityHash: unique('h'),
      email: options.email ?? `${unique('ani')}@example.test`,
      firstName: options.firstName ?? null,
      attributes: options.attributes ?? {},
      subscriptions: options.subscriptions ?? {},
      createdAt: at,
      updatedAt: at,
    },
  });
};
/** A message of a broadcast to a contact. */
async function queued(
  options: {
    provider?: 'email_p1' | 'email_p2';
    content?: Record<string, string>;
    contact?: Parameters<typeof contact>[0];
    broadcast?: string;
    message?: Partial<MarketingMessage>;
  } = {},
) {
  const { id: channelIntegrationId } = await channel(options.provider);
  const broadcast = await makeBroadcast(services.database, accountId, { status: options.broadcast ?? 'sending' });
  const person = await contact(options.contact);
  const message = await makeMessage(services.database, accountId, {
    channelIntegrationId,
    provider: options.provider ?? 'email_p1',
    campaignId: broadcast.id,
    contactId: person.id,
    recipient: person.email!,
    ...(options.content === undefined ? {} : { content: options.content }),
    ...options.message,
  });
  return { ...message, broadcast: broadcast.id, contact: person, channelIntegrationId };
}

describe('a hand-over', () => {
  it("becomes sent with the vendor's id, and statusCounts follow", async () => {
    const message = await queued();
    start();
    const row = await untilStatus(message.id, 'sent');
    expect(row).toMatchObject({
      providerMessageId: `vendor-${message.id}`,
      attempts: 1,
      lastError: null,
      claimableAt: null,
      claimedBy: null,
    });
    expect(row.sentAt).not.toBeNull();
    expect(sink.arrivals).toMatchObject([{ id: message.id, recipient: message.contact.email, subject: 'Hello' }]);
    const tally = await services.database.prisma.broadcastTally.findMany({
      where: { broadcastId: message.broadcast, messages: { gt: 0 } },
    });
    expect(tally).toMatchObject([{ status: 'sent', messages: 1 }]);
    expect(
      await services.database.prisma.broadcastRate.findMany({ where: { broadcastId: message.broadcast } }),
    ).toMatchObject([{ messages: 1 }]);
  });

  it('brings the List-Unsubscribe headers and a plain link where there is none, and leaves what is stored as it is', async () => {
    const message = await queued({
      content: { subject: 's', html: '<html><body><p>Hi</p></body></html>', text: 'Hi' },
    });
    start();
    await untilStatus(message.id, 'sent');
    const [{ headers, html, text }] = sink.arrivals as [(typeof sink.arrivals)[number]];
    const url = /^<(https:\/\/toko\.example\/u\/[\w.-]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1];
    expect(url).toBeDefined();
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(html).toMatch(
      /^<html><body><p>Hi<\/p><div[^>]*><a href="https:\/\/toko\.example\/u\/[^"]+"[^>]*>Berhenti berlangganan<\/a><\/div><\/body><\/html>$/,
    );
    expect(html).toContain(url);
    expect(text).toBe(`Hi\n\n--\nBerhenti berlangganan: ${url}\n`);
    const { contentId } = await find(message.id);
    expect(
      (await services.database.prisma.messageContent.findFirstOrThrow({ where: { id: contentId } })).content,
    ).toEqual({ subject: 's', html: '<html><body><p>Hi</p></body></html>', text: 'Hi' });
  });

  it('adds no second link, and never sends the block document along', async () => {
    const html = '<p>Hi <a href="https://shop.example/out">Unsubscribe</a></p>';
    const message = await queued({
      content: { subject: 's', html, text: 'Unsubscribe: https://shop.example/out', blocks: "the composer's" },
    });
    start();
    await untilStatus(message.id, 'sent');
    expect(sink.arrivals[0]).toMatchObject({ html, text: 'Unsubscribe: https://shop.example/out' });
    expect(sink.arrivals[0]!.headers).toHaveProperty('List-Unsubscribe');
  });

  it('adds nothing to a test', async () => {
    const { id } = await makeMessage(services.database, accountId, {
      channelIntegrationId: (await channel()).id,
      recipient: ' Sari@Example.TEST ',
      content: { subject: 's', html: '<p>Hi</p>' },
    });
    start();
    await untilStatus(id, 'sent');
    expect(sink.arrivals[0]).toMatchObject({ html: '<p>Hi</p>', headers: {}, recipient: 'sari@example.test' });
  });

  it('delivers merge tags as text, unless the extension is on: then with values, fallbacks, and everything escaped', async () => {
    const content = {
      subject: '{firstName|Kak}, {brandName}',
      html: '<p title="{lastName}">{firstName|Kak} {discountCode} <a href="{cartUrl|https://a.example}">x</a> {unknown} a{color:red}</p><a>unsubscribe</a>',
      text: '{firstName}',
    };
    const plain = await queued({ content });
    const first = start();
    await untilStatus(plain.id, 'sent');
    expect(sink.arrivals[0]).toMatchObject({ subject: content.subject, text: expect.stringContaining('{firstName}') });
    expect(sink.arrivals[0]!.html).toContain(content.html);
    await first.stop();

    start({ services: withTags });
    const named = await queued({
      content,
      contact: {
        firstName: '<b>Ani & Co\r\nBcc: x</b>',
        attributes: { discountCode: 'EID', cartUrl: 'javascript:alert(1)' },
      },
    });
    await untilStatus(named.id, 'sent');
    expect(sink.arrivals.at(-1)).toMatchObject({ subject: '<b>Ani & Co Bcc: x</b>, Toko Anda' });
    expect(sink.arrivals.at(-1)!.html).toContain(
      '<p title="">&lt;b&gt;Ani &amp; Co Bcc: x&lt;/b&gt; EID <a href="https://a.example">x</a> {unknown} a{color:red}</p>',
    );
    const nameless = await queued({ content });
    await untilStatus(nameless.id, 'sent');
    expect(sink.arrivals.at(-1)).toMatchObject({ subject: 'Kak, Toko Anda' });
  });
});

describe('in the sandbox', () => {
  it('goes to the outbox and nowhere else, without a rate', async () => {
    const sandbox = createServices(testSettings(database.url, { PROVIDERS: 'sandbox', APP_SECRET: 'a'.repeat(40) }), {
      name: 'test',
    });
    const message = await queued();
    const delivery = startDelivery({ services: sandbox, transport, timing: QUICK });
    const row = await untilStatus(message.id, 'sent');
    await delivery.stop();
    await sandbox.close();
    expect(await services.database.prisma.sandboxMessage.findMany({ where: { messageId: message.id } })).toMatchObject([
      {
        accountId,
        recipient: message.contact.email,
        providerMessageId: row.providerMessageId,
        headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      },
    ]);
    expect(sink.arrivals).toEqual([]);
  });
});

describe('an answer that is no yes', () => {
  it('is tried again after 429, not before Retry-After', async () => {
    const message = await queued();
    sink.answer = ({ id }) =>
      sink.counts().get(id) === 1
        ? { status: 429, headers: { 'retry-after': '1' }, body: { message: 'slow down' } }
        : { status: 200 };
    start();
    await eventually(async () =>
      expect(await find(message.id)).toMatchObject({ status: 'queued', attempts: 1, lastError: 'slow down' }),
    );
    expect(await untilStatus(message.id, 'sent')).toMatchObject({ attempts: 2, lastError: null });
    expect(sink.arrivals[1]!.at - sink.arrivals[0]!.at).toBeGreaterThanOrEqual(1_000);
  });

  it('leaves the channel alone meanwhile, so that the others do not spend their attempts', async () => {
    const first = await queued();
    sink.answer = () =>
      sink.arrivals.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 200 };
    start();
    await eventually(async () => expect((await find(first.id)).attempts).toBe(1));
    const second = await makeMessage(services.database, accountId, {
      channelIntegrationId: first.channelIntegrationId,
    });
    await sleep(300);
    expect(await find(second.id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(await untilStatus(second.id, 'sent')).toMatchObject({ attempts: 1 });
  });

  it('fails after five attempts of 503', async () => {
    const message = await queued({ message: { attempts: MOST_ATTEMPTS - 2 } });
    sink.answer = () => ({ status: 503, headers: { 'retry-after': '0' }, body: { message: 'over capacity' } });
    start();
    expect(await untilStatus(message.id, 'failed')).toMatchObject({
      attempts: MOST_ATTEMPTS,
      lastError: 'over capacity',
      claimableAt: null,
    });
    expect(sink.arrivals).toHaveLength(2);
  });

  it.each([400, 401, 404, 422])("fails at once with the vendor's words after %i", async (status) => {
    const message = await queued();
    sink.answer = () => ({ status, body: { message: 'The from address is not verified.' } });
    start();
    const row = await untilStatus(message.id, 'failed');
    expect(row).toMatchObject({ attempts: 1, lastError: 'The from address is not verified.' });
    expect(row.failedAt).not.toBeNull();
  });

  it('is tried again when the vendor cannot be reached', async () => {
    const away = createServices(
      testSettings(database.url, {
        PROVIDERS: 'live',
        PROVIDER_BASE_EMAIL_P1: 'http://127.0.0.1:1',
        APP_SECRET: 'a'.repeat(40),
      }),
      { name: 'test' },
    );
    const message = await queued();
    const delivery = start({ services: away });
    await eventually(async () =>
      expect(await find(message.id)).toMatchObject({
        status: 'queued',
        attempts: 1,
        doubtedAt: null,
        lastError: expect.stringContaining('ECONNREFUSED'),
      }),
    );
    await delivery.stop();
    await away.close();
  });

  it('is tried again at once, with the same key, when the vendor takes one and did not answer', async () => {
    const message = await queued();
    sink.answer = () => (sink.arrivals.length === 1 ? 'drop' : { status: 200 });
    start({ timing: { doubtMs: 60_000 } });
    expect(await untilStatus(message.id, 'sent')).toMatchObject({ attempts: 2 });
    expect(sink.arrivals.map(({ id }) => id)).toEqual([message.id, message.id]);
  });

  it('is tried once more after the pause, and then never again, when the vendor takes no key', async () => {
    const message = await queued({ provider: 'email_p2' });
    sink.answer = () => 'drop';
    start();
    expect(await untilStatus(message.id, 'failed')).toMatchObject({
      attempts: 2,
      lastError: expect.stringMatching(/The message may have arrived\.$/),
    });
    expect(sink.arrivals).toHaveLength(2);
    expect(sink.arrivals[1]!.at - sink.arrivals[0]!.at).toBeGreaterThanOrEqual(QUICK.doubtMs);
  });
});

describe('a channel that its vendor refuses', () => {
  const errorOf = async (id: string) =>
    (await services.database.prisma.channelIntegration.findFirstOrThrow({ where: { id } })).lastError;
  const refusing = (status: number, message: string) => {
    sink.answer = () => ({ status, body: { name: 'refused', message } });
  };

  it('says so in the vendor’s words, once however many messages it fails, until one is taken again', async () => {
    const { id } = await channel();
    const broadcast = await makeBroadcast(services.database, accountId, { status: 'sending' });
    const send = async () => {
      const person = await contact();
      return await makeMessage(services.database, accountId, {
        channelIntegrationId: id,
        campaignId: broadcast.id,
        contactId: person.id,
        recipient: person.email!,
      });
    };
    await services.database.pool.query(
      `CREATE TABLE channel_writes (id text);
       CREATE FUNCTION count_channel_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO channel_writes VALUES (NEW.id); RETURN NEW; END $$;
       CREATE TRIGGER count_channel_write AFTER UPDATE ON "ChannelIntegration" FOR EACH ROW EXECUTE FUNCTION count_channel_write()`,
    );
    try {
      let n = 0;
      sink.answer = () => ({ status: 401, body: { message: `API key is invalid, call ${++n}` } });
      const messages = await Promise.all(Array.from({ length: 20 }, send));
      start();
      for (const message of messages) await untilStatus(message.id, 'failed');
      await eventually(async () => expect(await errorOf(id)).toMatch(/^API key is invalid, call \d+$/));
      const writes = async () =>
        (await services.database.pool.query('SELECT 1 FROM channel_writes WHERE id = $1', [id])).rowCount;
      expect(await writes()).toBe(1);

      sink.answer = () => ({ status: 200 });
      for (const message of await Promise.all(Array.from({ length: 20 }, send))) await untilStatus(message.id, 'sent');
      await eventually(async () => expect(await errorOf(id)).toBeNull());
      expect(await writes()).toBe(2);
    } finally {
      await services.database.pool.query(
        'DROP TRIGGER count_channel_write ON "ChannelIntegration"; DROP FUNCTION count_channel_write; DROP TABLE channel_writes',
      );
    }
  });

  it('is not said of one recipient’s fault, nor of a connection that was made anew meanwhile', async () => {
    const message = await queued();
    refusing(422, 'The recipient is not an address.');
    start();
    await untilStatus(message.id, 'failed');
    expect(await errorOf(message.channelIntegrationId)).toBeNull();

    const later = await queued();
    sink.answer = async () => {
      const renewed = await makeChannel(services, accountId);
      const { credentials } = await services.database.prisma.channelIntegration.findFirstOrThrow({
        where: { id: renewed.id },
      });
      await services.database.prisma.channelIntegration.updateMany({
        where: { id: later.channelIntegrationId },
        data: { credentials },
      });
      return { status: 401, body: '{"message":"API key is invalid"}' };
    };
    await untilStatus(later.id, 'failed');
    await Promise.all(running.map((delivery) => delivery.stop()));
    expect(await errorOf(later.channelIntegrationId)).toBeNull();
  });
});

describe.each(['sms_p1', 'msg_p1', 'msg_p2'] as const)('a message over %s', (provider) => {
  /** What was handed over to a contact with this as recipient, and what became of it. */
  async function handedOver(recipient: string) {
    const handed: string[] = [];
    start({
      adapterOf: (id) => ({
        id,
        send(message) {
          handed.push(message.recipient);
          return Promise.resolve({ kind: 'accepted', providerMessageId: unique('v') });
        },
        sandbox: { accepted: () => ({ status: 200, headers: {}, body: '' }) },
      }),
    });
    const { id: channelIntegrationId } = await makeChannel(services, accountId, { provider });
    const broadcast = await makeBroadcast(services.database, accountId, { status: 'sending' });
    const { id } = await makeMessage(services.database, accountId, {
      channelIntegrationId,
      provider,
      family: providerEntry(provider).family,
      campaignId: broadcast.id,
      contactId: (await contact()).id,
      recipient,
      content: { text: 'Halo', body: 'Halo' },
    });
    await eventually(async () => expect(['sent', 'failed', 'skipped']).toContain((await find(id)).status));
    const { status, lastError } = await find(id);
    return { handed, status, lastError };
  }

  it.each(['kantor', '12', '+0', '+62 812 kantor', '0812', '+6281234567890123456'])(
    'goes to no contact by %s, which is no number',
    async (recipient) => {
      expect(await handedOver(recipient)).toEqual({
        handed: [],
        status: 'skipped',
        lastError: 'The recipient is not a valid phone number.',
      });
    },
  );

  it.each(['+6281234567890', '0812-3456-7890', ' 0062 812 3456 7890'])(
    'goes to a contact by %s, in E.164',
    async (recipient) => {
      expect(await handedOver(recipient)).toMatchObject({ handed: ['+6281234567890'], status: 'sent' });
    },
  );
});

describe('what changed since the fan-out', () => {
  const skipped = async (id: string, lastError: unknown) => {
    start();
    expect(await untilStatus(id, 'skipped')).toMatchObject({ lastError, attempts: 0, claimableAt: null });
    expect(sink.arrivals).toEqual([]);
  };

  it.each(['unsubscribed', 'pending'])('a contact that is %s gets nothing', async (email) => {
    await skipped((await queued({ contact: { subscriptions: { email } } })).id, 'The recipient has opted out.');
  });

  it.each(['recipient', 'bounce', 'complaint', 'merchant'])(
    'an address that is suppressed (%s) gets nothing, by a test neither',
    async (reason) => {
      const message = await queued();
      const address = message.contact.email!;
      await services.database.prisma.suppression.create({
        data: { accountId, family: 'email', address, reason, createdAt: new Date() },
      });
      const test = await makeMessage(services.database, accountId, {
        channelIntegrationId: message.channelIntegrationId,
        recipient: address.toUpperCase(),
      });
      await skipped(message.id, 'The recipient has opted out.');
      await untilStatus(test.id, 'skipped');
    },
  );

  it("the neighbour's opt-outs are the neighbour's", async () => {
    const message = await queued();
    await services.database.prisma.suppression.create({
      data: {
        accountId: await makeAccount(services.database),
        family: 'email',
        address: message.contact.email!,
        reason: 'recipient',
        createdAt: new Date(),
      },
    });
    start();
    await untilStatus(message.id, 'sent');
  });

  it.each(['revoked', 'expired', 'pending'])('a channel that is %s sends nothing', async (status) => {
    const message = await queued();
    await services.database.prisma.channelIntegration.updateMany({
      where: { id: message.channelIntegrationId },
      data: { status },
    });
    await skipped(message.id, 'The channel is no longer active. Connect it again.');
  });

  it('a channel whose credentials cannot be read says so', async () => {
    const message = await queued();
    await services.database.prisma.channelIntegration.updateMany({
      where: { id: message.channelIntegrationId },
      data: { credentials: 'v1.0.0.0' },
    });
    await skipped(message.id, expect.stringContaining('cannot be read'));
  });

  it('a content without what the family needs goes nowhere', async () => {
    await skipped((await queued({ content: { html: '<p>Hi</p>' } })).id, 'The content has no subject.');
  });

  it('a lapsed lease of a paused broadcast is skipped', async () => {
    await skipped(
      (await queued({ broadcast: 'paused', message: { claimedBy: 'somebody', leasedUntil: new Date(Date.now() - 1) } }))
        .id,
      'broadcast canceled',
    );
  });
});

describe('leases', () => {
  it('that lapsed are taken anew', async () => {
    const message = await queued({ message: { claimedBy: 'a dead worker', leasedUntil: new Date(Date.now() - 1) } });
    start();
    expect(await untilStatus(message.id, 'sent')).toMatchObject({ attempts: 1, claimedBy: null });
  });

  it('of others are left alone', async () => {
    const message = await queued({ message: { claimedBy: 'another', leasedUntil: new Date(Date.now() + 60_000) } });
    start();
    await sleep(300);
    expect(await find(message.id)).toMatchObject({ status: 'queued', claimedBy: 'another' });
    expect(sink.arrivals).toEqual([]);
  });

  it('that others took while a message waited for its time are theirs', async () => {
    const { id: channelIntegrationId } = await channel();
    const at = Date.now();
    const [first, second, last] = await Promise.all(
      [-3, -2, -1].map((ms) =>
        makeMessage(services.database, accountId, { channelIntegrationId, claimableAt: new Date(at + ms) }),
      ),
    );
    sink.answer = async ({ id }) => {
      if (id === first!.id)
        await services.database.prisma.marketingMessage.update({
          where: { accountId_id: { accountId, id: second!.id } },
          data: { claimedBy: 'another', leasedUntil: new Date(at + 60_000) },
        });
      return { status: 200 };
    };
    start({ rateOf: () => 2 });
    await untilStatus(last!.id, 'sent');
    expect(await find(second!.id)).toMatchObject({ status: 'queued', claimedBy: 'another' });
    expect([...sink.counts().keys()]).toEqual([first!.id, last!.id]);
  });

  it('that lapsed in sending are an unknown outcome: at once with a key, once after the pause without', async () => {
    const died = { status: 'sending', attempts: 1, claimedBy: 'a dead worker', leasedUntil: new Date(Date.now() - 1) };
    const [withKey, without] = [await queued({ message: died }), await queued({ provider: 'email_p2', message: died })];
    const started = performance.now();
    start();
    await untilStatus(withKey.id, 'sent');
    expect(await untilStatus(without.id, 'sent')).toMatchObject({ attempts: 2 });
    expect(sink.arrivals.find(({ id }) => id === without.id)!.at - started).toBeGreaterThanOrEqual(QUICK.doubtMs);
    const twice = await queued({
      provider: 'email_p2',
      message: { ...died, attempts: 2, doubtedAt: new Date(Date.now() - 1000) },
    });
    expect(await untilStatus(twice.id, 'failed')).toMatchObject({
      lastError: expect.stringMatching(/server stopped.*may have arrived/),
    });
    expect(sink.counts().has(twice.id)).toBe(false);
  });

  it('in sending of a paused broadcast end there, and a later send leaves the pair alone', async () => {
    const message = await queued({
      provider: 'email_p2',
      broadcast: 'paused',
      message: { status: 'sending', attempts: 1, claimedBy: 'a dead worker', leasedUntil: new Date(Date.now() - 1) },
    });
    start();
    expect((await untilStatus(message.id, 'skipped')).doubtedAt).not.toBeNull();
    expect(sink.arrivals).toEqual([]);
  });

  it('are renewed while a hand-over takes its time', async () => {
    const message = await queued();
    sink.answer = () => sleep(900).then(() => ({ status: 200 }));
    start({ timing: { leaseMs: 300 } });
    start({ timing: { leaseMs: 300 } });
    await untilStatus(message.id, 'sent');
    expect(sink.arrivals).toHaveLength(1);
  });

  it('leave the time from which a message may be taken as it was, which an index has', async () => {
    const message = await queued();
    const { claimableAt } = await find(message.id);
    const underWay = await new Promise<MarketingMessage>((resolve) => {
      sink.answer = async () => {
        resolve(await find(message.id));
        return { status: 200 };
      };
      start();
    });
    expect(underWay).toMatchObject({ status: 'sending', claimableAt, claimedBy: expect.any(String) });
    expect(underWay.leasedUntil!.getTime()).toBeGreaterThan(Date.now());
    await untilStatus(message.id, 'sent');
  });

  it('are given back by a worker that stops, after what it handed over has ended', async () => {
    const { id: channelIntegrationId } = await channel();
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => makeMessage(services.database, accountId, { channelIntegrationId })),
    );
    sink.answer = () => sleep(300).then(() => ({ status: 200 }));
    const delivery = start({ concurrency: 4 });
    await eventually(() => Promise.resolve(expect(sink.arrivals.length).toBeGreaterThan(0)));
    await delivery.stop();
    const rows = await services.database.prisma.marketingMessage.findMany({
      where: { id: { in: ids.map(({ id }) => id) } },
    });
    expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(sink.arrivals.length);
    const left = rows.filter(({ status }) => status === 'queued');
    expect(left).toHaveLength(20 - sink.arrivals.length);
    for (const row of left) expect(row).toMatchObject({ claimedBy: null, attempts: 0 });
    for (const row of left) expect(row.claimableAt!.getTime()).toBeLessThanOrEqual(Date.now());
  });
});

describe('many messages', () => {
  it('go out once each, whatever workers there are', async () => {
    const { id: channelIntegrationId } = await channel();
    const { contentId } = await find((await makeMessage(services.database, accountId, { channelIntegrationId })).id);
    const at = new Date();
    await services.database.prisma.marketingMessage.createMany({
      data: Array.from({ length: 1_499 }, (_, n) => ({
        accountId,
        channelIntegrationId,
        provider: 'email_p1',
        recipient: `u${n}@example.test`,
        contentId,
        status: 'queued',
        createdAt: at,
        updatedAt: at,
        claimableAt: at,
      })),
    });
    start();
    start();
    await eventually(async () =>
      expect(await services.database.prisma.marketingMessage.count({ where: { accountId, status: 'sent' } })).toBe(
        1_500,
      ),
    );
    expect(sink.arrivals).toHaveLength(1_500);
    expect(sink.counts().size).toBe(1_500);
  });

  it('keep to the rate of their channel, over two workers', async () => {
    const { id: channelIntegrationId } = await channel();
    await Promise.all(
      Array.from({ length: 30 }, () => makeMessage(services.database, accountId, { channelIntegrationId })),
    );
    start({ rateOf: () => 20 });
    start({ rateOf: () => 20 });
    await eventually(() => Promise.resolve(expect(sink.arrivals).toHaveLength(30)));
    const times = sink.arrivals.map(({ at }) => at).sort((a, b) => a - b);
    // 29 intervals of 50 ms; the first may come late, by as much as a busy machine makes it.
    expect(times.at(-1)! - times[0]!).toBeGreaterThanOrEqual(29 * 50 - 250);
    for (let n = 20; n < times.length; n++) expect(times[n]! - times[n - 20]!).toBeGreaterThanOrEqual(1_000 - 250);
  });

  it('of one channel do not hold up another workspace', async () => {
    const large = (await channel()).id;
    const { contentId } = await find(
      (await makeMessage(services.database, accountId, { channelIntegrationId: large })).id,
    );
    const at = new Date(Date.now() - 1000);
    await services.database.prisma.marketingMessage.createMany({
      data: Array.from({ length: 3_000 }, (_, n) => ({
        accountId,
        channelIntegrationId: large,
        provider: 'email_p1',
        recipient: `u${n}@example.test`,
        contentId,
        status: 'queued',
        createdAt: at,
        updatedAt: at,
        claimableAt: at,
      })),
    });
    sink.answer = () => sleep(5).then(() => ({ status: 200 }));
    start({ concurrency: 4 });
    await eventually(() => Promise.resolve(expect(sink.arrivals.length).toBeGreaterThan(10)));
    const neighbour = await makeAccount(services.database);
    const { id } = await makeMessage(services.database, neighbour, {
      channelIntegrationId: (await channel('email_p1', neighbour)).id,
    });
    await untilStatus(id, 'sent', 2_000);
    expect(
      await services.database.prisma.marketingMessage.count({ where: { accountId, status: 'queued' } }),
    ).toBeGreaterThan(1_000);
  });
});
