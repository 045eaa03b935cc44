/** Addresses of clients: what of one stands for whoever is behind it. */
import ipaddr from 'ipaddr.js';

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
