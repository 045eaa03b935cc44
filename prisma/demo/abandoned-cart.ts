/** Carts that customers of Kopi Nusantara left behind in 90 days, as two shops, an app and a till reported them. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Snapshot = Prisma.InputJsonObject;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const REMINDERS = 164;
/** Of all reminders, those that brought the cart back. */
const RECOVERED = 0.26;
const SUPPRESSED = 7;

/** Rupiah, and the cents that the shop for abroad asks. */
const PRODUCTS = [
  { name: 'Kopi Gayo Natural', variant: '200 g', sku: 'KN-101-1', price: 98_000, cents: 950 },
  { name: 'Kopi Gayo Wine', variant: '200 g', sku: 'KN-102-1', price: 145_000, cents: 1350 },
  { name: 'Kopi Toraja Sapan', variant: '500 g', sku: 'KN-103-2', price: 257_500, cents: 2250 },
  { name: 'Kopi Kintamani', variant: '200 g', sku: 'KN-104-1', price: 105_000, cents: 1050 },
  { name: 'Kopi Flores Bajawa', variant: '1 kg', sku: 'KN-105-3', price: 425_500, cents: 3600 },
  { name: 'Kopi Java Preanger', variant: '200 g', sku: 'KN-106-1', price: 108_000, cents: 1050 },
  { name: 'Kopi Wamena', variant: '200 g', sku: 'KN-109-1', price: 132_000, cents: 1250 },
  { name: 'Dripper V60 Keramik Putih', variant: null, sku: 'KN-V60-P', price: 185_000, cents: 1700 },
  { name: 'AeroPress Go', variant: null, sku: 'KN-AP-GO', price: 690_000, cents: 5400 },
  { name: 'Penggiling Manual C2', variant: null, sku: 'KN-C2', price: 875_000, cents: 6900 },
  { name: 'Kertas Saring V60', variant: '100 lembar', sku: 'KN-F-100', price: 58_000, cents: 600 },
] as const;

interface Line {
  product: (typeof PRODUCTS)[number];
  quantity: number;
}

interface Cart {
  lines: Line[];
  shipping: number;
  discount: number;
  city: string;
  id: string;
}

const goods = ({ lines }: Cart): number =>
  lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
const totalOf = (cart: Cart): number => goods(cart) + cart.shipping - cart.discount;
const centsOf = ({ lines }: Cart): number =>
  lines.reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0);
const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The shop's own way. */
const ofShop = (cart: Cart): Snapshot => ({
  channel: 'web',
  items: cart.lines.map(({ product, quantity }) => ({
    sku: product.sku,
    name: product.name,
    variant: product.variant,
    quantity,
    price: product.price,
    url: `https://kopinusantara.example/products/${slugOf(product.name)}`,
  })),
  subtotal: goods(cart),
  ...(cart.discount > 0 && { discount: cart.discount }),
  shipping: cart.shipping,
  total: totalOf(cart),
  cartUrl: `https://kopinusantara.example/cart/${cart.id}`,
  shippingAddress: { city: cart.city, country: 'ID' },
});

/** As Shopify reports a checkout. */
const ofCheckout = (cart: Cart): Snapshot => ({
  token: cart.id,
  abandoned_checkout_url: `https://kopinusantara.example/checkouts/${cart.id}/recover`,
  line_items: cart.lines.map(({ product, quantity }) => ({
    title: product.name,
    variant_title: product.variant,
    sku: product.sku,
    quantity,
    price: `${product.price}.00`,
  })),
  subtotal_price: `${goods(cart)}.00`,
  total_discounts: `${cart.discount}.00`,
  shipping_price: `${cart.shipping}.00`,
  total_price: `${totalOf(cart)}.00`,
  customer_locale: 'id',
  buyer_accepts_marketing: true,
});

/** As WooCommerce's store API does. */
const ofStore = (cart: Cart): Snapshot => ({
  items: cart.lines.map(({ product, quantity }) => ({
    key: product.sku.toLowerCase(),
    name: product.name,
    quantity,
    permalink: `https://kopinusantara.example/produk/${slugOf(product.name)}/`,
    variation: product.variant === null ? [] : [{ attribute: 'Ukuran', value: product.variant }],
    prices: { price: String(product.price), currency_minor_unit: 0 },
    totals: { line_total: String(product.price * quantity) },
  })),
  needs_shipping: true,
  totals: {
    total_shipping: String(cart.shipping),
    total_discount: String(cart.discount),
    total_price: String(totalOf(cart)),
  },
});

