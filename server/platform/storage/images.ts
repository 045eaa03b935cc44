/**
 * The images that may be uploaded (docs/contract/uploads.md), recognised by their first bytes and not by their name or
 * type.
 */

/** Content type → extension in the store. */
export const IMAGE_TYPES = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
} as const;
export type ImageType = keyof typeof IMAGE_TYPES;

const TYPES_BY_EXTENSION = new Map<string, ImageType>(
  Object.entries(IMAGE_TYPES).map(([type, extension]) => [extension, type as ImageType]),
);

/** The content type of a key, which ends in an extension of ours. */
export const typeOfKey = (key: string): ImageType | undefined =>
  TYPES_BY_EXTENSION.get(key.slice(key.lastIndexOf('.') + 1));

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to);

/** Checks for AVIF: an ISO media file names its brands in its first box (ISO/IEC 14496-12 §4.3). */
function isAvif(bytes: Buffer): boolean {
  if (ascii(bytes, 4, 8) !== 'ftyp') return false;
  const brands = ascii(bytes, 8, Math.min(bytes.readUInt32BE(0), 256));
  for (let at = 0; at + 4 <= brands.length; at += 4)
    if (/^avi[fs]$/.test(brands.slice(at, at + 4)) && at !== 4) return true;
  return false;
}

/** Returns the type of an image by its bytes; undefined for any type that we do not accept. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 12) return undefined;
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'image/gif';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return isAvif(bytes) ? 'image/avif' : undefined;
}
