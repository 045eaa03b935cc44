/**
 * `/sandbox-checkout/<token>`: the payment sandbox's hosted page. HTML without JavaScript, in English or Indonesian.
 * Anybody who knows the address may pay, as with every hosted checkout. The page exists only with
 * PAYMENT_PROVIDER=sandbox.
 */
import type { Services } from '@/server/platform/access/context';
import { accountOfSandboxToken } from '@/server/platform/db/payments';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { languageOf } from '@/server/platform/lib/language';
import {
  CHECKOUT_CHOICES,
  checkoutFailurePage,
  checkoutPage,
  type CheckoutBill,
  type CheckoutChoice,
} from '@/server/modules/account/billing/sandbox-checkout-page';
import { CHECKOUT_STYLE, CHECKOUT_STYLE_PATH } from '@/server/modules/account/billing/sandbox-checkout-style';
import { AppError } from '@/server/platform/errors';
import { toNumber } from '@/server/platform/lib/money';
import {
  decide,
  isPayable,
  SANDBOX_CHECKOUT_PATH,
  type SandboxInvoice,
} from '@/server/modules/account/billing/payments/sandbox-ledger';
import { effectOfInvoice } from '@/server/modules/account/billing/payment-effect';
import { planOf } from '@/server/modules/account/billing/plans';
import {
  defineRoute,
  type FailurePage,
  type RawAnswer,
  type RawCall,
  type RawRoute,
} from '@/server/platform/access/route';
import { bearer } from '@/server/platform/access/procedures';

const PATH = `${SANDBOX_CHECKOUT_PATH}/{token}`;
const BODY_LIMIT = 16 * 1024;

const findTimeZone = workspaceStatement<{ timeZone: string }>(
  'payment-sandbox.time-zone',
  `SELECT $1::text, a."timeZone" FROM "Account" a WHERE a.id = $1`,
);

async function billOf(services: Services, db: WorkspaceDb, invoice: SandboxInvoice): Promise<CheckoutBill> {
  const { currency, email, reference, paidAt, returnUrl } = invoice;
  const status =
    invoice.status === 'paid'
      ? 'paid'
      : isPayable(invoice, db.now)
        ? invoice.status === 'failed'
          ? 'failed'
          : 'open'
        : 'closed';
  const [[account], effect] = await Promise.all([
    db.rows(findTimeZone),
    status === 'open' || status === 'failed' ? effectOfInvoice(services, db, reference) : null,
  ]);
  return {
    status,
    plan: planOf(invoice.plan).name,
    effect,
    timeZone: account?.timeZone ?? 'UTC',
    amount: toNumber(invoice.amount),
    currency,
    email,
    reference,
    paidAt,
    returnUrl,
  };
}

/** The choice in a posted form; null when the page has no such choice. */
function choiceOf({ body, headers }: RawCall): CheckoutChoice | null {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return null;
  const choice = new URLSearchParams(body.toString('utf8')).get('choice');
  return CHECKOUT_CHOICES.find((each) => each === choice) ?? null;
}

/** @throws AppError NOT_FOUND */
async function open({ services, params, now }: RawCall): Promise<{ db: WorkspaceDb; invoice: SandboxInvoice }> {
  const { token = '' } = params;
  const accountId = /^[\w-]{32}$/.test(token) ? await accountOfSandboxToken(services.database, token) : null;
  if (accountId === null) throw new AppError('NOT_FOUND');
  const db = systemDb(services.database, accountId, now);
  const invoice = await db.prisma.sandboxInvoice.findUnique({ where: { token } });
  if (invoice === null) throw new AppError('NOT_FOUND');
  return { db, invoice };
}

/** @param baseUrl the dashboard, to which a posted form redirects; browsers count it as the form's target */
export function sandboxCheckoutRoutes({ baseUrl }: { baseUrl: string }): readonly RawRoute[] {
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(baseUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
  const show = (status: number, html: string): RawAnswer => ({
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      vary: 'Accept-Language',
    },
    body: html,
  });
  const failure: FailurePage = ({ headers }, { status }) =>
    show(status, checkoutFailurePage(languageOf(headers['accept-language']), status >= 500 ? 'broken' : 'unknown'));
  const page = { path: PATH, access: bearer, answers: 'html', failure, bodyLimit: BODY_LIMIT } as const;

  return [
    defineRoute({
      method: 'GET',
      path: CHECKOUT_STYLE_PATH,
      access: bearer,
      answers: 'text',
      type: 'text/css; charset=utf-8',
      read: () => ({ headers: { 'cache-control': 'public, max-age=3600' }, body: CHECKOUT_STYLE }),
    }),
    defineRoute({
      ...page,
      method: 'GET',
      async read(call) {
        const { db, invoice } = await open(call);
        const language = languageOf(call.headers['accept-language']);
        return show(200, checkoutPage(language, await billOf(call.services, db, invoice)));
      },
    }),
    defineRoute({
      ...page,
      method: 'POST',
      async read(call) {
        const { db, invoice } = await open(call);
        const choice = choiceOf(call);
        if (choice === null) throw new AppError('VALIDATION');
        // Somebody who leaves tells nobody: the invoice stays open until its time is over.
        if (choice !== 'abandon')
          await decide(db, call.services.settings, invoice.token, choice === 'pay' ? 'paid' : 'failed');
        return { status: 303, headers: { 'referrer-policy': 'no-referrer', location: invoice.returnUrl } };
      },
    }),
  ];
}
