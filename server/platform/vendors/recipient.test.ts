/** Whom a vendor names: nothing that is no number becomes one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recipientOf } from '@/server/platform/vendors/recipient';

describe('recipientOf', () => {
  it.each([
    ['whatsapp', 'IN.A1B2C3D4567', { kind: 'handle', address: 'IN.A1B2C3D4567' }],
    ['whatsapp', 'US.ENT.11815799212886844830', { kind: 'handle', address: 'US.ENT.11815799212886844830' }],
    ['whatsapp', '+62 812-3456-7890', { kind: 'phone', address: '+6281234567890' }],
    ['whatsapp', 'Y2FwaV9ncm91cDoxNzA1NTU1MDEzOTo1', undefined],
    ['sms', 'IN.A1B2C3D4567', undefined],
    ['sms', 'KOPI1234567', undefined],
    ['sms', '6281234567890', { kind: 'phone', address: '+6281234567890' }],
    ['line', 'U4af4980629', { kind: 'handle', address: 'U4af4980629' }],
    ['telegram', '987654321', { kind: 'handle', address: '987654321' }],
    ['facebook', '1254459154682919', { kind: 'handle', address: '1254459154682919' }],
    ['email', ' Ani@Example.com ', { kind: 'email', address: 'ani@example.com' }],
    ['email', '+6281234567890', undefined],
  ] as const)('reads of %s %j', (family, reported, expected) => {
    expect(recipientOf(family, reported)).toEqual(expected);
  });

  it('makes a number of nothing that has a letter', () => {
    const withLetter = fc
      .tuple(
        fc.stringMatching(/^[\d+ .-]{0,12}$/),
        fc.stringMatching(/^[A-Za-z_]{1,4}$/),
        fc.stringMatching(/^\d{7,12}$/),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.constantFrom('sms' as const, 'whatsapp' as const), withLetter, (family, reported) => {
        expect(recipientOf(family, reported)?.kind).not.toBe('phone');
      }),
    );
  });
});
