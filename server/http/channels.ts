/**
 * The routes of channels that are no JSON procedures (2 §4.3, 4 §F): OAuth's redirects, and the vendors' callbacks, which
 * take any content type and are stored as they come.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '@/server/auth/principal';
import type { Services } from '@/server/context';
import { AppError, toAppError } from '@/server/errors';
import { authenticate } from '@/server/http/authenticate';
import { success } from '@/server/http/envelope';
import { fastifyError, sendError } from '@/server/http/rest';
import { API_PREFIX } from '@/server/http/routes';
import { now } from '@/server/lib/clock';
import { finishOAuth, OAuthFailure, startOAuth, type Member } from '@/server/resources/channels/oauth';
import { answerChallenge, receiveCallback } from '@/server/resources/channels/receive-callback';

/** What the table of methods has to know of them (405, Allow). */
export const CHANNEL_ROUTES = [
  { method: 'GET', path: '/channels/oauth/{provider}/start', rung: 'session' },
  { method: 'GET', path: '/channels/oauth/{provider}/callback', rung: 'session' },
  { method: 'GET', path: '/channels/{id}/callbacks', rung: 'session' },
  { method: 'POST', path: '/channels/{id}/callbacks', rung: 'session' },
] as const;

const CALLBACK_LIMIT = 1024 * 1024;
const EMPTY = Buffer.alloc(0);

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : EMPTY);
const parameter = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? '';
const principalOf = (services: Services, request: FastifyRequest): Promise<Principal> =>
  authenticate(services, {
    method: request.method,
    url: request.raw.url ?? '',
    headers: request.headers,
    body: bodyOf(request),
  });

/** @throws AppError FORBIDDEN for keys, before anything else is looked at; UNAUTHENTICATED, NO_ACCOUNT */
async function memberOf(services: Services, request: FastifyRequest): Promise<Member> {
  const principal = await principalOf(services, request);
  if (principal.kind === 'anonymous') throw new AppError('UNAUTHENTICATED');
  if (principal.kind !== 'session')
    throw new AppError('FORBIDDEN', { message: 'OAuth is for people: begin in the dashboard.' });
  const { accountId } = principal;
  if (accountId === null) throw new AppError('NO_ACCOUNT');
  return { ...principal, accountId };
}

/** The vendor has sent a person back: whoever is not signed in gets the callback's own answer. */
async function memberOrNull(services: Services, request: FastifyRequest): Promise<Member | null> {
  const session = await services.sessions.read(request.headers.cookie);
  const accountId = session?.accountId ?? null;
  return session === null || accountId === null ? null : { ...session, accountId };
}

const redirect = (reply: FastifyReply, { location, cookie }: { location: string; cookie: string }): FastifyReply =>
  reply.code(302).header('cache-control', 'no-store').header('set-cookie', cookie).header('location', location).send();

/** Every failure of the callback is plain text (4 §F). */
function plainFailure(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  if (thrown instanceof OAuthFailure) {
    if (thrown.status >= 500) request.log.warn({ err: thrown.cause }, 'an OAuth code was not exchanged');
    return plain(reply, thrown.status, thrown.message);
  }
  const error = toAppError(thrown);
  if (error.status >= 500 && error.appCode !== 'OAUTH_NOT_CONFIGURED')
    request.log.error({ err: error.cause ?? error, code: error.appCode }, 'request failed');
  return plain(reply, error.status, error.message);
}

const plain = (reply: FastifyReply, status: number, message: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${message}\n`);

function registerOAuth(app: FastifyInstance, services: Services): void {
  app.get(`${API_PREFIX}/channels/oauth/:provider/start`, async (request, reply) => {
    try {
      return await redirect(
        reply,
        startOAuth(services, await memberOf(services, request), parameter(request, 'provider'), now()),
      );
    } catch (error) {
      return sendError(request, reply, error);
    }
  });

  // No HEAD: a code is exchanged once, and HEAD never changes anything.
  app.get(`${API_PREFIX}/channels/oauth/:provider/callback`, { exposeHeadRoute: false }, async (request, reply) => {
    try {
      const given = {
        provider: parameter(request, 'provider'),
        query: request.query as Record<string, unknown>,
        cookieHeader: request.headers.cookie,
        member: await memberOrNull(services, request),
      };
      return await redirect(reply, await finishOAuth(services, given, now()));
    } catch (error) {
      return plainFailure(request, reply, error);
    }
  });
}

function registerCallbacks(app: FastifyInstance, services: Services): void {
  const url = `${API_PREFIX}/channels/:id/callbacks`;
  /** Where the vendor was told to call; behind a proxy the request does not say. */
  const calledUrl = (request: FastifyRequest): string => services.settings.baseUrl + (request.raw.url ?? '');

  app.post(url, {
    bodyLimit: CALLBACK_LIMIT,
    errorHandler: (error, request, reply) => {
      const refused = fastifyError(error);
      void sendError(
        request,
        reply,
        refused instanceof AppError && refused.appCode === 'PAYLOAD_TOO_LARGE'
          ? new AppError('PAYLOAD_TOO_LARGE', { message: 'A callback has at most 1 MiB.' })
          : refused,
      );
    },
    handler: async (request, reply) => {
      try {
        await receiveCallback(services, {
          channelId: parameter(request, 'id'),
          method: request.method,
          url: calledUrl(request),
          headers: request.headers,
          body: bodyOf(request),
          receivedAt: now(),
        });
        return await reply
          .code(202)
          .header('cache-control', 'no-store')
          .type('application/json; charset=utf-8')
          .send(success('{"received":true}', request.id));
      } catch (error) {
        return sendError(request, reply, error);
      }
    },
  });

  app.get(url, async (request, reply) => {
    try {
      return await reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(await answerChallenge(services, parameter(request, 'id'), new URL(calledUrl(request)).searchParams));
    } catch (error) {
      const refused = toAppError(error);
      if (refused.appCode === 'METHOD_NOT_ALLOWED') void reply.header('allow', 'POST');
      return sendError(request, reply, refused);
    }
  });
}

export function registerChannels(app: FastifyInstance, services: Services): void {
  registerOAuth(app, services);
  registerCallbacks(app, services);
}
