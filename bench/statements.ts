/** A statement of as many lines as one takes: made, read and as a file, and what the server's memory does. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeyStore } from '@/server/platform/auth/keys';
import { openDatabase } from '@/server/platform/db/client';
import { makeProgram, makeCollaboration, TEN_PERCENT } from '@/server/testing/creators';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import { signedHeaders } from '@/server/testing/sign';
import { median } from './lib/compare';
import { peakOf } from './lib/peak';
import { startOurs, type OurOptions } from './lib/servers';
import { lay } from './lib/table';

const LINES = 10_000;
const GOAL_MS = 2_000;

const INSERT_COMMISSIONS = `
  INSERT INTO "Commission" ("accountId", "programId", "collaborationId", "checkoutSessionId", "orderAmount", amount, currency, status, flags, terms, "occurredAt", "createdAt", "updatedAt")
  SELECT $1, $2, $3, $3 || n, 100000, 10000, 'IDR', 'approved', '[]', $4::jsonb, now(), now() - n * interval '1 second', now() FROM generate_series(1, ${LINES}) n`;

const FLOOR = `SELECT c.id, c.kind, c."orderAmount", c.amount, c."createdAt" FROM "Commission" c WHERE c."accountId" = $1 AND c."collaborationId" = $2 AND c.status = 'paid' ORDER BY c."createdAt", c.id`;

/** @returns the figures as Markdown */
export async function measureStatements(options: OurOptions, rounds: number): Promise<string> {
  const { databaseUrl, appSecret } = options;
  const ours = await startOurs({ ...options, collectable: true });
  const database = openDatabase(databaseUrl, { poolSize: 2, name: 'bench' });
  try {
    const accountId = await makeAccount(database);
    const key = await makeKey(database, new KeyStore(database, [appSecret], () => undefined), accountId);
    const programId = await makeProgram(database, accountId);
    const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<{ ms: number; text: string }> => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const url = `/api/v1/programs/statements${path}`;
      const began = performance.now();
      const response = await fetch(ours.url + url, {
        method,
        headers: { ...signedHeaders(key, { method, url, body: text }), 'content-type': 'application/json' },
        ...(text !== undefined && { body: text }),
      });
      const answered = await response.text();
      if (!response.ok) throw new Error(`${method} ${url} answers ${response.status}: ${answered.slice(0, 300)}`);
      return { ms: performance.now() - began, text: answered };
    };

    const took: Record<'made' | 'paid' | 'read' | 'file' | 'floor', number[]> = {
      ...{ made: [], paid: [], read: [], file: [], floor: [] },
    };
    const [idle, peak]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const affiliate = await makeCollaboration(database, accountId, { programId }, { status: 'active' });
      const terms = JSON.stringify(TEN_PERCENT);
      await database.pool.query(INSERT_COMMISSIONS, [accountId, programId, affiliate.id, terms]);
      await database.pool.query('VACUUM ANALYZE "Commission"');
      await ours.collect();
      idle.push(await peakOf(ours, () => sleep(100)));
      let made = { ms: 0, text: '' };
      peak.push(await peakOf(ours, async () => (made = await call('POST', '', { collaborationIds: [affiliate.id] }))));
      const [statement] = (JSON.parse(made.text) as { data: { statements: { id: string; total: number }[] } }).data
        .statements;
      if (statement?.total !== LINES * 10_000) throw new Error(`The statement's total is ${statement?.total}.`);
      took.made.push(made.ms);
      took.read.push((await call('GET', `/${statement.id}`)).ms);
      took.file.push((await call('GET', `/${statement.id}.csv`)).ms);
      took.paid.push((await call('POST', `/${statement.id}/mark-paid`, { reference: 'bench' })).ms);
      const began = performance.now();
      await database.pool.query(FLOOR, [accountId, affiliate.id]);
      took.floor.push(performance.now() - began);
    }
    const rows = (
      [
        ['made', 'POST /programs/statements'],
        ['read', 'GET /programs/statements/:id'],
        ['file', 'GET /programs/statements/:id.csv'],
        ['paid', 'POST …/mark-paid'],
        ['floor', 'bare SELECT of the lines'],
      ] as const
    ).map(([name, title]) => [title, `${Math.round(median(took[name]))} ms`]);
    return [
      `One statement of ${LINES.toLocaleString('en')} lines, medians of ${rounds}. Goal: made in under ${GOAL_MS / 1000} s. Memory before each, garbage collected: ${idle.join(', ')} MB; most while it is made: ${peak.join(', ')} MB.`,
      lay([['', 'time'], ...rows]),
    ].join('\n\n');
  } finally {
    await ours.stop();
    await database.close();
  }
}
