/** A segment's people of this moment as a list (docs/contract/audience-segments.md#reading). */
import { composedStatement, Parameters } from '@/server/db/statement';
import type { WorkspaceDb } from '@/server/db/workspace';
import { segmentContacts } from '@/server/resources/audience-segments/compile';
import { get } from '@/server/resources/audience-segments/rows';
import type * as z from 'zod';
import type { toListInput } from '@/server/resources/audience-segments/schema';
import type { ContactList } from '@/server/resources/contact-lists/schema';
import { createList } from '@/server/resources/contact-lists/service';

/** All or nothing, in one statement for the members. @throws AppError NOT_FOUND, NAME_TAKEN */
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
           SELECT $1, ${listId}, s.id, ${addedAt} FROM (${segmentContacts([definition], db.now, parameters)}) s RETURNING 1)
         SELECT count(*)::int AS members FROM added`,
        { joinsSets: true },
      ),
      ...parameters.values,
    );
    return { ...list, memberCount: row?.members ?? 0 };
  });
}
