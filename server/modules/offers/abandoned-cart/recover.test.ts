/** POST /api/v1/abandoned-cart/recover (docs/contract/abandoned-cart.md#recovering). */
import { beforeEach, describe, expect, it } from 'vitest';
import { makePixels, makeReminder } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, bySession, expectData, expectError, snapshotOf } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/abandoned-cart/recover';
const prisma = () => server.services.database.prisma;
const HOUR = 3_600_000;
const PURCHASE = new Date('2026-05-10T12:00:00.000Z');

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant();
});
const make = (hoursBefore: number, more: object = {}, who = us) =>
  makeReminder(server.services.database, who.accountId, {
    customerId: 'ani',
    sentAt: new Date(PURCHASE.getTime() - hoursBefore * HOUR),
    ...more,
  });
const recover = (more: object = {}, who = us): Promise<Answer> =>
  server.call(who.key, 'POST', PATH, {
    body: { customerId: 'ani', checkoutSessionId: 's1', completedAt: PURCHASE.toISOString(), ...more },
  });
const row = (id: string) => prisma().abandonedCartReminder.findFirstOrThrow({ where: { id } });

describe('recover', () => {
  it('marks the most recent unrecovered reminder of the customer, and again the one before', async () => {
    const [older, newest] = [await make(30), await make(2)];
    const others = [await make(1, { customerId: 'budi' }), await make(1, {}, server.theirs)];
    const untouched = await Promise.all(others.map(({ id }) => row(id)));
    expect(expectData(await recover({ accountId: us.accountId }))).toEqual({ recovered: true, reminderId: newest.id });
    expect(await row(newest.id)).toMatchObject({ recoveredAt: PURCHASE, recoveredBySessionId: 's1' });
    expect((await row(older.id)).recoveredAt).toBeNull();
    // Not idempotent, as the contract says.
    expect(expectData(await recover())).toEqual({ recovered: true, reminderId: older.id });
    const none = await recover();
    expect(none.text).toContain('"data":{"recovered":false}');
    expect(await Promise.all(others.map(({ id }) => row(id)))).toEqual(untouched);
    expect(await auditOf(server, us.accountId)).toEqual([]);
  });

  it.each([
    [0, true],
    [72, true],
    [72 + 1 / HOUR, false],
    [-1 / HOUR, false],
    [71.999, true],
    [-100, false],
  ])('finds a reminder %d hours before the purchase: %s', async (hours, expected) => {
    const reminder = await make(hours);
    expect(expectData(await recover())).toEqual(
      expected ? { recovered: true, reminderId: reminder.id } : { recovered: false },
    );
    expect((await row(reminder.id)).recoveredAt).toEqual(expected ? PURCHASE : null);
  });

  it('takes now for completedAt, and an instant of any offset', async () => {
    const now = Date.now();
    const reminder = await make(0, { sentAt: new Date(now - HOUR) });
    expect(expectData(await recover({ completedAt: undefined })).reminderId).toBe(reminder.id);
    expect(Math.abs((await row(reminder.id)).recoveredAt!.getTime() - now)).toBeLessThan(60_000);
    const other = await make(1);
    expect(expectData(await recover({ completedAt: '2026-05-10T19:00:00+07:00' })).reminderId).toBe(other.id);
    expect((await row(other.id)).recoveredAt).toEqual(PURCHASE);
  });

  it.each([
    { customerId: undefined },
    { customerId: '' },
    { checkoutSessionId: undefined },
    { checkoutSessionId: 5 },
    { completedAt: '2026-05-10' },
    { completedAt: 'now' },
    { completedAt: 5 },
    { completedAt: '2026-05-10T12:00:00' },
  ])('refuses %j', async (more) => {
    await make(1);
    const before = await snapshotOf(server, us.accountId);
    expectError(await recover(more), 400, 'VALIDATION');
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });

  it('is called by a signed principal of the workspace', async () => {
    await make(1);
    expectError(
      await bySession(server, us.cookie, 'POST', PATH, { customerId: 'ani', checkoutSessionId: 's' }),
      403,
      'FORBIDDEN',
    );
    expectError(await recover({ accountId: server.theirs.accountId }), 403, 'ACCOUNT_MISMATCH');
    expect(expectData(await recover({}, await server.makeTenant()))).toEqual({ recovered: false });
    const body = { customerId: 'ani', checkoutSessionId: 's', completedAt: PURCHASE.toISOString() };
    expect(
      expectData(
        await server.call(server.platform, 'POST', PATH, { body, headers: { 'X-Svc-On-Behalf-Of': us.accountId } }),
      ).recovered,
    ).toBe(true);
  });

  it('marks as many reminders as there are, each once, when calls come at once', async () => {
    for (let round = 0; round < 12; round++) {
      const customerId = unique('ani');
      const reminders = await Promise.all(Array.from({ length: 3 }, (_, n) => make(n + 1, { customerId })));
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => recover({ customerId, checkoutSessionId: `s${n}` })),
      );
      const marked = answers.map((answer) => expectData(answer).reminderId as string | undefined);
      expect(marked.filter((id) => id !== undefined).sort()).toEqual(reminders.map(({ id }) => id).sort());
      // The session that stands in a reminder is the one that was told so.
      for (const [n, id] of marked.entries())
        if (id !== undefined) expect((await row(id)).recoveredBySessionId).toBe(`s${n}`);
    }
  });

  it('finds the only reminder also when another holds it and lets go of it', async () => {
    const reminder = await make(1);
    const client = await server.services.database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(
        `UPDATE "AbandonedCartReminder" SET "recoveredAt" = now() WHERE "accountId" = $1 AND id = $2`,
        [us.accountId, reminder.id],
      );
      const waiting = recover();
      await new Promise((resolve) => setTimeout(resolve, 150));
      await client.query('ROLLBACK');
      expect(expectData(await waiting)).toEqual({ recovered: true, reminderId: reminder.id });
    } finally {
      client.release();
    }
  });
});

describe('the purchase', () => {
  it('is noted for the pixels in the same transaction, with the cart’s value', async () => {
    await makePixels(server.services, us.accountId);
    await make(1, { valueAtSend: 99_000n, currencyAtSend: 'USD' });
    const checkoutSessionId = unique('s');
    expectData(await recover({ checkoutSessionId }));
    expect(await prisma().pixelConversion.findMany({ where: { accountId: us.accountId } })).toMatchObject([
      {
        eventId: checkoutSessionId,
        value: 99_000n,
        currency: 'USD',
        valueFrom: 'recover',
        customerId: 'ani',
        occurredAt: PURCHASE,
        status: 'waiting',
      },
    ]);
    expectData(await recover({ checkoutSessionId: unique('s') }));
    expect(await prisma().pixelConversion.count({ where: { accountId: us.accountId } })).toBe(1);
  });

  it('that cannot be noted leaves the reminder unrecovered', async () => {
    await makePixels(server.services, us.accountId);
    const reminder = await make(1);
    const { pool } = server.services.database;
    await pool.query(`ALTER TABLE "PixelConversion" ADD CONSTRAINT refuse CHECK ("eventId" <> 'refused')`);
    try {
      expectError(await recover({ checkoutSessionId: 'refused' }), 500, 'INTERNAL');
    } finally {
      await pool.query('ALTER TABLE "PixelConversion" DROP CONSTRAINT refuse');
    }
    expect((await row(reminder.id)).recoveredAt).toBeNull();
  });
});
