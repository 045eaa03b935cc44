/**
 * Our discount codes at Shopify (https://shopify.dev/docs/api/admin-graphql/latest/mutations/discountCodeBasicCreate).
 * A discount there is ours if we stored its id, or its title contains our own id; merchants see the title.
 */
import { at, listAt, textAt } from '@/server/platform/vendors/json';
import { TAKEN_IN_SHOP } from '@/server/modules/shops/connections/vocabulary';
import { decimalOf } from '@/server/modules/shops/adapters/amounts';
import { ShopifyClient } from '@/server/modules/shops/adapters/shopify/client';
import { gidOf, isDigits } from '@/server/modules/shops/adapters/shopify/ids';
import {
  CREATE_BASIC,
  CREATE_FREE_SHIPPING,
  DEACTIVATE_CODE,
  DELETE_CODE,
  FIND_CODE,
  UPDATE_BASIC,
  UPDATE_FREE_SHIPPING,
} from '@/server/modules/shops/adapters/shopify/queries';
import {
  FOR_EVERYBODY,
  type Codes,
  type CodeToPush,
  type OpenedShop,
  type PushOutcome,
} from '@/server/modules/shops/adapters/store';

/** The largest number of products in an input list (https://shopify.dev/docs/api/usage/limits). */
const MOST_PRODUCTS = 250;
const LONGEST_TITLE = 255;

const titleOf = ({ id, code }: CodeToPush): string => `${code.slice(0, LONGEST_TITLE - id.length - 9)} (Laris ${id})`;

const isFreeShipping = ({ type }: CodeToPush): boolean => type === 'shipping_percent';

/** True when the code has an amount, so that the shop must use the code's currency. */
const hasAmounts = ({ type, minPurchaseAmount }: CodeToPush): boolean => type === 'fixed' || minPurchaseAmount !== null;

function inexpressible(code: CodeToPush): string | null {
  if (code.isForSome === true) return FOR_EVERYBODY;
  if (code.type === 'shipping_fixed') return 'Shopify cannot take an amount off the shipping.';
  if (code.type === 'shipping_percent' && code.value !== 100)
    return 'Shopify supports free shipping, but no partial discount on shipping.';
  if (code.scope === 'tags') return 'Shopify cannot limit a code to products with a tag.';
  if (isFreeShipping(code) && code.scope !== 'cart') return 'Shopify cannot limit free shipping to some products.';
  if ((code.maxUsesPerCustomer ?? 1) !== 1)
    return 'Shopify supports one use per customer or no limit, nothing between.';
  if (code.scope !== 'products') return null;
  if (code.productIds.length === 0 || !code.productIds.every(isDigits))
    return 'Some of its products are not in this shop.';
  if (code.productIds.length > MOST_PRODUCTS) return `Shopify supports at most ${MOST_PRODUCTS} products for a code.`;
  return null;
}

interface Found {
  id: string;
  isFreeShipping: boolean;
  title: string;
  /** Global ids of the products that the code is for. */
  products: string[];
}

function foundIn(node: unknown): Found | null {
  const id = textAt(node, 'id');
  if (id === undefined) return null;
  const discount = at(node, 'codeDiscount');
  return {
    id,
    isFreeShipping: textAt(discount, '__typename') === 'DiscountCodeFreeShipping',
    title: textAt(discount, 'title') ?? '',
    products: listAt(discount, 'customerGets', 'items', 'products', 'nodes').flatMap(
      (each) => textAt(each, 'id') ?? [],
    ),
  };
}

/** Returns the fields that both kinds have. */
function commonOf(code: CodeToPush, now: Date): Record<string, unknown> {
  const { minPurchaseAmount, startsAt } = code;
  return {
    title: titleOf(code),
    code: code.code,
    // Shopify's have a beginning: what has none here has begun, also where it was to begin later before.
    startsAt: (startsAt ?? now).toISOString(),
    endsAt: code.expiresAt?.toISOString() ?? null,
    usageLimit: code.maxUsesTotal,
    appliesOncePerCustomer: code.maxUsesPerCustomer === 1,
    context: { all: 'ALL' },
    minimumRequirement:
      minPurchaseAmount === null
        ? null
        : { subtotal: { greaterThanOrEqualToSubtotal: decimalOf(minPurchaseAmount, code.currency) } },
  };
}

