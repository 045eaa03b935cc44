/**
 * The recipe about carts from end to end (docs/contract/funnels.md): a shop of the sandbox reports carts, the clock goes on, the
 * worker's own parts write, mint, deliver and recordEvent of purchases.
 */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { instantAt, localDay } from '@/server/platform/lib/local-time';
import { isHeldOut, WHOLE_FUNNEL } from '@/server/modules/automation/funnels/variant-assignment';
import { sweepCheckouts } from '@/server/modules/offers/abandoned-cart/sweep-checkouts';
import { makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { runFunnels } from '@/server/testing/funnels';
import { eventually, expectData, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { bringCodes } from '@/server/testing/shop-codes';
import { workOffRuns } from '@/server/testing/shop-runs';
import { runJobs } from '@/server/testing/worker';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';

const server = useServer({ PROVIDERS: 'sandbox' });
const prisma = () => server.services.database.prisma;
const ZONE = 'Asia/Jakarta';
const PROVIDER = 'storefront_p1';

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});
afterEach(() => setClockOffset(0));

const call = async (method: string, path: string, body?: object, status = 200) =>
  expectData(await server.call(us.key, method, `/api/v1${path}`, body === undefined ? {} : { body }), status);
const ask = async (name: string, input: object) =>
  (await trpc(server, 'query', name, input, { cookie: us.cookie })).data;
const play = async (action: object) => {
  const input = { provider: PROVIDER, action, when: 'now' };
  const { data } = await trpc(server, 'mutation', 'sandbox.playShop', input, { cookie: us.cookie });
  await runJobs(server.services);
  return data;
};

/** To a time of the merchant's day, so many days from today. */
function goTo(days: number, time: string): void {
  const today = new Date(Date.now());
  setClockOffset(instantAt(ZONE, localDay(ZONE, today) + days, time).getTime() - today.getTime());
}

/** What the worker does by now: funnels, codes to the shop, messages to the outbox. */
async function work(): Promise<void> {
  await sweepCheckouts(server.services.database, now());
  await runFunnels(server.services);
  await bringCodes(server.services);
  await eventually(async () => {
    const where = { accountId: us.accountId, dueAt: { lte: now() } };
    if ((await prisma().integrationCode.count({ where })) > 0) await bringCodes(server.services);
    expect(await prisma().integrationCode.count({ where })).toBe(0);
  });
  await runFunnels(server.services);
  const delivery = startDelivery({ services: server.services, transport: server.services.transport });
  await eventually(async () => {
    const where = { accountId: us.accountId, status: { in: ['queued', 'sending'] } };
    expect(await prisma().marketingMessage.count({ where })).toBe(0);
  });
  await delivery.stop();
}

/** Subjects of what arrived, by person, the oldest first. */
async function arrived(emails: readonly string[]): Promise<string[][]> {
  const { items } = (await ask('sandbox.list', { limit: 100 })) as { items: { recipient: string; preview: string }[] };
  return emails.map((email) =>
    items
      .filter(({ recipient }) => recipient === email)
      .map(({ preview }) => preview)
      .toReversed(),
  );
}

