/** DKIM keys as they stand in the DNS (RFC 6376 §3.6.1, RFC 8463). */
import { createPublicKey } from 'node:crypto';
import { parseTags } from '@/server/modules/messaging/channels/dns/tags';

/**
 * `other`: the record is no key. `broken`: it means to be one, and nobody can check a signature with it. `revoked`: its
 * p is empty. `bits` of an Ed25519 key is null.
 */
export type DkimReading =
  | { kind: 'key'; type: 'rsa' | 'ed25519'; bits: number | null; testing: boolean }
  | { kind: 'revoked' }
  | { kind: 'broken' }
  | { kind: 'other' };

const ED25519_BYTES = 32;

export function parseDkim(text: string): DkimReading {
  const { tags, rubbish } = parseTags(text);
  const values = new Map(tags.map(({ name, value }) => [name, value]));
  const key = values.get('p')?.replace(/\s+/g, '');
  if (key === undefined) return values.get('v') === 'DKIM1' ? { kind: 'broken' } : { kind: 'other' };
  // The version may be left out; where it stands it is the first (RFC 6376 §3.6.1).
  const version = values.get('v');
  const isTwice = values.size !== tags.length;
  if (rubbish.length > 0 || isTwice || (version !== undefined && (version !== 'DKIM1' || tags[0]?.name !== 'v')))
    return { kind: 'broken' };
  if (key === '') return { kind: 'revoked' };
  const type = values.get('k') ?? 'rsa';
  const testing = (values.get('t') ?? '').split(':').some((flag) => flag.trim() === 'y');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key)) return { kind: 'broken' };
  const bytes = Buffer.from(key, 'base64');
  if (type === 'ed25519')
    return bytes.length === ED25519_BYTES ? { kind: 'key', type, bits: null, testing } : { kind: 'broken' };
  const bits = type === 'rsa' ? rsaBits(bytes) : null;
  return bits === null ? { kind: 'broken' } : { kind: 'key', type: 'rsa', bits, testing };
}

/**
 * The modulus' length; null of what is no RSA key. Both forms are in use: SubjectPublicKeyInfo, and RFC 8017's alone.
 */
function rsaBits(key: Buffer): number | null {
  for (const type of ['spki', 'pkcs1'] as const)
    try {
      return createPublicKey({ key, format: 'der', type }).asymmetricKeyDetails?.modulusLength ?? null;
    } catch {
      continue;
    }
  return null;
}
