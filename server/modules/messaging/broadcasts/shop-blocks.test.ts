/** Blocks that show products and codes (docs/contract/broadcasts.md#block-document), from the save to the send. */
import { describe, expect, it } from 'vitest';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeFeedProduct } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;
const PATH = '/api/v1/broadcasts';

const compile = (blocks: object[], who: Tenant = server.ours) =>
  server.call(who.key, 'POST', `${PATH}/templates/compile`, { body: { blocks } });
const product = (options: Parameters<typeof makeFeedProduct>[2] = {}, who: Tenant = server.ours) =>
  makeFeedProduct(database(), who.accountId, options);
const code = (options: Parameters<typeof makeDiscountCode>[2] = {}, who: Tenant = server.ours) =>
  makeDiscountCode(database(), who.accountId, options);
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('a product', () => {
  it('is shown as the mirror has it', async () => {
    const { externalRef } = await product({ name: 'Gayo <Honey>', slug: 'gayo honey', priceCents: 85_000n });
    const { html, text } = expectData(await compile([{ kind: 'product', externalRef }]));
    const url = `${server.services.settings.baseUrl}/s/${server.ours.accountId}/products/gayo%20honey`;
    expect(html).toContain('Gayo &lt;Honey&gt;');
    expect(html).toContain('src="https://toko.example/kemeja.jpg"');
    expect(html).toContain(`href="${url}"`);
    expect(text).toBe(`Gayo <Honey>\nRp85.000\n${url}\n`);
  });

  it('has the decimals of the mirror, and says that it is sold out', async () => {
    const { externalRef } = await product({
      priceCents: 2_294n,
      currency: 'usd',
      available: false,
      imageUrl: 'javascript:x',
    });
    const { html, text } = expectData(await compile([{ kind: 'product', externalRef, layout: 'row' }]));
    expect(plain(text)).toContain('US$22,94 · Stok habis');
    expect(html).not.toContain('<img');
  });
});

describe('a code', () => {
  it('is shown with its terms in the language and the zone of the workspace', async () => {
    const { id, code: word } = await code({
      type: 'fixed',
      value: 25_000n,
      scope: 'tags',
      tagFilter: ['kopi'],
      minPurchaseAmount: 100_000n,
      // In Jakarta it is the first of January.
      expiresAt: new Date('2031-12-31T17:30:00Z'),
    });
    expect(expectData(await compile([{ kind: 'code', discountCodeId: id }])).text).toBe(
      `Diskon Rp25.000: ${word}\nMinimal belanja Rp100.000\nUntuk produk tertentu\nBerlaku sampai 1 Januari 2032\n`,
    );
    const abroad = await server.makeTenant();
    await database().prisma.account.update({ where: { id: abroad.accountId }, data: { country: 'SG' } });
    const free = await code({ type: 'shipping_percent', value: 100n }, abroad);
    expect(expectData(await compile([{ kind: 'code', discountCodeId: free.id }], abroad)).text).toBe(
      `Free shipping: ${free.code}\n`,
    );
  });
});

it.each(['product', 'code'] as const)("a %s of the neighbour's is unknown, also in a column", async (kind) => {
  const named =
    kind === 'product'
      ? { kind, externalRef: (await product({}, server.theirs)).externalRef }
      : { kind, discountCodeId: (await code({}, server.theirs)).id };
  const inner = { blocks: [{ kind: 'divider' }, named] };
  const field = kind === 'product' ? 'externalRef' : 'discountCodeId';
  const pathOf = async (blocks: object[]) =>
    expectError(await compile(blocks), 400, 'VALIDATION').details.issues[0].path as string;
  expect(await pathOf([named])).toBe(`blocks.0.${field}`);
  expect(await pathOf([{ kind: 'columns', columns: [{ blocks: [{ kind: 'divider' }] }, inner] }])).toBe(
    `blocks.0.columns.1.blocks.1.${field}`,
  );
});

