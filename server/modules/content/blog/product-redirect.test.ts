/** The redirect of `/s/<accountId>/products/<slug>`, which anybody may follow. */
import { beforeEach, expect, it } from 'vitest';
import type { Prisma } from '@/prisma/generated/client';
import { makeFeedProduct } from '@/server/testing/factories/shops';
import { expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
let ours: Tenant;
beforeEach(async () => {
  ours = await server.makeTenant();
});

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

/** A product of the mirror, and where it stands in its shop. */
async function product(
  accountId: string,
  slug: string,
  shop: Partial<Prisma.ShopProductUncheckedCreateInput> = {},
  mirrored: Partial<Prisma.FeedProductUncheckedCreateInput> = {},
): Promise<void> {
  const { database } = server.services;
  const { externalRef } = await makeFeedProduct(database, accountId, { slug, ...mirrored });
  await database.prisma.shopProduct.create({
    data: {
      accountId,
      externalSource: 'sheet_p1:toko.example',
      externalRef,
      slug,
      url: `https://toko.example/${slug}`,
      print: 'p',
      sourceUpdatedAt: at(1),
      createdAt: at(1),
      updatedAt: at(1),
      ...shop,
    },
  });
}

const pathOf = (accountId: string, slug: string): string => `/s/${accountId}/products/${encodeURIComponent(slug)}`;
const visit = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(server.baseUrl + path, { redirect: 'manual', ...init });

async function expectNoPage(path: string): Promise<void> {
  const answer = await visit(path, { headers: { 'accept-language': 'id' } });
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    404,
    null,
    'no-store',
  ]);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await answer.text()).toContain('Halaman ini tidak ada');
}

it('leads to the product in its shop, by GET and HEAD, without being kept and without a cookie', async () => {
  await product(ours.accountId, 'kemeja-linen', { url: 'https://toko.example/produk?id=7#warna' });
  for (const method of ['GET', 'HEAD']) {
    const answer = await visit(pathOf(ours.accountId, 'kemeja-linen'), { method });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://toko.example/produk?id=7#warna']);
    expect([answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual(['no-store', null]);
    expect(await answer.text()).toBe('');
  }
  expect((await visit(pathOf(ours.accountId, 'kemeja-linen'), { method: 'POST' })).status).toBe(405);
});

it('is where the link of the feed leads', async () => {
  await product(ours.accountId, 'kopi gayo/250 g', { url: 'https://toko.example/kopi' });
  const { items } = expectData(await server.call(ours.key, 'GET', '/api/v1/feeds/products'));
  const link = new URL(items[0].feedItem.link);
  expect(link.origin).toBe(new URL(server.services.settings.baseUrl).origin);
  const answer = await visit(link.pathname);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://toko.example/kopi']);
});

it('takes the longest slug, and addresses beyond ASCII', async () => {
  await product(ours.accountId, 'é'.repeat(500), { url: 'http://bücher.example/käse' });
  const answer = await visit(pathOf(ours.accountId, 'é'.repeat(500)));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://xn--bcher-kva.example/k%C3%A4se']);
});

it('of several products with a slug leads to the one that was reported last and is not archived', async () => {
  await product(ours.accountId, 'teh', { url: 'https://toko.example/old', sourceUpdatedAt: at(2) });
  await product(ours.accountId, 'teh', { url: 'https://toko.example/new', sourceUpdatedAt: at(4) });
  await product(ours.accountId, 'teh', { url: null, sourceUpdatedAt: at(5) });
  await product(
    ours.accountId,
    'teh',
    { url: 'https://toko.example/gone', sourceUpdatedAt: at(6) },
    { archivedAt: at(6) },
  );
  await product(ours.accountId, 'teh', { url: 'https://toko.example/middle', sourceUpdatedAt: at(3) });
  const answer = await visit(pathOf(ours.accountId, 'teh'));
  expect(answer.headers.get('location')).toBe('https://toko.example/new');
});

it('does not exist for what is unknown, archived, without an address, or the neighbour’s', async () => {
  await product(server.theirs.accountId, 'theirs');
  await product(ours.accountId, 'archived', {}, { archivedAt: at(1) });
  await product(ours.accountId, 'nowhere', { url: null });
  for (const slug of [
    'unknown',
    'archived',
    'nowhere',
    'theirs',
    'NOWHERE',
    'a\0b',
    "' OR 1=1 --",
    'https://evil.example',
  ])
    await expectNoPage(pathOf(ours.accountId, slug));
  for (const accountId of ['nobody', 'NO-ID', '%00', 'x'.repeat(200)])
    await expectNoPage(`/s/${accountId}/products/archived`);
});

it('leads nowhere but to the web, whatever a row says and whatever stands in the address', async () => {
  await product(ours.accountId, 'script', { url: 'javascript:alert(1)' });
  await product(ours.accountId, 'relative', { url: '//evil.example/' });
  await product(ours.accountId, 'split', { url: 'https://toko.example/a\r\nSet-Cookie: a=b' });
  for (const slug of ['script', 'relative', 'split']) await expectNoPage(pathOf(ours.accountId, slug));
  await product(ours.accountId, 'teh');
  const answer = await visit(`${pathOf(ours.accountId, 'teh')}?url=https://evil.example&next=//evil.example`);
  expect(answer.headers.get('location')).toBe('https://toko.example/teh');
});
