/** The address of a merchant's shop. */
import { isUrl } from '@/server/platform/lib/is-url';
import { checkAddress, type AddressVerdict } from '@/server/platform/lib/url-guard';
import { withoutTrailing } from '@/server/platform/lib/text';

const LONGEST_ADDRESS = 2048;

const NONE: AddressVerdict = { ok: false, reason: 'must be the https address of a shop' };

/**
 * Parses a shop's address as a merchant enters it. Returns https, host and path, without a slash at the end; if the
 * address was copied from the shop's dashboard, only the shop's part. Every caller uses this function, so every address
 * passes the guard against private networks.
 * @returns a refusal for another scheme, a user name, a query, or a private network
 */
export function storeAddress(text: string): AddressVerdict {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_ADDRESS) return NONE;
  const address = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!isUrl(address)) return NONE;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return NONE;
  if (url.search !== '' || url.hash !== '' || !url.hostname.includes('.')) return NONE;
  const path = url.pathname.replace(/\/(?:wp-admin|wp-json|wp-login\.php)(?:\/.*)?$/, '');
  const store = `${url.origin}${withoutTrailing(path, /\//)}`;
  const verdict = checkAddress(store);
  return verdict.ok ? { ok: true, url: store } : verdict;
}

/**
 * Returns the shop's identity: host and path, equal for every spelling of the address. @param base from storeAddress
 */
export function externalIdOf(base: string): string {
  const { host, pathname } = new URL(base);
  return withoutTrailing(`${host}${pathname}`.toLowerCase(), /\//);
}

/**
 * Returns the host of an address or of an externalId without `www.`, so that a shop is recognised with and without it.
 */
export function hostOf(address: string): string | null {
  const absolute = address.includes('://') ? address : `https://${address}`;
  return isUrl(absolute) ? new URL(absolute).hostname.replace(/^www\./, '') : null;
}
