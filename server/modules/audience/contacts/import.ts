/**
 * POST /contacts/import (docs/contract/contacts.md#importing): a few statements for all rows, with the same counts and
 * errors as for one row after the other.
 */
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { listNamed } from '@/server/modules/audience/contact-lists/service';
import { originOf } from '@/server/modules/audience/contacts/consents';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import type { ImportInput, ImportResult } from '@/server/modules/audience/contacts/schema';
import { IMPORT_SOURCE } from '@/server/modules/audience/contacts/vocabulary';
import { prepareGated, takeIn } from '@/server/modules/audience/contacts/write';

export async function importRows(
  db: WorkspaceDb,
  { rows, listName, skipExisting }: ImportInput,
): Promise<ImportResult> {
  const prepared = await prepareGated(
    db,
    rows.map((fields, row) => ({ row, fields })),
  );
  return await inTurn(db.accountId, () =>
    db.longTransaction(async (tx) => {
      await lockContacts(tx);
      const listFor = listName === null || listName === undefined ? {} : { listFor: () => listNamed(tx, listName) };
      const { created, updated, skipped, refusals, listId } = await takeIn(tx, prepared, {
        skipExisting,
        source: IMPORT_SOURCE,
        origin: { by: 'import', source: originOf(tx.actor).source ?? {} },
        ...listFor,
      });
      return { created, updated, skipped, errors: refusals, listId };
    }),
  );
}
