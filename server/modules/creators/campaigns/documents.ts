/** `/c/<accountId>` and `/c/<accountId>/<id>` as documents: the open briefs and programs, and the application form. */
import type { Document, DocumentCall } from '@/server/platform/pages/document';
import { sentencePage } from '@/server/platform/pages/frame';
import {
  NOTHING_ENTERED,
  offerPage,
  offersPage,
  type Entered,
  type Listed,
  type Offer,
  type Shop,
} from '@/server/modules/creators/pages/public-pages';
import { workspaceStatement } from '@/server/platform/db/statement';
import { publicWorkspace, systemDb, type PublicDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { languageOf, type Language } from '@/server/platform/lib/language';
import { briefOffer, programOffer, shopOf } from '@/server/modules/creators/campaigns/public-page';
import { briefColumns, ofArchived, type BriefRow } from '@/server/modules/creators/campaigns/rows';
import { apply } from '@/server/modules/creators/collaborations/applications';
import { creatorFailure, formOf, publicHeaders } from '@/server/modules/creators/collaborations/documents';
import { applicationInput } from '@/server/modules/creators/collaborations/schema';
import { programColumns, type ProgramRow } from '@/server/modules/creators/programs/rows';
import type { CommissionTerms } from '@/server/modules/creators/programs/schema';
import type { RawAnswer } from '@/server/platform/access/route';

const findOpen = workspaceStatement<{
  id: string;
  kind: 'brief' | 'program';
  title: string;
  lead: string | null;
  applyBy: Date | null;
  commission: unknown;
}>(
  'campaigns.open',
  `SELECT o.* FROM (
     SELECT b.id, 'brief' AS kind, b.title, NULL AS lead, b."applyBy", NULL::jsonb AS commission,
       b."publishedAt" AS since FROM "Brief" b
       WHERE b."accountId" = $1 AND b.status = 'open' AND b.visibility = 'open' AND NOT ${ofArchived('b')}
     UNION ALL SELECT p.id, 'program', p.name, p.description, NULL, p.commission, p."activatedAt" FROM "Program" p
       WHERE p."accountId" = $1 AND p.status = 'live' AND p.visibility = 'open') o
   ORDER BY o.since DESC, o.id DESC LIMIT 100`,
);
const findBrief = workspaceStatement<BriefRow, [id: string]>(
  'campaigns.open-brief',
  `SELECT ${briefColumns('b')} FROM "Brief" b
    WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'open' AND b.visibility = 'open' AND NOT ${ofArchived('b')}`,
  { isBrief: true },
);
const findProgram = workspaceStatement<ProgramRow, [id: string]>(
  'campaigns.open-program',
  `SELECT ${programColumns('p')} FROM "Program" p
    WHERE p."accountId" = $1 AND p.id = $2 AND p.status = 'live' AND p.visibility = 'open'`,
  { isBrief: true },
);

const readerLanguage = ({ headers }: DocumentCall): Language => languageOf(headers['accept-language']);
const open = ({ services, params, now }: DocumentCall): PublicDb =>
  publicWorkspace(services.database, params.accountId ?? '', now);

/** Empty for an unknown workspace. */
export const offersDocument: Document = async (call) => {
  const db = open(call);
  const shop = await shopOf(db, readerLanguage(call));
  const offers = shop.brand === '' ? [] : await db.rows(findOpen);
  const listed = offers.map(({ commission, ...offer }): Listed => ({
    ...offer,
    commission: commission as CommissionTerms | null,
  }));
  return { headers: publicHeaders, body: offersPage(shop, listed) };
};

async function offerOf(call: DocumentCall, db: PublicDb): Promise<Offer | null> {
  const id = call.params.id ?? '';
  if (!/^[a-z0-9]{1,40}$/.test(id) || !/^[a-z0-9]{1,40}$/.test(db.accountId)) return null;
  const { baseUrl } = call.services.settings;
  const [brief] = await db.rows(findBrief, id);
  if (brief !== undefined) return await briefOffer(brief, baseUrl);
  const [program] = await db.rows(findProgram, id);
  return program === undefined ? null : await programOffer(program, baseUrl);
}

const enteredIn = (form: URLSearchParams): Entered => ({
  name: form.get('name') ?? '',
  email: form.get('email') ?? '',
  handles: form.get('handles') ?? '',
  followers: form.get('followers') ?? '',
  message: form.get('message') ?? '',
});

/** Turns the entered form values into an application. The form has one social handle a line. */
function applicationOf(id: string, entered: Entered, consent: boolean) {
  const lines = entered.handles
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const followers = entered.followers.replace(/[\s.,]/g, '');
  return applicationInput.safeParse({
    id,
    name: entered.name.trim(),
    email: entered.email,
    socialHandles: Object.fromEntries(lines.slice(0, 20).map((line, at) => [`handle${at + 1}`, line])),
    followers: followers === '' ? null : Number(followers),
    message: entered.message,
    consent,
  });
}

async function applied(call: DocumentCall, shop: Shop, offer: Offer): Promise<RawAnswer> {
  const form = formOf(call);
  const entered = enteredIn(form);
  const id = call.params.id ?? '';
  const application = applicationOf(id, entered, form.get('consent') === '1');
  if (!application.success) {
    // Handles are one field here, and a row for each in an application.
    const refused = new Set(
      application.error.issues.map(({ path: [field] }) => (field === 'socialHandles' ? 'handles' : String(field))),
    );
    return { status: 400, headers: publicHeaders, body: offerPage(shop, offer, { entered, refused }) };
  }
  const { id: _, consent: __, ...fields } = application.data;
  const { services, params, now, reader } = call;
  const of = offer.of.kind === 'brief' ? { campaignId: id } : { programId: id };
  await apply(systemDb(services.database, params.accountId ?? '', now), services, of, fields, reader.address);
  const { title, mailed, direct } = shop.words.applied;
  const text = services.settings.mail === null ? direct : mailed;
  const { brand, home } = shop;
  return { headers: publicHeaders, body: sentencePage(shop.language, { title, text }, { brand, home }) };
}

/** One brief or program. A POST is an application; its answer does not depend on whether the address is known. */
export const offerDocument: Document = async (call) => {
  const db = open(call);
  const [shop, offer] = [await shopOf(db, readerLanguage(call)), await offerOf(call, db)];
  if (offer === null) return creatorFailure(call, new AppError('NOT_FOUND'));
  if (call.method === 'POST') return await applied(call, shop, offer);
  return { headers: publicHeaders, body: offerPage(shop, offer, { entered: NOTHING_ENTERED }) };
};
