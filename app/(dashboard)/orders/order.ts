import type { Outputs } from '@/app/trpc';

/** The order that the pages show, as the server sends it: instants are ISO texts. */
export type Order = Outputs['integrations']['listOrders']['data'][number];
export type Checkout = Outputs['integrations']['listCheckouts']['data'][number];
export type OrderPage = Outputs['integrations']['orderPage'];
export type CheckoutPage = Outputs['integrations']['checkoutPage'];

export const ROOT = '/orders';
export const orderHref = (id: string): string => `${ROOT}/${id}`;
export const checkoutHref = (id: string): string => `${ROOT}/checkouts/${id}`;

/** Returns how to reach the buyer, where nothing else about the buyer is known. */
export const reachOf = ({ email, phone }: Pick<Order, 'email' | 'phone'>): string | null => email ?? phone;

/** The look of each state, wherever it stands. */
export const ORDER_KINDS = {
  pending: 'waiting',
  paid: 'on',
  partially_refunded: 'on',
  refunded: 'off',
  canceled: 'off',
} as const;
export const CHECKOUT_KINDS = { open: 'waiting', abandoned: 'failed', completed: 'on', expired: 'off' } as const;
