/** The command that the dashboard hands out signs as the server checks: it is run in a real shell with a curl that only prints. */
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { signedCurl } from '@/components/signed-curl';

const KEY_ID = 'SVCK0A1B2C3D4E5F6071';
const SECRET = "svcs_it's-$HOME-`x`-!!";

/** What curl would have been called with. */
function runWithFakeCurl(command: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'laris-curl-'));
  const curl = path.join(folder, 'curl');
  writeFileSync(curl, '#!/bin/bash\nprintf "%s\\0" "$@"\n');
  chmodSync(curl, 0o755);
  const output = execFileSync('bash', ['-c', command], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return output.split('\0').slice(0, -1);
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex');

function signature(method: string, urlPath: string, timestamp: string, body: string): string {
  return createHmac('sha256', sha(SECRET))
    .update([method, urlPath, timestamp, sha(body)].join('\n'))
    .digest('hex');
}

const headerOf = (args: string[], name: string): string =>
  args.find((argument) => argument.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';

test('a GET is signed over its path without the query', () => {
  const args = runWithFakeCurl(
    signedCurl({
      origin: 'http://localhost:3000',
      method: 'GET',
      path: '/api/v1/whoami',
      query: "q=a'b",
      keyId: KEY_ID,
      secret: SECRET,
    }),
  );
  const timestamp = headerOf(args, 'X-Svc-Timestamp');
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  expect(headerOf(args, 'Authorization')).toBe(
    `Svc-HMAC-SHA256 keyId=${KEY_ID}, scope=*, signature=${signature('GET', '/api/v1/whoami', timestamp, '')}`,
  );
  expect(args).toContain("http://localhost:3000/api/v1/whoami?q=a'b");
  expect(args).not.toContain('--data-raw');
});

test('a POST is signed over the bytes it sends, whatever they hold', () => {
  const body = { code: `LEBARAN'25 "½" $(date) \\n` };
  const args = runWithFakeCurl(
    signedCurl({
      origin: 'https://laris.example',
      method: 'POST',
      path: '/api/v1/discount-codes/validate',
      body,
      keyId: KEY_ID,
      secret: SECRET,
    }),
  );
  const sent = args[args.indexOf('--data-raw') + 1] ?? '';
  expect(JSON.parse(sent)).toEqual(body);
  expect(headerOf(args, 'Content-Type')).toBe('application/json');
  expect(headerOf(args, 'Authorization')).toContain(
    `signature=${signature('POST', '/api/v1/discount-codes/validate', headerOf(args, 'X-Svc-Timestamp'), sent)}`,
  );
});
