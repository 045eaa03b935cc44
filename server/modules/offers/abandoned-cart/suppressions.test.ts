/** /api/v1/abandoned-cart/suppressions (docs/contract/abandoned-cart.md#suppressions). */
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCartSuppression } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/abandoned-cart/suppressions';

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});
const call = (method: string, path = '', body?: unknown, who = us) =>
  server.call(who.key, method, PATH + path, body === undefined ? {} : { body });
const emails = async (query = ''): Promise<string[]> =>
  (expectData(await call('GET', query)).suppressions as { email: string }[]).map(({ email }) => email);
const make = (email: string, minute: number, who = us) =>
  makeCartSuppression(server.services.database, who.accountId, {
    email,
    optedOutAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
  });

describe('suppressions', () => {
  it('are added with 201 and the row, in lower case, once; nothing is audited', async () => {
    const added = expectData(await call('POST', '', { email: '  Sari+Cart@Example.TEST ' }), 201);
    expect(added).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      accountId: us.accountId,
      email: 'sari+cart@example.test',
      abandonedCartOptOut: true,
      optedOutAt: expect.stringMatching(/Z$/),
    });
    expect(expectData(await call('POST', '', { email: 'sari+cart@example.test' }), 201)).toEqual(added);
    expect(expectData(await call('GET'))).toEqual({ suppressions: [added] });
    expect(await auditOf(server, us.accountId)).toEqual([]);
  });

  it.each([
    {},
    { email: null },
    { email: '' },
    { email: 'sari' },
    { email: 'sari@' },
    { email: 'a b@example.test' },
    { email: `${'x'.repeat(65)}@example.test` },
    { email: 'sari@example.test\0' },
    { email: 5 },
  ])('refuses %j', async (body) => {
    expectError(await call('POST', '', body), 400, 'VALIDATION');
  });

  it('are lifted by DELETE: the row stays, opted in; again is the same; unknown ones are 404', async () => {
    const email = `${unique('a')}/b+c%@example.test`;
    const added = expectData(await call('POST', '', { email }), 201);
    const lifted = { ...added, abandonedCartOptOut: false, optedOutAt: null };
    expect(expectData(await call('DELETE', `/${encodeURIComponent(email.toUpperCase())}`))).toEqual(lifted);
    expect(expectData(await call('DELETE', `/${encodeURIComponent(email)}`))).toEqual(lifted);
    expect(await emails()).toEqual([]);
    expect(
      await server.services.database.prisma.buyerEmailPreference.findMany({ where: { accountId: us.accountId } }),
    ).toEqual([lifted]);
    // Back again: a new opt-out, from now.
    const again = expectData(await call('POST', '', { email }), 201);
    expect(again.id).toBe(added.id);
    expect(await emails()).toEqual([email]);
    for (const unknown of ['nobody@example.test', 'nobody', '%00', 'x'.repeat(300)])
      expectError(await call('DELETE', `/${unknown}`), 404, 'NOT_FOUND');
  });

  it('of the neighbour are not seen and not touched', async () => {
    const theirs = await make('shared@example.test', 1, server.theirs);
    const before = await snapshotOf(server, server.theirs.accountId);
    expectError(await call('DELETE', `/${theirs.email}`), 404, 'NOT_FOUND');
    expectData(await call('POST', '', { email: theirs.email }), 201);
    expectData(await call('DELETE', `/${theirs.email}`));
    expect(await emails()).toEqual([]);
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
  });

  it('are listed newest first, those opted out now, 200 unless told otherwise, from 1 to 500', async () => {
    const { prisma } = server.services.database;
    const data = Array.from({ length: 501 }, (_, n) => ({
      accountId: us.accountId,
      email: `b${n}@example.test`,
      abandonedCartOptOut: true,
      optedOutAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
    }));
    await prisma.buyerEmailPreference.createMany({
      data: [
        ...data,
        { accountId: us.accountId, email: 'back@example.test', abandonedCartOptOut: false, optedOutAt: null },
      ],
    });
    const all = data.map(({ email }) => email).reverse();
    expect(await emails()).toEqual(all.slice(0, 200));
    for (const [limit, length] of [
      ['0', 1],
      ['-5', 1],
      ['3', 3],
      ['500', 500],
      ['9999', 500],
    ] as const)
      expect(await emails(`?limit=${limit}`)).toEqual(all.slice(0, length));
    for (const limit of ['x', '1.5', '']) expectError(await call('GET', `?limit=${limit}`), 400, 'VALIDATION');
  });

  it('are searched page by page in the dashboard, with their total', async () => {
    for (let n = 0; n < 5; n++) await make(`sari${n}@example.test`, n);
    await make('budi@example.test', 9);
    await make('sari@theirs.test', 1, server.theirs);
    const ask = async (input: object) =>
      (await trpc(server, 'query', 'abandonedCart.searchSuppressions', input, { cookie: us.cookie })).data as {
        items: { email: string }[];
        total: number;
        nextCursor: string | null;
        hasMore: boolean;
      };
    expect(await ask({})).toMatchObject({ total: 6, hasMore: false, nextCursor: null });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ask({ q: 'SARI', limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect([page.total, page.hasMore]).toEqual([5, page.nextCursor !== null]);
      seen.push(...page.items.map(({ email }) => email));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `sari${n}@example.test`));
    expect(await ask({ q: '%' })).toMatchObject({ items: [], total: 0, hasMore: false });
    expect(
      (await trpc(server, 'query', 'abandonedCart.searchSuppressions', { cursor: 'forged' }, { cookie: us.cookie }))
        .code,
    ).toBe('VALIDATION');
  });

  it('exist once, also when twenty come at once', async () => {
    const email = `${unique('b')}@example.test`;
    const rows = (
      await Promise.all(
        Array.from({ length: 20 }, (_, n) => call('POST', '', { email: n % 2 === 0 ? email : email.toUpperCase() })),
      )
    ).map((answer) => expectData(answer, 201));
    for (const row of rows) expect(row).toEqual(rows[0]);
    expect(await emails()).toEqual([email]);
  });
});
