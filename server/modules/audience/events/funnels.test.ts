/** What follows in funnels from what a shop reports (docs/contract/events.md#segments-and-funnels). */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import type { FunnelDefinition, FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import type { WaitCause } from '@/server/modules/automation/funnels/step-schema';
import { makeContact } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { makeEnrolment, makeLiveFunnel, runFunnels } from '@/server/testing/funnels';
import { expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const HOUR_MS = 3_600_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});
afterEach(() => setClockOffset(0));

const shopper = async (customerId: string, tenant = us) =>
  (await makeContact(server.services.database, tenant.accountId, { externalRef: customerId })).id;
const report = async (events: object[], tenant = us) =>
  expectData(
    await server.call(tenant.key, 'POST', '/api/v1/events', {
      body: { events: events.map((each) => ({ id: unique('e'), at: now().toISOString(), ...each })) },
    }),
  );
const inside = (funnelId: string) =>
  prisma().funnelEnrolment.findMany({ where: { accountId: us.accountId, funnelId }, orderBy: { enteredAt: 'asc' } });
const outbox = (tenant = us) => prisma().domainEvent.count({ where: { accountId: tenant.accountId } });

const FOREVER: FunnelDefinitionIn['steps'] = [{ id: 'd1', kind: 'delay', config: { minutes: 60 * 24 * 30 } }];
const onProduct = (more: object = {}): FunnelDefinitionIn => ({
  trigger: { type: 'event', name: 'product_viewed', ...more },
  steps: FOREVER,
});

it('lets in whoever did it, as often as the funnel allows, and nobody else', async () => {
  const [ani, budi] = [await shopper('ani'), await shopper('budi')];
  const once = await makeLiveFunnel(server.services, us.accountId, onProduct());
  await report([
    { name: 'product_viewed', customerId: 'ani' },
    { name: 'product_viewed', customerId: 'ani' },
    { name: 'page_viewed', customerId: 'budi' },
    { name: 'product_viewed', customerId: 'nobody' },
    { name: 'product_viewed' },
  ]);
  await runFunnels(server.services);
  expect((await inside(once)).map(({ contactId }) => contactId)).toEqual([ani]);
  await report([{ name: 'product_viewed', customerId: 'budi' }]);
  await runFunnels(server.services);
  expect((await inside(once)).map(({ contactId }) => contactId)).toEqual([ani, budi]);
});

it('lets in by what is true of its properties, compared as segments compare them', async () => {
  const ani = await shopper('ani');
  await shopper('budi');
  const where = [
    { property: 'price', op: 'gte', value: 100_000 },
    { property: 'category', op: 'in', value: ['kopi', 'teh'] },
  ] as const;
  const funnel = await makeLiveFunnel(server.services, us.accountId, onProduct({ where: [...where] }));
  const view = (customerId: string, properties: object) => ({ name: 'product_viewed', customerId, properties });
  await report([
    view('budi', { price: 99_999, category: 'kopi' }),
    view('budi', { price: '150000', category: 'kopi' }),
    view('budi', { price: 150_000, category: 'gula' }),
    view('budi', {}),
  ]);
  // What no funnel lets anybody in by is not even written down.
  expect(await outbox()).toBe(0);
  await report([view('ani', { price: 100_000, category: 'teh' })]);
  await runFunnels(server.services);
  expect((await inside(funnel)).map(({ contactId }) => contactId)).toEqual([ani]);
});

it('is told once: an event that comes again lets nobody in again', async () => {
  await shopper('ani');
  const definition = { ...onProduct(), reentry: { mode: 'always' as const } };
  const funnel = await makeLiveFunnel(server.services, us.accountId, {
    ...definition,
    steps: [{ id: 'x1', kind: 'exit', config: { reason: 'done' } }],
  });
  const event = { id: 'view-1', name: 'product_viewed', customerId: 'ani', at: now().toISOString() };
  await report([event]);
  await runFunnels(server.services);
  await report([event, { ...event, at: new Date(now().getTime() - HOUR_MS).toISOString() }]);
  await runFunnels(server.services);
  expect(await inside(funnel)).toHaveLength(1);
  await report([{ ...event, id: 'view-2' }]);
  await runFunnels(server.services);
  expect(await inside(funnel)).toHaveLength(2);
});

