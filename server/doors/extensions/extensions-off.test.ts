/** With EXTENSIONS unset every stated default holds (docs/contract/shared.md#extensions). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();

it('runs a request with the same Idempotency-Key twice, and stores nothing', async () => {
  const [name, idempotencyKey] = [unique('Twice '), randomUUID()];
  const create = () =>
    server.call(server.ours.key, 'POST', '/api/v1/contact-lists', { body: { name }, idempotencyKey });
  expectData(await create(), 201);
  const second = await create();
  expectError(second, 409, 'NAME_TAKEN');
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  const mint = () => server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name }, idempotencyKey });
  expect(expectData(await mint(), 201).apiKey.id).not.toBe(expectData(await mint(), 201).apiKey.id);
  expect(await server.services.database.prisma.idempotentReply.count()).toBe(0);
});

it('limits no rate and sends no header of one', async () => {
  const tenant = await server.makeTenant({ plan: null });
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => server.call(tenant.key, 'GET', '/api/v1/whoami')),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const names = answers.flatMap(({ headers }) => [...headers.keys()]);
  expect(names.filter((name) => /rate-?limit|retry-after/i.test(name))).toEqual([]);
  expect(await server.services.database.prisma.requestTally.count()).toBe(0);
});
