/**
 * Orders and checkouts of shops (docs/contract/integrations.md). The dashboard uses the same schemas, so this file must
 * not import Node.
 */
import * as z from 'zod';
import { list, ofLength } from '@/server/platform/lib/bounded';
import {
  clampedInteger,
  currencyIn,
  currencyOut,
  cursor,
  foreignId,
  id,
  idIn,
  instantIn,
  instantOut,
  money,
  text,
} from '@/server/platform/lib/fields';
import { isWebAddress } from '@/server/platform/email/addresses';
import { contactFields } from '@/server/modules/audience/contacts/schema';
import { emailIn } from '@/server/platform/lib/fields';
import { productInput } from '@/server/modules/shops/feeds/schema';
import { CHECKOUT_STATUSES, ORDER_STATUSES } from '@/server/platform/lib/shared-vocabulary';

/** The largest number of rows in one call. */
export const PUT_LIMIT = 1000;
const ITEMS = 200;
const CODES = 50;

const externalSource = text(1, 120).meta({
  description: 'Your name for the shop. With externalRef, it identifies a row.',
  sample: 'toko-online',
});
const shopsTime = instantIn.nullish().meta({
  description: 'Time of the last change in the shop; older data is ignored. Now unless sent.',
});
const addressIn = text(0, 2000).refine(isWebAddress, { error: 'must be an http or https address' });

const itemIn = z.object({
  productRef: foreignId.nullish(),
  name: text(0, 255),
  quantity: z.number().int().min(0).max(1_000_000),
  price: money.meta({ description: 'Price of one piece, in minor units.' }),
});
const itemOut = z
  .object({ productRef: z.string().nullable(), name: z.string(), quantity: z.number(), price: z.number() })
  .meta({ id: 'LineItem' });
export type Item = z.output<typeof itemOut>;

const buyer = {
  email: emailIn.nullish(),
  phone: text(4, 40).nullish(),
};

export const orderInput = z.object({
  externalRef: foreignId.meta({ description: "Shop's id of the order." }),
  amount: money.meta({ description: 'Total of the order with shipping and tax, in minor units.' }),
  currency: currencyIn,
  status: z.enum(ORDER_STATUSES),
  placedAt: instantIn,
  number: text(0, 120).nullish(),
  checkoutSessionId: foreignId
    .nullish()
    .meta({ description: 'Checkout session; `<externalSource>:<externalRef>` unless sent.' }),
  checkoutRef: foreignId.nullish().meta({ description: 'externalRef of the checkout that led to the order.' }),
  customerRef: foreignId.nullish(),
  ...buyer,
  shipping: money.nullish(),
  tax: money.nullish(),
  discount: money.nullish(),
  refunded: money
    .nullish()
    .meta({ description: 'Total refunded so far, in minor units. A smaller amount than before is ignored.' }),
  discountCodes: list(text(1, 120), CODES).optional(),
  items: list(itemIn, ITEMS).optional(),
  landingUrl: addressIn.nullish(),
  paidAt: instantIn.nullish(),
  updatedAt: shopsTime,
});
export type OrderInput = z.output<typeof orderInput>;

export const checkoutInput = z.object({
  externalRef: foreignId.meta({ description: "Shop's id of the checkout." }),
  value: money,
  currency: currencyIn,
  ...buyer,
  url: addressIn.nullish().meta({ description: 'Address where the buyer can continue.' }),
  items: list(itemIn, ITEMS).optional(),
  acceptsMarketing: z
    .boolean()
    .nullish()
    .meta({ description: 'True: the buyer agreed to marketing. Otherwise no reminder is sent.' }),
  completedAt: instantIn.nullish().meta({ description: 'Time of completion in the shop.' }),
  createdAt: instantIn.nullish().meta({ description: 'Time of creation in the shop; the first report unless sent.' }),
  updatedAt: shopsTime,
});
export type CheckoutInput = z.output<typeof checkoutInput>;

export const customerInput = contactFields.extend({
  externalRef: foreignId.meta({ description: "Shop's id of the customer." }),
  updatedAt: shopsTime,
});
export type CustomerInput = z.output<typeof customerInput>;

const ofPartner = { accountId: idIn.nullish(), externalSource };
export const putCustomersInput = z.object({ ...ofPartner, rows: list(customerInput, PUT_LIMIT).min(1) });
export const putOrdersInput = z.object({ ...ofPartner, rows: list(orderInput, PUT_LIMIT).min(1) });
export const putCheckoutsInput = z.object({ ...ofPartner, rows: list(checkoutInput, PUT_LIMIT).min(1) });

