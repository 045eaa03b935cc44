/** The events of contacts (docs/contract/contacts.md). */
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { Contact as ContactTableRow } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { presentContact } from '@/server/modules/audience/contacts/rows';
import { contact } from '@/server/modules/audience/contacts/schema';

const payload = z.object({ contact });
/** The event of an erased contact contains only its id: everything else had to be erased. */
const erasedPayload = z.object({ contact: contact.pick({ id: true, accountId: true }), erased: z.literal(true) });

const present = (row: ContactTableRow) => contact.parse(presentContact(row));

/** Checks whether clients see a difference; a new updatedAt alone does not count. */
const differs = (before: ContactTableRow, after: ContactTableRow): boolean =>
  !isDeepStrictEqual(present({ ...before, updatedAt: after.updatedAt }), present(after));

export const contactEvents = defineEvents<ContactTableRow>({
  table: 'Contact',
  on: ['insert', 'update', 'delete'],
  subject: 'id',
  payloads: {
    'svc.contact.created.v1': payload,
    'svc.contact.updated.v1': payload,
    'svc.contact.deleted.v1': z.union([payload, erasedPayload]),
  },
  eventsOf({ operation, before, after }) {
    if (operation === 'delete')
      return [
        {
          type: 'svc.contact.deleted.v1',
          data: () => erasedPayload.parse({ contact: before, erased: true }),
        },
      ];
    const data = () => payload.parse({ contact: presentContact(after) });
    if (operation === 'insert') return [{ type: 'svc.contact.created.v1', data }];
    if (after.deletedAt?.getTime() !== before.deletedAt?.getTime()) return [{ type: 'svc.contact.deleted.v1', data }];
    return differs(before, after) ? [{ type: 'svc.contact.updated.v1', data }] : [];
  },
});
