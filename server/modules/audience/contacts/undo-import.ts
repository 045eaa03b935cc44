/**
 * Undoes an import (docs/contract/contacts.md#undoing-an-import), in batches of one transaction each. After a crash,
 * the next call continues with the rest. Later changes by others stay.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { KEPT_DAYS } from '@/server/platform/lib/retention';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { LOCKED_LIST } from '@/server/modules/audience/contact-lists/members';
import { ERASED } from '@/server/modules/audience/contacts/erase';
import { addressHashOf, type Origin } from '@/server/modules/audience/contacts/consents';
import type { ImportStatus, UndoFigures } from '@/server/modules/audience/contacts/import-schema';
import type { Addresses } from '@/server/modules/audience/contacts/identity';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { type Place, placesOf } from '@/server/modules/audience/contacts/opt-outs';
import {
  isOfMap,
  restoring,
  untouched,
  type ContactJson,
  type Fields,
} from '@/server/modules/audience/contacts/differences';
import { endBegun, heldSince } from '@/server/modules/audience/contacts/suppress';
import { outgrownBy, writeContacts, type Written } from '@/server/modules/audience/contacts/write';

export const UNDO_DAYS = KEPT_DAYS.imports;
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
  /** Null: the contact was erased since. */
  contact: ContactJson | null;
  /** True when something has happened since to a contact that the import made. */
  isTouched: boolean;
  /** True for an earlier contact that the import put on the list, and that is still on it. */
  leavesList: boolean;
}

/**
 * SQL: no vendor has the message, so it is ours alone. A message whose hand-over is in doubt may have reached the
 * person, and does not count.
 */
const NEVER_HANDED_OVER = `t.status IN ('queued', 'skipped') AND t."doubtedAt" IS NULL`;

