/** Where creators' own addresses lead. */
import { CREATORS_STYLE, CREATORS_STYLE_PATH } from '@/server/documents/creators/style';
import { creatorFailure } from '@/server/resources/collaborations/documents';
import { defineDocument, defineRoute, type RawRoute } from '@/server/route';
import { bearer } from '@/server/rungs';

/** A form with a caption or a message. */
const BODY_LIMIT = 64 * 1024;

export const collaborationRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: CREATORS_STYLE_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/css; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: CREATORS_STYLE }),
  }),
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
