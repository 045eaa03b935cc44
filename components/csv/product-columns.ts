/** Which part of a product a column of a file stands for: guessed from its name, as Google, Shopify, WooCommerce, Tokopedia and Shopee name theirs. */
import { wordsOf } from '@/components/csv/contact-columns';
import type { ColumnSummary } from '@/components/csv/inspect';

export const PRODUCT_FIELDS = [
  'externalRef',
  'name',
  'slug',
  'description',
  'price',
  'currency',
  'available',
  'imageUrl',
  'brand',
  'productCategory',
] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** One for each column, in the order of the file; null: it is not imported. */
export type ProductMapping = (ProductField | null)[];

/** Names of each field, the more certain first: where two columns fit one field, the earlier name wins. */
const NAMES: Record<ProductField, readonly string[]> = {
  externalRef: [
    'external ref',
    'id',
    'sku',
    'product id',
    'item id',
    'id produk',
    'kode produk',
    'kode barang',
    'nomor sku',
    'variant sku',
  ],
  name: ['title', 'name', 'nama', 'nama produk', 'product name', 'nama barang', 'produk', 'judul'],
  slug: ['slug', 'handle', 'link', 'url', 'permalink', 'product url', 'tautan', 'alamat halaman'],
  description: [
    'description',
    'deskripsi',
    'body html',
    'deskripsi produk',
    'product description',
    'short description',
    'keterangan',
  ],
  price: ['price', 'harga', 'sale price', 'regular price', 'variant price', 'harga jual', 'harga rp', 'harga satuan'],
  currency: ['currency', 'mata uang', 'currency code'],
  available: [
    'available',
    'availability',
    'tersedia',
    'ketersediaan',
    'in stock',
    'stock',
    'stok',
    'quantity',
    'inventory quantity',
    'variant inventory qty',
    'jumlah stok',
    'status',
  ],
  imageUrl: [
    'image url',
    'image link',
    'image src',
    'image',
    'images',
    'gambar',
    'foto',
    'foto produk 1',
    'gambar 1',
    'url gambar',
    'variant image',
  ],
  brand: ['brand', 'merek', 'merk', 'vendor', 'brands'],
  productCategory: [
    'google product category',
    'product category',
    'kategori',
    'kategori produk',
    'category',
    'categories',
  ],
};

/** The guess for every column. No field is guessed twice: the more certain name wins, then the first column. */
export function guessProducts(columns: readonly ColumnSummary[]): ProductMapping {
  const mapping: ProductMapping = columns.map(() => null);
  const words = columns.map(({ header }) => wordsOf(header));
  for (const field of PRODUCT_FIELDS) {
    const ranked = words
      .map((name, at) => ({ at, rank: NAMES[field].indexOf(name) }))
      .filter(({ at, rank }) => rank !== -1 && (columns[at]?.filled ?? 0) > 0)
      .sort((a, b) => a.rank - b.rank || a.at - b.at);
    const best = ranked.find(({ at }) => mapping[at] === null);
    if (best !== undefined) mapping[best.at] = field;
  }
  return mapping;
}
