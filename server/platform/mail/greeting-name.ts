/** Chooses the name with which this server greets mail servers. */
import { isPublicAddress, isPublicName, literalOf, withoutTrailingDots } from '@/server/platform/lib/url-guard';

/**
 * Returns the host of BASE_URL for EHLO (RFC 5321 §4.1.1.1, §4.1.3). Mail servers compare the name with the
 * connection's origin. The mail library's default, `[127.0.0.1]` on a host without a dot in its name, counts as junk
 * and is refused by some relays.
 * @returns undefined when the host is this machine's own or a private one: no name is better than a wrong one
 */
export function greetingName(baseUrl: string): string | undefined {
  const host = withoutTrailingDots(new URL(baseUrl).hostname);
  const literal = literalOf(host);
  if (literal !== null) {
    if (!isPublicAddress(literal)) return undefined;
    return literal.includes(':') ? `[IPv6:${literal}]` : `[${literal}]`;
  }
  return host.includes('.') && isPublicName(host) ? host : undefined;
}
