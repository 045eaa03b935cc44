/** Rows of contact lists as we return them. */
import type { ContactList as ContactListRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';

/** Every column of a list, for statements that return one. `alias` is the table's name in the statement. */
export const listColumns = (alias: string): string => columnsOf('ContactList', alias);

export type { ContactListRow };