/** As the app does, in Indonesian. */
const ofApp = (cart: Cart): Snapshot => ({
  kanal: 'aplikasi',
  versi: '3.2.1',
  keranjang: {
    barang: cart.lines.map(({ product, quantity }) => ({
      nama: product.name,
      varian: product.variant,
      jumlah: quantity,
      harga: product.price,
    })),
    ongkir: cart.shipping,
    ...(cart.discount > 0 && { diskon: cart.discount }),
    catatan: 'Giling sedang, untuk V60',
  },
  alamat: { kota: cart.city },
});

/** As the shop for abroad does, in dollars and cents. */
const ofAbroad = (cart: Cart): Snapshot => ({
  cart: {
    checkoutUrl: `https://kopinusantara.example/en/cart/${cart.id}`,
    lines: {
      edges: cart.lines.map(({ product, quantity }) => ({
        node: {
          quantity,
          merchandise: {
            title: product.variant ?? 'Default Title',
            sku: product.sku,
            product: { title: product.name },
          },
          cost: {
            amountPerQuantity: { amount: (product.cents / 100).toFixed(2), currencyCode: 'USD' },
            totalAmount: { amount: ((product.cents * quantity) / 100).toFixed(2), currencyCode: 'USD' },
          },
        },
      })),
    },
    cost: {
      subtotalAmount: { amount: (centsOf(cart) / 100).toFixed(2), currencyCode: 'USD' },
      totalAmount: { amount: (centsOf(cart) / 100).toFixed(2), currencyCode: 'USD' },
    },
  },
});

/** A seat in a class, which nobody would take for a cart. */
const ofClass = (cart: Cart): Snapshot => ({
  pemesanan: {
    kelas: 'Seduh V60 untuk pemula',
    tempat: 'Kedai Menteng',
    kursi: 2,
    tanggal_kelas: '2026-12-05',
    peserta_baru: true,
  },
  pembayaran: {
    metode: 'QRIS',
    batas_waktu: '30 menit',
    halaman: `https://kopinusantara.example/kelas/bayar/${cart.id}`,
  },
});
const CLASS_PRICE = 350_000;

const SHAPES: readonly {
  weight: number;
  snapshot: (cart: Cart) => Snapshot;
  value: (cart: Cart) => number;
  currency: 'IDR' | 'USD';
  source: string;
}[] = [
  { weight: 0.38, snapshot: ofShop, value: totalOf, currency: 'IDR', source: 'toko-online' },
  { weight: 0.62, snapshot: ofCheckout, value: totalOf, currency: 'IDR', source: 'toko-online' },
  { weight: 0.75, snapshot: ofStore, value: totalOf, currency: 'IDR', source: 'toko-reseller' },
  { weight: 0.9, snapshot: ofApp, value: totalOf, currency: 'IDR', source: 'aplikasi' },
  { weight: 0.97, snapshot: ofAbroad, value: centsOf, currency: 'USD', source: 'toko-ekspor' },
  { weight: 1, snapshot: ofClass, value: () => CLASS_PRICE, currency: 'IDR', source: 'kelas-seduh' },
];

const CITIES = ['Jakarta', 'Bandung', 'Surabaya', 'Denpasar', 'Makassar', 'Yogyakarta'] as const;

function pick<Entry>(entries: readonly Entry[], roll: () => number): Entry {
  const entry = entries[Math.floor(roll() * entries.length)];
  if (entry === undefined) throw new Error('Nothing to pick from.');
  return entry;
}

function makeCart(number: number, roll: () => number): Cart {
  const products = new Set(Array.from({ length: 1 + Math.floor(roll() ** 1.5 * 4) }, () => pick(PRODUCTS, roll)));
  const lines = [...products].map((product) => ({
    product,
    quantity: product.price > 400_000 ? 1 : 1 + Math.floor(roll() ** 2 * 3),
  }));
  return {
    lines,
    shipping: 9_000 + Math.floor(roll() * 8) * 3_000,
    discount: roll() < 0.15 ? 15_000 : 0,
    city: pick(CITIES, roll),
    id: `krj-${String(number).padStart(4, '0')}`,
  };
}

