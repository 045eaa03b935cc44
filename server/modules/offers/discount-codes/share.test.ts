/** `/d/<accountId>/<code>` (docs/contract/discount-codes.md#share), by hand; in the browser: e2e/discount-batches.spec.ts. */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const open = (tenant: Tenant, code: string, language = 'en') =>
  server.fetch('GET', `/d/${tenant.accountId}/${encodeURIComponent(code)}`, {
    headers: { 'accept-language': language },
  });
const make = (tenant: Tenant, more: Parameters<typeof makeDiscountCode>[2] = {}) =>
  makeDiscountCode(server.services.database, tenant.accountId, { code: unique('Bagi & '), ...more });
const setShop = (tenant: Tenant, shopUrl: string | null) =>
  server.services.database.prisma.account.update({ where: { id: tenant.accountId }, data: { shopUrl } });

describe('the link of a code', () => {
  it('leads to the shop with the code as it is written, whatever the case it came in', async () => {
    const tenant = await server.makeTenant();
    const { code } = await make(tenant);
    await setShop(tenant, 'https://toko.example/katalog?utm=x');
    const answer = await open(tenant, code.toLowerCase());
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      `https://toko.example/katalog?utm=x&${new URLSearchParams({ discount: code }).toString()}`,
    ]);
  });

  it('shows the code where no shop is entered, in the reader’s language', async () => {
    const tenant = await server.makeTenant();
    await setShop(tenant, null);
    const { code } = await make(tenant, { code: unique('<b>X') });
    const answer = await open(tenant, code, 'id');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(code.replace('<b>', '&lt;b&gt;'));
    expect(answer.text).toContain('Kode diskon Anda');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is one and the same page for a code that is over and for one that there is not', async () => {
    const tenant = await server.makeTenant();
    await setShop(tenant, 'https://toko.example');
    const said = async (...whose: Parameters<typeof open>) => {
      const { status, text } = await open(...whose);
      return { status, text };
    };
    const nothing = await said(tenant, unique('NONE-'));
    expect(nothing).toEqual({ status: 404, text: expect.stringContaining('This code is not valid') });
    for (const more of [
      { active: false },
      { expiresAt: new Date('2020-01-01') },
      { startsAt: new Date('2099-01-01') },
      { source: 'referral_referrer' },
      { source: 'funnel' },
    ])
      expect(await said(tenant, (await make(tenant, more)).code)).toEqual(nothing);
    expect(await said(server.theirs, (await make(tenant)).code)).toEqual(nothing);
    for (const odd of ['x'.repeat(51), 'a\0b', '../x']) expect(await said(tenant, odd)).toEqual(nothing);
  });
});
