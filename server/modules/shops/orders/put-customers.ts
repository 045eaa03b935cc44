/** PUT /integrations/customers (docs/contract/integrations.md#customers). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import { aliasOf } from '@/server/modules/audience/contacts/find';
import { normalisedPhoneOf, phoneAddress } from '@/server/modules/audience/contacts/identity';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { TOO_LARGE } from '@/server/modules/audience/contacts/schema';
import { applyOptOuts } from '@/server/modules/audience/contacts/suppress';
import { known, prepare, writeContacts } from '@/server/modules/audience/contacts/write';
import { type KnownPerson, meet, type ParsedCustomer } from '@/server/modules/shops/orders/customers';
import { deletionsOf, toPutOutput, type Outcome, type Write } from '@/server/modules/shops/orders/put-rows';
import type { CustomerInput, PutOutput } from '@/server/modules/shops/orders/schema';
import type { Shop } from '@/server/modules/shops/orders/shop';
import { Deduper, type Known } from '@/server/modules/shops/orders/dedupe';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';

const findKnown = workspaceStatement<Known & { externalRef: string }, [source: string, refs: string[]]>(
  'integrations.customers.known',
  `SELECT u."externalRef", u."sourceUpdatedAt", u.print FROM "Customer" u
    WHERE u."accountId" = $1 AND u."externalSource" = $2 AND u."externalRef" = ANY ($3::text[])`,
);

/** The newest contact at an address that is on the left, as SQL. */
const newestAt = (condition: string): string =>
  `CROSS JOIN LATERAL (SELECT c.id FROM "Contact" c WHERE c."accountId" = ${THIS_WORKSPACE} AND ${condition}
    ORDER BY c."createdAt" DESC, c.id DESC LIMIT 1) p`;

const findPeople = workspaceStatement<KnownPerson, [emails: string[], phones: string[], identities: string[]]>(
  'integrations.customers.people',
  `SELECT c."identityHash", c.email, c.phone, c."phoneE164", c."firstName", c."lastName", c."externalRef",
    c.attributes->'${SHOP_ATTRIBUTE}' AS shop, c.subscriptions,
     ARRAY(SELECT a.kind || ' ' || a.value FROM "ContactAlias" a
       WHERE a."accountId" = ${THIS_WORKSPACE} AND a."contactId" = c.id AND a.kind IN ('email', 'phone')) AS aliases
   FROM (
     SELECT p.id FROM unnest($2::text[]) a(address) ${newestAt('c.email = a.address')}
     UNION SELECT p.id FROM unnest($3::text[]) a(address) ${newestAt('c."phoneE164" = a.address')}
     UNION SELECT p.id FROM unnest($3::text[]) a(address) ${newestAt(`c."phoneE164" IS NULL AND ${normalisedPhoneOf('c.phone')} = a.address`)}
     UNION SELECT ${aliasOf('email', 'a.address')} FROM unnest($2::text[]) a(address)
     UNION SELECT ${aliasOf('phone', 'a.address')} FROM unnest($3::text[]) a(address)
     UNION SELECT p.id FROM unnest($4::text[]) a(address) ${newestAt('c."identityHash" = a.address')}) n
   CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = n.id OFFSET 0) c
   ORDER BY c."createdAt", c.id`,
);

const writeCustomers = workspaceStatement<never, [rows: string, source: string, now: Date]>(
  'integrations.customers.write',
  `INSERT INTO "Customer" AS u ("accountId", "externalSource", "externalRef", "contactId", print, "sourceUpdatedAt",
    "createdAt", "updatedAt")
   SELECT $1, $3::text, i."externalRef", k.id, i.print, i."updatedAt", $4::timestamptz, $4::timestamptz
   FROM jsonb_to_recordset($2::jsonb) AS i("externalRef" text, "identityHash" text, print text, "updatedAt" timestamptz)
   CROSS JOIN LATERAL (SELECT c.id FROM "Contact" c
     WHERE c."accountId" = ${THIS_WORKSPACE} AND c."identityHash" = i."identityHash" OFFSET 0) k
   ORDER BY i."externalRef" COLLATE "C"
   ON CONFLICT ("accountId", "externalSource", "externalRef") DO UPDATE SET
     "contactId" = excluded."contactId", print = excluded.print, "sourceUpdatedAt" = excluded."sourceUpdatedAt",
       "updatedAt" = excluded."updatedAt"
   WHERE (u."contactId", u.print, u."sourceUpdatedAt")
     IS DISTINCT FROM (excluded."contactId", excluded.print, excluded."sourceUpdatedAt")`,
);

