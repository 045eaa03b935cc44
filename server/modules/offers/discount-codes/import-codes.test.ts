/** Codes of a file (docs/contract/discount-codes.md#from-a-file). */
import { describe, expect, it } from 'vitest';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { expectData, snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINIMUM = { type: 'percent', value: 10, currency: 'IDR' };
const code = (name: string, more: Record<string, unknown> = {}) => ({ code: name, ...MINIMUM, ...more });
const ask = (what: 'importCodes' | 'knownCodes', codes: unknown[], tenant: Tenant = server.ours) =>
  trpc(server, 'mutation', `discountCodes.${what}`, { codes }, { cookie: tenant.cookie });

describe('codes of a file', () => {
  it('become what POST makes of them, each in the audit log', async () => {
    const name = unique('File-');
    const sent = code(name, {
      description: 'd',
      minPurchaseAmount: 5000,
      maxUsesTotal: 3,
      maxUsesPerCustomer: 1,
      startsAt: '2026-01-01T00:00:00Z',
      expiresAt: '2099-01-01T00:00:00Z',
      active: false,
      public: true,
    });
    expect((await ask('importCodes', [sent])).data).toEqual({ created: 1, known: 0 });
    const made = await prisma().discountCode.findFirstOrThrow({
      where: { accountId: server.ours.accountId, code: name },
    });
    const read = (id: string) => server.call(server.ours.key, 'GET', `/api/v1/discount-codes/${id}`);
    const twin = expectData(
      await server.call(server.ours.key, 'POST', '/api/v1/discount-codes', {
        body: { ...sent, code: unique('Hand-') },
      }),
      201,
    );
    const differs = { id: null, code: null, createdAt: null, updatedAt: null };
    expect({ ...expectData(await read(made.id)), ...differs }).toEqual({ ...twin, ...differs });
    const entries = await prisma().auditEntry.findMany({
      where: { accountId: server.ours.accountId, targetId: made.id },
    });
    expect(entries).toMatchObject([
      { action: 'discount_code.create', actorKind: 'session', targetType: 'discount_code', data: { code: name } },
    ]);
  });

  it('leaves what is here as it is, in any case, archived ones too; of two the first counts', async () => {
    const there = await makeDiscountCode(server.services.database, server.ours.accountId, {
      code: unique('there-'),
      active: false,
    });
    const fresh = unique('fresh-');
    const file = [
      code(there.code.toUpperCase(), { value: 99 }),
      code(fresh, { value: 1 }),
      code(fresh.toUpperCase(), { value: 2 }),
    ];
    expect((await ask('knownCodes', [there.code.toUpperCase(), fresh])).data).toEqual({ known: 1 });
    expect((await ask('importCodes', file)).data).toEqual({ created: 1, known: 2 });
    const rows = await prisma().discountCode.findMany({
      where: { accountId: server.ours.accountId, code: { in: [there.code, fresh, fresh.toUpperCase()] } },
    });
    expect(rows.find(({ id }) => id === there.id)).toMatchObject({ value: 10n, active: false });
    expect(rows.filter(({ id }) => id !== there.id)).toMatchObject([{ code: fresh, value: 1n }]);
    // Sent again, as after an answer that was lost.
    const before = await snapshotOf(server, server.ours.accountId);
    expect((await ask('importCodes', file)).data).toEqual({ created: 0, known: 3 });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it('is all or nothing, and knows only its own workspace', async () => {
    const [good, theirs] = [unique('good-'), unique('theirs-')];
    await makeDiscountCode(server.services.database, server.theirs.accountId, { code: theirs });
    expect((await ask('knownCodes', [theirs])).data).toEqual({ known: 0 });
    const before = await snapshotOf(server, server.ours.accountId);
    const bad = code(unique('bad-'), { value: 101 });
    expect(await ask('importCodes', [code(good), bad])).toMatchObject({ status: 400, code: 'INVALID_VALUE' });
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
    expect((await ask('importCodes', [code(theirs)])).data).toEqual({ created: 1, known: 0 });
  });

  it('keeps the plan’s limit, also of two at once, and lets archived ones in', async () => {
    const tenant = await server.makeTenant({ plan: null });
    const two = [code(unique('a-')), code(unique('b-'))];
    expect(await ask('importCodes', two, tenant)).toMatchObject({ status: 403, code: 'PLAN_LIMIT' });
    expect(await prisma().discountCode.count({ where: { accountId: tenant.accountId } })).toBe(0);
    const archived = two.map((each) => ({ ...each, active: false }));
    expect((await ask('importCodes', archived, tenant)).data).toEqual({ created: 2, known: 0 });
    const answers = await Promise.all(
      ['c-', 'd-', 'e-'].map((name) => ask('importCodes', [code(unique(name))], tenant)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    expect(await prisma().discountCode.count({ where: { accountId: tenant.accountId, active: true } })).toBe(1);
    // The plan is full, and nothing of this is new.
    expect((await ask('importCodes', two, tenant)).data).toEqual({ created: 0, known: 2 });
  });

  it('of one file from two tabs at once come in once', async () => {
    const names = Array.from({ length: 500 }, () => unique('tab-'));
    const file = names.map((name) => code(name));
    const answers = await Promise.all([ask('importCodes', file), ask('importCodes', file.toReversed())]);
    const created = answers.map((answer) => answer.data.created as number);
    expect(created[0]! + created[1]!).toBe(500);
    expect(await prisma().discountCode.count({ where: { code: { in: names } } })).toBe(500);
  });
});
