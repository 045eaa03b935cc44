/** kill -9 of a worker between the links that it wrote and their commit, again and again: every entry is linked once. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { openDatabase } from '@/server/platform/db/client';
import { systemDb } from '@/server/platform/db/workspace';
import { verify } from '@/server/modules/account/audit-log/verify';
import { createTestDatabase } from '@/server/testing/database';
import { makeAuditEntry } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';

const KILLS = 4;
const PER_TURN = 20;
const program = useProgram('server/testing/audit-chain-worker.ts');

it('leaves no gap and no entry twice', { timeout: 240_000 }, async () => {
  const testDatabase = await createTestDatabase();
  const environment = {
    DATABASE_URL: testDatabase.url,
    LARIS_EMBEDDED: '1',
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
  };
  const database = openDatabase(testDatabase.url);
  const accountId = 'ckilled';
  const links = () => database.prisma.auditLink.count({ where: { accountId } });
  const pending = () => database.prisma.auditPending.count({ where: { accountId } });
  let worker = await program.start(environment);
  try {
    let written = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      for (let n = 0; n < PER_TURN; n++, written++) await makeAuditEntry(database, accountId);
      const heard = once(worker, 'message');
      worker.send('stop short');
      await heard;
      const next = program.start(environment);
      await kill9(worker);
      // It had written, and nothing of it is there.
      expect([await links(), await pending()]).toEqual([0, written]);
      worker = await next;
    }
    // The second takes over from the first, whenever that dies.
    const second = await program.start(environment);
    for (const each of [worker, second]) each.send('go');
    await kill9(worker);
    worker = second;
    await eventually(async () => expect(await pending()).toBe(0));
    expect(await verify(systemDb(database, accountId))).toEqual({ ok: true, checked: written, firstBrokenId: null });
    expect(await links()).toBe(written);
  } finally {
    await kill9(worker);
    await database.close();
    await testDatabase.drop();
  }
});
