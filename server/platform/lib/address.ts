/** Clients' addresses: the part that identifies a client, and the networks that an address belongs to. */
import ipaddr from 'ipaddr.js';
import { isV6 } from '@/server/platform/lib/url-guard';

/** The bits of an IPv6 address that a provider assigns; its customer chooses the rest, as often as they like. */
const IPV6_PREFIX = 64;

/**
 * Stands for all clients whose address cannot be read: limits count them as one client, and they belong to no network.
 */
export const UNKNOWN_ADDRESS = 'unknown';

/**
 * Reads a client's address as proxies and platforms write it, and returns one spelling: IPv4 even if written as IPv6
 * (`::ffff:192.0.2.1`), without port (`192.0.2.1:4711`, `[2001:db8::1]:4711`), brackets and zone. IPv6 with a port but
 * without brackets is read as plain IPv6. @returns null for any other text
 */
export function addressIn(text: string): string | null {
  const [, boxed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text.trim()) ?? [];
  const [address = ''] = (boxed ?? text.trim().replace(/(?<=\.\d{1,3}):\d{1,5}$/, '')).split('%');
  return ipaddr.IPv4.isValidFourPartDecimal(address) || isV6(address) ? ipaddr.process(address).toString() : null;
}

/**
 * Returns the value that limits count by: the IPv4 address, or the /64 of an IPv6 address. All invalid addresses share
 * one value.
 */
export function networkOf(text: string): string {
  const address = addressIn(text) ?? UNKNOWN_ADDRESS;
  return address.includes(':')
    ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`
    : address;
}

export type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, prefix: number];

/**
 * Returns a network in its stored spelling; null for a text that names none. Accepts CIDR, or an address as a network
 * of its own. Drops host bits, and writes IPv4-mapped IPv6 as IPv4.
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

/** The bits before the IPv4 address in `::ffff:0:0/96`. */
const MAPPED_PREFIX = 96;

/** Parses a stored network once, for many checks. */
export const parsedNetwork = (network: string): Network => ipaddr.parseCIDR(network);

/** Checks whether an address belongs to one of the networks. An invalid address belongs to none. */
export function isOfNetworks(address: string, networks: readonly Network[]): boolean {
  const read = addressIn(address);
  if (read === null) return false;
  const parsed = ipaddr.parse(read);
  return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
}
