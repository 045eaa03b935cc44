/**
 * Who may begin and end an opt-out, and whom it reaches (docs/contract/contacts.md#opt-outs), against a model that was
 * written apart: any series of what merchants, recipients and vendors do, through the doors and in imports.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SYSTEM, workspaceDb } from '@/server/platform/db/workspace';
import { contactState } from '@/server/modules/audience/contacts/timeline';
import { lockContacts } from '@/server/modules/audience/contacts/lock';
import { applyOptOuts, suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { expectData } from '@/server/testing/http';
import { useServer, type Answer, type Tenant } from '@/server/testing/server';

const server = useServer();
const PATH = '/api/v1/contacts';
const dbOf = (tenant: Tenant) =>
  workspaceDb(server.services.database, {
    accountId: tenant.accountId,
    actor: SYSTEM,
    now: new Date(),
  });

type Family = 'email' | 'sms' | 'whatsapp';
const FAMILIES: Family[] = ['email', 'sms', 'whatsapp'];
type Words = Partial<Record<Family, string | null>>;
interface Row {
  email?: string;
  phone?: string;
  subscriptions?: Words;
}

const EMAILS = ['a@example.test', 'b@example.test'];
/** The first two are one number, the next two one that cannot be read, in two spellings each. */
const PHONES = ['0812 000 111', '+62812000111', '12-34', '1234', '+62812000222'];
/** What an opt-out by phone holds for. */
const NUMBERS: Record<string, string> = {
  '0812 000 111': '+62812000111',
  '+62812000111': '+62812000111',
  '12-34': '1234',
  '1234': '1234',
  '+62812000222': '+62812000222',
};

/** What stands at an address: why, if it is closed. */
class Model {
  readonly people: { key: string; row: Row; words: Words }[] = [];
  readonly closed = new Map<string, 'merchant' | 'recipient' | 'bounce' | 'complaint'>();

  /** The address of somebody in a family. */
  at(row: Row, family: Family): string | null {
    const address = family === 'email' ? row.email : row.phone === undefined ? undefined : NUMBERS[row.phone];
    return address === undefined ? null : `${family} ${address}`;
  }

  identity({ email, phone }: Row): string {
    return `${email ?? ''}|${phone?.replace(/[^+0-9]/g, '') ?? ''}`;
  }

  upsert(row: Row): void {
    const key = this.identity(row);
    let person = this.people.find((each) => each.key === key);
    const isNew = person === undefined;
    if (person === undefined) this.people.push((person = { key, row, words: {} }));
    person.row = { ...person.row, ...row };
    this.say(person, row.subscriptions ?? {}, isNew ? FAMILIES : []);
  }

  move(index: number, row: Row): boolean {
    const person = this.people[index]!;
    const after = { ...person.row, ...row };
    const key = this.identity(after);
    if (key !== person.key && this.people.some((each) => each.key === key)) return false;
    const moved = FAMILIES.filter((family) => this.at(person.row, family) !== this.at(after, family));
    Object.assign(person, { key, row: after });
    this.say(person, row.subscriptions ?? {}, moved);
    return true;
  }

  /** A merchant's words about one person, who has just come to their addresses of `newAt`. */
  say(person: (typeof this.people)[number], words: Words, newAt: Family[]): void {
    for (const family of FAMILIES) {
      const place = this.at(person.row, family);
      const word = words[family];
      const reason = place === null ? undefined : this.closed.get(place);
      if (word === 'unsubscribed' && place !== null) {
        this.closed.set(place, reason ?? 'merchant');
        this.writeAt(place, family, 'unsubscribed');
      } else if (word === 'pending') {
        person.words[family] = word;
      } else if (reason !== undefined && (newAt.includes(family) || (reason !== 'merchant' && word !== undefined))) {
        person.words[family] = 'unsubscribed';
      } else if (word === null) {
        person.words = Object.fromEntries(Object.entries(person.words).filter(([name]) => name !== family));
      } else if (word !== undefined) {
        person.words[family] = word;
      }
    }
  }

