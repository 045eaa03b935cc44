/**
 * The actions of people in a shop of the sandbox: pure over what the shop holds, each with the change that its webhooks
 * report.
 */
import type { Storefront } from '@/server/platform/lib/shared-vocabulary';
import { couponOff, discountOff } from '@/server/sandbox/shop-discounts';
import type { ShopAction, ShopView } from '@/server/sandbox/shop-schema';
import {
  billingOf,
  orderNumber,
  SANDBOX_SHOP,
  SANDBOX_STORE,
  shopSettings,
  storeSettings,
} from '@/server/sandbox/shop-seed';
import { MemoryShop, type ShopSnapshot } from '@/server/modules/shops/adapters/shopify/stand-in-memory';
import type { StandInCheckout, StandInLine, StandInOrder } from '@/server/modules/shops/adapters/shopify/stand-in-data';
import type { StandInChange } from '@/server/modules/shops/adapters/shopify/stand-in-webhooks';
import { MemoryWooData, type WooSnapshot } from '@/server/modules/shops/adapters/woocommerce/memory-woo-data';
import type { WooChange } from '@/server/modules/shops/adapters/woocommerce/stand-in';
import type { WooRow } from '@/server/modules/shops/adapters/woocommerce/woo-data';

export interface Played {
  /** The person or thing that it is about, for people. */
  about: string;
  change: StandInChange | WooChange;
}

export interface PlayedShop {
  view(): ShopView;
  /** @returns null where what it is about is not there (any more) */
  play(action: ShopAction): Promise<Played | null>;
  state(): object;
}

/** Orders and checkouts that the page shows. */
const SHOWN = 12;
const SHIPPING = 10_000;
const NOBODY = { domain: SANDBOX_SHOP, clientId: '', clientSecret: '' };

const units = (amount: number): string => `${amount}.00`;

class PlayedShopify implements PlayedShop {
  private readonly shop: MemoryShop;

  constructor(
    snapshot: ShopSnapshot,
    private readonly now: Date,
  ) {
    this.shop = MemoryShop.of(shopSettings(NOBODY), snapshot);
  }

  state(): object {
    return this.shop.snapshot();
  }

  view(): ShopView {
    return {
      name: SANDBOX_SHOP,
      products: this.shop.all('products').map(({ id, title, variants: [first] }) => ({
        ref: id,
        name: title,
        price: Math.round(Number(first?.price ?? 0)),
      })),
      orders: this.shop
        .all('orders')
        .slice(-SHOWN)
        .toReversed()
        .map(({ id, name, email, total, financialStatus }) => ({
          ref: id,
          number: name,
          email,
          total: Math.round(Number(total)),
          status: financialStatus.toLowerCase(),
          canRefund: financialStatus === 'PAID',
        })),
      checkouts: this.shop
        .all('checkouts')
        .filter(({ completedAt }) => completedAt === null)
        .slice(-SHOWN)
        .toReversed()
        .map(({ id, email, total }) => ({ ref: id, email, total: Math.round(Number(total)) })),
    };
  }

  async play(action: ShopAction): Promise<Played | null> {
    switch (action.verb) {
      case 'abandon':
        return await this.abandon(action);
      case 'buy':
        return await this.buy(action);
      case 'refund':
        return this.change(action.ref, { financialStatus: 'REFUNDED' }, (order) => ({ refunded: order.total }));
      case 'unsubscribe':
        return this.unsubscribe(action.email);
      case 'delete_order':
        return this.remove(action.ref);
    }
  }

  private line(ref: string): StandInLine | null {
    const product = this.shop.all('products').find(({ id }) => id === ref);
    const price = product?.variants[0]?.price;
    return product === undefined || price === undefined
      ? null
      : { productId: product.id, title: product.title, quantity: 1, price };
  }

  private async abandon({ product, email, accepts }: Extract<ShopAction, { verb: 'abandon' }>): Promise<Played | null> {
    const line = this.line(product);
    if (line === null) return null;
    const at = this.now.toISOString();
    const id = await this.shop.nextId();
    const after = {
      id,
      createdAt: at,
      updatedAt: at,
      token: `sandbox-${id}`,
      email,
      phone: null,
      acceptsMarketing: accepts,
      total: line.price,
      completedAt: null,
      lines: [line],
    };
    this.shop.put('checkouts', after);
    return { about: email, change: { resource: 'checkouts', before: null, after } };
  }

