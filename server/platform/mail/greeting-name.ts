/** By which name this server greets mail servers. */
import { isPublicAddress, isPublicName, literalOf, withoutTrailingDots } from '@/server/platform/lib/url-guard';

/**
 * The host of BASE_URL, as EHLO takes it (RFC 5321 §4.1.1.1, §4.1.3). Mail servers compare it with where the
 * connection comes from; the mail library's own default, `[127.0.0.1]` on a host whose name has no dot, is taken for
 * junk and refused by some relays.
 * @returns undefined where that host is this machine's own or a private one: no name is better than a wrong one
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
