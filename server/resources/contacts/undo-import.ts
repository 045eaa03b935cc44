/**
 * Takes an import back (docs/contract/contacts.md#undoing-an-import): in batches of a transaction each, so that a kill
 * leaves what is not undone yet to the next call. Everything that happened since is left alone.
 */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import { KEPT_DAYS } from '@/server/lib/retention';
import { found, type StatementTx, type WorkspaceDb } from '@/server/db/workspace';
import { AppError } from '@/server/errors';
import { addressHashOf, type Origin } from '@/server/resources/contacts/consents';
import type { ImportStatus, UndoFigures } from '@/server/resources/contacts/import-schema';
import { inTurn, lockContacts } from '@/server/resources/contacts/lock';
import type { Change } from '@/server/resources/contacts/merge-fields';
import { type Place, placesOf } from '@/server/resources/contacts/opt-outs';
import { restoring, untouched, type ContactJson, type Fields } from '@/server/resources/contacts/differences';
import { endBegun, heldSince } from '@/server/resources/contacts/suppress';
import { writeContacts, type Written } from '@/server/resources/contacts/write';

export const UNDO_DAYS = KEPT_DAYS.imports;
const DAY_MS = 24 * 60 * 60_000;
const BATCH = 500;

interface ImportRow extends UndoFigures {
  status: ImportStatus;
  fileName: string;
  listId: string | null;
  startedAt: Date | null;
  finishedAt: Date | null;
  undoneAt: Date | null;
}

const COLUMNS =
  'i.status, i."fileName", i."listId", i."startedAt", i."finishedAt", i."undoneAt", i.removed, i.restored, i.kept';
const findImport = workspaceStatement<ImportRow, [id: string]>(
  'contact-imports.undo.find',
  `SELECT ${COLUMNS} FROM "ContactImport" i WHERE i."accountId" = $1 AND i.id = $2`,
);
const holdImport = workspaceStatement<ImportRow, [id: string]>(
  'contact-imports.undo.hold',
  `SELECT ${COLUMNS} FROM "ContactImport" i WHERE i."accountId" = $1 AND i.id = $2 FOR NO KEY UPDATE`,
);

interface ChangeRow {
  contactId: string;
  isNew: boolean;
  before: Fields;
  after: Fields;
  /** Null: it was erased since. */
  contact: ContactJson | null;
  /** Of one that the import made: something has happened to it since. */
  isTouched: boolean;
}

/** Rows of other tables that are about a contact. */
const ABOUT = [
  'MarketingMessage',
  'FunnelEnrolment',
  'Conversation',
  'Customer',
  'Order',
  'Checkout',
  'Purchase',
  'FormSubmission',
  'ShopperEvent',
  'DiscountCode',
];
const exists = (table: string): string =>
  `EXISTS (SELECT FROM "${table}" t WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId" OFFSET 0)`;

const readChanges = workspaceStatement<
  ChangeRow,
  [importId: string, after: string, limit: number, listId: string | null]
>(
  'contact-imports.undo.changes',
  `SELECT u."contactId", u."isNew", u.before, u.after, to_jsonb(c) AS contact,
     u."isNew" AND (c."updatedAt" > u.at OR ${ABOUT.map(exists).join(' OR ')}
       OR EXISTS (SELECT FROM "ContactListMember" t WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId" AND t."listId" IS DISTINCT FROM $5::text OFFSET 0)
       OR EXISTS (SELECT FROM "ConsentEntry" t WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId" AND t.source->>'importId' IS DISTINCT FROM $2::text OFFSET 0)) AS "isTouched"
   FROM (SELECT * FROM "ContactImportChange" n WHERE n."accountId" = $1 AND n."importId" = $2 AND n."contactId" > $3 ORDER BY n."contactId" LIMIT $4::int) u
   LEFT JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = u."contactId" OFFSET 0) c ON true
   ORDER BY u."contactId"`,
);

