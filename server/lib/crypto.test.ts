import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Vault } from '@/server/lib/crypto';

const vault = new Vault('a'.repeat(32), 'test');

describe('Vault', () => {
  it('gives back what it sealed, and never seals twice alike', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const sealed = vault.seal(text, context);
      expect(vault.open(sealed, context)).toBe(text);
      expect(vault.seal(text, context)).not.toBe(sealed);
    }));
  });

  it('does not hold the text in the open', () => {
    expect(vault.seal('svcs_secret', 'row')).not.toContain('svcs_secret');
    expect(Buffer.from(vault.seal('svcs_secret', 'row').split('.')[3] ?? '', 'base64url').toString('latin1')).not.toContain('svcs_secret');
  });

  it('opens nothing that was changed, moved to another row, or sealed for another purpose or secret', () => {
    const sealed = vault.seal('text', 'row 1');
    const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
    for (const attempt of [
      () => vault.open(sealed, 'row 2'),
      () => vault.open(flipped, 'row 1'),
      () => new Vault('a'.repeat(32), 'other').open(sealed, 'row 1'),
      () => new Vault('b'.repeat(32), 'test').open(sealed, 'row 1'),
      () => vault.open('', 'row 1'),
      () => vault.open('v1.x.y', 'row 1'),
    ]) expect(attempt).toThrow();
  });

  it('says which secret is missing, not what was sealed', () => {
    expect(() => new Vault('b'.repeat(32), 'test').open(vault.seal('text', 'row'), 'row')).toThrow(/another APP_SECRET \(key [0-9a-f]{8}\)/);
  });
});
