/** Addresses of clients: what of one stands for whoever is behind it, and which networks it is of. */
import ipaddr from 'ipaddr.js';
import { isV6 } from '@/server/platform/lib/url-guard';

/** The part of an IPv6 address that a provider hands out; the rest its customer chooses, as often as they like. */
const IPV6_PREFIX = 64;

/**
 * Stands for every client whose address cannot be read: together they are one subject of a limit, and of no network.
 */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * The address that proxies and platforms write for a client, in one spelling: IPv4 also where it is written as IPv6
 * (`::ffff:192.0.2.1`), without a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`), brackets and zone. IPv6 with a port
 * and without brackets is not told from IPv6 alone. @returns null for what is no address
 */
export function addressIn(text: string): string | null {
  const [, boxed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text.trim()) ?? [];
  const [address = ''] = (boxed ?? text.trim().replace(/(?<=\.\d{1,3}):\d{1,5}$/, '')).split('%');
  return ipaddr.IPv4.isValidFourPartDecimal(address) || isV6(address) ? ipaddr.process(address).toString() : null;
}

/**
 * Returns the subject that limits count by: an IPv4 address; for IPv6 the /64. All that is no address is one subject.
 */
export function networkOf(text: string): string {
  const address = addressIn(text) ?? UNKNOWN_ADDRESS;
  return address.includes(':')
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`
    : address;
}

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/**
 * A network in the one spelling that it is stored in, or null when the text names none: CIDR, or an address, which is a
 * network of its own. What stands behind the prefix is dropped, and IPv4 that is written as IPv6 is IPv4.
 */
export function networkIn(text: string): string | null {
  const [, address = '', prefix] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (!isV4 && !isV6(address)) return null;
  const bits = isV4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (length > bits) return null;
  if (isV4) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${length}`).toString()}/${length}`;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() && length >= MAPPED_PREFIX
    ? networkIn(`${parsed.toIPv4Address().toString()}/${length - MAPPED_PREFIX}`)
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${length}`).toString()}/${length}`;
}

/** IPv4 stands in `::ffff:0:0/96`. */
const MAPPED_PREFIX = 96;

/** A stored network, read once for many questions. */
export const parsedNetwork = (network: string): Network => ipaddr.parseCIDR(network);

/** Checks whether an address is of one of the networks. What is no address is of none. */
export function isOfNetworks(address: string, networks: readonly Network[]): boolean {
  const read = addressIn(address);
  if (read === null) return false;
  const parsed = ipaddr.parse(read);
  return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
}
