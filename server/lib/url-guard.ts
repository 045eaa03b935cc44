/**
 * Which addresses a merchant may have us call (4 §C "Webhook endpoints", 4 §F): https, and nothing that leads into our
 * own network. The literal address is judged here, also in a browser; what its name resolves to is judged when the
 * request is made (server/providers/transport.ts).
 */

export type AddressVerdict =
  { ok: true; /** As the URL standard writes it. */ url: string } | { ok: false; reason: string };

const refused = (reason: string): AddressVerdict => ({ ok: false, reason });

/** Names of this machine and of private networks, themselves and everything under them. */
const PRIVATE_NAMES = ['localhost', 'local', 'internal'];

/**
 * Judges an address as it was typed. The check is on the parsed address, so decimal, octal and hex notations, upper
 * case, full-width letters and trailing dots make no difference. The scheme must be written in lower case.
 */
export function checkAddress(text: string): AddressVerdict {
  if (!text.startsWith('https://')) return refused('must start with https://');
  if (!URL.canParse(text)) return refused('is no valid address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or password');
  const host = url.hostname.replace(/\.+$/, '');
  if (host === '') return refused('is no valid address');
  if (PRIVATE_NAMES.some((name) => host === name || host.endsWith(`.${name}`)))
    return refused('must not point to a private or local name');
  const literal = literalOf(host);
  return literal !== null && !isPublicAddress(literal)
    ? refused('must not point to a private or local address')
    : { ok: true, url: url.href };
}

/** The IP address that a parsed host is, without brackets; null when it is a name. */
export function literalOf(host: string): string | null {
  if (host.startsWith('[')) return host.slice(1, -1);
  return ipv4(host) === null ? null : host;
}

/** IPv4 ranges that are not the public Internet: [first address, prefix length]. */
const PRIVATE_V4 = (
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ] as const
).map(([first, bits]) => ({ first: ipv4(first) ?? 0, size: 2 ** (32 - bits) }));

/**
 * Whether a resolved address belongs to the public Internet.
 * @param address IPv4 with dots, or IPv6; anything else, an address with a zone included, is not public
 */
export function isPublicAddress(address: string): boolean {
  const v4 = ipv4(address);
  if (v4 !== null) return isPublicV4(v4);
  const groups = ipv6(address);
  return groups !== null && isPublicV6(groups);
}

const isPublicV4 = (address: number): boolean =>
  !PRIVATE_V4.some(({ first, size }) => address >= first && address < first + size);

function isPublicV6(groups: readonly number[]): boolean {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const last = g * 65_536 + h;
  const head = [a, b, c, d].every((group) => group === 0);
  // ::, ::1 and the old ::a.b.c.d; ::ffff:a.b.c.d (mapped); ::ffff:0:a.b.c.d (translated).
  if (head && e === 0 && (f === 0 || f === 0xffff)) return isPublicV4(last);
  if (head && e === 0xffff && f === 0) return isPublicV4(last);
  // NAT64 (RFC 6052), and its range for local use (RFC 8215), which is private whatever it holds.
  if (a === 0x64 && b === 0xff9b) return c === 0 && d === 0 && e === 0 && f === 0 && isPublicV4(last);
  // 6to4 (RFC 3056)
  if (a === 0x2002) return isPublicV4(b * 65_536 + c);
  // fc00::/7 unique local, fe80::/10 link-local, fec0::/10 site-local, ff00::/8 multicast
  return (a & 0xfe00) !== 0xfc00 && (a & 0xff80) !== 0xfe80 && (a & 0xff00) !== 0xff00;
}

/** The number of a dotted address as the URL standard writes it; null for anything else. */
function ipv4(text: string): number | null {
  const parts = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text) ? text.split('.').map(Number) : [];
  return parts.length === 0 || parts.some((part) => part > 255)
    ? null
    : parts.reduce((sum, part) => sum * 256 + part, 0);
}

/** The eight groups of an IPv6 address; null for anything else. The URL parser knows all the ways to write one. */
function ipv6(text: string): number[] | null {
  if (!/^[0-9a-f:.]+$/i.test(text) || !URL.canParse(`http://[${text}]/`)) return null;
  const [front = '', back] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const tail = back === undefined ? [] : groups(back);
  return [...groups(front), ...Array<number>(8 - groups(front).length - tail.length).fill(0), ...tail];
}
