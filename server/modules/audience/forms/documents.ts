/** The pages `/f/<formId>` and `/o/<token>`: without JavaScript, in English or Indonesian. GET subscribes nobody. */
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import {
  confirmedPage,
  confirmPage,
  formPage,
  saidPage,
  STAMP,
  TRAP,
  labelOf,
} from '@/server/modules/audience/forms/pages/pages';
import { FORM_WORDS, type Said } from '@/server/modules/audience/forms/pages/words';
import { AppError, type ErrorCode } from '@/server/platform/errors';
import { isUrl } from '@/server/platform/lib/is-url';
import { languageOf, type Language } from '@/server/platform/lib/language';
import { isRobot, isVisit } from '@/server/platform/lib/robots';
import { visitorOf } from '@/server/platform/lib/visitor';
import { confirm, findConfirmation } from '@/server/modules/audience/forms/confirm';
import { count } from '@/server/modules/audience/forms/count';
import { nameOf, type Fault, type Sent } from '@/server/modules/audience/forms/entered';
import { openForm, submit, type OpenForm, type Outcome } from '@/server/modules/audience/forms/submit';
import { readConfirmToken, stampOf } from '@/server/modules/audience/forms/tokens';
import { isUsualConsent, usualConsent } from '@/server/modules/audience/forms/vocabulary';
import type { FailurePage, RawAnswer } from '@/server/platform/access/route';

/** Also a browser's own page: whose address it is, is not asked. */
const headersOf = (afterUrl: string | null = null): Record<string, string> => {
  // A browser follows the answer to a form only where its policy lets a form lead.
  const after = afterUrl !== null && isUrl(afterUrl) ? ` ${new URL(afterUrl).origin}` : '';
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; connect-src 'self'; style-src 'self'; form-action 'self'${after}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin-when-cross-origin',
    vary: 'Accept-Language',
  };
};

const visitorLanguage = ({ headers }: Pick<DocumentCall, 'headers'>): Language =>
  languageOf(headers['accept-language']);

const said = (language: Language, status: number, what: Said, brand?: string): RawAnswer => ({
  status,
  headers: { ...headersOf(), 'x-robots-tag': 'noindex, nofollow' },
  body: saidPage(language, what, brand),
});

/** The page for every failure: the same whatever is wrong with an address. */
export const formFailure: FailurePage = (call, { status }) =>
  said(visitorLanguage(call), status, FORM_WORDS[visitorLanguage(call)][status >= 500 ? 'failed' : 'missing']);

/** The embedded form asks for data in the place of pages. */
export const wantsData = ({ query }: Pick<DocumentCall, 'query'>): boolean => query.format === 'json';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const data = (value: unknown): RawAnswer => ({
  headers: JSON_HEADERS,
  body: JSON.stringify({ data: value, error: null }),
});
const refusal = (code: ErrorCode, message: string, details?: Record<string, unknown>): RawAnswer => ({
  status: new AppError(code).status,
  headers: JSON_HEADERS,
  body: JSON.stringify({ data: null, error: { code, message, ...(details !== undefined && { details }) } }),
});

/** Returns the sent texts by name, from a form or from JSON; other values are left out. */
function sentIn({ body, headers }: DocumentCall): Sent {
  const type = headers['content-type'] ?? '';
  if (/^application\/json\b/i.test(type)) {
    const parsed = parsedIn(body);
    return Object.fromEntries(
      Object.entries(parsed).flatMap(([name, value]) =>
        value === null || value === false || typeof value === 'object' ? [] : [[name, String(value)]],
      ),
    );
  }
  return /^application\/x-www-form-urlencoded\b/i.test(type)
    ? Object.fromEntries(new URLSearchParams(body.toString('utf8')))
    : {};
}

function parsedIn(body: Buffer): object {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Browsers send no longer origins. */
const LONGEST_ORIGIN = 300;

/** Null: our own page, which sends an origin as well. */
function siteOf({ headers, services }: DocumentCall, form: OpenForm): { origin: string | null; isAllowed: boolean } {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(services.settings.baseUrl).origin)
    return { origin: null, isAllowed: true };
  const isAllowed = form.allowedOrigins.length === 0 || form.allowedOrigins.includes(origin);
  return { origin: origin.slice(0, LONGEST_ORIGIN), isAllowed };
}

/** Returns the definition from which `/forms.js` builds the form. */
function definitionOf(form: OpenForm, language: Language, stamp: string) {
  const words = FORM_WORDS[language];
  return {
    id: form.id,
    language,
    title: form.title ?? form.name,
    description: form.description,
    button: form.buttonLabel ?? words.button,
    fields: form.fields.map((field) => ({
      name: nameOf(field),
      label: labelOf(field, words),
      kind: field.field === 'attribute' ? field.type : field.field,
      required: field.required,
      ...(field.field === 'attribute' && field.type === 'choice' && { options: field.options }),
    })),
    consents: Object.entries(form.consents).map(([family, wording]) => ({ name: `consent.${family}`, wording })),
    popup: form.popup,
    words: { optional: words.optional, choose: words.choose, close: words.close, failed: words.failed.text },
    trap: TRAP,
    stamp,
  };
}

const newStamp = ({ services, now }: DocumentCall, form: OpenForm): string =>
  stampOf(services.settings.appSecrets, form.id, now);

