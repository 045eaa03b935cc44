/**
 * `/u/<token>` (4 §G and I): where the unsubscribe links of e-mails lead, and what mail programs post to by themselves
 * (RFC 8058). HTML that works without JavaScript, in English or Indonesian; GET changes nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { UNSUBSCRIBE_STYLE, UNSUBSCRIBE_STYLE_PATH } from '@/server/documents/unsubscribe-style';
import {
  failUnsubscribe,
  showUnsubscribe,
  UNSUBSCRIBE_BODY_LIMIT,
  UNSUBSCRIBE_METHODS,
  wantsBack,
} from '@/server/http/unsubscribe-answer';
import { now } from '@/server/lib/clock';
import { findSubscription, subscribeAgain, unsubscribe } from '@/server/resources/broadcasts/unsubscribe';
import { readUnsubscribeToken, type UnsubscribeLink } from '@/server/resources/broadcasts/unsubscribe-token';

const PATH = '/u/:token';

export function registerUnsubscribe(app: FastifyInstance, { settings, database }: Services): void {
  const errorHandler = failUnsubscribe('marketing');

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    act?: (link: UnsubscribeLink) => Promise<void>,
  ): Promise<FastifyReply> => {
    const link = readUnsubscribeToken(settings.unsubscribeSecret, (request.params as { token: string }).token);
    if (link === null) return showUnsubscribe('marketing', request, reply, 404, { kind: 'unknown' });
    await act?.(link);
    const found = await findSubscription(database, link, now());
    return found === null
      ? showUnsubscribe('marketing', request, reply, 404, { kind: 'unknown' })
      : showUnsubscribe('marketing', request, reply, 200, found);
  };

  app.get(UNSUBSCRIBE_STYLE_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(UNSUBSCRIBE_STYLE),
  );
  app.get(PATH, { errorHandler }, (request, reply) => answer(request, reply));
  app.post(PATH, { errorHandler, bodyLimit: UNSUBSCRIBE_BODY_LIMIT }, (request, reply) =>
    answer(request, reply, (link) =>
      wantsBack(request) ? subscribeAgain(database, link, now()) : unsubscribe(database, link, now()),
    ),
  );
  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: PATH,
    errorHandler,
    handler: (request, reply) =>
      showUnsubscribe('marketing', request, reply.header('allow', UNSUBSCRIBE_METHODS), 405, { kind: 'unknown' }),
  });
}
