/**
 * Encryption at rest (docs/contract/channels.md#credentials): AES-256-GCM under APP_SECRET, bound to its purpose and to
 * its row.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, Vault } from '@/server/platform/lib/crypto';

const SECRET = 'a secret of at least thirty-two characters';
const vault = new Vault([SECRET], 'api-keys');

describe('Vault', () => {
  it('opens what it sealed, for any text and context', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        (text, context) => vault.open(vault.seal(text, context), context) === text,
      ),
    );
  });

  it('never seals the same text twice alike, and shows nothing of it', () => {
    const text = 'f'.repeat(64);
    const sealed = new Set(Array.from({ length: 50 }, () => vault.seal(text, 'k')));
    expect(sealed.size).toBe(50);
    for (const each of sealed) {
      expect(each).toMatch(/^v1\.[0-9a-f]{8}\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+$/);
      expect(each).not.toContain(text);
      expect(each).not.toContain(Buffer.from(text).toString('base64url').slice(0, 20));
    }
  });

  it('opens nothing under another context, secret or purpose', () => {
    const sealed = vault.seal('text', 'SVCK1');
    expect(() => vault.open(sealed, 'SVCK2')).toThrow();
    expect(() => new Vault([`${SECRET}!`], 'api-keys').open(sealed, 'SVCK1')).toThrow(/another APP_SECRET/);
    expect(() => new Vault([SECRET], 'channels').open(sealed, 'SVCK1')).toThrow();
  });

  it('opens nothing that was changed, in any one character', () => {
    const sealed = vault.seal('the signing key', 'SVCK1');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: sealed.length - 1 }),
        fc.constantFrom(...Array.from('AZaz09-_.=+')),
        (at, character) => {
          fc.pre(sealed[at] !== character);
          const changed = sealed.slice(0, at) + character + sealed.slice(at + 1);
          // The last character of a base64 group may hold bits that no byte uses; then nothing was changed.
          const bytes = (text: string): string =>
            text
              .split('.')
              .map((part, n) => (n < 2 ? part : Buffer.from(part, 'base64url').toString('hex')))
              .join('.');
          fc.pre(bytes(changed) !== bytes(sealed));
          expect(() => vault.open(changed, 'SVCK1')).toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['', 'v1', 'v1..', 'v1.abc.def.ghi', 'v2.00000000.AAAA.AAAA', '....', 'x'.repeat(1000)])(
    'refuses %j',
    (text) => {
      expect(() => vault.open(text, 'SVCK1')).toThrow();
    },
  );

  it('refuses a tag that was cut short', () => {
    const [version, key, iv, body] = vault.seal('text', 'c').split('.');
    const bytes = Buffer.from(body!, 'base64url');
    for (const length of [4, 8, 12])
      expect(() =>
        vault.open([version, key, iv, bytes.subarray(0, length).toString('base64url')].join('.'), 'c'),
      ).toThrow();
  });
});

describe('deriveKey', () => {
  it('gives 32 bytes, the same each time, another for each purpose and secret', () => {
    expect(deriveKey(SECRET, 'a')).toHaveLength(32);
    expect(deriveKey(SECRET, 'a').equals(deriveKey(SECRET, 'a'))).toBe(true);
    expect(deriveKey(SECRET, 'a').equals(deriveKey(SECRET, 'b'))).toBe(false);
    expect(deriveKey(SECRET, 'a').equals(deriveKey(`${SECRET}!`, 'a'))).toBe(false);
  });
});
