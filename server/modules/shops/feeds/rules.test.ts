/** Every rule with a product that breaks it and one that just does not (docs/contract/feeds.md#findings). */
import { describe, expect, it } from 'vitest';
import { itemOf, NO_LATER_FIELDS, type ItemSetting, type ItemSource } from '@/server/modules/shops/feeds/item';
import { presentProduct } from '@/server/modules/shops/feeds/rows';
import { brokenRules, RULES } from '@/server/modules/shops/feeds/rules';
import { feedItem, RULE_IDS, type RuleId } from '@/server/modules/shops/feeds/schema';
import { expectLinear } from '@/server/testing/cost';

const GOOD: ItemSource = {
  externalRef: 'sku-1',
  slug: 'kemeja',
  name: 'Kemeja Linen',
  description: 'Kemeja linen lengan panjang.',
  priceCents: 150_000n,
  currency: 'IDR',
  available: true,
  imageUrl: 'https://toko.example/kemeja.jpg',
  brand: 'Toko',
  productCategory: 'Apparel & Accessories > Clothing',
  ...NO_LATER_FIELDS,
};
const SETTING = { storefront: 'https://toko.example/s/ca', defaultProductCategory: null, categoryRules: [] };
const ruled = (product: ItemSource) =>
  presentProduct({ ...product, id: 'c1', accountId: 'c2', archivedAt: null, updatedAt: new Date() });
const check = (changes: Partial<ItemSource>, setting: ItemSetting = SETTING): RuleId[] =>
  brokenRules(itemOf({ ...GOOD, ...changes }, setting), ruled({ ...GOOD, ...changes }));

/** What breaks the rule, and what comes close without breaking it. */
const FIXTURES: Record<RuleId, { bad: Partial<ItemSource>[]; good: Partial<ItemSource>[] }> = {
  id_too_long: {
    bad: [{ externalRef: 'x'.repeat(51) }],
    good: [{ externalRef: 'x'.repeat(50) }, { externalRef: '😀'.repeat(50) }],
  },
  id_characters: {
    bad: [{ externalRef: 'a b' }, { externalRef: 'a\u0007' }, { externalRef: 'a\u00a0b' }, { externalRef: '\ue000' }],
    good: [{ externalRef: 'a_b-C9' }, { externalRef: 'シャツ' }],
  },
  title_missing: { bad: [{ name: '' }, { name: ' \n' }], good: [{ name: 'a' }] },
  title_too_long: { bad: [{ name: 'x'.repeat(151) }], good: [{ name: 'x'.repeat(150) }, { name: '👕'.repeat(150) }] },
  title_all_capitals: {
    bad: [{ name: 'KEMEJA LINEN PUTIH' }, { name: 'РУБАШКА БЕЛАЯ' }],
    good: [{ name: 'KEMEJA LINEN putih' }, { name: 'USB-C 3.1' }, { name: 'シャツシャツシャツシャツ' }],
  },
  title_promotional: {
    bad: [
      { name: 'Kemeja GRATIS ONGKIR' },
      { name: 'Shirt 20% off' },
      { name: 'Shirt - Free shipping!' },
      { name: 'Diskon kemeja' },
    ],
    good: [{ name: 'Freezer bag' }, { name: 'Promotor kulit' }, { name: 'Kemeja katun 100%' }],
  },
  description_missing: { bad: [{ description: null }], good: [{ description: 'a' }] },
  description_too_long: { bad: [{ description: 'x'.repeat(5001) }], good: [{ description: 'x'.repeat(5000) }] },
  description_all_capitals: {
    bad: [{ description: 'KEMEJA LINEN LENGAN PANJANG' }],
    good: [{ description: 'KEMEJA dari linen' }],
  },
  description_html: {
    bad: [{ description: 'Kemeja <b>linen</b>' }, { description: '<p class="a">Kemeja' }, { description: 'a<br/>b' }],
    good: [{ description: 'L < XL > M, 3<5 & 5>3' }, { description: 'a <3 b' }],
  },
  description_link: {
    bad: [{ description: 'Lihat https://toko.example' }, { description: 'www.toko.example' }],
    good: [{ description: 'http adalah protokol, www. juga' }],
  },
  link_without_slug: { bad: [{ slug: '' }, { slug: ' ' }], good: [{ slug: '0' }] },
  link_too_long: { bad: [{ slug: 'シ'.repeat(250) }], good: [{ slug: 'シ'.repeat(200) }] },
  image_missing: { bad: [{ imageUrl: null }], good: [{ imageUrl: 'http://a.example/a.png' }] },
  image_not_absolute: {
    bad: [
      { imageUrl: '/a.jpg' },
      { imageUrl: '//a.example/a.jpg' },
      { imageUrl: 'ftp://a.example/a.jpg' },
      { imageUrl: 'data:image/png;base64,AA' },
      { imageUrl: 'https:///a.jpg' },
    ],
    good: [{ imageUrl: 'HTTPS://a.example/a.jpg' }],
  },
  image_not_encoded: {
    bad: [
      { imageUrl: 'https://a.example/a b.jpg' },
      { imageUrl: 'https://a.example/é.jpg' },
      { imageUrl: 'https://a.example/<a>.jpg' },
    ],
    good: [{ imageUrl: "https://a.example/a%20b,(1)'.jpg?x=1&y[]=2#z" }],
  },
  image_too_long: {
    bad: [{ imageUrl: `https://a.example/${'x'.repeat(2000)}` }],
    good: [{ imageUrl: `https://a.example/${'x'.repeat(1982)}` }],
  },
  price_zero: { bad: [{ priceCents: 0n }], good: [{ priceCents: 1n }] },
  currency_unknown: {
    bad: [{ currency: 'XYZ' }, { currency: 'DEM' }],
    good: [{ currency: 'USD' }, { currency: 'jpy' }],
  },
  brand_missing: { bad: [{ brand: null }], good: [{ brand: 'a' }] },
  brand_too_long: { bad: [{ brand: 'x'.repeat(71) }], good: [{ brand: 'x'.repeat(70) }] },
  category_malformed: {
    bad: [
      { productCategory: '166 - Apparel' },
      { productCategory: '> Clothing' },
      { productCategory: 'Apparel > > Shirts' },
      { productCategory: '166, Apparel' },
    ],
    good: [
      { productCategory: '166' },
      { productCategory: null },
      { productCategory: 'Apparel & Accessories' },
      { productCategory: 'Busana & Aksesori > Pakaian' },
    ],
  },
  gtin_invalid: {
    bad: [{ gtin: '8991234567890' }, { gtin: '123' }, { gtin: '899123456789X' }, { gtin: '12345678901' }],
    good: [{ gtin: '8991234567891' }, { gtin: '96385074' }, { gtin: '036000291452' }, { gtin: '978-0-306-40615-7' }],
  },
  mpn_too_long: { bad: [{ mpn: 'x'.repeat(71) }], good: [{ mpn: 'x'.repeat(70) }] },
  condition_unknown: { bad: [{ condition: 'baru' }], good: [{ condition: ' New ' }, { condition: 'used' }] },
  item_group_too_long: { bad: [{ itemGroupId: 'x'.repeat(51) }], good: [{ itemGroupId: 'x'.repeat(50) }] },
  sale_price_not_lower: {
    bad: [{ salePrice: 150_000n }, { salePrice: 150_001n }, { salePrice: 0n }],
    good: [{ salePrice: 149_999n }],
  },
  sale_dates_incomplete: {
    bad: [
      { salePrice: 1n, salePriceFrom: new Date('2026-12-01') },
      { salePrice: 1n, salePriceTo: new Date('2026-12-01') },
      { salePrice: 1n, salePriceFrom: new Date('2026-12-02'), salePriceTo: new Date('2026-12-01') },
    ],
    good: [{ salePrice: 1n, salePriceFrom: new Date('2026-12-01'), salePriceTo: new Date('2026-12-02') }],
  },
  color_too_long: { bad: [{ color: 'x'.repeat(101) }], good: [{ color: 'Merah/Putih' }] },
  size_too_long: { bad: [{ size: 'x'.repeat(101) }], good: [{ size: 'XL' }] },
  gender_unknown: { bad: [{ gender: 'pria' }], good: [{ gender: 'Unisex' }] },
  age_group_unknown: { bad: [{ ageGroup: 'dewasa' }], good: [{ ageGroup: 'kids' }] },
  additional_image_not_absolute: {
    bad: [{ additionalImages: ['/a.jpg'] }, { additionalImages: ['https://a.example/a b.jpg'] }],
    good: [{ additionalImages: ['https://a.example/a.jpg', 'http://a.example/b%20c.jpg'] }],
  },
  shipping_weight_malformed: {
    bad: [{ shippingWeight: '250' }, { shippingWeight: '250 gram' }, { shippingWeight: 'ringan' }],
    good: [{ shippingWeight: '250 g' }, { shippingWeight: '1.2KG' }],
  },
};

