/**
 * The signature scheme (docs/contract/shared.md#authentication), as properties, and the vectors of docs/signing through
 * the server's own code.
 */
import { createHash, createHmac, createSecretKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseAuthorization,
  sign,
  signatureMatches,
  signingKeyOf,
  stringToSign,
  timestampInRange,
  type SignedParts,
} from '@/server/platform/auth/signature';
import { packageRoot } from '@/server/platform/lib/package-root';
import { expectLinear } from '@/server/testing/cost';

interface Vector {
  name: string;
  secret: string;
  keyId: string;
  method: string;
  path: string;
  query?: string;
  timestamp: number;
  body?: string;
  bodyBase64?: string;
  idempotencyKey?: string;
  bodySha256: string;
  stringToSign: string;
  signature: string;
  authorization: string;
}
const vectors = JSON.parse(readFileSync(path.join(packageRoot, 'docs/signing/vectors.json'), 'utf8')) as Vector[];

const partsOf = (vector: Vector): SignedParts => ({
  method: vector.method,
  path: vector.path,
  timestamp: String(vector.timestamp),
  body:
    vector.bodyBase64 === undefined ? Buffer.from(vector.body ?? '', 'utf8') : Buffer.from(vector.bodyBase64, 'base64'),
  ...(vector.idempotencyKey === undefined ? {} : { idempotencyKey: vector.idempotencyKey }),
});

describe('docs/signing/vectors.json', () => {
  it('has at least twelve vectors: UTF-8, an empty body, an encoded path, an Idempotency-Key', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(12);
    const has = (test: (vector: Vector) => boolean): void => expect(vectors.some(test)).toBe(true);
    has(({ body = '' }) => /[^\x00-\x7f]/.test(body));
    has((vector) => vector.method === 'POST' && partsOf(vector).body.length === 0);
    has((vector) => vector.path.includes('%'));
    has((vector) => (vector.idempotencyKey ?? '') !== '');
    has((vector) => vector.idempotencyKey === '');
  });

  it.each(vectors)('$name is what the server signs, parses and accepts', (vector) => {
    const key = signingKeyOf(vector.secret);
    expect(key).toBe(createHash('sha256').update(vector.secret).digest('hex'));
    expect(createHash('sha256').update(partsOf(vector).body).digest('hex')).toBe(vector.bodySha256);
    expect(stringToSign(partsOf(vector))).toBe(vector.stringToSign);
    expect(sign(key, partsOf(vector))).toBe(vector.signature);
    const parsed = parseAuthorization(vector.authorization);
    expect(parsed).toEqual({ keyId: vector.keyId, signature: vector.signature });
    expect(signatureMatches(createSecretKey(key, 'ascii'), partsOf(vector), vector.signature)).toBe(true);
    expect(signatureMatches(signingKeyOf(`${vector.secret}x`), partsOf(vector), vector.signature)).toBe(false);
  });
});

const token = fc.string({ unit: fc.constantFrom(...Array.from('abcXYZ019-_%/')), minLength: 1, maxLength: 30 });
const parts: fc.Arbitrary<SignedParts> = fc.record(
  {
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    path: token.map((text) => `/api/v1/${text}`),
    timestamp: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
    body: fc.uint8Array({ maxLength: 200 }),
    idempotencyKey: fc.option(token, { nil: undefined }),
  },
  { requiredKeys: ['method', 'path', 'timestamp', 'body'] },
);
const key = fc.string({ minLength: 1 }).map((secret) => signingKeyOf(secret));

describe('the string to sign', () => {
  it('is method, path, timestamp, body hash and, when it is sent, the Idempotency-Key, one a line, without a newline at the end', () => {
    fc.assert(
      fc.property(parts, (each) => {
        const expected = [
          each.method,
          each.path,
          each.timestamp,
          createHash('sha256').update(each.body).digest('hex'),
          ...(each.idempotencyKey === undefined ? [] : [each.idempotencyKey]),
        ];
        expect(stringToSign(each)).toBe(expected.join('\n'));
      }),
    );
  });

  it('counts an empty Idempotency-Key as sent: a fifth, empty line', () => {
    const base = { method: 'GET', path: '/x', timestamp: '1', body: Buffer.alloc(0) };
    expect(stringToSign({ ...base, idempotencyKey: '' })).toBe(`${stringToSign(base)}\n`);
  });
});

