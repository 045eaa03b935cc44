/** Liveness, readiness and metrics, and the service while its database is away. */
import type net from 'node:net';
import packageJson from '@/package.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@/server/doors/app';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { makeAccount, makeKey, type MadeKey } from '@/server/testing/factories/account';
import { type CutLine, startLine } from '@/server/testing/cut-line';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { eventually } from '@/server/testing/http';
import { testSettings, useServer } from '@/server/testing/server';
import { signedHeaders } from '@/server/testing/sign';

describe('a healthy server', () => {
  const server = useServer();

  it('is alive and ready', async () => {
    const alive = await server.fetch('GET', '/healthz');
    expect([alive.status, JSON.parse(alive.text)]).toEqual([200, { status: 'ok', version: packageJson.version }]);
    const ready = await server.fetch('GET', '/readyz');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([200, { status: 'ready' }]);
  });

  it('counts requests by route and status, never by path', async () => {
    await server.call(server.ours.key, 'GET', '/api/v1/discount-codes/no-such-code-of-ours');
    const { text } = await server.fetch('GET', '/metrics');
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/discount-codes\/:id",status="404"\} 1/,
    );
    expect(text).not.toContain('no-such-code-of-ours');
    expect(text).toMatch(/database_pool_connections\{state="idle"\}/);
    expect(text).toMatch(/database_places\{way="line",state="waiting"\} 0/);
    expect(text).toMatch(/nodejs_eventloop_lag/);
  });

  it('counts changes of the outbox that were put aside', async () => {
    const { accountId } = server.ours;
    await server.services.database.prisma.change.create({
      data: {
        accountId,
        consumer: 'webhooks',
        table: 'Contact',
        operation: 'insert',
        subjectId: 'c1',
        transaction: 1n,
        at: new Date(),
        attempts: 4,
        error: 'refused',
      },
    });
    const asideNow = async () => (await server.fetch('GET', '/metrics')).text;
    await eventually(async () => expect(await asideNow()).toMatch(/^changes_put_aside 1$/m));
    await server.services.database.prisma.change.deleteMany({ where: { accountId } });
    await eventually(async () => expect(await asideNow()).toMatch(/^changes_put_aside 0$/m));
  });

  it('counts triggers that were put aside, and not those that wait or were taken', async () => {
    const { accountId } = server.ours;
    const { domainEvent } = server.services.database.prisma;
    const at = new Date();
    const event = { accountId, type: 'purchase', subjectId: 'c1', data: {}, createdAt: at };
    await domainEvent.createMany({
      data: [event, { ...event, dueAt: null, takenAt: at }, { ...event, dueAt: null, attempts: 4, error: 'refused' }],
    });
    const asideNow = async () => (await server.fetch('GET', '/metrics')).text;
    await eventually(async () => expect(await asideNow()).toMatch(/^triggers_put_aside 1$/m));
    await domainEvent.deleteMany({ where: { accountId } });
    await eventually(async () => expect(await asideNow()).toMatch(/^triggers_put_aside 0$/m));
  });

  it('counts what is due in each queue, and not what is for later', async () => {
    const { accountId } = server.ours;
    const { domainEvent } = server.services.database.prisma;
    const at = new Date();
    const event = { accountId, type: 'purchase', subjectId: 'c1', data: {}, createdAt: at };
    await domainEvent.createMany({
      data: [
        { ...event, dueAt: at },
        { ...event, dueAt: at },
        { ...event, dueAt: new Date(at.getTime() + 3_600_000) },
      ],
    });
    const shown = async () => (await server.fetch('GET', '/metrics')).text;
    await eventually(async () => expect(await shown()).toMatch(/^queue_due\{queue="triggers"\} 2$/m));
    expect(await shown()).toMatch(/^queue_due\{queue="messages"\} 0$/m);
    expect((await shown()).match(/^queue_due\{/gm)).toHaveLength(11);
    expect(await shown()).toMatch(/^jobs_put_aside 0$/m);
    await domainEvent.deleteMany({ where: { accountId } });
  });

  it('says how far the chain of the audit log is behind', async () => {
    const { pool } = server.services.database;
    // The entries of the workspaces' making wait, for no worker runs.
    await pool.query(`UPDATE "AuditPending" SET "queuedAt" = now() - interval '90 s'`);
    const behind = async () =>
      Number(/^audit_chain_behind_seconds (\S+)$/m.exec((await server.fetch('GET', '/metrics')).text)?.[1]);
    await eventually(async () => expect(await behind()).toBeGreaterThanOrEqual(90));
    await pool.query('DELETE FROM "AuditPending"');
    await eventually(async () => expect(await behind()).toBe(0));
  });

  it('is not ready while a migration is missing', async () => {
    const { pool } = server.services.database;
    const { rows } = await pool.query<{ migration_name: string }>(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING migration_name`,
    );
    const answer = await server.fetch('GET', '/readyz');
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      503,
      { status: 'migrations missing', pending: [rows[0]!.migration_name] },
    ]);
    await pool.query('UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL');
    expect((await server.fetch('GET', '/readyz')).status).toBe(200);
  });
});

describe('a server whose database goes away', () => {
  let database: TestDatabase;
  let line: CutLine;
  let services: ServicesHandle;
  let app: Awaited<ReturnType<typeof createApp>>;
  let key: MadeKey;

  beforeAll(async () => {
    database = await createTestDatabase();
    line = await startLine(database.url);
    services = createServices(testSettings(line.url), { name: 'test' });
    app = await createApp(services);
    await app.listen({ host: '127.0.0.1', port: 0 });
    const accountId = await makeAccount(services.database);
    key = await makeKey(services.database, services.keys, accountId);
  });
  afterAll(async () => {
    await app.close();
    await services.close();
    line.cut();
    await database.drop();
  });

  const list = async (): Promise<{
    status: number;
    code: string | undefined;
    retryAfter: string | null;
    text: string;
  }> => {
    const { port: own } = app.server.address() as net.AddressInfo;
    const response = await fetch(`http://127.0.0.1:${own}/api/v1/api-keys`, {
      headers: signedHeaders(key, { method: 'GET', url: '/api/v1/api-keys' }),
    });
    const text = await response.text();
    return {
      status: response.status,
      code: (JSON.parse(text) as { error: { code: string } | null }).error?.code,
      retryAfter: response.headers.get('retry-after'),
      text,
    };
  };
  const readiness = async (): Promise<number> => {
    const { port: own } = app.server.address() as net.AddressInfo;
    return (await fetch(`http://127.0.0.1:${own}/readyz`)).status;
  };

  it('answers 503 UNAVAILABLE meanwhile, stays alive, and recovers by itself', async () => {
    expect((await list()).status).toBe(200);
    line.cut();
    const away = await list();
    expect(away).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: '1' });
    expect(away.text).not.toMatch(/ECONN|postgres|127\.0\.0\.1/i);
    expect(await readiness()).toBe(503);
    await line.mend();
    await expect.poll(async () => (await list()).status, { timeout: 10_000 }).toBe(200);
    expect(await readiness()).toBe(200);
  });

  it('answers every door with 503 meanwhile: writes through Prisma, public routes, typed calls', async () => {
    const { port: own } = app.server.address() as net.AddressInfo;
    const base = `http://127.0.0.1:${own}`;
    const body = JSON.stringify({ code: 'AWAY', type: 'percent', value: 1, currency: 'IDR' });
    const post = (): Promise<Response> =>
      fetch(`${base}/api/v1/discount-codes`, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(key, { method: 'POST', url: '/api/v1/discount-codes', body }),
        },
      });
    const signUp = (): Promise<Response> =>
      fetch(`${base}/api/trpc/accounts.signUp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base },
        body: JSON.stringify({ workspaceName: 'w', name: 'n', email: 'a@b.example', password: 'long enough' }),
      });
    expect((await list()).status).toBe(200);
    line.cut();
    // The key is still in its cache for the first of these: it is the write itself that fails.
    for (const response of [
      await post(),
      await fetch(`${base}/api/v1/discount-codes/applicable/c1`),
      await signUp(),
      await fetch(`${base}/readyz`),
    ]) {
      expect(response.status, response.url).toBe(503);
      expect(await response.text()).not.toMatch(/ECONN|postgres|prisma|127\.0\.0\.1/i);
    }
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    await line.mend();
    await expect.poll(async () => (await post()).status, { timeout: 10_000 }).toBeLessThan(500);
  });

  it('loses connections in the middle of statements without an answer of 500', async () => {
    const calls = Array.from({ length: 40 }, () => list());
    setTimeout(() => line.cut(), 5);
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await line.mend();
    await expect.poll(async () => (await list()).status, { timeout: 10_000 }).toBe(200);
  });
});
