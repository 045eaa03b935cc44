/** The stand-in's answers to queries and mutations: its rows as the types of Admin GraphQL. */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import { digitsOf, gidOf, type GidType } from '@/server/modules/shops/adapters/shopify/ids';
import type {
  MarketingState,
  ShopifyData,
  StandInCheckout,
  StandInCustomer,
  StandInDiscount,
  StandInFilter,
  StandInLine,
  StandInOrder,
  StandInProduct,
  StandInRows,
  StandInShop,
} from '@/server/modules/shops/adapters/shopify/stand-in-data';

/** An error with a code in its `extensions`, as Shopify writes it. */
export class DeniedError extends Error {
  readonly extensions = { code: 'ACCESS_DENIED' };
}

type Fields = Record<string, unknown>;
interface PageArgs {
  first?: number;
  after?: string | null;
  query?: string | null;
  reverse?: boolean;
}

/** The number of rows after which Shopify's own paging ends (https://shopify.dev/docs/api/usage/limits). */
const MOST_PAGED = 25_000;
const MOST_AT_ONCE = 250;

const SCOPE_OF: Readonly<Record<Resource, string>> = {
  products: 'read_products',
  customers: 'read_customers',
  orders: 'read_orders',
  checkouts: 'read_orders',
};
const RESOURCE_OF: Readonly<Record<string, Resource>> = { Product: 'products', Customer: 'customers', Order: 'orders' };

export const recoveryAddress = ({ domain }: StandInShop, { token }: StandInCheckout): string =>
  `https://${domain}/checkouts/ac/${token}/recover?key=0123456789abcdef`;

/** Pages a list that is complete in memory; a cursor is a position in the list. */
function listed(rows: readonly unknown[], { first = MOST_AT_ONCE, after }: PageArgs): Fields {
  const from = after === null || after === undefined ? 0 : Number(after);
  return {
    nodes: rows.slice(from, from + first),
    pageInfo: { hasNextPage: rows.length > from + first, endCursor: String(from + first) },
  };
}

/** Parses filters such as `id:>1 AND created_at:>='…'`; no other syntax of Shopify is supported. */
function filterIn(query: string | null | undefined): StandInFilter {
  const filter: StandInFilter = { after: null, createdSince: null, updatedSince: null };
  for (const [, name, value] of (query ?? '').matchAll(/(id:>|created_at:>=|updated_at:>=)'?([\w.:+-]{1,40})'?/g)) {
    if (name === 'id:>') filter.after = value ?? null;
    else if (name === 'created_at:>=') filter.createdSince = value ?? null;
    else filter.updatedSince = value ?? null;
  }
  return filter;
}

const money = (amount: string, { currency }: StandInShop): Fields => {
  const shopMoney = { amount, currencyCode: currency };
  return { shopMoney, presentmentMoney: shopMoney };
};

const lines = (rows: readonly StandInLine[], shop: StandInShop) => (args: PageArgs) =>
  listed(
    rows.map(({ productId, title, quantity, price }) => ({
      title,
      name: title,
      quantity,
      product: productId === null ? null : { id: gidOf('Product', productId) },
      originalUnitPriceSet: money(price, shop),
    })),
    args,
  );

const productNode = (row: StandInProduct): Fields => ({
  ...row,
  __typename: 'Product',
  id: gidOf('Product', row.id),
  featuredMedia: row.imageUrl === null ? null : { preview: { image: { url: row.imageUrl } } },
  variants: (args: PageArgs) => listed(row.variants, args),
});

const emailNode = ({ email, emailState }: Pick<StandInCustomer, 'email' | 'emailState'>): Fields | null =>
  email === null ? null : { emailAddress: email, marketingState: emailState };

/** Returns the consent state; for SMS, Shopify has a separate name for a customer who was never asked. */
const consentState = (state: MarketingState = 'NOT_SUBSCRIBED'): string =>
  state === 'NOT_SUBSCRIBED' ? 'NEVER_SUBSCRIBED' : state;

