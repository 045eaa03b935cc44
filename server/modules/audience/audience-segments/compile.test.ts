/** Compiled definitions against the reference in reference.ts, on contacts and definitions at random. */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Prisma } from '@/prisma/generated/client';
import { composedStatement, Parameters } from '@/server/platform/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { compile, segmentContacts } from '@/server/modules/audience/audience-segments/compile';
import { conditionsOf, readDefinition } from '@/server/modules/audience/audience-segments/definition';
import { EVENT_SOURCES } from '@/server/modules/audience/audience-segments/event-sources';
import { TEXT_COLUMNS } from '@/server/modules/audience/audience-segments/fields';
import { holds, isIn, type Person } from '@/server/testing/segment-reference';
import { type Condition, type Definition } from '@/server/modules/audience/audience-segments/schema';
import {
  AGE_OPS,
  ELEMENT_OPS,
  LIST_OPS,
  ORDER_OPS,
  TEXT_OPS,
} from '@/server/modules/audience/audience-segments/vocabulary';
import { makeCheckout, makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const NOW = new Date('2026-11-21T07:00:00.000Z');
const DAY_MS = 86_400_000;
const LISTS = ['clista', 'clistb', 'clistgone'];

/** Few words, so that they meet; the odd ones would break out of a statement or of a pattern that is not careful. */
const WORDS = [
  'Bandung',
  'bandung',
  'Kota Bandung',
  'ÉCLAIR',
  'éclair',
  '5',
  'true',
  '',
  '100%',
  'a_b',
  "O'Brien",
  '\'); DROP TABLE "Contact"; --',
  '$1',
  '\\',
  '2026-11-20',
  '2026-11-21T07:00:00.000Z',
  '2026-10-22 07:00',
  '2026-02-30',
  '2026-11-20T10:00:00+07:00',
  '0000-01-01',
  'soon',
];
const word = fc.constantFrom(...WORDS);
const number = fc.constantFrom(0, -1, 5, 5.5, 30, 1e21, 0.1);
const email = fc.constantFrom('ani@example.test', 'budi@shop.example', 'citra%@example.test');
const phone = fc.constantFrom('+62 812-3456', '+628123456', '0812 3456', '----');
/** On and around the borders of the windows that definitions ask for. */
const instant = fc
  .tuple(fc.constantFrom(0, 1, 7, 30, 365), fc.constantFrom(-1, 0, 1))
  .map(([days, off]) => new Date(NOW.getTime() - days * DAY_MS + off));
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const json = fc.oneof(
  word,
  number,
  fc.boolean(),
  fc.constantFrom(null, ['Bandung'], [5], [], ['5', true], [['Bandung']], {}, { city: 'Bandung' }),
  fc.array(fc.oneof(word, number, fc.boolean()), { maxLength: 3 }),
  instant.map((at) => at.toISOString()),
);
const KEYS = ['city', 'age', 'vip', "x'y", '0', '$2'];
const attributes = fc.dictionary(
  fc.constantFrom(...KEYS, 'address'),
  fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...KEYS), json) }),
  { maxKeys: 5, noNullPrototype: true },
);
const map = (values: fc.Arbitrary<string>) =>
  fc.dictionary(fc.constantFrom('email', 'sms', 'line'), values, { noNullPrototype: true });
/** Of the shop, under names that no other event can have, and odd ones. */
const SHOP_EVENTS = ['product_viewed', "it's $1"];
const EVENTS = [...EVENT_SOURCES.keys(), ...SHOP_EVENTS.map((name) => `event.${name}`)];

const person = fc.record({
  email: orNull(email),
  phone: orNull(phone),
  firstName: orNull(word),
  lastName: orNull(word),
  source: orNull(word),
  externalRef: orNull(fc.constantFrom('r1', 'r2', 'r3', 'r4')),
  createdAt: instant,
  updatedAt: instant,
  subscriptions: map(fc.constantFrom('subscribed', 'unsubscribed', 'pending')),
  socialHandles: map(word),
  attributes,
  lists: fc.subarray(LISTS.slice(0, 2)),
  events: fc.array(
    fc.record({ event: fc.constantFrom(...EVENTS.filter((event) => event.startsWith('message.'))), at: instant }),
    { maxLength: 5 },
  ),
});

