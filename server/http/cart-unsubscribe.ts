/**
 * `GET /api/v1/abandoned-cart/unsubscribe` (3 §4.3; 4 §B, H and I): where the unsubscribe links of cart reminders lead. As
 * the contract has it, opening the link opts the buyer out at once, and the page offers to take it back. Mail programs
 * post to it by themselves (RFC 8058), whatever content type they send. Every answer is HTML.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { API_PREFIX } from '@/server/http/routes';
import {
  failUnsubscribe,
  showUnsubscribe,
  UNSUBSCRIBE_BODY_LIMIT,
  UNSUBSCRIBE_METHODS,
  wantsBack,
} from '@/server/http/unsubscribe-answer';
import { now } from '@/server/lib/clock';
import { idIn } from '@/server/lib/fields';
import { serveBuyer, type BuyerWish } from '@/server/resources/abandoned-cart/unsubscribe';
import { CART_UNSUBSCRIBE_PATH, isCartToken } from '@/server/resources/abandoned-cart/unsubscribe-token';
import { emailIn } from '@/server/resources/contacts/schema';

/** What the table of methods has to know of it (405, Allow). Not public there: no other origin may ask. */
export const CART_UNSUBSCRIBE_ROUTES = [
  { method: 'GET', path: CART_UNSUBSCRIBE_PATH, rung: 'session' },
  { method: 'POST', path: CART_UNSUBSCRIBE_PATH, rung: 'session' },
] as const;

/** HEAD is how mail programs look at a link without opening it. */
function wishOf(request: FastifyRequest): BuyerWish | null {
  switch (request.method) {
    case 'GET':
      return 'stop';
    case 'HEAD':
      return 'look';
    case 'POST':
      return wantsBack(request) ? 'resume' : 'stop';
    default:
      return null;
  }
}

export function registerCartUnsubscribe(app: FastifyInstance, { settings, database }: Services): void {
  app.route({
    method: app.supportedMethods,
    url: API_PREFIX + CART_UNSUBSCRIBE_PATH,
    exposeHeadRoute: false,
    bodyLimit: UNSUBSCRIBE_BODY_LIMIT,
    errorHandler: failUnsubscribe('carts'),
    handler: async (request, reply) => {
      const refuse = (status: number) => showUnsubscribe('carts', request, reply, status, { kind: 'unknown' });
      const wish = wishOf(request);
      if (wish === null) {
        void reply.header('allow', UNSUBSCRIBE_METHODS);
        return refuse(405);
      }
      // A parameter that is sent twice comes as an array: nobody's link has that.
      const { accountId, email, token } = request.query as Record<string, unknown>;
      if (!isText(accountId) || !isText(email) || !isText(token)) return refuse(400);
      if (!isCartToken(settings.unsubscribeSecret, { accountId, email }, token)) return refuse(401);
      const address = emailIn.safeParse(email);
      if (!address.success) return refuse(400);
      const buyer = await serveBuyer(database, { accountId: idIn.parse(accountId), email: address.data }, wish, now());
      return buyer === null ? refuse(404) : showUnsubscribe('carts', request, reply, 200, buyer);
    },
  });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
