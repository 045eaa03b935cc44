/** A statement as a spreadsheet file, and the bank details that its money goes to. */
import { csvRow } from '@/components/csv/write';
import { systemDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { download } from '@/server/platform/lib/file-in-pieces';
import { isVisit } from '@/server/platform/lib/robots';
import { creatorFailure } from '@/server/modules/creators/collaborations/documents';
import { linkOf, noteClick } from '@/server/modules/creators/programs/clicks';
import { getStatement, readBankDetails } from '@/server/modules/creators/programs/statements';
import { defineRoute, type RawRoute } from '@/server/platform/access/route';
import { bearer, member, merchant } from '@/server/platform/access/procedures';

export const programRoutes: readonly RawRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/a/{accountId}/{code}',
    access: bearer,
    answers: 'html',
    failure: creatorFailure,
    async read(call) {
      const { services, params, headers, now, clientAddress } = call;
      const [accountId = '', code = ''] = [params.accountId, params.code];
      if (![accountId, code].every((each) => /^[A-Za-z0-9]{1,40}$/.test(each))) throw new AppError('NOT_FOUND');
      const db = systemDb(services.database, accountId, now);
      const link = await linkOf(db, code);
      if (link === undefined) throw new AppError('NOT_FOUND');
      const target = new URL(link.landingUrl);
      target.searchParams.set('ref', code.toLowerCase());
      const click = { referrer: headers.referer ?? null, ip: clientAddress };
      if (isVisit(call)) target.searchParams.set('click', await noteClick(db, services.settings, link, click));
      return { status: 302, headers: { location: target.href, 'referrer-policy': 'no-referrer' } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/programs/statements/{id}/bank-details',
    access: member,
    need: 'write',
    answers: 'json',
    // It writes an entry of the audit log.
    noHead: true,
    read: async ({ db, services, params }) => ({ data: await readBankDetails(db, services, params.id ?? '') }),
    info: {
      summary: 'Retrieve the bank details of a statement',
      description: 'For members in the dashboard, while the statement is open. Each look is recorded in the audit log.',
      tags: ['Affiliate programs'],
      errors: ['NOT_FOUND', 'BAD_STATE'],
      success: { status: 200, description: '`{ bankDetails }`; null when the affiliate entered none.' },
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/v1/programs/statements/{id}.csv',
    access: merchant,
    answers: 'csv',
    async read({ db, params, now }) {
      const { number, currency, lines, total } = await getStatement(db, params.id ?? '');
      const rows = lines.map(({ commissionId, kind, orderAmount, amount, createdAt }) =>
        csvRow([createdAt.toISOString(), kind, commissionId, String(orderAmount), String(amount), currency]),
      );
      const head = csvRow(['createdAt', 'kind', 'commissionId', 'orderAmount', 'amount', 'currency']);
      const foot = csvRow(['', 'total', '', '', String(total), currency]);
      return download(`statement-${number}`, 'csv', now, `\uFEFF${head}${rows.join('')}${foot}`);
    },
    info: {
      summary: 'Download a statement as CSV',
      description: 'One row a commission, with amounts in minor units; the last row is the total.',
      tags: ['Affiliate programs'],
      errors: ['NOT_FOUND'],
      success: { status: 200, description: 'The CSV file.', type: 'text/csv' },
    },
  }),
];