describe('the rules', () => {
  it('find nothing in a good product', () => {
    expect(check({})).toEqual([]);
  });

  it('are sourced, each at a page of Google Merchant Center', () => {
    for (const { source, message, field } of Object.values(RULES)) {
      expect(source).toMatch(/^https:\/\/support\.google\.com\/merchants\/answer\/\d+$/);
      expect([message.endsWith('.'), field in feedItem.shape]).toEqual([true, true]);
    }
    expect(Object.keys(RULES)).toEqual([...RULE_IDS]);
  });

  it.each(RULE_IDS)('%s', (rule) => {
    for (const bad of FIXTURES[rule].bad) expect([bad, check(bad)]).toEqual([bad, expect.arrayContaining([rule])]);
    for (const good of FIXTURES[rule].good)
      expect([good, check(good)]).toEqual([good, expect.not.arrayContaining([rule])]);
  });

  it("look at the config's category where the product has none", () => {
    expect(check({ productCategory: null }, { ...SETTING, defaultProductCategory: '166 - Apparel' })).toEqual([
      'category_malformed',
    ]);
  });

  it('do not blame the description for what the name is', () => {
    expect(check({ name: 'KEMEJA LINEN PUTIH', description: null })).toEqual([
      'title_all_capitals',
      'description_missing',
    ]);
  });

  it('take no longer for texts that are made to be slow', () => {
    for (const piece of ['<a ', '<', 'A', 'http:/', '1', ' ', '>', 'free '])
      expectLinear(
        (text) => check({ name: text, description: text, productCategory: text, imageUrl: text }),
        piece,
        50_000,
      );
  });
});
