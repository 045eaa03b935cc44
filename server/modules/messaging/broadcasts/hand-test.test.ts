/** The checks of send-test (docs/contract/broadcasts.md#checks), through the door, with a web server of the test's own behind every name. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { CATALOG } from '@/server/platform/vendors/catalog';
import { createTransport } from '@/server/platform/vendors/transport';
import { LinkChecks } from '@/server/modules/messaging/broadcasts/link-checks';
import { partsOf } from '@/server/modules/messaging/broadcasts/send-test';
import { SenderChecks } from '@/server/modules/messaging/channels/check-dns';
import type { Check } from '@/server/modules/messaging/channels/checks-schema';
import { makeBroadcast, makeChannel, plausibleCredentials } from '@/server/testing/factories/messaging';
import { expectData, expectError } from '@/server/testing/http';
import { useNameServer } from '@/server/testing/name-server';
import { useServer } from '@/server/testing/server';
import { toLoopback } from '@/server/testing/vendor';
import { expectLinear } from '@/server/testing/cost';

const server = useServer({ BASE_URL: 'https://laris.example', EXTENSIONS: 'smtp' });
const dns = useNameServer();

/** What the web says: by host and path; 200 where nothing is said. */
let web: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
let asked: string[] = [];
let underWay = 0;
let mostUnderWay = 0;
const site = http.createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.host}${request.url}`);
  underWay++;
  mostUnderWay = Math.max(mostUnderWay, underWay);
  response.on('close', () => underWay--);
  web(request, response);
});
beforeAll(() => new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve)));
afterAll(
  () =>
    new Promise<void>((resolve) => {
      site.close(() => resolve());
      site.closeAllConnections();
    }),
);

const transport = () => {
  const { lookup, ...options } = toLoopback(() => String((site.address() as AddressInfo).port));
  return createTransport({
    ...options,
    lookup: (name) => (name === 'inside.example' ? Promise.resolve([{ address: '10.0.0.7' }]) : lookup!(name)),
  });
};

beforeEach(() => {
  asked = [];
  mostUnderWay = 0;
  web = (_, response) => response.writeHead(200).end('ok');
  server.services.senders = new SenderChecks({ servers: [dns.address] }, server.services.log);
  server.services.links = new LinkChecks(transport());
  dns.mx('tokoanda.test', 10, 'mx.tokoanda.test');
});

const EMAIL = { subject: 'Lebaran sale', html: '<p>25 % off</p>', text: '25 % off' };

interface Sent {
  messageId: string;
  queued: true;
  checks: Check[];
}

async function sendTest(
  email: Record<string, unknown>,
  body: Record<string, unknown> = { checks: true },
): Promise<Sent> {
  await makeChannel(server.services, server.ours.accountId, { config: { fromEmail: 'halo@tokoanda.test' } });
  const { id } = await makeBroadcast(server.services.database, server.ours.accountId, {
    content: { email: { ...EMAIL, ...email } as Record<string, string> },
  });
  return expectData(
    await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send-test`, {
      body: { provider: 'email_p1', recipient: 'sari@example.test', ...body },
    }),
  );
}

/** The checks of one kind, as code and what was found. */
async function found(kind: Check['kind'], email: Record<string, unknown>): Promise<[string, ...string[]][]> {
  const { checks } = await sendTest(email);
  return checks.filter((check) => check.kind === kind).map(({ code, found: texts }) => [code, ...texts]);
}
const links = (...addresses: string[]) =>
  found('links', { html: addresses.map((address) => `<a href="${address}">words</a>`).join('') });

