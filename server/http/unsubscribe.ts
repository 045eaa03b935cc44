/**
 * `/u/<token>` (4 §G and I): where the unsubscribe links of e-mails lead, and what mail programs post to by themselves
 * (RFC 8058). HTML that works without JavaScript, in English or Indonesian; GET changes nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { toAppError } from '@/server/errors';
import { UNSUBSCRIBE_STYLE, unsubscribePage, wordsFor, type UnsubscribeState } from '@/server/http/unsubscribe-page';
import { now } from '@/server/lib/clock';
import { findSubscription, subscribeAgain, unsubscribe } from '@/server/resources/broadcasts/unsubscribe';
import { readUnsubscribeToken, type UnsubscribeLink } from '@/server/resources/broadcasts/unsubscribe-token';

const PATH = '/u/:token';
const STYLE_PATH = '/u/page.css';
const METHODS = 'GET, HEAD, POST';
/** A form with one field, or what a mail program posts. */
const BODY_LIMIT = 16 * 1024;

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export function registerUnsubscribe(app: FastifyInstance, services: Services): void {
  const { settings, database } = services;

  const show = (request: FastifyRequest, reply: FastifyReply, status: number, state: UnsubscribeState): FastifyReply =>
    reply
      .code(status)
      .headers({ 'cache-control': 'no-store', 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow', vary: 'Accept-Language' })
      .type('text/html; charset=utf-8')
      .send(unsubscribePage(wordsFor(request.headers['accept-language']), state, STYLE_PATH));

  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status } = toAppError(error);
    const code = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : status;
    if (code >= 500) request.log.error({ err: error }, 'the unsubscribe page failed');
    void show(request, reply, code, { kind: code >= 500 ? 'failed' : 'unknown' });
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply, act?: (link: UnsubscribeLink) => Promise<void>): Promise<FastifyReply> => {
    const link = readUnsubscribeToken(settings.unsubscribeSecret, (request.params as { token: string }).token);
    if (link === null) return show(request, reply, 404, { kind: 'unknown' });
    await act?.(link);
    const found = await findSubscription(database, link, now());
    return found === null ? show(request, reply, 404, { kind: 'unknown' }) : show(request, reply, 200, found);
  };

  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(UNSUBSCRIBE_STYLE));
  app.get(PATH, { errorHandler: failed }, (request, reply) => answer(request, reply));
  app.post(PATH, { errorHandler: failed, bodyLimit: BODY_LIMIT }, (request, reply) =>
    answer(request, reply, (link) => (wantsBack(request) ? subscribeAgain(database, link, now()) : unsubscribe(database, link, now()))),
  );
  app.route({ method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'], url: PATH, errorHandler: failed, handler: (request, reply) => show(request, reply.header('allow', METHODS), 405, { kind: 'unknown' }) });
}

/** The page's undo button; everything else that is posted unsubscribes, whatever its kind. */
function wantsBack({ body, headers }: FastifyRequest): boolean {
  if (!Buffer.isBuffer(body) || !/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return false;
  return new URLSearchParams(body.toString('utf8')).get('undo') === '1';
}
