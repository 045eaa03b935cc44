/** The program of the page, run as a shop would run it, but for the call itself. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { webhookBody } from '@/server/modules/shops/orders/schema';
import { signCode } from './sign-code';

it('signs what it sends, and sends what can be read', () => {
  const url = 'https://laris.example/api/v1/integrations/c1/webhooks';
  const code = `curl() { for each in "$@"; do printf '%s\\0' "$each"; done; }\n${signCode(url)}`;
  const sent = execFileSync('sh', ['-c', code], {
    env: { PATH: process.env.PATH, SECRET: 'whsec_test', NODE_ENV: 'test' },
  })
    .toString()
    .split('\0');
  expect(sent[0]).toBe(url);
  const body = sent[sent.indexOf('--data-binary') + 1] ?? '';
  const [, t = '', signature] =
    /^Svc-Signature: t=(\d+),v1=(.+)$/.exec(sent.find((each) => each.startsWith('Svc-Signature: ')) ?? '') ?? [];
  expect(Math.abs(Date.now() / 1000 - Number(t))).toBeLessThan(60);
  expect(signature).toBe(createHmac('sha256', 'whsec_test').update(`${t}.${body}`).digest('hex'));
  expect(webhookBody.parse(JSON.parse(body))).toMatchObject({ type: 'orders', rows: [{ externalRef: '1001' }] });
});