/** Returns the text that is said after, in the merchant's words where there are some. */
function afterOf(form: OpenForm, language: Language, isAsked: boolean): Said {
  const words = FORM_WORDS[language];
  const usual = isAsked ? words.confirmNow : words.done;
  return form.afterText === null ? usual : { title: usual.title, text: form.afterText };
}

function answerAsData(call: DocumentCall, form: OpenForm, language: Language, sent: Sent, outcome: Outcome): RawAnswer {
  const words = FORM_WORDS[language];
  switch (outcome.kind) {
    case 'done':
      return data({ ...afterOf(form, language, outcome.isAsked), url: form.afterUrl });
    case 'refused':
      return refusal('VALIDATION', words.look, { fields: inWords(outcome.faults, language) });
    case 'again':
      return refusal('VALIDATION', words.again, { stamp: outcome.isFresh ? sent[STAMP] : newStamp(call, form) });
    case 'too_many':
      return refusal('TOO_MANY_ATTEMPTS', words.tooMany);
  }
}

const inWords = (faults: Readonly<Record<string, Fault>>, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, FORM_WORDS[language].faults[fault]]));

function answerAsPage(call: DocumentCall, form: OpenForm, language: Language, sent: Sent, outcome: Outcome): RawAnswer {
  const words = FORM_WORDS[language];
  const { brand } = form;
  if (outcome.kind === 'done') {
    if (form.afterUrl !== null) return { status: 303, headers: { ...headersOf(), location: form.afterUrl }, body: '' };
    return said(language, 200, afterOf(form, language, outcome.isAsked), brand);
  }
  const isKept = outcome.kind !== 'again' || outcome.isFresh;
  const stamp = isKept && sent[STAMP] !== undefined ? sent[STAMP] : newStamp(call, form);
  const notice = outcome.kind === 'again' ? words.again : outcome.kind === 'too_many' ? words.tooMany : undefined;
  const faults = outcome.kind === 'refused' ? outcome.faults : {};
  return {
    status: outcome.kind === 'too_many' ? 429 : 400,
    headers: headersOf(form.afterUrl),
    body: formPage({ form, language, brand, stamp, sent, faults, notice }),
  };
}

/** Puts the service's own wording into the visitor's language. The submission keeps the words that were shown. */
const inLanguage = (form: OpenForm, language: Language): OpenForm => ({
  ...form,
  consents: Object.fromEntries(
    Object.entries(form.consents).map(([family, wording]) => [
      family,
      family === 'email' && isUsualConsent(wording, form.brand) ? usualConsent(language, form.brand) : wording,
    ]),
  ),
});

export const formDocument: Document = async (call) => {
  const { services, params, method, headers, query, now } = call;
  const opened = await openForm(services, params.formId ?? '', now);
  if (opened === null) throw new AppError('NOT_FOUND');
  const { db } = opened;
  const language = opened.form.language ?? visitorLanguage(call);
  const form = inLanguage(opened.form, language);
  const words = FORM_WORDS[language];
  const asData = wantsData(call);
  if (form.status === 'closed')
    return asData ? refusal('BAD_STATE', words.closed.title) : said(language, 410, words.closed, form.brand);
  const { origin, isAllowed } = siteOf(call, form);
  if (!isAllowed) {
    const text = words.wrongSite;
    return asData ? refusal('FORBIDDEN', text) : said(language, 403, { title: words.failed.title, text }, form.brand);
  }
  if (method !== 'POST') {
    const stamp = newStamp(call, form);
    if (asData) return data(definitionOf(form, language, stamp));
    if (isVisit(call)) await count(db, form.id, { views: 1 });
    return { headers: headersOf(form.afterUrl), body: formPage({ form, language, brand: form.brand, stamp }) };
  }
  // An embedded one is looked at when it is shown, which may be long after it was loaded, or never.
  if (query.event === 'view') {
    if (!isRobot(headers['user-agent'])) await count(db, form.id, { views: 1 });
    return { status: 204 };
  }
  const sent = sentIn(call);
  const outcome = await submit(db, services, form, {
    sent,
    stamp: sent[STAMP] ?? '',
    trap: sent[TRAP] ?? '',
    ...visitorOf(call),
    origin,
    language,
  });
  const answer = asData ? answerAsData : answerAsPage;
  return answer(call, form, language, sent, outcome);
};

const gone = (call: DocumentCall): RawAnswer => formFailure(call, new AppError('NOT_FOUND'));

export const confirmationDocument: Document = async (call) => {
  const { services, params, method, now } = call;
  const link = readConfirmToken(services.settings.appSecrets, params.token ?? '');
  if (link === null) return gone(call);
  const standing = await (method === 'POST'
    ? confirm(services.database, link, visitorOf(call), now)
    : findConfirmation(services.database, link, now));
  if (standing === null) return gone(call);
  return confirmationPage(call, standing);
};

function confirmationPage(
  call: DocumentCall,
  { kind, language: own, brand, wordings, next }: NonNullable<Awaited<ReturnType<typeof findConfirmation>>>,
): RawAnswer {
  const language = own ?? visitorLanguage(call);
  if (kind === 'late') return said(language, 410, FORM_WORDS[language].confirm.late, brand);
  return {
    headers: { ...headersOf(), 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
    body: kind === 'asks' ? confirmPage(language, { brand, wordings }) : confirmedPage(language, { brand, next }),
  };
}
