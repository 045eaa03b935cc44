/** Where the feed's links lead on a server without a storefront of its own: the shop of the workspace's settings. */
import { describe, expect, it } from 'vitest';
import { makeFeedProduct } from '@/server/testing/factories/shops';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

const setShop = (tenant: Tenant, shopUrl: string | null) =>
  trpc(server, 'mutation', 'accounts.updateWorkspace', { shopUrl }, { cookie: tenant.cookie });
const feed = ({ accountId }: Tenant, headers: Record<string, string> = {}) =>
  server.fetch('GET', `/api/v1/feeds/shopping/${accountId}.xml`, { headers });
const issues = async ({ key }: Tenant) => expectData(await server.call(key, 'GET', '/api/v1/feeds/issues'));
const firstLink = async ({ key }: Tenant) =>
  expectData(await server.call(key, 'GET', '/api/v1/feeds/products')).items[0].feedItem.link;

describe("the shop's address", () => {
  it('is missing: the findings say so, and links are our own', async () => {
    const tenant = await server.makeTenant();
    await makeFeedProduct(server.services.database, tenant.accountId, { slug: 'kemeja' });
    expect((await issues(tenant)).feed).toEqual([
      {
        issue: 'shop_address_missing',
        severity: 'error',
        message: "The shop's address is not set, so no product link works. Enter it in the workspace settings.",
      },
    ]);
    const ours = `${server.services.settings.baseUrl}/s/${tenant.accountId}/products/kemeja`;
    expect(await firstLink(tenant)).toBe(ours);
    expect((await feed(tenant)).text).toContain(`<g:link>${ours}</g:link>`);
  });

  it('is where every link leads, at once, for those too who have the feed of before', async () => {
    const tenant = await server.makeTenant();
    await makeFeedProduct(server.services.database, tenant.accountId, { slug: 'kemeja' });
    await setShop(server.theirs, 'https://neighbour.example');
    const etag = (await feed(tenant)).headers.get('etag') ?? '';
    expect((await feed(tenant, { 'if-none-match': etag })).status).toBe(304);
    expect((await setShop(tenant, ' https://toko.example/id/ ')).data.shopUrl).toBe('https://toko.example/id');
    expect((await issues(tenant)).feed).toEqual([]);
    expect(await firstLink(tenant)).toBe('https://toko.example/id/products/kemeja');
    const after = await feed(tenant, { 'if-none-match': etag });
    expect(after.status).toBe(200);
    expect(after.text).toContain('<g:link>https://toko.example/id/products/kemeja</g:link>');
    expect(after.text).toContain('<link>https://toko.example/id</link>');
    expect((await setShop(tenant, null)).data.shopUrl).toBeNull();
    expect((await issues(tenant)).feed).toHaveLength(1);
  });
});
