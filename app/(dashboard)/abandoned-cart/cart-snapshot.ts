/**
 * Reads a cart out of a reminder's snapshot (docs/contract/abandoned-cart.md#recording-a-reminder). That is free-form
 * JSON, so every shop has its own shape: names of fields are compared without case and punctuation, and those of the
 * common shops are known (Shopify's storefront, admin and cart.js, WooCommerce's store API and sessions, Stripe's line
 * items, and plain ones in English and Indonesian). What is not understood is left out here; snapshot-tree.ts shows all
 * of it.
 */

import { isUrl } from '@/server/platform/lib/is-url';
import { isRecord } from '@/server/platform/lib/narrow';

export interface CartLine {
  name: string;
  /** Size, colour and the like. */
  variant: string | null;
  sku: string | null;
  quantity: number | null;
  /** The price of one piece and of all pieces, in the smallest unit of the reminder's currency. */
  unitPrice: number | null;
  total: number | null;
  /** The product's page, http or https. */
  href: string | null;
}

export const SUM_KINDS = ['subtotal', 'discount', 'shipping', 'tax', 'total'] as const;
export type SumKind = (typeof SUM_KINDS)[number];

export interface Cart {
  lines: CartLine[];
  /** In the smallest unit of the reminder's currency; a discount is what is taken off. */
  sums: Partial<Record<SumKind, number>>;
  /** The address where the buyer finds the cart again, http or https. */
  href: string | null;
}

/** The fields of a record by their plain names: `line_items` and `lineItems` are both `lineitems`. */
type Fields = ReadonlyMap<string, unknown>;

const LISTS = [
  'lineitems',
  'items',
  'lines',
  'cartitems',
  'cartlines',
  'products',
  'contents',
  'cartcontents',
  'orderitems',
  'barang',
  'produk',
];
const AROUND = ['cart', 'checkout', 'abandonedcheckout', 'order', 'basket', 'data', 'payload', 'keranjang'];
const NAMES = ['producttitle', 'productname', 'title', 'name', 'itemname', 'nama', 'namaproduk', 'label'];
const VARIANTS = ['varianttitle', 'variantname', 'variant', 'variation', 'varian', 'selectedoptions', 'options'];
const QUANTITIES = ['quantity', 'qty', 'count', 'jumlah'];
const UNIT_PRICES = [
  'unitprice',
  'finalprice',
  'saleprice',
  'discountedprice',
  'price',
  'pricecents',
  'unitpricecents',
  'unitamount',
  'harga',
  'hargasatuan',
];
const TOTALS = [
  'linetotal',
  'finallineprice',
  'lineprice',
  'totalprice',
  'total',
  'amounttotal',
  'totalcents',
  'totalamount',
  'subtotal',
  'linesubtotal',
  'amount',
];
const PAGES = ['url', 'href', 'link', 'permalink', 'producturl'];
const CART_PAGES = [
  'recoveryurl',
  'abandonedcheckouturl',
  'checkouturl',
  'carturl',
  'weburl',
  'url',
  'link',
  'permalink',
];
const SUMS: Record<SumKind, readonly string[]> = {
  subtotal: ['subtotal', 'subtotalprice', 'itemssubtotalprice', 'subtotalamount', 'cartsubtotal', 'amountsubtotal'],
  discount: ['discount', 'totaldiscount', 'totaldiscounts', 'discounttotal', 'discountamount', 'diskon'],
  shipping: [
    'shipping',
    'shippingcost',
    'shippingprice',
    'shippingtotal',
    'totalshipping',
    'shippingfee',
    'deliveryfee',
    'ongkir',
  ],
  tax: ['tax', 'totaltax', 'taxtotal', 'pajak', 'ppn'],
  total: ['grandtotal', 'total', 'totalprice', 'totalamount', 'carttotal', 'amounttotal'],
};
/** Carts in carts in carts are no carts. */
const DEEPEST = 3;
/** Shopify's name for a product that has no variants. */
const NO_VARIANT = 'Default Title';

