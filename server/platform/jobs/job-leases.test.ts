/** A job whose process was killed, or that was taken and never came, is not locked for hours: it begins anew elsewhere. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type Database } from '@/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '@/server/testing/database';
import { makeAccount, makeUser } from '@/server/testing/factories/account';
import { eventually } from '@/server/testing/http';
import { kill9, useProgram } from '@/server/testing/program';
import { startSmtp, type SmtpServer } from '@/server/testing/smtp';

/** As in server/testing/queue-worker.ts. */
const LEASE_MS = 4_000;
const LATER = new Date('2100-01-01T00:00:00Z');
const program = useProgram('server/testing/queue-worker.ts');
const sockets: Socket[] = [];
/** A mail server that takes a connection and says nothing. */
const silent = net.createServer((socket) => void sockets.push(socket));

let testDatabase: TestDatabase;
let database: Database;
let smtp: SmtpServer;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url);
  smtp = await startSmtp();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(async () => {
  for (const worker of workers) await kill9(worker);
  sockets.forEach((socket) => socket.destroy());
  silent.close();
  await database.close();
  await testDatabase.drop();
});

async function start(mail: string): Promise<ChildProcess> {
  const worker = await program.start({
    DATABASE_URL: testDatabase.url,
    APP_SECRET: 'a'.repeat(40),
    UNSUBSCRIBE_SECRET: 'u'.repeat(40),
    SMTP_URL: mail,
    MAIL_FROM: 'laris@example.test',
  });
  workers.push(worker);
  return worker;
}

/** Somebody has forgotten their password. @param locked as if a process had taken the job, whose answer was lost */
async function forgetful({ locked = false } = {}): Promise<string> {
  const { email } = await makeUser(database, await makeAccount(database));
  await database.pool.query(
    `SELECT id FROM graphile_worker.add_job('accounts.mail-reset', payload => $1::json, run_at => $2::timestamptz)`,
    [JSON.stringify({ email, language: 'en' }), locked ? LATER : new Date()],
  );
  if (locked)
    await database.pool.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now(), locked_at = now(), locked_by = 'pool-unheard', attempts = 1 WHERE run_at = $1`,
      [LATER],
    );
  return email;
}

const waiting = async (): Promise<number> =>
  (await database.pool.query(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'accounts.mail-reset'`))
    .rowCount ?? 0;

it('stays with who runs it for as long as that takes, and is run by another once that is killed', async () => {
  const first = await start(`smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const email = await forgetful();
  await eventually(() => expect(sockets).toHaveLength(1));
  await start(smtp.url);
  await sleep(2 * LEASE_MS);
  expect(smtp.mails).toEqual([]);

  await kill9(first);
  await eventually(() => void smtp.lastTo(email));
  await eventually(async () => expect(await waiting()).toBe(0));
  expect(smtp.mails).toHaveLength(1);
});

it('is run although whoever took it never heard of it', async () => {
  const email = await forgetful({ locked: true });
  await eventually(() => void smtp.lastTo(email));
  await eventually(async () => expect(await waiting()).toBe(0));
});