describe('send-test with checks', () => {
  it('answers as before where they are not asked for', async () => {
    for (const body of [{}, { checks: false }])
      expect(Object.keys(await sendTest({ html: '<a href="https://shop.example/">x</a>' }, body))).toEqual([
        'messageId',
        'queued',
      ]);
    expect([dns.asked, asked]).toEqual([[], []]);
  });

  it('says everything that a mailbox provider would look at, in its order, and sends the message', async () => {
    const { messageId, queued, checks } = await sendTest({ html: '<a href="https://shop.example/">x</a>' });
    expect(queued).toBe(true);
    expect(checks.map(({ code }) => code)).toEqual([
      'spf_return_path_missing',
      'dkim_missing',
      'dmarc_missing',
      'mx_ok',
      'unsubscribe_ok',
      'subject_ok',
      'text_ok',
      'size_ok',
      'images_ok',
      'links_ok',
    ]);
    for (const { status, advice, message } of checks) {
      expect(message).not.toMatch(/[{}]/);
      if (status !== 'pass') expect(advice).not.toBeNull();
    }
    const row = await server.services.database.prisma.marketingMessage.findFirst({ where: { id: messageId } });
    expect(row).toMatchObject({ status: 'queued', recipient: 'sari@example.test' });
  });

  it('is for e-mail: other channels answer as before', async () => {
    await makeChannel(server.services, server.ours.accountId, { provider: 'sms_p1' });
    const { id } = await makeBroadcast(server.services.database, server.ours.accountId, {
      providers: ['sms_p1'],
      content: { sms: { body: 'Halo https://shop.example' } },
    });
    const body = { provider: 'sms_p1', recipient: '+6281234567890', checks: true };
    const data = expectData(await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send-test`, { body }));
    expect(Object.keys(data)).toEqual(['messageId', 'queued']);
    const wrong = { ...body, checks: 'yes' };
    expectError(
      await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send-test`, { body: wrong }),
      400,
      'VALIDATION',
    );
  });
});

