import { expect, it } from 'vitest';
import { keysAddress } from './connect-kinds';

const WOO = 'wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys';
const SHOPIFY = 'https://admin.shopify.com/store/toko-bandung/settings/apps/development';

it.each([
  ['storefront_p1', 'keys', {}, 'https://dev.shopify.com/dashboard'],
  ['storefront_p1', 'token', { shop: '' }, null],
  ['storefront_p1', 'token', { shop: ' toko-bandung ' }, SHOPIFY],
  ['storefront_p1', 'token', { shop: 'https://toko-bandung.myshopify.com/' }, SHOPIFY],
  ['storefront_p1', 'token', { shop: 'toko.example/../x' }, null],
  ['storefront_p1', 'consent', { shop: 'toko' }, null],
  ['storefront_p2', 'keys', { storeUrl: 'toko.example' }, null],
  ['storefront_p2', 'keys', { storeUrl: 'javascript:alert(1)' }, null],
  ['storefront_p2', 'keys', { storeUrl: 'https://toko.example' }, `https://toko.example/${WOO}`],
  ['storefront_p2', 'keys', { storeUrl: 'https://toko.example/kopi/' }, `https://toko.example/kopi/${WOO}`],
  ['sheet_p1', 'keys', {}, null],
] as const)('keys of %s by %s of %j are at %s', (provider, way, typed, expected) => {
  expect(keysAddress(provider, way, typed)).toBe(expected);
});
