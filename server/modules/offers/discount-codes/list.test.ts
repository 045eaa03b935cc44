/** The list of codes (docs/contract/discount-codes.md#listing): pages, totals, filters, cursors. */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { bySession, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

interface Page {
  items: { id: string; code: string; active: boolean; createdAt: string }[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

const list = async (tenant: Tenant, query = ''): Promise<Page> =>
  expectData(await server.call(tenant.key, 'GET', `/api/v1/discount-codes${query}`)) as Page;
const ids = (page: Page): string[] => page.items.map(({ id }) => id);
const cursorOf = (key: unknown, id: unknown): string => Buffer.from(JSON.stringify([key, id])).toString('base64url');
const make = (tenant: Tenant, options: Parameters<typeof makeDiscountCode>[2] = {}) =>
  makeDiscountCode(server.services.database, tenant.accountId, options);

/** Codes a second apart, oldest first. */
async function filled(
  count: number,
  options: (n: number) => Parameters<typeof makeDiscountCode>[2] = () => ({}),
): Promise<{ tenant: Tenant; made: { id: string; code: string }[] }> {
  const tenant = await server.makeTenant();
  const made = [];
  for (let n = 0; n < count; n++)
    made.push(await make(tenant, { createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)), ...options(n) }));
  return { tenant, made };
}

async function walk(
  tenant: Tenant,
  query: string,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Page[]> {
  const pages: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(tenant, `?${query}${cursor === null ? '' : `&cursor=${cursor}`}`);
    pages.push(page);
    cursor = page.nextCursor;
    await between();
  } while (cursor !== null && pages.length < 100);
  return pages;
}

describe('GET /discount-codes', () => {
  it('is empty for a workspace without codes', async () => {
    const tenant = await server.makeTenant();
    expect(await list(tenant)).toEqual({ items: [], total: 0, nextCursor: null, hasMore: false });
    expect(await list(tenant, '?active=false')).toEqual({ items: [], total: 0, nextCursor: null, hasMore: false });
  });

  it('has exactly items, total, nextCursor and hasMore, and whole rows newest first', async () => {
    const { tenant, made } = await filled(3);
    const page = await list(tenant);
    expect(Object.keys(page).sort()).toEqual(['hasMore', 'items', 'nextCursor', 'total']);
    expect(ids(page)).toEqual(made.map(({ id }) => id).reverse());
    expect(page.items[0]).toEqual(
      expectData(await server.call(tenant.key, 'GET', `/api/v1/discount-codes/${page.items[0]!.id}`)),
    );
    expect(page).toMatchObject({ total: 3, hasMore: false, nextCursor: null });
  });

  it('orders codes of one instant by id, descending, also across pages', async () => {
    const { tenant, made } = await filled(7, () => ({ createdAt: new Date('2026-01-01T00:00:00Z') }));
    const sorted = made
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(ids(await list(tenant))).toEqual(sorted);
    expect((await walk(tenant, 'limit=2')).flatMap(ids)).toEqual(sorted);
  });

  it("shows nothing of the neighbour's, neither rows nor counts", async () => {
    const { tenant } = await filled(1);
    await filled(3);
    expect(await list(tenant)).toMatchObject({ total: 1 });
    expect((await list(tenant)).items).toHaveLength(1);
  });

  it('includes archived codes unless active is sent; total uses the same filter as items', async () => {
    const { tenant } = await filled(5, (n) => ({ active: n % 2 === 0 }));
    const count = async (query: string) => {
      const page = await list(tenant, query);
      return { total: page.total, states: page.items.map(({ active }) => active) };
    };
    expect(await count('')).toEqual({ total: 5, states: [true, false, true, false, true] });
    for (const yes of ['true', '1'])
      expect(await count(`?active=${yes}`)).toEqual({ total: 3, states: [true, true, true] });
    for (const no of ['false', '0']) expect(await count(`?active=${no}`)).toEqual({ total: 2, states: [false, false] });
    expect(await list(tenant, '?active=true&limit=1')).toMatchObject({ total: 3, hasMore: true });
  });

  it('keeps total while a cursor walks', async () => {
    const { tenant } = await filled(5);
    const pages = await walk(tenant, 'limit=2');
    expect(pages.map(({ total, hasMore, items }) => ({ total, hasMore, items: items.length }))).toEqual([
      { total: 5, hasMore: true, items: 2 },
      { total: 5, hasMore: true, items: 2 },
      { total: 5, hasMore: false, items: 1 },
    ]);
    expect(pages.at(-1)?.nextCursor).toBeNull();
  });

  it('says hasMore false when the last page is exactly full', async () => {
    const { tenant } = await filled(4);
    expect((await walk(tenant, 'limit=2')).map(({ hasMore, nextCursor }) => [hasMore, nextCursor === null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('has 50 a page by default, and clamps limit to 1..100', async () => {
    const tenant = await server.makeTenant();
    const at = new Date('2026-01-01T00:00:00Z');
    await server.services.database.prisma.discountCode.createMany({
      data: Array.from({ length: 105 }, (_, n) => ({
        accountId: tenant.accountId,
        code: `C${n}`,
        type: 'percent',
        value: 1n,
        currency: 'IDR',
        scope: 'cart',
        productIds: [],
        tagFilter: [],
        createdAt: at,
        updatedAt: at,
      })),
    });
    const lengths: Record<string, number> = {};
    const expected = {
      '': 50,
      '?limit=1': 1,
      '?limit=100': 100,
      '?limit=101': 100,
      '?limit=5000000': 100,
      '?limit=99999999999999999999': 100,
      '?limit=0': 1,
      '?limit=-1': 1,
      '?limit=-99999999999999999999': 1,
    };
    for (const query of Object.keys(expected)) {
      const answer = await server.call(tenant.key, 'GET', `/api/v1/discount-codes${query}`);
      lengths[query] = answer.status === 200 ? (answer.body.data as Page).items.length : -answer.status;
    }
    expect(lengths).toEqual(expected);
    expect((await walk(tenant, 'limit=1000')).flatMap(ids)).toHaveLength(105);
  });

  it.each([
    'limit=',
    'limit=ten',
    'limit=1.5',
    'limit=1e1',
    'limit=0x10',
    'limit=NaN',
    'limit=1&limit=2',
    'active=yes',
    'active=TRUE',
    'active=',
    'active=2',
    'active=null',
    'active=true&active=false',
    'cursor=',
  ])('refuses ?%s with 400 VALIDATION', async (query) => {
    const error = expectError(
      await server.call(server.ours.key, 'GET', `/api/v1/discount-codes?${query}`),
      400,
      'VALIDATION',
    );
    expect(error.details.issues[0].path).toBe(query.slice(0, query.indexOf('=')));
  });

  it('ignores query keys it does not know', async () => {
    await list(server.ours, '?nonsense=1&offset=5&accountId=x&__proto__=1');
  });

  it.each(['newest', 'oldest', 'code', 'most_redeemed'])(
    'loses and repeats no row of before the walk while others come in: sort=%s',
    async (sort) => {
      const { tenant, made } = await filled(17, (n) => ({
        code: `CODE-${String((n * 7) % 17).padStart(2, '0')}`,
        redemptionCount: n % 3,
        active: n % 5 !== 0,
      }));
      let extra = 0;
      const pages = await walk(tenant, `limit=3&sort=${sort}`, async () => {
        // One that sorts first and one that sorts last in every order, while the walk is on its way.
        await make(tenant, {
          code: `AAA-${extra}`,
          createdAt: new Date(Date.UTC(2027, 0, 1, 0, 0, extra)),
          redemptionCount: 99,
        });
        await make(tenant, {
          code: `ZZZ-${extra}`,
          createdAt: new Date(Date.UTC(2025, 0, 1, 0, 0, extra)),
          redemptionCount: 0,
        });
        extra++;
      });
      const seen = pages.flatMap(ids);
      expect(new Set(seen).size).toBe(seen.length);
      const before = new Set(made.map(({ id }) => id));
      expect(seen.filter((id) => before.has(id)).sort()).toEqual([...before].sort());
    },
  );

  it('tells codes of a merchant from rewards, with the total of the filter', async () => {
    const { tenant, made } = await filled(7, (n) => ({
      active: n !== 0,
      source: n % 3 === 0 ? 'manual' : n % 3 === 1 ? 'referral_referrer' : 'referral_referee',
    }));
    const minted = await makeDiscountCode(server.services.database, tenant.accountId, { source: 'funnel' });
    const affiliate = await makeDiscountCode(server.services.database, tenant.accountId, { source: 'affiliate' });
    const of = (...numbers: number[]): string[] => numbers.map((n) => made[n]!.id);
    expect(await list(tenant, '?origin=manual')).toMatchObject({ total: 3, hasMore: false });
    expect(ids(await list(tenant, '?origin=manual'))).toEqual(of(6, 3, 0));
    expect(ids(await list(tenant, '?origin=manual&active=true'))).toEqual(of(6, 3));
    expect((await walk(tenant, 'origin=referral&limit=3')).flatMap(ids)).toEqual(of(5, 4, 2, 1));
    expect((await list(tenant, `?origin=referral&q=${made[4]!.code.toLowerCase()}`)).total).toBe(1);
    expect(ids(await list(tenant, '?origin=funnel'))).toEqual([minted.id]);
    expect(ids(await list(tenant, '?origin=affiliate'))).toEqual([affiliate.id]);
    expect((await list(tenant)).total).toBe(9);
    expectError(await server.call(tenant.key, 'GET', '/api/v1/discount-codes?origin=x'), 400, 'VALIDATION');
  });

  it('walks through a filter', async () => {
    const { tenant, made } = await filled(9, (n) => ({ active: n % 3 === 0 }));
    expect((await walk(tenant, 'limit=1&active=true')).flatMap(ids)).toEqual([6, 3, 0].map((n) => made[n]!.id));
  });

  it("takes a cursor as a place, not as a right: another workspace's shows only our own rows", async () => {
    const { tenant } = await filled(3);
    const { tenant: other } = await filled(3);
    const { nextCursor } = await list(other, '?limit=1');
    const theirs = new Set(ids(await list(other)));
    expect(ids(await list(tenant, `?cursor=${nextCursor}`)).filter((id) => theirs.has(id))).toEqual([]);
  });

  it.each([
    ['no base64url', 'newest', '!!!'],
    ['no JSON', 'newest', Buffer.from('nonsense').toString('base64url')],
    ['a JSON null', 'newest', Buffer.from('null').toString('base64url')],
    ['an empty list', 'newest', Buffer.from('[]').toString('base64url')],
    ['one part too many', 'newest', Buffer.from('["2026-01-01T00:00:00.000Z","c1",1]').toString('base64url')],
    ['padding', 'newest', `${cursorOf('2026-01-01T00:00:00.000Z', 'c1')}==`],
    ['a number for an instant', 'newest', cursorOf(5, 'c1')],
    ['a day that does not exist', 'newest', cursorOf('2026-02-30T00:00:00.000Z', 'c1')],
    ['an hour that does not exist', 'newest', cursorOf('2026-01-01T25:00:00.000Z', 'c1')],
    ['the year 0', 'newest', cursorOf('0000-01-01T00:00:00.000Z', 'c1')],
    ['an id that is a number', 'newest', cursorOf('2026-01-01T00:00:00.000Z', 5)],
    ['an id with NUL', 'newest', cursorOf('2026-01-01T00:00:00.000Z', 'a\0')],
    ['an object for an id', 'newest', cursorOf('2026-01-01T00:00:00.000Z', {})],
    ['text where a count belongs', 'most_redeemed', cursorOf('5', 'c1')],
    ['a count beyond the column', 'most_redeemed', cursorOf(2 ** 31, 'c1')],
    ['a count far below the column', 'most_redeemed', cursorOf(-(2 ** 53) + 1, 'c1')],
    ['a fraction', 'most_redeemed', cursorOf(0.5, 'c1')],
    ['a number where a code belongs', 'code', cursorOf(5, 'c1')],
    ['a code with NUL', 'code', cursorOf('a\0', 'c1')],
    ['3 KB', 'newest', 'A'.repeat(3000)],
  ])('refuses a forged cursor, %s, with 400 VALIDATION', async (_, sort, cursor) => {
    const error = expectError(
      await server.call(
        server.ours.key,
        'GET',
        `/api/v1/discount-codes?sort=${sort}&cursor=${encodeURIComponent(cursor)}`,
      ),
      400,
      'VALIDATION',
    );
    expect(error.details.issues[0].path).toBe('cursor');
  });

  it('serves the dashboard the same, by session and by typed call', async () => {
    const { tenant } = await filled(2);
    const page = await list(tenant, '?limit=1&active=true');
    expect(
      expectData(await bySession(server, tenant.cookie, 'GET', '/api/v1/discount-codes?limit=1&active=true')),
    ).toEqual(page);
    expect(
      (await trpc(server, 'query', 'discountCodes.list', { limit: 1, active: true }, { cookie: tenant.cookie })).data,
    ).toEqual(page);
  });

  it('finds a part of the code or of its description, in any case, and counts what it finds', async () => {
    const { tenant, made } = await filled(4, (n) => ({
      code: ['SUMMER-10', 'winter-10', '100%_OFF', 'É-CLAIR'][n],
      description: n === 1 ? 'For the SUMMER after' : null,
    }));
    const find = async (q: string) => {
      const page = await list(tenant, `?q=${encodeURIComponent(q)}`);
      return { total: page.total, codes: page.items.map(({ code }) => code) };
    };
    expect(await find('summer')).toEqual({ total: 2, codes: ['winter-10', 'SUMMER-10'] });
    expect(await find('é-cl')).toEqual({ total: 1, codes: ['É-CLAIR'] });
    // No wildcards: % and _ are themselves.
    expect(await find('%')).toEqual({ total: 1, codes: ['100%_OFF'] });
    expect(await find('_')).toEqual({ total: 1, codes: ['100%_OFF'] });
    expect(await find('\\')).toEqual({ total: 0, codes: [] });
    expect((await find('')).total).toBe(made.length);
    expect((await walk(tenant, 'limit=1&q=1')).flatMap((page) => page.items.map(({ code }) => code))).toEqual([
      '100%_OFF',
      'winter-10',
      'SUMMER-10',
    ]);
  });
});