describe('a signature', () => {
  it('is HMAC-SHA256 in lower-case hex, and matches its own parts in either case', () => {
    fc.assert(
      fc.property(key, parts, (signingKey, each) => {
        const signature = sign(signingKey, each);
        expect(signature).toBe(createHmac('sha256', signingKey).update(stringToSign(each), 'latin1').digest('hex'));
        expect(signatureMatches(signingKey, each, signature)).toBe(true);
        expect(signatureMatches(signingKey, each, signature.toUpperCase())).toBe(true);
      }),
    );
  });

  it('breaks with any change of any signed part, and with another key', () => {
    fc.assert(
      fc.property(
        key,
        key,
        parts,
        parts,
        fc.constantFrom('method', 'path', 'timestamp', 'body', 'idempotencyKey' as const),
        (signingKey, otherKey, one, other, part) => {
          const signature = sign(signingKey, one);
          const changed: SignedParts = { ...one, [part]: other[part] };
          const same = Buffer.from(stringToSign(one), 'latin1').equals(Buffer.from(stringToSign(changed), 'latin1'));
          expect(signatureMatches(signingKey, changed, signature)).toBe(same);
          if (otherKey !== signingKey) expect(signatureMatches(otherKey, one, signature)).toBe(false);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('breaks with one flipped bit of the body, one changed character of the path, and with the path or the key given another case', () => {
    fc.assert(
      fc.property(key, parts, fc.nat(), fc.integer({ min: 0, max: 7 }), (signingKey, each, at, bit) => {
        const signature = sign(signingKey, each);
        if (each.body.length > 0) {
          const body = Uint8Array.from(each.body);
          const index = at % body.length;
          body[index] = body[index]! ^ (1 << bit);
          expect(signatureMatches(signingKey, { ...each, body }, signature)).toBe(false);
        }
        expect(signatureMatches(signingKey, { ...each, path: `${each.path}/` }, signature)).toBe(false);
        expect(signatureMatches(signingKey, { ...each, path: `${each.path}?` }, signature)).toBe(false);
        expect(signatureMatches(signingKey, { ...each, method: each.method.toLowerCase() }, signature)).toBe(false);
        expect(signatureMatches(signingKey.toUpperCase(), each, signature)).toBe(
          signingKey.toUpperCase() === signingKey,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('does not match unless it is 64 hex characters, and never throws', () => {
    const each: SignedParts = { method: 'GET', path: '/x', timestamp: '1', body: Buffer.alloc(0) };
    const right = sign('k', each);
    for (const wrong of [
      '',
      'x',
      right.slice(1),
      `${right}0`,
      `${right} `,
      `0x${right}`,
      right.replace(/.$/, 'g'),
      right.slice(0, 63) + 'é',
      Buffer.from(right, 'hex').toString('base64'),
      '0'.repeat(64),
      'f'.repeat(10_000),
    ]) {
      expect(signatureMatches('k', each, wrong), wrong).toBe(false);
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !signatureMatches('k', each, text)));
  });

  it('takes header values as the bytes that they are', () => {
    const each: SignedParts = {
      method: 'POST',
      path: '/x',
      timestamp: '1',
      body: Buffer.alloc(0),
      idempotencyKey: Buffer.from('bestellung-ü-注').toString('latin1'),
    };
    const lines = Buffer.concat([
      Buffer.from(`POST\n/x\n1\n${createHash('sha256').digest('hex')}\n`),
      Buffer.from('bestellung-ü-注', 'utf8'),
    ]);
    expect(sign('k', each)).toBe(createHmac('sha256', 'k').update(lines).digest('hex'));
  });
});

describe('the Authorization header', () => {
  const space = fc.constantFrom('', ' ', '  ', '\t');

  it('parses in any order and with any spacing after commas; scope is not checked', () => {
    fc.assert(
      fc.property(
        token,
        token,
        fc.option(token, { nil: undefined }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
        fc.array(space, { minLength: 2, maxLength: 2 }),
        (keyId, signature, scope, order, spaces) => {
          const all = [`keyId=${keyId}`, `signature=${signature}`, `scope=${scope ?? '*'}`];
          const list = order.map((n) => all[n]!).filter((part) => scope !== undefined || !part.startsWith('scope'));
          const header = `Svc-HMAC-SHA256 ${list.map((part, n) => (n === 0 ? part : (spaces[n - 1] ?? '') + part)).join(',')}`;
          expect(parseAuthorization(header)).toEqual({ keyId, signature });
        },
      ),
    );
  });

  it.each([
    '',
    ' ',
    'Svc-HMAC-SHA256',
    'Svc-HMAC-SHA256 ',
    'Svc-HMAC-SHA256 keyId=a',
    'Svc-HMAC-SHA256 signature=a',
    'Svc-HMAC-SHA256 keyId=, signature=b',
    'Svc-HMAC-SHA256 keyId=a, signature=',
    'Svc-HMAC-SHA256keyId=a,signature=b',
    'Svc-HMAC-SHA512 keyId=a, signature=b',
    'Bearer keyId=a, signature=b',
    'Basic YTpi',
    'keyId=a, signature=b',
    'Svc-HMAC-SHA256 keyid=a, Signature=b',
    'Svc-HMAC-SHA256 a b',
    'Svc-HMAC-SHA256 ,,,,',
    'Svc-HMAC-SHA256 =,=',
    'Svc-HMAC-SHA256 keyId:a, signature:b',
  ])('does not parse when it is %j', (header) => {
    expect(parseAuthorization(header)).toBeNull();
  });

  it('never throws, and never finds what is not there', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `Svc-HMAC-SHA256 ${text}`),
        ),
        (text) => {
          const parsed = parseAuthorization(text);
          if (parsed !== null) expect(text.includes('keyId=') || /keyId\s*=/.test(text)).toBe(true);
        },
      ),
    );
  });

  it('takes no more time on a hostile header than on a plain one', () => {
    for (const piece of [' ', 'a=,', '='])
      expectLinear((text) => parseAuthorization(`Svc-HMAC-SHA256 ${text}`), piece, 500_000);
  });

  it('does not take the names of an object for parts', () => {
    expect(parseAuthorization('Svc-HMAC-SHA256 __proto__=a, constructor=b')).toBeNull();
  });
});

describe('X-Svc-Timestamp', () => {
  const now = 1_760_000_000;

  it('is within the tolerance up to 300 seconds on both sides, and not at 301', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000, max: 1_000 }),
        (offset) => timestampInRange(String(now + offset), now) === Math.abs(offset) <= 300,
      ),
    );
  });

  it.each([
    undefined,
    '',
    ' ',
    'now',
    '1760000000.0',
    '1.76e9',
    '+1760000000',
    '-1760000000',
    '0x68E7_7800',
    ' 1760000000',
    '1760000000 ',
    '1760000000,1760000000',
    '1760000000000',
    '１７６００００００００',
    'NaN',
    'Infinity',
  ])('is refused when it is %j', (text) => {
    expect(timestampInRange(text, now)).toBe(false);
  });
});
