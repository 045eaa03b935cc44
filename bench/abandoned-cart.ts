/** The platform's word that it has sent a reminder: the buyers come again, so that most of them are contacts already. */
import type { Measurement, Suite } from './lib/measurement';

const BUYERS = 1_000;

const measurements: Measurement[] = [
  {
    name: 'reminders',
    title: 'POST /abandoned-cart/reminders',
    // No goal of the contract: the share that was there before funnels followed from it.
    goal: 0.08,
    call: (_, serial) => ({
      method: 'POST',
      path: '/api/v1/abandoned-cart/reminders',
      body: {
        customerId: `c-${String(serial % BUYERS)}`,
        cartId: `cart-${String(serial)}`,
        email: `buyer-${String(serial % BUYERS)}@example.com`,
        cartSnapshot: { items: [{ productRef: 'sku-1', name: 'Kopi Gayo', quantity: 2, price: 75_000 }] },
        valueAtSend: 150_000,
        currencyAtSend: 'IDR',
        externalSource: 'bench',
        externalRef: `r-${String(serial)}`,
      },
    }),
  },
];

export const abandonedCart: Suite = { floor: 'abandoned-cart.floor.ts', measurements };
