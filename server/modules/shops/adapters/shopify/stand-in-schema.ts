/**
 * The part of Admin GraphQL 2026-10 that our queries use, copied from its reference: fields and their arguments
 * (https://shopify.dev/docs/api/admin-graphql/2026-10).
 */
import { buildSchema } from 'graphql';

export const SCHEMA = buildSchema(`
scalar DateTime
scalar Decimal
scalar HTML
scalar Money
scalar UnsignedInt64
scalar URL
scalar CurrencyCode

enum CountPrecision { AT_LEAST EXACT }
enum ProductSortKeys { CREATED_AT ID TITLE UPDATED_AT }
enum CustomerSortKeys { CREATED_AT ID NAME UPDATED_AT }
enum OrderSortKeys { CREATED_AT ID PROCESSED_AT UPDATED_AT }
enum AbandonedCheckoutSortKeys { CHECKOUT_ID CREATED_AT ID TOTAL_PRICE }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum CustomerEmailAddressMarketingState { INVALID NOT_SUBSCRIBED PENDING SUBSCRIBED UNSUBSCRIBED }
enum CustomerMarketingConsentState { NEVER_SUBSCRIBED PENDING REDACTED SUBSCRIBED UNSUBSCRIBED }
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum WebhookSubscriptionFormat { JSON XML }
enum DiscountBuyerSelection { ALL }
enum DiscountErrorCode { BLANK INVALID TAKEN VALUE_OUTSIDE_RANGE }
enum WebhookSubscriptionTopic {
  APP_UNINSTALLED CHECKOUTS_CREATE CHECKOUTS_UPDATE CUSTOMERS_CREATE CUSTOMERS_DELETE
  CUSTOMERS_EMAIL_MARKETING_CONSENT_UPDATE CUSTOMERS_MARKETING_CONSENT_UPDATE CUSTOMERS_UPDATE
  CUSTOMERS_WHATS_APP_MARKETING_CONSENT_UPDATE ORDERS_CANCELLED
  ORDERS_CREATE ORDERS_DELETE ORDERS_PAID ORDERS_UPDATED PRODUCTS_CREATE PRODUCTS_DELETE PRODUCTS_UPDATE REFUNDS_CREATE
}

interface Node { id: ID! }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type Count { count: Int! precision: CountPrecision! }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type UserError { field: [String!] message: String! }

type AccessScope { handle: String! }
type AppInstallation { accessScopes: [AccessScope!]! }
type Shop { name: String! currencyCode: CurrencyCode! myshopifyDomain: String! }

type Image { url: URL! }
type MediaPreviewImage { image: Image }
type Media { preview: MediaPreviewImage }
type ProductVariant { id: ID! price: Money! availableForSale: Boolean! }
type ProductVariantConnection { nodes: [ProductVariant!]! pageInfo: PageInfo! }
type Product implements Node {
  id: ID! title: String! handle: String! vendor: String! descriptionHtml: HTML! status: ProductStatus!
  publishedAt: DateTime onlineStoreUrl: URL createdAt: DateTime! updatedAt: DateTime! featuredMedia: Media
  variants(first: Int, after: String): ProductVariantConnection!
}
type ProductConnection { nodes: [Product!]! pageInfo: PageInfo! }

type CustomerEmailAddress { emailAddress: String! marketingState: CustomerEmailAddressMarketingState! }
type CustomerSmsMarketingConsent { state: CustomerMarketingConsentState! }
type CustomerWhatsAppMarketingConsent { state: CustomerMarketingConsentState! }
type CustomerPhoneNumber {
  phoneNumber: String! smsMarketingConsent: CustomerSmsMarketingConsent!
  whatsAppMarketingConsent: CustomerWhatsAppMarketingConsent!
}
type MailingAddress { city: String country: String }
type Customer implements Node {
  id: ID! firstName: String lastName: String tags: [String!]! numberOfOrders: UnsignedInt64! createdAt: DateTime!
  updatedAt: DateTime! defaultEmailAddress: CustomerEmailAddress defaultPhoneNumber: CustomerPhoneNumber
  amountSpent: MoneyV2! defaultAddress: MailingAddress lastOrder: Order
}
type CustomerConnection { nodes: [Customer!]! pageInfo: PageInfo! }

type LineItem { name: String! title: String! quantity: Int! product: Product originalUnitPriceSet: MoneyBag! }
type LineItemConnection { nodes: [LineItem!]! pageInfo: PageInfo! }
type Order implements Node {
  id: ID! name: String! test: Boolean! email: String phone: String checkoutToken: String currencyCode: CurrencyCode!
  displayFinancialStatus: OrderDisplayFinancialStatus discountCodes: [String!]! landingPageUrl: URL
  cancelledAt: DateTime processedAt: DateTime! createdAt: DateTime! updatedAt: DateTime! customer: Customer
  totalPriceSet: MoneyBag! totalShippingPriceSet: MoneyBag! totalTaxSet: MoneyBag totalDiscountsSet: MoneyBag
  totalRefundedSet: MoneyBag!
  lineItems(first: Int, after: String): LineItemConnection!
}
type OrderConnection { nodes: [Order!]! pageInfo: PageInfo! }

type AbandonedCheckoutLineItem { title: String quantity: Int! product: Product originalUnitPriceSet: MoneyBag! }
type AbandonedCheckoutLineItemConnection { nodes: [AbandonedCheckoutLineItem!]! pageInfo: PageInfo! }
type AbandonedCheckout implements Node {
  id: ID! abandonedCheckoutUrl: URL! completedAt: DateTime createdAt: DateTime! updatedAt: DateTime! customer: Customer
  totalPriceSet: MoneyBag!
  lineItems(first: Int, after: String): AbandonedCheckoutLineItemConnection!
}
type AbandonedCheckoutConnection { nodes: [AbandonedCheckout!]! pageInfo: PageInfo! }

type AllDiscountItems { allItems: Boolean! }
type DiscountProducts { products(first: Int, after: String): ProductConnection! }
union DiscountItems = AllDiscountItems | DiscountProducts
type DiscountCustomerGets { items: DiscountItems! }
type DiscountCodeBasic { title: String! customerGets: DiscountCustomerGets! }
type DiscountCodeFreeShipping { title: String! }
union DiscountCode = DiscountCodeBasic | DiscountCodeFreeShipping
type DiscountCodeNode implements Node { id: ID! codeDiscount: DiscountCode! }
type DiscountUserError { code: DiscountErrorCode field: [String!] message: String! }

input DiscountContextInput { all: DiscountBuyerSelection }
input DiscountMinimumSubtotalInput { greaterThanOrEqualToSubtotal: Decimal }
input DiscountMinimumRequirementInput { subtotal: DiscountMinimumSubtotalInput }
input DiscountProductsInput { productsToAdd: [ID!] productsToRemove: [ID!] }
input DiscountItemsInput { all: Boolean products: DiscountProductsInput }
input DiscountAmountInput { amount: Decimal appliesOnEachItem: Boolean }
input DiscountCustomerGetsValueInput { discountAmount: DiscountAmountInput percentage: Float }
input DiscountCustomerGetsInput { items: DiscountItemsInput value: DiscountCustomerGetsValueInput }
input DiscountShippingDestinationSelectionInput { all: Boolean }
input DiscountCodeBasicInput {
  title: String code: String startsAt: DateTime endsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean
  context: DiscountContextInput minimumRequirement: DiscountMinimumRequirementInput
  customerGets: DiscountCustomerGetsInput
}
input DiscountCodeFreeShippingInput {
  title: String code: String startsAt: DateTime endsAt: DateTime usageLimit: Int appliesOncePerCustomer: Boolean
  context: DiscountContextInput minimumRequirement: DiscountMinimumRequirementInput
  destination: DiscountShippingDestinationSelectionInput
}
type DiscountCodeBasicCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeBasicUpdatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeFreeShippingCreatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeFreeShippingUpdatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeactivatePayload { codeDiscountNode: DiscountCodeNode userErrors: [DiscountUserError!]! }
type DiscountCodeDeletePayload { deletedCodeDiscountId: ID userErrors: [DiscountUserError!]! }

input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat }
type WebhookSubscription { id: ID! topic: WebhookSubscriptionTopic! uri: String! }
type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }

type QueryRoot {
  shop: Shop!
  currentAppInstallation: AppInstallation!
  nodes(ids: [ID!]!): [Node]!
  product(id: ID!): Product
  products(first: Int, after: String, query: String, reverse: Boolean = false, sortKey: ProductSortKeys = ID): ProductConnection!
  customers(first: Int, after: String, query: String, reverse: Boolean = false, sortKey: CustomerSortKeys = ID): CustomerConnection!
  orders(first: Int, after: String, query: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT): OrderConnection!
  abandonedCheckouts(first: Int, after: String, query: String, reverse: Boolean = false, sortKey: AbandonedCheckoutSortKeys = ID): AbandonedCheckoutConnection!
  productsCount(query: String, limit: Int = 10000): Count
  customersCount(query: String, limit: Int = 10000): Count
  ordersCount(query: String, limit: Int = 10000): Count
  abandonedCheckoutsCount(query: String, limit: Int = 10000): Count
  node(id: ID!): Node
  codeDiscountNodeByCode(code: String!): DiscountCodeNode
  webhookSubscriptions(first: Int, after: String, uri: String): WebhookSubscriptionConnection!
}
type Mutation {
  discountCodeBasicCreate(basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicCreatePayload
  discountCodeBasicUpdate(id: ID!, basicCodeDiscount: DiscountCodeBasicInput!): DiscountCodeBasicUpdatePayload
  discountCodeFreeShippingCreate(freeShippingCodeDiscount: DiscountCodeFreeShippingInput!): DiscountCodeFreeShippingCreatePayload
  discountCodeFreeShippingUpdate(id: ID!, freeShippingCodeDiscount: DiscountCodeFreeShippingInput!): DiscountCodeFreeShippingUpdatePayload
  discountCodeDeactivate(id: ID!): DiscountCodeDeactivatePayload
  discountCodeDelete(id: ID!): DiscountCodeDeletePayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
}
schema { query: QueryRoot mutation: Mutation }
`);
