/** Addresses of clients: what of one stands for whoever is behind it, and which networks it is of. */
import ipaddr from 'ipaddr.js';
import { isV6 } from '@/server/lib/url-guard';

/** The part of an IPv6 address that a provider hands out; the rest its customer chooses, as often as they like. */
const IPV6_PREFIX = 64;

/**
 * What limits count by: an IPv4 address, also one that is written as IPv6 (`::ffff:192.0.2.1`); of IPv6 the /64. What is
 * no address stays as it is.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? parsed.toString()
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_PREFIX}`).toString()}/${IPV6_PREFIX}`;
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

/** Whether an address is of one of the networks. What is no address is of none. */
export function isOfNetworks(address: string | undefined, networks: readonly Network[]): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => parsed.kind() === network[0].kind() && parsed.match(network));
}