const fieldsOf = (value: unknown): Fields =>
  new Map(
    isRecord(value)
      ? Object.entries(value).map(([key, field]) => [key.toLowerCase().replace(/[^a-z0-9]/g, ''), field] as const)
      : [],
  );

/** The first of the fields, in the order of the names, that `read` makes something of. */
function first<Value>(fields: Fields, names: readonly string[], read: (value: unknown) => Value | null): Value | null {
  for (const name of names) {
    const value = fields.get(name);
    const found = value === undefined || value === null ? null : read(value);
    if (found !== null) return found;
  }
  return null;
}

/** The same over several records, the nearest one first. */
function nearest<Value>(
  places: readonly Fields[],
  names: readonly string[],
  read: (value: unknown) => Value | null,
): Value | null {
  for (const fields of places) {
    const found = first(fields, names, read);
    if (found !== null) return found;
  }
  return null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : typeof value === 'number' ? String(value) : null;

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value.trim()) ? Number(value) : null;
}

/** A number, or the one in `{ amount, currencyCode }`, `{ presentment_money: { amount } }` or `{ unit_amount }`. */
function amountOf(value: unknown): number | null {
  if (!isRecord(value)) return numberOf(value);
  return first(fieldsOf(value), ['amount', 'value', 'unitamount', 'presentmentmoney', 'shopmoney', 'price'], amountOf);
}

/** An address that a link may lead to; null for anything else, `javascript:` included. */
export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !isUrl(value)) return null;
  return new URL(value).href;
}

/** A list as such, as `{ edges: [{ node }] }`, as `{ nodes }`, or keyed by ids as WooCommerce's sessions have it. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  const { edges, nodes } = value;
  if (Array.isArray(edges)) return edges.map((edge: unknown) => (isRecord(edge) ? edge.node : null));
  if (Array.isArray(nodes)) return nodes;
  const entries = Object.values(value);
  return entries.every((entry) => isRecord(entry)) ? entries : [];
}

/** “Size: L, Colour: red” from whatever options are written as. */
function variantOf(value: unknown): string | null {
  const own = textOf(value);
  if (own !== null) return own === NO_VARIANT ? null : own;
  if (Array.isArray(value)) {
    const parts = value.map(optionOf).filter((part) => part !== null);
    return parts.length === 0 ? null : parts.join(', ');
  }
  return first(fieldsOf(value), ['title', 'name', 'nama'], variantOf);
}

function optionOf(value: unknown): string | null {
  if (!isRecord(value)) return textOf(value);
  const fields = fieldsOf(value);
  const [name, chosen] = [
    first(fields, ['name', 'attribute', 'key'], textOf),
    first(fields, ['value', 'option'], textOf),
  ];
  return chosen === null ? null : name === null ? chosen : `${name}: ${chosen}`;
}

/** A line as written: amounts in the shop's own unit. */
function readLine(entry: unknown): CartLine | null {
  const plain = textOf(entry);
  if (plain !== null)
    return { name: plain, variant: null, sku: null, quantity: null, unitPrice: null, total: null, href: null };
  if (!isRecord(entry)) return null;
  const line = fieldsOf(entry);
  const [variant, product] = [
    fieldsOf(line.get('merchandise') ?? line.get('variant')),
    fieldsOf(line.get('product') ?? line.get('item')),
  ];
  const parent = fieldsOf(variant.get('product'));
  const places = [line, product, parent, variant];
  const sku = nearest(places, ['sku', 'kodeproduk'], textOf);
  const name = nearest(places, NAMES, textOf) ?? first(line, ['description', 'deskripsi'], textOf) ?? sku;
  if (name === null) return null;
  const quantity = first(line, QUANTITIES, numberOf);
  const costs = [fieldsOf(line.get('cost')), fieldsOf(line.get('totals'))];
  const unit =
    first(line, UNIT_PRICES, amountOf) ??
    nearest(costs, ['amountperquantity'], amountOf) ??
    nearest([fieldsOf(line.get('prices')), variant, product], UNIT_PRICES, amountOf);
  const total =
    first(line, TOTALS, amountOf) ??
    nearest(costs, TOTALS, amountOf) ??
    (unit === null ? null : unit * (quantity ?? 1));
  const named = first(line, VARIANTS, variantOf) ?? variantOf(line.get('merchandise'));
  return {
    name,
    variant: named === name ? null : named,
    sku: sku === name ? null : sku,
    quantity,
    unitPrice: unit ?? (total !== null && quantity !== null && quantity > 0 ? total / quantity : null),
    total,
    href: nearest(places, PAGES, webAddress),
  };
}