const textCondition = (
  field: string,
  value: fc.Arbitrary<string>,
  values: fc.Arbitrary<unknown> = value,
): fc.Arbitrary<unknown> =>
  fc.constantFrom(...TEXT_OPS).chain((op): fc.Arbitrary<unknown> => {
    if (op === 'is_set' || op === 'not_set') return fc.constant({ field, op });
    if (op === 'in' || op === 'not_in')
      return fc.record({
        field: fc.constant(field),
        op: fc.constant(op),
        value: fc.oneof(
          fc.array(value, { minLength: 1, maxLength: 4 }),
          values.map((each) => [each]),
        ),
      });
    const part = value.filter((text) => text !== '');
    return fc.record({
      field: fc.constant(field),
      op: fc.constant(op),
      value: op === 'eq' || op === 'neq' ? values : part,
    });
  });
const orderCondition = (field: string, value: fc.Arbitrary<number> | fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.constantFrom(...ORDER_OPS).chain((op) =>
    fc.record({
      field: fc.constant(field),
      op: fc.constant(op),
      value:
        op === 'between'
          ? fc
              .tuple(value, value)
              .map((pair) => pair.sort((a, b) => (typeof a === 'number' ? a - Number(b) : a < b ? -1 : 1)))
          : value,
    }),
  );
const ageCondition = (field: string): fc.Arbitrary<unknown> =>
  fc.record({ field: fc.constant(field), op: fc.constantFrom(...AGE_OPS), value: fc.constantFrom(1, 7, 30, 365) });
const elementCondition = (field: string): fc.Arbitrary<unknown> =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom(...ELEMENT_OPS),
    value: fc.oneof(word, number, fc.boolean()),
  });
const isoInstant = instant.map((at) => at.toISOString());
const attributePath = fc
  .constantFrom(...KEYS, 'missing', 'address.city', 'address.age', 'city.city', 'vip.0')
  .map((path) => `attributes.${path}`);

/** A property is asked for as an attribute is. */
const propertyCondition = fc
  .constantFrom(...KEYS, 'missing', 'address.city')
  .chain((property) =>
    fc.oneof(
      textCondition(property, word, fc.oneof(word, number, fc.boolean())),
      orderCondition(property, number),
      ageCondition(property),
      elementCondition(property),
    ),
  )
  .map((made) => {
    const { field: property, ...rest } = made as { field: string };
    return { property, ...rest };
  });

