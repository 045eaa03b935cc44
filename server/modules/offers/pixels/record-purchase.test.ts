/**
 * The outbox of purchases (docs/contract/pixels.md#conversions): what fulfil and recover tell, in any order, becomes
 * one event.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { hashedEmail } from '@/server/platform/vendors/hashing';
import { recordPurchase, type Purchase } from '@/server/modules/offers/pixels/record-purchase';
import { makeAccount } from '@/server/testing/factories/account';
import { makePixels } from '@/server/testing/factories/offers';
import { unique } from '@/server/testing/factories/unique';
import { useServer } from '@/server/testing/server';

const server = useServer();
const NOW = new Date('2026-11-20T10:00:00Z');
const after = (ms: number): Date => new Date(NOW.getTime() + ms);
const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

interface Workspace {
  accountId: string;
}
let us: Workspace;
let session: string;
const makeWorkspace = async (): Promise<Workspace> => ({ accountId: await makeAccount(server.services.database) });
beforeEach(async () => {
  us = await makeWorkspace();
  session = unique('co_');
});

const dbAt = (at: Date, tenant = us) => systemDb(server.services.database, tenant.accountId, at);
const record = (purchase: Partial<Purchase>, at = NOW, tenant = us): Promise<void> =>
  recordPurchase(dbAt(at, tenant), {
    checkoutSessionId: session,
    value: 150_000,
    currency: 'IDR',
    valueFrom: 'fulfil',
    customerId: null,
    email: null,
    occurredAt: at,
    ...purchase,
  });
const fulfil = (more: Partial<Purchase> = {}, at = NOW): Promise<void> =>
  record({ valueFrom: 'fulfil', customerId: 'ani', ...more }, at);
const recover = (more: Partial<Purchase> = {}, at = NOW): Promise<void> =>
  record({ valueFrom: 'recover', value: 99_000, customerId: 'ani', email: 'ani@example.com', ...more }, at);
const rows = (tenant = us) =>
  server.services.database.prisma.pixelConversion.findMany({ where: { accountId: tenant.accountId } });
const row = async () => {
  const found = await rows();
  expect(found).toHaveLength(1);
  return found[0]!;
};

describe('whether an event is noted', () => {
  it('does nothing for a workspace without pixels, switched off, or without id or token', async () => {
    const tenants = [us, await makeWorkspace(), await makeWorkspace(), await makeWorkspace()];
    await makePixels(server.services, tenants[1]!.accountId, { enabled: false });
    await makePixels(server.services, tenants[2]!.accountId, { adPixelAId: null });
    await makePixels(server.services, tenants[3]!.accountId, { token: null });
    for (const tenant of tenants) {
      await record({ customerId: 'ani' }, NOW, tenant);
      expect(await rows(tenant)).toEqual([]);
    }
  });

  it('notes it in its own workspace only, and the same session of another one apart', async () => {
    const them = await makeWorkspace();
    await makePixels(server.services, us.accountId);
    await makePixels(server.services, them.accountId);
    await fulfil();
    expect(await rows(them)).toEqual([]);
    await record({ customerId: 'budi', value: 5 }, NOW, them);
    expect((await rows(them))[0]).toMatchObject({ eventId: session, value: 5n, customerId: 'budi' });
    expect((await row()).value).toBe(150_000n);
  });

  it('takes no value below 0, and no time to come', async () => {
    await makePixels(server.services, us.accountId);
    await fulfil({ value: -1 });
    expect(await rows()).toEqual([]);
    await fulfil({ occurredAt: after(DAY) });
    expect((await row()).occurredAt).toEqual(NOW);
  });
});

describe('one purchase', () => {
  beforeEach(() => makePixels(server.services, us.accountId));

  it('told by fulfil with a customer is due at once', async () => {
    await fulfil();
    expect(await row()).toMatchObject({
      eventId: session,
      value: 150_000n,
      currency: 'IDR',
      valueFrom: 'fulfil',
      customerId: 'ani',
      emailHash: null,
      status: 'waiting',
      dueAt: NOW,
      occurredAt: NOW,
      isTest: false,
    });
  });

  it('told by fulfil of nobody waits a day for somebody', async () => {
    await fulfil({ customerId: null });
    expect(await row()).toMatchObject({ customerId: null, dueAt: after(DAY) });
  });

  it('told by recover alone waits half a minute for the exact amount', async () => {
    await recover();
    expect(await row()).toMatchObject({
      value: 99_000n,
      valueFrom: 'recover',
      emailHash: hashedEmail('ani@example.com'),
      dueAt: after(30 * SECOND),
    });
  });

  it('told by recover, then fulfil: the exact amount, the e-mail, at once', async () => {
    await recover();
    await fulfil({ customerId: null, currency: 'USD' }, after(2 * SECOND));
    expect(await row()).toMatchObject({
      value: 150_000n,
      currency: 'USD',
      valueFrom: 'fulfil',
      customerId: 'ani',
      emailHash: hashedEmail('ani@example.com'),
      dueAt: after(2 * SECOND),
      occurredAt: NOW,
    });
  });

  it('told by fulfil of nobody, then recover: the same', async () => {
    await fulfil({ customerId: null });
    await recover({ occurredAt: after(-SECOND) }, after(2 * SECOND));
    expect(await row()).toMatchObject({
      value: 150_000n,
      valueFrom: 'fulfil',
      customerId: 'ani',
      emailHash: hashedEmail('ani@example.com'),
      dueAt: after(2 * SECOND),
      occurredAt: after(-SECOND),
    });
  });

  it('told again says nothing new: the first amount of its kind stays, nobody is replaced, and no time is put off', async () => {
    await recover();
    await recover({ value: 1, customerId: 'budi', email: 'budi@example.com' }, after(10 * SECOND));
    expect(await row()).toMatchObject({
      value: 99_000n,
      customerId: 'ani',
      emailHash: hashedEmail('ani@example.com'),
      dueAt: after(30 * SECOND),
    });
    await fulfil({}, after(11 * SECOND));
    await fulfil({ value: 1 }, after(12 * SECOND));
    await recover({ value: 2 }, after(13 * SECOND));
    expect(await row()).toMatchObject({ value: 150_000n, valueFrom: 'fulfil' });
  });

  it.each(['sent', 'failed', 'skipped'])('that is %s stays as it is', async (status) => {
    await recover();
    await server.services.database.prisma.pixelConversion.updateMany({
      where: { accountId: us.accountId },
      data: { status, dueAt: null, skipReason: status === 'skipped' ? 'PIXEL_OFF' : null },
    });
    const before = await row();
    await fulfil({ customerId: 'budi' }, after(SECOND));
    expect(await row()).toEqual(before);
  });

  it('that a worker holds, or that waits for another attempt, is completed but keeps its time', async () => {
    await recover();
    const hold = (data: object) =>
      server.services.database.prisma.pixelConversion.updateMany({ where: { accountId: us.accountId }, data });
    await hold({ claimedBy: 'worker', dueAt: after(120 * SECOND) });
    await fulfil({}, after(SECOND));
    expect(await row()).toMatchObject({ value: 150_000n, dueAt: after(120 * SECOND), claimedBy: 'worker' });
    await hold({ claimedBy: null, attempts: 1, dueAt: after(60 * SECOND) });
    await recover({}, after(2 * SECOND));
    expect(await row()).toMatchObject({ value: 150_000n, dueAt: after(60 * SECOND) });
  });

  it('told by both many times at once is one event with the exact amount and the e-mail', async () => {
    for (let round = 0; round < 5; round++) {
      session = unique('co_');
      await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? fulfil({ customerId: null }) : recover())));
      const found = (await rows()).filter(({ eventId }) => eventId === session);
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({
        value: 150_000n,
        valueFrom: 'fulfil',
        customerId: 'ani',
        emailHash: hashedEmail('ani@example.com'),
        dueAt: NOW,
      });
    }
  });

  it('is undone with the transaction that reports it', async () => {
    const db = dbAt(NOW);
    await expect(
      db.prismaTransaction(async (tx) => {
        await recordPurchase(tx, {
          checkoutSessionId: session,
          value: 1,
          currency: 'IDR',
          valueFrom: 'fulfil',
          customerId: 'ani',
          email: ' Ani@Example.com ',
          occurredAt: NOW,
        });
        expect(await tx.prisma.pixelConversion.findFirst({ where: { eventId: session } })).toMatchObject({
          emailHash: hashedEmail('ani@example.com'),
        });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
  });
});
