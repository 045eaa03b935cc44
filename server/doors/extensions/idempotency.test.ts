/**
 * Stored replies (docs/contract/shared.md#idempotency), switched on. extensions-off.test.ts holds that they are off by
 * default.
 */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { pruneRepliesJob } from '@/server/doors/extensions/jobs';
import { makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'idempotency' });

const lists = '/api/v1/contact-lists';
const create = (name: string, idempotencyKey?: string, key = server.ours.key): Promise<Answer> =>
  server.call(key, 'POST', lists, { body: { name }, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
const namesLike = async (name: string, accountId = server.ours.accountId): Promise<number> =>
  await server.services.database.prisma.contactList.count({ where: { accountId, name } });
const isReplay = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

describe('whoever is not let in', () => {
  const send = async (role: 'admin' | 'analyst' | 'marketer', path: string, body: object, key: string) => {
    const { services, ours } = server;
    const user = await makeUser(services.database, ours.accountId, { role });
    const cookie = await makeSession(services, { sub: user.id, accountId: ours.accountId });
    return server.fetch('POST', `/api/v1/${path}`, {
      body,
      headers: { cookie, origin: server.baseUrl, 'idempotency-key': key },
    });
  };

  it('leaves no refusal to others who send the same', async () => {
    const [name, key] = [unique('Blocked '), randomUUID()];
    expectError(await send('analyst', 'contact-lists', { name }, key), 403, 'FORBIDDEN');
    const first = await create(name, key);
    expectData(first, 201);
    expect(isReplay(first)).toBe(false);
  });

  it('is given no reply of others', async () => {
    const [body, key] = [{ name: unique('Secret ') }, randomUUID()];
    const made = expectData(await send('admin', 'api-keys', body, key), 201);
    for (const role of ['marketer', 'analyst'] as const) {
      const answer = await send(role, 'api-keys', body, key);
      expectError(answer, 403, 'FORBIDDEN');
      expect(answer.text).not.toContain(made.secret as string);
    }
    const again = await send('admin', 'api-keys', body, key);
    expect(isReplay(again)).toBe(true);
    expect(expectData(again, 201)).toEqual(made);
  });
});

describe('the same request with the same key', () => {
  it('runs once, and is answered with the same data under a request id of its own', async () => {
    const [name, key] = [unique('Once '), randomUUID()];
    const first = await create(name, key);
    const second = await create(name, key);
    expect(expectData(second, 201)).toEqual(expectData(first, 201));
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    expect(second.body.meta.requestId).not.toBe(first.body.meta.requestId);
    expect(second.headers.get('x-request-id')).toBe(second.body.meta.requestId);
    expect(await namesLike(name)).toBe(1);
  });

  it('gives a refusal again too, also when it would succeed by now', async () => {
    const [name, key] = [unique('Taken '), randomUUID()];
    const { id } = expectData(await create(name), 201);
    expectError(await create(name, key), 409, 'NAME_TAKEN');
    await server.call(server.ours.key, 'DELETE', `${lists}/${id}`);
    const again = await create(name, key);
    expectError(again, 409, 'NAME_TAKEN');
    expect(isReplay(again)).toBe(true);
    expectData(await create(name, randomUUID()), 201);
  });

  it('gives the details of a refusal again', async () => {
    const key = randomUUID();
    const [first, second] = [await create('', key), await create('', key)];
    expect(expectError(second, 400, 'VALIDATION').details).toEqual(expectError(first, 400, 'VALIDATION').details);
  });

  it('of thirty at once is one that runs; the others have its reply or are told to wait', async () => {
    for (let round = 0; round < 5; round++) {
      const [name, key] = [unique('Race '), randomUUID()];
      const answers = await Promise.all(Array.from({ length: 30 }, () => create(name, key)));
      const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.data.id as string));
      expect(ids.size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expectError(answer, 409, 'IDEMPOTENCY_IN_PROGRESS');
        expect(answer.headers.get('retry-after')).toBe('1');
      }
      expect(answers.filter((answer) => answer.status === 201 && !isReplay(answer))).toHaveLength(1);
      expect(await namesLike(name)).toBe(1);
    }
  });
});

