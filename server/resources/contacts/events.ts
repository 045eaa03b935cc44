/** What is told of contacts (docs/contract/contacts.md). */
import { isDeepStrictEqual } from 'node:util';
import type { Contact as ContactTableRow } from '@/prisma/generated/client';
import { defineEvents } from '@/server/events/declaration';
import { presentContact } from '@/server/resources/contacts/rows';
import { contact } from '@/server/resources/contacts/schema';

const present = (row: ContactTableRow) => contact.parse(presentContact(row));

/** Whether clients see another contact; that it was written again says nothing. */
const differs = (before: ContactTableRow, after: ContactTableRow): boolean =>
  !isDeepStrictEqual(present({ ...before, updatedAt: after.updatedAt }), present(after));

export const contactEvents = defineEvents<ContactTableRow>({
  table: 'Contact',
  on: ['insert', 'update', 'delete'],
  subject: 'id',
  eventsOf({ operation, before, after }) {
    // An erased contact is told of by its id alone: what it said is what had to go.
    if (operation === 'delete')
      return [
        {
          type: 'svc.contact.deleted.v1',
          data: () => ({ contact: { id: before.id, accountId: before.accountId }, erased: true }),
        },
      ];
    const data = () => ({ contact: present(after) });
    if (operation === 'insert') return [{ type: 'svc.contact.created.v1', data }];
    if (after.deletedAt?.getTime() !== before.deletedAt?.getTime()) return [{ type: 'svc.contact.deleted.v1', data }];
    return differs(before, after) ? [{ type: 'svc.contact.updated.v1', data }] : [];
  },
});