/** The call of a shop of http_generic, with rows as the PUTs accept them. */
const ofShop = {
  id: text(1, 255).meta({ description: "Shop's id of this call. The same id again changes nothing." }),
};
export const webhookBody = z.discriminatedUnion('type', [
  z.object({ ...ofShop, type: z.literal('products'), rows: list(productInput, PUT_LIMIT).min(1) }),
  z.object({ ...ofShop, type: z.literal('customers'), rows: putCustomersInput.shape.rows }),
  z.object({ ...ofShop, type: z.literal('orders'), rows: putOrdersInput.shape.rows }),
  z.object({ ...ofShop, type: z.literal('checkouts'), rows: putCheckoutsInput.shape.rows }),
]);
export type WebhookBody = z.output<typeof webhookBody>;

/** Counts of the call. Of several rows with the same ref, all but one count as unchanged or updated. */
export const putOutput = z
  .object({
    created: z.number(),
    updated: z.number(),
    unchanged: z.number().meta({ description: 'Rows that changed nothing, or were older than the stored ones.' }),
    errors: z.array(z.object({ row: z.number(), reason: z.string() })),
  })
  .meta({ id: 'PutRowsResult' });
export type PutOutput = z.output<typeof putOutput>;

const owner = {
  id,
  accountId: id,
  integrationId: id.nullable().meta({ description: 'Id of the integration; null when a partner reported it.' }),
  externalSource: z.string(),
  externalRef: z.string(),
};
const person = { contactId: id.nullable(), email: z.string().nullable(), phone: z.string().nullable() };
const times = { sourceUpdatedAt: instantOut, createdAt: instantOut, updatedAt: instantOut };

export const order = z
  .object({
    ...owner,
    number: z.string().nullable(),
    checkoutSessionId: z.string(),
    checkoutRef: z.string().nullable(),
    customerRef: z.string().nullable(),
    ...person,
    amount: z.number(),
    shipping: z.number().nullable(),
    tax: z.number().nullable(),
    discount: z.number().nullable(),
    refunded: z.number(),
    currency: currencyOut,
    status: z.enum(ORDER_STATUSES),
    discountCodes: z.array(z.string()),
    items: z.array(itemOut),
    landingUrl: z.string().nullable(),
    placedAt: instantOut,
    paidAt: instantOut.nullable(),
    ...times,
  })
  .meta({ id: 'Order' });
export type Order = z.output<typeof order>;

export const checkout = z
  .object({
    ...owner,
    ...person,
    value: z.number(),
    currency: currencyOut,
    url: z.string().nullable(),
    items: z.array(itemOut),
    acceptsMarketing: z.boolean().nullable(),
    status: z.enum(CHECKOUT_STATUSES),
    abandonedAt: instantOut.nullable(),
    completedAt: instantOut.nullable(),
    orderId: id.nullable(),
    ...times,
  })
  .meta({ id: 'Checkout' });
export type Checkout = z.output<typeof checkout>;

const whose = {
  contact: z.object({ id, firstName: z.string().nullable(), lastName: z.string().nullable() }).nullable(),
  integration: z.object({ id, displayName: z.string() }).nullable(),
};
const funnels = z.array(z.object({ id, name: z.string() }));
export const orderPage = z.object({
  order,
  ...whose,
  /** The code that the order redeemed. */
  redemption: z
    .object({ discountCodeId: id, code: z.string(), appliedAmount: z.number(), currency: z.string() })
    .nullable(),
  /** The order's checkout, if the shop reported one. */
  checkout: z.object({ id, status: z.enum(CHECKOUT_STATUSES), abandonedAt: instantOut.nullable() }).nullable(),
  /** The affiliate's earnings from the order. */
  commission: z
    .object({ amount: z.number(), currency: currencyOut, collaborationId: id, affiliate: z.string() })
    .nullable(),
  /** The funnels whose goal this order reached. */
  funnels,
});
export type OrderPage = z.output<typeof orderPage>;
export const checkoutPage = z.object({
  checkout,
  ...whose,
  order: z.object({ id, number: z.string().nullable(), externalRef: z.string() }).nullable(),
  /** The funnels that this checkout started for a person. */
  funnels,
});
export type CheckoutPage = z.output<typeof checkoutPage>;

const filter = {
  limit: clampedInteger({ fallback: 50, min: 1, max: 100 }),
  cursor,
  contactId: idIn.optional(),
  integrationId: idIn.optional(),
  status: ofLength(z.string(), 255).optional().meta({
    description: 'One or more statuses, separated by commas. Unknown ones are ignored.',
    sample: 'paid,refunded',
  }),
  from: instantIn.optional().meta({ description: 'Only from this time on.' }),
  to: instantIn.optional().meta({ description: 'Only before this time.' }),
};
export const listInput = z.object(filter);
export type ListInput = z.output<typeof listInput>;
export const byId = z.object({ oid: idIn });

const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), cursor: z.string().nullable(), hasMore: z.boolean() });
export const listOrdersOutput = pageOf(order).meta({ id: 'OrderPage' });
export const listCheckoutsOutput = pageOf(checkout).meta({ id: 'CheckoutPage' });
