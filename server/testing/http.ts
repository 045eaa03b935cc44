/** The common part of the tests of the doors beyond server.ts: typed calls of the dashboard, the envelope's rules. */
import { expect } from 'vitest';
import type { RawAnswer } from '@/server/testing/raw-http';
import type { Answer, TestServer } from '@/server/testing/server';

/** Words that only the inside of the service would use. */
const INSIDE =
  /\bat .{1,200}\.(?:ts|js|mjs|cjs):\d+|node_modules|\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|\bUPDATE "|prisma|postgres|ECONNREFUSED|relation "|constraint|duplicate key|sqlstate/i;

/** The rules that hold for every JSON answer of /api/v1, whatever it says (docs/contract/shared.md#envelope). */
export function expectEnvelope(answer: {
  status: number;
  headers: Headers | Record<string, string>;
  text: string;
}): Answer['body'] {
  const header = (name: string): string | null | undefined =>
    answer.headers instanceof Headers ? answer.headers.get(name) : answer.headers[name];
  expect(header('content-type'), answer.text).toMatch(/^application\/json/);
  const body = JSON.parse(answer.text) as Answer['body'];
  expect(Object.keys(body).sort()).toEqual(['data', 'error', 'meta']);
  expect(Object.keys(body.meta).sort()).toEqual(['requestId', 'timestamp']);
  expect(body.meta.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(header('x-request-id'), 'X-Request-Id equals meta.requestId').toBe(body.meta.requestId);
  if (answer.status < 400) {
    expect(body.error).toBeNull();
  } else {
    expect(body.data).toBeNull();
    const { details, ...rest } = body.error!;
    expect(Object.keys(rest).sort()).toEqual(['code', 'message']);
    expect(rest.code).toMatch(/^[A-Z_]+$/);
    if ('details' in body.error!) expect(details).toBeTypeOf('object');
    expect(answer.text).not.toMatch(INSIDE);
  }
  return body;
}

/** An error answer of this status and code, in the envelope. */
export function expectError(
  answer: Answer | RawAnswer,
  status: number,
  code: string,
): NonNullable<Answer['body']['error']> {
  expect(
    { status: answer.status, code: /"code":"([A-Z_]+)"/.exec(answer.text)?.[1] },
    answer.text.slice(0, 500),
  ).toEqual({ status, code });
  return expectEnvelope(answer).error!;
}

/** A success of this status; returns `data`. */
export function expectData(answer: Answer, status = 200): Answer['body']['data'] {
  expect(answer.status, answer.text.slice(0, 500)).toBe(status);
  return expectEnvelope(answer).data;
}

/** The result of a typed call of the dashboard. */
export interface TrpcAnswer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  data: any;
  code: string | undefined;
  text: string;
  /** The Cookie header that the browser would send from now on, where the call put another session in its place. */
  cookie: string | undefined;
}

/** A call through the dashboard's door, from its own origin unless `headers` say otherwise. */
export async function trpc(
  server: TestServer,
  type: 'query' | 'mutation',
  name: string,
  input: unknown,
  options: { cookie?: string; headers?: Record<string, string> } = {},
): Promise<TrpcAnswer> {
  const headers = {
    origin: server.baseUrl,
    ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
    ...options.headers,
  };
  const query = type === 'query' && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const answer = await server.fetch(type === 'query' ? 'GET' : 'POST', `/api/trpc/${name}${query}`, {
    headers,
    ...(type === 'mutation' ? { body: input ?? {} } : {}),
  });
  const body = answer.body as unknown as { result?: { data: unknown }; error?: { data: { appCode: string } } };
  return {
    status: answer.status,
    data: body.result?.data,
    code: body.error?.data.appCode,
    text: answer.text,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0],
  };
}

/** A call of /api/v1 with a person's session, from the dashboard's own origin. */
export const bySession = (
  server: TestServer,
  cookie: string,
  method: string,
  url: string,
  body?: unknown,
): Promise<Answer> =>
  server.fetch(method, url, { headers: { cookie, origin: server.baseUrl }, ...(body === undefined ? {} : { body }) });

/**
 * Asks again until it holds; the message of the last failure is the test's.
 * @param withinMs only where the time itself is promised: a slow machine takes long for everything else
 */
export async function eventually(check: () => Promise<void> | void, withinMs = 60_000, everyMs = 50): Promise<void> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= until) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

/** The statement of `snapshotOf` by the server whose tables it names. */
const snapshots = new WeakMap<TestServer, Promise<string>>();

async function snapshotStatement({ services }: TestServer): Promise<string> {
  const { rows } = await services.database.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'accountId' AND table_schema = 'public' AND table_name NOT IN ('ApiKeyCalls', 'PartnerCalls') AND NOT (SELECT c.relispartition FROM pg_class c WHERE c.oid = format('%I', table_name)::regclass) ORDER BY 1`,
  );
  return rows
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, coalesce(jsonb_agg(to_jsonb(t) - 'lastUsedAt' ORDER BY to_jsonb(t)::text), '[]') AS rows FROM "${name}" t WHERE t."accountId" = $1`,
    )
    .join(' UNION ALL ');
}

/** Everything a workspace has, to show that nothing of it changed; what its keys and partners have called changes with the call itself. */
export async function snapshotOf(server: TestServer, accountId: string): Promise<Record<string, unknown>> {
  const statement = snapshots.get(server) ?? snapshotStatement(server);
  snapshots.set(server, statement);
  // Planned once a connection: it names every table.
  const { rows } = await server.services.database.pool.query<{ name: string; rows: unknown }>({
    name: 'snapshot',
    text: await statement,
    values: [accountId],
  });
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found]));
}

/** The audit log of a workspace in the order of its writing, without the entry of its making. */
export async function auditOf(server: TestServer, accountId: string) {
  const rows = await server.services.database.prisma.auditEntry.findMany({
    where: { accountId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.filter((row) => row.action !== 'workspace.create');
}
