/**
 * The service's one clock (docs/contract/shared.md#instants): CLOCK_OFFSET moves every rule, and neither signatures nor
 * meta.timestamp.
 */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { expectData, expectEnvelope, expectError } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const DAY = 86_400_000;
const server = useServer({ CLOCK_OFFSET: '+400d' });

const validate = async (code: string) =>
  expectData(
    await server.call(server.ours.key, 'POST', '/api/v1/discount-codes/validate', {
      body: { accountId: server.ours.accountId, code, subtotal: 100, currency: 'IDR' },
    }),
  );
const days = (n: number): Date => new Date(Date.now() + n * DAY);

describe('a clock that is 400 days ahead', () => {
  it('opens and closes windows of codes', async () => {
    const past = await makeDiscountCode(server.services.database, server.ours.accountId, {
      expiresAt: days(300),
      public: true,
    });
    const open = await makeDiscountCode(server.services.database, server.ours.accountId, {
      startsAt: days(300),
      expiresAt: days(500),
      public: true,
    });
    const early = await makeDiscountCode(server.services.database, server.ours.accountId, {
      startsAt: days(500),
      public: true,
    });
    expect([
      (await validate(past.code)).reason,
      (await validate(open.code)).valid,
      (await validate(early.code)).reason,
    ]).toEqual(['EXPIRED', true, 'NOT_YET_ACTIVE']);
    const { items } = expectData(
      await server.fetch('GET', `/api/v1/discount-codes/applicable/${server.ours.accountId}`),
    );
    expect(items.map((item: { id: string }) => item.id)).toEqual([open.id]);
  });

  it('writes its own time into what it makes', async () => {
    const key = expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'Later' } }),
      201,
    ).apiKey;
    expect(Math.abs(Date.parse(key.createdAt) - days(400).getTime())).toBeLessThan(60_000);
    const revoked = expectData(await server.call(server.ours.key, 'POST', `/api/v1/api-keys/${key.id}/revoke`));
    expect(Math.abs(Date.parse(revoked.revokedAt) - days(400).getTime())).toBeLessThan(60_000);
  });

  it('lets a subscription lapse', async () => {
    const tenant = await server.makeTenant({ plan: 'starter' });
    await server.services.database.prisma.subscription.update({
      where: { accountId: tenant.accountId },
      data: { currentPeriodEnd: days(399) },
    });
    const create = (code: string) =>
      server.call(tenant.key, 'POST', '/api/v1/discount-codes', {
        body: { code, type: 'percent', value: 1, currency: 'IDR' },
      });
    expectData(await create('A'), 201);
    expectError(await create('B'), 403, 'PLAN_LIMIT');
  });

  it('checks signatures by the real time, and stamps answers with it', async () => {
    const answer = await server.call(server.ours.key, 'GET', '/api/v1/whoami');
    expectData(answer);
    expect(Math.abs(Date.parse(expectEnvelope(answer).meta.timestamp) - Date.now())).toBeLessThan(60_000);
    expectError(
      await server.call(server.ours.key, 'GET', '/api/v1/whoami', {
        timestamp: Math.floor(days(400).getTime() / 1000),
      }),
      401,
      'TIMESTAMP_OUT_OF_RANGE',
    );
  });
});
