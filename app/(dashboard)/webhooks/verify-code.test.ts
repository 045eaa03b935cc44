/**
 * The programs of the page, run as a receiver would run them, on headers that are made by the two definitions
 * (docs/contract/webhooks.md#signature, standardwebhooks.com).
 */
import { execFileSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { STANDARD_NODE, STANDARD_SHELL, SVC_NODE, SVC_SHELL } from './verify-code';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'laris-verify-'));
afterAll(() => fs.rmSync(dir, { recursive: true }));

const secret = `whsec_${randomBytes(32).toString('base64url')}`;
const body = JSON.stringify({ id: 'c1', name: 'Sari – “é”' });
type Headers = Record<string, string>;
function headersAt(at: Date, key = secret): Headers {
  const t = Math.floor(at.getTime() / 1000);
  return {
    'svc-signature': `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`,
    'webhook-id': 'cevent',
    'webhook-timestamp': String(t),
    'webhook-signature': `v1,${createHmac('sha256', Buffer.from(key.slice(6), 'base64url'))
      .update(`cevent.${t}.${body}`)
      .digest('base64')}`,
  };
}
/** On the day after a rotation: a signature of each secret, in one header. */
function signedByAll(keys: readonly string[], at = new Date()): Headers {
  const [first, ...others] = keys.map((key) => headersAt(at, key));
  return {
    ...first,
    'svc-signature': [
      first!['svc-signature'],
      ...others.map((headers) => headers['svc-signature']!.replace(/^t=\d+,/, '')),
    ].join(','),
    'webhook-signature': [first, ...others].map((headers) => headers!['webhook-signature']).join(' '),
  };
}
type Verify = (body: string, headers: Headers, secret: string) => boolean;

const node = async (code: string): Promise<Verify> =>
  ((await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as { isFromLaris: Verify })
    .isFromLaris;

function shell(code: string): Verify {
  return (sent, headers, key) => {
    const file = path.join(dir, 'body');
    fs.writeFileSync(file, sent);
    const variables = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase().replaceAll('-', '_'), value]),
    );
    return (
      execFileSync('sh', ['-c', code], {
        env: { PATH: process.env.PATH, SECRET: key, BODY: file, NODE_ENV: 'test', ...variables },
      })
        .toString()
        .trim() === 'genuine'
    );
  };
}

const PROGRAMS: [string, () => Promise<Verify>][] = [
  ['Svc-Signature in Node', () => node(SVC_NODE)],
  ['Svc-Signature in a shell', () => Promise.resolve(shell(SVC_SHELL))],
  ['Standard Webhooks in Node', () => node(STANDARD_NODE)],
  ['Standard Webhooks in a shell', () => Promise.resolve(shell(STANDARD_SHELL))],
];

describe.each(PROGRAMS)('%s', (_, program) => {
  it('knows what is genuine from what is changed, forged or old', async () => {
    const verify = await program();
    const headers = headersAt(new Date());
    expect(verify(body, headers, secret)).toBe(true);
    expect(verify(body, headersAt(new Date(Date.now() - 290_000)), secret)).toBe(true);
    expect(verify(`${body} `, headers, secret)).toBe(false);
    expect(verify(body, headers, `whsec_${randomBytes(32).toString('base64url')}`)).toBe(false);
    for (const old of [-310_000, 310_000])
      expect(verify(body, headersAt(new Date(Date.now() + old)), secret)).toBe(false);
  });

  it('knows its secret among those of a day after a rotation, wherever it stands', async () => {
    const verify = await program();
    const [before, another] = [1, 2].map(() => `whsec_${randomBytes(32).toString('base64url')}`);
    for (const keys of [
      [before!, secret],
      [secret, another!],
      [before!, secret, another!],
    ])
      expect(verify(body, signedByAll(keys), secret)).toBe(true);
    expect(verify(body, signedByAll([before!, another!]), secret)).toBe(false);
    expect(verify(`${body} `, signedByAll([before!, secret]), secret)).toBe(false);
  });
});