/** The records from the snapshot down to the one with the lines, the innermost first; null where there are none. */
function findLines(record: unknown, depth = 0): { lines: CartLine[]; places: Fields[] } | null {
  const fields = fieldsOf(record);
  for (const name of LISTS) {
    const lines = listOf(fields.get(name))
      .map(readLine)
      .filter((line) => line !== null);
    if (lines.length > 0) return { lines, places: [fields] };
  }
  if (depth === DEEPEST) return null;
  for (const name of AROUND) {
    const found = findLines(fields.get(name), depth + 1);
    if (found !== null) return { ...found, places: [...found.places, fields] };
  }
  return null;
}

/**
 * Returns the factor that converts an amount of the snapshot to the smallest unit. Shops write 12.50, "12.50" or 1250,
 * and Shopify's cart.js counts the rupiah in hundredths: what comes nearest to the reminder's own value is meant.
 */
function scaleOf(amounts: readonly number[], sums: readonly number[], { value, digits }: Recorded): number {
  const scales = digits === 0 ? [1, 0.01] : [1, 10 ** digits];
  const positive = sums.filter((sum) => sum > 0);
  if (value <= 0 || positive.length === 0) return amounts.every(Number.isInteger) ? 1 : 10 ** digits;
  const distance = (scale: number): number =>
    Math.min(...positive.map((sum) => Math.abs(Math.log((sum * scale) / value))));
  return scales.reduce((best, scale) => (distance(scale) < distance(best) ? scale : best));
}

/** The values that the reminder itself states. */
interface Recorded {
  /** valueAtSend. */
  value: number;
  /** Decimals of currencyAtSend. */
  digits: number;
}

/** @returns null when no line can be made out */
export function readCart(snapshot: unknown, recorded: Recorded): Cart | null {
  const found = findLines(snapshot);
  if (found === null) return null;
  const { lines } = found;
  const places = found.places.flatMap((place) => [place, fieldsOf(place.get('totals')), fieldsOf(place.get('cost'))]);
  const written = SUM_KINDS.map((kind) => [kind, nearest(places, SUMS[kind], amountOf)] as const).filter(
    (sum): sum is [SumKind, number] => sum[1] !== null,
  );
  const ofLines = lines.reduce((sum, line) => sum + (line.total ?? 0), 0);
  const amounts = [
    ...lines.flatMap(({ unitPrice, total }) => [unitPrice, total]).filter((amount) => amount !== null),
    ...written.map(([, amount]) => amount),
  ];
  const scale = scaleOf(
    amounts,
    [...written.filter(([kind]) => kind === 'total' || kind === 'subtotal').map(([, amount]) => amount), ofLines],
    recorded,
  );
  const scaled = (amount: number | null): number | null =>
    amount !== null && Number.isSafeInteger(Math.round(amount * scale)) ? Math.round(amount * scale) : null;
  return {
    lines: lines.map((line) => ({ ...line, unitPrice: scaled(line.unitPrice), total: scaled(line.total) })),
    sums: Object.fromEntries(
      written
        .map(([kind, amount]) => [kind, scaled(Math.abs(amount))] as const)
        .filter(([kind, amount]) => amount !== null && (amount !== 0 || kind === 'total')),
    ),
    href: nearest(found.places, CART_PAGES, webAddress),
  };
}