describe('the key', () => {
  it.each([
    ['body', () => create(unique('Other '), 'reused-body')],
    [
      'path',
      () =>
        server.call(server.ours.key, 'POST', '/api/v1/api-keys', {
          body: { name: 'First' },
          idempotencyKey: 'reused-body',
        }),
    ],
    [
      'query',
      () =>
        server.call(server.ours.key, 'POST', `${lists}?again=1`, {
          body: { name: 'First' },
          idempotencyKey: 'reused-body',
        }),
    ],
  ])('with another %s is 409 IDEMPOTENCY_MISMATCH, and nothing runs', async (_, other) => {
    await create('First', 'reused-body');
    const before = await server.services.database.prisma.contactList.count();
    expectError(await other(), 409, 'IDEMPOTENCY_MISMATCH');
    expect(await server.services.database.prisma.contactList.count()).toBe(before);
  });

  it('is one of its workspace: the neighbour uses the same text for something else', async () => {
    const [name, key] = [unique('Both '), randomUUID()];
    expectData(await create(name, key), 201);
    expectData(await create(name, key, server.theirs.key), 201);
    expect(await namesLike(name, server.theirs.accountId)).toBe(1);
  });

  it('of a partner belongs to the workspace that it acts for', async () => {
    const [name, key] = [unique('Partner '), randomUUID()];
    const forWhom = (accountId: string): Promise<Answer> =>
      server.call(server.platform, 'POST', lists, { body: { name }, idempotencyKey: key, onBehalfOf: accountId });
    expect(isReplay(await forWhom(server.ours.accountId))).toBe(false);
    expect(isReplay(await forWhom(server.theirs.accountId))).toBe(false);
    expect(isReplay(await forWhom(server.ours.accountId))).toBe(true);
  });

  it('is not looked at on reads, and an empty one counts as none', async () => {
    const name = unique('Read ');
    expectData(await create(name, ''), 201);
    expectError(await create(name, ''), 409, 'NAME_TAKEN');
    for (let round = 0; round < 2; round++)
      expect(isReplay(await server.call(server.ours.key, 'GET', lists, { idempotencyKey: 'read' }))).toBe(false);
  });

  it('has at most 255 characters', async () => {
    expectError(await create(unique('Long '), 'k'.repeat(256)), 400, 'VALIDATION');
    expectData(await create(unique('Long '), 'k'.repeat(255)), 201);
  });

  it('must still be signed: another key than the signed one does not match', async () => {
    const answer = await server.call(server.ours.key, 'POST', lists, {
      body: { name: 'x' },
      idempotencyKey: 'signed',
      headers: { 'idempotency-key': 'sent' },
    });
    expectError(answer, 401, 'INVALID_SIGNATURE');
  });
});

describe('what is stored', () => {
  it('shows nothing of a secret that the reply held', async () => {
    const key = randomUUID();
    const mint = () =>
      server.call(server.ours.key, 'POST', '/api/v1/api-keys', { body: { name: 'Once' }, idempotencyKey: key });
    const { secret } = expectData(await mint(), 201);
    expect(expectData(await mint(), 201).secret).toBe(secret);
    const rows = await server.services.database.prisma.idempotentReply.findMany();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('base64url').slice(4, 30));
  });

  it('is not a failure of ours: after a 500 the request runs', async () => {
    const [name, key] = [unique('Broken '), randomUUID()];
    const { pool } = server.services.database;
    await pool.query(
      `CREATE FUNCTION fail_list() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not today'; END $$`,
    );
    await pool.query(
      `CREATE TRIGGER fail_list BEFORE INSERT ON "ContactList" FOR EACH ROW WHEN (NEW.name = '${name}') EXECUTE FUNCTION fail_list()`,
    );
    try {
      expectError(await create(name, key), 500, 'INTERNAL');
    } finally {
      await pool.query('DROP TRIGGER fail_list ON "ContactList"');
    }
    const answer = await create(name, key);
    expectData(answer, 201);
    expect(isReplay(answer)).toBe(false);
  });

  it('lets a dead request be replaced by the same one, not by another', async () => {
    const [name, key] = [unique('Dead '), randomUUID()];
    expectData(await create(name, key), 201);
    const { pool } = server.services.database;
    await pool.query(
      `UPDATE "IdempotentReply" SET status = NULL, body = NULL, "heldUntil" = now() - interval '1 second'`,
    );
    expectError(await create(unique('Other '), key), 409, 'IDEMPOTENCY_MISMATCH');
    const answer = await create(name, key);
    // It ran again, and what keeps the change from happening twice is its own key.
    expectError(answer, 409, 'NAME_TAKEN');
    expect(isReplay(answer)).toBe(false);
  });

  it('is forgotten after 24 hours: by whoever uses the key, and by the worker', async () => {
    const [name, key] = [unique('Old '), randomUUID()];
    const { id } = expectData(await create(name, key), 201);
    await server.call(server.ours.key, 'DELETE', `${lists}/${id}`);
    const { pool } = server.services.database;
    const age = () => pool.query(`UPDATE "IdempotentReply" SET "expiresAt" = "expiresAt" - interval '24 hours'`);
    await age();
    const answer = await create(name, key);
    expect(isReplay(answer)).toBe(false);
    expectData(answer, 201);
    await age();
    await pruneRepliesJob.run(server.services, {});
    expect(
      await server.services.database.prisma.idempotentReply.count({ where: { accountId: server.ours.accountId } }),
    ).toBe(0);
  });
});
