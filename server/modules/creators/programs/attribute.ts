/**
 * The affiliate who is paid for an order (docs/contract/programs.md#attribution), reported by a partner's call or by a
 * shop's order. Each checkout session earns one commission. The affiliate's row stays locked to the end of the
 * transaction, so that the counts behind the flags are exact.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { pasted, readingsOf } from '@/server/platform/lib/text';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import { holdCollaborations, type CollaborationRow } from '@/server/modules/creators/collaborations/rows';
import { commissionOf } from '@/server/modules/creators/programs/arithmetic';
import { commissionColumns, type CommissionRow } from '@/server/modules/creators/programs/commission-rows';
import type { Conversion } from '@/server/modules/creators/programs/commissions-schema';
import { flagsOf } from '@/server/modules/creators/programs/flags';
import { programTerms, type CommissionTerms, type ProgramTerms } from '@/server/modules/creators/programs/schema';
import type { ProgramStatus, Unattributed } from '@/server/modules/creators/programs/vocabulary';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { isCounted } from '@/server/platform/lib/is-counted';

/** An order as a partner or a shop reports it. */
export interface Sale {
  checkoutSessionId: string;
  customerId: string | null;
  /** In the forms that contacts use: e-mail in lower case, phone in E.164. */
  email: string | null;
  phone: string | null;
  /** Discount codes, in the order in which the buyer used them. */
  discountCodes: readonly string[];
  clickId: string | null;
  /** The code of a link. */
  code: string | null;
  /** The order's amount without shipping and tax. */
  orderAmount: number;
  refundedAmount: number;
  currency: string;
  newCustomer: boolean | null;
  networkHash: string | null;
  externalSource: string | null;
  externalRef: string | null;
  occurredAt: Date;
}

const findSale = workspaceStatement<CommissionRow, [session: string]>(
  'programs.sale-of-session',
  `SELECT ${commissionColumns('c')} FROM "Commission" c
    WHERE c."accountId" = $1 AND c."checkoutSessionId" = $2 AND c.kind = 'sale'`,
);

/** Already reported: the same answer again. */
const repeated = ({ id, status, flags }: CommissionRow, created: boolean): Conversion => ({
  attributed: true,
  created,
  commissionId: id,
  status,
  flags,
});
const not = (reason: Unattributed): Conversion => ({ attributed: false, reason });

interface Named {
  by: 'discountCode' | 'click' | 'link';
  collaborationId: string;
  clickedAt: Date | null;
  referrer: string | null;
}

/** Looks up codes in any case; of several codes, the first counts. */
const findNamed = workspaceStatement<Named, [codes: readonly string[], clickId: string, code: string]>(
  'programs.named',
  `SELECT 'discountCode' AS by, q."collaborationId", NULL::timestamptz AS "clickedAt", NULL::text AS referrer FROM (
     SELECT d."sourceRefId" AS "collaborationId" FROM unnest($2::text[]) WITH ORDINALITY AS s(code, place)
     JOIN "DiscountCode" d ON d."accountId" = $1 AND lower(d.code) = lower(s.code) AND d.source = 'affiliate'
       ORDER BY s.place LIMIT 1) q
   UNION ALL SELECT 'click', k."collaborationId", k."clickedAt", k.referrer FROM "ProgramClick" k
     WHERE k."accountId" = $1 AND k.id = $3
   UNION ALL SELECT 'link', c.id, NULL, NULL FROM "Collaboration" c WHERE c."accountId" = $1 AND c."linkCode" = $4`,
);

/**
 * Returns the affiliate that the sale names, by the first kind of evidence that names one, and the click, by whichever
 * evidence the affiliate was found.
 */
async function lookUp(
  tx: StatementTx,
  { discountCodes, clickId, code }: Sale,
): Promise<{ named: Named | null; click: Named | null }> {
  const rows = await tx.rows(
    findNamed,
    discountCodes.flatMap(readingsOf),
    clickId ?? '',
    pasted(code ?? '').toLowerCase(),
  );
  const by = (how: Named['by']): Named | null => rows.find((row) => row.by === how) ?? null;
  return { named: by('discountCode') ?? by('click') ?? by('link'), click: by('click') };
}

interface Facts {
  status: ProgramStatus;
  blockedReferrers: string[];
  fromNetwork: number;
  lastHour: number;
  lastMonth: number;
  recent: number;
  refunded: number;
  isReferred: boolean;
  boughtBefore: boolean;
}

const findFacts = workspaceStatement<
  Facts,
  [
    collaborationId: string,
    programId: string,
    session: string,
    occurredAt: Date,
    networkHash: string | null,
    email: string | null,
    phone: string | null,
    customerId: string | null,
    now: Date,
  ]
