/** The routes behind creators' own addresses. */
import { creatorFailure } from '@/server/modules/creators/collaborations/documents';
import { defineDocument, type RawRoute } from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';

/** The largest body in bytes: a form with a caption or a message. */
const BODY_LIMIT = 64 * 1024;

export const collaborationRoutes: readonly RawRoute[] = [
  ...defineDocument(['GET', 'POST'], {
    path: '/c/p/{token}',
    access: bearer,
    answers: 'html',
    failure: creatorFailure,
    bodyLimit: BODY_LIMIT,
    document: 'creatorPortal',
  }),
  ...defineDocument(['GET', 'POST'], {
    path: '/c/v/{token}',
    access: bearer,
    answers: 'html',
    failure: creatorFailure,
    bodyLimit: BODY_LIMIT,
    document: 'applicationConfirmation',
  }),
];
