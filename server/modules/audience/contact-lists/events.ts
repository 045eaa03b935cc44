/** The events of contact lists and their members (docs/contract/contact-lists.md). */
import * as z from 'zod';
import type { ContactList, ContactListMember } from '@/prisma/generated/client';
import { defineEvents } from '@/server/platform/outbox/declaration';
import { id } from '@/server/platform/lib/fields';
import { presentList } from '@/server/modules/audience/contact-lists/rows';
import { contactList } from '@/server/modules/audience/contact-lists/schema';

const listEventData = z.object({ contactList });
const memberEventData = z.object({ listId: id, contactId: id });

export const listEvents = defineEvents<ContactList>({
  table: 'ContactList',
  on: ['insert', 'delete'],
  subject: 'id',
  payloads: { 'svc.contact_list.created.v1': listEventData, 'svc.contact_list.deleted.v1': listEventData },
  eventsOf: ({ before, after }) => [
    {
      type: after === null ? 'svc.contact_list.deleted.v1' : 'svc.contact_list.created.v1',
      data: () => listEventData.parse({ contactList: presentList(after ?? before) }),
    },
  ],
});

/** Events about members. Deleting a list removes its members without events. */
export const memberEvents = defineEvents<ContactListMember>({
  table: 'ContactListMember',
  on: ['insert', 'delete'],
  subject: 'contactId',
  within: ['listId'],
  goesWith: { table: 'ContactList', by: 'listId' },
  payloads: {
    'svc.contact_list.member_added.v1': memberEventData,
    'svc.contact_list.member_removed.v1': memberEventData,
  },
  eventsOf({ before, after }) {
    const { listId, contactId } = after ?? before;
    return [
      {
        type: after === null ? 'svc.contact_list.member_removed.v1' : 'svc.contact_list.member_added.v1',
        data: () => memberEventData.parse({ listId, contactId }),
      },
    ];
  },
});
