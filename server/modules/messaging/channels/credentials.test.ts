import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';
import { runJobs } from '@/server/testing/worker';

const lines: string[] = [];
let services: ServicesHandle;
let baseUrl = '';
let stop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  services = createServices(testSettings(database.url), {
    name: 'test',
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  });
  const app = await createApp(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  baseUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  stop = async () => {
    await app.close();
    await services.close();
    await database.drop();
  };
});
afterAll(() => stop());

it('credentials, tokens of addresses and what vendors send stand in no log line, at the finest level', async () => {
  const secret = 'super-secret-value-4711';
  const accountId = await makeAccount(services.database);
  const key = await makeKey(services.database, services.keys, accountId);
  const call = async (method: string, url: string, body?: unknown): Promise<{ data: { id: string } }> => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(baseUrl + url, {
      method,
      headers: { ...signedHeaders(key, { method, url, body: text }), 'content-type': 'application/json' },
      ...(text === undefined ? {} : { body: text }),
    });
    return (await response.json()) as { data: { id: string } };
  };
  const { data } = await call('POST', '/api/v1/channels', {
    provider: 'email_p4',
    displayName: 'x',
    credentials: { serverToken: secret },
  });
  await call('POST', '/api/v1/channels', {
    provider: 'email_p4',
    displayName: 'x',
    credentials: { serverToken: 5, other: secret },
  });
  await call('POST', `/api/v1/channels/${data.id}/test`, { recipient: 'ani@example.com' });
  await fetch(`${baseUrl}/api/v1/channels/${data.id}/callbacks?token=${secret}`, {
    method: 'POST',
    headers: { authorization: secret, 'x-vendor': secret },
    body: secret,
  });
  await runJobs(services);
  // The row was sealed under another secret: the job fails, saying so.
  await services.database.pool.query(
    `UPDATE "ChannelIntegration" SET credentials = 'v1.00000000.' || split_part(credentials, '.', 3) || '.' || split_part(credentials, '.', 4) WHERE id = $1`,
    [data.id],
  );
  await fetch(`${baseUrl}/api/v1/channels/${data.id}/callbacks?token=${secret}`, { method: 'POST', body: secret });
  await expect(runJobs(services)).rejects.toThrow('another APP_SECRET');
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.join('')).not.toContain(secret);
});