/** Rows of other tables that are about a contact, where they tell that something has happened. */
const ABOUT = [
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
const exists = (table: string, which = 'true'): string =>
  `EXISTS (SELECT FROM "${table}" t WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId"
    AND ${which} OFFSET 0)`;
const HAPPENED = [
  exists('MarketingMessage', `NOT (${NEVER_HANDED_OVER})`),
  ...ABOUT.map((table) => exists(table)),
].join(' OR ');

const readChanges = workspaceStatement<
  ChangeRow,
  [importId: string, after: string, limit: number, listId: string | null, from: Date, to: Date]
>(
  'contact-imports.undo.changes',
  `SELECT u."contactId", u."isNew", u.before, u.after, to_jsonb(c) AS contact,
     u."isNew" AND (c."updatedAt" > u.at OR ${HAPPENED}
       OR EXISTS (SELECT FROM "ContactListMember" t
         WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId" AND t."listId"
         IS DISTINCT FROM $5::text OFFSET 0)
       OR EXISTS (SELECT FROM "ConsentEntry" t
         WHERE t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId" AND t.source->>'importId'
         IS DISTINCT FROM $2::text OFFSET 0)) AS "isTouched",
     NOT u."isNew" AND EXISTS (SELECT FROM "ContactListMember" t
       WHERE t."accountId" = ${THIS_WORKSPACE} AND t."listId" = $5::text AND t."contactId" = u."contactId"
       AND t."addedAt" BETWEEN $6::timestamptz AND $7::timestamptz OFFSET 0) AS "leavesList"
   FROM (SELECT * FROM "ContactImportChange" n WHERE n."accountId" = $1 AND n."importId" = $2 AND n."contactId" > $3
     ORDER BY n."contactId" LIMIT $4::int) u
   LEFT JOIN LATERAL (SELECT * FROM "Contact" k
     WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = u."contactId" OFFSET 0) c ON true
   ORDER BY u."contactId"`,
);

/**
 * The messages that a worker may still take of the next contacts: locked before these are judged, in the order of ids
 * as the worker does.
 */
const holdMessages = workspaceStatement<{ id: string }, [importId: string, limit: number]>(
  'contact-imports.undo.hold-messages',
  `SELECT t.id FROM (SELECT n."contactId" FROM "ContactImportChange" n WHERE n."accountId" = $1 AND n."importId" = $2
    ORDER BY n."contactId" LIMIT $3::int) u
   JOIN "MarketingMessage" t ON t."accountId" = ${THIS_WORKSPACE} AND t."contactId" = u."contactId"
     AND t.status = 'queued' ORDER BY t.id FOR NO KEY UPDATE OF t`,
);
/** Like an erasure: the messages are not sent any more, and name nobody. */
const dropMessages = workspaceStatement<never, [ids: string[], now: Date]>(
  'contact-imports.undo.drop-messages',
  `UPDATE "MarketingMessage" t SET "contactId" = NULL, recipient = '${ERASED}', "claimableAt" = NULL,
    "claimedBy" = NULL, "updatedAt" = $3::timestamptz, status = 'skipped',
     "lastError" = CASE t.status WHEN 'queued' THEN 'The import of the contact was undone.' ELSE t."lastError" END
   WHERE t."accountId" = $1 AND t."contactId" = ANY ($2::text[]) AND ${NEVER_HANDED_OVER}`,
);
const removeContacts = workspaceStatement<never, [ids: string[]]>(
  'contact-imports.undo.remove',
  `WITH consent AS (
     UPDATE "ConsentEntry" e SET "contactId" = NULL, "addressHash" = ${addressHashOf('e', 'c')}
     FROM unnest($2::text[]) g(id)
       CROSS JOIN LATERAL (SELECT * FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = g.id OFFSET 0) c
     WHERE e."accountId" = ${THIS_WORKSPACE} AND e."contactId" = g.id)
   DELETE FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);
/** Keeps only the ids in the deletion events of these contacts. */
const keepOnlyIds = workspaceStatement<never, [ids: string[]]>(
  'contact-imports.undo.tell-only-ids',
  `UPDATE "Change" t SET before = jsonb_build_object('id', t."subjectId", 'accountId', $1::text)
    WHERE t."accountId" = $1 AND t."subjectId" = ANY ($2::text[]) AND t."table" = 'Contact' AND t.operation = 'delete'`,
);
/**
 * Locks the list first, like every change of members: contacts found on the list are still on it when they leave it.
 */
const lockList = workspaceStatement<{ id: string }, [listId: string]>('contact-imports.undo.lock-list', LOCKED_LIST);
const leaveList = workspaceStatement<never, [listId: string, ids: string[]]>(
  'contact-imports.undo.leave-list',
  `DELETE FROM "ContactListMember" m WHERE m."accountId" = $1 AND m."listId" = $2 AND m."contactId" = ANY ($3::text[])`,
);
const forgetChanges = workspaceStatement<never, [importId: string, ids: string[]]>(
  'contact-imports.undo.forget',
  `DELETE FROM "ContactImportChange" u WHERE u."accountId" = $1 AND u."importId" = $2
    AND u."contactId" = ANY ($3::text[])`,
);
const addFigures = workspaceStatement<
  UndoFigures,
  [id: string, removed: number, restored: number, kept: number, undoneAt: Date | null]
>(
  'contact-imports.undo.figures',
  `UPDATE "ContactImport" i SET removed = i.removed + $3::int, restored = i.restored + $4::int, kept = i.kept + $5::int,
    "undoneAt" = $6::timestamptz
   WHERE i."accountId" = $1 AND i.id = $2 RETURNING i.removed, i.restored, i.kept`,
);

/** @throws AppError BAD_STATE when there is nothing to undo, or the time for it is over */
function requireUndoable({ status, startedAt, finishedAt }: ImportRow, now: Date): { from: Date; to: Date } {
  if (startedAt === null || finishedAt === null || (status !== 'done' && status !== 'canceled'))
    throw new AppError('BAD_STATE', {
      message: 'The import is still running, or has written nothing. Try again once it is done.',
      details: { status },
    });
  const until = new Date(finishedAt.getTime() + UNDO_DAYS * DAY_MS);
  if (now > until)
    throw new AppError('BAD_STATE', {
      message: `An import can be undone for ${UNDO_DAYS} days, which are over.`,
      details: { until },
    });
  return { from: startedAt, to: finishedAt };
}

const figuresOf = ({ removed, restored, kept }: UndoFigures): UndoFigures => ({ removed, restored, kept });

/** The result for one contact of the import. A contact that only leaves the list is `restored` with no names. */
type Fate = { kind: 'removed' | 'kept' | 'gone' } | { kind: 'restored'; names: string[] };

/**
 * Decides the result for one contact. Fields that were changed since stay. An opt-out that somebody else began or
 * repeated since stays, so the earlier subscription is not restored.
 */
function fateOf(
  { isNew, isTouched, leavesList, contact, ...change }: ChangeRow,
  isHeld: (place: Place) => boolean,
): Fate {
  if (contact === null) return { kind: 'gone' };
  if (isNew) return { kind: isTouched ? 'kept' : 'removed' };
  const held = placesOf(addressesOf(contact)).filter(isHeld);
  const names = untouched(contact, change).filter(
    (name) => !held.some(({ family }) => name === `subscriptions.${family}`),
  );
  return names.length === 0 && !leavesList ? { kind: 'kept' } : { kind: 'restored', names };
}

interface Judged {
  change: ChangeRow;
  fate: Fate;
}

/**
 * Decides the results for the next contacts. The dry run and the undo share this function, so they agree. @param after
 * id of the last contact that was decided
 */
async function judge(
  db: Pick<StatementTx, 'rows'>,
  { id, listId, after }: { id: string; listId: string | null; after: string },
  { from, to }: { from: Date; to: Date },
): Promise<Judged[]> {
  const changes = await db.rows(readChanges, id, after, BATCH, listId, from, to);
  const places = changes.flatMap(({ contact, isNew }) =>
    contact === null || isNew ? [] : placesOf(addressesOf(contact)),
  );
  const isHeld = await heldSince(db, places, to);
  const judged = changes.map((change) => ({ change, fate: fateOf(change, isHeld) }));
  const outgrown = await outgrownBy(db, judged.flatMap(givenBack));
  return outgrown.size === 0 ? judged : judged.map((each) => withoutOutgrown(each, outgrown));
}

/** Returns the writes for somebody who gets something back. */
const givenBack = ({ change: { before, contact }, fate }: Judged): Written[] =>
  fate.kind !== 'restored' || fate.names.length === 0 || contact === null
    ? []
    : [{ hash: String(contact.identityHash), isNew: false, change: restoring(fate.names, before) }];

/** A map that has grown since stays as it is, if its earlier values no longer fit. */
function withoutOutgrown(judged: Judged, outgrown: Awaited<ReturnType<typeof outgrownBy>>): Judged {
  const { change, fate } = judged;
  const maps = change.contact === null ? undefined : outgrown.get(String(change.contact.identityHash));
  if (maps === undefined || fate.kind !== 'restored') return judged;
  const names = fate.names.filter((name) => !maps.some((map) => isOfMap(name, map)));
  return { change, fate: names.length === 0 && !change.leavesList ? { kind: 'kept' } : { kind: 'restored', names } };
}

const tallyOf = (judged: readonly Judged[], kind: keyof UndoFigures): number =>
  judged.filter(({ fate }) => fate.kind === kind).length;

/** Returns the effects of an undo; writes nothing. @throws AppError NOT_FOUND, BAD_STATE */
async function look(db: WorkspaceDb, id: string): Promise<UndoFigures> {
  const row = orNotFound((await db.rows(findImport, id))[0]);
  if (row.undoneAt !== null) return figuresOf(row);
  const written = requireUndoable(row, db.now);
  const figures = figuresOf(row);
  for (let after = ''; ;) {
    const judged = await judge(db, { id, listId: row.listId, after }, written);
    for (const kind of ['removed', 'restored', 'kept'] as const) figures[kind] += tallyOf(judged, kind);
    const last = judged.at(-1);
    if (last === undefined || judged.length < BATCH) return figures;
    after = last.change.contactId;
  }
}

/**
 * Undoes an import. Contacts that the import created, and that nothing has changed since, are deleted as in an erasure.
 * Earlier contacts get their values back, except values changed since. Safe to repeat.
 * @param dryRun true: returns the effects and writes nothing
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

/** @returns null while more batches remain */
async function undoBatch(tx: StatementTx, id: string): Promise<UndoFigures | null> {
  const row = orNotFound((await tx.rows(holdImport, id))[0]);
  if (row.undoneAt !== null) return figuresOf(row);
  const written = requireUndoable(row, tx.now);
  await lockContacts(tx);
  if (row.listId !== null) await tx.rows(lockList, row.listId);
  await tx.rows(holdMessages, id, BATCH);
  const judged = await judge(tx, { id, listId: row.listId, after: '' }, written);
  const leaving = judged.filter(({ change }) => change.leavesList).map(({ change }) => change.contactId);
  if (row.listId !== null && leaving.length > 0) await tx.rows(leaveList, row.listId, leaving);
  const removed = judged.filter(({ fate }) => fate.kind === 'removed').map(({ change }) => change.contactId);
  if (removed.length > 0) {
    await endBegun(tx, placesOfRemoved(judged), written);
    await tx.rows(dropMessages, removed, tx.now);
    await tx.rows(removeContacts, removed);
    await tx.rows(keepOnlyIds, removed);
  }
  await restore(tx, id, judged, written);
  await tx.rows(
    forgetChanges,
    id,
    judged.map(({ change }) => change.contactId),
  );
  const isLast = judged.length < BATCH;
  const [figures] = await tx.rows(
    addFigures,
    id,
    removed.length,
    tallyOf(judged, 'restored'),
    tallyOf(judged, 'kept'),
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

const addressesOf = (contact: ContactJson): Addresses => {
  const text = (name: string): string | null => (contact[name] ?? null) as string | null;
  return { email: text('email'), phone: text('phone'), phoneE164: text('phoneE164') };
};

/** Returns the places of people whom only the import knew. */
const placesOfRemoved = (judged: readonly Judged[]): Place[] =>
  judged.flatMap(({ change: { contact }, fate }) =>
    fate.kind !== 'removed' || contact === null ? [] : placesOf(addressesOf(contact)),
  );

async function restore(
  tx: StatementTx,
  importId: string,
  judged: readonly Judged[],
  written: { from: Date; to: Date },
): Promise<void> {
  const people = judged.flatMap(({ change: { before, contact }, fate }): Person[] => {
    if (fate.kind !== 'restored' || fate.names.length === 0 || contact === null) return [];
    return [{ addresses: addressesOf(contact), before, names: fate.names }];
  });
  if (people.length === 0) return;
  // What the import itself began as the merchant, and nobody has said since.
  await endBegun(tx, people.flatMap(placesGivenBack), written);
  const origin: Origin = { by: 'import', source: { importId, undone: 'true' } };
  await writeContacts(tx, judged.flatMap(givenBack), origin);
}

/** Somebody who is given something back. */
interface Person {
  addresses: Addresses;
  before: Fields;
  names: string[];
}

/** Returns the places where somebody is subscribed again. */
const placesGivenBack = ({ addresses, before, names }: Person): Place[] =>
  placesOf(addresses).filter(
    ({ family }) => names.includes(`subscriptions.${family}`) && before[`subscriptions.${family}`] !== 'unsubscribed',
  );