it('costs nothing where nobody asks: no row for a funnel', async () => {
  await shopper('ani');
  await makeLiveFunnel(server.services, us.accountId, onProduct());
  await shopper('ani', server.theirs);
  await report(
    Array.from({ length: 500 }, () => ({ name: 'page_viewed', customerId: 'ani' })),
    us,
  );
  await report([{ name: 'product_viewed', customerId: 'ani' }], server.theirs);
  expect([await outbox(), await outbox(server.theirs)]).toEqual([0, 0]);
});

it('lets nobody in by history: what happened more than a day before it was told', async () => {
  await shopper('ani');
  const funnel = await makeLiveFunnel(server.services, us.accountId, onProduct());
  const at = new Date(now().getTime() - 25 * HOUR_MS).toISOString();
  await report([{ name: 'product_viewed', customerId: 'ani', at }]);
  await runFunnels(server.services);
  expect(await inside(funnel)).toEqual([]);
});

it('is waited for, and goes on the moment that it comes; otherwise when the time is over', async () => {
  const [ani, budi, citra] = [await shopper('ani'), await shopper('budi'), await shopper('citra')];
  const funnelId = await makeLiveFunnel(server.services, us.accountId, {
    trigger: { type: 'manual' },
    steps: [
      {
        id: 'w1',
        kind: 'wait_until',
        config: { any: [{ event: 'event', name: 'cart_updated' }], minutes: 60 },
        next: 'came',
        timeout: 'late',
      },
      { id: 'came', kind: 'exit', config: { reason: 'came' } },
      { id: 'late', kind: 'exit', config: { reason: 'late' } },
    ],
  });
  const at = now();
  for (const contactId of [ani, budi])
    await makeEnrolment(server.services.database, us.accountId, {
      funnelId,
      contactId,
      stepId: 'w1',
      dueAt: at,
      stepSince: at,
      enteredAt: at,
    });
  await runFunnels(server.services);
  await report([
    { name: 'cart_updated', customerId: 'ani' },
    // In no funnel.
    { name: 'cart_updated', customerId: 'citra' },
    { name: 'page_viewed', customerId: 'budi' },
  ]);
  expect(citra).not.toBe(ani);
  expect(await outbox()).toBe(1);
  await runFunnels(server.services);
  const reasons = async () =>
    Object.fromEntries((await inside(funnelId)).map(({ contactId, exitReason }) => [contactId, exitReason]));
  expect(await reasons()).toEqual({ [ani]: 'came', [budi]: null });
  setClockOffset(61 * 60_000);
  await runFunnels(server.services);
  expect(await reasons()).toEqual({ [ani]: 'came', [budi]: 'late' });
});

it('is not waited for where it happened before somebody came in, and is told only now', async () => {
  const [ani, budi] = [await shopper('ani'), await shopper('budi')];
  const steps: FunnelDefinitionIn['steps'] = [
    {
      id: 'w1',
      kind: 'wait_until',
      config: { any: [{ event: 'event', name: 'cart_updated' }], minutes: 60 },
      next: 'x',
    },
    { id: 'x', kind: 'exit', config: { reason: 'came' } },
  ];
  const funnelId = await makeLiveFunnel(server.services, us.accountId, { trigger: { type: 'manual' }, steps });
  const at = now();
  const enteredAt = { stepId: 'w1', dueAt: new Date(at.getTime() + HOUR_MS), stepSince: at, enteredAt: at };
  for (const contactId of [ani, budi])
    await makeEnrolment(server.services.database, us.accountId, { funnelId, contactId, ...enteredAt });
  const before = (minutes: number): string => new Date(at.getTime() - minutes * 60_000).toISOString();
  await report([
    { name: 'cart_updated', customerId: 'ani', at: before(60) },
    // Of the visit by which somebody came in, told in one call with it.
    { name: 'cart_updated', customerId: 'budi', at: before(1) },
  ]);
  await runFunnels(server.services);
  const reasons = async () =>
    Object.fromEntries((await inside(funnelId)).map(({ contactId, exitReason }) => [contactId, exitReason]));
  expect(await reasons()).toEqual({ [ani]: null, [budi]: 'came' });
  await report([{ name: 'cart_updated', customerId: 'ani' }]);
  await runFunnels(server.services);
  expect(await reasons()).toEqual({ [ani]: 'came', [budi]: 'came' });
});

