/** How many endpoints a workspace may have (docs/contract/webhooks.md#endpoint). */
import { describe, expect, it } from 'vitest';
import { makeWebhookEndpoint } from '@/server/testing/factories/account';
import { auditOf, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'webhook-delivery' });
const off = useServer();
const URL = 'https://hooks.example.com/laris';

const create = (us: Tenant, at = server) =>
  at.call(us.key, 'POST', '/api/v1/webhooks/endpoints', { body: { url: URL } });
const countOf = ({ accountId }: Tenant, at = server): Promise<number> =>
  at.services.database.prisma.webhookEndpoint.count({ where: { accountId } });
const fill = async (us: Tenant, count: number, at = server): Promise<string[]> =>
  (await Promise.all(Array.from({ length: count }, () => makeWebhookEndpoint(at.services, us.accountId)))).map(
    ({ id }) => id,
  );

describe('a workspace', () => {
  it('has at most 20 endpoints, those that are off included; one that is deleted makes room', async () => {
    const us = await server.makeTenant();
    const [first] = await fill(us, 19);
    await server.services.database.prisma.webhookEndpoint.updateMany({ where: { id: first }, data: { active: false } });
    expectData(await create(us), 201);
    expect(expectError(await create(us), 409, 'LIMIT_REACHED').message).toContain('20');
    expect(await countOf(us)).toBe(20);
    expect(await auditOf(server, us.accountId)).toHaveLength(1);
    expectData(await create(server.theirs), 201);
    expectData(await server.call(us.key, 'DELETE', `/api/v1/webhooks/endpoints/${first}`));
    expectData(await create(us), 201);
  });

  it('has exactly 20 when thirty are asked for at once', async () => {
    const us = await server.makeTenant();
    await fill(us, 5);
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(us)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(15);
    for (const answer of answers) if (answer.status !== 201) expectError(answer, 409, 'LIMIT_REACHED');
    expect(await countOf(us)).toBe(20);
  });

  it('that had more keeps and changes them', async () => {
    const us = await server.makeTenant();
    const [first] = await fill(us, 23);
    expectError(await create(us), 409, 'LIMIT_REACHED');
    const path = `/api/v1/webhooks/endpoints/${first}`;
    expectData(await server.call(us.key, 'PATCH', path, { body: { active: false } }));
    expectData(await server.call(us.key, 'DELETE', path));
    expect(await countOf(us)).toBe(22);
    expectError(await create(us), 409, 'LIMIT_REACHED');
  });

  it('has as many as it likes where nothing is delivered', async () => {
    const us = await off.makeTenant();
    await fill(us, 20, off);
    expectData(await create(us, off), 201);
    expect(await countOf(us, off)).toBe(21);
  });
});
