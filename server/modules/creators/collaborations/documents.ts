/**
 * `/c/p/<token>` and `/c/v/<token>` as documents: they work without JavaScript, in English or Indonesian; GET changes
 * nothing.
 */
import { modulesOf, pathOf } from '@/components/qr-code/modules';
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { renderBody } from '@/server/platform/pages/render-body';
import { failurePage } from '@/server/modules/creators/pages/failure-page';
import { sentencePage } from '@/server/platform/pages/frame';
import { portalPage, SHOWN, type Portal } from '@/server/modules/creators/pages/portal-page';
import { confirmPage } from '@/server/modules/creators/pages/public-pages';
import { CREATOR_WORDS, PORTAL_ACTIONS, type PortalAction } from '@/server/modules/creators/pages/words';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { languageOf } from '@/server/platform/lib/language';
import { toNumber } from '@/server/platform/lib/money';
import { isOneOf } from '@/server/platform/lib/narrow';
import { briefTerms } from '@/server/modules/creators/campaigns/schema';
import { readBrief, termsOf as briefTermsOf } from '@/server/modules/creators/campaigns/rows';
import { confirmApplication } from '@/server/modules/creators/collaborations/applications';
import { readApplicationToken } from '@/server/modules/creators/collaborations/application-token';
import {
  act,
  openPortal,
  portalFacts,
  sellerOf,
  type PortalRow,
} from '@/server/modules/creators/collaborations/portal';
import { portalToken, readPortalToken } from '@/server/modules/creators/collaborations/portal-token';
import { linkUrl, type CollaborationRow } from '@/server/modules/creators/collaborations/rows';
import { agreedOn } from '@/server/modules/creators/collaborations/submissions';
import { FINAL } from '@/server/modules/creators/collaborations/vocabulary';
import { programTerms, type ProgramTerms } from '@/server/modules/creators/programs/schema';
import { readProgram, termsOf as programTermsOf } from '@/server/modules/creators/programs/rows';
import type { FailurePage, RawAnswer } from '@/server/platform/access/route';

const POLICY =
  "default-src 'none'; connect-src 'self'; img-src 'self' data: http: https:; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The headers of a page whose address only one person knows. */
export const privateHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'Accept-Language',
};
/** The headers of a page that is open to everyone. */
export const publicHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'strict-origin-when-cross-origin',
  vary: 'Accept-Language',
};

const languageIn = ({ headers }: Pick<DocumentCall, 'headers'>) => languageOf(headers['accept-language']);

/** Shows the same page for everything that can be wrong with an address. */
export const creatorFailure: FailurePage = (call, { status }) => ({
  status,
  headers: privateHeaders,
  body: failurePage(languageIn(call), status >= 500 ? 'failed' : 'missing'),
});

const missing = (call: DocumentCall): RawAnswer => creatorFailure(call, new AppError('NOT_FOUND'));

/** Parses a posted form of our pages; empty for any other content type. */
export const formOf = ({ body, headers }: Pick<DocumentCall, 'body' | 'headers'>): URLSearchParams =>
  new URLSearchParams(
    /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') ? body.toString('utf8') : '',
  );

/** Returns the QR code of a link as SVG, which stays sharp on paper at any size. */
function qrOf(url: string): string {
  const modules = modulesOf(url, 1);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.size} ${modules.size}" shape-rendering="crispEdges"><path d="${pathOf(modules)}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

interface Terms {
  title: string;
  text: string | null;
  of: Portal['of'];
  /**
   * The collaboration that the link and code belong to: for a brief that pays by sales, the same person's in the
   * program.
   */
  seller: CollaborationRow | null;
  /** True when an invitation can still be accepted. */
  takesIn: boolean;
}

/** Returns the terms that the person agreed on; before that, the terms on offer. */
async function termsFor(db: WorkspaceDb, row: PortalRow): Promise<Terms> {
  if (row.campaignId !== null) {
    const terms = row.terms === null ? briefTermsOf(await readBrief(db, row.campaignId)) : agreedOn(row);
    const programId = terms.compensation?.programId ?? null;
    const seller = programId === null || row.acceptedAt === null ? null : await sellerOf(db, row, programId);
    const program = programId === null ? null : await programTermsFor(db, seller?.terms ?? null, programId);
    const of = { kind: 'brief', terms: briefTerms.parse(terms), program } as const;
    const takesIn = row.acceptedAt !== null || programId === null || !(await isArchived(db, programId));
    return { title: terms.title, text: terms.brief, of, seller, takesIn };
  }
  const program = await readProgram(db, row.programId ?? '');
  const terms = row.terms === null ? programTermsOf(program) : programTerms.parse(row.terms);
  const of = { kind: 'affiliate', terms, isPaused: program.status === 'paused' } as const;
  return { title: terms.name, text: terms.terms, of, seller: row, takesIn: program.status !== 'archived' };
}