describe('the message', () => {
  it.each([
    ['an empty subject', { subject: '  ' }, 'subject', 'subject_missing'],
    ['a long subject', { subject: 'x'.repeat(71) }, 'subject', 'subject_long'],
    ['a subject of 70', { subject: 'é'.repeat(70) }, 'subject', 'subject_ok'],
    ['no text', { text: '' }, 'text', 'text_missing'],
    ['a text', {}, 'text', 'text_ok'],
    ['over 102 KB', { html: `<p>${'x'.repeat(102 * 1024)}</p>` }, 'size', 'size_over'],
    ['over 102 KB in bytes alone', { html: `<p>${'é'.repeat(53 * 1024)}</p>` }, 'size', 'size_over'],
    ['near 102 KB', { html: `<p>${'x'.repeat(95 * 1024)}</p>` }, 'size', 'size_near'],
  ] as const)('%s', async (_, email, kind, code) => {
    expect((await found(kind, email)).map(([each]) => each)).toEqual([code]);
  });

  it('counts what is added as it leaves', async () => {
    const html = `<p>${'x'.repeat(102 * 1024 - 100)}</p>`;
    expect((await found('size', { html })).map(([code]) => code)).toEqual(['size_over']);
    const linked = `${html}<a href="https://u.example/unsubscribe">Unsubscribe</a>`.replace('x'.repeat(100), '');
    expect((await found('size', { html: linked })).map(([code]) => code)).toEqual(['size_near']);
  });

  it('counts what tracking and UTM parameters add', async () => {
    const links = Array.from({ length: 80 }, (_, n) => `<a href="https://s.example/${n}">x</a>`).join('');
    const html = `<p>${'x'.repeat(98 * 1024 - links.length)}</p>${links}`;
    const size = async (options: object) => {
      await makeChannel(server.services, server.ours.accountId, { config: { fromEmail: 'halo@tokoanda.test' } });
      const { id } = await makeBroadcast(server.services.database, server.ours.accountId, {
        content: { email: { ...EMAIL, html } },
        ...options,
      });
      const { checks } = expectData(
        await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/send-test`, {
          body: { provider: 'email_p1', recipient: 'sari@example.test', checks: true },
        }),
      ) as Sent;
      return checks.find(({ kind }) => kind === 'size')?.code;
    };
    expect([await size({}), await size({ tracking: true })]).toEqual(['size_near', 'size_over']);
    expect(await size({ utm: { source: 'laris', medium: 'email', campaign: 'x'.repeat(60) } })).toBe('size_over');
  });

  it('warns of images without an alt text; an empty one is enough', async () => {
    const html =
      '<img src="https://a.example/1.png"><img alt src="2"><IMG SRC=3 ALT="x"><!-- <img src="no"> --><p title="<img src=no>">';
    expect(await found('images', { html })).toEqual([['images_without_alt', 'https://a.example/1.png']]);
  });

  it('has no one-click where the server is not reached over https', async () => {
    const { baseUrl } = server.services.settings;
    server.services.settings.baseUrl = 'http://localhost:3000';
    try {
      expect(await found('unsubscribe', {})).toEqual([['unsubscribe_not_https', 'http://localhost:3000']]);
    } finally {
      server.services.settings.baseUrl = baseUrl;
    }
  });

  it('goes out with both headers over every e-mail vendor', async () => {
    const emails = [...CATALOG.values()].filter(({ family }) => family === 'email');
    expect(emails).toHaveLength(6);
    for (const { id } of emails) {
      let sent = '';
      await ADAPTERS[id].send(
        {
          id: 'm1',
          recipient: 'sari@example.test',
          content: EMAIL,
          headers: {
            'List-Unsubscribe': '<https://laris.example/u/t>',
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
          now: new Date(),
        },
        {
          channelId: 'c1',
          credentials: {
            ...plausibleCredentials(id),
            region: 'ap-southeast-3',
            ...{ host: 'smtp.example', port: '587', security: 'starttls', user: '', password: '' },
          },
          config: { fromEmail: 'halo@tokoanda.test' },
          externalId: null,
          base: 'https://vendor.example',
        },
        {
          request: ({ body = '' }) => ((sent = body), Promise.resolve({ status: 200, headers: {}, body: '{}' })),
          guarded: () => Promise.reject(new Error('It is not the merchant’s address.')),
          mail: ({ message }) => ((sent = String(message)), Promise.resolve({ code: 250, text: '', after: 'data' })),
        },
      );
      expect(sent, id).toMatch(/List-Unsubscribe[^-][^]*https:\/\/laris\.example\/u\/t/);
      expect(sent, id).toMatch(/List-Unsubscribe-Post[^]*List-Unsubscribe=One-Click/);
    }
  });
});

describe('links', () => {
  const answers = (statuses: Record<string, number>) => {
    web = ({ url = '' }, response) => response.writeHead(statuses[url] ?? 200).end('x');
  };

  it('are tried with HEAD, each address once, and count where they answer', async () => {
    expect(
      await links(
        'https://shop.example/a',
        'https://shop.example/a',
        'https://shop.example/b?x=1&amp;y=2',
        'mailto:a@b.test',
        'tel:+62811',
        '#top',
      ),
    ).toEqual([['links_ok']]);
    expect(asked.toSorted()).toEqual(['HEAD shop.example/a', 'HEAD shop.example/b?x=1&y=2']);
  });

  it.each([
    [404, 'link_gone'],
    [410, 'link_gone'],
    [500, 'link_server_error'],
    [503, 'link_server_error'],
    [401, 'link_refuses'],
    [403, 'link_refuses'],
    [405, 'link_refuses'],
    [429, 'link_refuses'],
  ])('%d is %s, once GET says so too', async (status, code) => {
    answers({ '/x': status });
    expect(await links('https://shop.example/x')).toEqual([[code, 'https://shop.example/x']]);
    expect(asked).toEqual(['HEAD shop.example/x', 'GET shop.example/x']);
  });

  it('answer where GET does, whatever HEAD said', async () => {
    web = ({ method }, response) => response.writeHead(method === 'HEAD' ? 405 : 200).end('x');
    expect(await links('https://shop.example/')).toEqual([['links_ok']]);
  });

  it('are followed through redirects, five at the most', async () => {
    web = ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      response
        .writeHead(left === 0 ? 200 : 302, left === 0 ? {} : { location: `https://n${left}.example/${left - 1}` })
        .end();
    };
    expect(await links('https://shop.example/5', 'https://shop.example/6')).toEqual([
      ['link_redirects', 'https://shop.example/6'],
      ['links_ok'],
    ]);
  });

  it('never lead into a private network, not by name, literally or by a redirect', async () => {
    web = ({ url }, response) =>
      url === '/in'
        ? response.writeHead(302, { location: 'https://169.254.169.254/latest' }).end()
        : url === '/name'
          ? response.writeHead(302, { location: 'https://inside.example/' }).end()
          : response.writeHead(200).end();
    const addresses = [
      'https://inside.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://shop.example/in',
      'https://shop.example/name',
      'https://a.internal/',
    ];
    expect(await links(...addresses)).toEqual(addresses.map((address) => ['link_private', address]));
    expect(asked.toSorted()).toEqual(['HEAD shop.example/in', 'HEAD shop.example/name']);
  });

  it('warn of what is not https, also at the end of a redirect', async () => {
    web = (_, response) => response.writeHead(301, { location: 'http://shop.example/' }).end();
    expect(await links('http://shop.example/a', 'https://shop.example/b')).toEqual([
      ['link_not_https', 'http://shop.example/a'],
      ['link_not_https', 'https://shop.example/b'],
    ]);
  });

  it('say what is wrong with them as they are written', async () => {
    expect(await links('', '#', '/about', '{cartUrl}', 'https://shop.example/?n={firstName|friend}')).toEqual([
      ['link_empty', ''],
      ['link_empty', '#'],
      ['link_empty', '/about'],
      ['link_tag', '{cartUrl}'],
      ['link_tag', 'https://shop.example/?n={firstName|friend}'],
    ]);
    expect(asked).toEqual([]);
    expect(await found('links', { html: '<p>no link</p>' })).toEqual([['links_none']]);
  });

  it('that unsubscribe are not followed for anybody', async () => {
    const html =
      '<a href="https://shop.example/unsubscribe?c=1">x</a><a href="https://shop.example/out">Berhenti <b>berlangganan</b></a><a href="https://shop.example/l?u=7">Abmelden</a><a href="https://shop.example/leave"><img src="https://shop.example/x.png" alt="Unsubscribe"></a><a href="https://shop.example/">Shop</a>';
    expect(await found('links', { html })).toEqual([['links_ok']]);
    expect(asked).toEqual(['HEAD shop.example/']);
  });

  it('are twenty at the most, ten at once', async () => {
    web = (_, response) => void setTimeout(() => response.writeHead(200).end(), 30);
    const addresses = Array.from({ length: 33 }, (_, n) => `https://shop.example/${n}`);
    const { checks } = await sendTest({ html: addresses.map((address) => `<a href="${address}">x</a>`).join('') });
    expect(checks.filter(({ kind }) => kind === 'links').map(({ code, values }) => [code, values.count])).toEqual([
      ['links_more', '13'],
      ['links_ok', '20'],
    ]);
    expect(asked).toHaveLength(20);
    expect(mostUnderWay).toBeLessThanOrEqual(10);
  });

  it('that keep silent are reported in time, with whatever else was found', async () => {
    web = ({ url }, response) => (url === '/' ? response.writeHead(200).end() : undefined);
    server.services.links = new LinkChecks(transport(), { request: 400, all: 3_000 });
    const began = performance.now();
    const silent = Array.from({ length: 19 }, (_, n) => `https://shop.example/s${n}`);
    const codes = (await links('https://shop.example/', ...silent)).map(([code]) => code);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(codes).toEqual([...silent.map(() => 'link_slow'), 'links_ok']);
  });

  it('that were not asked for, because a colleague’s test took the time, are not said to be slow', async () => {
    web = () => undefined;
    const checks = new LinkChecks(transport(), { request: 1_000, all: 1_000 });
    const [first, second] = await Promise.all([
      checks.of('acc_sama', ['https://shop.example/a']),
      checks.of('acc_sama', ['https://shop.example/b']),
    ]);
    expect(first.map(({ code }) => code)).toEqual(['link_slow']);
    expect(second.map(({ code, values }) => [code, values.count])).toEqual([['links_more', '1']]);
    expect(new Set(asked)).toEqual(new Set(['HEAD shop.example/a']));
  });

  it('that nobody serves are reported', async () => {
    web = ({ socket }) => socket.destroy();
    expect(await links('https://shop.example/')).toEqual([['link_unreachable', 'https://shop.example/']]);
  });

  it('of one workspace are tried one message after the other', async () => {
    web = (_, response) => void setTimeout(() => response.writeHead(200).end(), 20);
    const addresses = Array.from({ length: 10 }, (_, n) => `https://shop.example/${n}`);
    const html = addresses.map((address) => `<a href="${address}">x</a>`).join('');
    await Promise.all(Array.from({ length: 4 }, () => sendTest({ html })));
    expect(asked).toHaveLength(40);
    expect(mostUnderWay).toBeLessThanOrEqual(10);
  });
});

describe('reading HTML', () => {
  it('takes anything at all, and reads what a browser reads', () => {
    expect(
      partsOf('<a href=" https://a.test/?a=1&amp;b=2 ">x<a href=b>y</a><map><area href="c"></map><a>no</a>').links,
    ).toEqual(['https://a.test/?a=1&b=2', 'b', 'c']);
    expect(partsOf('<a href="x').links).toEqual([]);
    expect(
      partsOf('<A HREF=x HREF=y>&copy;</A><a name=z><script><a href=no></a></script><!-- <a href=no> --><a/href="w">')
        .links,
    ).toEqual(['x', 'w']);
  });

  // What nobody closes, as much of it as a broadcast may hold: a list of open tags that is searched would be quadratic.
  it.each([
    ['<a href=x>', ['x']],
    ['<i>', []],
    ['<img ', []],
    ['</a>', []],
    ['<a href="', []],
  ])('of %s without end costs what its length says', (text, links) => {
    expect(partsOf(text.repeat(40_000)).links).toEqual(links);
    expectLinear(partsOf, text, 40_000 * text.length);
  });
});