const distinct = (values: (string | null)[]): string[] => [...new Set(values.filter((value) => value !== null))];

/**
 * Writes customers as contacts. Safe to repeat, because no field of a contact is overwritten. Customers beyond the
 * plan's contacts are not an error of the call; they are listed in `errors`. Callers run the write through `inTurn`
 * (server/modules/audience/contacts/lock.ts).
 */
export async function customersWrite(db: WorkspaceDb, shop: Shop, rows: readonly CustomerInput[]): Promise<Write> {
  const prepared = await prepare(
    db,
    rows.map(({ updatedAt: _, ...fields }, row) => ({ row, fields })),
  );
  return async (tx) => {
    await lockContacts(tx);
    const refs = distinct(rows.map(({ externalRef }) => externalRef));
    const since = await tx.rows(findKnown, shop.externalSource, refs);
    const deletions = await deletionsOf(tx, shop.externalSource, 'customers', refs);
    const deduper = new Deduper(since, { at: tx.now, equals: shop.equals, deletions });
    const parsed = prepared.candidates.flatMap((candidate): ParsedCustomer[] => {
      const row = rows[candidate.row];
      return row === undefined ? [] : [{ candidate, row }];
    });
    return await takeIn(tx, shop, parsed, deduper, await known(tx, prepared.candidates, prepared.plan));
  };
}

export async function putCustomers(db: WorkspaceDb, shop: Shop, rows: readonly CustomerInput[]): Promise<PutOutput> {
  const write = await customersWrite(db, shop, rows);
  return toPutOutput(await inTurn(db.accountId, () => db.longTransaction(write)));
}

async function takeIn(
  tx: StatementTx,
  shop: Shop,
  parsed: readonly ParsedCustomer[],
  deduper: Deduper,
  { suppressed, room }: Awaited<ReturnType<typeof known>>,
): Promise<Outcome> {
  const candidates = parsed.map(({ candidate }) => candidate);
  const people = await tx.rows(
    findPeople,
    distinct(candidates.map(({ email }) => email)),
    distinct(candidates.map(phoneAddress)),
    distinct(candidates.map(({ hash }) => hash)),
  );
  const { met, refusals, optOuts } = meet(parsed, { people, deduper, suppressed, room }, shop);

  const origin = { by: 'shop', source: { externalSource: shop.externalSource } } as const;
  await applyOptOuts(tx, optOuts, origin);
  const changed = [...new Set(met.flatMap(({ person, outcome }) => (outcome === 'unchanged' ? [] : [person])))];
  const tooLarge = await writeContacts(
    tx,
    changed.map(({ before, identityHash, change }) => ({
      hash: before ?? identityHash,
      isNew: before === null,
      change,
    })),
    origin,
  );
  const isWritten = ({ person }: (typeof met)[number]): boolean => !tooLarge.has(person.before ?? person.identityHash);
  const written = met.filter(isWritten);
  await tx.rows(
    writeCustomers,
    // Of one that was reported twice, the last report holds.
    JSON.stringify([
      ...new Map(
        written.map(({ externalRef, sighting: { sourceUpdatedAt, print }, person: { identityHash } }) => [
          externalRef,
          { externalRef, updatedAt: sourceUpdatedAt, print, identityHash },
        ]),
      ).values(),
    ]),
    shop.externalSource,
    tx.now,
  );
  const count = (outcome: string): number => written.filter((each) => each.outcome === outcome).length;
  const errors = [
    ...refusals,
    ...met.filter((each) => !isWritten(each)).map(({ row }) => ({ row, reason: TOO_LARGE })),
  ].sort((a, b) => a.row - b.row);
  const { older, disputed } = deduper;
  return {
    created: count('created'),
    updated: count('updated'),
    unchanged: count('unchanged') + older,
    errors,
    disputed,
  };
}
