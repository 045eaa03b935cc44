/** search.records, through the dashboard's door: what is found, in which order, and that it is ours. */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import type { FoundRecord } from '@/server/modules/overview/search/schema';
import { makeBlogPost, makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeBroadcast } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeDiscountCode, makeReferralLink } from '@/server/testing/factories/offers';
import { makeIntegration, makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { makeBrief, makeCollaboration, makeProgram } from '@/server/testing/creators';
import { BY_HAND, makeLiveFunnel } from '@/server/testing/funnels';
import { trpc } from '@/server/testing/http';
import { makeConversation } from '@/server/testing/inbox';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const find = async (tenant: Tenant, q: string): Promise<FoundRecord[]> => {
  const answer = await trpc(server, 'query', 'search.records', { q }, { cookie: tenant.cookie });
  expect(answer.status, answer.text).toBe(200);
  return (answer.data as { items: FoundRecord[] }).items;
};
const titles = async (tenant: Tenant, q: string): Promise<string[]> =>
  (await find(tenant, q)).map(({ title }) => title);

const makeTemplate = (accountId: string, name: string): Promise<{ id: string }> =>
  server.services.database.prisma.broadcastTemplate.create({
    data: { accountId, name, createdAt: now(), updatedAt: now() },
    select: { id: true },
  });

const makeFunnelCalled = async (accountId: string, name: string): Promise<string> => {
  const id = await makeLiveFunnel(server.services, accountId, BY_HAND);
  await server.services.database.prisma.funnel.updateMany({ where: { accountId, id }, data: { name } });
  return id;
};

/** One of every kind that is called by the word. */
async function makeEach(accountId: string, word: string): Promise<string[]> {
  const { database } = server.services;
  const programId = await makeProgram(database, accountId, { name: `Program of ${word}` });
  return [
    (await makeContact(database, accountId, { firstName: word, email: `${unique('any')}@shop.example` })).id,
    (await makeContactList(database, accountId, { name: `List of ${word}` })).id,
    (await makeSegment(database, accountId, { name: `Segment of ${word}` })).id,
    (await makeOrder(database, accountId, { number: `#${word}`, email: null })).id,
    (await makeConversation(server, accountId, { name: `Ibu ${word}` })).id,
    (await makeBroadcast(database, accountId, { name: `Broadcast to ${word}` })).id,
    await makeFunnelCalled(accountId, `Funnel of ${word}`),
    (await makeTemplate(accountId, `Template for ${word}`)).id,
    (await makeDiscountCode(database, accountId, { code: `FOR-${word.toUpperCase()}` })).id,
    (await makeReferralLink(database, accountId, { customerId: `customer-${word}` })).id,
    (await makeBlogPost(database, accountId, { title: `Post on ${word}` })).id,
    await makeMarketingCampaign(database, accountId, { name: `Campaign of ${word}` }),
    await makeBrief(database, accountId, { title: `Brief on ${word}` }),
    programId,
    (await makeCollaboration(database, accountId, { programId }, { name: `Kak ${word}` })).id,
    (await makeIntegration(server.services, accountId, { displayName: `Shop of ${word}` })).id,
  ];
}

describe('search.records', () => {
  it('finds every kind, in the order in which they are shown, and nothing of the neighbour', async () => {
    const [us, them] = [await server.makeTenant(), await server.makeTenant()];
    const word = unique('kenanga');
    const ours = await makeEach(us.accountId, word);
    await makeEach(them.accountId, word);
    const found = await find(us, word.toUpperCase());
    expect(found.map(({ kind, id }) => [kind, id])).toEqual(
      [
        'contact',
        'contactList',
        'audienceSegment',
        'order',
        'conversation',
        'broadcast',
        'funnel',
        'template',
        'discountCode',
        'referralLink',
        'blogPost',
        'marketingCampaign',
        'campaign',
        'program',
        'collaboration',
        'integration',
      ].map((kind, index) => [kind, ours[index]]),
    );
    expect(found[0]).toMatchObject({ title: word, subtitle: expect.stringMatching(/@shop\.example$/) as string });
    expect(found[9]).toMatchObject({ subtitle: `customer-${word}` });
  });

  it('has whole names first, then what begins with the word, then the rest, the newest first', async () => {
    const us = await server.makeTenant();
    const at = Date.now();
    const add = (code: string, age: number) =>
      makeDiscountCode(server.services.database, us.accountId, { code, createdAt: new Date(at - age * 1000) });
    await add('MELATI', 9);
    await add('MELATI-1', 8);
    await add('MELATI-2', 7);
    await add('HARI-MELATI', 1);
    await add('MALAM-MELATI', 0);
    await add('MAWAR', 2);
    expect(await titles(us, 'melati')).toEqual(['MELATI', 'MELATI-2', 'MELATI-1', 'MALAM-MELATI', 'HARI-MELATI']);
    await add('MELATI-3', 6);
    expect(await titles(us, 'melati')).toEqual(['MELATI', 'MELATI-3', 'MELATI-2', 'MELATI-1', 'MALAM-MELATI']);
  });

  it.each([
    ['the first name', 'ratn'],
    ['both names', 'ratna wulan'],
    ['the names the other way round', 'wulan  ratna'],
    ['the e-mail, from its beginning', 'belanja.'],
    ['the e-mail, from within', '@toko-ratna'],
    ['the phone', '81234567'],
    ['two characters', 'ra'],
    ['a name beside a single letter', 'r ratna'],
  ])('finds a contact by %s', async (_, q) => {
    const us = await server.makeTenant();
    await makeContact(server.services.database, us.accountId, { firstName: 'Agus', email: 'agus@shop.example' });
    await makeContact(server.services.database, us.accountId, {
      firstName: 'Ratna',
      lastName: 'Wulandari',
      email: 'belanja.99@toko-ratna.example',
      phone: '+6281234567890',
    });
    expect(await find(us, q)).toMatchObject([
      { kind: 'contact', title: 'Ratna Wulandari', subtitle: 'belanja.99@toko-ratna.example' },
    ]);
  });

  it('calls a contact without a name by its address, else by its phone', async () => {
    const us = await server.makeTenant();
    const phone = { email: null, phone: '+6281111222333' };
    await makeContact(server.services.database, us.accountId, { email: 'tanpa@nama.example' });
    await makeContact(server.services.database, us.accountId, phone);
    expect(await find(us, 'tanpa@')).toMatchObject([{ title: 'tanpa@nama.example', subtitle: null }]);
    expect(await find(us, '1111222')).toMatchObject([{ title: phone.phone, subtitle: null }]);
  });

  it.each(['', ' ', 'a', 'a b c', 'zzzz', '%%', '__', '\\\\', "';--", '王'])('finds nothing for %j', async (q) => {
    await makeEach(server.ours.accountId, unique('a b c '));
    expect(await find(server.ours, q)).toEqual([]);
  });

  it('takes 200 characters and no more', async () => {
    expect(await find(server.ours, 'kata '.repeat(40))).toEqual([]);
    const answer = await trpc(
      server,
      'query',
      'search.records',
      { q: 'x'.repeat(201) },
      { cookie: server.ours.cookie },
    );
    expect([answer.status, answer.code]).toEqual([400, 'VALIDATION']);
  });

  it('finds an old code among many by how it begins', async () => {
    const us = await server.makeTenant();
    await makeDiscountCode(server.services.database, us.accountId, { code: 'LAMA-SEKALI', createdAt: new Date(0) });
    await server.services.database.pool.query(
      `INSERT INTO "DiscountCode" ("accountId", code, type, value, currency, scope, "createdAt", "updatedAt")
       SELECT $1, 'BARU-' || n, 'percent', 10, 'IDR', 'cart', now(), now() FROM generate_series(1, 6000) n`,
      [us.accountId],
    );
    expect(await titles(us, 'lama-s')).toEqual(['LAMA-SEKALI']);
    expect(await titles(us, 'baru-59')).toHaveLength(5);
  });
});
