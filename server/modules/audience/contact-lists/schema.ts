/** Contact list (docs/contract/contact-lists.md). */
import * as z from 'zod';
import { list } from '@/server/platform/lib/bounded';
import { id, idIn, instantOut, text } from '@/server/platform/lib/fields';
import { contact } from '@/server/modules/audience/contacts/schema';

const fields = z.object({
  name: text(1, 120).meta({ description: 'Unique in the workspace.' }),
  description: text(0, 500).nullable(),
  public: z.boolean().meta({
    description:
      'True shows the list by its name on recipients’ preferences page, where they join and leave it themselves.',
  }),
});
export const createInput = fields.partial({ description: true, public: true });
export type CreateInput = z.output<typeof createInput>;
export const updateInput = fields.partial().extend({ id: idIn });
export type UpdateInput = z.output<typeof updateInput>;

export const contactList = z
  .object({
    id,
    accountId: id,
    name: z.string(),
    description: z.string().nullable(),
    memberCount: z.number(),
    public: z.literal(true).optional().meta({ description: 'Present only when the list is public.' }),
    createdAt: instantOut,
    updatedAt: instantOut,
  })
  .meta({ id: 'ContactList' });
export type ContactList = z.output<typeof contactList>;

export const listOutput = z.array(contactList);

export const byId = z.object({ id: idIn });
export const withMembers = contactList.extend({
  members: z
    .array(z.object({ addedAt: instantOut, contact }))
    .meta({ description: 'The 100 members added last, newest first.' }),
});
export type ContactListWithMembers = z.output<typeof withMembers>;

export const addMembersInput = z.object({
  id: idIn,
  contactIds: list(idIn, 500)
    .min(1)
    .meta({ description: 'Ids of contacts. Ids that are not contacts of the workspace are ignored.' }),
});
export const addMembersOutput = z.object({
  added: z.number().meta({ description: 'Number of contacts that are now members, including those that were before.' }),
});

export const removeMemberInput = z.object({ id: idIn, contactId: idIn });
export const removeMemberOutput = z.object({
  removed: z.number().meta({ description: '1 when the contact was a member, else 0.' }),
});
