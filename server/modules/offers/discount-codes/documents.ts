/**
 * `/d/<accountId>/<code>` (docs/contract/discount-codes.md#share): redirects to the shop with the code, or shows the
 * code if the workspace has entered no shop.
 */
import { sharedCodePage, sharedCodeSaid } from '@/server/modules/offers/discount-codes/pages/shared-code';
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { workspaceStatement } from '@/server/platform/db/statement';
import { publicWorkspace } from '@/server/platform/db/workspace';
import { languageOf } from '@/server/platform/lib/language';
import { readingsOf } from '@/server/platform/lib/text';
import { storefrontOf } from '@/server/platform/lib/storefront-address';
import type { FailurePage, RawAnswer } from '@/server/platform/access/route';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'Accept-Language',
};

interface Shared {
  accountId: string;
  brand: string;
  shopUrl: string | null;
  code: string;
}

/**
 * Finds a code to share. Codes that a program made for one person have no link: they are short, and worth money to
 * whoever guesses one.
 */
const findShared = workspaceStatement<Shared, [code: string, now: Date]>(
  'discount-codes.shared',
  `SELECT a.id AS "accountId", a.name AS brand, a."shopUrl", d.code FROM "DiscountCode" d
    JOIN "Account" a ON a.id = d."accountId"
   WHERE d."accountId" = $1 AND lower(d.code) = lower($2) AND d.source IN ('manual', 'affiliate', 'batch') AND d.active
     AND (d."startsAt" IS NULL OR d."startsAt" <= $3::timestamptz)
       AND (d."expiresAt" IS NULL OR d."expiresAt" >= $3::timestamptz)`,
  { isBrief: true },
);

const said = ({ headers }: Pick<DocumentCall, 'headers'>, status: number): RawAnswer => ({
  status,
  headers: HEADERS,
  body: sharedCodeSaid(languageOf(headers['accept-language']), status >= 500 ? 'failed' : 'invalid'),
});

export const sharedCodeFailure: FailurePage = (call, { status }) => said(call, status);

export const sharedCodeDocument: Document = async (call) => {
  const { services, params, now, headers } = call;
  const db = publicWorkspace(services.database, params.accountId ?? '', now);
  const code = params.code ?? '';
  const readings = code.length > 50 || code.includes('\0') ? [] : readingsOf(code);
  let row: Shared | undefined;
  for (const reading of readings) row ??= (await db.rows(findShared, reading, now))[0];
  if (row === undefined) return said(call, 404);
  if (services.settings.storefrontBaseUrl === null && row.shopUrl === null)
    return { headers: HEADERS, body: sharedCodePage(languageOf(headers['accept-language']), row.brand, row.code) };
  const shop = new URL(storefrontOf(services.settings, row));
  shop.searchParams.set('discount', row.code);
  return {
    status: 302,
    headers: { location: shop.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  };
};
