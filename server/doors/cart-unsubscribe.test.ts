/** GET and POST /api/v1/abandoned-cart/unsubscribe (docs/contract/abandoned-cart.md#unsubscribe-page). */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { cartToken, cartUnsubscribeUrl, isCartToken } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { makeCartSuppression } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useOperator } from '@/server/testing/operator';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer({}, { pages: true });
const operator = useOperator(server);
const PATH = '/api/v1/abandoned-cart/unsubscribe';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const prisma = () => server.services.database.prisma;

let us: Tenant;
let email: string;
beforeEach(async () => {
  us = await server.makeTenant({ name: 'Toko Sari' });
  email = `${unique('sari')}@example.test`;
});
/** As a partner makes it, by the words of the contract. */
const tokenOf = (text: string): string =>
  createHmac('sha256', server.services.settings.unsubscribeSecret).update(text).digest('hex');
const pathOf = (query: Record<string, string>): string => `${PATH}?${new URLSearchParams(query)}`;
const link = (address = email, accountId = us.accountId): string =>
  pathOf({ accountId, email: address, token: tokenOf(`${accountId}:${address}:abandoned-cart`) });
const preferences = () => prisma().buyerEmailPreference.findMany({ where: { accountId: us.accountId } });

const expectPage = (answer: Answer, status = 200): string => {
  expect(answer.status, answer.text.slice(0, 300)).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  for (const absent of ['etag', 'access-control-allow-origin', 'set-cookie'])
    expect(answer.headers.get(absent)).toBeNull();
  expect(answer.text).toMatch(/^<!doctype html>/);
  expect(answer.text).not.toMatch(/<script|\son\w+=|javascript:|style="/i);
  return answer.text;
};

describe('opening the link', () => {
  it('opts the buyer out, says so, and offers to take it back', async () => {
    const page = expectPage(await server.fetch('GET', link()));
    expect(page).toContain('<h1>Cart reminders are off</h1>');
    expect(page).toContain('Toko Sari');
    expect(page).toContain(`${email[0]}•••@example.test`);
    expect(page).not.toContain(email);
    expect(page).toContain('name="undo" value="1"');
    expect(await preferences()).toMatchObject([{ email, abandonedCartOptOut: true, optedOutAt: expect.any(Date) }]);
    expect(
      expectData(await server.call(us.key, 'GET', '/api/v1/abandoned-cart/suppressions')).suppressions,
    ).toMatchObject([{ email }]);
    const [before] = await preferences();
    expectPage(await server.fetch('GET', link()));
    expect(await preferences()).toEqual([before]);
    expect(await auditOf(server, us.accountId)).toEqual([]);
  });

  it('by HEAD says the same of itself and changes nothing', async () => {
    const before = await snapshotOf(server, us.accountId);
    const head = await server.fetch('HEAD', link());
    expect([head.status, head.text]).toEqual([200, '']);
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
    const get = await server.fetch('GET', link());
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    expect((await server.fetch('HEAD', `${link()}0`)).status).toBe(401);
  });

  it('holds for this workspace only', async () => {
    const before = await snapshotOf(server, server.theirs.accountId);
    expectPage(await server.fetch('GET', link()));
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });

  it('takes a token over the e-mail as in the query, or over it in lower case; it is kept in lower case', async () => {
    const upper = email.toUpperCase();
    for (const signed of [upper, email]) {
      await prisma().buyerEmailPreference.deleteMany({ where: { accountId: us.accountId } });
      expectPage(
        await server.fetch(
          'GET',
          pathOf({ accountId: us.accountId, email: upper, token: tokenOf(`${us.accountId}:${signed}:abandoned-cart`) }),
        ),
      );
      expect(await preferences()).toMatchObject([{ email }]);
    }
    // The other way round nobody signed it.
    expectPage(
      await server.fetch(
        'GET',
        pathOf({ accountId: us.accountId, email, token: tokenOf(`${us.accountId}:${upper}:abandoned-cart`) }),
      ),
      401,
    );
  });

  it('works with what e-mails can hold', async () => {
    for (const address of ["o'brien+cart&x=1@example.test", 'sari%20@example.test', 'sári@exämple.test'])
      expectPage(await server.fetch('GET', link(address)));
    expect((await preferences()).map((row) => row.email).sort()).toEqual(
      ["o'brien+cart&x=1@example.test", 'sari%20@example.test', 'sári@exämple.test'].sort(),
    );
  });
});

describe('posting', () => {
  it('undoes, and opts out again', async () => {
    expectPage(await server.fetch('GET', link()));
    const again = expectPage(await server.fetch('POST', link(), { headers: FORM, body: 'undo=1' }));
    expect(again).toContain('<h1>Cart reminders are on</h1>');
    expect(again).toContain('>Stop cart reminders</button>');
    expect(again).not.toContain('name="undo"');
    expect(await preferences()).toMatchObject([{ abandonedCartOptOut: false, optedOutAt: null }]);
    expect(expectPage(await server.fetch('POST', link(), { headers: FORM, body: '' }))).toContain(
      'Cart reminders are off',
    );
    expect(await preferences()).toMatchObject([{ abandonedCartOptOut: true }]);
  });

  it('an undo of nothing makes no row', async () => {
    expect(expectPage(await server.fetch('POST', link(), { headers: FORM, body: 'undo=1' }))).toContain(
      'Cart reminders are on',
    );
    expect(await preferences()).toEqual([]);
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ['a form', FORM, 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['text', { 'content-type': 'text/plain' }, 'List-Unsubscribe=One-Click'],
    ['JSON', { 'content-type': 'application/json' }, '{"undo":1}'],
    ['a type that is none', { 'content-type': 'nonsense' }, 'List-Unsubscribe=One-Click'],
    ['nothing', {}, undefined],
  ])('is the one click of a mail program as %s, again and again', async (_what, headers, body) => {
    for (let times = 0; times < 2; times++)
      expectPage(
        await server.fetch('POST', link(), { headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) }),
      );
    expect(await preferences()).toMatchObject([{ email, abandonedCartOptOut: true }]);
  });

  it('needs no content type at all', async () => {
    const response = await fetch(server.baseUrl + link(), {
      method: 'POST',
      body: new Blob(['List-Unsubscribe=One-Click']),
    });
    expect(response.status).toBe(200);
    expect(await preferences()).toMatchObject([{ abandonedCartOptOut: true }]);
  });

  it('a body that no form has is 413', async () => {
    expectPage(await server.fetch('POST', link(), { headers: FORM, body: 'x'.repeat(20_000) }), 413);
    expect(await preferences()).toEqual([]);
  });
});

describe('a link that does not work', () => {
  it('is 400 when a parameter is missing, empty or sent twice', async () => {
    const query = Object.fromEntries(new URL(link(), 'http://x').searchParams);
    for (const name of Object.keys(query)) {
      const { [name]: _left, ...rest } = query;
      for (const path of [pathOf(rest), pathOf({ ...query, [name]: '' }), `${link()}&${name}=x`])
        for (const method of ['GET', 'POST'])
          expect(expectPage(await server.fetch(method, path), 400)).toContain('This link does not work');
    }
    expectPage(await server.fetch('GET', PATH), 400);
    expect(await preferences()).toEqual([]);
  });

  it('is 401 when anything of it was tampered with', async () => {
    const token = tokenOf(`${us.accountId}:${email}:abandoned-cart`);
    const flipped = (token.startsWith('0') ? '1' : '0') + token.slice(1);
    const good = { accountId: us.accountId, email, token };
    const bad = [
      { ...good, token: flipped },
      { ...good, token: token.toUpperCase() },
      { ...good, token: token.slice(1) },
      { ...good, token: `${token}0` },
      { ...good, token: 'é'.repeat(32) },
      { ...good, token: 'x' },
      { ...good, token: ` ${token}` },
      { ...good, email: `x${email}` },
      { ...good, accountId: server.theirs.accountId },
      { ...good, accountId: 'a\0b' },
      { ...good, token: tokenOf(`${us.accountId}:${email}`) },
      { ...good, token: createHmac('sha256', 'other').update(`${us.accountId}:${email}:abandoned-cart`).digest('hex') },
    ];
    const before = await snapshotOf(server, us.accountId);
    for (const query of bad)
      for (const method of ['GET', 'POST'])
        expect(expectPage(await server.fetch(method, pathOf(query)), 401)).toContain('This link does not work');
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('is 404 for a workspace that does not exist, and 400 for what is no e-mail, though it is signed', async () => {
    expectPage(await server.fetch('GET', link(email, 'cunknown')), 404);
    expectPage(await server.fetch('POST', link(email, 'a\0b')), 404);
    for (const address of ['nobody', 'a\0@example.test', 'x'.repeat(300)])
      expectPage(await server.fetch('GET', link(address)), 400);
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    'javascript:alert(1)//',
    '</title><svg/onload=1>',
  ])('repeats nothing of %s', async (text) => {
    for (const query of [
      { accountId: text, email, token: 'x' },
      { accountId: us.accountId, email: text, token: tokenOf(`${us.accountId}:${text}:abandoned-cart`) },
      { accountId: us.accountId, email, token: text },
    ]) {
      const answer = await server.fetch('GET', pathOf(query));
      expect(expectPage(answer, answer.status)).not.toContain(text);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('escapes what it shows: the domain and the name of the workspace', async () => {
    us = await server.makeTenant({ name: '<b>Toko & "Co"</b>' });
    const page = expectPage(await server.fetch('GET', link("sari@a'b.example.test".replace("'", '-'))));
    expect(page).toContain('&lt;b&gt;Toko &amp; &quot;Co&quot;&lt;/b&gt;');
    expect(page).not.toContain('<b>Toko');
  });
});

describe('the route', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s as HTML with Allow', async (method) => {
    const before = await snapshotOf(server, us.accountId);
    const answer = await server.fetch(
      method,
      link(),
      method === 'OPTIONS'
        ? { headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' } }
        : {},
    );
    expectPage(answer, 405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST');
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('is no other: with a trailing slash it is unknown', async () => {
    expectError(await server.fetch('GET', `${PATH}/`), 404, 'NOT_FOUND');
  });

  it('looks at no credentials, and revalidates nothing', async () => {
    expectPage(
      await server.fetch('GET', link(), {
        headers: { authorization: 'nonsense', 'if-none-match': '*', origin: 'https://elsewhere.example' },
      }),
    );
  });

  it('has its own page when the service fails', async () => {
    const query = vi
      .spyOn(server.services.database.pool, 'query')
      .mockRejectedValue(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
    try {
      const answer = await server.fetch('GET', link());
      expect(expectPage(answer, 503)).toContain('Something went wrong');
      expect(answer.headers.get('retry-after')).toBe('1');
      query.mockRejectedValue(new Error('secret inside'));
      expect(expectPage(await server.fetch('GET', link()), 500)).not.toContain('secret');
    } finally {
      query.mockRestore();
    }
  });

  it.each([
    ['id-ID,id;q=0.9,en;q=0.8', 'id'],
    ['en-GB,id;q=0.5', 'en'],
    ['de', 'en'],
    ['in', 'id'],
    ['', 'en'],
  ])('speaks the language of %s', async (language, expected) => {
    const headers = { 'accept-language': language };
    const done = expectPage(await server.fetch('GET', link(), { headers }));
    expect(done).toContain(`<html lang="${expected}">`);
    expect(done).toContain(expected === 'id' ? 'Pengingat keranjang dihentikan' : 'Cart reminders are off');
    const back = expectPage(await server.fetch('POST', link(), { headers: { ...FORM, ...headers }, body: 'undo=1' }));
    expect(back).toContain(
      expected === 'id' ? 'Hentikan pengingat keranjang</button>' : 'Stop cart reminders</button>',
    );
    expect(expectPage(await server.fetch('GET', PATH, { headers }), 400)).toContain(
      expected === 'id' ? 'Tautan ini tidak berfungsi' : 'This link does not work',
    );
  });

  it('suppresses once when links are opened at once, and stays with what came last', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => server.fetch(n % 2 === 0 ? 'GET' : 'POST', link())));
    expect(await preferences()).toHaveLength(1);
    const lifted = await makeCartSuppression(server.services.database, us.accountId, {
      abandonedCartOptOut: false,
      optedOutAt: null,
    });
    expectPage(await server.fetch('GET', link(lifted.email)));
    expect(await prisma().buyerEmailPreference.findFirst({ where: { id: lifted.id } })).toMatchObject({
      abandonedCartOptOut: true,
    });
  });
});

describe('the token', () => {
  it('is that of the contract, holds for its own pair and secret, and nothing else passes', () => {
    const text = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(text, text, text, text, (secret, accountId, address, other) => {
        const token = cartToken(secret, { accountId, email: address });
        expect(token).toBe(createHmac('sha256', secret).update(`${accountId}:${address}:abandoned-cart`).digest('hex'));
        expect(token).toMatch(/^[0-9a-f]{64}$/);
        expect(isCartToken(secret, { accountId, email: address }, token)).toBe(true);
        expect(
          isCartToken(
            secret,
            { accountId, email: address.toUpperCase() },
            cartToken(secret, { accountId, email: address.toUpperCase().toLowerCase() }),
          ),
        ).toBe(true);
        expect(isCartToken(`${secret}x`, { accountId, email: address }, token)).toBe(false);
        expect(isCartToken(secret, { accountId: `${accountId}x`, email: address }, token)).toBe(false);
        expect(isCartToken(secret, { accountId, email: address }, other)).toBe(false);
      }),
    );
  });

  it('is in the address that the operator command prints, which works as printed', async () => {
    const { unsubscribeSecret } = server.services.settings;
    const laris = (...options: string[]) => operator(['unsubscribe-url', ...options], { BASE_URL: server.baseUrl });
    const { stdout } = await laris('--account', us.accountId, '--email', "O'Brien+x@Example.TEST");
    const { url, ...rest } = JSON.parse(stdout) as { url: string };
    expect(rest).toEqual({});
    expect(url).toBe(
      cartUnsubscribeUrl(
        { baseUrl: server.baseUrl, unsubscribeSecret },
        { accountId: us.accountId, email: "o'brien+x@example.test" },
      ),
    );
    expectPage(await server.fetch('GET', url.slice(server.baseUrl.length)));
    expect(await preferences()).toMatchObject([{ email: "o'brien+x@example.test", abandonedCartOptOut: true }]);
    await expect(laris('--account', 'cunknown', '--email', email)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no workspace with this id.\n',
    });
  });
});
