/**
 * `GET /api/v1/audit-log/export?format=csv|ndjson` (issue 5 §4): the audit log as a file, with the filters of the list.
 * No procedure, for it is no JSON and too much for memory.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, type Principal } from '@/server/auth/principal';
import type { Services } from '@/server/context';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import { AppError, validationError } from '@/server/errors';
import { limitRate } from '@/server/extensions/rate-limit';
import { authenticate } from '@/server/http/authenticate';
import { sendError } from '@/server/http/rest';
import { API_PREFIX } from '@/server/http/routes';
import { now } from '@/server/lib/clock';
import { exportLog } from '@/server/resources/audit-log/export';
import { exportInput, type ExportFormat } from '@/server/resources/audit-log/schema';

/** What the table of methods has to know of it (405, Allow). */
export const AUDIT_EXPORT_ROUTES = [{ method: 'GET', path: '/audit-log/export', rung: 'workspace' }] as const;

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
};
const EMPTY = Buffer.alloc(0);

/** @throws AppError UNAUTHENTICATED, NO_ACCOUNT, as the rung of a workspace has them (server/trpc.ts) */
function open({ database }: Services, principal: Principal, at: Date): WorkspaceDb {
  if (principal.kind === 'anonymous') throw new AppError('UNAUTHENTICATED');
  if (principal.accountId === null) throw new AppError('NO_ACCOUNT');
  return workspaceDb(database, { accountId: principal.accountId, actor: actorOf(principal), now: at });
}

/** The rest of a file whose first piece was looked at. */
async function* continued(first: string, rest: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  yield first;
  yield* rest;
}

async function answer(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const at = now();
  const principal = await authenticate(services, {
    method: request.method,
    url: request.raw.url ?? '',
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : EMPTY,
  });
  const db = open(services, principal, at);
  if (services.settings.extensions.has('rate-limit')) await limitRate(services, principal, reply, at);
  const input = exportInput.safeParse(request.query);
  if (!input.success) throw validationError(input.error);
  const { format, ...filter } = input.data;

  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="audit-log-${at.toISOString().slice(0, 10)}.${format}"`)
    .type(TYPES[format]);
  if (request.method === 'HEAD') return void reply.send();
  const file = exportLog(db, filter, format);
  // Until here a failure is an answer of its own; after it, the connection breaks off, so that nobody takes a part for the whole.
  const first = (await file.next()).value ?? '';
  void reply.send(Readable.from(continued(first, file), { objectMode: false }));
}

export function registerAuditExport(app: FastifyInstance, services: Services): void {
  // Not an async handler: Fastify would wait for the last byte, and take a client that goes away for a failure of ours.
  app.get(`${API_PREFIX}/audit-log/export`, (request, reply) => {
    answer(services, request, reply).catch((error: unknown) =>
      sendError(request, reply.removeHeader('content-disposition'), error),
    );
  });
}
