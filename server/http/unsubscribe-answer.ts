/** What both unsubscribe pages answer with (4 §I): HTML whatever happens, kept by no cache, framed by nobody, run by nothing. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '@/server/documents/language';
import { unsubscribePage, type UnsubscribeState } from '@/server/documents/unsubscribe-page';
import type { Topic } from '@/server/documents/unsubscribe-words';
import { toAppError } from '@/server/errors';
import { fastifyError } from '@/server/http/rest';

export const UNSUBSCRIBE_METHODS = 'GET, HEAD, POST';
/** A form with one field, or what a mail program posts. */
export const UNSUBSCRIBE_BODY_LIMIT = 16 * 1024;

const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

export const showUnsubscribe = (
  topic: Topic,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  state: UnsubscribeState,
): FastifyReply =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Language',
    })
    .type('text/html; charset=utf-8')
    .send(unsubscribePage(topic, languageOf(request.headers['accept-language']), state));

/** The error handler of a topic's routes. */
export const failUnsubscribe =
  (topic: Topic) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, cause, appCode } = toAppError(fastifyError(error));
    if (status >= 500) request.log.error({ err: cause ?? error, code: appCode }, 'the unsubscribe page failed');
    if (appCode === 'UNAVAILABLE') void reply.header('retry-after', '1');
    void showUnsubscribe(topic, request, reply, status, { kind: status >= 500 ? 'failed' : 'unknown' });
  };

/** The page's undo button; everything else that is posted unsubscribes, whatever its kind. */
export function wantsBack({ body, headers }: FastifyRequest): boolean {
  if (!Buffer.isBuffer(body) || !/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return false;
  return new URLSearchParams(body.toString('utf8')).get('undo') === '1';
}
