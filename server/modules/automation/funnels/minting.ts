/**
 * Codes for one person (docs/contract/funnels.md#codes): each enrolment and step mints one code. The caller locks the
 * enrolment's row, so the codes in its path cannot change until the transaction ends.
 */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import { codeLetters } from '@/server/platform/lib/code-letters';
import type { StepOf } from '@/server/modules/automation/funnels/step-schema';
import type { Minted } from '@/server/modules/automation/funnels/machine';

type Db = Pick<StatementTx, 'rows' | 'now'>;

/** A code to mint for a person. */
export interface Minting {
  enrolmentId: string;
  funnelId: string;
  contactId: string;
  step: StepOf<'mint_code'>;
}

const LETTERS = 8;
/** The least time, in milliseconds, that an earlier code must still be valid to be given again. */
const LEAST_LEFT_MS = 24 * 60 * 60_000;

/**
 * Finds the code that this step gave this enrolment; else, with `reuse`, the code of an earlier enrolment that is valid
 * longest.
 */
const findEarlier = workspaceStatement<
  {
    key: string;
    id: string;
    code: string;
    expiresAt: Date | null;
    mintedAt: Date;
    outcome: 'minted' | 'reused';
    at: Date | null;
  },
  [asked: string, until: Date]
>(
  'funnels.earlier-codes',
  `SELECT q.key, k.id, k.code, k."expiresAt", k."mintedAt", k.outcome, k.at
   FROM jsonb_to_recordset($2::jsonb) AS q(key text, "enrolmentId" text, "funnelId" text, "contactId" text,
     "stepId" text, reuse boolean)
   CROSS JOIN LATERAL (
     (SELECT d.id, d.code, d."expiresAt", d."createdAt" AS "mintedAt", p.outcome, p.at, 0 AS rank
      FROM (SELECT * FROM "FunnelPassage" h
        WHERE h."accountId" = ${THIS_WORKSPACE} AND h."enrolmentId" = q."enrolmentId" AND h."stepId" = q."stepId"
        AND h.outcome IN ('minted', 'reused') OFFSET 0) p
      CROSS JOIN LATERAL (SELECT * FROM "DiscountCode" d
        WHERE d."accountId" = ${THIS_WORKSPACE} AND lower(d.code) = lower(p.reason) OFFSET 0) d
      ORDER BY p.position LIMIT 1)
     UNION ALL
     (SELECT d.id, d.code, d."expiresAt", d."createdAt", 'reused', NULL, 1 FROM "FunnelEnrolment" e
      CROSS JOIN LATERAL (SELECT p.reason FROM "FunnelPassage" p
        WHERE p."accountId" = ${THIS_WORKSPACE} AND p."enrolmentId" = e.id AND p."stepId" = q."stepId"
        AND p.outcome = 'minted' OFFSET 0) p
      CROSS JOIN LATERAL (SELECT * FROM "DiscountCode" d
        WHERE d."accountId" = ${THIS_WORKSPACE} AND d."sourceRefId" = e.id AND d.source = 'funnel'
        AND d.code = p.reason OFFSET 0) d
      WHERE q.reuse AND e."accountId" = ${THIS_WORKSPACE} AND e."funnelId" = q."funnelId"
        AND e."contactId" = q."contactId" AND e.id <> q."enrolmentId"
        AND d.active AND d."redemptionCount" = 0 AND d."expiresAt" >= $3::timestamptz
      ORDER BY d."expiresAt" DESC LIMIT 1)
     ORDER BY rank LIMIT 1) k
   WHERE $1 <> ''`,
);

const insertCodes = workspaceStatement<
  { key: string; id: string; code: string; expiresAt: Date },
  [codes: string, now: Date]
>(
  'funnels.mint',
  `WITH asked AS MATERIALIZED (
     SELECT * FROM jsonb_to_recordset($2::jsonb) AS q(key text, code text, type text, value bigint, currency text,
       scope text, "productIds" text[], "tagFilter" text[], "minPurchaseAmount" bigint, "enrolmentId" text,
       "marketingCampaignId" text, "expiresAt" timestamptz)),
   minted AS (
     INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "productIds", "tagFilter",
       "minPurchaseAmount", "maxUsesTotal", "maxUsesPerCustomer", source, "sourceRefId", "marketingCampaignId",
       "expiresAt", active, public, "createdAt", "updatedAt")
     SELECT $1, q.code, q.type, q.value, q.currency, q.scope, q."productIds", q."tagFilter", q."minPurchaseAmount", 1,
       1, 'funnel', q."enrolmentId", g.id, q."expiresAt", true, false, $3::timestamptz, $3::timestamptz
     FROM asked q LEFT JOIN LATERAL (SELECT m.id FROM "MarketingCampaign" m
       WHERE m."accountId" = ${THIS_WORKSPACE} AND m.id = q."marketingCampaignId" OFFSET 0) g ON true
     ON CONFLICT DO NOTHING
     RETURNING id, code, "expiresAt")
   SELECT q.key, m.id, m.code, m."expiresAt" FROM minted m JOIN asked q ON q.code = m.code`,
);

/** The most draws of a code when drawn ones exist already; of 32^8 codes few do. */
const TRIES = 8;

/** @returns each person's code by `<enrolmentId> <stepId>`: this step's, an earlier one's, or a new one */
export async function mintAll(db: Db, asked: readonly Minting[]): Promise<ReadonlyMap<string, Minted>> {
  const { now } = db;
  const results = new Map<string, Minted>();
  const keyOf = ({ enrolmentId, step }: Minting): string => `${enrolmentId} ${step.id}`;
  const earlier = await db.rows(
    findEarlier,
    JSON.stringify(
      asked.map((each) => ({
        key: keyOf(each),
        enrolmentId: each.enrolmentId,
        funnelId: each.funnelId,
        contactId: each.contactId,
        stepId: each.step.id,
        reuse: each.step.config.reuse,
      })),
    ),
    new Date(now.getTime() + LEAST_LEFT_MS),
  );
  for (const { key, outcome, at, ...code } of earlier) results.set(key, { code, outcome, at });
  for (let tries = 0; tries < TRIES; tries++) {
    const missing = asked.filter((each) => !results.has(keyOf(each)));
    if (missing.length === 0) return results;
    const codes = missing.map((each) => {
      const { prefix, expiresInHours, reuse: _reuse, ...rule } = each.step.config;
      return {
        ...rule,
        key: keyOf(each),
        code: `${prefix}-${codeLetters(LETTERS)}`,
        enrolmentId: each.enrolmentId,
        expiresAt: new Date(now.getTime() + expiresInHours * HOUR_MS),
      };
    });
    for (const { key, ...code } of await db.rows(insertCodes, JSON.stringify(codes), now))
      results.set(key, { code: { ...code, mintedAt: now }, outcome: 'minted', at: null });
  }
  throw new Error('No code could be drawn that is not taken.');
}
