/**
 * The checks before tRPC reads a body: who sends it, how large it may be, how deep it nests. tRPC parses a body in one
 * go and before it knows who calls, so anybody could make everybody wait.
 */
import { Transform } from 'node:stream';
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionStore } from '@/server/platform/auth/session';
import { AppError, toAppError } from '@/server/platform/errors';
import { bodyLimitOf, MAX_BODY, USUAL_BODY } from '@/server/doors/body-limit';
import { requireReadable } from '@/server/platform/lib/json-in-portions';
import { paramsOf, queryOf } from '@/server/doors/request';
import { procedures } from '@/server/doors/rest-routes';
import { fastifyError } from '@/server/doors/send-error';

/** Calls in one batch; no page of the dashboard has half as many. */
export const MAX_CALLS = 50;
/** Signing up, resetting a password and the like need a thousandth of it. */
const LIMIT_WITHOUT_SESSION = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

interface Caller {
  session: SessionPrincipal | null;
  limit: number;
}

const namesOf = (request: FastifyRequest): string[] => paramsOf(request).path?.split(',') ?? [];

/**
 * Refuses in the words of tRPC, so that the dashboard reads what happened. Node throws away what is left of the body as
 * it comes.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, error: AppError): void {
  const answerOf = (path: string): object => ({
    error: {
      message: error.message,
      code: TRPC_ERROR_CODES_BY_KEY[error.code],
      data: {
        code: error.code,
        httpStatus: error.status,
        path,
        appCode: error.appCode,
        details: error.details ?? null,
        requestId: request.id,
      },
    },
  });
  const answers = namesOf(request).slice(0, MAX_CALLS).map(answerOf);
  const isBatch = queryOf(request).batch === '1';
  void reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .send(isBatch ? answers : answers[0]);
}

/**
 * Guards the requests of this scope. Who sends one is asked for its limits only: what it may do is decided when its
 * body is there.
 */
export function guardCalls(scope: FastifyInstance, sessions: Pick<SessionStore, 'read'>): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const known = new Map(
    procedures().map(({ name, meta, procedure }) => [
      name,
      { limit: bodyLimitOf(procedure), isPublic: meta.accessLevel === 'public' },
    ]),
  );

  const tooLarge = (request: FastifyRequest, { session, limit }: Caller): AppError =>
    session === null && namesOf(request).every((name) => known.get(name)?.isPublic !== true)
      ? new AppError('UNAUTHENTICATED')
      : new AppError('VALIDATION', { message: `The body must not have more than ${limit} bytes.` });

  scope.addHook('onRequest', async (request, reply) => {
    const session = await sessions.read(request.headers.cookie);
    const needed = namesOf(request)
      .slice(0, MAX_CALLS)
      .reduce((sum, name) => sum + (known.get(name)?.limit ?? 0), 0);
    const caller = {
      session,
      limit: session === null ? LIMIT_WITHOUT_SESSION : Math.min(MAX_BODY, Math.max(USUAL_BODY, needed)),
    };
    callers.set(request, caller);
    const length = Number(request.headers['content-length'] ?? 0);
    if (length > MAX_BODY) refuse(request, reply.header('connection', 'close'), new AppError('PAYLOAD_TOO_LARGE'));
    else if (!JSON_TYPE.test(request.headers['content-type'] ?? 'application/json'))
      refuse(request, reply, new AppError('UNSUPPORTED_MEDIA_TYPE'));
    else if (length > caller.limit) refuse(request, reply, tooLarge(request, caller));
    return reply.sent ? reply : undefined;
  });

  // A body that does not say how long it is.
  scope.addHook('preParsing', (request, _reply, payload, done) => {
    const caller = callers.get(request);
    if (caller === undefined || request.headers['transfer-encoding'] === undefined) return done(null, payload);
    let received = 0;
    done(
      null,
      payload.pipe(
        new Transform({
          transform(chunk: Buffer, _encoding, next) {
            received += chunk.length;
            next(received > caller.limit ? tooLarge(request, caller) : null, chunk);
          },
        }),
      ),
    );
  });

  scope.addHook('preHandler', (request, reply, done) => {
    try {
      if (typeof request.body === 'string') requireReadable(Buffer.from(request.body));
      done();
    } catch (error) {
      refuse(request, reply, toAppError(fastifyError(error)));
    }
  });
}