const condition: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .constantFrom(...TEXT_COLUMNS)
    .chain((field) =>
      textCondition(
        field,
        field === 'email'
          ? fc.constantFrom(' ANI@Example.test', 'budi@shop.example', '%')
          : field === 'phone'
            ? fc.constantFrom('+628 123456', '0812', '3')
            : field === 'externalRef'
              ? fc.constantFrom('r1', 'R2')
              : word,
      ),
    ),
  fc
    .constantFrom('subscriptions.email', 'subscriptions.sms')
    .chain((field) => textCondition(field, fc.constantFrom('subscribed', 'unsubscribed', 'pending'))),
  textCondition('socialHandles.line', word),
  fc
    .constantFrom('createdAt', 'updatedAt')
    .chain((field) => fc.oneof(orderCondition(field, isoInstant), ageCondition(field))),
  attributePath.chain((field) =>
    fc.oneof(
      textCondition(field, word, fc.oneof(word, number, fc.boolean())),
      orderCondition(field, number),
      orderCondition(field, isoInstant),
      ageCondition(field),
      elementCondition(field),
    ),
  ),
  fc.record({ field: fc.constant('list'), op: fc.constantFrom(...LIST_OPS), value: fc.constantFrom(...LISTS) }),
  fc.record({
    event: fc.constantFrom(...EVENTS),
    op: fc.constantFrom('at_least', 'at_most', 'none'),
    count: fc.constantFrom(1, 2, 3),
    withinDays: fc.option(fc.constantFrom(1, 7, 30, 365), { nil: undefined }),
  }),
  fc.record({
    event: fc.constantFrom(...SHOP_EVENTS.map((name) => `event.${name}`)),
    op: fc.constantFrom('at_least', 'at_most', 'none'),
    count: fc.constantFrom(1, 2),
    withinDays: fc.option(fc.constantFrom(7, 30), { nil: undefined }),
    where: fc.array(propertyCondition, { minLength: 1, maxLength: 2 }),
  }),
);
const match = fc.constantFrom('all', 'any');
const definition = fc
  .record({
    match,
    groups: fc.array(fc.record({ match, conditions: fc.array(condition, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map((raw) => readDefinition(JSON.parse(JSON.stringify(raw))));

let people: Person[];
let db: WorkspaceDb;

beforeAll(async () => {
  const { accountId } = server.ours;
  const { prisma } = server.services.database;
  db = systemDb(server.services.database, accountId, NOW);
  people = fc.sample(person, { numRuns: 400, seed: 5 }).map((made, index) => ({
    ...made,
    attributes: JSON.parse(JSON.stringify(made.attributes)) as Person['attributes'],
    id: `cp${String(index).padStart(4, '0')}`,
  }));
  const rowsOf = (tenant: Tenant): Prisma.ContactCreateManyInput[] =>
    people.map(({ lists: _lists, events: _events, attributes: own, ...row }) => ({
      ...row,
      attributes: own as Prisma.InputJsonObject,
      accountId: tenant.accountId,
      identityHash: unique('hash'),
    }));
  // The neighbour has the same people, of whom nothing may be seen, and events that name our ids.
  for (const tenant of [server.ours, server.theirs]) await prisma.contact.createMany({ data: rowsOf(tenant) });
  for (const tenant of [server.ours, server.theirs]) {
    await prisma.contactList.createMany({
      data: LISTS.slice(0, 2).map((id) => ({
        id,
        accountId: tenant.accountId,
        name: id,
        createdAt: NOW,
        updatedAt: NOW,
      })),
    });
  }
  await prisma.contactListMember.createMany({
    data: people.flatMap(({ id, lists }) =>
      lists.map((listId) => ({ accountId, listId, contactId: id, addedAt: NOW })),
    ),
  });
  await prisma.contactListMember.createMany({
    data: people.map(({ id }) => ({
      accountId: server.theirs.accountId,
      listId: LISTS[0]!,
      contactId: id,
      addedAt: NOW,
    })),
  });
  const COLUMNS: Record<string, string> = {
    'message.sent': 'sentAt',
    'message.delivered': 'deliveredAt',
    'message.opened': 'openedAt',
    'message.clicked': 'clickedAt',
    'message.bounced': 'bouncedAt',
  };
  const message = {
    channelIntegrationId: 'c1',
    provider: 'email_p1',
    recipient: 'x',
    contentId: 'c1',
    status: 'sent',
    createdAt: NOW,
    updatedAt: NOW,
  };
  await prisma.marketingMessage.createMany({
    data: people.flatMap(({ id, events }) =>
      events.map(({ event, at }) => ({ ...message, accountId, contactId: id, [COLUMNS[event]!]: at })),
    ),
  });
  await prisma.marketingMessage.createMany({
    data: people.map(({ id }) => ({ ...message, accountId: server.theirs.accountId, contactId: id, clickedAt: NOW })),
  });

  // What the shop reported; of nobody too, and of the neighbour's by our ids.
  const reported = fc.sample(
    fc.record({
      contactId: orNull(fc.constantFrom(...people.slice(0, 200).map(({ id }) => id))),
      name: fc.constantFrom(...SHOP_EVENTS),
      at: instant,
      properties: attributes,
    }),
    { numRuns: 300, seed: 10 },
  );
  const shopEvents = reported.map((each, n) => ({
    ...each,
    id: `e${String(n)}`,
    properties: JSON.parse(JSON.stringify(each.properties)) as Prisma.InputJsonObject,
    createdAt: NOW,
  }));
  for (const tenant of [server.ours, server.theirs])
    await prisma.shopperEvent.createMany({
      data: shopEvents.map((each) => ({ ...each, accountId: tenant.accountId })),
    });
  for (const { contactId, name, at, properties } of shopEvents)
    people.find(({ id }) => id === contactId)?.events.push({ event: `event.${name}`, at, properties: properties });

  // A redemption is the newest contact's whose externalRef is its customerId.
  const code = await prisma.discountCode.create({
    data: {
      accountId,
      code: unique('CODE'),
      type: 'percent',
      value: 10n,
      currency: 'IDR',
      scope: 'cart',
      createdAt: NOW,
      updatedAt: NOW,
    },
  });
  const redemptions = fc.sample(
    fc.record({ customerId: orNull(fc.constantFrom('r1', 'r2', 'r3', 'r5')), at: instant }),
    { numRuns: 12, seed: 5 },
  );
  await prisma.discountRedemption.createMany({
    data: redemptions.map(({ customerId, at }) => ({
      accountId,
      discountCodeId: code.id,
      checkoutSessionId: unique('s'),
      customerId,
      redeemedAt: at,
      appliedAmount: 1n,
      appliedShipping: 0n,
      currency: 'IDR',
    })),
  });
  const report = (event: string, customerId: string | null, at: Date): void => {
    const [owner] = people
      .filter(({ externalRef }) => externalRef !== null && externalRef === customerId)
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    owner?.events.push({ event, at });
  };
  for (const { customerId, at } of redemptions) report('discount.redeemed', customerId, at);

  // So is a reward of a referral, unless it was taken back.
  const program = await prisma.referralProgram.create({
    data: {
      accountId,
      rewardType: 'percent',
      referrerValue: 10n,
      refereeValue: 10n,
      currency: 'IDR',
      createdAt: NOW,
      updatedAt: NOW,
    },
  });
  const link = await prisma.referralLink.create({
    data: { accountId, programId: program.id, customerId: 'r1', code: 'abcdefgh', createdAt: NOW },
  });
  const attributions = fc.sample(
    fc.record({
      customerId: fc.constantFrom('r1', 'r2', 'r3', 'r5'),
      status: fc.constantFrom('rewarded', 'rewarded', 'voided', 'pending'),
      at: instant,
    }),
    { numRuns: 16, seed: 6 },
  );
  await prisma.referralAttribution.createMany({
    data: attributions.map(({ customerId, status, at }) => ({
      accountId,
      programId: program.id,
      linkId: link.id,
      referrerCustomerId: customerId,
      refereeCustomerId: unique('friend'),
      status,
      rewardedAt: status === 'pending' ? null : at,
      expiresAt: NOW,
      createdAt: NOW,
      updatedAt: NOW,
    })),
  });
  for (const { customerId, status, at } of attributions)
    if (status === 'rewarded') report('referral.rewarded', customerId, at);

  // A cart is that of everybody with the e-mail.
  const carts = fc.sample(
    fc.record({
      email: fc.oneof(email, fc.constant('nobody@example.test')),
      at: instant,
      recoveredAt: orNull(instant),
    }),
    { numRuns: 12, seed: 7 },
  );
  const reminder = { customerId: 'r1', cartId: 'k', cartSnapshot: {}, valueAtSend: 1n, currencyAtSend: 'IDR' };
  await prisma.abandonedCartReminder.createMany({
    data: carts.map(({ email: buyer, at, recoveredAt }) => ({
      ...reminder,
      accountId,
      email: buyer,
      sentAt: at,
      recoveredAt,
    })),
  });
  await prisma.abandonedCartReminder.createMany({
    data: carts.map(({ email: buyer }) => ({
      ...reminder,
      accountId: server.theirs.accountId,
      email: buyer,
      sentAt: NOW,
      recoveredAt: NOW,
    })),
  });
  for (const { email: buyer, at, recoveredAt } of carts) {
    for (const each of people.filter((one) => one.email === buyer))
      each.events.push(
        { event: 'cart.abandoned', at },
        ...(recoveredAt === null ? [] : [{ event: 'cart.recovered', at: recoveredAt }]),
      );
  }

  // A checkout names its contact, and so does an order; one that is canceled was not placed.
  const checkouts = fc.sample(
    fc.record({
      contactId: orNull(fc.constantFrom(...people.map(({ id }) => id))),
      abandonedAt: orNull(instant),
      completedAt: orNull(instant),
    }),
    { numRuns: 30, seed: 8 },
  );
  const orders = fc.sample(
    fc.record({
      contactId: orNull(fc.constantFrom(...people.map(({ id }) => id))),
      placedAt: instant,
      refundedAt: orNull(instant),
      status: fc.constantFrom('pending', 'paid', 'refunded', 'canceled'),
    }),
    { numRuns: 40, seed: 9 },
  );
  for (const tenant of [server.ours, server.theirs]) {
    for (const each of checkouts) await makeCheckout(server.services.database, tenant.accountId, each);
    for (const each of orders) await makeOrder(server.services.database, tenant.accountId, each);
  }
  const happened = (contactId: string | null, event: string, at: Date | null): void => {
    if (at !== null) people.find(({ id }) => id === contactId)?.events.push({ event, at });
  };
  for (const { contactId, abandonedAt, completedAt } of checkouts) {
    happened(contactId, 'cart.abandoned', abandonedAt);
    if (abandonedAt !== null) happened(contactId, 'cart.recovered', completedAt);
  }
  for (const { contactId, placedAt, refundedAt, status } of orders) {
    if (status !== 'canceled') happened(contactId, 'order.placed', placedAt);
    happened(contactId, 'order.refunded', refundedAt);
  }
});

/** Ids that the compiled definition finds, and how many each condition finds by itself. */
async function answered(asked: Definition): Promise<{ ids: string[]; counts: number[] }> {
  const parameters = new Parameters();
  const { from, where, conditions } = compile(asked, NOW, parameters);
  const counts = conditions.map(({ predicate }, index) => `count(*) FILTER (WHERE ${predicate})::int AS "${index}"`);
  const statement = composedStatement<{ ids: string[] | null } & Record<string, number>>(
    `SELECT array_agg(c.id ORDER BY c.id) FILTER (WHERE ${where}) AS ids, ${counts.join(', ')} FROM ${from} WHERE c."accountId" = $1`,
  );
  const [row] = await db.rows(statement, ...parameters.values);
  const asWhere = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${from} WHERE ${where} ORDER BY c.id`),
    ...parameters.values,
  );
  const ids = row?.ids ?? [];
  const some = new Parameters();
  const sliced = compile(asked, NOW, some, `SELECT c.* FROM "Contact" c WHERE c."accountId" = $1 LIMIT 1000`);
  const ofSlice = await db.rows(
    composedStatement<{ id: string }>(`SELECT c.id FROM ${sliced.from} WHERE ${sliced.where} ORDER BY c.id`),
    ...some.values,
  );
  expect(ofSlice.map(({ id }) => id)).toEqual(ids);
  // In WHERE the planner turns joins around: the answer must be the same.
  expect(asWhere.map(({ id }) => id)).toEqual(ids);
  return { ids, counts: conditions.map((_condition, index) => row![index]!) };
}

const idsOf = (asked: (each: Person) => boolean): string[] =>
  people
    .filter(asked)
    .map(({ id }) => id)
    .sort();

it('finds whom the reference finds, for definitions at random', async () => {
  await fc.assert(
    fc.asyncProperty(definition, async (asked) => {
      const { ids, counts } = await answered(asked);
      expect(ids).toEqual(idsOf((each) => isIn(each, asked, NOW)));
      expect(counts).toEqual(conditionsOf(asked).map((one) => idsOf((each) => holds(each, one.condition, NOW)).length));
    }),
    { numRuns: 300 },
  );
});

it('finds somebody and leaves out somebody for every operator, so that the comparison above says something', () => {
  const seen = new Map<string, Set<boolean>>();
  for (const one of fc.sample(condition, { numRuns: 4000, seed: 7 }) as Condition[]) {
    const answers = seen.get(one.op) ?? new Set();
    for (const each of people) answers.add(holds(each, one, NOW));
    seen.set(one.op, answers);
  }
  for (const op of [...TEXT_OPS, ...ORDER_OPS, ...AGE_OPS, ...ELEMENT_OPS, ...LIST_OPS, 'at_least', 'at_most', 'none'])
    expect([op, [...(seen.get(op) ?? [])].sort()]).toEqual([op, [false, true]]);
  for (const event of EVENTS) {
    const having = people.filter(({ events }) => events.some((each) => each.event === event));
    expect([event, having.length > 0, having.length < people.length]).toEqual([event, true, true]);
  }
});

it('puts several segments together, each contact once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(definition, { maxLength: 3 }), async (asked) => {
      const parameters = new Parameters();
      const rows = await db.rows(
        composedStatement<{ id: string }>(`SELECT id FROM (${segmentContacts(asked, NOW, parameters)}) s ORDER BY id`),
        ...parameters.values,
      );
      expect(rows.map(({ id }) => id)).toEqual(idsOf((each) => asked.some((one) => isIn(each, one, NOW))));
    }),
    { numRuns: 40 },
  );
});

it('runs in a transaction as outside of it', async () => {
  const asked = readDefinition({
    match: 'any',
    groups: [
      {
        match: 'any',
        conditions: [
          { field: 'attributes.city', op: 'in', value: ['Bandung', "O'Brien"] },
          { field: 'source', op: 'in', value: ['a_b', '\\'] },
          { field: 'createdAt', op: 'within_days', value: 7 },
          { event: 'message.clicked', op: 'at_least', count: 1 },
        ],
      },
    ],
  });
  const parameters = new Parameters();
  const statement = composedStatement<{ id: string }>(
    `SELECT id FROM (${segmentContacts([asked], NOW, parameters)}) s ORDER BY id`,
  );
  const expected = idsOf((each) => isIn(each, asked, NOW));
  expect(expected.length).toBeGreaterThan(0);
  expect((await db.transaction((tx) => tx.rows(statement, ...parameters.values))).map(({ id }) => id)).toEqual(
    expected,
  );
});

it('has no text of its caller in the statement', () => {
  const marked = (condition: object): object => ({ match: 'all', groups: [{ match: 'all', conditions: [condition] }] });
  fc.assert(
    fc.property(fc.constantFrom(...WORDS.filter((text) => text.length > 3)), (text) => {
      for (const one of [
        { field: `attributes.${text.replaceAll('.', '')}`, op: 'eq', value: text },
        { field: `subscriptions.${text}`, op: 'in', value: [text] },
        { field: 'firstName', op: 'contains', value: text },
      ]) {
        const { from, where } = compile(readDefinition(marked(one)), NOW, new Parameters());
        expect(from + where).not.toContain(text);
      }
    }),
  );
});
