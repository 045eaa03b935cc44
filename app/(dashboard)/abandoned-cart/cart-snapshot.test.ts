import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCart, webAddress } from './cart-snapshot';

const IDR = { value: 215_000, digits: 0 };

describe('the lines of a snapshot', () => {
  it.each(['items', 'lines', 'line_items', 'lineItems', 'products', 'cartItems', 'CART_ITEMS', 'produk'])(
    'are found in %s',
    (key) => {
      expect(readCart({ [key]: [{ name: 'Gayo Honey 250 g', quantity: 2, price: 107_500 }] }, IDR)?.lines).toEqual([
        {
          name: 'Gayo Honey 250 g',
          variant: null,
          sku: null,
          quantity: 2,
          unitPrice: 107_500,
          total: 215_000,
          href: null,
        },
      ]);
    },
  );

  it('are found within a cart within the data', () => {
    const cart = readCart(
      {
        event: 'abandoned',
        data: { cart: { items: [{ title: 'V60', qty: '1', unit_price: 185_000 }], subtotal: 185_000 }, total: 200_000 },
      },
      { value: 200_000, digits: 0 },
    );
    expect(cart).toMatchObject({
      lines: [{ name: 'V60', quantity: 1, total: 185_000 }],
      sums: { subtotal: 185_000, total: 200_000 },
    });
  });

  it('may be names alone, and entries without a name do not count', () => {
    expect(
      readCart({ items: ['Gayo Honey', ' ', null, 7.5, { price: 1 }, ['x']] }, IDR)?.lines.map(({ name }) => name),
    ).toEqual(['Gayo Honey', '7.5']);
  });

  it('are none where no list has something with a name', () => {
    for (const snapshot of [
      {},
      { items: [] },
      { items: 'two' },
      { items: [{}, null, true] },
      { note: 'titip satpam' },
      { cart: { cart: { cart: { cart: { items: ['too deep'] } } } } },
    ]) {
      expect(readCart(snapshot, IDR)).toBeNull();
    }
  });
});

describe("shops' own shapes", () => {
  it("Shopify's cart.js, which counts the rupiah in hundredths", () => {
    const snapshot = {
      token: 'c1-ab',
      total_price: 21_500_000,
      items_subtotal_price: 21_500_000,
      total_discount: 0,
      items: [
        {
          id: 1,
          title: 'Gayo Honey - 250 g',
          product_title: 'Gayo Honey',
          variant_title: '250 g',
          quantity: 2,
          final_price: 10_750_000,
          final_line_price: 21_500_000,
          sku: 'GH-250',
          url: '/products/gayo',
        },
      ],
    };
    expect(readCart(snapshot, IDR)).toEqual({
      lines: [
        {
          name: 'Gayo Honey',
          variant: '250 g',
          sku: 'GH-250',
          quantity: 2,
          unitPrice: 107_500,
          total: 215_000,
          href: null,
        },
      ],
      sums: { subtotal: 215_000, total: 215_000 },
      href: null,
    });
  });

  it("Shopify's storefront API", () => {
    const snapshot = {
      cart: {
        checkoutUrl: 'https://toko.example/cart/c/1',
        cost: {
          subtotalAmount: { amount: '40.0', currencyCode: 'USD' },
          totalAmount: { amount: '43.2', currencyCode: 'USD' },
        },
        lines: {
          edges: [
            {
              node: {
                quantity: 2,
                cost: { totalAmount: { amount: '40.0' }, amountPerQuantity: { amount: '20.0' } },
                merchandise: { title: 'Whole bean', sku: 'MD', product: { title: 'Mandheling' } },
              },
            },
            {
              node: {
                quantity: 1,
                cost: { totalAmount: { amount: '0.0' } },
                merchandise: { title: 'Default Title', product: { title: 'Sticker' } },
              },
            },
          ],
        },
      },
    };
    expect(readCart(snapshot, { value: 4320, digits: 2 })).toEqual({
      lines: [
        { name: 'Mandheling', variant: 'Whole bean', sku: 'MD', quantity: 2, unitPrice: 2000, total: 4000, href: null },
        { name: 'Sticker', variant: null, sku: null, quantity: 1, unitPrice: 0, total: 0, href: null },
      ],
      sums: { subtotal: 4000, total: 4320 },
      href: 'https://toko.example/cart/c/1',
    });
  });

  it("WooCommerce's store API, in smallest units as texts", () => {
    const snapshot = {
      items: [
        {
          key: 'a1',
          name: 'Kintamani',
          quantity: 3,
          permalink: 'https://toko.example/p/kintamani',
          variation: [
            { attribute: 'Giling', value: 'Kasar' },
            { attribute: 'Berat', value: '250 g' },
          ],
          prices: { price: '1250', currency_minor_unit: 2 },
          totals: { line_total: '3750' },
        },
      ],
      totals: { total_items: '3750', total_shipping: '500', total_price: '4250', currency_minor_unit: 2 },
    };
    expect(readCart(snapshot, { value: 4250, digits: 2 })).toEqual({
      lines: [
        {
          name: 'Kintamani',
          variant: 'Giling: Kasar, Berat: 250 g',
          sku: null,
          quantity: 3,
          unitPrice: 1250,
          total: 3750,
          href: 'https://toko.example/p/kintamani',
        },
      ],
      sums: { shipping: 500, total: 4250 },
      href: null,
    });
  });

  it("WooCommerce's sessions, keyed by hashes", () => {
    const cart = readCart(
      {
        cart_contents: {
          a3c6: { product: { name: 'Toraja' }, quantity: 1, line_total: 12.5 },
          b7: { product: { name: 'Gayo' }, quantity: 2, line_total: 25 },
        },
      },
      { value: 3750, digits: 2 },
    );
    expect(cart?.lines.map(({ name, unitPrice, total }) => [name, unitPrice, total])).toEqual([
      ['Toraja', 1250, 1250],
      ['Gayo', 1250, 2500],
    ]);
  });

  it("Shopify's admin API, with amounts of two currencies", () => {
    const snapshot = {
      abandoned_checkout_url: 'https://toko.example/r/1',
      total_price: '31.00',
      line_items: [
        {
          title: 'Aeropress',
          name: 'Aeropress - Black',
          variant_title: 'Black',
          quantity: 1,
          price: { shop_money: { amount: '465000' }, presentment_money: { amount: '31.00' } },
        },
      ],
    };
    expect(readCart(snapshot, { value: 3100, digits: 2 })).toMatchObject({
      lines: [{ name: 'Aeropress', variant: 'Black', unitPrice: 3100, total: 3100 }],
      sums: { total: 3100 },
      href: 'https://toko.example/r/1',
    });
  });

  it("Stripe's line items", () => {
    expect(
      readCart(
        {
          amount_total: 2599,
          line_items: { data: [] },
          lines: { nodes: [{ description: 'Kettle', quantity: 1, amount_total: 2599, price: { unit_amount: 2599 } }] },
        },
        { value: 2599, digits: 2 },
      )?.lines,
    ).toMatchObject([{ name: 'Kettle', unitPrice: 2599, total: 2599 }]);
  });

  it('plain Indonesian', () => {
    expect(
      readCart(
        {
          keranjang: {
            barang: [{ nama: 'Kopi susu aren', jumlah: 2, harga: 24_000, varian: 'Dingin' }],
            ongkir: 10_000,
            diskon: -5_000,
          },
        },
        { value: 53_000, digits: 0 },
      ),
    ).toMatchObject({
      lines: [{ name: 'Kopi susu aren', variant: 'Dingin', quantity: 2, total: 48_000 }],
      sums: { shipping: 10_000, discount: 5_000 },
    });
  });
});

