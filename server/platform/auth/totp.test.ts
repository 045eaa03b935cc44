/** TOTP against the vectors of RFC 6238 and RFC 4226, and against a model that shares no code with it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base32, codeOf, newTotpSecret, otpauthUri, stepAt, stepOf } from '@/server/platform/auth/totp';

const RFC_SECRET = Buffer.from('12345678901234567890');

/** RFC 6238, appendix B, SHA-1: seconds and eight digits, of which ours are the last six. */
const RFC_6238: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];
/** RFC 4226, appendix D: counters 0 to 9. */
const RFC_4226 = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');

/** Through Web Crypto, with the four bytes as arithmetic on a number of 160 bits. */
async function model(secret: Buffer, step: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', Uint8Array.from(secret), { name: 'HMAC', hash: 'SHA-1' }, false, [
    'sign',
  ]);
  const counter = Uint8Array.from({ length: 8 }, (_, at) => Math.floor(step / 256 ** (7 - at)) % 256);
  const mac = [...new Uint8Array(await crypto.subtle.sign('HMAC', key, counter))];
  const whole = mac.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const offset = whole % 16n;
  const four = (whole / 256n ** (16n - offset)) % 2n ** 31n;
  return `000000${four % 1_000_000n}`.slice(-6);
}

/** What base32 stands for, as bytes. */
function decoded(text: string): Buffer {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bytes: number[] = [];
  let [value, bits] = [0, 0];
  for (const letter of text) {
    value = value * 32 + alphabet.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(Math.floor(value / 2 ** bits));
    value %= 2 ** bits;
  }
  return Buffer.from(bytes);
}

const secrets = fc.uint8Array({ minLength: 16, maxLength: 64 }).map((bytes) => Buffer.from(bytes));
const steps = fc.integer({ min: 0, max: 2 ** 31 });
const moment = (step: number, within = 0): Date => new Date(step * 30_000 + within);

describe('codes', () => {
  it('are those of the RFCs', () => {
    for (const [seconds, digits] of RFC_6238)
      expect(codeOf(RFC_SECRET, stepAt(new Date(seconds * 1000)))).toBe(digits.slice(2));
    expect(RFC_4226.map((_, counter) => codeOf(RFC_SECRET, counter))).toEqual(RFC_4226);
  });

  it('are those of the model, for every secret and step', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, steps, async (secret, step) => {
        expect(codeOf(secret, step)).toBe(await model(secret, step));
      }),
    );
  });

  it('hold in their step and its neighbours, never for a step that is over', async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        steps.filter((step) => step > 10),
        fc.integer({ min: 0, max: 29_999 }),
        fc.integer({ min: -3, max: 3 }),
        fc.option(fc.integer({ min: -3, max: 3 })),
        async (secret, present, within, away, last) => {
          const code = await model(secret, present + away);
          const around = await Promise.all([-1, 0, 1].map((each) => model(secret, present + each)));
          const after = last === null ? null : present + last;
          const expected = [-1, 0, 1].find(
            (each) => around[each + 1] === code && (after === null || present + each > after),
          );
          expect(stepOf(secret, code, moment(present, within), after)).toBe(
            expected === undefined ? null : present + expected,
          );
        },
      ),
    );
  });

  it('are exact texts: other lengths and signs are none', () => {
    const now = moment(1_000);
    const code = codeOf(RFC_SECRET, 1_000);
    for (const other of ['', code.slice(1), `${code}0`, ` ${code}`, 'abcdef', '１２３４５６'])
      expect(stepOf(RFC_SECRET, other, now, null)).toBeNull();
  });
});

describe('a secret', () => {
  it('has 160 bits, and reads in base32 as it is', () => {
    expect(newTotpSecret()).toHaveLength(20);
    expect(base32(RFC_SECRET)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(decoded(base32(Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('stands in an address that apps read, with the account’s name', () => {
    const uri = new URL(otpauthUri(RFC_SECRET, { issuer: 'Laris', account: 'sari+a&b@toko.example' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.host).toBe('totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/Laris:sari+a&b@toko.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: base32(RFC_SECRET),
      issuer: 'Laris',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