  private openCheckout(ref: string): StandInCheckout | null {
    return this.shop.all('checkouts').find(({ id, completedAt }) => id === ref && completedAt === null) ?? null;
  }

  private async buy({ product, email, code, checkout }: Extract<ShopAction, { verb: 'buy' }>): Promise<Played | null> {
    const left = checkout === null ? null : this.openCheckout(checkout);
    const line = checkout === null ? this.line(product) : null;
    const lines = line === null ? (left?.lines ?? []) : [line];
    if (lines.length === 0) return null;
    const at = this.now.toISOString();
    const goods = lines.map(({ productId, price, quantity }) => ({
      ref: productId ?? '',
      amount: Math.round(Number(price)) * quantity,
    }));
    const found = code === '' ? null : await this.shop.discountByCode(code);
    const off = discountOff(found, { goods, shipping: SHIPPING, email, now: this.now }, this.shop.all('orders'));
    const discount = off.goods + off.shipping;
    const id = await this.shop.nextId();
    const after: StandInOrder = {
      id,
      createdAt: at,
      updatedAt: at,
      name: orderNumber(id),
      test: false,
      email,
      phone: null,
      customerId: this.shop.all('customers').find((each) => each.email === email)?.id ?? null,
      checkoutToken: left?.token ?? `sandbox-${id}`,
      financialStatus: 'PAID',
      total: units(goods.reduce((sum, { amount }) => sum + amount, SHIPPING - discount)),
      shipping: units(SHIPPING),
      tax: '0.00',
      discount: units(discount),
      refunded: '0.00',
      discountCodes: code === '' ? [] : [code],
      landingSite: '/',
      processedAt: at,
      cancelledAt: null,
      lines,
    };
    this.shop.put('orders', after);
    if (left !== null) this.shop.put('checkouts', { ...left, completedAt: at, updatedAt: at });
    return { about: `${after.name}, ${email}`, change: { resource: 'orders', before: null, after } };
  }

  private change(
    ref: string,
    more: Partial<StandInOrder>,
    rest: (order: StandInOrder) => Partial<StandInOrder>,
  ): Played | null {
    const before = this.shop.all('orders').find(({ id }) => id === ref);
    if (before === undefined) return null;
    const after = { ...before, ...more, ...rest(before), updatedAt: this.now.toISOString() };
    this.shop.put('orders', after);
    return { about: before.name, change: { resource: 'orders', before, after } };
  }

  private unsubscribe(email: string): Played | null {
    const before = this.shop.all('customers').find((each) => each.email === email);
    if (before === undefined) return null;
    const after = {
      ...before,
      emailState: 'UNSUBSCRIBED' as const,
      smsState: 'UNSUBSCRIBED' as const,
      whatsAppState: 'UNSUBSCRIBED' as const,
      updatedAt: this.now.toISOString(),
    };
    this.shop.put('customers', after);
    return { about: email, change: { resource: 'customers', before, after } };
  }

  private remove(ref: string): Played | null {
    const before = this.shop.all('orders').find(({ id }) => id === ref);
    if (before === undefined) return null;
    this.shop.remove('orders', ref);
    return { about: before.name, change: { resource: 'orders', before, after: null } };
  }
}

/** Without a zone, as the vendor writes its times. */
const gmt = (at: Date): string => at.toISOString().slice(0, 19);
const textIn = (row: WooRow, name: string): string => (typeof row[name] === 'string' ? row[name] : '');
const emailIn = (row: WooRow): string | null => {
  const { billing } = row;
  return typeof billing === 'object' && billing !== null && 'email' in billing && typeof billing.email === 'string'
    ? billing.email
    : null;
};

const UNPAID = new Set(['pending', 'failed']);
const PAID = new Set(['processing', 'completed']);

class PlayedWooCommerce implements PlayedShop {
  private readonly data: MemoryWooData;

  constructor(
    snapshot: WooSnapshot,
    private readonly now: Date,
  ) {
    this.data = MemoryWooData.of(storeSettings(SANDBOX_STORE), snapshot);
  }

  state(): object {
    return this.data.snapshot();
  }

