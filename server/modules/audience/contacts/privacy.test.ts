/** The page Privacy (docs/contract/contacts.md#privacy). */
import { expect, it } from 'vitest';
import { KEPT_DAYS } from '@/server/platform/lib/retention';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { expectData, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();
const call = (method: string, path: string, body?: Record<string, unknown>): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const page = async (tenant = server.ours) =>
  (await trpc(server, 'query', 'contacts.privacy', undefined, { cookie: tenant.cookie })).data;

interface Said {
  family: string;
  subscribed: number;
  unsubscribed: number;
}

it('tells what people asked for, how consent went, and for how long what is kept', async () => {
  const before = await page();
  const contact = await makeContact(server.services.database, server.ours.accountId);
  expectData(await call('GET', `/contacts/${contact.id}/export`));
  expectData(await call('POST', `/contacts/${contact.id}/erase`, {}));
  for (const word of ['subscribed', 'unsubscribed'])
    expectData(
      await call('POST', '/contacts', { email: `${unique('p')}@example.test`, subscriptions: { email: word } }),
      201,
    );
  const after = await page();
  expect(after.requests.slice(0, 2)).toMatchObject([{ kind: 'erase' }, { kind: 'export' }]);
  for (const { doneAt, by } of after.requests.slice(0, 2)) {
    expect(doneAt).not.toBeNull();
    expect(by).not.toBeNull();
  }
  const sum = (said: Said[], way: 'subscribed' | 'unsubscribed'): number =>
    said.filter(({ family }) => family === 'email').reduce((total, day) => total + day[way], 0);
  for (const way of ['subscribed', 'unsubscribed'] as const)
    expect(sum(after.consent, way)).toBe(sum(before.consent, way) + 1);
  expect(Object.fromEntries(after.kept.map(({ what, days }: { what: string; days: number }) => [what, days]))).toEqual(
    KEPT_DAYS,
  );
  expect(JSON.stringify(await page(server.theirs))).not.toContain(after.requests[0].id);
});
