/** Saves the current members of a segment as a list (docs/contract/audience-segments.md#reading). */
import { composedStatement, Parameters } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { segmentContacts } from '@/server/modules/audience/audience-segments/compile';
import { get } from '@/server/modules/audience/audience-segments/rows';
import type * as z from 'zod';
import type { toListInput } from '@/server/modules/audience/audience-segments/schema';
import type { ContactList } from '@/server/modules/audience/contact-lists/schema';
import { createList } from '@/server/modules/audience/contact-lists/service';

/** Creates the list and adds all members in one statement, all or none. @throws AppError NOT_FOUND, NAME_TAKEN */
export async function toList(db: WorkspaceDb, { id, name }: z.output<typeof toListInput>): Promise<ContactList> {
  const { definition } = await get(db, id);
  return await db.longTransaction(async (tx) => {
    const list = await createList(tx, { name });
    const parameters = new Parameters();
    const listId = parameters.add(list.id, 'text');
    const addedAt = parameters.add(tx.now, 'timestamptz');
    const [row] = await tx.rows(
      composedStatement<{ members: number }>(
        `WITH added AS (
           INSERT INTO "ContactListMember" ("accountId", "listId", "contactId", "addedAt")
           SELECT $1, ${listId}, s.id, ${addedAt} FROM (${segmentContacts([definition], db.now, parameters)}) s
             RETURNING 1)
         SELECT count(*)::int AS members FROM added`,
        { joinsSets: true },
      ),
      ...parameters.values,
    );
    return { ...list, memberCount: row?.members ?? 0 };
  });
}
