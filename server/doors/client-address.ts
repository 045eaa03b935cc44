/** The client's address. Nothing else reads the connection's or a proxy's (eslint.config.js). */
import type { IncomingMessage } from 'node:http';
import { addressIn, UNKNOWN_ADDRESS } from '@/server/platform/lib/address';

/**
 * The address of the connection, or behind the one proxy that is trusted (`TRUST_PROXY`) the last entry of
 * X-Forwarded-For: what stands before it is the client's word.
 * @returns UNKNOWN_ADDRESS where the connection has gone, or the proxy wrote no address
 */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? []].flat().join(',') : '';
  const entry = forwarded.trim() === '' ? (socket.remoteAddress ?? '') : (forwarded.split(',').at(-1) ?? '');
  return addressIn(entry) ?? UNKNOWN_ADDRESS;
}