>(
  'programs.facts',
  `SELECT p.status, p."blockedReferrers", o.*,
     EXISTS (SELECT FROM "ReferralAttribution" r
       WHERE r."accountId" = ${THIS_WORKSPACE} AND r."qualifyingCheckoutSessionId" = $4
       AND (r.status = 'rewarded' OR (r.status = 'pending' AND r."heldAt" IS NOT NULL))) AS "isReferred",
     (EXISTS (SELECT FROM "Order" b WHERE b."accountId" = ${THIS_WORKSPACE} AND b.email = $7 AND b.status <> 'canceled'
       AND b."paidAt" < $5::timestamptz AND b."checkoutSessionId" <> $4)
      OR EXISTS (SELECT FROM "Order" b WHERE b."accountId" = ${THIS_WORKSPACE} AND b."phoneE164" = $8
        AND b.status <> 'canceled' AND b."paidAt" < $5::timestamptz AND b."checkoutSessionId" <> $4)
      OR EXISTS (SELECT FROM "Order" b WHERE b."accountId" = ${THIS_WORKSPACE} AND b."customerRef" = $9
        AND b.status <> 'canceled' AND b."paidAt" < $5::timestamptz AND b."checkoutSessionId" <> $4)
      OR EXISTS (SELECT FROM "DiscountRedemption" b
        WHERE b."accountId" = ${THIS_WORKSPACE} AND b."customerId" = $9 AND ${isCounted('b')}
        AND b."redeemedAt" < $5::timestamptz AND b."checkoutSessionId" <> $4)
      OR EXISTS (SELECT FROM "Contact" k
        JOIN "Purchase" b ON b."accountId" = ${THIS_WORKSPACE} AND b."contactId" = k.id AND b.at < $5::timestamptz
        AND b."checkoutSessionId" <> $4
         AND NOT EXISTS (SELECT FROM "Order" v
           WHERE v."accountId" = ${THIS_WORKSPACE} AND v.id = b."orderId" AND v.status = 'canceled')
         WHERE k."accountId" = ${THIS_WORKSPACE} AND (k.email = $7 OR k."phoneE164" = $8 OR k."externalRef" = $9
           OR k.id IN (${aliasOf('email', '$7')}, ${aliasOf('phone', '$8')},
             ${aliasOf('externalRef', '$9')})))) AS "boughtBefore"
   FROM "Program" p
   CROSS JOIN LATERAL (SELECT
       count(*) FILTER (WHERE c."networkHash" = $6)::int AS "fromNetwork",
       count(*) FILTER (WHERE c."occurredAt" > $5::timestamptz - interval '1 hour'
         AND c."occurredAt" <= $5::timestamptz)::int AS "lastHour",
       count(*) FILTER (WHERE c."occurredAt" > $5::timestamptz - interval '30 days'
         AND c."occurredAt" <= $5::timestamptz)::int AS "lastMonth",
       count(*)::int AS recent,
       count(*) FILTER (WHERE c."refundedAmount" > 0
         OR EXISTS (SELECT FROM "Commission" b
         WHERE b."accountId" = ${THIS_WORKSPACE} AND b."ofCommissionId" = c.id
         AND b.kind = 'clawback'))::int AS refunded
     FROM "Commission" c WHERE c."accountId" = ${THIS_WORKSPACE} AND c."collaborationId" = $2 AND c.kind = 'sale'
       AND c."createdAt" > $10::timestamptz - interval '60 days') o
   WHERE p."accountId" = $1 AND p.id = $3`,
);

const insert = workspaceStatement<
  CommissionRow,
  [
    programId: string,
    collaborationId: string,
    session: string,
    orderAmount: number,
    refundedAmount: number,
    amount: number,
    currency: string,
    status: string,
    flags: string,
    terms: string,
    releaseAt: Date,
    networkHash: string | null,
    externalSource: string | null,
    externalRef: string | null,
    occurredAt: Date,
    now: Date,
  ]
>(
  'programs.insert-sale',
  `INSERT INTO "Commission" AS c ("accountId", "programId", "collaborationId", "checkoutSessionId", "orderAmount",
    "refundedAmount", amount, currency, status, flags, terms, "releaseAt", "networkHash", "externalSource",
    "externalRef", "occurredAt", "createdAt", "updatedAt")
   VALUES ($1, $2, $3, $4, $5::bigint, $6::bigint, $7::bigint, $8, $9, $10::jsonb, $11::jsonb, $12::timestamptz, $13,
     $14, $15, $16::timestamptz, $17::timestamptz, $17::timestamptz)
   ON CONFLICT DO NOTHING RETURNING ${commissionColumns('c')}`,
);

