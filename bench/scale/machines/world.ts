/** A workspace with codes, a channel, people to write to, and an endpoint that is notified of contacts. */
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { loadSettings } from '@/server/platform/env';
import { makeAccount, makeKey, makeSession, makeUser, makeWebhookEndpoint } from '@/server/testing/factories/account';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { makeDiscountCode } from '@/server/testing/factories/offers';
import type { TestKey } from '@/server/testing/sign';
import { identityHash } from '@/server/modules/audience/contacts/identity';

const CODES = 50;

export interface World {
  services: ServicesHandle;
  accountId: string;
  key: TestKey;
  cookie: string;
  codeIds: string[];
  listId: string;
}

export async function makeWorld(
  environment: Record<string, string>,
  people: number,
  webhookUrl: string,
): Promise<World> {
  const services = createServices(loadSettings(environment), { name: 'bench', poolSize: 4 });
  const { database } = services;
  const accountId = await makeAccount(database);
  const at = new Date();
  const user = await makeUser(database, accountId);
  const codeIds: string[] = [];
  for (let made = 0; made < CODES; made++) codeIds.push((await makeDiscountCode(database, accountId)).id);
  await makeChannel(services, accountId);
  await makeWebhookEndpoint(services, accountId, { url: webhookUrl, events: ['svc.contact.created.v1'] });
  const list = await database.prisma.contactList.create({
    data: { accountId, name: 'Everybody', createdAt: at, updatedAt: at },
  });
  const emails = Array.from({ length: people }, (_, index) => `person${index}@example.test`);
  await database.prisma.contact.createMany({
    data: emails.map((email) => ({
      accountId,
      email,
      identityHash: identityHash(email, null),
      createdAt: at,
      updatedAt: at,
    })),
  });
  const contacts = await database.prisma.contact.findMany({ where: { accountId }, select: { id: true } });
  await database.prisma.contactListMember.createMany({
    data: contacts.map(({ id }) => ({ accountId, listId: list.id, contactId: id, addedAt: at })),
  });
  return {
    services,
    accountId,
    key: await makeKey(database, services.keys, accountId),
    cookie: await makeSession(services, { sub: user.id, accountId }),
    codeIds,
    listId: list.id,
  };
}

export const draftTo = ({ services, accountId, listId }: World): Promise<{ id: string }> =>
  makeBroadcast(services.database, accountId, { audience: { listIds: [listId] } });
