/**
 * `GET /api/v1/audit-log/export?format=csv|ndjson`: the audit log as a file, with the filters of the list. No
 * procedure, for it is no JSON and too much for memory.
 */
import { validationError } from '@/server/platform/errors';
import { download } from '@/server/platform/lib/file-in-pieces';
import { exportLog } from '@/server/modules/account/audit-log/export';
import { exportInput } from '@/server/modules/account/audit-log/schema';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { workspace } from '@/server/platform/access/procedures';

export const auditLogRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/audit-log/export',
    access: workspace,
    answers: 'csv',
    read({ db, query, now }) {
      const input = exportInput.safeParse(query);
      if (!input.success) throw validationError(input.error);
      const { format, chain, ...filter } = input.data;
      return download('audit-log', format, now, exportLog(db, filter, { format, chain }));
    },
    info: {
      summary: 'Export the audit log',
      description: 'Streams all entries that match the filters as CSV or NDJSON, newest first.',
      tags: ['Audit log'],
      errors: ['VALIDATION'],
      success: { status: 200, description: 'The file.', type: 'text/csv' },
      query: exportInput,
    },
  }),
];
