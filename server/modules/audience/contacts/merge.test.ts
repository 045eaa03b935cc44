/** Duplicates, and making one contact of several (docs/contract/contacts.md#duplicates). */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { duplicates } from '@/server/modules/audience/contacts/duplicates';
import { suppress, unsuppress } from '@/server/modules/audience/contacts/suppress';
import {
  makeAttribution,
  makeCartSuppression,
  makeDiscountCode,
  makeReminder,
} from '@/server/testing/factories/offers';
import { makeChannel, makeMessage } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { nextMillisecond } from '@/server/testing/waits';

const server = useServer();
const prisma = () => server.services.database.prisma;
const ours = (): string => server.ours.accountId;
const address = (): string => `${unique('twin')}@example.test`;
const phone = (): string => `+62813${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
const person = (more: Parameters<typeof makeContact>[2] = {}) => makeContact(server.services.database, ours(), more);
const call = (method: string, path: string, body?: Record<string, unknown>): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const merge = (keepId: string, mergeIds: string[]): Promise<Answer> =>
  call('POST', '/contacts/merge', { keepId, mergeIds });
const undo = (id: string): Promise<Answer> => call('POST', `/contacts/merges/${id}/undo`, {});

interface Group {
  by: string;
  value: string;
  total: number;
  contacts: { id: string }[];
}
async function allGroups(limit: number): Promise<Group[]> {
  const groups: Group[] = [];
  for (let cursor = ''; ;) {
    const page = expectData(await call('GET', `/contacts/duplicates?limit=${limit}${cursor}`));
    groups.push(...page.data);
    if (!page.hasMore) return groups;
    cursor = `&cursor=${encodeURIComponent(page.cursor)}`;
  }
}

describe('duplicates', () => {
  it('share a phone, an e-mail as Gmail takes it, or an id, and are found in pages of any size', async () => {
    const shared = phone();
    const local = unique('g');
    const twice = address();
    const ref = unique('ref-');
    const groups = {
      phone: [
        await person({ phone: shared, email: address() }),
        await person({ phone: shared.replace('+62', '0'), email: address() }),
      ],
      gmail: [
        await person({ email: `${local}@gmail.com` }),
        await person({ email: `${local.slice(0, 2)}.${local.slice(2)}+shop@gmail.com` }),
        await person({ email: `${local}@googlemail.com` }),
      ],
      email: [await person({ email: twice }), await person({ email: twice, phone: phone() })],
      externalRef: [await person({ externalRef: ref }), await person({ externalRef: ref })],
    };
    await person({ email: `${local}@example.test` });
    const ids = (people: { id: string }[]): string[] => people.map(({ id }) => id).sort();
    for (const limit of [1, 2, 100]) {
      const found = await allGroups(limit);
      const of = (by: string, value: string) => found.filter((group) => group.by === by && group.value === value);
      expect(of('phone', shared).map(({ contacts }) => ids(contacts))).toEqual([ids(groups.phone)]);
      expect(of('email', `${local}@gmail.com`).map(({ contacts }) => ids(contacts))).toEqual([ids(groups.gmail)]);
      expect(of('email', twice).map(({ contacts, total }) => [ids(contacts), total])).toEqual([[ids(groups.email), 2]]);
      expect(of('externalRef', ref).map(({ contacts }) => ids(contacts))).toEqual([ids(groups.externalRef)]);
      expect(new Set(found.map(({ by, value }) => `${by} ${value}`)).size).toBe(found.length);
    }
    for (const cursor of ['x', 'WyJ4IiwiIl0', Buffer.from('["phone"]').toString('base64url')])
      expectError(await call('GET', `/contacts/duplicates?cursor=${cursor}`), 400, 'VALIDATION');
  });

  it('are all found, each once, whatever stretch of an index a request walks', async () => {
    const [shared, other] = [phone(), phone()];
    for (let n = 0; n < 5; n++) await person({ phone: shared, email: address() });
    for (let n = 0; n < 2; n++) await person({ phone: other, email: address() });
    const db = systemDb(server.services.database, ours(), new Date());
    const inStretches = async (stretch: number, limit: number): Promise<object[]> => {
      const found: object[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await duplicates(db, { limit, cursor }, stretch);
        found.push(...page.data);
        if (page.cursor === null) return found;
        cursor = page.cursor;
      }
    };
    const all = await inStretches(1_000_000, 100);
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: 'phone', value: shared, total: 5 }),
        expect.objectContaining({ by: 'phone', value: other, total: 2 }),
      ]),
    );
    for (const stretch of [1, 2, 3, 4, 7])
      for (const limit of [1, 2, 100]) expect(await inStretches(stretch, limit)).toEqual(all);
  });

  it('fold Gmail addresses by an independent reading of them', async () => {
    const folded = (email: string): string => (email.split('@')[0] ?? '').split('+')[0]?.replaceAll('.', '') ?? '';
    const part = fc
      .stringMatching(/^[a-z0-9]([a-z0-9.]{0,6}[a-z0-9])?(\+[a-z0-9.]{0,4})?$/)
      .filter((text) => !text.includes('..') && !text.endsWith('.'));
    await fc.assert(
      fc.asyncProperty(part, async (local) => {
        const [row] = await prisma().$queryRawUnsafe<{ folded: string }[]>(
          `SELECT regexp_replace(split_part($1, '@', 1), '[+].*$|[.]', '', 'g') AS folded`,
          `${local}@gmail.com`,
        );
        expect(row?.folded).toBe(folded(`${local}@gmail.com`));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a merge', () => {
  const reported = async (what: string, row: object) =>
    expectData(await call('PUT', `/integrations/${what}`, { externalSource: 'toko', rows: [row] }));
  const order = (more: object) =>
    reported('orders', {
      externalRef: unique('o'),
      amount: 5,
      currency: 'IDR',
      status: 'pending',
      placedAt: new Date().toISOString(),
      ...more,
    });
  const aliases = (contactId: string) => prisma().contactAlias.findMany({ where: { accountId: ours(), contactId } });

  it('lasts: what identified those that went leads to the one that stayed, until the undo', async () => {
    const [twin, number] = [address(), phone()];
    const [ref, chat] = [unique('ref-'), unique('chat-')];
    const keep = await person({
      email: address(),
      externalRef: unique('ref-'),
      socialHandles: { telegram: unique('t-') },
    });
    const middle = await person({ email: address(), externalRef: unique('ref-') });
    const other = await person({ email: twin, phone: null, externalRef: ref, socialHandles: { telegram: chat } });
    const phoned = await person({ email: address(), phone: number, phoneE164: number, externalRef: unique('ref-') });
    // One that was merged into another one that is merged in its turn.
    expectData(await merge(middle.id, [other.id]));
    const merged = expectData(await merge(keep.id, [middle.id, phoned.id]));
    const people = () => prisma().contact.count({ where: { accountId: ours() } });
    const before = await people();

    await reported('customers', {
      externalRef: ref,
      email: twin.toUpperCase(),
      subscriptions: { email: 'subscribed' },
    });
    await order({ email: twin });
    await order({ customerRef: ref });
    await reported('checkouts', { externalRef: unique('c'), value: 5, currency: 'IDR', email: twin });
    const event = { name: 'cart_updated', at: new Date().toISOString(), properties: {} };
    const events = [
      { ...event, id: unique('e'), email: twin },
      { ...event, id: unique('e'), customerId: ref },
    ];
    expectData(await call('POST', '/events', { events }));
    const where = { accountId: ours(), contactId: keep.id };
    expect(await people()).toBe(before);
    expect([
      await prisma().order.count({ where }),
      await prisma().checkout.count({ where }),
      await prisma().shopperEvent.count({ where }),
      await prisma().customer.count({ where }),
    ]).toEqual([2, 1, 2, 1]);
    expect((await aliases(keep.id)).map(({ kind, value }) => `${kind} ${value}`)).toEqual(
      expect.arrayContaining([`email ${twin}`, `externalRef ${ref}`, `handle.telegram ${chat}`]),
    );
    const exported = expectData(await call('GET', `/contacts/${keep.id}/export`));
    expect(exported.aliases).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'email', value: twin })]));

    // An opt-out of an address that was merged away is the person's.
    const optOut = { family: 'email', address: twin, reason: 'recipient' } as const;
    await suppress(systemDb(server.services.database, ours()), optOut, { by: 'recipient' });
    expect((await prisma().contact.findFirstOrThrow({ where: { id: keep.id } })).subscriptions).toMatchObject({
      email: 'unsubscribed',
    });

    expectData(await undo(merged.id));
    expect(await aliases(keep.id)).toEqual([]);
    expect((await aliases(middle.id)).map(({ kind }) => kind)).toContain('email');
    await order({ email: twin });
    expect(await prisma().order.count({ where: { accountId: ours(), contactId: middle.id } })).toBe(1);
  });

  it('has in the export what is known by what went away, unless somebody new has it', async () => {
    const database = server.services.database;
    const at = new Date();
    const [twin, ref] = [address(), unique('ref-')];
    const keep = await person({ email: address(), externalRef: unique('ref-') });
    const other = await person({ email: twin, externalRef: ref });
    expectData(await merge(keep.id, [other.id]));
    const accountId = ours();
    await makeReminder(database, accountId, { email: twin });
    await makeCartSuppression(database, accountId, { email: twin });
    await makeOrder(database, accountId, { email: twin, contactId: null });
    await makeAttribution(database, accountId, { refereeCustomerId: ref });
    const code = await makeDiscountCode(database, accountId);
    const redemption = { discountCodeId: code.id, customerId: ref, checkoutSessionId: unique('co'), redeemedAt: at };
    await prisma().discountRedemption.create({
      data: { accountId, appliedAmount: 5n, appliedShipping: 0n, currency: 'IDR', ...redemption },
    });
    const value = { value: 5n, valueFrom: 'fulfil', currency: 'IDR' };
    const reported = { accountId, status: 'sent', ...value, occurredAt: at, createdAt: at, updatedAt: at };
    const emailHash = createHash('sha256').update(twin).digest('hex');
    for (const who of [{ emailHash }, { customerId: ref }])
      await prisma().pixelConversion.create({ data: { ...reported, eventId: unique('e'), ...who } });
    for (const who of [{ email: twin }, { customerId: ref }])
      await prisma().shopperEvent.create({
        data: { accountId, id: unique('e'), name: 'x', at, properties: {}, createdAt: at, ...who },
      });
    await prisma().suppression.create({
      data: { accountId, family: 'email', address: twin, reason: 'bounce', createdAt: at },
    });
    const counts = async () => {
      const data = expectData(await call('GET', `/contacts/${keep.id}/export`)) as Record<string, unknown[]>;
      return ['reminders', 'cartPreferences', 'orders', 'attributions', 'redemptions', 'conversions', 'events']
        .concat('suppressions')
        .map((name) => data[name]?.length);
    };
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 2, 2, 1]);
    await person({ email: twin, externalRef: ref });
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('is in segments by what was done as who went away', async () => {
    const database = server.services.database;
    const [twin, ref] = [address(), unique('ref-')];
    const own = unique('ref-');
    const keep = await person({ email: address(), externalRef: own });
    const other = await person({ email: twin, externalRef: ref });
    const code = await makeDiscountCode(database, ours());
    for (const customerId of [ref, ref, own])
      expectData(
        await call('POST', '/discount-codes/redeem', {
          discountCodeId: code.id,
          checkoutSessionId: unique('s'),
          appliedAmount: 1,
          customerId,
        }),
      );
    expectData(await merge(keep.id, [other.id]));
    await makeReminder(database, ours(), { email: twin });
    for (const [event, count] of [
      ['discount.redeemed', 3],
      ['cart.abandoned', 1],
    ] as const) {
      const condition = { event, op: 'at_least', count };
      const segment = expectData(
        await call('POST', '/audience-segments', {
          name: unique('S'),
          definition: { match: 'all', groups: [{ match: 'all', conditions: [condition] }] },
        }),
        201,
      );
      const members = async () =>
        (expectData(await call('GET', `/audience-segments/${segment.id}/contacts`)).data as { id: string }[]).map(
          ({ id }) => id,
        );
      expect(await members()).toContain(keep.id);
      const mine = { code: unique('SEG'), type: 'percent', value: 10, currency: 'IDR' };
      expectData(await call('POST', '/discount-codes', { ...mine, eligibility: { segmentId: segment.id } }), 201);
      const asked = { accountId: ours(), code: mine.code, subtotal: 1000, currency: 'IDR', customerId: ref };
      expect(expectData(await call('POST', '/discount-codes/validate', asked)).valid).toBe(true);
    }
  });

  it('keeps what a recipient says at an address that went away, whatever the merchant writes since', async () => {
    const db = () => systemDb(server.services.database, ours());
    const [own, twin] = [address(), address()];
    const keep = await person({ email: own, phone: null });
    const other = await person({ email: twin });
    expectData(await merge(keep.id, [other.id]));
    const place = { family: 'email', address: twin } as const;
    await suppress(db(), { ...place, reason: 'recipient' }, { by: 'recipient' });
    const word = async () =>
      (expectData(await call('GET', `/contacts/${keep.id}`)).subscriptions as { email?: string }).email;
    const subscriptions = { email: 'subscribed' };
    for (const write of [
      () => call('PATCH', `/contacts/${keep.id}`, { subscriptions }),
      () => call('POST', '/contacts', { email: own, subscriptions }),
      () => call('POST', '/contacts/import', { rows: [{ email: own, subscriptions }] }),
      () => call('PATCH', `/contacts/${keep.id}`, { subscriptions, phone: phone() }),
    ]) {
      expect((await write()).status).toBeLessThan(300);
      expect(await word()).toBe('unsubscribed');
    }
    await unsuppress(db(), place, { by: 'recipient' });
    expect(await word()).toBe('subscribed');
  });

  it('keeps an opt-out of reminders of carts, whichever of the addresses it was said at', async () => {
    const database = server.services.database;
    const remind = async (email: string) =>
      expectData(
        await call('POST', '/abandoned-cart/reminders', {
          customerId: unique('c'),
          cartId: unique('cart-'),
          email,
          cartSnapshot: {},
          valueAtSend: 5,
          currencyAtSend: 'IDR',
        }),
      );
    const [own, twin, third] = [address(), address(), address()];
    const keep = await person({ email: own });
    const others = [await person({ email: twin }), await person({ email: third })];
    await makeCartSuppression(database, ours(), { email: twin });
    const { id } = expectData(
      await merge(
        keep.id,
        others.map((other) => other.id),
      ),
    );
    for (const email of [own, twin, third])
      expect(await remind(email)).toMatchObject({ created: false, reason: 'opted_out' });
    // Somebody new at an old address has said nothing.
    await person({ email: third, phone: phone() });
    expect(await remind(third)).toMatchObject({ created: true });
    expectData(await undo(id as string));
    expect(await remind(own)).toMatchObject({ created: true });
    expect(await remind(twin)).toMatchObject({ created: false, reason: 'opted_out' });
  });

  it('ends with the erasure of the one that stayed, and gives way to who has the address anew', async () => {
    const twin = address();
    const keep = await person({ email: address(), externalRef: unique('ref-') });
    const other = await person({ email: twin, externalRef: unique('ref-') });
    expectData(await merge(keep.id, [other.id]));
    const anew = expectData(await call('POST', '/contacts', { email: twin }), 201) as { id: string };
    await order({ email: twin });
    expect(await prisma().order.count({ where: { accountId: ours(), contactId: anew.id } })).toBe(1);
    expect(await aliases(keep.id)).not.toEqual([]);
    expectData(await call('POST', `/contacts/${keep.id}/erase`, {}));
    expect(await aliases(keep.id)).toEqual([]);
  });

  it('moves what hangs on a contact, fills in what is empty, and keeps the stricter word', async () => {
    const database = server.services.database;
    const [keepMail, otherMail] = [address(), address()];
    const number = phone();
    const keep = await person({
      email: keepMail,
      firstName: 'Sari',
      attributes: { city: 'Solo' },
      subscriptions: { email: 'subscribed' },
    });
    const other = await person({
      email: otherMail,
      phone: number,
      firstName: 'Dewi',
      lastName: 'L',
      attributes: { city: 'Bandung', cups: 3 },
      subscriptions: { email: 'pending', push: 'unsubscribed' },
    });
    const both = await makeContactList(database, ours(), { contactIds: [keep.id, other.id] });
    const theirs = await makeContactList(database, ours(), { contactIds: [other.id] });
    const mails = await makeChannel(server.services, ours());
    const message = await makeMessage(database, ours(), {
      channelIntegrationId: mails.id,
      contactId: other.id,
      recipient: otherMail,
    });
    const order = await makeOrder(database, ours(), { contactId: other.id });
    const reminder = await makeReminder(database, ours(), { email: otherMail });
    await prisma().consentEntry.create({
      data: { accountId: ours(), contactId: other.id, family: 'email', to: 'pending', by: 'form', at: new Date() },
    });
    const before = await prisma().contactTally.findMany({ where: { accountId: ours() } });

    const began = new Date();
    const merged = expectData(await merge(keep.id, [other.id]));
    expect(merged).toMatchObject({
      mergedIds: [other.id],
      contact: {
        id: keep.id,
        email: keepMail,
        phone: number,
        firstName: 'Sari',
        lastName: 'L',
        attributes: { city: 'Solo', cups: 3 },
        subscriptions: { email: 'pending', push: 'unsubscribed' },
      },
    });
    expectError(await call('GET', `/contacts/${other.id}`), 404, 'NOT_FOUND');
    const contactOf = async () => [
      (await prisma().marketingMessage.findFirstOrThrow({ where: { id: message.id } })).contactId,
      (await prisma().order.findFirstOrThrow({ where: { id: order.id } })).contactId,
    ];
    expect(await contactOf()).toEqual([keep.id, keep.id]);
    const listsOf = async (contactId: string) =>
      (await prisma().contactListMember.findMany({ where: { contactId } })).map(({ listId }) => listId).sort();
    expect(await listsOf(keep.id)).toEqual([both.id, theirs.id].sort());
    const count = async (id: string) => expectData(await call('GET', `/contact-lists/${id}`)).memberCount;
    expect([await count(both.id), await count(theirs.id)]).toEqual([1, 1]);
    expect((await prisma().abandonedCartReminder.findFirstOrThrow({ where: { id: reminder.id } })).email).toBe(
      keepMail,
    );
    expect(expectData(await call('GET', `/contacts/${keep.id}/consents`)).data.length).toBeGreaterThan(1);

    // What somebody changes since stays.
    expectData(await call('PATCH', `/contacts/${keep.id}`, { lastName: 'Mine' }));
    for (let times = 0; times < 2; times++)
      expect(expectData(await undo(merged.id))).toMatchObject({
        id: merged.id,
        contactIds: [other.id],
        contact: {
          id: keep.id,
          phone: null,
          lastName: 'Mine',
          attributes: { city: 'Solo' },
          subscriptions: { email: 'subscribed' },
        },
      });
    expect(expectData(await call('GET', `/contacts/${other.id}`))).toMatchObject({
      email: otherMail,
      phone: number,
      firstName: 'Dewi',
      attributes: { city: 'Bandung', cups: 3 },
      subscriptions: { email: 'pending', push: 'unsubscribed' },
    });
    expect(await contactOf()).toEqual([other.id, other.id]);
    expect([await listsOf(keep.id), await listsOf(other.id)]).toEqual([[both.id], [both.id, theirs.id].sort()]);
    expect([await count(both.id), await count(theirs.id)]).toEqual([2, 1]);
    expect(await prisma().domainEvent.count({ where: { subjectId: other.id, createdAt: { gte: began } } })).toBe(0);
    expect((await prisma().abandonedCartReminder.findFirstOrThrow({ where: { id: reminder.id } })).email).toBe(
      otherMail,
    );
    expect(await prisma().contactTally.findMany({ where: { accountId: ours() } })).toEqual(before);
    expect((await prisma().auditEntry.findMany({ where: { targetId: keep.id } })).map(({ action }) => action)).toEqual([
      'contact.merge',
      'contact.unmerge',
    ]);
  });

  it('refuses what is not there, itself, and a third contact’s identity, and writes nothing', async () => {
    const [keep, other] = [await person(), await person()];
    const theirs = await makeContact(server.services.database, server.theirs.accountId);
    expectError(await merge('cunknown', [other.id]), 400, 'VALIDATION');
    expectError(await merge(keep.id, [keep.id]), 400, 'VALIDATION');
    expectError(await merge(keep.id, []), 400, 'VALIDATION');
    for (const id of ['cunknown', theirs.id]) expectError(await merge(keep.id, [other.id, id]), 400, 'VALIDATION');
    const number = phone();
    const withPhone = await person({ email: null, phone: number });
    await person({ email: keep.email, phone: number });
    expectError(await merge(keep.id, [withPhone.id]), 409, 'IDENTITY_TAKEN');
    expect(await prisma().contactMerge.count({ where: { keepId: keep.id } })).toBe(0);
    expect(await prisma().contact.count({ where: { id: { in: [keep.id, other.id, withPhone.id] } } })).toBe(3);
  });

  it('can be undone for 30 days, while nobody new has the address, and not once the person was erased', async () => {
    const undoable = async () => {
      const [keep, other] = [await person(), await person()];
      return { keep, other, id: expectData(await merge(keep.id, [other.id])).id as string };
    };
    const late = await undoable();
    await prisma().contactMerge.updateMany({
      where: { id: late.id },
      data: { createdAt: new Date(Date.now() - 31 * 24 * 3600_000) },
    });
    expectError(await undo(late.id), 409, 'BAD_STATE');
    const taken = await undoable();
    expectData(await call('POST', '/contacts', { email: taken.other.email ?? '' }), 201);
    expectError(await undo(taken.id), 409, 'IDENTITY_TAKEN');
    const erased = await undoable();
    expectData(await call('POST', `/contacts/${erased.keep.id}/erase`, {}));
    expectError(await undo(erased.id), 404, 'NOT_FOUND');
    expectError(await undo('cunknown'), 404, 'NOT_FOUND');
    expect(await prisma().contactMerge.count({ where: { id: erased.id } })).toBe(0);
  });

  it('of the same two at once is one', async () => {
    const [keep, other] = [await person(), await person()];
    const answers = await Promise.all([
      merge(keep.id, [other.id]),
      merge(keep.id, [other.id]),
      merge(other.id, [keep.id]),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await prisma().contact.count({ where: { id: { in: [keep.id, other.id] } } })).toBe(1);
  });

  it('taken back leaves everything as it was, whoever they were', async () => {
    const word = fc.constantFrom('subscribed', 'unsubscribed', 'pending', 'whatever');
    const fields = fc.record(
      {
        email: fc.constantFrom('a', 'b', null),
        phone: fc.constantFrom('+6281300000001', '081300000002', null),
        firstName: fc.constantFrom('A', null),
        externalRef: fc.constantFrom('r1', 'r2', null),
        subscriptions: fc.record({ email: word, sms: word, push: word }, { requiredKeys: [], noNullPrototype: true }),
        attributes: fc.dictionary(fc.constantFrom('a', 'b.c'), fc.oneof(fc.integer(), fc.string()), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
      },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fields, {
          minLength: 2,
          maxLength: 5,
          selector: ({ email, phone: number }) => `${email} ${number}`,
        }),
        async (people) => {
          const tag = unique('p');
          const ids: string[] = [];
          for (const { email, ...more } of people.filter((each) => each.email !== null || each.phone !== null))
            ids.push(
              (
                await call('POST', '/contacts', {
                  ...more,
                  email: email === null ? null : `${email}-${tag}@example.test`,
                })
              ).body.data.id as string,
            );
          const unique_ = [...new Set(ids)];
          const [keepId, ...mergeIds] = unique_;
          if (keepId === undefined || mergeIds.length === 0) return;
          const list = await makeContactList(server.services.database, ours(), { contactIds: mergeIds });
          const state = async () => ({
            contacts: await prisma().contact.findMany({
              where: { id: { in: unique_ } },
              omit: { updatedAt: true },
              orderBy: { id: 'asc' },
            }),
            members: await prisma().contactListMember.findMany({
              where: { listId: list.id },
              orderBy: { contactId: 'asc' },
            }),
            suppressions: await prisma().suppression.findMany({
              // That it was said again stays said.
              omit: { saidAt: true },
              where: {
                accountId: ours(),
                OR: [{ address: { contains: tag } }, { address: { startsWith: '+6281300000' } }],
              },
              orderBy: [{ family: 'asc' }, { address: 'asc' }],
            }),
          });
          const before = await state();
          const merged = await merge(keepId, mergeIds);
          if (merged.status === 409) return;
          expectData(await undo(expectData(merged).id as string));
          expect(await state()).toEqual(before);
          await prisma().contact.deleteMany({ where: { id: { in: unique_ } } });
          await prisma().suppression.deleteMany({
            where: { accountId: ours(), address: { startsWith: '+6281300000' } },
          });
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('opt-outs and a merge', () => {
  const wordOf = async (id: string): Promise<unknown> =>
    ((await prisma().contact.findFirstOrThrow({ where: { id } })).subscriptions as Record<string, unknown>).email;
  const reasonAt = async (email: string | null): Promise<string | undefined> =>
    (await prisma().suppression.findFirst({ where: { accountId: ours(), family: 'email', address: email ?? '' } }))
      ?.reason;
  /** By the merchant, through the API, as all of these. */
  const out = async (more: Parameters<typeof makeContact>[2] = {}) => {
    const contact = await person({ email: address(), ...more });
    expectData(await call('PATCH', `/contacts/${contact.id}`, { subscriptions: { email: 'unsubscribed' } }));
    return contact;
  };
  /** By the recipient, as a vendor reports it. */
  const stop = (email: string | null) =>
    suppress(
      systemDb(server.services.database, ours()),
      { family: 'email', address: email ?? '', reason: 'recipient' },
      { by: 'recipient' },
    );
  const merged = async (keepId: string, mergeIds: string[]): Promise<string> =>
    expectData(await merge(keepId, mergeIds)).id as string;

  it('gives nothing back that was said again since', async () => {
    const [a, b] = [await person({ email: address() }), await out()];
    const id = await merged(a.id, [b.id]);
    expect([await wordOf(a.id), await reasonAt(a.email)]).toEqual(['unsubscribed', 'merchant']);
    await nextMillisecond();
    expectData(await call('DELETE', `/contacts/${a.id}`));
    expectData(await undo(id));
    expect([await wordOf(a.id), await reasonAt(a.email)]).toEqual(['unsubscribed', 'merchant']);

    // By the recipient, whom the merge had unsubscribed already.
    const [c, d] = [await person({ email: address() }), await out()];
    const other = await merged(c.id, [d.id]);
    await nextMillisecond();
    await stop(c.email);
    expectData(await undo(other));
    expect([await wordOf(c.id), await reasonAt(c.email)]).toEqual(['unsubscribed', 'recipient']);

    // What nobody has said again is given back.
    const [e, f] = [await person({ email: address() }), await out()];
    expectData(await undo(await merged(e.id, [f.id])));
    expect([await wordOf(e.id), await reasonAt(e.email), await wordOf(f.id)]).toEqual([
      undefined,
      undefined,
      'unsubscribed',
    ]);
  });

  it('has who comes back inherit what was said at their address meanwhile', async () => {
    const subscriptions = { email: 'subscribed' };
    const [a, b] = [await person({ email: address() }), await person({ email: address(), subscriptions })];
    const id = await merged(a.id, [b.id]);
    await nextMillisecond();
    await out({ email: b.email, phone: phone() });
    expectData(await undo(id));
    expect(await wordOf(b.id)).toBe('unsubscribed');
  });

  it('gives no word back while somebody is one with them who said the stricter', async () => {
    const [a, b, c] = [await person({ email: address() }), await out(), await out()];
    const first = await merged(a.id, [b.id]);
    await nextMillisecond();
    const second = await merged(a.id, [c.id]);
    expectData(await undo(first));
    expect(await wordOf(a.id)).toBe('unsubscribed');
    expectData(await undo(second));
    expect(await wordOf(b.id)).toBe('unsubscribed');
  });

  it('takes a closed address for a word, and what the recipient said for the recipient’s', async () => {
    // The word is gone, the opt-out is not.
    const a = await out();
    expectData(await call('PATCH', `/contacts/${a.id}`, { subscriptions: { email: null } }));
    const b = await person({ email: address(), subscriptions: { email: 'subscribed' } });
    await merged(a.id, [b.id]);
    expect(await wordOf(a.id)).toBeUndefined();
    expect(await reasonAt(a.email)).toBe('merchant');

    const [keep, gone] = [await person({ email: address() }), await person({ email: address() })];
    await stop(gone.email);
    const id = await merged(keep.id, [gone.id]);
    expect([await wordOf(keep.id), await reasonAt(keep.email)]).toEqual(['unsubscribed', 'recipient']);
    expectData(await call('PATCH', `/contacts/${keep.id}`, { subscriptions: { email: 'subscribed' } }));
    expect(await wordOf(keep.id)).toBe('unsubscribed');
    expectData(await undo(id));
    expect(await reasonAt(gone.email)).toBe('recipient');
  });

  it('of more than a contact may have is refused as a whole', async () => {
    const large = (key: string) => ({ [key]: 'x'.repeat(60_000) });
    const keep = await person({ email: address(), attributes: large('a') });
    const gone = await person({ email: address(), attributes: large('b'), subscriptions: { email: 'pending' } });
    expectError(await merge(keep.id, [gone.id]), 400, 'VALIDATION');
    expect(await prisma().contact.findFirst({ where: { id: gone.id } })).toMatchObject({
      subscriptions: { email: 'pending' },
    });
  });

  it('of a chain is forgotten as a whole when the person is erased', async () => {
    const [a, b, c] = [
      await person({ email: address() }),
      await person({ email: address(), firstName: 'Rahasia' }),
      await person({ email: address() }),
    ];
    await merged(a.id, [b.id]);
    await merged(c.id, [a.id]);
    expectData(await call('POST', `/contacts/${c.id}/erase`));
    const { rows } = await server.services.database.pool.query<{ text: string }>(
      `SELECT to_jsonb(m)::text AS text FROM "ContactMerge" m WHERE m."accountId" = $1`,
      [ours()],
    );
    expect(rows.filter(({ text }) => text.includes('Rahasia'))).toEqual([]);
  });
});
