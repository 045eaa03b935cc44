/** Decisions, refunds and statements (docs/contract/programs.md#statements), through the doors; and their races. */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { sealCreatorSecret } from '@/server/modules/creators/collaborations/secrets';
import { ripen, sweepClicks } from '@/server/modules/creators/programs/sweep';
import { makeAffiliate, makeCommission, makeProgram, makeStatement } from '@/server/testing/creators';
import { makeAttribution, makeReferralProgram } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { bySession, expectData, expectError } from '@/server/testing/http';
import { programCalls } from '@/server/testing/programs';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const calls = programCalls(server, () => server.ours.key);
const database = () => server.services.database;
const ours = () => server.ours.accountId;
const affiliate = (options: Parameters<typeof makeAffiliate>[2] = {}) => makeAffiliate(database(), ours(), options);
const commission = (made: { id: string; programId: string }, data: Parameters<typeof makeCommission>[3] = {}) =>
  makeCommission(database(), ours(), made, data);
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(now().getTime() + days * DAY_MS);
const statusOf = async (id: string): Promise<string> => (await calls.commission(id)).status as string;
const auditOf = (targetId: string) =>
  database().prisma.auditEntry.findMany({ where: { accountId: ours(), targetId }, orderBy: { id: 'asc' } });

describe('decisions', () => {
  it('let a pending one go at once, and a held one wait out its days', async () => {
    const made = await affiliate();
    const pending = await commission(made);
    const held = await commission(made, { status: 'held' });
    const late = await commission(made, { status: 'held', releaseAt: inDays(-1) });
    const ids = [pending, held, late];
    expect(await calls.approve(ids)).toEqual({ changed: ids, skipped: [] });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'pending', 'approved']);
    expect(await auditOf(held)).toMatchObject([{ action: 'commission.approve', data: { status: 'pending' } }]);
    expect(await calls.commission(pending)).toMatchObject({ decidedBy: expect.any(String) as string });
  });

  it('skip with the reason what they cannot change', async () => {
    const made = await affiliate();
    const states = ['pending', 'approved', 'declined', 'voided', 'paid'];
    const rows = await Promise.all(states.map((status) => commission(made, { status })));
    const suspended = await commission(made, { status: 'held', before: { status: 'pending', flags: [] } });
    const theirs = await makeCommission(
      database(),
      server.theirs.accountId,
      await makeAffiliate(database(), server.theirs.accountId),
      { status: 'held' },
    );
    expect(await calls.decline([...rows, theirs, 'cunknown'])).toEqual({
      changed: [],
      skipped: [
        ...rows.map((id) => ({ id, reason: 'BAD_STATE' })),
        { id: theirs, reason: 'NOT_FOUND' },
        { id: 'cunknown', reason: 'NOT_FOUND' },
      ],
    });
    expect(await calls.approve([suspended, ...rows.slice(1), theirs])).toEqual({
      changed: [],
      skipped: [
        { id: suspended, reason: 'SUSPENDED' },
        ...rows.slice(1).map((id) => ({ id, reason: 'BAD_STATE' })),
        { id: theirs, reason: 'NOT_FOUND' },
      ],
    });
    expect(await calls.decline([suspended], 'Enough.')).toMatchObject({ changed: [suspended] });
    expect(await calls.commission(suspended)).toMatchObject({ status: 'declined', note: 'Enough.' });
    expectError(await calls.call('POST', '/programs/commissions/decline', { ids: [suspended] }), 400, 'VALIDATION');
  });

  it('are for a person again where a suspended affiliate ends; what was approved is payable', async () => {
    const ways = [
      (made: { id: string }) => calls.call('POST', `/collaborations/${made.id}/end`),
      (made: { programId: string }) => calls.call('DELETE', `/programs/${made.programId}`),
    ];
    for (const way of ways) {
      const programId = await makeProgram(database(), ours());
      const made = await affiliate({ programId, terms: { minPayout: 0 } });
      const [approved, pending, other] = [
        await commission(made, { status: 'approved' }),
        await commission(made),
        await commission(made),
      ];
      expectData(await calls.call('POST', `/collaborations/${made.id}/suspend`, { reason: 'Asked.' }));
      expectData(await way({ ...made, programId }));
      expect(await calls.commission(approved)).toMatchObject({ status: 'approved', flags: [] });
      const held = { status: 'held', flags: [{ flag: 'suspended', evidence: {} }] };
      expect(await calls.commission(pending)).toMatchObject(held);
      expect(await calls.commission(other)).toMatchObject(held);
      expect(await calls.approve([pending])).toMatchObject({ changed: [pending], skipped: [] });
      expect(await calls.decline([other], 'Enough.')).toMatchObject({ changed: [other], skipped: [] });
      await calls.issue({ collaborationIds: [made.id] });
      expect((await calls.commission(approved)).statementId).not.toBeNull();
    }
  });

  it('are not made by time: only pending ones ripen', async () => {
    const made = await affiliate();
    const due = { releaseAt: inDays(-1) };
    const [pending, held, early] = [
      await commission(made, due),
      await commission(made, { ...due, status: 'held' }),
      await commission(made),
    ];
    const checkoutSessionId = unique('session-');
    await makeReferralProgram(database(), ours());
    await makeAttribution(database(), ours(), { qualifyingCheckoutSessionId: checkoutSessionId, status: 'rewarded' });
    const referred = await commission(made, { ...due, checkoutSessionId });
    const let_go = await commission(made, { ...due, decidedBy: 'somebody', checkoutSessionId: unique('s') });
    await ripen(database(), now());
    expect(await Promise.all([pending, held, early, referred, let_go].map(statusOf))).toEqual([
      'approved',
      'held',
      'pending',
      'held',
      'approved',
    ]);
    expect((await calls.commission(referred)).flags).toEqual([{ flag: 'also_referred', evidence: {} }]);
  });
});

