/** What needs a pooler's care, through each web process: prepared statements, transactions, locks, the queue, a session. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signedHeaders, type TestKey } from '@/server/testing/sign';
import { addressOf, type Running } from './fleet';

export interface Smoke {
  key: TestKey;
  accountId: string;
  cookie: string;
  codeId: string;
}

/** @returns how many calls were answered as they should; @throws Error at the first that was not */
export async function smoke(machine: Running, world: Smoke): Promise<number> {
  let calls = 0;
  const base = addressOf(machine);
  const checkedAnswer = async (what: string, answer: Response): Promise<unknown> => {
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${machine.name}: ${what} was answered ${answer.status} ${text.slice(0, 300)}`);
    calls++;
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  const call = async (method: string, url: string, input?: unknown): Promise<unknown> => {
    const body = input === undefined ? undefined : JSON.stringify(input);
    const headers = { ...signedHeaders(world.key, { method, url, body }), 'content-type': 'application/json' };
    return await checkedAnswer(
      url,
      await fetch(base + url, { method, headers, ...(body === undefined ? {} : { body }) }),
    );
  };
  const dashboard = async (name: string, input: unknown, isQuery = false): Promise<Record<string, unknown>> => {
    const query = isQuery ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const answer = await fetch(`${base}/api/trpc/${name}${query}`, {
      method: isQuery ? 'GET' : 'POST',
      headers: { cookie: world.cookie, origin: base, 'content-type': 'application/json' },
      ...(isQuery ? {} : { body: JSON.stringify(input) }),
    });
    return ((await checkedAnswer(name, answer)) as { result: { data: Record<string, unknown> } }).result.data;
  };

  const { accountId, codeId } = world;
  const run = `${machine.name}-${Date.now()}`;
  await call('GET', '/api/v1/discount-codes?limit=5');
  // More at once than the pooler has sessions, so that a client's next statement meets another session.
  await Promise.all(Array.from({ length: 40 }, () => call('GET', '/api/v1/discount-codes?limit=5')));
  await call('POST', '/api/v1/discount-codes', {
    code: run,
    type: 'percent',
    value: 10,
    currency: 'IDR',
    scope: 'cart',
  });
  await call('POST', '/api/v1/discount-codes/redeem', {
    accountId,
    discountCodeId: codeId,
    checkoutSessionId: run,
    appliedAmount: 1_000,
    appliedShipping: 0,
  });
  await call('POST', '/api/v1/events', { events: [{ id: run, name: 'viewed', at: new Date().toISOString() }] });
  await call('POST', '/api/v1/contacts', { email: `${run}@example.test` });
  await call('POST', '/api/v1/contacts/import', { rows: [{ email: `again-${run}@example.test` }] });
  await call('GET', '/api/v1/contacts?limit=5');
  await call('GET', '/api/v1/audit-log/verify');
  await call('GET', '/api/v1/insights/attribution');
  await call('GET', '/api/v1/broadcasts');
  await checkedAnswer('/sign-in', await fetch(`${base}/sign-in`));

  // A file: a job of the queue, which hears of it, under a lock of a session.
  const rows = Array.from({ length: 50 }, (_, row) => {
    const email = `file-${row}-${run}@example.test`;
    return { row, contact: { email }, cells: [email] };
  });
  const file = { fileName: 'people.csv', totalRows: rows.length, headers: ['E-mail'] };
  const { id } = await dashboard('contacts.imports.create', file);
  await dashboard('contacts.imports.putChunk', { id, position: 0, firstRow: 0, rows });
  const becomes = async (status: string): Promise<void> => {
    for (const end = performance.now() + 60_000; ; await sleep(200)) {
      const import_ = await dashboard('contacts.imports.get', { id }, true);
      if (import_.status === status) return;
      if (performance.now() > end)
        throw new Error(`${machine.name}: the import is ${String(import_.status)}, not ${status}`);
    }
  };
  await becomes('checked');
  await dashboard('contacts.imports.start', { id });
  await becomes('done');
  return calls;
}