const customerNode = (row: StandInCustomer, { currency }: StandInShop): Fields => ({
  ...row,
  __typename: 'Customer',
  id: gidOf('Customer', row.id),
  numberOfOrders: String(row.ordersCount),
  amountSpent: { amount: row.amountSpent, currencyCode: currency },
  defaultEmailAddress: emailNode(row),
  defaultPhoneNumber:
    row.phone === null
      ? null
      : {
          phoneNumber: row.phone,
          smsMarketingConsent: { state: consentState(row.smsState) },
          whatsAppMarketingConsent: { state: consentState(row.whatsAppState) },
        },
  defaultAddress: row.city === null && row.country === null ? null : { city: row.city, country: row.country },
  lastOrder: row.lastOrderAt === null ? null : { processedAt: row.lastOrderAt },
});

const orderNode = (row: StandInOrder, shop: StandInShop): Fields => ({
  ...row,
  __typename: 'Order',
  id: gidOf('Order', row.id),
  currencyCode: shop.currency,
  displayFinancialStatus: row.financialStatus,
  landingPageUrl: row.landingSite === null ? null : `https://${shop.domain}${row.landingSite}`,
  customer: row.customerId === null ? null : { id: gidOf('Customer', row.customerId) },
  totalPriceSet: money(row.total, shop),
  totalShippingPriceSet: money(row.shipping, shop),
  totalTaxSet: money(row.tax, shop),
  totalDiscountsSet: money(row.discount, shop),
  totalRefundedSet: money(row.refunded, shop),
  lineItems: lines(row.lines, shop),
});

const checkoutNode = (row: StandInCheckout, shop: StandInShop): Fields => ({
  ...row,
  __typename: 'AbandonedCheckout',
  id: gidOf('AbandonedCheckout', row.id),
  abandonedCheckoutUrl: recoveryAddress(shop, row),
  customer:
    row.email === null && row.phone === null
      ? null
      : {
          defaultEmailAddress: emailNode({
            ...row,
            emailState: row.acceptsMarketing ? 'SUBSCRIBED' : 'NOT_SUBSCRIBED',
          }),
          defaultPhoneNumber: row.phone === null ? null : { phoneNumber: row.phone },
        },
  totalPriceSet: money(row.total, shop),
  lineItems: lines(row.lines, shop),
});

const NODES: { [Of in Resource]: (row: StandInRows[Of], shop: StandInShop) => Fields } = {
  products: productNode,
  customers: customerNode,
  orders: orderNode,
  checkouts: checkoutNode,
};

function discountNode(discount: StandInDiscount | null): Fields | null {
  if (discount === null) return null;
  const { id, kind, title, productIds } = discount;
  if (kind === 'freeShipping') return { id, codeDiscount: { __typename: 'DiscountCodeFreeShipping', title } };
  const items =
    productIds === null
      ? { __typename: 'AllDiscountItems', allItems: true }
      : {
          __typename: 'DiscountProducts',
          products: (args: PageArgs) =>
            listed(
              productIds.map((each) => ({ id: each })),
              args,
            ),
        };
  return { id, codeDiscount: { __typename: 'DiscountCodeBasic', title, customerGets: { items } } };
}

const userError = (code: string, message: string): Fields => ({
  codeDiscountNode: null,
  userErrors: [{ code, field: ['basicCodeDiscount', 'code'], message }],
});

/** Applies an input to a discount; fields that the input leaves out stay. */
function changedBy(input: unknown, before: StandInDiscount, now: Date): StandInDiscount {
  const kept = <Value>(name: string, value: Value): Value => {
    const given = at(input, name);
    return given === undefined ? value : (given as Value);
  };
  const gets = at(input, 'customerGets');
  const products = at(gets, 'items', 'products');
  const removed = listAt(products, 'productsToRemove');
  const added = listAt(products, 'productsToAdd').filter((id): id is string => typeof id === 'string');
  const present = (before.productIds ?? []).filter((id) => !removed.includes(id) && !added.includes(id));
  return {
    ...before,
    title: kept('title', before.title),
    code: kept('code', before.code),
    startsAt: kept('startsAt', before.startsAt === '' ? now.toISOString() : before.startsAt),
    endsAt: kept('endsAt', before.endsAt),
    usageLimit: kept('usageLimit', before.usageLimit),
    appliesOncePerCustomer: kept('appliesOncePerCustomer', before.appliesOncePerCustomer),
    percentage: gets === undefined ? before.percentage : ((at(gets, 'value', 'percentage') ?? null) as number | null),
    amount: gets === undefined ? before.amount : (textAt(gets, 'value', 'discountAmount', 'amount') ?? null),
    productIds: gets === undefined ? before.productIds : products === undefined ? null : [...present, ...added],
    minimumSubtotal:
      at(input, 'minimumRequirement') === undefined
        ? before.minimumSubtotal
        : (textAt(input, 'minimumRequirement', 'subtotal', 'greaterThanOrEqualToSubtotal') ?? null),
  };
}

