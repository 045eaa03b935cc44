/**
 * The recipients of a broadcast as a file; and `/u/<token>`, where the unsubscribe links of e-mails lead and what mail
 * programs post to by themselves (RFC 8058), whatever content type they send.
 */
import { UNSUBSCRIBE_BODY_LIMIT, unsubscribeFailure } from '@/server/documents/unsubscribe-answer';
import { UNSUBSCRIBE_STYLE, UNSUBSCRIBE_STYLE_PATH } from '@/server/documents/unsubscribe-style';
import { validationError } from '@/server/errors';
import { download } from '@/server/lib/file-in-pieces';
import { exportRecipients } from '@/server/resources/broadcasts/report';
import { exportRecipientsInput } from '@/server/resources/broadcasts/schema';
import { defineDocument, defineRoute, type RawRoute } from '@/server/route';
import { bearer, member } from '@/server/rungs';

export const broadcastRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: UNSUBSCRIBE_STYLE_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/css; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: UNSUBSCRIBE_STYLE }),
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/broadcasts/{id}/recipients/export',
    access: member,
    answers: 'csv',
    // It writes an entry of the audit log.
    noHead: true,
    async read({ db, params, query, now }) {
      const input = exportRecipientsInput.safeParse(query);
      if (!input.success) throw validationError(input.error);
      return download('recipients', 'csv', now, await exportRecipients(db, params.id ?? '', input.data.state));
    },
    info: {
      summary: 'The recipients as a file',
      description:
        'For people in the dashboard: each recipient with its state and the reason, written while it is read.',
      tags: ['Broadcasts'],
      errors: ['NOT_FOUND', 'VALIDATION'],
      success: { status: 200, description: 'The file.', type: 'text/csv' },
      query: exportRecipientsInput,
    },
  }),
  ...defineDocument(['GET', 'POST'], {
    path: '/u/{token}',
    access: bearer,
    answers: 'html',
    failure: unsubscribeFailure('marketing'),
    bodyLimit: UNSUBSCRIBE_BODY_LIMIT,
    document: 'unsubscribe',
  }),
];