const removeContacts = workspaceStatement<never, [ids: string[]]>(
  'contact-imports.undo.remove',
  `WITH consent AS (
     UPDATE "ConsentEntry" e SET "contactId" = NULL, "addressHash" = ${addressHashOf('e', 'c')}
     FROM unnest($2::text[]) g(id) CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g.id OFFSET 0) c
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = g.id)
   DELETE FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);
/** That they are gone is told by their ids alone. */
const tellOnlyIds = workspaceStatement<never, [ids: string[]]>(
  'contact-imports.undo.tell-only-ids',
  `UPDATE "Change" t SET before = jsonb_build_object('id', t."subjectId", 'accountId', $1::text) WHERE t."accountId" = $1 AND t."subjectId" = ANY ($2::text[]) AND t."table" = 'Contact' AND t.operation = 'delete'`,
);
/** Those whom the import put there. The list is locked first, as whatever changes its members does. */
const leaveList = workspaceStatement<{ contactId: string }, [listId: string, ids: string[], from: Date, to: Date]>(
  'contact-imports.undo.leave-list',
  `WITH list AS MATERIALIZED (SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 AND l.id = $2 FOR NO KEY UPDATE)
   DELETE FROM "ContactListMember" m USING list WHERE m."accountId" = $1 AND m."listId" = list.id AND m."contactId" = ANY ($3::text[]) AND m."addedAt" BETWEEN $4::timestamptz AND $5::timestamptz RETURNING m."contactId"`,
);
const forgetChanges = workspaceStatement<never, [importId: string, ids: string[]]>(
  'contact-imports.undo.forget',
  `DELETE FROM "ContactImportChange" u WHERE u."accountId" = $1 AND u."importId" = $2 AND u."contactId" = ANY ($3::text[])`,
);
const addFigures = workspaceStatement<
  UndoFigures,
  [id: string, removed: number, restored: number, kept: number, undoneAt: Date | null]
>(
  'contact-imports.undo.figures',
  `UPDATE "ContactImport" i SET removed = i.removed + $3::int, restored = i.restored + $4::int, kept = i.kept + $5::int, "undoneAt" = $6::timestamptz
   WHERE i."accountId" = $1 AND i.id = $2 RETURNING i.removed, i.restored, i.kept`,
);

/** @throws AppError BAD_STATE when there is nothing to undo, or it is too late */
function requireUndoable({ status, startedAt, finishedAt }: ImportRow, now: Date): { from: Date; to: Date } {
  if (startedAt === null || finishedAt === null || (status !== 'done' && status !== 'canceled'))
    throw new AppError('BAD_STATE', {
      message: 'The import has written nothing yet, or is still under way.',
      details: { status },
    });
  const until = new Date(finishedAt.getTime() + UNDO_DAYS * DAY_MS);
  if (now > until)
    throw new AppError('BAD_STATE', { message: `An import can be undone for ${UNDO_DAYS} days.`, details: { until } });
  return { from: startedAt, to: finishedAt };
}

const figuresOf = ({ removed, restored, kept }: UndoFigures): UndoFigures => ({ removed, restored, kept });

/** What becomes of one contact of the import. */
type Fate = { kind: 'removed' | 'kept' | 'gone' } | { kind: 'restored'; names: string[] };

/** Fields that somebody has changed since stay as they are. */
function fateOf({ isNew, isTouched, contact, ...change }: ChangeRow): Fate {
  if (contact === null) return { kind: 'gone' };
  if (isNew) return { kind: isTouched ? 'kept' : 'removed' };
  const names = untouched(contact, change);
  return names.length === 0 ? { kind: 'kept' } : { kind: 'restored', names };
}

/** What an undo would do: nothing is written. @throws AppError NOT_FOUND, BAD_STATE */
async function look(db: WorkspaceDb, id: string): Promise<UndoFigures> {
  const row = found((await db.rows(findImport, id))[0]);
  if (row.undoneAt !== null) return figuresOf(row);
  requireUndoable(row, db.now);
  const figures = figuresOf(row);
  for (let after = ''; ;) {
    const changes = await db.rows(readChanges, id, after, BATCH, row.listId);
    for (const change of changes) {
      const { kind } = fateOf(change);
      if (kind !== 'gone') figures[kind] += 1;
    }
    const last = changes.at(-1);
    if (last === undefined || changes.length < BATCH) return figures;
    after = last.contactId;
  }
}

/**
 * Contacts that the import made and nothing has touched since go, as an erasure leaves it; those that were there get
 * back what nobody has changed since. Safe to repeat: what is undone is not undone twice.
 * @param dryRun says what it would do
 * @throws AppError NOT_FOUND, BAD_STATE
 */
export async function undoImport(
  db: WorkspaceDb,
  { id, dryRun }: { id: string; dryRun: boolean },
): Promise<UndoFigures> {
  if (dryRun) return await look(db, id);
  for (;;) {
    const figures = await inTurn(db.accountId, () => db.longTransaction((tx) => undoBatch(tx, id)));
    if (figures !== null) return figures;
  }
}

/** @returns null while there is more to do */
async function undoBatch(tx: StatementTx, id: string): Promise<UndoFigures | null> {
  const row = found((await tx.rows(holdImport, id))[0]);
  if (row.undoneAt !== null) return figuresOf(row);
  const written = requireUndoable(row, tx.now);
  await lockContacts(tx);
  const changes = await tx.rows(readChanges, id, '', BATCH, row.listId);
  const left = row.listId === null ? [] : await leave(tx, row.listId, changes, written);
  const fates = changes.map((change) => ({ change, fate: fateOf(change) }));
  const removed = fates.filter(({ fate }) => fate.kind === 'removed').map(({ change }) => change.contactId);
  if (removed.length > 0) {
    await endBegun(tx, placesOfRemoved(fates), written);
    await tx.rows(removeContacts, removed);
    await tx.rows(tellOnlyIds, removed);
  }
  const restored = await restore(tx, id, fates, written);
  const isRestored = ({ change, fate }: (typeof fates)[number]): boolean =>
    fate.kind === 'restored' ? restored.has(change.contactId) : fate.kind === 'kept' && left.includes(change.contactId);
  const counted = fates.filter(({ fate }) => fate.kind !== 'gone' && fate.kind !== 'removed');
  await tx.rows(
    forgetChanges,
    id,
    changes.map(({ contactId }) => contactId),
  );
  const isLast = changes.length < BATCH;
  const [figures] = await tx.rows(
    addFigures,
    id,
    removed.length,
    counted.filter(isRestored).length,
    counted.filter((each) => !isRestored(each)).length,
    isLast ? tx.now : null,
  );
  if (!isLast || figures === undefined) return null;
  await tx.audit({
    action: 'contact.undo_import',
    targetType: 'workspace',
    targetId: tx.accountId,
    data: { name: row.fileName, ...figures },
  });
  return figures;
}

/** Of those who were contacts before. */
async function leave(
  tx: StatementTx,
  listId: string,
  changes: readonly ChangeRow[],
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const ids = changes.filter(({ isNew }) => !isNew).map(({ contactId }) => contactId);
  return (await tx.rows(leaveList, listId, ids, from, to)).map(({ contactId }) => contactId);
}

const addressesOf = (contact: ContactJson): Person['addresses'] => {
  const text = (name: string): string | null => (contact[name] ?? null) as string | null;
  return { email: text('email'), phone: text('phone'), phoneE164: text('phoneE164') };
};

/** Where somebody stood whom only the import knew. */
const placesOfRemoved = (fates: readonly { change: ChangeRow; fate: Fate }[]): Place[] =>
  fates.flatMap(({ change: { contact }, fate }) =>
    fate.kind !== 'removed' || contact === null ? [] : placesOf(addressesOf(contact)),
  );

/** @returns whom something was given back */
async function restore(
  tx: StatementTx,
  importId: string,
  fates: readonly { change: ChangeRow; fate: Fate }[],
  written: { from: Date; to: Date },
): Promise<ReadonlySet<string>> {
  const people = fates.flatMap(({ change: { contactId, before, contact }, fate }) => {
    if (fate.kind !== 'restored' || contact === null) return [];
    const addresses = addressesOf(contact);
    return [{ contactId, hash: String(contact.identityHash), addresses, before, names: fate.names }];
  });
  if (people.length === 0) return new Set();
  // What the import itself began as the merchant, and nobody has said since.
  await endBegun(tx, people.flatMap(placesGivenBack), written);
  const isHeld = await heldSince(
    tx,
    people.flatMap(({ addresses }) => placesOf(addresses)),
    written.to,
  );
  const restored = people.map((person) => restoredOf(person, isHeld)).filter(({ change }) => !isNothing(change));
  const origin: Origin = { by: 'import', source: { importId, undone: 'true' } };
  const writes: Written[] = restored.map(({ hash, change }) => ({ hash, isNew: false, change }));
  if (writes.length > 0) await writeContacts(tx, writes, origin);
  return new Set(restored.map(({ contactId }) => contactId));
}

const isNothing = ({ columns, maps }: Change): boolean =>
  Object.keys(columns).length === 0 &&
  Object.values(maps).every(({ set, gone }) => Object.keys(set).length === 0 && gone.length === 0);

type Person = {
  contactId: string;
  hash: string;
  addresses: { email: string | null; phone: string | null; phoneE164: string | null };
  before: Fields;
  names: string[];
};

/** Where somebody is subscribed again. */
const placesGivenBack = ({ addresses, before, names }: Person): Place[] =>
  placesOf(addresses).filter(
    ({ family }) => names.includes(`subscriptions.${family}`) && before[`subscriptions.${family}`] !== 'unsubscribed',
  );

/** An opt-out that somebody else has begun, or said again, since stands: what was subscribed before it is not given back. */
function restoredOf(
  { contactId, hash, addresses, before, names }: Person,
  isHeld: (place: Place) => boolean,
): { contactId: string; hash: string; change: Change } {
  const held = placesOf(addresses).filter(isHeld);
  const given = names.filter((name) => !held.some(({ family }) => name === `subscriptions.${family}`));
  return { contactId, hash, change: restoring(given, before) };
}
