/** Products of files as Google, Shopify and Indonesian shops save them. */
import { expect, test } from 'vitest';
import { inspectFile } from '@/components/csv/inspect';
import { guessProducts } from '@/components/csv/product-columns';
import { isUsable, productOf, type ProductRead } from '@/components/csv/product-rows';
import { readRecords } from '@/components/csv/read';

const PRICES = { language: 'id', currency: 'IDR' } as const;

async function outcomes(text: string): Promise<ProductRead[]> {
  const summary = await inspectFile(new Blob([text]), { maxRows: 100, nameOf: String, language: 'id' });
  const mapping = guessProducts(summary.columns);
  expect(isUsable(mapping)).toBe(true);
  const found: ProductRead[] = [];
  for await (const { records } of readRecords(new Blob([text]), summary.format))
    found.push(...records.map(({ cells }) => productOf(cells, mapping, PRICES)));
  return found.slice(1);
}

test('a sheet of an Indonesian shop', async () => {
  const [first, second] = await outcomes(
    'SKU;Nama Produk;Harga;Stok;Merek;Foto;Tautan\nG-1;Kopi Gayo;Rp 98.000;12;Nusantara;https://toko.example/1.jpg;https://toko.example/p/kopi%20gayo?x=1\nG-2;=Teh;"15.000,-";0;;-;/teh/\n',
  );
  expect(first?.item).toMatchObject({
    externalRef: 'G-1',
    name: 'Kopi Gayo',
    priceCents: 98_000,
    currency: 'IDR',
    available: true,
    brand: 'Nusantara',
    imageUrl: 'https://toko.example/1.jpg',
    slug: 'kopi gayo',
    description: null,
  });
  expect(second?.item).toMatchObject({ priceCents: 15_000, available: false, imageUrl: null, slug: 'teh' });
});

test('a file for Google', async () => {
  const [only] = await outcomes(
    'id,title,description,link,image_link,availability,price,brand,google_product_category\nA1,Kemeja,Linen,https://a.example/products/kemeja,https://a.example/1.jpg,in_stock,19.90 USD,Toko,212\n',
  );
  expect(only?.item).toMatchObject({
    slug: 'kemeja',
    priceCents: 1990,
    currency: 'USD',
    available: true,
    productCategory: '212',
  });
});

test.each([
  [',Kopi,5000,ya', 'NO_ID', 'externalRef'],
  ['A,Kopi,gratis,ya', 'PRICE', 'price'],
  ['A,Kopi,,ya', 'PRICE', 'price'],
  ['A,Kopi,5000,entah', 'AVAILABILITY', 'available'],
  ['A,Kopi,5000,ya,lagi', 'TOO_MANY_CELLS', null],
  [`A,${'x'.repeat(1001)},5000,ya`, 'VALUE', 'name'],
])('%s is refused', async (row, problem, field) => {
  // The good row fills every column, so that each is guessed.
  const [, refused] = await outcomes(`id,nama,harga,stok\nB,Teh,1000,ya\n${row}\n`);
  expect(refused).toEqual({ item: null, problem, field });
});