describe('amounts', () => {
  it('without a value to go by, decimals mean the major unit and whole numbers the smallest', () => {
    const of = (price: unknown) =>
      readCart({ items: [{ name: 'A', price }] }, { value: 0, digits: 2 })?.lines[0]?.unitPrice;
    expect([of(12.5), of('12.50'), of(1250), of('1250')]).toEqual([1250, 1250, 1250, 1250]);
  });

  it('of one piece come from the sum of all', () => {
    expect(
      readCart({ items: [{ name: 'A', quantity: 4, total: 100 }] }, { value: 100, digits: 0 })?.lines[0],
    ).toMatchObject({ unitPrice: 25, total: 100 });
  });

  it('that are written in words are left to the tree', () => {
    expect(readCart({ items: [{ name: 'A', price: 'Rp150.000' }] }, IDR)?.lines[0]).toMatchObject({
      unitPrice: null,
      total: null,
    });
  });
});

it('links lead to the web alone', () => {
  expect(webAddress('https://toko.example/a b')).toBe('https://toko.example/a%20b');
  for (const value of [
    'javascript:alert(1)',
    ' https://x',
    'data:text/html,x',
    '//toko.example',
    '/p/1',
    'https://',
    7,
    null,
    { href: 'https://x' },
  ])
    expect(webAddress(value)).toBeNull();
});

it('no snapshot makes it stumble, and what it reads is fit to show', () => {
  const key = fc.oneof(
    fc.constantFrom(
      'items',
      'cart',
      'line_items',
      'name',
      'title',
      'price',
      'quantity',
      'total',
      'variant',
      'product',
      'merchandise',
      'edges',
      'node',
      'cost',
      'totals',
      'url',
      '__proto__',
      'constructor',
    ),
    fc.string(),
  );
  const { json } = fc.letrec<{ json: unknown }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('1.5', 'https://toko.example', 'javascript:x', ''),
      fc.string(),
      fc.double(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(key, tie('json'), { maxKeys: 6 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(key, json, { maxKeys: 6 }),
      fc.nat(),
      fc.constantFrom(0, 2, 3),
      (snapshot, value, digits) => {
        const cart = readCart(snapshot, { value, digits });
        for (const line of cart?.lines ?? []) {
          expect(line.name.trim()).not.toBe('');
          for (const amount of [line.unitPrice, line.total])
            expect(amount === null || Number.isInteger(amount)).toBe(true);
          expect(line.href ?? 'https://').toMatch(/^https?:/);
        }
      },
    ),
    { numRuns: 500 },
  );
});
