/**
 * The recipients of a broadcast as a file; and `/u/<token>`, the address of unsubscribe links in e-mails, to which mail
 * programs POST by themselves (RFC 8058) with any content type.
 */
import {
  PREFERENCES_BODY_LIMIT,
  unsubscribeFailure,
} from '@/server/modules/messaging/broadcasts/pages/unsubscribe-answer';
import {
  UNSUBSCRIBE_STYLE,
  UNSUBSCRIBE_STYLE_PATH,
} from '@/server/modules/messaging/broadcasts/pages/unsubscribe-style';
import { linkFailure } from '@/server/platform/pages/dead-link';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, validationError } from '@/server/platform/errors';
import { download } from '@/server/platform/lib/file-in-pieces';
import { requireMessageList } from '@/server/modules/messaging/broadcasts/message-list';
import { exportRecipients } from '@/server/modules/messaging/broadcasts/report';
import { exportRecipientsInput } from '@/server/modules/messaging/broadcasts/schema';
import { readLinkToken, readPictureToken } from '@/server/modules/messaging/broadcasts/tracking-token';
import { visit } from '@/server/modules/messaging/broadcasts/visits';
import { defineDocument, defineRoute, type RawCall, type RawRoute } from '@/server/platform/access/route';
import { bearer, member, merchant } from '@/server/platform/access/procedures';

/** No cache stores a person's redirect, and the linked site does not learn from which e-mail the visit came. */
const OF_VISITS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
};
/** A transparent GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** @throws AppError NOT_FOUND, VALIDATION */
async function recipientsFile({
  db,
  params,
  query,
  now,
  method,
}: Pick<RawCall, 'params' | 'query' | 'now' | 'method'> & { db: WorkspaceDb }) {
  const input = exportRecipientsInput.safeParse(query);
  if (!input.success) throw validationError(input.error);
  return download(
    'recipients',
    'csv',
    now,
    await exportRecipients(db, { id: params.id ?? '', ...input.data, isRead: method !== 'HEAD' }),
  );
}

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
    read: recipientsFile,
    info: {
      summary: 'Download the recipients of a broadcast',
      description: 'For members in the dashboard. CSV, one row a recipient, with its state and the reason.',
      tags: ['Broadcasts'],
      errors: ['NOT_FOUND', 'VALIDATION'],
      success: { status: 200, description: 'The CSV file.', type: 'text/csv' },
      query: exportRecipientsInput,
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/broadcasts/{id}/recipients.csv',
    access: merchant,
    answers: 'csv',
    read(call) {
      requireMessageList(call.services.settings);
      return recipientsFile(call);
    },
    info: {
      summary: 'Export the recipients of a broadcast as CSV',
      description:
        'All recipients that the list has, streamed; there is no size limit. 404 unless the extension `message-list` is on.',
      tags: ['Broadcasts'],
      errors: ['NOT_FOUND', 'VALIDATION'],
      success: { status: 200, description: 'The CSV file.', type: 'text/csv' },
      query: exportRecipientsInput,
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/l/{token}',
    access: bearer,
    answers: 'html',
    failure: linkFailure,
    async read(call) {
      const { services, params } = call;
      const token = readLinkToken(services.settings.unsubscribeSecret, params.token ?? '');
      const link = token === null ? null : await visit(services, call, token);
      if (link === null) throw new AppError('NOT_FOUND');
      return { status: 302, headers: { location: new URL(link).href, ...OF_VISITS } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/l/o/{token}',
    access: bearer,
    answers: 'text',
    type: 'image/gif',
    async read(call) {
      const { services, params } = call;
      const token = readPictureToken(services.settings.unsubscribeSecret, params.token ?? '');
      if (token === null) throw new AppError('NOT_FOUND');
      await visit(services, call, token);
      return { headers: OF_VISITS, body: PICTURE };
    },
  }),
  ...defineDocument(['GET', 'POST'], {
    path: '/u/{token}',
    access: bearer,
    answers: 'html',
    failure: unsubscribeFailure('marketing'),
    bodyLimit: PREFERENCES_BODY_LIMIT,
    document: 'unsubscribe',
  }),
];
