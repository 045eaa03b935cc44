/**
 * Encryption at rest and the keys derived from APP_SECRET.
 *
 * A ciphertext reads `v1.<key id>.<iv>.<tag and text>`, base64url. The key id says which APP_SECRET made it, so that
 * the secret can be rotated while old rows are still readable.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key of 32 bytes for one purpose, so that no two uses of APP_SECRET share a key. */
export function deriveKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, 'laris', purpose, 32));
}

/** The present APP_SECRET, then the values of APP_SECRET_PREVIOUS. */
export type AppSecrets = readonly [present: string, ...previous: string[]];

const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * AES-256-GCM with a key derived from APP_SECRET for `purpose`. Seals with the present secret, and opens with the one
 * that sealed. `context` (e.g. a row's id) must be the same for both.
 */
export class Vault {
  private readonly key: Buffer;
  private readonly keyId: string;
  private readonly keys: ReadonlyMap<string, Buffer>;

  constructor([present, ...previous]: AppSecrets, purpose: string) {
    this.key = deriveKey(present, purpose);
    this.keyId = keyIdOf(this.key);
    this.keys = new Map(
      [...previous.map((secret) => deriveKey(secret, purpose)), this.key].map((key) => [keyIdOf(key), key]),
    );
  }

  /** Checks whether a value was sealed with an old secret and should be sealed again. */
  isStale(sealed: string): boolean {
    return !sealed.startsWith(`v1.${this.keyId}.`);
  }

  /** Encrypts UTF-8 text. */
  seal(text: string, context: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `v1.${this.keyId}.${iv.toString('base64url')}.${sealed.toString('base64url')}`;
  }

  /**
   * Decrypts a sealed value.
   * @throws Error when it was sealed with an unknown secret or another context, or was changed
   */
  open(sealed: string, context: string): string {
    const [version, keyId, iv, body] = sealed.split('.');
    const key = keyId === undefined ? undefined : this.keys.get(keyId);
    if (version !== 'v1' || key === undefined || iv === undefined || body === undefined) {
      throw new Error(`Cannot decrypt: the row was written under another APP_SECRET (key ${keyId ?? 'unknown'}).`);
    }
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