/**
 * Makes the config, reminders and opt-outs. The contacts and codes of the demo are there already.
 * @param at the present
 * @param roll chance, 0 to 1, the same in every demo
 */
export async function makeAbandonedCarts(
  transaction: Transaction,
  accountId: string,
  at: Date,
  roll: () => number,
): Promise<void> {
  const code = await transaction.discountCode.findFirst({
    where: { accountId, code: 'KEMBALILAGI' },
    select: { id: true, createdAt: true },
  });
  const campaign = await transaction.marketingCampaign.findFirst({
    where: { accountId, name: 'Pelanggan setia' },
    select: { id: true, createdAt: true },
  });
  const contacts = await transaction.contact.findMany({
    where: { accountId, email: { not: null }, externalRef: { not: null } },
    select: { email: true, externalRef: true, createdAt: true },
    orderBy: { createdAt: 'asc' },
  });
  const buyers = contacts.flatMap(({ email, externalRef, createdAt }) =>
    email === null || externalRef === null ? [] : [{ email, customerId: externalRef, since: createdAt }],
  );
  const began = new Date(at.getTime() - 86 * DAY);

  await transaction.abandonedCartConfig.create({
    data: {
      accountId,
      enabled: true,
      delayHours: 4,
      emailSubject: '{{ first_name }}, kopinya masih kami simpan',
      emailPreview: 'Keranjang Anda menunggu, dan kali ini ada 20% untuk Anda. Kami sangrai setiap Selasa.',
      discountCodeId: code?.id ?? null,
      createdAt: began,
      updatedAt: new Date(at.getTime() - 20 * DAY),
    },
  });

  const optedOut = new Map(
    Array.from(
      { length: SUPPRESSED },
      (_, position) =>
        [
          buyers[5 + position * 41]?.email ?? '',
          new Date(at.getTime() - (2 + position * 9) * DAY - roll() * DAY),
        ] as const,
    ).filter(([email]) => email !== ''),
  );
  await transaction.buyerEmailPreference.createMany({
    data: [...optedOut].map(([email, optedOutAt]) => ({ accountId, email, abandonedCartOptOut: true, optedOutAt })),
  });

  const rows: Prisma.AbandonedCartReminderCreateManyInput[] = [];
  while (rows.length < REMINDERS) {
    // More and more are sent; the newest an hour ago.
    const sentAt = new Date(at.getTime() - HOUR - (1 - roll() ** 0.8) * 88 * DAY);
    const known = buyers.filter(({ email, since }) => since < sentAt && sentAt < (optedOut.get(email) ?? at));
    if (known.length === 0) continue;
    const buyer = pick(known, roll);
    const chance = roll();
    const shape = SHAPES.find(({ weight }) => chance < weight);
    if (shape === undefined) continue;
    const cart = makeCart(rows.length + 1, roll);
    // Most who come back do so within the first hours.
    const recoveredAt = new Date(sentAt.getTime() + (0.2 + roll() ** 3 * 70) * HOUR);
    const isRecovered = roll() < RECOVERED && recoveredAt < at;
    rows.push({
      accountId,
      customerId: buyer.customerId,
      cartId: cart.id,
      email: buyer.email,
      cartSnapshot: shape.snapshot(cart),
      valueAtSend: BigInt(shape.value(cart)),
      currencyAtSend: shape.currency,
      discountCodeId: code !== null && shape.currency === 'IDR' && code.createdAt < sentAt ? code.id : null,
      marketingCampaignId: campaign !== null && campaign.createdAt < sentAt && roll() < 0.3 ? campaign.id : null,
      externalSource: shape.source,
      externalRef: `ingat-${cart.id}`,
      sentAt,
      recoveredAt: isRecovered ? recoveredAt : null,
      recoveredBySessionId: isRecovered ? `co_${cart.id}` : null,
    });
  }
  await transaction.abandonedCartReminder.createMany({ data: rows });
}