  writeAt(place: string, family: Family, word: string): void {
    for (const each of this.people) if (this.at(each.row, family) === place) each.words[family] = word;
  }

  close(family: Family, address: string, reason: 'recipient' | 'bounce' | 'complaint'): void {
    const place = `${family} ${address}`;
    const before = this.closed.get(place);
    if (before === undefined || before === 'merchant' || (before === 'recipient' && reason !== 'recipient'))
      this.closed.set(place, reason);
    this.writeAt(place, family, 'unsubscribed');
  }

  undo(family: Family, address: string): void {
    const place = `${family} ${address}`;
    const reason = this.closed.get(place);
    if (reason !== 'merchant' && reason !== 'recipient') return;
    this.closed.delete(place);
    this.writeAt(place, family, 'subscribed');
  }

  /** Whether a person is sent to: never where anybody but the merchant closed the address. */
  isReached({ row, words }: (typeof this.people)[number], family: Family): boolean {
    const place = this.at(row, family);
    if (place === null || (family !== 'email' && !place.includes('+'))) return false;
    const word = words[family];
    if (word === 'unsubscribed' || word === 'pending') return false;
    const reason = this.closed.get(place);
    return reason === undefined || (reason === 'merchant' && word !== undefined);
  }
}

const word = fc.constantFrom('subscribed', 'unsubscribed', 'pending', null);
const words = fc.record({ email: word, sms: word }, { requiredKeys: [] });
const row = fc
  .record(
    { email: fc.constantFrom(...EMAILS), phone: fc.constantFrom(...PHONES), subscriptions: words },
    { requiredKeys: [] },
  )
  .filter(({ email, phone }) => email !== undefined || phone !== undefined);
const place = fc.oneof(
  fc.record({ family: fc.constant('email' as const), address: fc.constantFrom(...EMAILS) }),
  fc.record({
    family: fc.constantFrom('sms' as const, 'whatsapp' as const),
    address: fc.constantFrom('+62812000111', '+62812000222'),
  }),
);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('upsert' as const), row }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('import' as const), rows: fc.array(row, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('patch' as const), nth: fc.nat(), row }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('say' as const), nth: fc.nat(), words }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), nth: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('close' as const),
      place,
      reason: fc.constantFrom('recipient' as const, 'bounce' as const, 'complaint' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('undo' as const), place }) },
);