it('writes in three steps to who left a cart, with a code of their own, until they buy; a tenth gets nothing', async () => {
  goTo(1, '09:00');
  await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
  const { recipes } = (await call('GET', '/funnels/recipes')) as { recipes: { key: string; definition: object }[] };
  const { definition } = recipes.find(({ key }) => key === 'cart') ?? {};
  const funnel = await call('POST', '/funnels', { name: 'Keranjang', definition }, 201);
  await call('POST', `/funnels/${funnel.id}/activate`, {});
  await call(
    'POST',
    '/integrations',
    {
      provider: PROVIDER,
      displayName: 'Toko',
      credentials: { shop: 'sandbox', clientId: 'sandbox', clientSecret: 'sandbox' },
      config: { consent: 'subscribed', sync: { products: false, customers: false, codes: true } },
    },
    201,
  );
  await runJobs(server.services);
  await workOffRuns(server.services);

  // Three who are written to, and one who is held out.
  const treated: string[] = [];
  let held: string | undefined;
  const idOf = new Map<string, string>();
  while (treated.length < 3 || held === undefined) {
    const email = `${unique('p')}@example.test`.toLowerCase();
    const body = { email, subscriptions: { email: 'subscribed' } };
    const contact = await call('POST', '/contacts', body, 201);
    idOf.set(email, contact.id);
    if (isHeldOut(funnel.id, WHOLE_FUNNEL, contact.id, 10)) held ??= email;
    else if (treated.length < 3) treated.push(email);
  }
  const [buyer = '', late = '', silent = ''] = treated;
  const everybody = [buyer, late, silent, held];

  // They leave a cart at nine; at ten it is one that was left, and an hour later nobody has bought.
  const { products } = await ask('sandbox.shop', { provider: PROVIDER });
  for (const email of everybody) await play({ verb: 'abandon', product: products[0].ref, email, accepts: true });
  goTo(1, '10:05');
  await work();
  expect((await call('GET', `/funnels/${funnel.id}`)).counts).toEqual({ active: 4, completed: 0, exited: 0 });
  expect(await arrived(everybody)).toEqual([[], [], [], []]);
  goTo(1, '11:10');
  await work();
  const first = 'Ada yang tertinggal di keranjang';
  expect(await arrived(everybody)).toEqual([[first], [first], [first], []]);

  // One buys, and hears nothing more of it; so does the one who was never written to.
  const carts = (await ask('sandbox.shop', { provider: PROVIDER })).checkouts as { ref: string; email: string }[];
  const buy = async (email: string, code = '') => {
    const checkout = carts.find((each) => each.email === email)?.ref ?? null;
    return await play({ verb: 'buy', product: products[0].ref, email, code, checkout });
  };
  goTo(1, '14:00');
  await buy(buyer);
  await buy(held);
  await work();
  expect((await call('GET', `/funnels/${funnel.id}`)).counts).toEqual({ active: 2, completed: 0, exited: 2 });

  goTo(2, '09:05');
  await work();
  const second = 'Ada yang bisa kami bantu?';
  expect(await arrived(everybody)).toEqual([[first], [first, second], [first, second], []]);

  // Two days on each has a code of their own, which the shop knows before they do.
  goTo(4, '09:05');
  await work();
  goTo(4, '09:10');
  await work();
  const third = 'Diskon 10% untuk keranjang Anda';
  expect(await arrived(everybody)).toEqual([[first], [first, second, third], [first, second, third], []]);
  const { items: codes } = await call('GET', '/discount-codes?origin=funnel');
  expect(codes).toHaveLength(2);
  const { data: people } = (await call('GET', `/funnels/${funnel.id}/enrolments`)) as {
    data: { contactId: string; discountCode: string | null }[];
  };
  const code = people.find(({ contactId }) => contactId === idOf.get(late))?.discountCode ?? '';
  expect(code).toMatch(/^CART-[A-HJ-NP-Z2-9]{8}$/);
  const outbox = (await ask('sandbox.list', { limit: 100, q: late })) as { items: { id: string; preview: string }[] };
  const offer = await ask('sandbox.message', { id: outbox.items.find(({ preview }) => preview === third)?.id });
  expect(offer.content.text).toContain(code);

  goTo(4, '12:00');
  const shop = await buy(late, code);
  await work();
  expect((await prisma().discountCode.findFirst({ where: { accountId: us.accountId, code } }))?.redemptionCount).toBe(
    1,
  );
  goTo(8, '12:00');
  await work();
  expect(await arrived(everybody)).toEqual([[first], [first, second, third], [first, second, third], []]);

  // What it came to.
  const orders = await prisma().order.findMany({
    where: { accountId: us.accountId, email: { in: [buyer, late, held] } },
  });
  const worth = orders.reduce((sum, { amount }) => sum + Number(amount), 0);
  const stats = await call('GET', `/funnels/${funnel.id}/stats`);
  expect(stats).toMatchObject({
    ...{ entered: 4, active: 0, completed: 2, exited: { recovered: 2 }, converted: 3, conversionRate: 0.75 },
    revenueByCurrency: { IDR: worth },
    holdout: { treated: 3, treatedConverted: 2, held: 1, heldConverted: 1, significant: false },
  });
  const step = (id: string) => stats.steps.find((each: { id: string }) => each.id === id);
  expect(step('reminder')).toMatchObject({ reached: 4, sent: 3, converted: 1 });
  expect(step('offer')).toMatchObject({ reached: 2, sent: 2, converted: 1 });
  expect((await call('GET', '/insights/overview')).funnels).toEqual({
    ...{ entered: 4, messages: 7, converted: 3 },
    revenueByCurrency: { IDR: worth },
  });

  // What is given back was not brought; the order's page names the funnel.
  const last = shop.orders[0];
  const bought = orders.find(({ discountCodes }) => discountCodes.includes(code));
  expect((await ask('integrations.orderPage', { oid: bought?.id })).funnels).toEqual([
    { id: funnel.id, name: 'Keranjang' },
  ]);
  await play({ verb: 'refund', ref: last.ref });
  const after = await call('GET', `/funnels/${funnel.id}/stats`);
  expect(after.revenueByCurrency).toEqual({ IDR: worth - Number(bought?.amount) });
}, 180_000);
