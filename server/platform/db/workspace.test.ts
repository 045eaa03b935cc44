/** The handle cannot leave its workspace, whatever a service asks of it. */
import { describe, expect, it } from 'vitest';
import { workspaceStatement } from '@/server/platform/db/statement';
import { publicWorkspace, type StatementTx, SYSTEM, systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { useServer } from '@/server/testing/server';

const server = useServer();
const open = (accountId: string): WorkspaceDb => systemDb(server.services.database, accountId);

const codeById = workspaceStatement<{ id: string }, [id: string]>(
  'test.code-by-id',
  'SELECT id FROM "DiscountCode" WHERE "accountId" = $1 AND id = $2',
);
const sneaky = workspaceStatement<{ id: string }>(
  'test.sneaky',
  'WITH gone AS (DELETE FROM "DiscountCode" WHERE "accountId" = $1 RETURNING id) SELECT id FROM gone',
);

describe('WorkspaceDb', () => {
  it('reads nothing of a neighbour through any Prisma read', async () => {
    const { database } = server.services;
    const { id } = await makeDiscountCode(database, server.theirs.accountId);
    const { prisma } = open(server.ours.accountId);
    expect(
      await prisma.discountCode.findUnique({ where: { accountId_id: { accountId: server.theirs.accountId, id } } }),
    ).toBeNull();
    expect(await prisma.discountCode.findFirst({ where: { id } })).toBeNull();
    expect(
      await prisma.discountCode.findMany({ where: { OR: [{ id }, { accountId: server.theirs.accountId }] } }),
    ).toEqual([]);
    expect(await prisma.discountCode.count({ where: { id } })).toBe(0);
    expect((await prisma.discountCode.aggregate({ where: { id }, _count: true }))._count).toBe(0);
    expect(await prisma.discountCode.groupBy({ by: ['id'], where: { id } })).toEqual([]);
  });

  it('shows one state of the rows to all statements of a snapshot, and lets none of them write', async () => {
    const { database } = server.services;
    const db = open(server.ours.accountId);
    const { id } = await makeDiscountCode(database, server.ours.accountId);
    const read = await db.snapshot(async (tx) => {
      const before = await tx.rows(codeById, id);
      await database.prisma.discountCode.delete({ where: { accountId_id: { accountId: server.ours.accountId, id } } });
      return [before, await tx.rows(codeById, id)];
    });
    expect(read).toEqual([[{ id }], [{ id }]]);
    expect(await db.rows(codeById, id)).toEqual([]);
    await expect(db.snapshot((tx) => tx.rows(sneaky))).rejects.toMatchObject({ code: '25006' });
  });

  it('changes and deletes nothing of a neighbour through any Prisma write', async () => {
    const { database } = server.services;
    const { id, code } = await makeDiscountCode(database, server.theirs.accountId);
    const { prisma } = open(server.ours.accountId);
    const theirs = { accountId_id: { accountId: server.theirs.accountId, id } };
    await expect(prisma.discountCode.update({ where: theirs, data: { active: false } })).rejects.toThrow();
    await expect(prisma.discountCode.delete({ where: theirs })).rejects.toThrow();
    expect((await prisma.discountCode.updateMany({ where: { id }, data: { active: false } })).count).toBe(0);
    expect((await prisma.discountCode.deleteMany({ where: { id } })).count).toBe(0);
    expect(await database.prisma.discountCode.findFirst({ where: { id } })).toMatchObject({
      code,
      active: true,
      accountId: server.theirs.accountId,
    });
  });

  it("makes its own row where an upsert names the neighbour's", async () => {
    const { database } = server.services;
    const id = await makeMarketingCampaign(database, server.theirs.accountId, { name: 'Theirs' });
    const at = now();
    const row = await open(server.ours.accountId).prisma.marketingCampaign.upsert({
      where: { accountId_id: { accountId: server.theirs.accountId, id } },
      update: { name: 'Taken over' },
      create: { accountId: server.theirs.accountId, name: 'Ours', createdAt: at, updatedAt: at },
    });
    expect(row).toMatchObject({ accountId: server.ours.accountId, name: 'Ours' });
    expect(await database.prisma.marketingCampaign.findFirst({ where: { id } })).toMatchObject({
      accountId: server.theirs.accountId,
      name: 'Theirs',
    });
  });

  it("moves no row into the neighbour's workspace, nor connects one with a row of theirs", async () => {
    const { database } = server.services;
    const mine = await makeDiscountCode(database, server.ours.accountId);
    const foreign = await makeMarketingCampaign(database, server.theirs.accountId);
    const { prisma } = open(server.ours.accountId);
    const where = { accountId_id: { accountId: server.ours.accountId, id: mine.id } };
    await prisma.discountCode.update({ where, data: { accountId: server.theirs.accountId, description: 'moved' } });
    await prisma.discountCode.updateMany({ where: { id: mine.id }, data: { accountId: server.theirs.accountId } });
    await expect(
      prisma.discountCode.update({
        where,
        data: { marketingCampaign: { connect: { accountId_id: { accountId: server.theirs.accountId, id: foreign } } } },
      }),
    ).rejects.toThrow();
    await expect(prisma.discountCode.update({ where, data: { marketingCampaignId: foreign } })).rejects.toThrow();
    expect(await database.prisma.discountCode.findFirst({ where: { id: mine.id } })).toMatchObject({
      accountId: server.ours.accountId,
      marketingCampaignId: null,
    });
  });

  it('reads nothing of a neighbour by way of a person who is in both workspaces', async () => {
    const { database } = server.services;
    await database.prisma.membership.create({
      data: { accountId: server.theirs.accountId, userId: server.ours.user.id, role: 'admin', createdAt: now() },
    });
    const { id } = await makeDiscountCode(database, server.theirs.accountId);
    const reach = async (): Promise<string> =>
      JSON.stringify(
        await open(server.ours.accountId).prisma.membership.findMany({
          include: {
            user: { include: { memberships: { include: { account: { include: { discountCodes: true } } } } } },
          },
        }),
        (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      );
    // Refused or empty-handed: either is right.
    expect(await reach().catch(() => '')).not.toContain(id);
  });

  it('has no way around the narrowing that compiles', () => {
    const { prisma } = open(server.ours.accountId);
    // @ts-expect-error -- raw statements go through rows()
    void (() => prisma.$queryRaw`SELECT 1`);
    // @ts-expect-error -- as do those that write
    void (() => prisma.$executeRawUnsafe('DELETE FROM "User"'));
    // @ts-expect-error -- people belong to no workspace
    void (() => prisma.user.findMany());
    // @ts-expect-error -- nor do partners' keys
    void (() => prisma.platformKey.findMany());
    // @ts-expect-error -- a handle is made in server/platform/db/workspace.ts and nowhere else
    const forged: WorkspaceDb = {
      accountId: 'c',
      actor: SYSTEM,
      now: now(),
      prisma,
      rows: () => Promise.resolve([]),
      transaction: () => Promise.reject(new Error()),
    };
    expect(forged).toBeDefined();
  });

  it('writes rows of its own workspace, whatever accountId they carry', async () => {
    const at = now();
    const row = await open(server.ours.accountId).prisma.marketingCampaign.create({
      data: { accountId: server.theirs.accountId, name: 'Lebaran', createdAt: at, updatedAt: at },
    });
    expect(row.accountId).toBe(server.ours.accountId);
    const many = await open(server.ours.accountId).prisma.marketingCampaign.createManyAndReturn({
      data: [{ accountId: server.theirs.accountId, name: 'Imlek', createdAt: at, updatedAt: at }],
    });
    expect(many[0]?.accountId).toBe(server.ours.accountId);
  });

  it('holds inside transactions too, and knows no table without a workspace', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    await open(server.ours.accountId).prismaTransaction(async (tx) => {
      expect(await tx.prisma.discountCode.findFirst({ where: { id } })).toBeNull();
      expect(await tx.rows(codeById, id)).toEqual([]);
    });
    const { prisma } = open(server.ours.accountId) as unknown as { prisma: { user: { findMany(): Promise<unknown> } } };
    await expect(prisma.user.findMany()).rejects.toThrow('does not belong to a workspace');
  });

  it('fills in $1 of every statement itself', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.theirs.accountId);
    expect(await open(server.ours.accountId).rows(codeById, id)).toEqual([]);
    expect(await open(server.theirs.accountId).rows(codeById, id)).toEqual([{ id }]);
  });

  it('rolls back everything of a transaction that fails, its audit rows included', async () => {
    const db = open(server.ours.accountId);
    const before = await db.prisma.auditEntry.count();
    const audited = (tx: StatementTx) => tx.audit({ action: 'test.never', targetType: 'test', targetId: 'x' });
    const changesItsMind = async (tx: StatementTx) => {
      await audited(tx);
      throw new Error('changed my mind');
    };
    const attempts = [
      () => db.transaction(changesItsMind),
      () => db.longTransaction(changesItsMind),
      () =>
        db.prismaTransaction(async (tx) => {
          await tx.prisma.marketingCampaign.create({
            data: { accountId: tx.accountId, name: 'never', createdAt: tx.now, updatedAt: tx.now },
          });
          await changesItsMind(tx);
        }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('changed my mind');
    expect(await db.prisma.marketingCampaign.count({ where: { name: 'never' } })).toBe(0);
    expect(await db.prisma.auditEntry.count()).toBe(before);
  });
});

describe('the database itself', () => {
  it('refuses a reference into another workspace', async () => {
    const foreign = await makeMarketingCampaign(server.services.database, server.theirs.accountId);
    await expect(
      makeDiscountCode(server.services.database, server.ours.accountId, { marketingCampaignId: foreign }),
    ).rejects.toThrow();
  });

  it('refuses to change, delete or truncate the audit log, for its owner as well', async () => {
    const { pool } = server.services.database;
    await pool.query(
      `INSERT INTO "AuditEntry" ("accountId", "actorKind", action, "targetType", "targetId", data, "createdAt") VALUES ($1, 'system', 'test', 'test', 'x', '{}', now())`,
      [server.ours.accountId],
    );
    for (const statement of [
      `UPDATE "AuditEntry" SET action = 'other'`,
      'DELETE FROM "AuditEntry"',
      'TRUNCATE "AuditEntry"',
      'TRUNCATE "AuditEntry" CASCADE',
    ]) {
      await expect(pool.query(statement), statement).rejects.toThrow('append-only');
    }
  });
});

describe('statements', () => {
  it('do not load when they are not bound to a workspace, or share a name', () => {
    expect(() => workspaceStatement('test.unbound', 'SELECT id FROM "DiscountCode" WHERE id = $2')).toThrow(
      'not bound to a workspace',
    );
    expect(() => workspaceStatement('test.code-by-id', 'SELECT 1 WHERE "accountId" = $1')).toThrow('Two statements');
  });

  it.each([
    ['update', 'UPDATE "DiscountCode" SET active = false WHERE "accountId" = $1'],
    ['delete', ' \n DELETE FROM "DiscountCode" WHERE "accountId" = $1'],
    ['insert', 'INSERT INTO "MarketingCampaign" ("accountId", name) VALUES ($1, \'x\')'],
    ['comment', '/* SELECT */ DELETE FROM "DiscountCode" WHERE "accountId" = $1'],
  ])('that write (%s) are refused by the public handle', async (name, text) => {
    await makeDiscountCode(server.services.database, server.ours.accountId);
    const before = await server.services.database.prisma.discountCode.findMany({
      where: { accountId: server.ours.accountId },
      orderBy: { id: 'asc' },
    });
    await expect(
      publicWorkspace(server.services.database, server.ours.accountId, now()).rows(
        workspaceStatement(`test.public-${name}`, text),
      ),
    ).rejects.toThrow();
    expect(
      await server.services.database.prisma.discountCode.findMany({
        where: { accountId: server.ours.accountId },
        orderBy: { id: 'asc' },
      }),
    ).toEqual(before);
  });

  it('write nothing through the public handle', async () => {
    const { id } = await makeDiscountCode(server.services.database, server.ours.accountId);
    const db = publicWorkspace(server.services.database, server.ours.accountId, now());
    await expect(db.rows(sneaky)).rejects.toThrow('the public only reads');
    expect(await db.rows(codeById, id)).toEqual([{ id }]);
  });
});
