/** The public page of a brief or a program, and the merchant's preview of it. */
import { NOTHING_ENTERED, offerPage, type Offer, type Shop } from '@/server/modules/creators/pages/public-pages';
import { CREATOR_WORDS } from '@/server/modules/creators/pages/words';
import { renderBody } from '@/server/platform/pages/render-body';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { PublicDb, WorkspaceDb } from '@/server/platform/db/workspace';
import type { Language } from '@/server/platform/lib/language';
import { readBrief, termsOf as briefTermsOf, type BriefRow } from '@/server/modules/creators/campaigns/rows';
import type { PagePreview, PreviewInput } from '@/server/modules/creators/campaigns/schema';
import { readProgram, termsOf as programTermsOf, type ProgramRow } from '@/server/modules/creators/programs/rows';

const findShop = workspaceStatement<{ brand: string; timeZone: string; currency: string }>(
  'campaigns.shop',
  `SELECT a.name AS brand, a."timeZone", a.currency FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
  { isBrief: true },
);

/** The brand is empty for an unknown workspace. */
export async function shopOf(db: PublicDb, language: Language): Promise<Shop> {
  // What cannot be an id is in no table, and not every text may be compared with one.
  const [row] = /^[a-z0-9]{1,40}$/.test(db.accountId) ? await db.rows(findShop) : [];
  const { brand = '', timeZone = 'UTC', currency = 'IDR' } = row ?? {};
  return { language, words: CREATOR_WORDS[language], brand, timeZone, currency, home: `/c/${db.accountId}` };
}

/** Cleaned; null when there is none. */
const proseOf = async (text: string | null, accountId: string, baseUrl: string): Promise<string | null> =>
  text === null || text.trim() === '' ? null : (await renderBody(text, baseUrl, accountId)).html;

export async function briefOffer(row: BriefRow, baseUrl: string): Promise<Offer> {
  const { accountId, title, brief, coverImage: cover, applyBy, slots, filledSlots } = row;
  const of = { kind: 'brief', terms: briefTermsOf(row), applyBy, slots, filledSlots } as const;
  return { title, cover, html: await proseOf(brief, accountId, baseUrl), of };
}

export async function programOffer(row: ProgramRow, baseUrl: string): Promise<Offer> {
  const { accountId, name: title, terms, description } = row;
  const of = { kind: 'program', terms: programTermsOf(row), description } as const;
  return { title, cover: null, html: await proseOf(terms, accountId, baseUrl), of };
}

/** Renders the page as visitors would see it if the offer were open now. */
const previewOf = async (db: WorkspaceDb, language: Language, offer: Offer): Promise<PagePreview> => ({
  html: offerPage(await shopOf(db, language), offer, { entered: NOTHING_ENTERED, inlineStyle: true }),
});

/** @throws AppError NOT_FOUND */
export const previewBrief = async (db: WorkspaceDb, baseUrl: string, input: PreviewInput): Promise<PagePreview> =>
  await previewOf(db, input.language, await briefOffer(await readBrief(db, input.id), baseUrl));

/** @throws AppError NOT_FOUND */
export const previewProgram = async (db: WorkspaceDb, baseUrl: string, input: PreviewInput): Promise<PagePreview> =>
  await previewOf(db, input.language, await programOffer(await readProgram(db, input.id), baseUrl));
