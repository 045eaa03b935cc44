/** What is told of contact lists and their members (docs/contract/contact-lists.md). */
import * as z from 'zod';
import type { ContactList, ContactListMember } from '@/prisma/generated/client';
import { defineEvents } from '@/server/events/declaration';
import { id } from '@/server/lib/fields';
import { presentList } from '@/server/resources/contact-lists/rows';
import { contactList } from '@/server/resources/contact-lists/schema';

const toldOfList = z.object({ contactList });
const toldOfMember = z.object({ listId: id, contactId: id });

export const listEvents = defineEvents<ContactList>({
  table: 'ContactList',
  on: ['insert', 'delete'],
  subject: 'id',
  payloads: { 'svc.contact_list.created.v1': toldOfList, 'svc.contact_list.deleted.v1': toldOfList },
  eventsOf: ({ before, after }) => [
    {
      type: after === null ? 'svc.contact_list.deleted.v1' : 'svc.contact_list.created.v1',
      data: () => toldOfList.parse({ contactList: presentList(after ?? before) }),
    },
  ],
});

/** The members of a list that is deleted go with it, untold. */
export const memberEvents = defineEvents<ContactListMember>({
  table: 'ContactListMember',
  on: ['insert', 'delete'],
  subject: 'contactId',
  within: ['listId'],
  goesWith: { table: 'ContactList', by: 'listId' },
  payloads: {
    'svc.contact_list.member_added.v1': toldOfMember,
    'svc.contact_list.member_removed.v1': toldOfMember,
  },
  eventsOf({ before, after }) {
    const { listId, contactId } = after ?? before;
    return [
      {
        type: after === null ? 'svc.contact_list.member_removed.v1' : 'svc.contact_list.member_added.v1',
        data: () => toldOfMember.parse({ listId, contactId }),
      },
    ];
  },
});
