/** `/api/v1/abandoned-cart/unsubscribe`: where the unsubscribe links of cart reminders lead. Every answer is HTML. */
import {
  UNSUBSCRIBE_BODY_LIMIT,
  unsubscribeFailure,
} from '@/server/modules/messaging/broadcasts/pages/unsubscribe-answer';
import { linkInput } from '@/server/modules/offers/abandoned-cart/documents';
import { CART_UNSUBSCRIBE_PATH } from '@/server/modules/offers/abandoned-cart/unsubscribe-token';
import { defineDocument, type RawRoute, type RawRouteInfo } from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';

const info: RawRouteInfo = {
  summary: 'Unsubscribe from cart reminders',
  description:
    'Opening the page opts the buyer out; posting `undo=1` takes that back. Mail programs post to it (RFC 8058). `token` is the hex HMAC-SHA256 of `<accountId>:<email>:abandoned-cart`.',
  tags: ['Abandoned cart'],
  success: { status: 200, description: 'The HTML page.', type: 'text/html' },
  query: linkInput,
};

export const abandonedCartRoutes: readonly RawRoute[] = defineDocument(['GET', 'POST'], {
  path: `/api/v1${CART_UNSUBSCRIBE_PATH}`,
  access: bearer,
  answers: 'html',
  failure: unsubscribeFailure('carts'),
  bodyLimit: UNSUBSCRIBE_BODY_LIMIT,
  document: 'cartUnsubscribe',
  info,
});
