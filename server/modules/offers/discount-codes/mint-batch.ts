/**
 * Makes the codes of a batch (docs/contract/discount-codes.md#batches), one chunk a transaction. So the batch's count
 * equals its codes, even when a worker is killed. Two workers at one batch wait for each other at its row.
 */
import { listed, namesOf } from '@/server/platform/db/columns';
import { composedStatement, Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { castStored } from '@/server/platform/db/stored';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import type { DiscountBatch as BatchRow } from '@/prisma/generated/client';
import { audienceRelations, segmentsOf } from '@/server/modules/messaging/broadcasts/recipients';
import type { CreateBatchInput } from '@/server/modules/offers/discount-codes/batches-schema';
import { templateIn } from '@/server/modules/offers/discount-codes/batches';
import { codeLetters } from '@/server/platform/lib/code-letters';
import { storedFields } from '@/server/modules/offers/discount-codes/rows';

const CHUNK = 5_000;

/** Columns of a code that the batch sets; all others have defaults in the database. */
const SENT = namesOf('DiscountCode', 'id', 'accountId', 'redemptionCount', 'code', 'contactId');

const lock = workspaceStatement<BatchRow, [id: string]>(
  'discount-codes.batch.lock',
  `SELECT b.* FROM "DiscountBatch" b WHERE b."accountId" = $1 AND b.id = $2 AND b.status = 'minting' FOR NO KEY UPDATE`,
);

/**
 * Inserts codes, in their order, as every writer of codes does. Codes that exist already are replaced in the next
 * chunk.
 */
const insert = workspaceStatement<{ made: number }, [codes: string[], contactIds: (string | null)[], rule: string]>(
  'discount-codes.batch.mint',
  `WITH made AS (
     INSERT INTO "DiscountCode" AS d ("accountId", code, "contactId", ${listed(SENT)})
     SELECT $1, n.code, n."contactId", ${listed(SENT, 'r')} FROM unnest($2::text[], $3::text[]) AS n (code, "contactId")
       CROSS JOIN jsonb_populate_record(NULL::"DiscountCode", $4::jsonb) r
     ORDER BY lower(n.code) COLLATE "C"
     ON CONFLICT DO NOTHING RETURNING 1)
   SELECT count(*)::int AS made FROM made`,
);

const advance = workspaceStatement<
  never,
  [id: string, made: number, lastContactId: string, isReady: boolean, now: Date]
>(
  'discount-codes.batch.advance',
  `UPDATE "DiscountBatch" b SET minted = b.minted + $3, "lastContactId" = $4,
     status = CASE WHEN $5 THEN 'ready' ELSE b.status END, "readyAt" = CASE
       WHEN $5 THEN $6::timestamptz END, count = CASE WHEN $5 THEN b.minted + $3 ELSE b.count END
   WHERE b."accountId" = $1 AND b.id = $2`,
);

/** Returns the next contacts of the audience, by id, who have no code of this batch. */
async function nextContacts(tx: StatementTx, batch: BatchRow): Promise<string[]> {
  const audience = castStored<{ of: NonNullable<CreateBatchInput['audience']> }>({ of: batch.audience }).of;
  const parameters = new Parameters();
  const { relations } = audienceRelations(audience, await segmentsOf(tx, audience), tx.now, parameters);
  const [after, batchId] = [parameters.add(batch.lastContactId, 'text'), parameters.add(batch.id, 'text')];
  const rows = await tx.rows(
    composedStatement<{ id: string }>(
      `WITH ${relations},
       given AS MATERIALIZED (SELECT d."contactId" FROM "DiscountCode" d
         WHERE d."accountId" = $1 AND d.source = 'batch' AND d."sourceRefId" = ${batchId} AND d."contactId" > ${after})
       SELECT a.id FROM audience a WHERE a.id > ${after} AND NOT EXISTS (SELECT FROM given g WHERE g."contactId" = a.id)
         ORDER BY a.id LIMIT ${CHUNK}`,
      { joinsSets: true },
    ),
    ...parameters.values,
  );
  return rows.map(({ id }) => id);
}

const ruleOf = (batch: BatchRow): string => {
  const rule = storedFields(templateIn(batch));
  return JSON.stringify({
    ...rule,
    source: 'batch',
    sourceRefId: batch.id,
    createdAt: batch.createdAt,
    updatedAt: batch.createdAt,
  });
};

function fresh(count: number, { prefix, length }: BatchRow): string[] {
  const codes = new Set<string>();
  while (codes.size < count) codes.add(prefix + codeLetters(length));
  return [...codes];
}

/** Makes one chunk. @returns whether codes are left to make */
async function mintChunk(tx: StatementTx, id: string): Promise<boolean> {
  const [batch] = await tx.rows(lock, id);
  // Ready, canceled, or gone.
  if (batch === undefined) return false;
  const contacts = batch.audience === null ? null : await nextContacts(tx, batch);
  const wanted = contacts === null ? Math.min(CHUNK, (batch.count ?? 0) - batch.minted) : contacts.length;
  const codes = fresh(wanted, batch);
  const [row] = wanted === 0 ? [] : await tx.rows(insert, codes, contacts ?? codes.map(() => null), ruleOf(batch));
  const made = row?.made ?? 0;
  const isReady = contacts === null ? batch.minted + made >= (batch.count ?? 0) : contacts.length === 0;
  // A contact whose code was taken is asked for again.
  const last = made === wanted ? (contacts?.at(-1) ?? batch.lastContactId) : batch.lastContactId;
  await tx.rows(advance, id, made, last, isReady, tx.now);
  return !isReady;
}

/** @param open makes a handle for each chunk, so that each has its own time */
export async function mintBatch(open: () => WorkspaceDb, id: string): Promise<void> {
  while (await open().longTransaction((tx) => mintChunk(tx, id)));
}
