/** Addresses of this server that take one PUT (4 §D), for the store on its disk. The signature binds all of them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '@/server/lib/crypto';
import { isKey } from '@/server/uploads/key';
import type { AnnouncedFile } from '@/server/uploads/store';

const signature = (key: Buffer, { key: name, contentType, size }: AnnouncedFile, expires: number): string =>
  createHmac('sha256', key).update(['PUT', name, contentType, size, expires].join('\n')).digest('hex');

const signingKey = (appSecret: string): Buffer => deriveKey(appSecret, 'uploads');

/** Path and query of a signed address. */
export function signPut(appSecret: string, file: AnnouncedFile, expiresAt: Date): string {
  const expires = Math.floor(expiresAt.getTime() / 1000);
  const query = new URLSearchParams({
    type: file.contentType,
    size: String(file.size),
    expires: String(expires),
    signature: signature(signingKey(appSecret), file, expires),
  });
  return `/uploads/${file.key}?${query.toString()}`;
}

/** The file that a signed address announces; null when it was not made here, was changed, or its time is over. */
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
  const wanted = Buffer.from(signature(signingKey(appSecret), file, Number(expires)));
  const got = Buffer.from(given);
  if (got.length !== wanted.length || !timingSafeEqual(got, wanted)) return null;
  return now.getTime() < Number(expires) * 1000 ? file : null;
}