const NEW_DISCOUNT: Omit<StandInDiscount, 'id' | 'kind'> = {
  title: '',
  code: '',
  startsAt: '',
  endsAt: null,
  usageLimit: null,
  appliesOncePerCustomer: false,
  percentage: null,
  amount: null,
  productIds: null,
  minimumSubtotal: null,
};

/** Writes a discount, and returns the mutation's answer. */
async function writeDiscount(
  data: ShopifyData,
  kind: StandInDiscount['kind'],
  id: string | null,
  input: unknown,
  now: Date,
): Promise<Fields> {
  const known = id === null ? null : await data.discountById(id);
  if (id !== null && known?.kind !== kind) return userError('INVALID', 'Discount does not exist');
  const made = `gid://shopify/DiscountCodeNode/${await data.nextId()}`;
  const discount = changedBy(input, known ?? { ...NEW_DISCOUNT, id: made, kind }, now);
  if (discount.code === '') return userError('BLANK', "Code can't be blank");
  const other = await data.discountByCode(discount.code);
  if (other !== null && other.id !== discount.id)
    return userError('TAKEN', 'Code must be unique. Please try a different code.');
  await data.putDiscount(discount);
  return { codeDiscountNode: discountNode(discount), userErrors: [] };
}

async function subscribe(data: ShopifyData, topic: string, uri: string): Promise<Fields> {
  const there = await data.subscriptions();
  if (there.some((each) => each.topic === topic && each.uri === uri))
    return {
      userErrors: [{ field: ['webhookSubscription'], message: 'Address for this topic has already been taken' }],
    };
  const subscription = { id: `gid://shopify/WebhookSubscription/${await data.nextId()}`, topic, uri };
  await data.putSubscription(subscription);
  return { webhookSubscription: subscription, userErrors: [] };
}

