/** Factories of the audience area: contacts, lists, segments. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { toE164 } from '@/server/platform/lib/phone';
import { identityHash } from '@/server/modules/audience/contacts/identity';
import { now, unique } from '@/server/testing/factories/unique';

/** A contact with an e-mail and no phone unless told otherwise; its identity follows from both. */
export async function makeContact(
  database: Database,
  accountId: string,
  options: Partial<Prisma.ContactUncheckedCreateInput> = {},
): Promise<{ id: string; email: string | null; phone: string | null }> {
  const at = now();
  const { email = `${unique('person')}@example.test`, phone = null } = options;
  const phoneE164 = phone === null ? null : toE164(phone, 'ID');
  return await database.prisma.contact.create({
    data: {
      accountId,
      phoneE164,
      createdAt: at,
      updatedAt: at,
      ...options,
      email,
      phone,
      identityHash: identityHash(email, phone),
    },
    select: { id: true, email: true, phone: true },
  });
}

/** A list with these members. */
export async function makeContactList(
  database: Database,
  accountId: string,
  { contactIds = [], ...options }: Partial<Prisma.ContactListUncheckedCreateInput> & { contactIds?: string[] } = {},
): Promise<{ id: string; name: string }> {
  const at = now();
  const list = await database.prisma.contactList.create({
    data: { accountId, name: unique('List '), createdAt: at, updatedAt: at, ...options },
    select: { id: true, name: true },
  });
  await database.prisma.contactListMember.createMany({
    data: contactIds.map((contactId) => ({ accountId, listId: list.id, contactId, addedAt: at })),
  });
  return list;
}

/** A segment of the workspace's own: whoever has an e-mail address, unless told otherwise. */
export async function makeSegment(
  database: Database,
  accountId: string,
  options: Partial<Prisma.AudienceSegmentUncheckedCreateInput> = {},
): Promise<{ id: string; name: string }> {
  const at = now();
  const definition = { match: 'all', groups: [{ match: 'all', conditions: [{ field: 'email', op: 'is_set' }] }] };
  return await database.prisma.audienceSegment.create({
    data: { accountId, name: unique('Segment '), definition, createdAt: at, updatedAt: at, ...options },
    select: { id: true, name: true },
  });
}
