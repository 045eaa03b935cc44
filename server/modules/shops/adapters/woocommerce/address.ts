/** The address of a merchant's shop. */
import { isUrl } from '@/server/platform/lib/is-url';
import { checkAddress, type AddressVerdict } from '@/server/platform/lib/url-guard';
import { withoutTrailing } from '@/server/platform/lib/text';

const LONGEST_ADDRESS = 2048;

const NONE: AddressVerdict = { ok: false, reason: 'must be the https address of a shop' };

/**
 * A shop's address as a merchant enters it, as requests begin with it: https, its host and path, without a slash at the
 * end. What is copied from the address bar of its dashboard ends at the shop. Every door reads one here, so each has
 * the guard of merchants' addresses.
 * @returns a refusal of another scheme, a user name, a query, and of what leads into a private network
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
 * Returns the identity of the shop: its host and path, the same however they are written. @param base as storeAddress
 * has it
 */
export function externalIdOf(base: string): string {
  const { host, pathname } = new URL(base);
  return withoutTrailing(`${host}${pathname}`.toLowerCase(), /\//);
}

/** The host of an address or of an externalId, by which a shop is known whether it is called with `www.` or without. */
export function hostOf(address: string): string | null {
  const absolute = address.includes('://') ? address : `https://${address}`;
  return isUrl(absolute) ? new URL(absolute).hostname.replace(/^www\./, '') : null;
}