it.each([
  [{ kind: 'columns', columns: [{ blocks: [{ kind: 'divider' }] }] }, 'blocks.0.columns'],
  [{ kind: 'columns', columns: [{ blocks: [{ kind: 'divider' }] }, { blocks: [] }] }, 'blocks.0.columns.1.blocks'],
  [
    { kind: 'columns', columns: [{ blocks: [{ kind: 'divider' }] }, { blocks: [{ kind: 'columns', columns: [] }] }] },
    'blocks.0.columns.1.blocks.0.kind',
  ],
  [
    {
      kind: 'columns',
      columns: [{ blocks: Array.from({ length: 7 }, () => ({ kind: 'divider' })) }, { blocks: [{ kind: 'divider' }] }],
    },
    'blocks.0.columns.0.blocks',
  ],
  [{ kind: 'text', body: 'b', format: 'html' }, 'blocks.0.format'],
  [{ kind: 'spacer', height: 7 }, 'blocks.0.height'],
  [{ kind: 'spacer', height: 65 }, 'blocks.0.height'],
  [{ kind: 'social', links: [] }, 'blocks.0.links'],
  [{ kind: 'social', links: [{ network: 'myspace', url: 'https://a.b' }] }, 'blocks.0.links.0.network'],
  [{ kind: 'social', links: [{ network: 'x', url: 'javascript:x' }] }, 'blocks.0.links.0.url'],
  [{ kind: 'product', externalRef: '' }, 'blocks.0.externalRef'],
])('%j is refused at %s', async (block, path) => {
  expect(expectError(await compile([block]), 400, 'VALIDATION').details.issues[0].path).toBe(path);
});

describe('a send', () => {
  const saved = async (blocks: object[]): Promise<string> => {
    await makeChannel(server.services, server.ours.accountId, { provider: 'email_p1' });
    const contact = await makeContact(database(), server.ours.accountId, { email: `${unique('ani')}@example.test` });
    const body = {
      name: unique('B'),
      providers: ['email_p1'],
      audience: { contactIds: [contact.id] },
      content: { email: { subject: 's', blocks: { blocks } } },
    };
    return expectData(await server.call(server.ours.key, 'POST', PATH, { body }), 201).id;
  };
  const leaving = async (id: string) => {
    expectData(await server.call(server.ours.key, 'POST', `${PATH}/${id}/send`));
    const message = await database().prisma.marketingMessage.findFirstOrThrow({ where: { campaignId: id } });
    const content = await database().prisma.messageContent.findFirstOrThrow({ where: { id: message.contentId } });
    return (content.content as { text: string }).text;
  };

  it('takes products and codes as they are then, and leaves the draft as it was saved', async () => {
    const { id: productId, externalRef } = await product({ priceCents: 85_000n });
    const { id: codeId, code: word } = await code();
    const id = await saved([
      { kind: 'product', externalRef },
      { kind: 'code', discountCodeId: codeId },
    ]);
    const { accountId } = server.ours;
    await database().prisma.feedProduct.update({
      where: { accountId_id: { accountId, id: productId } },
      data: { priceCents: 79_000n },
    });
    await database().prisma.discountCode.update({
      where: { accountId_id: { accountId, id: codeId } },
      data: { value: 20n },
    });
    const text = await leaving(id);
    expect(text).toContain('Rp79.000');
    expect(text).toContain(`Diskon 20%: ${word}`);
    const stored = expectData(await server.call(server.ours.key, 'GET', `${PATH}/${id}`));
    expect(stored.content.email.text).toContain('Rp85.000');
  });

  it('leaves out a product that is archived or gone, and goes all the same', async () => {
    const { accountId } = server.ours;
    const [archived, gone] = [await product({ name: 'Archived' }), await product({ name: 'Gone' })];
    const id = await saved([
      { kind: 'text', body: 'Halo' },
      { kind: 'product', externalRef: archived.externalRef },
      { kind: 'product', externalRef: gone.externalRef },
    ]);
    await database().prisma.feedProduct.update({
      where: { accountId_id: { accountId, id: archived.id } },
      data: { archivedAt: new Date() },
    });
    await database().prisma.feedProduct.delete({ where: { accountId_id: { accountId, id: gone.id } } });
    expect(await leaving(id)).toBe('Halo\n');
  });
});
