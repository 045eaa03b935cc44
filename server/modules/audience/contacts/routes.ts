/**
 * `GET /api/v1/contacts/export`: contacts as a file. Not a procedure, because the file is no JSON and too large for
 * memory.
 */
import { validationError } from '@/server/platform/errors';
import { download } from '@/server/platform/lib/file-in-pieces';
import { exportFile } from '@/server/modules/audience/contacts/export-file';
import { exportFileInput } from '@/server/modules/audience/contacts/schema';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { merchant } from '@/server/platform/access/procedures';

export const contactRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/contacts/export',
    access: merchant,
    answers: 'csv',
    async read({ db, query, now, method }) {
      const input = exportFileInput.safeParse(query);
      if (!input.success) throw validationError(input.error);
      return download('contacts', 'csv', now, await exportFile(db, input.data, { isRead: method !== 'HEAD' }));
    },
    info: {
      summary: 'Export contacts',
      description:
        'Streams all contacts that match the filters as CSV, which the dashboard’s import reads back. Recorded in the audit log.',
      tags: ['Contacts'],
      errors: ['VALIDATION', 'NOT_FOUND'],
      success: { status: 200, description: 'The file.', type: 'text/csv' },
      query: exportFileInput,
    },
  }),
];
