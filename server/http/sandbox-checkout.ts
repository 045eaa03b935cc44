/**
 * `/sandbox-checkout/<token>` (4 §J): the payment sandbox's hosted page. HTML that works without JavaScript, in English or
 * Indonesian. Who knows the address may pay, as with every hosted checkout; it exists under PAYMENT_PROVIDER=sandbox only.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '@/server/context';
import { accountOfSandboxToken } from '@/server/db/payments';
import { workspaceStatement } from '@/server/db/statement';
import { workspaceDb, type WorkspaceDb } from '@/server/db/workspace';
import { languageOf } from '@/server/documents/language';
import {
  CHECKOUT_CHOICES,
  checkoutFailurePage,
  checkoutPage,
  type CheckoutBill,
  type CheckoutChoice,
} from '@/server/documents/sandbox-checkout-page';
import { CHECKOUT_STYLE, CHECKOUT_STYLE_PATH } from '@/server/documents/sandbox-checkout-style';
import { toAppError } from '@/server/errors';
import { fastifyError } from '@/server/http/rest';
import { now } from '@/server/lib/clock';
import { toNumber } from '@/server/lib/money';
import { decide, isPayable, SANDBOX_CHECKOUT_PATH, type SandboxInvoice } from '@/server/payments/sandbox-ledger';
import { effectOfInvoice } from '@/server/resources/billing/payment-effect';
import { planOf } from '@/server/resources/billing/plans';

const PATH = `${SANDBOX_CHECKOUT_PATH}/:token`;
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

/** A posted form's choice; null when it is none of the page's. */
function choiceOf({ body, headers }: FastifyRequest): CheckoutChoice | null {
  if (!Buffer.isBuffer(body) || !/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? ''))
    return null;
  const choice = new URLSearchParams(body.toString('utf8')).get('choice');
  return CHECKOUT_CHOICES.find((each) => each === choice) ?? null;
}

export function registerSandboxCheckout(app: FastifyInstance, services: Services): void {
  const { settings, database } = services;
  // A form that was sent leads back to the dashboard, which browsers count as the form's target.
  const policy = `default-src 'none'; style-src 'self'; form-action 'self' ${new URL(settings.baseUrl).origin}; base-uri 'none'; frame-ancestors 'none'`;
  const show = (reply: FastifyReply, status: number, html: string): FastifyReply =>
    reply
      .code(status)
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'Accept-Language',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  const refuse = (request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply =>
    show(
      reply,
      status,
      checkoutFailurePage(languageOf(request.headers['accept-language']), status >= 500 ? 'broken' : 'unknown'),
    );

  const errorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { status, cause, appCode } = toAppError(fastifyError(error));
    if (status >= 500) request.log.error({ err: cause ?? error, code: appCode }, "the sandbox's checkout failed");
    void refuse(request, reply, status);
  };

  async function find(request: FastifyRequest): Promise<{ db: WorkspaceDb; invoice: SandboxInvoice } | null> {
    const { token } = request.params as { token: string };
    const accountId = /^[\w-]{32}$/.test(token) ? await accountOfSandboxToken(database, token) : null;
    if (accountId === null) return null;
    const db = workspaceDb(database, {
      accountId,
      actor: { kind: 'system', id: null, partnerId: null, onBehalfOf: null },
      now: now(),
    });
    const invoice = await db.prisma.sandboxInvoice.findUnique({ where: { token } });
    return invoice === null ? null : { db, invoice };
  }

  app.get(CHECKOUT_STYLE_PATH, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(CHECKOUT_STYLE),
  );

  app.get(PATH, { errorHandler }, async (request, reply) => {
    const found = await find(request);
    return found === null
      ? refuse(request, reply, 404)
      : show(
          reply,
          200,
          checkoutPage(languageOf(request.headers['accept-language']), await billOf(services, found.db, found.invoice)),
        );
  });

  app.post(PATH, { errorHandler, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const found = await find(request);
    if (found === null) return refuse(request, reply, 404);
    const choice = choiceOf(request);
    if (choice === null) return refuse(request, reply, 400);
    // Somebody who leaves tells nobody: the invoice stays open until its time is over.
    if (choice !== 'abandon')
      await decide(found.db, settings, found.invoice.token, choice === 'pay' ? 'paid' : 'failed');
    return await reply
      .code(303)
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .header('location', found.invoice.returnUrl)
      .send();
  });

  app.route({
    method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: PATH,
    errorHandler,
    handler: (request, reply) => refuse(request, reply.header('allow', 'GET, HEAD, POST'), 405),
  });
}
