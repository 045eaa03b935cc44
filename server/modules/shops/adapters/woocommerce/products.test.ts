import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitRows } from '@/server/modules/shops/adapters/parsed-rows';
import product from '@/server/modules/shops/adapters/woocommerce/fixtures/product.json';
import { type Offer, offerOf, productOf } from '@/server/modules/shops/adapters/woocommerce/products';

function rowOf(row: object, currency = 'USD', offers: readonly Offer[] = [offerOf(row)]) {
  const { parsed: taken, refused } = splitRows({
    resource: 'products',
    rows: [productOf(row, offers, currency)],
    refused: [],
  });
  expect(refused).toEqual([]);
  return taken.rows[0] as Record<string, unknown>;
}

describe('a product', () => {
  it('becomes ours, field by field', () => {
    expect(rowOf(product)).toMatchObject({
      externalRef: '794',
      slug: 'kemeja-sarung',
      name: 'Kemeja & Sarung',
      description: 'Woven by hand.\n\nCotton\nSizes S – XL',
      priceCents: 2199,
      currency: 'USD',
      available: true,
      imageUrl: 'https://toko.example.com/wp-content/uploads/2026/03/T_2_front-4.jpg',
      brand: 'Tenun Rumah',
      productCategory: null,
      archivedAt: null,
      updatedAt: new Date('2026-03-23T20:02:14Z'),
      url: 'https://toko.example.com/product/kemeja-sarung/',
    });
  });

  it('has rupiah whole and every other currency in hundredths', () => {
    expect(rowOf({ ...product, price: '150000' }, 'IDR')).toMatchObject({ priceCents: 150000 });
    expect(rowOf({ ...product, price: '1980' }, 'JPY')).toMatchObject({ priceCents: 198000 });
  });

  it.each([
    [{ stock_status: 'outofstock' }, false],
    [{ stock_status: 'onbackorder' }, true],
    [{ status: 'draft' }, false],
    [{ status: 'private' }, false],
    [{ catalog_visibility: 'hidden' }, false],
    [{ catalog_visibility: 'search' }, true],
  ])('with %j is available: %s', (fields, available) => {
    expect(rowOf({ ...product, ...fields })).toMatchObject({ available, priceCents: 2199 });
  });

  it('without a price is out of the mirror, and is back with one', () => {
    expect(rowOf({ ...product, price: '' })).toMatchObject({
      available: false,
      archivedAt: new Date(`${product.date_modified_gmt}Z`),
    });
    expect(rowOf(product)).toMatchObject({ archivedAt: null });
  });

  it('is refused where no price of it can be read', () => {
    const { refused } = splitRows({
      resource: 'products',
      rows: [productOf({ ...product, price: 'ask us' }, [{ price: 'ask us', isAvailable: true }], 'USD')],
      refused: [],
    });
    expect(refused).toEqual([{ ref: '794', reason: expect.stringContaining('priceCents') }]);
  });

  it('is described by its short text where it has no other, and has no brand in an older shop', () => {
    const { brands: _, ...older } = product;
    expect(rowOf({ ...older, description: '' })).toMatchObject({ description: 'Woven.', brand: null });
  });

  it('costs what the cheapest costs that can be had, else the cheapest', () => {
    const offers = fc.array(fc.record({ cents: fc.integer({ min: 1, max: 1e6 }), isAvailable: fc.boolean() }), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(offers, (each) => {
        const made = each.map(({ cents, isAvailable }) => ({ price: (cents / 100).toFixed(2), isAvailable }));
        const available = each.filter(({ isAvailable }) => isAvailable);
        const expected = Math.min(...(available.length > 0 ? available : each).map(({ cents }) => cents));
        expect(rowOf(product, 'USD', made)).toMatchObject({ priceCents: expected, available: available.length > 0 });
      }),
    );
  });
});
