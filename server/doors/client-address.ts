/**
 * Returns the client's address. No other code reads the address of the connection or of a proxy (eslint.config.js).
 */
import type { IncomingMessage } from 'node:http';
import { addressIn, UNKNOWN_ADDRESS } from '@/server/platform/lib/address';

/**
 * Returns the address of the connection. Behind the trusted proxy (`TRUST_PROXY`), returns the last entry of
 * X-Forwarded-For, because the client can write the entries before.
 * @returns UNKNOWN_ADDRESS when the connection has closed, or the proxy wrote no address
 */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } },
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? []].flat().join(',') : '';
  const entry = forwarded.trim() === '' ? (socket.remoteAddress ?? '') : (forwarded.split(',').at(-1) ?? '');
  return addressIn(entry) ?? UNKNOWN_ADDRESS;
}