/** Returns the root object for both queries and mutations, since their field names differ. */
export function rootOf(data: ShopifyData, shop: StandInShop, now: Date): Fields {
  const demand = (scope: string, root: string): void => {
    if (!shop.scopes.includes(scope) && !shop.scopes.includes(scope.replace('read_', 'write_')))
      throw new DeniedError(`Access denied for ${root} field. Required access: \`${scope}\` access scope.`);
  };
  const nodesOf = <Of extends Resource>(resource: Of, rows: readonly StandInRows[Of][]): Fields[] =>
    rows.map((row) => NODES[resource](row, shop));

  const page =
    (resource: Resource, root: string) =>
    async ({ first = MOST_AT_ONCE, query }: PageArgs): Promise<Fields> => {
      demand(SCOPE_OF[resource], root);
      const limit = Math.min(first, MOST_AT_ONCE);
      const rows = await data.page(resource, filterIn(query), limit + 1);
      return { nodes: nodesOf(resource, rows.slice(0, limit)), pageInfo: { hasNextPage: rows.length > limit } };
    };
  const count =
    (resource: Resource, root: string) =>
    async ({ query, limit }: { query?: string | null; limit?: number | null }): Promise<Fields> => {
      demand(SCOPE_OF[resource], root);
      const found = await data.count(resource, filterIn(query));
      const most = limit ?? Number.POSITIVE_INFINITY;
      return found > most ? { count: most, precision: 'AT_LEAST' } : { count: found, precision: 'EXACT' };
    };
  const checkouts = page('checkouts', 'abandonedCheckouts');

  return {
    shop: { name: shop.name, currencyCode: shop.currency, myshopifyDomain: shop.domain },
    currentAppInstallation: { accessScopes: shop.scopes.map((handle) => ({ handle })) },
    products: page('products', 'products'),
    customers: page('customers', 'customers'),
    orders: page('orders', 'orders'),
    abandonedCheckouts: async (args: PageArgs): Promise<Fields> => {
      if (args.reverse !== true) return await checkouts(args);
      demand('read_orders', 'abandonedCheckouts');
      const first = Math.min(args.first ?? MOST_AT_ONCE, MOST_AT_ONCE);
      const from = Number(args.after ?? 0);
      if (from + first > MOST_PAGED) throw new Error('Pagination is limited to 25000 objects.');
      const rows = await data.newestCheckouts(filterIn(args.query).createdSince, from, first + 1);
      return {
        nodes: nodesOf('checkouts', rows.slice(0, first)),
        pageInfo: { hasNextPage: rows.length > first, endCursor: String(from + first) },
      };
    },
    productsCount: count('products', 'productsCount'),
    customersCount: count('customers', 'customersCount'),
    ordersCount: count('orders', 'ordersCount'),
    abandonedCheckoutsCount: count('checkouts', 'abandonedCheckoutsCount'),
    nodes: async ({ ids }: { ids: readonly string[] }): Promise<(Fields | null)[]> => {
      const found = new Map<string, Fields>();
      for (const [type, resource] of Object.entries(RESOURCE_OF)) {
        const wanted = ids.flatMap((id) => (id.startsWith(gidOf(type as GidType, '')) ? (digitsOf(id) ?? []) : []));
        if (wanted.length === 0) continue;
        demand(SCOPE_OF[resource], 'nodes');
        for (const node of nodesOf(resource, await data.byIds(resource, wanted))) found.set(String(node.id), node);
      }
      return ids.map((id) => found.get(id) ?? null);
    },
    product: async ({ id }: { id: string }): Promise<Fields | null> => {
      const [row] = await data.byIds('products', [digitsOf(id) ?? '']);
      return row === undefined ? null : productNode(row);
    },
    node: async ({ id }: { id: string }) => {
      const found = discountNode(await data.discountById(id));
      return found === null ? null : { ...found, __typename: 'DiscountCodeNode' };
    },
    codeDiscountNodeByCode: async ({ code }: { code: string }) => {
      demand('read_discounts', 'codeDiscountNodeByCode');
      return discountNode(await data.discountByCode(code));
    },
    webhookSubscriptions: async ({ uri, ...args }: PageArgs & { uri?: string | null }) => {
      const there = await data.subscriptions();
      return listed(uri === undefined || uri === null ? there : there.filter((each) => each.uri === uri), args);
    },

    discountCodeBasicCreate: ({ basicCodeDiscount }: { basicCodeDiscount: unknown }) =>
      writeDiscount(data, 'basic', null, basicCodeDiscount, now),
    discountCodeBasicUpdate: ({ id, basicCodeDiscount }: { id: string; basicCodeDiscount: unknown }) =>
      writeDiscount(data, 'basic', id, basicCodeDiscount, now),
    discountCodeFreeShippingCreate: ({ freeShippingCodeDiscount }: { freeShippingCodeDiscount: unknown }) =>
      writeDiscount(data, 'freeShipping', null, freeShippingCodeDiscount, now),
    discountCodeFreeShippingUpdate: (args: { id: string; freeShippingCodeDiscount: unknown }) =>
      writeDiscount(data, 'freeShipping', args.id, args.freeShippingCodeDiscount, now),
    discountCodeDeactivate: async ({ id }: { id: string }): Promise<Fields> => {
      const discount = await data.discountById(id);
      if (discount === null) return userError('INVALID', 'Discount does not exist');
      await data.putDiscount({ ...discount, endsAt: now.toISOString() });
      return { codeDiscountNode: discountNode(discount), userErrors: [] };
    },
    discountCodeDelete: async ({ id }: { id: string }): Promise<Fields> => {
      await data.removeDiscount(id);
      return { deletedCodeDiscountId: id, userErrors: [] };
    },
    webhookSubscriptionCreate: ({ topic, webhookSubscription }: { topic: string; webhookSubscription: unknown }) =>
      subscribe(data, topic, textAt(webhookSubscription, 'uri') ?? ''),
    webhookSubscriptionDelete: async ({ id }: { id: string }): Promise<Fields> => {
      await data.removeSubscription(id);
      return { deletedWebhookSubscriptionId: id, userErrors: [] };
    },
  };
}
