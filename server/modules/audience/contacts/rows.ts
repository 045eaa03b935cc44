/** Rows of contacts in the form of our answers. */
import { castStored } from '@/server/platform/db/stored';
import type { Contact as ContactTableRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import type { Contact } from '@/server/modules/audience/contacts/schema';

export type ContactRow = Omit<ContactTableRow, 'phoneE164'>;

/**
 * Every column of a contact that is returned, for statements that return one. `alias` is the table's name in the
 * statement.
 */
export const contactColumns = (alias: string): string => columnsOf('Contact', alias, 'phoneE164');

/** A contact's row for the wire. */
export const presentContact = (row: ContactRow): Contact => castStored(row);

/**
 * SQL for a contact's name where there is room for one line: the name, else the e-mail or the phone, else nothing.
 * @param alias the contact's table in the statement
 */
export const contactNameSql = (alias: string): string =>
  `coalesce(nullif(concat_ws(' ', nullif(${alias}."firstName", ''), nullif(${alias}."lastName", '')), ''), ${alias}.email, ${alias}.phone, '')`;
