/** `/f/<formId>`, where people sign up, and `/o/<token>`, where they confirm it. */
import { formFailure, wantsData } from '@/server/modules/audience/forms/documents';
import { defineDocument, type RawRoute } from '@/server/platform/access/route';
import { bearer, anybody } from '@/server/platform/access/procedures';

const BODY_LIMIT = 64 * 1024;

export const formRoutes: readonly RawRoute[] = [
  ...defineDocument(['GET', 'POST'], {
    path: '/f/{formId}',
    // Shops' pages ask for it and send it too.
    access: anybody,
    answers: 'html',
    failure: formFailure,
    wantsData,
    bodyLimit: BODY_LIMIT,
    document: 'form',
  }),
  ...defineDocument(['GET', 'POST'], {
    path: '/o/{token}',
    access: bearer,
    answers: 'html',
    failure: formFailure,
    bodyLimit: BODY_LIMIT,
    document: 'formConfirmation',
  }),
];
