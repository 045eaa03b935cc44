/** As https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant says. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorizeAddress,
  isShopDomain,
  isSignedReturn,
  readShopDomain,
} from '@/server/modules/shops/adapters/shopify/oauth';

const SECRET = 'hush';
const RETURN =
  'code=0907a61c0c8d55e99db179b68161bc00&shop=toko-linen.myshopify.com&state=0.6784241404160823&timestamp=1337178173';
/** openssl dgst -sha256 -hmac hush, of RETURN. */
const HMAC = 'a8b4365ba2f5429532a9db7920c11437fd044518e2568dc63e536af08897b802';
const isSigned = (query: string, secret = SECRET): boolean => isSignedReturn(new URLSearchParams(query), secret);

describe('a return', () => {
  it('is signed when its hmac is what openssl makes of all else of it, wherever it stands', () => {
    expect(isSigned(`${RETURN}&hmac=${HMAC}`)).toBe(true);
    expect(isSigned(`hmac=${HMAC.toUpperCase()}&${RETURN}`)).toBe(true);
    const turned = RETURN.split('&').reverse().join('&');
    expect(isSigned(`${turned}&hmac=${HMAC}`)).toBe(true);
  });

  it('is not signed when anything of it was changed, left out, added or said twice', () => {
    for (const query of [
      RETURN,
      `${RETURN}&hmac=`,
      `${RETURN}&hmac=${HMAC.slice(0, 62)}`,
      `${RETURN}&hmac=${HMAC}&hmac=${HMAC}`,
      `${RETURN}&more=1&hmac=${HMAC}`,
      `${RETURN.replace('toko-linen', 'other')}&hmac=${HMAC}`,
      `${RETURN.replace('&timestamp=1337178173', '')}&hmac=${HMAC}`,
    ])
      expect(isSigned(query)).toBe(false);
    expect(isSigned(`${RETURN}&hmac=${HMAC}`, 'other')).toBe(false);
    const empty = createHmac('sha256', '').update(RETURN).digest('hex');
    expect(isSigned(`${RETURN}&hmac=${empty}`, '')).toBe(false);
  });
});

describe('a shop’s name', () => {
  it.each(['toko.myshopify.com', 'toko-linen-2.myshopify.com', '0.myshopify.com'])('%s is one', (text) => {
    expect(isShopDomain(text)).toBe(true);
  });

  it.each([
    '',
    'toko',
    'myshopify.com',
    '.myshopify.com',
    '-a.myshopify.com',
    'toko.myshopify.com.evil.com',
    'evil.com/toko.myshopify.com',
    'a.b.myshopify.com',
    'toko.myshopify.com/',
    'toko.myshopify.com\n',
    'toko.myshopify.com:443',
    'user@toko.myshopify.com',
    'https://toko.myshopify.com',
    'toko.shopify.com',
  ])('%j is none', (text) => {
    expect(isShopDomain(text)).toBe(false);
  });

  it('is read from what a merchant enters, and what is read is one', () => {
    expect(readShopDomain(' https://Toko-Linen.myshopify.com/ ')).toBe('toko-linen.myshopify.com');
    expect(readShopDomain('toko-linen')).toBe('toko-linen.myshopify.com');
    expect(readShopDomain('toko-linen.com')).toBeNull();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const domain = readShopDomain(text);
        if (domain !== null) expect(new URL(`https://${domain}`).host).toBe(domain);
      }),
    );
  });
});

it('a merchant is sent to the shop’s consent page, with the scopes that we need and offline', () => {
  const address = new URL(
    authorizeAddress({
      base: 'https://toko.myshopify.com',
      clientId: 'client-1',
      redirectUri: 'https://laris.example/api/v1/integrations/oauth/storefront_p1/callback',
      state: 'state-1',
    }),
  );
  expect(address.origin + address.pathname).toBe('https://toko.myshopify.com/admin/oauth/authorize');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'client-1',
    scope: 'read_products,read_customers,read_orders,write_discounts',
    redirect_uri: 'https://laris.example/api/v1/integrations/oauth/storefront_p1/callback',
    state: 'state-1',
  });
});
