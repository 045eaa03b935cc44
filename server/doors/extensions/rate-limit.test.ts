/**
 * The plan's requests per minute (docs/contract/shared.md#rate-limit), switched on. extensions-off.test.ts holds that
 * they are not enforced by default.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { expectData, expectError, bySession } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'rate-limit' });

const whoami = (tenant: Tenant): Promise<Answer> => server.call(tenant.key, 'GET', '/api/v1/whoami');
const standing = ({ headers }: Answer): (string | null)[] =>
  ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-policy'].map((name) => headers.get(name));
/** As if the workspace had sent so many in the running minute. */
const sent = (accountId: string, requests: number) =>
  server.services.database.pool.query(
    `INSERT INTO "RequestTally" VALUES ($1, date_trunc('minute', now()), $2) ON CONFLICT ("accountId") DO UPDATE SET minute = excluded.minute, requests = excluded.requests`,
    [accountId, requests],
  );

/** Counts are of one minute: begin early in one. */
beforeEach(async () => {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left));
});

describe('the limit of the plan', () => {
  it.each([
    [null, 60],
    ['starter', 600],
    ['growth', 2000],
    ['scale', 5000],
  ] as const)('of %s is %i a minute', async (plan, limit) => {
    const tenant = await server.makeTenant({ plan });
    await sent(tenant.accountId, limit - 2);
    expect(standing(await whoami(tenant))).toEqual([String(limit), '1', `${limit};w=60`]);
    expect(standing(await whoami(tenant))).toEqual([String(limit), '0', `${limit};w=60`]);
    const refused = await whoami(tenant);
    const error = expectError(refused, 429, 'RATE_LIMITED');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit-reset')).toBe(String(seconds));
    expect(error.details).toEqual({ limit, retryAfter: seconds });
    expect(standing(refused)).toEqual([String(limit), '0', `${limit};w=60`]);
  });

  it('is exact when requests come at once', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const answers = await Promise.all(Array.from({ length: 90 }, () => whoami(tenant)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('begins anew with the minute', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await sent(tenant.accountId, 1000);
    expectError(await whoami(tenant), 429, 'RATE_LIMITED');
    await server.services.database.pool.query(
      `UPDATE "RequestTally" SET minute = minute - interval '1 minute' WHERE "accountId" = $1`,
      [tenant.accountId],
    );
    expect(standing(await whoami(tenant))[1]).toBe('59');
  });

  it('counts anew when the minute that was counted is one of a clock that was moved', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await sent(tenant.accountId, 1000);
    await server.services.database.pool.query(
      `UPDATE "RequestTally" SET minute = minute + interval '40 days' WHERE "accountId" = $1`,
      [tenant.accountId],
    );
    expect(standing(await whoami(tenant))[1]).toBe('59');
  });

  it('is none for an internal workspace, and free once a plan is over', async () => {
    const internal = await server.makeTenant({ plan: 'svc_internal' });
    await sent(internal.accountId, 100_000);
    const answer = await whoami(internal);
    expectData(answer);
    expect(standing(answer)).toEqual([null, null, null]);

    const over = await server.makeTenant({ plan: 'scale' });
    await server.services.database.pool.query(
      `UPDATE "Subscription" SET "currentPeriodEnd" = now() - interval '1 minute' WHERE "accountId" = $1`,
      [over.accountId],
    );
    expect(standing(await whoami(over))[0]).toBe('60');
  });
});

describe('who is counted', () => {
  it('is the workspace, whichever key it uses, and the one that a partner acts for', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await whoami(tenant);
    const other = expectData(
      await server.call(tenant.key, 'POST', '/api/v1/api-keys', { body: { name: 'Second' } }),
      201,
    );
    expect(
      standing(await server.call({ keyId: other.apiKey.keyId, secret: other.secret }, 'GET', '/api/v1/whoami'))[1],
    ).toBe('57');
    expect(
      standing(await server.call(server.platform, 'GET', '/api/v1/whoami', { onBehalfOf: tenant.accountId }))[1],
    ).toBe('56');
  });

  it('is not the neighbour, the dashboard, or the public', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await sent(tenant.accountId, 1000);
    expectData(await whoami(await server.makeTenant({ plan: null })));
    expect((await bySession(server, tenant.cookie, 'GET', '/api/v1/whoami')).status).toBe(200);
    const open = await server.fetch('GET', `/api/v1/discount-codes/applicable/${tenant.accountId}`);
    expectData(open);
    expect(standing(open)).toEqual([null, null, null]);
  });

  it('is nobody whose signature does not hold', async () => {
    const tenant = await server.makeTenant({ plan: null });
    await Promise.all(
      Array.from({ length: 5 }, () => server.call({ ...tenant.key, secret: 'svcs_wrong' }, 'GET', '/api/v1/whoami')),
    );
    expect(standing(await whoami(tenant))[1]).toBe('59');
  });
});