describe('an opt-out', () => {
  it('is what the model says after any series of writes, and whoever it holds for is sent nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        const tenant = await server.makeTenant({ plan: 'scale' });
        const { prisma } = server.services.database;
        const where = { accountId: tenant.accountId };
        const call = (method: string, path: string, body?: unknown) =>
          server.call(tenant.key, method, `${PATH}${path}`, body === undefined ? {} : { body });
        const idOf = async (key: string): Promise<string> => {
          const rows = await prisma.contact.findMany({ where });
          return rows.find(({ email, phone }) => `${email ?? ''}|${phone?.replace(/[^+0-9]/g, '') ?? ''}` === key)!.id;
        };
        const model = new Model();
        for (const each of steps) {
          const nth = 'nth' in each && model.people.length > 0 ? each.nth % model.people.length : null;
          if (each.does === 'upsert') {
            expectData(await call('POST', '', each.row), 201);
            model.upsert(each.row);
          } else if (each.does === 'import') {
            expectData(await call('POST', '/import', { rows: each.rows }));
            each.rows.forEach((one) => model.upsert(one));
          } else if (each.does === 'close') {
            await suppress(dbOf(tenant), { ...each.place, reason: each.reason }, { by: each.reason });
            model.close(each.place.family, each.place.address, each.reason);
          } else if (each.does === 'undo') {
            await unsuppress(dbOf(tenant), each.place, { by: 'recipient' });
            model.undo(each.place.family, each.place.address);
          } else if (nth !== null) {
            const person = model.people[nth]!;
            const id = await idOf(person.key);
            if (each.does === 'delete') {
              expectData(await call('DELETE', `/${id}`));
              model.say(person, { email: 'unsubscribed', sms: 'unsubscribed', whatsapp: 'unsubscribed' }, []);
              for (const family of FAMILIES) person.words[family] = 'unsubscribed';
            } else if (each.does === 'say') {
              expectData(await call('PATCH', `/${id}`, { subscriptions: each.words }));
              model.move(nth, { subscriptions: each.words });
            } else {
              expect((await call('PATCH', `/${id}`, each.row)).status).toBe(model.move(nth, each.row) ? 200 : 409);
            }
          }
        }

        const rows = await prisma.contact.findMany({ where });
        const reported = (list: { key: string; words: unknown }[]) =>
          list.map(({ key, words: said }) => [key, said]).sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
        expect(
          reported(
            rows.map(({ email, phone, subscriptions }) => ({
              key: model.identity({ ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) }),
              words: subscriptions,
            })),
          ),
        ).toEqual(reported(model.people));
        // The ledger, read from the beginning, says the same of everybody, and each entry goes on from the one before.
        const entries = await prisma.consentEntry.findMany({ where, orderBy: { position: 'asc' } });
        for (const { id, subscriptions } of rows) {
          const replayed: Record<string, string | null> = {};
          for (const { family, from, to } of entries.filter(({ contactId }) => contactId === id)) {
            expect(from).toBe(replayed[family] ?? null);
            expect(to).not.toBe(from);
            replayed[family] = to;
          }
          expect(Object.fromEntries(Object.entries(replayed).filter(([, to]) => to !== null))).toEqual(subscriptions);
        }
        const kept = await prisma.suppression.findMany({ where });
        expect(kept.map(({ family, address, reason }) => `${family} ${address} ${reason}`).sort()).toEqual(
          [...model.closed].map(([at, reason]) => `${at} ${reason}`).sort(),
        );

        if (rows.length === 0) return;
        for (const provider of ['email_p1', 'sms_p1'] as const)
          await makeChannel(server.services, tenant.accountId, { provider });
        const { id } = await makeBroadcast(server.services.database, tenant.accountId, {
          providers: ['email_p1', 'sms_p1'],
          audience: { contactIds: rows.map((each) => each.id) },
        });
        await server.call(tenant.key, 'POST', `/api/v1/broadcasts/${id}/send`);
        const queued = await prisma.marketingMessage.findMany({ where: { ...where, campaignId: id } });
        const reached = await Promise.all(
          model.people.flatMap((person) =>
            (['email', 'sms'] as const)
              .filter((family) => model.isReached(person, family))
              .map(async (family) => `${family} ${await idOf(person.key)}`),
          ),
        );
        expect(queued.map(({ provider, contactId }) => `${provider.split('_')[0]} ${contactId}`).sort()).toEqual(
          reached.sort(),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('of a merchant holds for the address, whatever the merchant writes on one contact of it', async () => {
    const tenant = await server.makeTenant();
    const make = async (body: object) => expectData(await server.call(tenant.key, 'POST', PATH, { body }), 201);
    const email = 'ani@example.test';
    const [one, two] = [await make({ email }), await make({ email, phone: '+62812000333' })];
    expectData(await server.call(tenant.key, 'DELETE', `${PATH}/${one.id}`));
    expectData(
      await server.call(tenant.key, 'PATCH', `${PATH}/${one.id}`, { body: { subscriptions: { email: 'subscribed' } } }),
    );
    const wordOf = async (id: string) =>
      expectData(await server.call(tenant.key, 'GET', `${PATH}/${id}`)).subscriptions.email;
    expect([await wordOf(one.id), await wordOf(two.id)]).toEqual(['subscribed', 'unsubscribed']);
    const later = await make({ email, phone: '+62812000444', subscriptions: { email: 'subscribed' } });
    expect(later.subscriptions).toEqual({ email: 'unsubscribed' });
    // Another address of the same contact brings nothing back here.
    expectData(await server.call(tenant.key, 'PATCH', `${PATH}/${one.id}`, { body: { phone: '+62812000555' } }));
    expect(await wordOf(one.id)).toBe('subscribed');
    const reasons = async (id: string) =>
      (await contactState(dbOf(tenant), id)).suppressions.map(({ reason }) => reason);
    expect([await reasons(one.id), await reasons(two.id)]).toEqual([[], ['merchant']]);
  });

  it('of a complaint takes the place of a merchant’s, and no word of the merchant lifts it', async () => {
    const tenant = await server.makeTenant();
    const email = 'ani@example.test';
    const subscriptions = { email: 'unsubscribed' };
    const { id } = expectData(await server.call(tenant.key, 'POST', PATH, { body: { email, subscriptions } }), 201);
    await suppress(dbOf(tenant), { family: 'email', address: email, reason: 'complaint' }, { by: 'complaint' });
    const change = { subscriptions: { email: 'subscribed' } };
    expectData(await server.call(tenant.key, 'PATCH', `${PATH}/${id}`, { body: change }));
    expect(expectData(await server.call(tenant.key, 'GET', `${PATH}/${id}`)).subscriptions).toEqual(subscriptions);
    expect((await contactState(dbOf(tenant), id as string)).suppressions).toMatchObject([{ reason: 'complaint' }]);
  });

  it('that is said while a contact is made at the address holds for it', async () => {
    const tenant = await server.makeTenant();
    const place = { family: 'email', address: 'ani@example.test', reason: 'recipient' } as const;
    const { pool } = server.services.database;
    const isWaiting = async (): Promise<boolean> => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    let made: Promise<Answer> | undefined;
    let isAnswered = false;
    await dbOf(tenant).transaction(async (tx) => {
      await lockContacts(tx);
      await applyOptOuts(tx, { begun: [place], closed: [place] }, { by: 'recipient' });
      made = server
        .call(tenant.key, 'POST', PATH, { body: { email: place.address } })
        .finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true);
    });
    expect(expectData(await made!, 201).subscriptions).toEqual({ email: 'unsubscribed' });
  });

  it('by a phone that cannot be read reaches and is inherited by whoever has it, in any spelling', async () => {
    const tenant = await server.makeTenant();
    const make = async (body: object, who = tenant) =>
      expectData(await server.call(who.key, 'POST', PATH, { body }), 201);
    const [one, two, other] = [
      await make({ email: 'ani@example.test', phone: '55-66' }),
      await make({ email: 'budi@example.test', phone: '(55) 66' }),
      await make({ email: 'citra@example.test', phone: '5567' }),
    ];
    const neighbour = await make({ phone: '5566' }, server.theirs);
    expectData(await server.call(tenant.key, 'DELETE', `${PATH}/${one.id}`));
    const wordsOf = async (id: string, who = tenant) =>
      expectData(await server.call(who.key, 'GET', `${PATH}/${id}`)).subscriptions;
    expect(await wordsOf(two.id)).toEqual({ sms: 'unsubscribed', whatsapp: 'unsubscribed' });
    expect(await wordsOf(other.id)).toEqual({});
    expect(await wordsOf(neighbour.id, server.theirs)).toEqual({});
    expect((await make({ phone: '5566' })).subscriptions).toEqual({ sms: 'unsubscribed', whatsapp: 'unsubscribed' });
    expect(
      (await contactState(dbOf(tenant), two.id)).suppressions.map(({ family, address }) => [family, address]),
    ).toEqual([
      ['sms', '5566'],
      ['whatsapp', '5566'],
    ]);
    const exported = expectData(await server.call(tenant.key, 'GET', `${PATH}/${two.id}/export`));
    expect(exported.suppressions).toHaveLength(2);
  });
});
