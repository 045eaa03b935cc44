/** `/u/<token>` (docs/contract/broadcasts.md#unsubscribe-links). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUnsubscribeToken, unsubscribeUrl } from '@/server/modules/messaging/broadcasts/unsubscribe-token';
import { makeBroadcast, makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { snapshotOf, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer({}, { pages: true });
const prisma = () => server.services.database.prisma;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A message that was sent to a new contact, and the path of its link. */
async function delivered(accountId = server.ours.accountId) {
  const email = `${unique('sari')}@example.test`;
  const at = new Date();
  const person = await prisma().contact.create({
    data: { accountId, identityHash: unique('h'), email, createdAt: at, updatedAt: at },
  });
  const channel = await makeChannel(server.services, accountId);
  const broadcast = await makeBroadcast(server.services.database, accountId);
  const message = await makeMessage(server.services.database, accountId, {
    channelIntegrationId: channel.id,
    campaignId: broadcast.id,
    contactId: person.id,
    recipient: email,
    status: 'sent',
    claimableAt: null,
  });
  const url = unsubscribeUrl(server.services.settings, { accountId, messageId: message.id });
  return { email, person, broadcast, channel, path: new URL(url).pathname };
}
const subscription = async (id: string): Promise<unknown> =>
  ((await prisma().contact.findFirstOrThrow({ where: { id } })).subscriptions as Record<string, unknown>).email;
const expectPage = (answer: Answer, status = 200): string => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const absent of ['etag', 'access-control-allow-origin']) expect(answer.headers.get(absent)).toBeNull();
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(answer.text).toMatch(/^<!doctype html>/);
  expect(answer.text).not.toMatch(/<script|\son\w+=|javascript:|style="/i);
  return answer.text;
};