  view(): ShopView {
    const seen = (row: WooRow) => ({
      ref: String(row.id),
      email: emailIn(row),
      total: Math.round(Number(row.total)),
    });
    const orders = this.data.rows.orders.toReversed();
    return {
      name: SANDBOX_STORE,
      products: this.data.rows.products.map((row) => ({
        ref: String(row.id),
        name: textIn(row, 'name'),
        price: Number(row.price),
      })),
      orders: orders
        .filter((row) => !UNPAID.has(textIn(row, 'status')))
        .slice(0, SHOWN)
        .map((row) => ({
          ...seen(row),
          number: `#${textIn(row, 'number')}`,
          status: textIn(row, 'status'),
          canRefund: PAID.has(textIn(row, 'status')),
        })),
      checkouts: orders
        .filter((row) => UNPAID.has(textIn(row, 'status')))
        .slice(0, SHOWN)
        .map(seen),
    };
  }

  async play(action: ShopAction): Promise<Played | null> {
    switch (action.verb) {
      case 'abandon':
        return await this.order(action, 'pending', '');
      case 'buy':
        return action.checkout === null
          ? await this.order(action, 'processing', action.code)
          : await this.complete(action.checkout);
      case 'refund':
        return await this.refund(action.ref);
      case 'unsubscribe':
        return null;
      case 'delete_order':
        return await this.remove(action.ref);
    }
  }

  private async order(
    { product, email }: { product: string; email: string },
    status: string,
    code: string,
  ): Promise<Played | null> {
    const row = await this.data.find('products', Number(product));
    if (row === null) return null;
    const price = Number(row.price);
    const coupon = this.data.rows.coupons.find((each) => each.code === code.toLowerCase());
    const basket = { goods: [{ ref: product, amount: price }], shipping: SHIPPING, email, now: this.now };
    const off = couponOff(coupon, basket, this.data.rows.orders);
    const shipping = SHIPPING - off.shipping;
    const at = gmt(this.now);
    const made = await this.data.insert('orders', {
      status,
      currency: 'IDR',
      date_created_gmt: at,
      date_modified_gmt: at,
      date_paid_gmt: status === 'pending' ? null : at,
      discount_total: String(off.goods),
      shipping_total: String(shipping),
      total_tax: '0',
      total: String(price - off.goods + shipping),
      customer_id: 0,
      billing: billingOf({ firstName: '', lastName: '', email, phone: '', city: '' }),
      line_items: [{ id: 1, name: textIn(row, 'name'), product_id: row.id, quantity: 1, price, total: String(price) }],
      coupon_lines: code === '' ? [] : [{ id: 1, code }],
      refunds: [],
      meta_data: [],
    });
    const number = String(made.id);
    const whole = await this.data.update('orders', made.id, {
      number,
      payment_url: `${SANDBOX_STORE}/checkout/order-pay/${number}/`,
    });
    return { about: `#${number}, ${email}`, change: { topic: 'order.created', row: { ...(whole ?? made) } } };
  }

  private async complete(ref: string): Promise<Played | null> {
    const row = await this.data.find('orders', Number(ref));
    return row !== null && UNPAID.has(textIn(row, 'status'))
      ? await this.set(ref, { status: 'processing', date_paid_gmt: gmt(this.now) })
      : null;
  }

  private async set(ref: string, fields: Record<string, unknown>): Promise<Played | null> {
    const row = await this.data.update('orders', Number(ref), { ...fields, date_modified_gmt: gmt(this.now) });
    return row === null
      ? null
      : { about: `#${textIn(row, 'number')}`, change: { topic: 'order.updated', row: { ...row } } };
  }

  private async refund(ref: string): Promise<Played | null> {
    const row = await this.data.find('orders', Number(ref));
    return row === null
      ? null
      : await this.set(ref, {
          status: 'refunded',
          refunds: [{ id: 1, reason: '', total: `-${textIn(row, 'total')}` }],
        });
  }

  private async remove(ref: string): Promise<Played | null> {
    const row = await this.data.find('orders', Number(ref));
    if (row === null) return null;
    await this.data.remove('orders', row.id);
    return { about: `#${textIn(row, 'number')}`, change: { topic: 'order.deleted', row: { id: row.id } } };
  }
}

export const playedShop = (provider: Storefront, state: unknown, now: Date): PlayedShop =>
  provider === 'storefront_p1'
    ? new PlayedShopify(structuredClone(state) as ShopSnapshot, now)
    : new PlayedWooCommerce(structuredClone(state) as WooSnapshot, now);
