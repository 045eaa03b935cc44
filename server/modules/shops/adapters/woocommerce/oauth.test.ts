import { describe, expect, it } from 'vitest';
import { externalIdOf, hostOf, storeAddress } from '@/server/modules/shops/adapters/woocommerce/address';
import { authorizeAddress, grantedKeys } from '@/server/modules/shops/adapters/woocommerce/oauth';

describe('a store’s address', () => {
  it.each([
    ['https://toko.example.com', 'https://toko.example.com'],
    ['  https://Toko.Example.com/  ', 'https://toko.example.com'],
    ['toko.example.com', 'https://toko.example.com'],
    ['https://example.com/Toko/', 'https://example.com/Toko'],
    ['https://toko.example.com:8443', 'https://toko.example.com:8443'],
    ['https://toko.example.com/wp-admin/admin.php', 'https://toko.example.com'],
    ['https://example.com/toko/wp-json/wc/v3', 'https://example.com/toko'],
  ])('%s is %s', (text, expected) => {
    expect(storeAddress(text)).toEqual({ ok: true, url: expected });
  });

  it.each([
    'http://toko.example.com',
    'ftp://toko.example.com',
    'https://ck_1:cs_2@toko.example.com',
    'https://toko.example.com/?page=2',
    'https://toko.example.com/#shop',
    'https://localhost',
    'https://',
    '',
    'my shop',
    `https://${'a'.repeat(3000)}.example.com`,
  ])('%s is none', (text) => {
    expect(storeAddress(text)).toMatchObject({ ok: false });
  });

  it('is known by host and path, however it is written', () => {
    expect(externalIdOf('https://example.com/Toko')).toBe('example.com/toko');
    expect(externalIdOf('https://toko.example.com')).toBe('toko.example.com');
    expect(hostOf('https://www.toko.example.com/')).toBe(hostOf('toko.example.com/shop'));
    expect(hostOf('no address')).toBeNull();
  });
});

describe('the consent page', () => {
  it('is asked for keys that read and write', () => {
    const address = new URL(
      authorizeAddress({
        storeUrl: 'https://example.com/toko',
        appName: 'Laris',
        userId: 'n0nce',
        returnUrl: 'https://laris.example.com/integrations?from=woo',
        callbackUrl: 'https://laris.example.com/api/v1/integrations/oauth/storefront_p2/callback',
      }),
    );
    expect(address.origin + address.pathname).toBe('https://example.com/toko/wc-auth/v1/authorize');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      app_name: 'Laris',
      scope: 'read_write',
      user_id: 'n0nce',
      return_url: 'https://laris.example.com/integrations?from=woo',
      callback_url: 'https://laris.example.com/api/v1/integrations/oauth/storefront_p2/callback',
    });
  });

  it('posts keys as the store documents them', () => {
    const posted = {
      key_id: 1,
      user_id: 123,
      consumer_key: 'ck_xxxxxxxxxxxxxxxx',
      consumer_secret: 'cs_xxxxxxxxxxxxxxxx',
      key_permissions: 'read_write',
    };
    expect(grantedKeys.parse(posted)).toEqual({ ...posted, user_id: '123' });
    expect(grantedKeys.parse({ ...posted, user_id: 'n0nce' }).user_id).toBe('n0nce');
    expect(grantedKeys.safeParse({ ...posted, consumer_key: 'key' }).success).toBe(false);
    expect(grantedKeys.safeParse({ ...posted, key_permissions: 'all' }).success).toBe(false);
  });
});
