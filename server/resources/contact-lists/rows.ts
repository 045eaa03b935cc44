/** Rows of contact lists as we return them. */
import type { ContactList as ContactListRow } from '@/prisma/generated/client';

/** Every column of a list, for statements that return one. `alias` is the table's name in the statement. */
export const listColumns = (alias: string): string =>
  ['id', 'accountId', 'name', 'description', 'memberCount', 'createdAt', 'updatedAt']
    .map((column) => `${alias}."${column}"`)
    .join(', ');

export type { ContactListRow };
