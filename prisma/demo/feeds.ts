/** The catalogue of Kopi Nusantara as its shop platform would have sent it, with the faults that catalogues have. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Product = Omit<Prisma.FeedProductCreateManyInput, 'accountId' | 'updatedAt'>;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const IMAGES = 'https://gambar.kopinusantara.example';
const COFFEE = 'Food, Beverages & Tobacco > Beverages > Coffee';
const MAKERS = 'Home & Garden > Kitchen & Dining > Kitchen Appliances > Coffee Makers & Espresso Machines';
const CUPS = 'Home & Garden > Kitchen & Dining > Tableware > Drinkware > Mugs';

const ORIGINS: { name: string; region: string; notes: string; price: number }[] = [
  {
    name: 'Gayo Natural',
    region: 'Aceh Tengah',
    notes: 'buah beri, cokelat hitam dan akhir yang manis',
    price: 98_000,
  },
  { name: 'Gayo Wine', region: 'Bener Meriah', notes: 'anggur merah, kismis dan rempah', price: 145_000 },
  { name: 'Toraja Sapan', region: 'Toraja Utara', notes: 'gula aren, kayu manis dan bodi yang tebal', price: 112_000 },
  { name: 'Kintamani', region: 'Bangli, Bali', notes: 'jeruk keprok, madu dan keasaman yang cerah', price: 105_000 },
  { name: 'Flores Bajawa', region: 'Ngada, Flores', notes: 'kacang panggang, cokelat susu dan vanila', price: 99_000 },
  { name: 'Java Preanger', region: 'Pangalengan, Jawa Barat', notes: 'melati, teh hitam dan karamel', price: 108_000 },
  { name: 'Mandailing', region: 'Mandailing Natal', notes: 'tembakau, kakao dan rempah hangat', price: 102_000 },
  {
    name: 'Enrekang Kalosi',
    region: 'Enrekang, Sulawesi Selatan',
    notes: 'persik, bunga dan gula merah',
    price: 118_000,
  },
  {
    name: 'Wamena',
    region: 'Pegunungan Jayawijaya, Papua',
    notes: 'apel merah, madu hutan dan akhir yang bersih',
    price: 132_000,
  },
];

const SIZES = [
  { label: '200 g', factor: 1 },
  { label: '500 g', factor: 2.3 },
  { label: '1 kg', factor: 4.3 },
] as const;

const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const coffees = (): Product[] =>
  ORIGINS.flatMap(({ name, region, notes, price }, origin) =>
    SIZES.map(({ label, factor }, size) => {
      const title = `Kopi ${name} ${label}`;
      return {
        externalRef: `KN-${101 + origin}-${size + 1}`,
        slug: slugOf(title),
        name: title,
        description: `Biji kopi arabika dari ${region}, disangrai setiap Selasa di Jakarta. Rasanya ${notes}. Tersedia utuh atau digiling sesuai alat seduh Anda.`,
        priceCents: BigInt(Math.round((price * factor) / 500) * 500),
        currency: 'IDR',
        available: !(size === 2 && origin % 3 === 1),
        imageUrl: `${IMAGES}/${slugOf(`kopi ${name}`)}.jpg`,
        brand: 'Kopi Nusantara',
        productCategory: 'Kopi',
        mpn: `KN-${101 + origin}-${size + 1}`,
        condition: 'new',
        itemGroupId: `KN-${101 + origin}`,
        size: label,
        shippingWeight: label.replace(/^(\d+) g$/, (_, grams: string) => `${Number(grams) + 40} g`),
        additionalImages: [`${IMAGES}/${slugOf(`kopi ${name}`)}-belakang.jpg`],
        // The harvest of last year goes.
        ...(origin % 4 === 2 && { salePrice: BigInt(Math.round((price * factor * 0.85) / 500) * 500) }),
      };
    }),
  );

const gear = (name: string, price: number, productCategory: string | null, more: Partial<Product> = {}): Product => ({
  externalRef: `KN-${slugOf(name)}`,
  slug: slugOf(name),
  name,
  description: `${name} pilihan barista Kopi Nusantara, bergaransi satu tahun dan siap kirim dari Jakarta.`,
  priceCents: BigInt(price),
  currency: 'IDR',
  available: true,
  imageUrl: `${IMAGES}/${slugOf(name)}.jpg`,
  brand: 'Kopi Nusantara',
  productCategory,
  ...more,
});

const LONG =
  'Paket Hampers Lebaran Kopi Nusantara Isi Enam Kopi Pilihan Gayo Toraja Kintamani Flores Preanger Mandailing dengan Dua Cangkir Keramik dan Kartu Ucapan yang Ditulis Tangan';

/** Everything that is no coffee in a bag, and what a merchant would have to look at. */
const others = (): Product[] => [
  gear('Dripper V60 Keramik Putih', 185_000, MAKERS, { brand: 'Hario' }),
  gear('Dripper V60 Plastik Bening', 78_000, MAKERS, { brand: 'Hario' }),
  gear('French Press 600 ml', 240_000, MAKERS, { brand: 'Bodum' }),
  gear('Moka Pot 3 Cangkir', 310_000, MAKERS, { brand: 'Bialetti' }),
  gear('AeroPress Go', 690_000, MAKERS, { brand: 'AeroPress', gtin: '0852164007049', condition: 'new' }),
  gear('Penggiling Manual C2', 875_000, MAKERS, { brand: 'Timemore', gtin: '6970422270000', condition: 'baru' }),
  gear('Timbangan Digital 2 kg', 265_000, null, { brand: 'Timemore' }),
  gear('Ketel Leher Angsa 1 L', 420_000, MAKERS, { brand: null }),
  gear('Cangkir Keramik Senja', 89_000, CUPS),
  gear('Cangkir Enamel Nusantara', 65_000, CUPS),
  gear('Gelas Kopi Susu 350 ml', 49_000, CUPS, { brand: null }),
  gear('Tumbler Baja 473 ml', 219_000, CUPS, { available: false }),
  gear('Filter Kertas V60 isi 100', 62_000, null, { brand: 'Hario' }),
  gear('Kopi Susu Literan', 78_000, COFFEE, { description: null }),
  gear('Cold Brew 250 ml', 32_000, COFFEE, { imageUrl: null }),
  gear('Kelas Latte Art Sabtu', 350_000, null, { imageUrl: null, brand: null }),
  gear('Kartu Hadiah Digital', 0, null, { description: 'Nilainya Anda pilih sendiri saat membayar.' }),
  gear(LONG, 485_000, COFFEE, { externalRef: 'KN-hampers-lebaran', slug: 'hampers-lebaran' }),
  gear('PROMO BIJI KOPI HEMAT', 59_000, COFFEE),
  gear('Celemek Barista', 175_000, null, { available: false }),
  gear('Drip Bag Gayo isi 7', 63_000, COFFEE),
  gear('Drip Bag Campuran isi 10', 85_000, COFFEE),
  gear('Sirup Gula Aren 500 ml', 54_000, null),
  gear('Gayo Gift Box Worldwide', 3_900, COFFEE, {
    currency: 'USD',
    description: 'Two bags of Gayo, roasted to order and shipped worldwide from Jakarta.',
  }),
];

