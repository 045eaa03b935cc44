/** What the public pages for creators show: briefs and a program that are open to all, and somebody who sold. */
import { openDatabase } from '@/server/platform/db/client';
import { portalToken } from '@/server/modules/creators/collaborations/portal-token';
import { makeBrief, makeCollaboration, makeProgram, TEN_PERCENT } from '@/server/testing/creators';

const BRIEFS = 20;

export interface CreatorPages {
  briefId: string;
  /** Of the affiliate who sold. */
  portalToken: string;
}

const INSERT_COMMISSIONS = `
  INSERT INTO "Commission" ("accountId", "programId", "collaborationId", "checkoutSessionId", "orderAmount", amount, currency, status, flags, terms, "occurredAt", "createdAt", "updatedAt")
  SELECT $1, $2, $3, $3 || n, 100000, 10000, 'IDR', 'approved', '[]', $4::jsonb, now(), now() - n * interval '1 hour', now() FROM generate_series(1, 100) n`;

export async function makeCreatorPages(
  databaseUrl: string,
  appSecret: string,
  accountId: string,
): Promise<CreatorPages> {
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const briefs: string[] = [];
    for (let brief = 0; brief < BRIEFS; brief++) briefs.push(await makeBrief(database, accountId));
    const programId = await makeProgram(database, accountId);
    const { id } = await makeCollaboration(
      database,
      accountId,
      { programId },
      { status: 'active', linkCode: 'benchpg2' },
    );
    await database.pool.query(INSERT_COMMISSIONS, [accountId, programId, id, JSON.stringify(TEN_PERCENT)]);
    return { briefId: briefs[0] ?? '', portalToken: portalToken([appSecret], { accountId, id, version: 1 }) };
  } finally {
    await database.close();
  }
}
