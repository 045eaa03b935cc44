/** Rows of contacts as we return them. */
import type { Contact as ContactTableRow } from '@/prisma/generated/client';
import type { Contact } from '@/server/resources/contacts/schema';

const COLUMNS = [
  'id',
  'accountId',
  'identityHash',
  'email',
  'phone',
  'firstName',
  'lastName',
  'socialHandles',
  'subscriptions',
  'attributes',
  'source',
  'externalRef',
  'createdAt',
  'updatedAt',
] as const;

export type ContactRow = Pick<ContactTableRow, (typeof COLUMNS)[number]>;

/** Every column of a contact that is returned, for statements that return one. `alias` is the table's name in the statement. */
export const contactColumns = (alias: string): string => COLUMNS.map((column) => `${alias}."${column}"`).join(', ');

/** A contact's row for the wire. What else a statement selected is dropped by the output schema. */
export const presentContact = (row: ContactRow): Contact => ({
  ...row,
  // The columns hold only what the schema let in.
  socialHandles: row.socialHandles as Record<string, string>,
  subscriptions: row.subscriptions as Record<string, string>,
  attributes: row.attributes as Record<string, unknown>,
});
