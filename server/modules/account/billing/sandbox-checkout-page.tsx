/**
 * The payment sandbox's hosted page (docs/contract/billing.md#payment-callbacks): the amount to pay, and three forms
 * that decide the outcome. No JavaScript.
 */
import type { ReactNode } from 'react';
import { dateTimeFormat, numberFormat } from '@/server/platform/lib/formats';
import type { Language } from '@/server/platform/lib/language';
import { renderDocument } from '@/server/platform/pages/render';
import { CHECKOUT_STYLE_PATH } from '@/server/modules/account/billing/sandbox-checkout-style';
import { CHECKOUT_WORDS } from '@/server/modules/account/billing/sandbox-checkout-words';
import { planOf } from '@/server/modules/account/billing/plans';
import type { PaymentEffect } from '@/server/modules/account/billing/schema';

export interface CheckoutBill {
  /** open and failed can be paid; paid shows the receipt. */
  status: 'open' | 'failed' | 'paid' | 'closed';
  /** The plan's name for people. */
  plan: string;
  /** The effect of paying; null where nothing can be paid. */
  effect: PaymentEffect | null;
  /** The workspace's, for its days. */
  timeZone: string;
  /** IDR units, or USD cents. */
  amount: number;
  currency: string;
  email: string;
  reference: string;
  paidAt: Date | null;
  returnUrl: string;
}

/** The choices that the forms send. */
export const CHECKOUT_CHOICES = ['pay', 'fail', 'abandon'] as const;
export type CheckoutChoice = (typeof CHECKOUT_CHOICES)[number];

const LOCALE: Record<Language, string> = { en: 'en-US', id: 'id-ID' };

/** Formats rupiah without and dollars with cents, for the language. */
function amountOf(language: Language, { amount, currency }: Pick<CheckoutBill, 'amount' | 'currency'>): string {
  const digits = currency === 'IDR' ? 0 : 2;
  return numberFormat(LOCALE[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

const dateOf = (language: Language, at: Date): string =>
  `${dateTimeFormat(LOCALE[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;

function Page({
  language,
  title,
  children,
  single,
}: {
  language: Language;
  title: string;
  children: ReactNode;
  single?: boolean;
}) {
  const words = CHECKOUT_WORDS[language];
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{`${title} · ${words.sandbox}`}</title>
        <link rel="stylesheet" href={CHECKOUT_STYLE_PATH} />
      </head>
      <body>
        <header className="notice">
          <p role="note">
            <strong>{words.sandbox}</strong>
            {words.notice}
          </p>
        </header>
        <main className={single === true ? 'single' : undefined}>{children}</main>
      </body>
    </html>
  );
}

function Summary({ language, bill }: { language: Language; bill: CheckoutBill }) {
  const words = CHECKOUT_WORDS[language];
  return (
    <section>
      <p className="brand">
        <span aria-hidden="true">L</span>Laris
      </p>
      <h1>Laris {bill.plan}</h1>
      <p className="amount">{amountOf(language, bill)}</p>
      <p className="period">{words.perMonth}</p>
      <dl>
        <div>
          <dt>{words.billedTo}</dt>
          <dd>{bill.email}</dd>
        </div>
        {bill.paidAt !== null && (
          <div>
            <dt>{words.paidOn}</dt>
            <dd>{dateOf(language, bill.paidAt)}</dd>
          </div>
        )}
        <div>
          <dt>{words.reference}</dt>
          <dd>
            <code>{bill.reference}</code>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** One form for each choice, so that every button works without scripts. Forms post to the page's own address. */
function Choice({ choice, label, look }: { choice: CheckoutChoice; label: string; look: 'pay' | 'fail' | 'leave' }) {
  return (
    <form method="post">
      <input type="hidden" name="choice" value={choice} />
      <button className={look} type="submit">
        {label}
      </button>
    </form>
  );
}

/** Shows the effect of the payment on the present plan, so that nobody pays without knowing it. */
function Effect({ language, bill: { plan, effect, timeZone } }: { language: Language; bill: CheckoutBill }) {
  if (effect === null) return null;
  const words = CHECKOUT_WORDS[language];
  const days = dateTimeFormat(LOCALE[language], { dateStyle: 'long', timeZone });
  const until = days.format(effect.until);
  if (effect.kind !== 'replaces')
    return (
      <p className="effect">
        {effect.kind === 'begins' ? words.begins(plan, until) : words.prolongs(plan, days.format(effect.from), until)}
      </p>
    );
  return (
    <p className="effect ends" role="note">
      <strong>
        {words.ends(planOf(effect.ends).name, effect.endsOn === null ? null : days.format(effect.endsOn))}
      </strong>{' '}
      {words.replaces(plan, until)}
    </p>
  );
}

function Forms({ language, bill }: { language: Language; bill: CheckoutBill }) {
  const words = CHECKOUT_WORDS[language];
  return (
    <section className="panel" aria-label={words.title}>
      <div className="card" aria-hidden="true">
        <div className="row">
          <span>{words.card}</span>
          <span>Laris Sandbox</span>
        </div>
        <div className="chip" />
        <p className="number">4242 4242 4242 4242</p>
        <div className="row">
          <span>12 / 34</span>
          <span>123</span>
        </div>
      </div>
      {bill.status === 'failed' && (
        <p className="error" role="alert">
          {words.failedBefore}
        </p>
      )}
      <Effect language={language} bill={bill} />
      <Choice choice="pay" label={words.pay(amountOf(language, bill))} look="pay" />
      <Choice choice="fail" label={words.fail} look="fail" />
      <Choice choice="abandon" label={words.abandon} look="leave" />
    </section>
  );
}

function Verdict({
  title,
  text,
  back,
  done,
}: {
  title: string;
  text: string;
  back?: { href: string; label: string };
  done?: boolean;
}) {
  return (
    <section className="panel">
      {done === true && (
        <svg className="done" viewBox="0 0 52 52" aria-hidden="true">
          <circle cx="26" cy="26" r="26" />
          <path d="M15.5 27l7 7 14-15" />
        </svg>
      )}
      <h2>{title}</h2>
      <p>{text}</p>
      {back !== undefined && (
        <a className="button" href={back.href}>
          {back.label}
        </a>
      )}
    </section>
  );
}

/** The page of an existing checkout. */
export function checkoutPage(language: Language, bill: CheckoutBill): string {
  const words = CHECKOUT_WORDS[language];
  const back = { href: bill.returnUrl, label: words.back };
  const title = bill.status === 'paid' ? words.paidTitle : bill.status === 'closed' ? words.closedTitle : words.title;
  return renderDocument(
    <Page language={language} title={title}>
      <Summary language={language} bill={bill} />
      {bill.status === 'paid' ? (
        <Verdict title={words.paidTitle} text={words.paidText} back={back} done />
      ) : bill.status === 'closed' ? (
        <Verdict title={words.closedTitle} text={words.closedText} back={back} />
      ) : (
        <Forms language={language} bill={bill} />
      )}
    </Page>,
  );
}

/** unknown: no checkout has this address. broken: our fault. */
export function checkoutFailurePage(language: Language, failure: 'unknown' | 'broken'): string {
  const words = CHECKOUT_WORDS[language];
  const { title, text } =
    failure === 'unknown'
      ? { title: words.unknownTitle, text: words.unknownText }
      : { title: words.brokenTitle, text: words.brokenText };
  return renderDocument(
    <Page language={language} title={title} single>
      <Verdict title={title} text={text} />
    </Page>,
  );
}