function itemsOf({ scope, productIds }: CodeToPush, before: readonly string[]): Record<string, unknown> {
  if (scope === 'cart') return { all: true };
  const wanted = productIds.map((ref) => gidOf('Product', ref));
  return {
    products: {
      productsToAdd: wanted.filter((id) => !before.includes(id)),
      productsToRemove: before.filter((id) => !wanted.includes(id)),
    },
  };
}

function basicOf(code: CodeToPush, now: Date, before: Found | null): Record<string, unknown> {
  return {
    ...commonOf(code, now),
    customerGets: {
      value:
        code.type === 'percent'
          ? { percentage: code.value / 100 }
          : { discountAmount: { amount: decimalOf(code.value, code.currency), appliesOnEachItem: false } },
      items: itemsOf(code, before?.products ?? []),
    },
  };
}

/** Returns the outcome of a mutation of a code. */
function outcomeOf(client: ShopifyClient, done: unknown, shopRef: string | null): PushOutcome {
  const errors = listAt(done, 'userErrors');
  if (errors.some((error) => textAt(error, 'code') === 'TAKEN')) return { state: 'failed', reason: TAKEN_IN_SHOP };
  if (errors.length > 0) return { state: 'failed', reason: client.wordsIn(errors) };
  const id = textAt(done, 'codeDiscountNode', 'id') ?? shopRef;
  return id === null
    ? { state: 'failed', reason: 'Shopify did not report the result.' }
    : { state: 'pushed', shopRef: id };
}

async function write(client: ShopifyClient, code: CodeToPush, now: Date, found: Found | null): Promise<PushOutcome> {
  const isFree = isFreeShipping(code);
  let before = found;
  if (before !== null && before.isFreeShipping !== isFree) {
    // Shopify does not make one kind of the other.
    await client.askFor('done', DELETE_CODE, { id: before.id }, true);
    before = null;
  }
  const input = isFree ? { ...commonOf(code, now), destination: { all: true } } : basicOf(code, now, before);
  const create = isFree ? CREATE_FREE_SHIPPING : CREATE_BASIC;
  const update = isFree ? UPDATE_FREE_SHIPPING : UPDATE_BASIC;
  const done =
    before === null
      ? await client.askFor('done', create, { input }, true)
      : await client.askFor('done', update, { id: before.id, input }, true);
  return outcomeOf(client, done, before?.id ?? null);
}

const switchOff = async (client: ShopifyClient, { id }: Found): Promise<PushOutcome> =>
  outcomeOf(client, await client.askFor('done', DEACTIVATE_CODE, { id }, true), id);

/** Creates or updates a discount. Updating one that was deactivated sets its own end again, which activates it. */
async function push(shop: OpenedShop, code: CodeToPush, shopRef: string | null): Promise<PushOutcome> {
  const reason = inexpressible(code);
  const isPushed = shopRef !== null && shopRef !== '';
  if (reason !== null && !isPushed) return { state: 'not_expressible', reason };
  const client = new ShopifyClient(shop);
  const asked = { ...(isPushed ? { id: shopRef } : {}), isPushed, code: code.code };
  const answered = await client.ask(FIND_CODE, asked, true);
  const named = foundIn(client.rootOf(answered, 'named'));
  const pushed = isPushed ? foundIn(client.rootOf(answered, 'pushed')) : null;
  const found = pushed ?? (named?.title.includes(code.id) === true ? named : null);
  if (found === null && named !== null) return { state: 'failed', reason: TAKEN_IN_SHOP };

  if (!code.active)
    return found === null ? { state: 'pushed', shopRef: shopRef ?? '' } : await switchOff(client, found);
  const currency = textAt(client.rootOf(answered, 'shop'), 'currencyCode') ?? '';
  const isOfOtherCurrency = hasAmounts(code) && currency !== code.currency;
  const otherCurrency = `The shop's amounts are in ${currency}, the code's in ${code.currency}.`;
  const lacking = reason ?? (isOfOtherCurrency ? otherCurrency : null);
  if (lacking !== null) {
    // What stands there is no longer what the code says.
    const off = found === null ? null : await switchOff(client, found);
    return off?.state === 'failed' ? off : { state: 'not_expressible', reason: lacking };
  }
  return await write(client, code, shop.now, found);
}

export const codes: Codes = { inexpressible, push };
