/** `/r/<accountId>/<code>`, the page of a link that is passed on. */
import { invitationFailure } from '@/server/resources/referrals/documents';
import { defineDocument, type RawRoute } from '@/server/route';
import { anybody } from '@/server/rungs';

export const referralRoutes: readonly RawRoute[] = defineDocument(['GET'], {
  path: '/r/{accountId}/{code}',
  access: anybody,
  answers: 'html',
  failure: invitationFailure,
  document: 'invitation',
});
