/** Rows of contact lists in the form of our answers. */
import type { ContactList as ContactListRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import type { ContactList } from '@/server/modules/audience/contact-lists/schema';

/** Every column of a list, for statements that return one. `alias` is the table's name in the statement. */
export const listColumns = (alias: string): string => columnsOf('ContactList', alias);

/** A list's row for the wire. `public` is only present when true, as in answers from before lists could be public. */
export const presentList = ({ public: isPublic, ...row }: ContactListRow): ContactList => ({
  ...row,
  ...(isPublic && { public: true }),
});

export type { ContactListRow };
