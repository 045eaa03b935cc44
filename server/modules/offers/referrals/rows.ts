/** Rows of the referral tables as we return them. */
import { castStored } from '@/server/platform/db/stored';
import { columnsOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE } from '@/server/platform/db/statement';
import type {
  ReferralAttribution as AttributionRow,
  ReferralLink as StoredLink,
  ReferralProgram as ProgramRow,
} from '@/prisma/generated/client';
import { toNumber, toNumberOrNull } from '@/server/platform/lib/money';
import { contactNameSql } from '@/server/modules/audience/contacts/rows';
import type { Attribution, Link, VoidReason } from '@/server/modules/offers/referrals/schema';
import type { ListedAttribution } from '@/server/modules/offers/referrals/lists-schema';
import type { Program } from '@/server/modules/offers/referrals/program-schema';

export type { AttributionRow, ProgramRow };
export type LinkRow = Omit<StoredLink, 'lastEarned'>;

/** Every returned column, for statements that return a program. `alias` is the table's name in the statement. */
export const programColumns = (alias: string): string => columnsOf('ReferralProgram', alias);
export const linkColumns = (alias: string): string => columnsOf('ReferralLink', alias, 'lastEarned');
/** Columns that only lists and details show, and columns that nobody is shown. */
const BESIDE = [
  'amount',
  'currency',
  'voidReason',
  'updatedAt',
  'needsReview',
  'reviewedAt',
  'reviewNote',
  'refereeAddressKey',
] as const;
export const attributionColumns = (alias: string): string => columnsOf('ReferralAttribution', alias, ...BESIDE);

export const presentProgram = (row: ProgramRow): Program =>
  castStored({
    ...row,
    referrerValue: toNumber(row.referrerValue),
    refereeValue: toNumber(row.refereeValue),
    minPurchaseAmount: toNumberOrNull(row.minPurchaseAmount),
  });

/** A sum of amounts may pass 2^53 where no amount does: the nearest number then, for an answer is better than none. */
export const presentLink = <Row extends LinkRow>(row: Row): Omit<Row, 'revenue'> & Link => ({
  ...row,
  revenue: Number(row.revenue),
});

/** An attribution as `attributionColumns` reads it. */
export type PresentedAttributionRow = Omit<AttributionRow, (typeof BESIDE)[number]>;

/** Returns an attribution as the API shows it; only a held one has its end time and flags. */
export const presentAttribution = ({ heldAt, heldUntil, flags, ...row }: PresentedAttributionRow): Attribution =>
  castStored({ ...row, ...(heldAt !== null && heldUntil !== null && { heldUntil, flags }) });

/** SQL that joins a customer's contact, the newest with the id as its externalRef, as `<alias>` with id and name. */
export const personJoin = (alias: string, customerId: string): string =>
  `LEFT JOIN LATERAL (
     SELECT k.id, ${contactNameSql('k')} AS name
     FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k."externalRef" = ${customerId}
       ORDER BY k."createdAt" DESC, k.id DESC LIMIT 1) ${alias} ON true`;

/** SQL of the columns of a listed attribution: `a`, its link `l`, and the contacts `k1` and `k2` of both sides. */
export const LISTED_ATTRIBUTION = `${columnsOf('ReferralAttribution', 'a', 'refereeAddressKey')}, l.code AS "linkCode",
  k1.id AS "referrerId", k1.name AS "referrerName", k2.id AS "refereeId", k2.name AS "refereeName"`;

export type ListedAttributionRow = Omit<AttributionRow, 'refereeAddressKey' | 'voidReason'> & {
  voidReason: VoidReason | null;
  linkCode: string;
  referrerId: string | null;
  referrerName: string | null;
  refereeId: string | null;
  refereeName: string | null;
};

const person = (id: string | null, name: string | null): { id: string; name: string } | null =>
  id === null ? null : { id, name: name ?? '' };

export function presentListedAttribution(row: ListedAttributionRow): ListedAttribution {
  const { referrerId, referrerName, refereeId, refereeName, amount, needsReview, reviewedAt, reviewNote, ...rest } =
    row;
  return {
    ...presentAttribution(rest),
    linkCode: row.linkCode,
    referrer: person(referrerId, referrerName),
    referee: person(refereeId, refereeName),
    amount: toNumberOrNull(amount),
    currency: row.currency,
    voidReason: row.voidReason,
    updatedAt: row.updatedAt,
    ...(row.heldAt !== null && { needsReview }),
    ...(reviewedAt !== null && { reviewedAt }),
    ...(reviewNote !== null && { reviewNote }),
  };
}
