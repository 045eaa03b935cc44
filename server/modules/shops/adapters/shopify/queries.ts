/**
 * The queries for Shopify's resources, with only the fields that rows need. A page asks for 250 nodes with their
 * children; if the shop finds that too costly, reader.ts makes pages smaller.
 */
import type { Resource } from '@/server/modules/shops/connections/vocabulary';
import type { GidType } from '@/server/modules/shops/adapters/shopify/ids';

const MONEY = 'shopMoney { amount }';

const PRODUCT = `fragment Row on Product {
  id title handle vendor descriptionHtml status publishedAt onlineStoreUrl updatedAt
  featuredMedia { preview { image { url } } }
  variants(first: 250) { nodes { price availableForSale } pageInfo { hasNextPage endCursor } }
}`;
const CUSTOMER = `fragment Row on Customer {
  id firstName lastName tags numberOfOrders updatedAt
  defaultEmailAddress { emailAddress marketingState }
  defaultPhoneNumber { phoneNumber smsMarketingConsent { state } whatsAppMarketingConsent { state } }
  amountSpent { amount currencyCode }
  defaultAddress { city country }
  lastOrder { processedAt }
}`;
/**
 * Reads `landingPageUrl`, which is deprecated for `customerJourneySummary.lastVisit.landingPage`. The new field is
 * empty until Shopify has attributed the order's sessions (`ready`). A report replaces the one before, so an order that
 * is looked up soon after its placement would lose the page by which its affiliate is found.
 */
const ORDER = `fragment Row on Order {
  id name test email phone checkoutToken currencyCode displayFinancialStatus discountCodes landingPageUrl
  cancelledAt processedAt createdAt updatedAt
  customer { id }
  totalPriceSet { ${MONEY} } totalShippingPriceSet { ${MONEY} } totalTaxSet { ${MONEY} }
  totalDiscountsSet { ${MONEY} } totalRefundedSet { ${MONEY} }
  lineItems(first: 200) { nodes { name quantity product { id } originalUnitPriceSet { ${MONEY} } } }
}`;
const CHECKOUT = `fragment Row on AbandonedCheckout {
  id abandonedCheckoutUrl completedAt createdAt updatedAt
  customer { defaultEmailAddress { emailAddress marketingState } defaultPhoneNumber { phoneNumber } }
  totalPriceSet { shopMoney { amount currencyCode } }
  lineItems(first: 200) { nodes { title quantity product { id } originalUnitPriceSet { ${MONEY} } } }
}`;

/** The query parts of a resource. */
export interface Asking {
  /** The query's root field. */
  root: string;
  type: GidType;
  /** `$first`, `$query`; sorted by id. */
  page: string;
  /** The query by `$ids`; null when the resource cannot be read by ids. */
  nodes: string | null;
  /** `$query`; answers `found { count precision }`. */
  count: string;
  /** A query that tells whether our credentials may read any row. */
  probe: string;
}

const asking = (root: string, type: GidType, fragment: string): Asking => ({
  root,
  type,
  page: `query Page($first: Int!, $query: String) {
  shop { currencyCode }
  ${root}(first: $first, sortKey: ID, query: $query) { nodes { ...Row } pageInfo { hasNextPage } }
}
${fragment}`,
  nodes: `query LookUp($ids: [ID!]!) {
  shop { currencyCode }
  nodes(ids: $ids) { ...Row }
}
${fragment}`,
  count: `query Count($query: String) { found: ${root}Count(query: $query, limit: null) { count precision } }`,
  probe: `query Probe { ${root}(first: 1) { nodes { id } } }`,
});

export const ASKINGS: Readonly<Record<Resource, Asking>> = {
  products: asking('products', 'Product', PRODUCT),
  customers: asking('customers', 'Customer', CUSTOMER),
  orders: asking('orders', 'Order', ORDER),
  // A checkout is known to us by its token, and GraphQL knows no token to ask by.
  checkouts: { ...asking('abandonedCheckouts', 'AbandonedCheckout', CHECKOUT), nodes: null },
};

/** Newest first: `$first`, `$after`, `$query`. */
export const NEWEST_CHECKOUTS = `query NewestCheckouts($first: Int!, $after: String, $query: String) {
  abandonedCheckouts(first: $first, after: $after, sortKey: CREATED_AT, reverse: true, query: $query) {
    nodes { ...Row } pageInfo { hasNextPage endCursor }
  }
}
${CHECKOUT}`;

/** Reads the variants of a product beyond those in its node. */
export const MORE_VARIANTS = `query MoreVariants($id: ID!, $after: String) {
  product(id: $id) {
    variants(first: 250, after: $after) { nodes { price availableForSale } pageInfo { hasNextPage endCursor } }
  }
}`;

export const SHOP = `query Shop {
  shop { name currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`;

const FOUND_CODE = `fragment Found on DiscountCodeNode {
  id
  codeDiscount {
    __typename
    ... on DiscountCodeBasic {
      title
      customerGets { items { ... on DiscountProducts { products(first: 250) { nodes { id } } } } }
    }
    ... on DiscountCodeFreeShipping { title }
  }
}`;

/** Finds a discount by its stored id, and by its code. */
export const FIND_CODE = `query FindCode($id: ID = "gid://shopify/DiscountCodeNode/0", $isPushed: Boolean!, $code: String!) {
  shop { currencyCode }
  pushed: node(id: $id) @include(if: $isPushed) { ...Found }
  named: codeDiscountNodeByCode(code: $code) { ...Found }
}
${FOUND_CODE}`;

const NODE_AND_ERRORS = '{ codeDiscountNode { id } userErrors { code message } }';

export const CREATE_BASIC = `mutation CreateBasic($input: DiscountCodeBasicInput!) {
  done: discountCodeBasicCreate(basicCodeDiscount: $input) ${NODE_AND_ERRORS}
}`;
export const UPDATE_BASIC = `mutation UpdateBasic($id: ID!, $input: DiscountCodeBasicInput!) {
  done: discountCodeBasicUpdate(id: $id, basicCodeDiscount: $input) ${NODE_AND_ERRORS}
}`;
export const CREATE_FREE_SHIPPING = `mutation CreateFreeShipping($input: DiscountCodeFreeShippingInput!) {
  done: discountCodeFreeShippingCreate(freeShippingCodeDiscount: $input) ${NODE_AND_ERRORS}
}`;
export const UPDATE_FREE_SHIPPING = `mutation UpdateFreeShipping($id: ID!, $input: DiscountCodeFreeShippingInput!) {
  done: discountCodeFreeShippingUpdate(id: $id, freeShippingCodeDiscount: $input) ${NODE_AND_ERRORS}
}`;
export const DEACTIVATE_CODE = `mutation DeactivateCode($id: ID!) {
  done: discountCodeDeactivate(id: $id) ${NODE_AND_ERRORS}
}`;
export const DELETE_CODE = `mutation DeleteCode($id: ID!) {
  done: discountCodeDelete(id: $id) { userErrors { code message } }
}`;

/** `$after`, `$uri`. */
export const SUBSCRIPTIONS = `query Subscriptions($after: String, $uri: String) {
  webhookSubscriptions(first: 100, after: $after, uri: $uri) {
    nodes { id topic uri } pageInfo { hasNextPage endCursor }
  }
}`;
export const SUBSCRIBE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
  done: webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) { userErrors { message } }
}`;
export const UNSUBSCRIBE = `mutation Unsubscribe($id: ID!) {
  done: webhookSubscriptionDelete(id: $id) { userErrors { message } }
}`;
