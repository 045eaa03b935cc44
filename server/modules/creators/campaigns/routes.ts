/** The public pages with a shop's offers for creators. */
import { creatorFailure } from '@/server/modules/creators/collaborations/documents';
import { defineDocument, type RawRoute } from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';

const BODY_LIMIT = 64 * 1024;

export const campaignRoutes: readonly RawRoute[] = [
  ...defineDocument(['GET'], {
    path: '/c/{accountId}',
    access: bearer,
    answers: 'html',
    failure: creatorFailure,
    document: 'creatorOffers',
  }),
  ...defineDocument(['GET', 'POST'], {
    path: '/c/{accountId}/{id}',
    access: bearer,
    answers: 'html',
    failure: creatorFailure,
    bodyLimit: BODY_LIMIT,
    document: 'creatorOffer',
  }),
];
