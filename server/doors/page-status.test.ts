/** Pages while their database is away: 503 with Retry-After, and as before when it is back. */
import type net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { createPages } from '@/server/doors/next';
import { createServices } from '@/server/assembly/services';
import { type CutLine, startLine } from '@/server/testing/cut-line';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount, makeSession, makeUser } from '@/server/testing/factories/account';
import { testSettings } from '@/server/testing/server';

/** Next is loaded whole. */
const STARTS_MS = 120_000;

let line: CutLine;
let base: string;
let cookie: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const database = await createTestDatabase();
  line = await startLine(database.url);
  const services = createServices(testSettings(line.url), { name: 'test' });
  const pages = await createPages(services);
  const app = await createApp(services, pages.pages);
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as net.AddressInfo).port}`;
  const accountId = await makeAccount(services.database);
  const user = await makeUser(services.database, accountId);
  cookie = await makeSession(services, { sub: user.id, accountId });
  stop = async () => {
    await app.close();
    await pages.close();
    await services.close();
    line.cut();
    await database.drop();
  };
}, STARTS_MS);
afterAll(() => stop());

const PAGES = ['/', '/contacts', '/discount-codes', '/audit-log'];
const visit = (page: string): Promise<Response> =>
  fetch(base + page, { redirect: 'manual', headers: { cookie, 'x-request-id': 'page-away' } });

it(
  'are 503 with Retry-After once nobody knows the session, and say nothing of why',
  { timeout: STARTS_MS },
  async () => {
    for (const page of PAGES) expect((await visit(page)).status, page).toBe(200);
    line.cut();
    // For the two seconds that a session is remembered the frame comes, and the browser asks for what is in it.
    const away = async (page: string): Promise<Response> => {
      for (;;) {
        const answer = await visit(page);
        if (answer.status !== 200) return answer;
        await answer.text();
      }
    };
    for (const page of PAGES) {
      const answer = await away(page);
      expect([page, answer.status, answer.headers.get('retry-after')]).toEqual([page, 503, '1']);
      expect(answer.headers.get('cache-control')).toContain('no-store');
      expect(await answer.text()).not.toMatch(/ECONN|postgres/i);
    }
    await line.mend();
    for (const page of PAGES) await expect.poll(async () => (await visit(page)).status, { timeout: 10_000 }).toBe(200);
  },
);

it('stay 404 where there is none', async () => {
  expect((await visit('/no-such-page')).status).toBe(404);
});
