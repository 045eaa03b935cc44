/**
 * Checks the addresses that a merchant lets us call (docs/contract/webhooks.md#addresses): https, and nothing inside
 * our own network. This file judges the literal address, also in a browser; server/platform/vendors/transport.ts judges
 * what its name resolves to, at each request.
 */
import ipaddr from 'ipaddr.js';
import { isUrl } from '@/server/platform/lib/is-url';
import { withoutTrailing } from '@/server/platform/lib/text';

export type AddressVerdict =
  | { ok: true; /** As the URL standard writes it. */ url: string }
  | { ok: false; reason: string; /** True when the address leads into a private network. */ isPrivate?: true };

const refused = (reason: string): AddressVerdict => ({ ok: false, reason });
const refusedAsPrivate = (what: 'name' | 'address'): AddressVerdict => ({
  ok: false,
  reason: `must not point to a private or local ${what}`,
  isPrivate: true,
});

/** The longest address in characters; browsers, proxies and vendors cut or refuse longer ones. */
const LONGEST_ADDRESS = 2048;
/** The longest name in the DNS, written with dots (RFC 1035). */
const LONGEST_HOST = 253;

/** Names of this machine and of private networks; all names under them count too. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal'];

/**
 * Judges an address as it was typed. The check is on the parsed address, so decimal, octal and hex notations, upper
 * case, full-width letters and trailing dots make no difference. The scheme must be written in lower case.
 */
export function checkAddress(text: string): AddressVerdict {
  if (!text.startsWith('https://')) return refused('must start with https://');
  // Before anything reads it: an address may be as long as a request.
  if (text.length > LONGEST_ADDRESS) return refused(`must have at most ${LONGEST_ADDRESS} characters`);
  if (!isUrl(text)) return refused('is not a valid address');
  const url = new URL(text);
  if (url.hostname.length > LONGEST_HOST) return refused(`must have a host of at most ${LONGEST_HOST} characters`);
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password');
  const host = withoutTrailingDots(url.hostname);
  if (host === '') return refused('is not a valid address');
  if (!isPublicName(host)) return refusedAsPrivate('name');
  const literal = literalOf(host);
  return literal !== null && !isPublicAddress(literal) ? refusedAsPrivate('address') : { ok: true, url: url.href };
}

/**
 * Checks that a host name belongs neither to this machine nor to a private network. Expects lower case, without dots at
 * its end.
 */
export const isPublicName = (host: string): boolean =>
  !PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`));

/** Removes the dot at the end of a fully qualified name; certificates and our rules do not have it. */
export const withoutTrailingDots = (host: string): string => withoutTrailing(host, /\./);

/** Returns the IP address in a parsed host, without brackets; null for a name. */
export function literalOf(host: string): string | null {
  if (host.startsWith('[')) return host.slice(1, -1);
  return ipaddr.IPv4.isValidFourPartDecimal(host) ? host : null;
}

/**
 * Checks whether a resolved address belongs to the public Internet.
 * @param address IPv4 with dots, or IPv6; anything else, an address with a zone included, is not public
 */
export function isPublicAddress(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  return isV6(address) && isPublicV6(ipaddr.IPv6.parse(address));
}

/**
 * Checks for an IPv6 address by the URL standard. ipaddr.js also accepts `::08.8.8.8`, and zones, which name a network
 * interface of this machine.
 */
export const isV6 = (text: string): boolean => /^[0-9a-f:.]+$/i.test(text) && isUrl(`http://[${text}]/`);

/**
 * IANA's special-purpose registry of IPv4: every block that is not globally reachable, and multicast. AS112 and AMT
 * (192.31.196/24, 192.52.193/24, 192.175.48/24) are reachable. So are two addresses of 192.0.0/24, but the contract
 * refuses that block as a whole.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range));

/** IPv6 blocks that hold an IPv4 address, and the group where it begins: the inner address decides. */
const EMBEDDING_V6 = (
  [
    // ::, ::1 and the old ::a.b.c.d
    ['::/96', 6],
    // Mapped, and translated by SIIT (RFC 2765)
    ['::ffff:0:0/96', 6],
    ['::ffff:0:0:0/96', 6],
    // NAT64 (RFC 6052)
    ['64:ff9b::/96', 6],
    // 6to4 (RFC 3056)
    ['2002::/16', 1],
  ] as const
).map(([range, group]) => ({ range: ipaddr.IPv6.parseCIDR(range), group }));

/**
 * IANA's special-purpose registry of IPv6, and former entries: site-local addresses. 2001::/23 is refused as a whole,
 * with Teredo and the anycast addresses of protocols, because no merchant's server is there.
 */
const SPECIAL_V6 = [
  // NAT64's range for local use (64:ff9b:1::/48, RFC 8215), and around it
  '64:ff9b::/32',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((range) => ipaddr.IPv6.parseCIDR(range));

const isPublicV4 = (address: ipaddr.IPv4): boolean => !SPECIAL_V4.some((range) => address.match(range));

function isPublicV6(address: ipaddr.IPv6): boolean {
  const embedding = EMBEDDING_V6.find(({ range }) => address.match(range));
  if (embedding === undefined) return !SPECIAL_V6.some((range) => address.match(range));
  const bytes = address.toByteArray();
  return isPublicV4(new ipaddr.IPv4(bytes.slice(embedding.group * 2, embedding.group * 2 + 4)));
}
