/** The data of the page of orders, chosen by its address; read first on the server, then in the browser. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Api } from '@/app/trpc';
import { CHECKOUT_STATUSES, ORDER_STATUSES } from '@/server/platform/lib/shared-vocabulary';

export const VIEWS = ['orders', 'checkouts'] as const;
export const ADDRESS = { view: 'orders', status: 'all', shop: '' };
export const ORDERS_SHOWN = ['all', ...ORDER_STATUSES] as const;
export const CHECKOUTS_SHOWN = ['all', ...CHECKOUT_STATUSES] as const;
const PAGE = 25;

type Address = Readonly<Record<keyof typeof ADDRESS, string>>;

/** Returns the chosen view. An address that somebody typed may say anything. */
export const viewOf = ({ view }: Pick<Address, 'view'>) => VIEWS.find((known) => known === view) ?? 'orders';
export const ordersOf = ({ status, shop }: Address) => ({
  status: ORDERS_SHOWN.find((known) => known === status) ?? 'all',
  shop: shop.slice(0, 64),
});
export const checkoutsOf = ({ status, shop }: Address) => ({
  status: CHECKOUTS_SHOWN.find((known) => known === status) ?? 'all',
  shop: shop.slice(0, 64),
});

const filterOf = ({ status, shop }: { status: string; shop: string }) => ({
  limit: PAGE,
  ...(status !== 'all' && { status }),
  ...(shop !== '' && { integrationId: shop }),
});
const pages = {
  getNextPageParam: (page: { cursor: string | null }) => page.cursor,
  placeholderData: keepPreviousData,
};

export const orderOptions = (trpc: Api, chosen: ReturnType<typeof ordersOf>) =>
  trpc.integrations.listOrders.infiniteQueryOptions(filterOf(chosen), pages);

export const checkoutOptions = (trpc: Api, chosen: ReturnType<typeof checkoutsOf>) =>
  trpc.integrations.listCheckouts.infiniteQueryOptions(filterOf(chosen), pages);
