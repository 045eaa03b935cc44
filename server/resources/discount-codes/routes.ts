/** The codes of a batch as a file; and `/d/<accountId>/<code>`, the link that is passed on. */
import { download } from '@/server/lib/file-in-pieces';
import { exportBatch } from '@/server/resources/discount-codes/batches';
import { sharedCodeFailure } from '@/server/resources/discount-codes/documents';
import { defineDocument, defineRoute, type RawRoute } from '@/server/route';
import { anybody, merchant } from '@/server/rungs';

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
      summary: "A batch's codes as a file",
      description: 'Each code with the contact that it was made for and its first use, written while it is read.',
      tags: ['Discount codes'],
      errors: ['NOT_FOUND'],
      success: { status: 200, description: 'The file.', type: 'text/csv' },
    },
  }),
  ...defineDocument(['GET'], {
    path: '/d/{accountId}/{code}',
    access: anybody,
    answers: 'html',
    failure: sharedCodeFailure,
    document: 'sharedCode',
  }),
];