describe('a wait that asks for properties of the event', () => {
  type Where = Extract<WaitCause, { event: unknown }>['where'];
  const waitFor = (where: Where, more: Partial<FunnelDefinitionIn> = {}): FunnelDefinitionIn => ({
    trigger: { type: 'event', name: 'cart_updated', where: [{ property: 'total', op: 'gt', value: 0 }] },
    reentry: { mode: 'always' },
    steps: [
      {
        id: 'w1',
        kind: 'wait_until',
        config: { any: [{ event: 'event', name: 'checked_out', where }], minutes: 60 },
        next: 'came',
        timeout: 'late',
      },
      { id: 'came', kind: 'exit', config: { reason: 'came' } },
      { id: 'late', kind: 'exit', config: { reason: 'late' } },
    ],
    ...more,
  });
  const SAME_CART: Where = [{ property: 'cart.id', op: 'eq', entryProperty: 'cart.id' }];
  const event = (name: string, customerId: string, properties: object) => ({ name, customerId, properties });
  const reasons = async (funnelId: string) => (await inside(funnelId)).map(({ exitReason }) => exitReason);

  it('goes on by the one that fits and by no other, whatever was heard before', async () => {
    await shopper('ani');
    const funnelId = await makeLiveFunnel(
      server.services,
      us.accountId,
      waitFor([
        { property: 'cart.id', op: 'eq', value: 'A' },
        { property: 'total', op: 'gte', value: 10 },
      ]),
    );
    await report([event('cart_updated', 'ani', { total: 5 })]);
    await runFunnels(server.services);
    for (const properties of [{ cart: { id: 'B' }, total: 10 }, { cart: { id: 'A' }, total: 9 }, {}]) {
      setClockOffset(60_000);
      await report([event('checked_out', 'ani', properties)]);
      await runFunnels(server.services);
      expect(await reasons(funnelId)).toEqual([null]);
    }
    await report([event('checked_out', 'ani', { cart: { id: 'A' }, total: 10 })]);
    await runFunnels(server.services);
    expect(await reasons(funnelId)).toEqual(['came']);
  });

  it('compares with the event that let somebody in, of which the same call told others', async () => {
    await shopper('ani');
    await shopper('budi');
    const funnelId = await makeLiveFunnel(server.services, us.accountId, waitFor(SAME_CART));
    // The first does not fit the trigger, and the last comes while she is inside: by neither she is let in.
    await report([
      event('cart_updated', 'ani', { total: 0, cart: { id: 'C' } }),
      {
        ...event('cart_updated', 'ani', { total: 1, cart: { id: 'A' } }),
        at: new Date(now().getTime() - 1_000).toISOString(),
      },
      event('cart_updated', 'ani', { total: 1, cart: { id: 'B' } }),
      event('cart_updated', 'budi', { total: 1 }),
    ]);
    await runFunnels(server.services);
    setClockOffset(60_000);
    await report([
      event('checked_out', 'ani', { cart: { id: 'B' } }),
      event('checked_out', 'ani', { cart: { id: 'C' } }),
      // He has no cart, and nothing is equal to nothing.
      event('checked_out', 'budi', {}),
      event('checked_out', 'budi', { cart: { id: null } }),
    ]);
    await runFunnels(server.services);
    expect(await reasons(funnelId)).toEqual([null, null]);
    await report([event('checked_out', 'ani', { cart: { id: 'A' } })]);
    await runFunnels(server.services);
    expect((await reasons(funnelId)).sort()).toEqual(['came', null].sort());
    setClockOffset(62 * 60_000);
    await runFunnels(server.services);
    expect((await reasons(funnelId)).sort()).toEqual(['came', 'late']);
  });

  it('does not take the event that let somebody in for the one that is waited for', async () => {
    await shopper('ani');
    const definition = waitFor(SAME_CART);
    const funnelId = await makeLiveFunnel(server.services, us.accountId, {
      ...definition,
      trigger: { type: 'event', name: 'checked_out' },
    });
    const first = event('checked_out', 'ani', { cart: { id: 'A' } });
    await report([first]);
    await runFunnels(server.services);
    setClockOffset(60_000);
    await report([event('checked_out', 'ani', { cart: { id: 'B' } })]);
    await runFunnels(server.services);
    expect(await reasons(funnelId)).toEqual([null]);
    await report([first]);
    await runFunnels(server.services);
    expect(await reasons(funnelId)).toEqual(['came']);
  });

  it('is stored as it was sent, and refused where it could not hold', async () => {
    const create = (definition: FunnelDefinitionIn) =>
      server.call(us.key, 'POST', '/api/v1/funnels', { body: { name: unique('Funnel '), definition } });
    const where: Where = [...SAME_CART, { property: 'total', op: 'gte', value: 10 }];
    const made = expectData(await create(waitFor(where)), 201) as { definition: FunnelDefinition };
    expect(made.definition.steps[0]?.config).toEqual({
      any: [{ event: 'event', name: 'checked_out', where }],
      minutes: 60,
    });
    const refused: [FunnelDefinitionIn, string][] = [
      [waitFor([{ property: 'total', op: 'gte', value: { a: 1 } as never }]), 'VALIDATION'],
      [waitFor([{ property: 'total', op: 'gte', value: true }]), 'INVALID_DEFINITION'],
      [waitFor([{ property: 'id', op: 'eq', entryProperty: 'id', value: 'A' }]), 'INVALID_DEFINITION'],
      [waitFor([{ property: 'id', op: 'neq', entryProperty: 'id' }]), 'INVALID_DEFINITION'],
      [waitFor(SAME_CART, { trigger: { type: 'manual' } }), 'INVALID_DEFINITION'],
    ];
    for (const [definition, code] of refused) expectError(await create(definition), 400, code);
    const purchase = waitFor([]);
    const [step] = purchase.steps;
    if (step?.kind === 'wait_until') step.config.any = [{ event: 'purchase', where: [] }];
    expectError(await create(purchase), 400, 'VALIDATION');
  });
});

