/** The codes of a batch as a file; and `/d/<accountId>/<code>`, the link that is passed on. */
import { download } from '@/server/platform/lib/file-in-pieces';
import { exportBatch } from '@/server/modules/offers/discount-codes/batches';
import { sharedCodeFailure } from '@/server/modules/offers/discount-codes/documents';
import { defineDocument, defineRoute, type RawRoute } from '@/server/platform/access/route';
import { anybody, bearer, merchant } from '@/server/platform/access/procedures';
import { COPY_SCRIPT, COPY_SCRIPT_PATH } from '@/server/modules/offers/discount-codes/pages/shared-code';

export const discountCodeRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/api/v1/discount-codes/batches/{id}/export',
    access: merchant,
    answers: 'csv',
    async read({ db, params, now, method }) {
      return download('codes', 'csv', now, await exportBatch(db, params.id ?? '', { isRead: method !== 'HEAD' }));
    },
    info: {
      summary: 'Export the codes of a batch as CSV',
      description: 'Each code with its contact and its first use, streamed; there is no size limit.',
      tags: ['Discount codes'],
      errors: ['NOT_FOUND'],
      success: { status: 200, description: 'The CSV file.', type: 'text/csv' },
    },
  }),
  ...defineDocument(['GET'], {
    path: '/d/{accountId}/{code}',
    access: anybody,
    answers: 'html',
    failure: sharedCodeFailure,
    document: 'sharedCode',
  }),
  defineRoute({
    method: 'GET',
    path: COPY_SCRIPT_PATH,
    access: bearer,
    answers: 'text',
    type: 'text/javascript; charset=utf-8',
    read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: COPY_SCRIPT }),
  }),
];
