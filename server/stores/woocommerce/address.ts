/** The address of a merchant's shop. */
import { isUrl } from '@/server/lib/is-url';
import { withoutTrailing } from '@/server/lib/text';

const LONGEST_ADDRESS = 2048;

/**
 * A shop's address as a merchant enters it, as requests begin with it: https, its host and path, without a slash at the
 * end. What is copied from the address bar of its dashboard ends at the shop.
 * @returns null where it is none: another scheme, a user name, a query
 */
export function storeAddress(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST_ADDRESS) return null;
  const address = /^[a-z][a-z0-9+.-]{0,30}:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!isUrl(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  if (url.search !== '' || url.hash !== '' || !url.hostname.includes('.')) return null;
  const path = url.pathname.replace(/\/(?:wp-admin|wp-json|wp-login\.php)(?:\/.*)?$/, '');
  return `${url.origin}${withoutTrailing(path, /\//)}`;
}

/** What the shop is known by: its host and path, the same however they are written. @param base as storeAddress has it */
export function externalIdOf(base: string): string {
  const { host, pathname } = new URL(base);
  return withoutTrailing(`${host}${pathname}`.toLowerCase(), /\//);
}

/** The host of an address or of an externalId, by which a shop is known whether it is called with `www.` or without. */
export function hostOf(address: string): string | null {
  const absolute = address.includes('://') ? address : `https://${address}`;
  return isUrl(absolute) ? new URL(absolute).hostname.replace(/^www\./, '') : null;
}
