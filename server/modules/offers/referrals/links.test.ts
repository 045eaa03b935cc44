/** Links (docs/contract/referrals.md#links): issued once, resolved by anybody, counted. */
import { describe, expect, it, vi } from 'vitest';
import { makeLinkCode } from '@/server/modules/offers/referrals/codes';
import { makeReferralLink, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, snapshotOf, trpc } from '@/server/testing/http';
import { LINK_CODE, referralCalls } from '@/server/testing/referrals';
import { useServer } from '@/server/testing/server';

vi.mock('@/server/modules/offers/referrals/codes', { spy: true });

const server = useServer();
const calls = referralCalls(server, () => server.ours.key);
const { issue, click } = calls;
const enable = (enabled = true, accountId = server.ours.accountId) =>
  makeReferralProgram(server.services.database, accountId, { enabled });
const resolve = (accountId: string, code: string) =>
  server.fetch('GET', `/api/v1/referrals/links/${accountId}/${encodeURIComponent(code)}`);
const together = <Result>(count: number, call: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)));

describe('POST /referrals/links/issue', () => {
  it('answers 200 with the link', async () => {
    const { id: programId } = await enable();
    const customerId = unique('ani-');
    const { link } = expectData(await issue({ accountId: server.ours.accountId, customerId }));
    expect(link).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      programId,
      accountId: server.ours.accountId,
      customerId,
      code: expect.stringMatching(LINK_CODE),
      clicks: 0,
      signups: 0,
      rewards: 0,
      revenue: 0,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('is what a person in the dashboard does by hand: the same link, and none while the program is off', async () => {
    await enable();
    const customerId = unique('ani-');
    const byHand = async () =>
      (await trpc(server, 'mutation', 'referrals.issueLinkByHand', { customerId }, { cookie: server.ours.cookie }))
        .data;
    const first = await byHand();
    expect(first.link).toMatchObject({ customerId, accountId: server.ours.accountId });
    expect(await byHand()).toEqual(first);
    expect(expectData(await issue({ customerId }))).toEqual(first);
    await enable(false);
    expect(await byHand()).toEqual({ link: null });
  });

  it('returns the same link when it is sent again', async () => {
    await enable();
    const customerId = unique('ani-');
    const first = expectData(await issue({ customerId }));
    expect(expectData(await issue({ customerId }))).toEqual(first);
    expect(expectData(await issue({ customerId: `${customerId}x` })).link.id).not.toBe(first.link.id);
  });

  it('is null without a program, and while it is disabled, also for a customer who has a link', async () => {
    const tenant = await server.makeTenant();
    const own = referralCalls(server, () => tenant.key);
    expect(expectData(await own.issue({ customerId: 'ani' }))).toEqual({ link: null });
    await enable(true, tenant.accountId);
    const { link } = expectData(await own.issue({ customerId: 'ani' }));
    await enable(false, tenant.accountId);
    expect(expectData(await own.issue({ customerId: 'ani' }))).toEqual({ link: null });
    await enable(true, tenant.accountId);
    expect(expectData(await own.issue({ customerId: 'ani' })).link).toEqual(link);
  });

  it('keeps the links of two workspaces apart', async () => {
    await enable();
    await enable(true, server.theirs.accountId);
    const customerId = unique('same-');
    const mine = expectData(await issue({ customerId }));
    const other = expectData(await referralCalls(server, () => server.theirs.key).issue({ customerId }));
    expect(other.link).toMatchObject({ accountId: server.theirs.accountId, customerId });
    expect(other.link.id).not.toBe(mine.link.id);
  });

  it.each([
    ['no customerId', {}],
    ['an empty customerId', { customerId: '' }],
    ['a customerId of 256 characters', { customerId: 'x'.repeat(256) }],
    ['a customerId with NUL', { customerId: 'a\0' }],
    ['a customerId that is a number', { customerId: 5 }],
  ])('answers 400 VALIDATION for %s', async (_, body) => {
    expectError(await issue(body), 400, 'VALIDATION');
  });

  it("answers 403 ACCOUNT_MISMATCH for the neighbour's accountId, and 403 FORBIDDEN to a session", async () => {
    expectError(await issue({ accountId: server.theirs.accountId, customerId: 'ani' }), 403, 'ACCOUNT_MISMATCH');
    const answer = await server.fetch('POST', '/api/v1/referrals/links/issue', {
      headers: { cookie: server.ours.cookie, origin: server.baseUrl },
      body: { customerId: 'ani' },
    });
    expectError(answer, 403, 'FORBIDDEN');
  });

  it('makes one link of 30 calls at once, in each of 8 rounds', async () => {
    await enable();
    for (let round = 0; round < 8; round++) {
      const customerId = unique('race-');
      const links = (await together(30, () => issue({ customerId }))).map((answer) => expectData(answer).link);
      expect(new Set(links.map((link) => JSON.stringify(link))).size).toBe(1);
      expect(links[0]).toMatchObject({ customerId });
      expect(await server.services.database.prisma.referralLink.count({ where: { customerId } })).toBe(1);
    }
  });

  it('makes another code when the first ones are taken', async () => {
    const { code: taken } = await makeReferralLink(server.services.database, server.ours.accountId);
    await enable();
    vi.mocked(makeLinkCode).mockReturnValueOnce(taken).mockReturnValueOnce(taken).mockReturnValueOnce(taken);
    const { link } = expectData(await issue({ customerId: unique('ani-') }));
    expect(link.code).toMatch(LINK_CODE);
    expect(link.code).not.toBe(taken);
  });

  it('gives up with 500 INTERNAL and leaves nothing when every code is taken', async () => {
    const { code: taken } = await makeReferralLink(server.services.database, server.ours.accountId);
    await enable();
    const before = await snapshotOf(server, server.ours.accountId);
    vi.mocked(makeLinkCode).mockReturnValue(taken);
    try {
      expectError(await issue({ customerId: unique('ani-') }), 500, 'INTERNAL');
    } finally {
      vi.mocked(makeLinkCode).mockRestore();
    }
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });
});

describe('GET /referrals/links/:accountId/:code', () => {
  it('answers anybody with the bare link, to any origin and to no cache', async () => {
    await enable();
    const { link } = expectData(await issue({ customerId: unique('ani-') }));
    const answer = await resolve(server.ours.accountId, link.code);
    expect(expectData(answer)).toEqual(link);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('answers also while the program is disabled', async () => {
    await enable();
    const { link } = expectData(await issue({ customerId: unique('ani-') }));
    await enable(false);
    expect(expectData(await resolve(server.ours.accountId, link.code)).id).toBe(link.id);
  });

  it("answers 404 NOT_FOUND for an unknown code, the neighbour's code and an unknown workspace", async () => {
    await enable();
    const { code } = await makeReferralLink(server.services.database, server.ours.accountId);
    for (const unknown of ['', 'zzzzzzzz', 'x', code.toUpperCase(), `${code}a`, 'a\0b', "' OR 1=1"])
      expectError(await resolve(server.ours.accountId, unknown), 404, 'NOT_FOUND');
    expectError(await resolve(server.theirs.accountId, code), 404, 'NOT_FOUND');
    expectError(await resolve('cunknown', code), 404, 'NOT_FOUND');
  });

  it('has one segment more than the link by its id, which needs credentials', async () => {
    const { id, code } = await makeReferralLink(server.services.database, server.ours.accountId);
    expectError(await server.fetch('GET', `/api/v1/referrals/links/${id}`), 401, 'UNAUTHENTICATED');
    expect(expectData(await server.call(server.ours.key, 'GET', `/api/v1/referrals/links/${id}`))).toMatchObject({
      id,
      code,
    });
    expectError(await server.fetch('OPTIONS', `/api/v1/referrals/links/${id}`), 405, 'METHOD_NOT_ALLOWED');
    expect((await server.fetch('OPTIONS', `/api/v1/referrals/links/${server.ours.accountId}/${code}`)).status).toBe(
      204,
    );
  });
});

describe('POST /referrals/links/click', () => {
  it('answers with linkId and programId, counts on the link and keeps the click', async () => {
    await enable();
    const { id: linkId, programId, code } = await makeReferralLink(server.services.database, server.ours.accountId);
    for (let n = 0; n < 3; n++)
      expect(expectData(await click({ accountId: server.ours.accountId, code }))).toEqual({ linkId, programId });
    expect(expectData(await resolve(server.ours.accountId, code)).clicks).toBe(3);
    expect(await server.services.database.prisma.referralClick.count({ where: { linkId } })).toBe(3);
  });

  it("is null and counts nothing for an unknown code, the neighbour's code, and while the program is disabled", async () => {
    await enable();
    const { code } = await makeReferralLink(server.services.database, server.ours.accountId);
    const neighbours = await makeReferralLink(server.services.database, server.theirs.accountId);
    const before = [await snapshotOf(server, server.ours.accountId), await snapshotOf(server, server.theirs.accountId)];
    for (const unknown of ['zzzzzzzz', 'nothing', neighbours.code])
      expect(expectData(await click({ code: unknown }))).toBeNull();
    expect([
      await snapshotOf(server, server.ours.accountId),
      await snapshotOf(server, server.theirs.accountId),
    ]).toEqual(before);
    await enable(false);
    expect(expectData(await click({ code }))).toBeNull();
    expect(expectData(await resolve(server.ours.accountId, code)).clicks).toBe(0);
  });

  it('answers 400 VALIDATION without a code and 403 ACCOUNT_MISMATCH for another workspace', async () => {
    for (const body of [{}, { code: null }, { code: 5 }]) expectError(await click(body), 400, 'VALIDATION');
    expectError(await click({ accountId: server.theirs.accountId, code: 'abcdefgh' }), 403, 'ACCOUNT_MISMATCH');
  });

  it('counts 100 clicks at once exactly', async () => {
    await enable();
    const { id: linkId, code } = await makeReferralLink(server.services.database, server.ours.accountId);
    for (const answer of await together(100, () => click({ code }))) expectData(answer);
    expect(expectData(await resolve(server.ours.accountId, code)).clicks).toBe(100);
    expect(await server.services.database.prisma.referralClick.count({ where: { linkId } })).toBe(100);
  });
});