describe('/u/<token>', () => {
  it('asks, acts on POST, and takes it back; GET and HEAD change nothing', async () => {
    const { email, person, path } = await delivered();
    const before = await snapshotOf(server, server.ours.accountId);
    const asked = expectPage(await server.fetch('GET', path));
    expect(asked).toContain('>Unsubscribe</button>');
    expect(asked).toContain(`${email[0]}•••@example.test`);
    expect(asked).not.toContain(email);
    expect((await server.fetch('HEAD', path)).status).toBe(200);
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);

    expect(expectPage(await server.fetch('POST', path, { headers: FORM, body: '' }))).toContain('You are unsubscribed');
    expect(await subscription(person.id)).toBe('unsubscribed');
    expect(await prisma().suppression.findMany({ where: { address: email } })).toMatchObject([
      { accountId: server.ours.accountId, family: 'email', reason: 'recipient' },
    ]);
    const done = expectPage(await server.fetch('GET', path));
    expect(done).toContain('name="undo"');

    expect(expectPage(await server.fetch('POST', path, { headers: FORM, body: 'undo=1' }))).toContain(
      '>Unsubscribe</button>',
    );
    expect(await subscription(person.id)).toBe('subscribed');
    expect(await prisma().suppression.count({ where: { address: email } })).toBe(0);
  });

  it('keeps in the ledger from where and by what it was said, as forms do', async () => {
    const { person, path } = await delivered();
    const saying = (body: string) =>
      server.fetch('POST', path, { headers: { ...FORM, 'user-agent': `Reader ${'x'.repeat(500)}` }, body });
    for (const body of ['', 'undo=1', 'preferences=1&family=email']) expectPage(await saying(body));
    const ledger = await server.call(server.ours.key, 'GET', `/api/v1/contacts/${person.id}/consents`);
    const source = { ip: '127.0.0.1', userAgent: `Reader ${'x'.repeat(500)}`.slice(0, 400) };
    expect(ledger.body.data?.data).toMatchObject(
      ['unsubscribed', 'subscribed', 'unsubscribed'].map((to) => ({ to, by: 'recipient', source })),
    );
    for (const entry of ledger.body.data?.data) expect(entry.source.messageId).toEqual(expect.any(String));
  });

  it('counts for the broadcast whose link was used, not for a later one', async () => {
    const { ours } = server;
    const { person, email, channel, broadcast, path } = await delivered();
    const later = await makeBroadcast(server.services.database, ours.accountId);
    await makeMessage(server.services.database, ours.accountId, {
      ...{ channelIntegrationId: channel.id, campaignId: later.id, contactId: person.id, recipient: email },
      ...{ status: 'sent', sentAt: new Date(), claimableAt: null },
    });
    await server.fetch('POST', path, { headers: FORM, body: '' });
    const counted = async ({ id }: { id: string }): Promise<unknown> =>
      (await trpc(server, 'query', 'broadcasts.unsubscribed', { id }, { cookie: ours.cookie })).data;
    expect(await counted(broadcast)).toEqual({ people: 1 });
    expect(await counted(later)).toEqual({ people: 0 });
  });

  it.each([
    ['a form', { ...FORM }, 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['JSON', { 'content-type': 'application/json' }, '{}'],
  ])('takes the one click of a mail program as %s, again and again', async (_what, headers, body) => {
    const { person, path } = await delivered();
    for (let times = 0; times < 2; times++) expectPage(await server.fetch('POST', path, { headers, body }));
    expect(await subscription(person.id)).toBe('unsubscribed');
  });

  it('holds for the address: on every contact that has it, and for the next send; not at the neighbour', async () => {
    const { email, path } = await delivered();
    const at = new Date();
    const person = (accountId: string) =>
      prisma().contact.create({
        data: { accountId, identityHash: unique('h'), email, phone: '1', createdAt: at, updatedAt: at },
      });
    const [twin, theirs] = [await person(server.ours.accountId), await person(server.theirs.accountId)];
    const before = await snapshotOf(server, server.theirs.accountId);
    expectPage(await server.fetch('POST', path, { headers: FORM, body: '' }));
    expect(await subscription(twin.id)).toBe('unsubscribed');
    expect(await subscription(theirs.id)).toBeUndefined();
    expect(await snapshotOf(server, server.theirs.accountId)).toEqual(before);
    const broadcast = await makeBroadcast(server.services.database, server.ours.accountId, {
      audience: { contactIds: [twin.id] },
    });
    expect(
      (await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${broadcast.id}/send`)).body.error?.code,
    ).toBe('NO_RECIPIENTS');
  });

  describe('what one wants to get', () => {
    /** Of somebody with a phone, a handle, and two lists of which one is public. */
    async function chooser() {
      const { email, person, path } = await delivered();
      const { accountId } = server.ours;
      const phone = `+62812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      await prisma().contact.update({
        where: { accountId_id: { accountId, id: person.id } },
        data: { phone, phoneE164: phone, subscriptions: { sms: 'pending', ads: 'subscribed' } },
      });
      const list = (isPublic: boolean, name: string) =>
        prisma().contactList.create({
          data: { accountId, name, public: isPublic, createdAt: new Date(), updatedAt: new Date() },
        });
      const [news, secret] = [await list(true, unique('Kabar & promo ')), await list(false, unique('VIP '))];
      const inList = (listId: string) => prisma().contactListMember.count({ where: { listId, contactId: person.id } });
      return { email, person, path, phone, news, secret, inList };
    }
    const post = (path: string, fields: [string, string][]) =>
      server.fetch('POST', path, {
        headers: FORM,
        body: new URLSearchParams([['preferences', '1'], ...fields]).toString(),
      });
    const words = async (id: string): Promise<unknown> =>
      (await prisma().contact.findFirstOrThrow({ where: { id } })).subscriptions;

    it('is shown with its switches, without an address, and without lists that are not public', async () => {
      const { email, path, phone, news, secret } = await chooser();
      const page = expectPage(await server.fetch('GET', path));
      for (const shown of ['value="email"', 'value="sms"', 'value="whatsapp"', 'value="ads"', news.id])
        expect(page).toContain(shown);
      for (const hidden of [secret.id, secret.name, phone, email, 'value="telegram"'])
        expect(page).not.toContain(hidden);
      expect(page).toMatch(/name="familyOn"[^>]*value="email"[^>]*checked|checked[^>]*value="email"/);
      expect(page).not.toMatch(/name="familyOn"[^>]*checked[^>]*value="sms"|name="familyOn" value="sms" checked/);
    });

    it('is written as it was chosen: opt-outs of addresses, words, memberships, each with its entry in the ledger', async () => {
      const { email, person, path, phone, news, inList } = await chooser();
      const shown: [string, string][] = ['email', 'sms', 'whatsapp', 'ads'].map((family) => ['family', family]);
      const page = expectPage(
        await post(path, [
          ...shown,
          ['familyOn', 'sms'],
          ['familyOn', 'whatsapp'],
          ['list', news.id],
          ['listOn', news.id],
        ]),
      );
      expect(page).toContain('Your choices are saved.');
      expect(await words(person.id)).toEqual({ email: 'unsubscribed', sms: 'subscribed', ads: 'unsubscribed' });
      expect(await prisma().suppression.findMany({ where: { address: { in: [email, phone] } } })).toMatchObject([
        { family: 'email', address: email, reason: 'recipient' },
      ]);
      expect(await inList(news.id)).toBe(1);
      const ledger = await prisma().consentEntry.findMany({ where: { contactId: person.id, by: 'recipient' } });
      expect(ledger.map(({ family, from, to }) => [family, from, to]).sort()).toEqual([
        ['ads', 'subscribed', 'unsubscribed'],
        ['email', null, 'unsubscribed'],
        ['sms', 'pending', 'subscribed'],
      ]);

      // The same once more changes nothing; and back.
      const before = await snapshotOf(server, server.ours.accountId);
      await post(path, [
        ...shown,
        ['familyOn', 'sms'],
        ['familyOn', 'whatsapp'],
        ['list', news.id],
        ['listOn', news.id],
      ]);
      expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
      await post(path, [
        ...shown,
        ...['email', 'sms', 'whatsapp', 'ads'].map((f): [string, string] => ['familyOn', f]),
        ['list', news.id],
      ]);
      expect(await words(person.id)).toEqual({ email: 'subscribed', sms: 'subscribed', ads: 'subscribed' });
      expect(await prisma().suppression.count({ where: { address: email } })).toBe(0);
      expect(await inList(news.id)).toBe(0);
    });

    it('touches nothing that the form did not show, no list that is not public, and nothing that a bounce closed', async () => {
      const { email, person, path, secret, inList } = await chooser();
      await prisma().suppression.create({
        data: {
          accountId: server.ours.accountId,
          family: 'email',
          address: email,
          reason: 'bounce',
          createdAt: new Date(),
        },
      });
      const before = await words(person.id);
      expect(expectPage(await server.fetch('GET', path))).not.toContain('name="family" value="email"');
      await post(path, [
        ['family', 'email'],
        ['familyOn', 'email'],
        ['family', 'nonsense'],
        ['list', secret.id],
        ['listOn', secret.id],
        ['list', 'cunknown'],
        ['listOn', 'cunknown'],
      ]);
      expect(await words(person.id)).toEqual(before);
      expect(await inList(secret.id)).toBe(0);
      expect(await prisma().suppression.findFirst({ where: { address: email } })).toMatchObject({ reason: 'bounce' });
    });

    it('has every list that one is on, and of the others the first 200; what is not shown is left as it is', async () => {
      const { accountId } = await server.makeTenant();
      const { person, path } = await delivered(accountId);
      const at = new Date();
      const make = (names: string[]) =>
        prisma().contactList.createManyAndReturn({
          data: names.map((name) => ({ accountId, name, public: true, createdAt: at, updatedAt: at })),
        });
      const nameOf = (n: number): string => `News ${String(n).padStart(3, '0')}`;
      const lists = await make(Array.from({ length: 260 }, (_, n) => nameOf(n)));
      const idOf = (n: number): string => lists.find(({ name }) => name === nameOf(n))?.id ?? '';
      await prisma().contactListMember.createMany({
        data: [3, 240, 259].map((n) => ({ accountId, listId: idOf(n), contactId: person.id, addedAt: at })),
      });
      const memberOf = async (): Promise<string[]> =>
        (await prisma().contactListMember.findMany({ where: { contactId: person.id } }))
          .map(({ listId }) => listId)
          .sort();
      const shownOn = (page: string): string[] =>
        [...page.matchAll(/name="list" value="(\w+)"/g)].map(([, id = '']) => id);
      const page = expectPage(await server.fetch('GET', path));
      expect(shownOn(page)).toEqual([...Array.from({ length: 201 }, (_, n) => n), 240, 259].map(idOf));

      // Lists that come to stand before those that the form showed take nothing from it.
      await make(Array.from({ length: 210 }, (_, n) => `Anew ${n}`));
      await post(path, [...[0, 199, 240].map((n): [string, string] => ['list', idOf(n)]), ['listOn', idOf(199)]]);
      expect(await memberOf()).toEqual([3, 199, 259].map(idOf).sort());
      expect(shownOn(expectPage(await server.fetch('GET', path)))).toEqual(
        expect.arrayContaining([3, 199, 259].map(idOf)),
      );

      // Who says yes to everything is shown more, and can say yes to that as well.
      for (const most of [203, 403]) {
        const all = shownOn(expectPage(await server.fetch('GET', path)));
        expect(all).toHaveLength(most);
        const on = all.flatMap((id): [string, string][] => [
          ['list', id],
          ['listOn', id],
        ]);
        expectPage(await post(path, on));
        expect(await memberOf()).toEqual(all.sort());
      }
    });

    it('leaves the page as it was where there is nothing but e-mail to choose', async () => {
      const tenant = await server.makeTenant();
      const { path } = await delivered(tenant.accountId);
      expect(expectPage(await server.fetch('GET', path))).not.toContain('preferences');
    });
  });

  it.each(['bounce', 'complaint'])('does not lift a %s', async (reason) => {
    // Without lists that are public there is nothing to choose.
    const { accountId } = await server.makeTenant();
    const { email, path } = await delivered(accountId);
    await prisma().suppression.create({
      data: { accountId, family: 'email', address: email, reason, createdAt: new Date() },
    });
    expect(expectPage(await server.fetch('GET', path))).not.toContain('<form');
    expectPage(await server.fetch('POST', path, { headers: FORM, body: 'undo=1' }));
    expect(await prisma().suppression.findFirst({ where: { address: email } })).toMatchObject({ reason });
  });

  it('is an HTML 404 for every other token, and changes nothing', async () => {
    const { path } = await delivered();
    const before = await snapshotOf(server, server.ours.accountId);
    const [account, message, signature] = path.slice('/u/'.length).split('.') as [string, string, string];
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of [
      'x',
      '%00',
      `${account}.${message}`,
      `${account}.${message}.${flipped}`,
      `${server.theirs.accountId}.${message}.${signature}`,
      `${account}.cunknown.${signature}`,
    ]) {
      for (const method of ['GET', 'POST'])
        expect(expectPage(await server.fetch(method, `/u/${token}`), 404)).toContain('does not work');
    }
    const gone = new URL(unsubscribeUrl(server.services.settings, { accountId: account, messageId: 'cgone' })).pathname;
    expectPage(await server.fetch('POST', gone, { headers: FORM, body: '' }), 404);
    const refused = await server.fetch('DELETE', path);
    expectPage(refused, 405);
    expect(refused.headers.get('allow')).toBe('GET, HEAD, POST');
    expectPage(await server.fetch('POST', path, { headers: FORM, body: 'x'.repeat(70_000) }), 413);
    expect(await snapshotOf(server, server.ours.accountId)).toEqual(before);
  });

  it.each([
    ['id-ID,id;q=0.9,en;q=0.8', 'id'],
    ['en-GB,id;q=0.5', 'en'],
    ['de', 'en'],
    ['in', 'id'],
    ['', 'en'],
  ])('speaks the language of %s', async (language, expected) => {
    const { path } = await delivered();
    const page = expectPage(await server.fetch('GET', path, { headers: { 'accept-language': language } }));
    expect(page).toContain(`<html lang="${expected}">`);
    expect(page).toContain(expected === 'id' ? 'Berhenti berlangganan</button>' : 'Unsubscribe</button>');
  });

  it('escapes the name of the workspace', async () => {
    const tenant = await server.makeTenant({ name: '<b>Toko & "Co"</b>' });
    expect(expectPage(await server.fetch('GET', (await delivered(tenant.accountId)).path))).toContain(
      '&lt;b&gt;Toko &amp; &quot;Co&quot;&lt;/b&gt;',
    );
  });

  it('has its style', async () => {
    const answer = await server.fetch('GET', '/u/page.css');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  });
});

describe('the token', () => {
  it('reads back what it was made of, under its own secret only', () => {
    const id = fc.stringMatching(/^[a-z0-9]{1,40}$/);
    fc.assert(
      fc.property(id, id, (accountId, messageId) => {
        const url = unsubscribeUrl({ baseUrl: 'https://x', unsubscribeSecret: 's' }, { accountId, messageId });
        const token = url.slice('https://x/u/'.length);
        expect(readUnsubscribeToken('s', token)).toEqual({ accountId, messageId });
        expect(readUnsubscribeToken('other', token)).toBeNull();
      }),
    );
    fc.assert(fc.property(fc.string(), (token) => readUnsubscribeToken('s', token) === null));
  });
});
