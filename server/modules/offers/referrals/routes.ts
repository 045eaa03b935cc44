/** `/r/<accountId>/<code>`, the page of a link that is passed on. */
import { invitationFailure } from '@/server/modules/offers/referrals/documents';
import { defineDocument, type RawRoute } from '@/server/platform/access/route';
import { anybody } from '@/server/platform/access/procedures';

export const referralRoutes: readonly RawRoute[] = defineDocument(['GET'], {
  path: '/r/{accountId}/{code}',
  access: anybody,
  answers: 'html',
  failure: invitationFailure,
  document: 'invitation',
});
