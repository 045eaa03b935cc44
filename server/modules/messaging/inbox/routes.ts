/** Files of messages, which are no JSON, and the callbacks of operators' apps at Meta, which name no channel. */
import { validationError } from '@/server/platform/errors';
import { readAttachment } from '@/server/modules/messaging/inbox/attachments';
import { attachmentInput } from '@/server/modules/messaging/inbox/schema';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { merchant } from '@/server/platform/access/procedures';

/** A name as a header has it: RFC 6266, with an ASCII one for programs that know no other. */
const fileName = (name: string): string =>
  `filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

export const inboxRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/inbox/messages/{id}/attachments/{index}',
    access: merchant,
    answers: 'json',
    type: 'application/octet-stream',
    async read({ db, params }) {
      const input = attachmentInput.safeParse(params);
      if (!input.success) throw validationError(input.error);
      const { name, contentType, size, pieces } = await readAttachment(db, input.data);
      return {
        headers: {
          'content-type': contentType,
          'content-length': String(size),
          // Always saved, never shown: what somebody sent in must not run as a page of ours.
          'content-disposition': `attachment; ${fileName(name)}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        },
        body: pieces(),
      };
    },
    info: {
      parameters: attachmentInput,
      summary: 'Download a file of a message',
      description: 'Returns the bytes of the file. 404 until the file has been fetched, and after it was deleted.',
      tags: ['Inbox'],
      errors: ['NOT_FOUND', 'VALIDATION'],
      success: { status: 200, description: 'The bytes of the file.', type: 'application/octet-stream' },
    },
  }),
];