/** Returns the terms that the affiliate agreed on; they apply even if the program's terms changed since. */
const agreedOn = ({ terms }: CollaborationRow): (ProgramTerms & { commission: CommissionTerms }) | null => {
  const agreed = programTerms.safeParse(terms);
  return agreed.success && agreed.data.commission !== null
    ? { ...agreed.data, commission: agreed.data.commission }
    : null;
};

interface Judged {
  reason: Unattributed | null;
  amount: number;
}

/** Finds the first reason why an order earns nothing, in the order of the contract. */
function judge(
  sale: Sale,
  {
    row,
    facts,
    agreed,
    named,
  }: { row: CollaborationRow; facts: Facts; agreed: ReturnType<typeof agreedOn>; named: Named },
): Judged {
  const no = (reason: Unattributed): Judged => ({ reason, amount: 0 });
  if (facts.status !== 'live') return no('program_not_live');
  if (row.status !== 'active' || agreed === null) return no('collaboration_not_active');
  const { commission, attributionWindowDays, newCustomersOnly } = agreed;
  const oldest = sale.occurredAt.getTime() - attributionWindowDays * DAY_MS;
  if (named.by === 'click' && named.clickedAt !== null && named.clickedAt.getTime() < oldest)
    return no('window_elapsed');
  if (commission.currency !== null && commission.currency !== sale.currency) return no('currency_mismatch');
  const isThemselves =
    (sale.email !== null && sale.email === row.email) || (sale.phone !== null && sale.phone === row.phoneE164);
  if (isThemselves) return no('self_purchase');
  if (newCustomersOnly && (sale.newCustomer === false || facts.boughtBefore)) return no('returning_customer');
  const amount = commissionOf(commission, sale.orderAmount - sale.refundedAmount);
  return amount === 0 ? no('no_commission') : { reason: null, amount };
}

/**
 * Attributes a sale and records its commission. Never throws for a fault of the caller's: each outcome is an answer.
 */
export async function attribute(tx: StatementTx, sale: Sale): Promise<Conversion> {
  const [known] = await tx.rows(findSale, sale.checkoutSessionId);
  if (known !== undefined) return repeated(known, false);
  if (sale.discountCodes.length === 0 && sale.clickId === null && sale.code === null) return not('no_code');
  const { named, click } = await lookUp(tx, sale);
  if (named === null) return not('unknown_code');
  const [row] = await holdCollaborations(tx, [named.collaborationId]);
  if (typeof row?.programId !== 'string') return not('unknown_code');
  const { checkoutSessionId: session, occurredAt, networkHash, email, phone, customerId } = sale;
  const facts = orNotFound(
    (
      await tx.rows(
        findFacts,
        row.id,
        row.programId,
        session,
        occurredAt,
        networkHash,
        email,
        phone,
        customerId,
        tx.now,
      )
    )[0],
  );
  const agreed = agreedOn(row);
  const { reason, amount } = judge(sale, { row, facts, agreed, named });
  if (reason !== null || agreed === null) return not(reason ?? 'collaboration_not_active');
  const flags = flagsOf({
    ...facts,
    affiliateEmail: row.email,
    customerEmail: email,
    fromNetwork: networkHash === null ? 0 : facts.fromNetwork,
    isPortalNetwork: networkHash !== null && networkHash === row.portalHash,
    referrer: click?.referrer ?? null,
  });
  const [made] = await tx.rows(
    insert,
    row.programId,
    row.id,
    session,
    sale.orderAmount,
    sale.refundedAmount,
    amount,
    sale.currency,
    flags.length === 0 ? 'pending' : 'held',
    JSON.stringify(flags),
    JSON.stringify(agreed.commission),
    new Date(occurredAt.getTime() + agreed.holdDays * DAY_MS),
    networkHash,
    sale.externalSource,
    sale.externalRef,
    occurredAt,
    tx.now,
  );
  if (made !== undefined) return repeated(made, true);
  // Another call reported the session at the same time, in this program or another one, and was first.
  return repeated(orNotFound((await tx.rows(findSale, session))[0]), false);
}

/**
 * Returns the collaborations whose code or link the orders name, so that a caller with many orders can lock all of them
 * first.
 */
export async function namedIn(tx: StatementTx, sales: readonly Sale[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const sale of sales) {
    const { named } = await lookUp(tx, sale);
    if (named !== null) ids.add(named.collaborationId);
  }
  return ids;
}
