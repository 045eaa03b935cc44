/** The debugger of signatures names the mistake: each is made here by code of its own, and it has to find it. */
import { createHash, createHmac } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '@/server/platform/lib/package-root';

interface Request {
  method: string;
  path: string;
  timestamp: string;
  body: string;
  idempotencyKey?: string;
}
interface Signing {
  stringToSign(request: Request): Promise<string>;
  signedHeaders(key: { keyId: string; secret: string }, request: Request): Promise<Record<string, string>>;
  diagnose(given: { secret: string; request: Request; query: string; signature: string }): Promise<{
    verdict: string;
    what?: string;
    expected: string;
  }>;
  compare(request: Request, yours: string): Promise<{ name: string; same: boolean }[]>;
}
let signing: Signing;
beforeAll(async () => {
  // The page's own address, which the module compares with.
  Object.defineProperty(globalThis, 'location', { value: { origin: 'https://laris.example' }, configurable: true });
  signing = (await import(pathToFileURL(path.join(packageRoot, 'docs/site/signing.js')).href)) as Signing;
});

interface Vector extends Omit<Request, 'timestamp' | 'body'> {
  name: string;
  secret: string;
  keyId: string;
  timestamp: number;
  body?: string;
  stringToSign: string;
  authorization: string;
}
const vectors = (
  JSON.parse(fs.readFileSync(path.join(packageRoot, 'docs/signing/vectors.json'), 'utf8')) as Vector[]
).filter(({ body }) => body !== undefined);

const sha = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');
const mac = (key: string | Buffer, text: string): string => createHmac('sha256', key).update(text).digest('hex');

const secret = 'svcs_FAKE-test-secret-1-for-test-vectors-only__A';
const request: Request = {
  method: 'POST',
  path: '/api/v1/contacts/sari%40toko.example',
  timestamp: '1760000240',
  body: '{"code": "JULI10", "value": 10}',
};
const lines = [request.method, request.path, request.timestamp, sha(request.body)];
const text = lines.join('\n');
const signed = (wrong: string): string => mac(sha(secret), wrong);

describe('signing.js', () => {
  it.each(vectors)('makes $name', async (vector) => {
    const given = { ...vector, timestamp: String(vector.timestamp), body: vector.body ?? '' };
    expect(await signing.stringToSign(given)).toBe(vector.stringToSign);
    expect(await signing.signedHeaders(vector, given)).toMatchObject({ Authorization: vector.authorization });
  });

  it.each([
    ['upper case. Send', signed(text).toUpperCase()],
    ['the secret itself', mac(secret, text)],
    ['32 bytes', mac(createHash('sha256').update(secret).digest(), text)],
    ['svcs_', mac(sha(secret.slice(5)), text)],
    ['newline at its end', mac(sha(`${secret}\n`), text)],
    ['quotes', mac(sha(`"${secret}"`), text)],
    ['query was signed', signed([lines[0], `${request.path}?limit=5`, ...lines.slice(2)].join('\n'))],
    ['host was signed', signed([lines[0], `https://laris.example${request.path}`, ...lines.slice(2)].join('\n'))],
    ['without /api/v1', signed([lines[0], '/contacts/sari%40toko.example', ...lines.slice(2)].join('\n'))],
    ['slash was added', signed([lines[0], `${request.path}/`, ...lines.slice(2)].join('\n'))],
    ['was decoded', signed([lines[0], '/api/v1/contacts/sari@toko.example', ...lines.slice(2)].join('\n'))],
    ['encoded twice', signed([lines[0], '/api/v1/contacts/sari%2540toko.example', ...lines.slice(2)].join('\n'))],
    ['method was signed in lower case', signed(['post', ...lines.slice(1)].join('\n'))],
    ['milliseconds', signed([...lines.slice(0, 2), `${request.timestamp}000`, lines[3]].join('\n'))],
    ['signed without blanks', signed([...lines.slice(0, 3), sha('{"code":"JULI10","value":10}')].join('\n'))],
    ['newline at the end of the body was signed', signed([...lines.slice(0, 3), sha(`${request.body}\n`)].join('\n'))],
    ['body itself', signed([...lines.slice(0, 3), request.body].join('\n'))],
    ['upper case.', signed([...lines.slice(0, 3), sha(request.body).toUpperCase()].join('\n'))],
    ['ends with a newline', signed(`${text}\n`)],
    ['\\r\\n', signed(lines.join('\r\n'))],
    ['without newlines', signed(lines.join(''))],
    ['without a key', sha(text)],
  ])('finds: %s', async (what, signature) => {
    const found = await signing.diagnose({ secret, request, query: '?limit=5', signature });
    expect(found).toMatchObject({ verdict: 'known', expected: signed(text) });
    expect(found.what).toContain(what);
  });

  it('finds an Idempotency-Key that was sent and not signed', async () => {
    const given = { secret, request: { ...request, idempotencyKey: 'k1' }, query: '', signature: signed(text) };
    expect((await signing.diagnose(given)).what).toBe('The Idempotency-Key was sent and not signed.');
  });

  it('knows a right one, one that is no signature, and one of something else', async () => {
    const diagnose = (signature: string) => signing.diagnose({ secret, request, query: '', signature });
    expect(await diagnose(` ${signed(text)} `)).toMatchObject({ verdict: 'right' });
    expect(await diagnose(Buffer.from('x'.repeat(32)).toString('base64'))).toMatchObject({ verdict: 'malformed' });
    expect(await diagnose(signed('anything'))).toMatchObject({ verdict: 'unknown' });
  });

  it('compares line by line', async () => {
    const other = [lines[0], '/api/v1/contacts', ...lines.slice(2), 'more'].join('\n');
    expect((await signing.compare(request, other)).map(({ name, same }) => [name, same])).toEqual([
      ['method', true],
      ['path', false],
      ['timestamp', true],
      ['body hash', true],
      ['one line too many', false],
    ]);
  });
});