describe('POST /programs/conversions/void', () => {
  it('works out anew what is left before there is a statement', async () => {
    const checkoutSessionId = unique('session-');
    const id = await commission(await affiliate(), { checkoutSessionId });
    expect(await calls.void(checkoutSessionId, 25_005)).toEqual({
      voided: true,
      commissionId: id,
      amount: 2_501,
      clawbackId: null,
    });
    expect(await calls.commission(id)).toMatchObject({ amount: 7_499, refundedAmount: 25_005, status: 'pending' });
    expect(await calls.void(checkoutSessionId, 1_000)).toMatchObject({ voided: true, amount: 0 });
    expect(await calls.void(checkoutSessionId)).toMatchObject({ voided: true, amount: 7_499 });
    expect(await calls.commission(id)).toMatchObject({ amount: 0, refundedAmount: 100_000, status: 'voided' });
    expect(await calls.void(checkoutSessionId)).toEqual({ voided: false, reason: 'already_voided' });
    expect(await calls.void('unknown')).toEqual({ voided: false, reason: 'no_commission' });
  });

  it('takes back with the next statement what is on one', async () => {
    const made = await affiliate();
    const checkoutSessionId = unique('session-');
    const id = await commission(made, { status: 'approved', checkoutSessionId });
    const [first] = await calls.issue({ collaborationIds: [made.id] });
    expectData(await calls.pay(first.id as string));
    const paid = await calls.commission(id);
    const back = await calls.void(checkoutSessionId, 40_000);
    expect(back).toMatchObject({
      voided: true,
      commissionId: id,
      amount: 4_000,
      clawbackId: expect.any(String) as string,
    });
    expect(await calls.void(checkoutSessionId, 40_000)).toMatchObject({ amount: 0, clawbackId: back.clawbackId });
    expect(await calls.commission(id)).toEqual(paid);
    expect(await calls.commission(back.clawbackId as string)).toMatchObject({
      kind: 'clawback',
      ofCommissionId: id,
      amount: -4_000,
      refundedAmount: 40_000,
      status: 'approved',
    });
    // Below 0 nothing is made: it is carried over until there is enough.
    expect(await calls.issue({ collaborationIds: [made.id] })).toEqual([]);
    await commission(made, { status: 'approved', amount: 3_000n });
    expect(await calls.issue({ collaborationIds: [made.id] })).toEqual([]);
    await commission(made, { status: 'approved', amount: 1_500n });
    const [second] = await calls.issue({ collaborationIds: [made.id] });
    expect(second).toMatchObject({ total: 500, number: (first.number as number) + 1 });
    const { lines } = await calls.statement(second.id as string);
    expect((lines as { amount: number }[]).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      -4_000, 1_500, 3_000,
    ]);
    expect(await calls.void(checkoutSessionId)).toMatchObject({ amount: 6_000 });
    expect(await calls.void(checkoutSessionId)).toEqual({ voided: false, reason: 'already_voided' });
  });

  it('keeps a fixed amount until all of the order is given back', async () => {
    const checkoutSessionId = unique('session-');
    const terms = { type: 'fixed', amount: 10_000, currency: 'IDR', maxPerOrder: null };
    const id = await commission(await affiliate(), { checkoutSessionId, terms });
    expect(await calls.void(checkoutSessionId, 99_999)).toMatchObject({ voided: true, amount: 0 });
    expect(await calls.commission(id)).toMatchObject({ amount: 10_000, refundedAmount: 99_999 });
    expect(await calls.void(checkoutSessionId, 100_000)).toMatchObject({ voided: true, amount: 10_000 });
    expect(await statusOf(id)).toBe('voided');
  });
});

