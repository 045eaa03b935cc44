/** The discount-code requests that a shop's checkout and dashboard send most. */
import type { Measurement, Suite } from './lib/measurement';
import { CUSTOMERS, PRODUCTS, type World } from './lib/world';

const PATH = '/api/v1/discount-codes';

const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const below = (limit: number): number => Math.floor(Math.random() * limit);

/** Ten lines, as a shop's platform sends them. */
const cart = () =>
  Array.from({ length: 10 }, () => ({
    productId: `product-${below(PRODUCTS)}`,
    price: 15_000 + below(200) * 1000,
    quantity: 1 + below(3),
    tags: ['new', 'sale'],
  }));

const redemption = (world: World, discountCodeId: string, session: string) => ({
  method: 'POST' as const,
  path: `${PATH}/redeem`,
  body: {
    accountId: world.accountId,
    discountCodeId,
    checkoutSessionId: session,
    customerId: `customer-${below(CUSTOMERS)}`,
    appliedAmount: 25_000,
    appliedShipping: 0,
    externalSource: 'bench',
    externalRef: `order-${session}`,
  },
});

const measurements: Measurement[] = [
  {
    name: 'get',
    title: 'GET /discount-codes/:id',
    call: (world) => ({ method: 'GET', path: `${PATH}/${anyOf(world.codes).id}` }),
  },
  {
    name: 'list',
    title: 'GET /discount-codes, 50 newest',
    call: () => ({ method: 'GET', path: `${PATH}?limit=50` }),
  },
  {
    name: 'validate',
    title: 'POST validate, cart of 10 lines',
    call(world) {
      const items = cart();
      const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      return {
        method: 'POST',
        path: `${PATH}/validate`,
        body: {
          accountId: world.accountId,
          code: anyOf(world.codes).code.toLowerCase(),
          subtotal,
          currency: 'IDR',
          shippingCost: 18_000,
          customerId: `customer-${below(CUSTOMERS)}`,
          items,
        },
      };
    },
  },
  {
    name: 'redeem',
    title: 'POST redeem, codes at random',
    call: (world, serial) => redemption(world, anyOf(world.codes).id, `session-${serial}`),
  },
  {
    name: 'redeem-hot',
    title: 'POST redeem, one hot code',
    call: (world, serial) => redemption(world, (world.codes[0] as { id: string }).id, `hot-${serial}`),
  },
];

export const discountCodes: Suite = { floor: 'discount-codes.floor.ts', measurements };
