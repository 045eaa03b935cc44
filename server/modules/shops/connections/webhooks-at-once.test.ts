/** Webhooks of shops that come at once are written together (docs/contract/integrations.md#webhooks). */
import { describe, expect, it } from 'vitest';
import { makeIntegration } from '@/server/testing/factories/shops';
import { expectData, expectError, eventually } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const database = () => server.services.database;

const call = (id: string, body: string) =>
  server.fetch('POST', `/api/v1/integrations/${id}/webhooks`, {
    headers: { 'content-type': 'application/json', 'x-shopify-topic': `topic-${body.length}` },
    body,
  });

const storedOf = async (integrationId: string): Promise<string[]> =>
  (await database().prisma.integrationWebhook.findMany({ where: { integrationId }, orderBy: { id: 'asc' } })).map(
    ({ body, headers }) => `${JSON.stringify(headers)} ${Buffer.from(body).toString()}`,
  );

/** Until the table is let go, whoever writes a webhook waits. @returns how many statements wait */
async function whileHeld(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const holder = await database().pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE "IntegrationWebhook" IN ACCESS EXCLUSIVE MODE');
    await work(async () => {
      const { rows } = await holder.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND relation = '"IntegrationWebhook"'::regclass`,
      );
      return rows[0]!.count;
    });
  } finally {
    await holder.query('COMMIT');
    holder.release();
  }
}

describe('webhooks at once', () => {
  it('are each stored once, with what is theirs, over one statement a shop', async () => {
    const shops = await Promise.all(
      [1, 2].map(() => makeIntegration(server.services, server.ours.accountId, { provider: 'storefront_p1' })),
    );
    const bodies = Array.from({ length: 250 }, (_, n) => JSON.stringify({ id: n, text: 'ü'.repeat(n) }));
    let answers: ReturnType<typeof call>[] = [];
    await whileHeld(async (waiting) => {
      answers = shops.flatMap(({ id }) => bodies.map((body) => call(id, body)));
      await eventually(async () => expect(await waiting()).toBe(2));
      expectData(await server.call(server.ours.key, 'GET', '/api/v1/contacts'));
    });
    for (const answer of await Promise.all(answers)) expect(expectData(answer)).toEqual({ received: true });
    const expected = bodies.map((body) => `{"x-shopify-topic":"topic-${body.length}"} ${body}`).sort();
    for (const { id } of shops) expect((await storedOf(id)).sort()).toEqual(expected);
  });

  it('of many megabytes go in several statements, and none is lost', async () => {
    const { id } = await makeIntegration(server.services, server.ours.accountId, { provider: 'storefront_p1' });
    const bodies = Array.from({ length: 6 }, (_, n) => JSON.stringify({ id: n, text: 'x'.repeat(1_500_000) }));
    const answers = await Promise.all(bodies.map((body) => call(id, body)));
    for (const answer of answers) expect(expectData(answer)).toEqual({ received: true });
    expect((await storedOf(id)).map((stored) => stored.length)).toEqual(
      bodies.map((body) => body.length + `{"x-shopify-topic":"topic-${body.length}"} `.length),
    );
  });

  it('of a shop that is revoked meanwhile are all refused, and those of another are not', async () => {
    const [gone, there] = await Promise.all(
      [1, 2].map(() => makeIntegration(server.services, server.ours.accountId, { provider: 'storefront_p1' })),
    );
    await database().prisma.integration.updateMany({ where: { id: gone!.id }, data: { status: 'revoked' } });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => call(n % 2 === 0 ? gone!.id : there!.id, `{"id":${n}}`)),
    );
    answers.forEach((answer, n) => {
      if (n % 2 === 0) expectError(answer, 404, 'NOT_FOUND');
      else expectData(answer);
    });
    expect(await storedOf(gone!.id)).toEqual([]);
    expect(await storedOf(there!.id)).toHaveLength(20);
  });
});