const isArchived = async (db: WorkspaceDb, programId: string): Promise<boolean> =>
  (await readProgram(db, programId)).status === 'archived';

const programTermsFor = async (db: WorkspaceDb, agreed: unknown, programId: string): Promise<ProgramTerms> =>
  agreed === null ? programTermsOf(await readProgram(db, programId)) : programTerms.parse(agreed);

async function portalOf(
  call: DocumentCall,
  { db, row }: { db: WorkspaceDb; row: PortalRow },
  said: Portal['said'],
): Promise<Portal> {
  const language = languageIn(call);
  const { settings } = call.services;
  const { title, text, of, seller, takesIn } = await termsFor(db, row);
  const facts = await portalFacts(db, { ...row, discountCodeId: seller?.discountCodeId ?? null }, SHOWN);
  const { brand, timeZone, currency, status, feeAmount, feeCurrency } = row;
  const html =
    text === null || text.trim() === '' ? null : (await renderBody(text, settings.baseUrl, row.accountId)).html;
  const code = seller?.linkCode ?? null;
  const url = code === null ? null : linkUrl(settings, row.accountId, code);
  return {
    ...{ language, words: CREATOR_WORDS[language], timeZone, currency, brand, title, status, html, of, said },
    isFinal: FINAL.includes(status),
    fee: feeAmount === null || feeCurrency === null ? null : { amount: toNumber(feeAmount), currency: feeCurrency },
    link: url === null ? null : { url, qr: qrOf(url) },
    ...facts,
    hasAddress: row.address !== null,
    bank: seller === null ? 'none' : seller.bankDetails === null ? 'asked' : 'stored',
    takesIn,
    wantsMails: !row.optedOut,
  };
}

/** Returns the page's text key for what was wrong with a posted form. */
function faultOf(error: unknown): keyof Portal['words']['faults'] {
  if (error instanceof AppError && error.appCode === 'SLOTS_FULL') return 'full';
  if (error instanceof AppError && error.appCode === 'VALIDATION') return 'input';
  if (error instanceof AppError && error.status === 409) return 'state';
  throw error;
}

export const portalDocument: Document = async (call) => {
  const { services, params, method, query, now } = call;
  const link = readPortalToken(services.settings.appSecrets, params.token ?? '');
  const opened = link === null ? null : await openPortal(services, link, now);
  if (link === null || opened === null) return missing(call);
  const show = async (status: number, again: typeof opened, said: Portal['said']): Promise<RawAnswer> => ({
    status,
    headers: privateHeaders,
    body: portalPage(await portalOf(call, again, said)),
  });
  if (method !== 'POST') {
    const done =
      typeof query.done === 'string' && isOneOf<PortalAction>(PORTAL_ACTIONS, query.done) ? query.done : null;
    return await show(200, opened, done === null ? null : { done });
  }
  const form = formOf(call);
  const action = form.get('action');
  if (!isOneOf<PortalAction>(PORTAL_ACTIONS, action)) return await show(400, opened, { fault: 'input' });
  if (action === 'end' && form.get('sure') !== '1') return await show(400, opened, { fault: 'sure' });
  try {
    await act(services, opened.db, opened.row, { action, form, address: call.reader.address });
  } catch (error) {
    const fault = faultOf(error);
    return await show(fault === 'input' ? 400 : 409, (await openPortal(services, link, now)) ?? opened, { fault });
  }
  // So that a reload does not post it once more.
  return {
    status: 303,
    headers: { ...privateHeaders, location: `/c/p/${params.token ?? ''}?done=${action}` },
    body: '',
  };
};

export const confirmDocument: Document = async (call) => {
  const { services, params, method, now } = call;
  const language = languageIn(call);
  const words = CREATOR_WORDS[language];
  const link = readApplicationToken(services.settings.appSecrets, params.token ?? '');
  if (link === null) return missing(call);
  if (method !== 'POST') return { headers: privateHeaders, body: confirmPage({ language, words }) };
  const confirmed = await confirmApplication(services, link, now);
  if (confirmed !== null && confirmed.portal !== null) {
    const location = `/c/p/${portalToken(services.settings.appSecrets, confirmed.portal)}`;
    return { status: 303, headers: { ...privateHeaders, location }, body: '' };
  }
  const { title, done, gone } = words.confirm;
  return {
    status: confirmed === null ? 404 : 200,
    headers: privateHeaders,
    body: sentencePage(language, { title, text: confirmed === null ? gone : done }, { isPrivate: true }),
  };
};