const retired = (): Product[] =>
  ['Kopi Lampung Robusta 200 g', 'Kalender Kopi 2026', 'Cangkir Kemerdekaan'].map((name, at) =>
    gear(name, 45_000 + at * 10_000, null),
  );

/** A config, and products that were changed over the last 60 days. */
export async function makeFeed(transaction: Transaction, accountId: string, at: Date): Promise<void> {
  const began = new Date(at.getTime() - 75 * DAY);
  await transaction.feedConfig.create({
    data: {
      accountId,
      enabled: true,
      includeUnpublished: true,
      defaultProductCategory: 'Food, Beverages & Tobacco',
      createdAt: began,
      updatedAt: began,
    },
  });
  await transaction.feedCategoryRule.createMany({
    data: [
      { match: 'is', category: 'Kopi', googleCategory: COFFEE },
      { match: 'begins', category: 'Alat seduh', googleCategory: MAKERS },
    ].map((rule, position) => ({ accountId, position, ...rule })),
  });
  const live = [...coffees(), ...others()].map((product, index) => ({
    ...product,
    updatedAt: new Date(at.getTime() - HOUR - index * 27 * HOUR),
  }));
  const gone = retired().map((product, index) => {
    const archivedAt = new Date(at.getTime() - (20 + index) * DAY);
    return { ...product, archivedAt, updatedAt: archivedAt };
  });
  await transaction.feedProduct.createMany({ data: [...live, ...gone].map((product) => ({ accountId, ...product })) });
}