it('is heard by whoever is still in a version that is long past', async () => {
  const ani = await shopper('ani');
  const steps: FunnelDefinitionIn['steps'] = [
    {
      id: 'w1',
      kind: 'wait_until',
      config: { any: [{ event: 'event', name: 'cart_updated' }], minutes: 60 },
      next: 'x',
    },
    { id: 'x', kind: 'exit', config: { reason: 'came' } },
  ];
  const funnelId = await makeLiveFunnel(server.services, us.accountId, { trigger: { type: 'manual' }, steps });
  const at = now();
  await makeEnrolment(server.services.database, us.accountId, {
    funnelId,
    contactId: ani,
    stepId: 'w1',
    dueAt: at,
    stepSince: at,
    enteredAt: at,
  });
  await runFunnels(server.services);
  // The versions after it wait for nothing.
  for (let publishes = 1; publishes <= 6; publishes++) {
    const definition = {
      trigger: { type: 'manual' },
      steps: [{ id: 'u1', kind: 'update_contact', config: { attributes: { published: publishes } } }],
    };
    expectData(await server.call(us.key, 'PATCH', `/api/v1/funnels/${funnelId}`, { body: { definition } }));
    expectData(await server.call(us.key, 'POST', `/api/v1/funnels/${funnelId}/publish`));
  }
  expect(await prisma().funnel.findFirst({ where: { id: funnelId } })).toMatchObject({ version: 7 });
  await report([{ name: 'cart_updated', customerId: 'ani' }]);
  await runFunnels(server.services);
  expect(await inside(funnelId)).toMatchObject([{ version: 1, status: 'exited', exitReason: 'came' }]);
});

it('is replayed on paper', async () => {
  await shopper('ani');
  const where = [{ property: 'sku', op: 'eq', value: 'a' }] as const;
  const id = await makeLiveFunnel(server.services, us.accountId, onProduct({ where: [...where] }));
  await report([
    { name: 'product_viewed', customerId: 'ani', properties: { sku: 'b' } },
    {
      name: 'product_viewed',
      customerId: 'ani',
      properties: { sku: 'a' },
      at: new Date(now().getTime() - 48 * HOUR_MS).toISOString(),
    },
  ]);
  const past = expectData(
    await server.call(us.key, 'POST', `/api/v1/funnels/${id}/simulate`, { body: { withinDays: 30 } }),
  );
  expect(past).toMatchObject({ wouldEnter: 1 });
});

it('refuses what cannot be asked of a property, and a wait for an event without its name', async () => {
  const create = (definition: object) =>
    server.call(us.key, 'POST', '/api/v1/funnels', { body: { name: unique('F'), definition } });
  const wrong = onProduct({ where: [{ property: 'price', op: 'member_of', value: 'x' }] });
  expectError(await create(wrong), 400, 'INVALID_DEFINITION');
  for (const cause of [{ event: 'event' }, { event: 'purchase', name: 'x' }])
    expectError(
      await create({
        trigger: { type: 'manual' },
        steps: [{ kind: 'wait_until', config: { any: [cause], minutes: 5 } }],
      }),
      400,
      'VALIDATION',
    );
  expectData(await create(onProduct()), 201);
});
