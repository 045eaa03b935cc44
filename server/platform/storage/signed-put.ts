/**
 * Addresses of this server that accept one PUT (docs/contract/uploads.md), for the store on the server's disk. The
 * signature covers key, type, size and expiry.
 */
import { deriveKey } from '@/server/platform/lib/crypto';
import { isToken, signToken, type Signed } from '@/server/platform/lib/signed-token';
import { isKey } from '@/server/platform/storage/key';
import type { AnnouncedFile } from '@/server/platform/storage/store';

/** @param expires seconds since 1970 */
const signed = (appSecret: string, { key, contentType, size }: AnnouncedFile, expires: number): Signed => ({
  key: deriveKey(appSecret, 'uploads'),
  text: ['PUT', key, contentType, size, expires].join('\n'),
  encoding: 'hex',
});

/** Path and query of a signed address. */
export function signPut(appSecret: string, file: AnnouncedFile, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  const query = new URLSearchParams({
    type: file.contentType,
    size: String(file.size),
    expires: String(expires),
    signature: signToken(signed(appSecret, file, expires)),
  });
  return `/uploads/${file.key}?${query.toString()}`;
}

/**
 * Returns the file that a signed address announces; null when the address was not made here, was changed, or has
 * expired.
 */
export function openPut(
  appSecret: string,
  key: string,
  query: Readonly<Record<string, unknown>>,
  now: Date,
): AnnouncedFile | null {
  const { type, size, expires, signature: given } = query;
  if (
    !isKey(key) ||
    typeof type !== 'string' ||
    typeof size !== 'string' ||
    typeof expires !== 'string' ||
    typeof given !== 'string'
  )
    return null;
  if (!/^\d{1,15}$/.test(size) || !/^\d{1,15}$/.test(expires)) return null;
  const file = { key, contentType: type, size: Number(size) };
  if (!isToken(given, signed(appSecret, file, Number(expires)))) return null;
  return now.getTime() < Number(expires) * 1000 ? file : null;
}
