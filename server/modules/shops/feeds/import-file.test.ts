/** `products import` (docs/contract/feeds.md#mirrored-products). */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { importProducts } from '@/server/modules/shops/feeds/import-file';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();

let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-import-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const PRODUCT = { slug: 's', name: 'Kopi', priceCents: 1, currency: 'IDR', available: true };
const line = (externalRef: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ externalRef, ...PRODUCT, ...more });

function fileOf(content: string | Buffer): string {
  const file = path.join(folder, `${Math.random()}.jsonl`);
  fs.writeFileSync(file, content);
  return file;
}
const importing = (tenant: Tenant, file: string) =>
  importProducts(
    workspaceDb(server.services.database, {
      accountId: tenant.accountId,
      actor: { kind: 'operator', id: null, partnerId: null, onBehalfOf: null },
      now: now(),
    }),
    file,
  );
const refsOf = async (tenant: Tenant): Promise<string[]> =>
  (
    await server.services.database.prisma.feedProduct.findMany({
      where: { accountId: tenant.accountId },
      orderBy: { externalRef: 'asc' },
    })
  ).map(({ externalRef }) => externalRef);

describe('products import', () => {
  it('mirrors one product a line, as PUT does, in batches', async () => {
    const tenant = await server.makeTenant();
    const lines = Array.from({ length: 2500 }, (_, n) => line(`sku-${n}`));
    expect(await importing(tenant, fileOf(lines.join('\n')))).toEqual({ created: 2500, updated: 0 });
    expect(await importing(tenant, fileOf([...lines, line('new'), line('new', { name: 'later' })].join('\n')))).toEqual(
      { created: 1, updated: 2501 },
    );
    expect(
      await server.services.database.prisma.feedProduct.findFirst({
        where: { accountId: tenant.accountId, externalRef: 'new' },
      }),
    ).toMatchObject({ name: 'later' });
  });

  it('takes a byte order mark, CRLF, blank lines, separators of Unicode and no newline at the end', async () => {
    const tenant = await server.makeTenant();
    const content = `\ufeff${line('a')}\r\n\r\n   \n${line('b', { name: 'x' }).replace('"x"', '"x\u2028y\u0085"')}\r\n${line('c')}`;
    expect(await importing(tenant, fileOf(content))).toEqual({ created: 3, updated: 0 });
    expect(
      await server.services.database.prisma.feedProduct.findFirst({
        where: { accountId: tenant.accountId, externalRef: 'b' },
      }),
    ).toMatchObject({ name: 'x\u2028y\u0085' });
  });

  it.each([
    ['not JSON', '{"externalRef":', 'line 1502: is not JSON'],
    ['no product', '5', /^line 1502: .*object/],
    ['a wrong field', line('x', { priceCents: -1 }), /^line 1502: priceCents: /],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'line 1502: is not UTF-8'],
    ['too long', `"${'x'.repeat(2 * 1024 * 1024)}"`, 'line 1502: is longer than 1 MiB'],
  ])('refuses a file with a line that is %s by its number, and writes nothing', async (_what, bad, message) => {
    const tenant = await server.makeTenant();
    const good = Array.from({ length: 1500 }, (_, n) => line(`sku-${n}`)).join('\n');
    await expect(
      importing(
        tenant,
        fileOf(Buffer.concat([Buffer.from(`${good}\n\n`), Buffer.from(bad), Buffer.from(`\n${line('z')}\n`)])),
      ),
    ).rejects.toThrow(message);
    expect(await refsOf(tenant)).toEqual([]);
  });

  it('is content with an empty file, and says when there is none', async () => {
    const tenant = await server.makeTenant();
    expect(await importing(tenant, fileOf(''))).toEqual({ created: 0, updated: 0 });
    await expect(importing(tenant, path.join(folder, 'none.jsonl'))).rejects.toThrow(/no such file/);
  });

  it('says how far it came when the database goes away, and goes on where it is run again', async () => {
    const tenant = await server.makeTenant();
    const file = fileOf(Array.from({ length: 1500 }, (_, n) => line(`sku-${n}`)).join('\n'));
    const db = workspaceDb(server.services.database, {
      accountId: tenant.accountId,
      actor: { kind: 'operator', id: null, partnerId: null, onBehalfOf: null },
      now: now(),
    });
    let calls = 0;
    const failing = Object.assign(Object.create(db) as typeof db, {
      rows: (...given: Parameters<typeof db.rows>) =>
        ++calls > 1 ? Promise.reject(new Error('gone')) : db.rows(...given),
    });
    await expect(importProducts(failing, file)).rejects.toThrow(
      'The import stopped after 1000 products (1000 created, 0 updated). Run it again.',
    );
    expect(await importing(tenant, file)).toEqual({ created: 500, updated: 1000 });
  });
});