describe('statements', () => {
  it('are one for each affiliate and currency that has enough, with consecutive numbers', async () => {
    const tenant = await server.makeTenant();
    const { issue, statement, cancel, call } = programCalls(server, () => tenant.key);
    const of = (made: { id: string; programId: string }, data: Parameters<typeof makeCommission>[3]) =>
      makeCommission(database(), tenant.accountId, made, { status: 'approved', ...data });
    const rich = await makeAffiliate(database(), tenant.accountId);
    const poor = await makeAffiliate(database(), tenant.accountId, { terms: { minPayout: 10_001 } });
    await of(rich, {});
    await of(rich, { currency: 'USD', amount: 500n });
    await of(rich, { status: 'pending' });
    await of(poor, {});
    // What is least is of rupiah: cents are not to be compared with it.
    await of(poor, { currency: 'USD', amount: 500n });
    const made = await issue();
    const dollars = { currency: 'USD', total: 500 };
    const whole = [
      { collaborationId: rich.id, currency: 'IDR', total: 10_000, status: 'open', reference: null },
      { collaborationId: rich.id, ...dollars },
      { collaborationId: poor.id, ...dollars },
    ].sort((one, other) =>
      one.collaborationId === other.collaborationId ? 0 : one.collaborationId < other.collaborationId ? -1 : 1,
    );
    expect(made).toMatchObject(whole.map((each, place) => ({ ...each, number: 1 + place })));
    expect(await issue()).toEqual([]);
    const first = made.find(({ currency }: { currency: string }) => currency === 'IDR')!;
    const { number } = first;
    expect((await statement(first.id as string)).lines).toMatchObject([
      { kind: 'sale', orderAmount: 100_000, amount: 10_000 },
    ]);
    expectData(await cancel(first.id as string));
    expect(expectData(await cancel(first.id as string))).toMatchObject({ status: 'canceled', number });
    await of(poor, { amount: 1n });
    expect(await issue()).toMatchObject(
      [rich.id, poor.id].sort().map((collaborationId, place) => ({ collaborationId, number: 4 + place })),
    );
    expectError(await call('POST', `/programs/statements/${first.id}/mark-paid`, { reference: 'x' }), 409, 'BAD_STATE');
  });

  it('are paid once, with one reference', async () => {
    const made = await affiliate();
    const id = await makeStatement(database(), ours(), made);
    expect(expectData(await calls.pay(id, 'BCA 1'))).toMatchObject({ status: 'paid', reference: 'BCA 1' });
    const paid = await calls.statement(id);
    expect(expectData(await calls.pay(id, 'BCA 1'))).toEqual(paid);
    const refused = expectError(await calls.pay(id, 'BCA 2'), 409, 'BAD_STATE');
    expect(refused.details).toEqual({ status: 'paid' });
    expectError(await calls.cancel(id), 409, 'BAD_STATE');
    expect(await auditOf(id)).toMatchObject([{ action: 'statement.pay' }]);
    const { lines } = paid as { lines: { commissionId: string }[] };
    expect(await statusOf(lines[0]!.commissionId)).toBe('paid');
  });

  it('are a file for a spreadsheet', async () => {
    const id = await makeStatement(database(), ours(), await affiliate());
    const answer = await server.call(server.ours.key, 'GET', `/api/v1/programs/statements/${id}.csv`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [head, line, total] = answer.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('createdAt,kind,commissionId,orderAmount,amount,currency');
    expect(line).toMatch(/^2.+Z,sale,c\w+,100000,10000,IDR$/);
    expect(total).toBe(',total,,,10000,IDR');
    const foreign = await server.call(server.theirs.key, 'GET', `/api/v1/programs/statements/${id}.csv`);
    expect(foreign.status).toBe(404);
  });

  it('show where the money goes to people only, while they are open, and note who looked', async () => {
    const made = await affiliate();
    const sealed = sealCreatorSecret(server.services.settings, { accountId: ours(), id: made.id }, 'BCA 123 a.n. Sari');
    await database().prisma.collaboration.updateMany({ where: { id: made.id }, data: { bankDetails: sealed } });
    const id = await makeStatement(database(), ours(), made);
    const path = `/api/v1/programs/statements/${id}/bank-details`;
    expectError(await server.call(server.ours.key, 'GET', path), 403, 'FORBIDDEN');
    expect(await auditOf(id)).toEqual([]);
    const look = () => bySession(server, server.ours.cookie, 'GET', path);
    expect(expectData(await look())).toEqual({ bankDetails: 'BCA 123 a.n. Sari' });
    const entries = await auditOf(id);
    expect(entries).toMatchObject([{ action: 'statement.bank_details' }]);
    expect(JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(
      'BCA',
    );
    expectData(await calls.pay(id));
    expectError(await look(), 409, 'BAD_STATE');
  });

  it('show the bank details of the brief that somebody came by, until they give some for the program', async () => {
    const [made, brief] = [await affiliate(), await affiliate()];
    const give = async (to: { id: string }, text: string) =>
      await database().prisma.collaboration.updateMany({
        where: { id: to.id },
        data: {
          bankDetails: sealCreatorSecret(server.services.settings, { accountId: ours(), id: to.id }, text),
        },
      });
    await database().prisma.collaboration.updateMany({ where: { id: made.id }, data: { ofId: brief.id } });
    const id = await makeStatement(database(), ours(), made);
    const look = async () =>
      expectData(await bySession(server, server.ours.cookie, 'GET', `/api/v1/programs/statements/${id}/bank-details`));
    expect(await look()).toEqual({ bankDetails: null });
    await give(brief, 'BCA 123 a.n. Sari');
    expect(await look()).toEqual({ bankDetails: 'BCA 123 a.n. Sari' });
    await give(made, 'Mandiri 456 a.n. Sari');
    expect(await look()).toEqual({ bankDetails: 'Mandiri 456 a.n. Sari' });
  });
});

describe('at the same time', () => {
  it('one session converted 50 times over two programs earns once', async () => {
    const people = [await affiliate(), await affiliate()];
    const checkoutSessionId = unique('session-');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        calls.convert({ checkoutSessionId, code: people[turn % 2]!.linkCode, amount: 1_000 + turn * 10 }),
      ),
    );
    expect(answers.filter(({ created }) => created === true)).toHaveLength(1);
    expect(new Set(answers.map(({ commissionId }) => commissionId as string)).size).toBe(1);
    expect(await database().prisma.commission.count({ where: { accountId: ours(), checkoutSessionId } })).toBe(1);
  });

  it('a refund and a statement leave what is owed', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const made = await affiliate();
      const checkoutSessionId = unique('session-');
      const id = await commission(made, { status: 'approved', checkoutSessionId });
      await Promise.all([calls.void(checkoutSessionId, 50_000), calls.issue({ collaborationIds: [made.id] })]);
      const rows = await database().prisma.commission.findMany({
        where: { accountId: ours(), collaborationId: made.id },
      });
      expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(5_000n);
      const [statement] = await database().prisma.statement.findMany({ where: { collaborationId: made.id } });
      const sale = rows.find((row) => row.id === id)!;
      expect(statement?.total).toBe(sale.amount);
    }
  });

  it('many who make statements put no commission on two', async () => {
    const tenant = await server.makeTenant();
    const { issue } = programCalls(server, () => tenant.key);
    const people = await Promise.all([1, 2, 3].map(() => makeAffiliate(database(), tenant.accountId)));
    for (const made of people)
      for (let order = 0; order < 3; order++)
        await makeCommission(database(), tenant.accountId, made, { status: 'approved' });
    const made = (await Promise.all(Array.from({ length: 8 }, () => issue()))).flat() as {
      number: number;
      total: number;
    }[];
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    expect(made.map(({ total }) => total)).toEqual([30_000, 30_000, 30_000]);
  });

  it('statements of different affiliates draw consecutive numbers', async () => {
    const tenant = await server.makeTenant();
    const { issue } = programCalls(server, () => tenant.key);
    const people = await Promise.all(Array.from({ length: 8 }, () => makeAffiliate(database(), tenant.accountId)));
    for (const made of people) await makeCommission(database(), tenant.accountId, made, { status: 'approved' });
    const made = (await Promise.all(people.map(({ id }) => issue({ collaborationIds: [id] })))).flat();
    expect(made.map(({ number }) => number as number).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('an approval and a suspension end in one of the two orders', async () => {
    const act = (tenant: Tenant, id: string, verb: string) =>
      server.call(tenant.key, 'POST', `/api/v1/collaborations/${id}/${verb}`, { body: { reason: 'Asked.' } });
    for (let turn = 0; turn < 10; turn++) {
      const made = await affiliate();
      const id = await commission(made, { status: 'held', releaseAt: inDays(-1) });
      const [approved, suspended] = await Promise.all([calls.approve([id]), act(server.ours, made.id, 'suspend')]);
      expectData(suspended);
      expect(await statusOf(id)).toBe('held');
      expectData(await act(server.ours, made.id, 'reinstate'));
      const isFirst = (approved.changed as string[]).includes(id);
      expect(await statusOf(id)).toBe(isFirst ? 'approved' : 'held');
    }
  });
});

it('forgets clicks after 400 days but for their number, and networks after 2', async () => {
  const made = await affiliate({ programId: await makeProgram(database(), ours()) });
  const click = (days: number) =>
    database().prisma.programClick.create({
      data: {
        accountId: ours(),
        collaborationId: made.id,
        programId: made.programId,
        networkHash: 'x',
        clickedAt: inDays(-days),
      },
    });
  const [old, recent, fresh] = [await click(401), await click(3), await click(1)];
  await sweepClicks(database(), now());
  const left = await database().prisma.programClick.findMany({ where: { collaborationId: made.id } });
  expect(left.map(({ id }) => id).sort()).toEqual([recent.id, fresh.id].sort());
  expect(left.find(({ id }) => id === recent.id)?.networkHash).toBeNull();
  expect(left.find(({ id }) => id === fresh.id)?.networkHash).toBe('x');
  expect((await database().prisma.collaboration.findFirstOrThrow({ where: { id: made.id } })).clicks).toBe(1);
  expect(old.id).not.toBe(recent.id);
});
