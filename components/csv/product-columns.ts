/**
 * The part of a product that a column of a file stands for: guessed from its name, as Google, Shopify, WooCommerce,
 * Tokopedia and Shopee name theirs.
 */
import { guessByName } from '@/components/csv/guess-by-name';
import type { ColumnSummary } from '@/components/csv/inspect';
import type { RowMapping } from '@/components/csv/row';

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
  'salePrice',
  'gtin',
  'mpn',
  'condition',
  'itemGroupId',
  'color',
  'size',
  'gender',
  'ageGroup',
  'additionalImages',
  'shippingWeight',
] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

export type ProductMapping = RowMapping<ProductField>;

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
  price: ['price', 'harga', 'regular price', 'variant price', 'harga jual', 'harga rp', 'harga satuan', 'sale price'],
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
  salePrice: ['sale price', 'harga diskon', 'harga promo', 'discounted price'],
  gtin: ['gtin', 'ean', 'upc', 'barcode', 'isbn', 'variant barcode', 'gtin upc ean or isbn', 'kode batang'],
  mpn: ['mpn', 'manufacturer part number'],
  condition: ['condition', 'kondisi'],
  itemGroupId: ['item group id', 'parent', 'parent sku', 'sku induk'],
  color: ['color', 'colour', 'warna'],
  size: ['size', 'ukuran'],
  gender: ['gender', 'jenis kelamin'],
  ageGroup: ['age group', 'kelompok usia'],
  additionalImages: ['additional image link', 'additional images', 'gambar tambahan'],
  shippingWeight: ['shipping weight', 'berat', 'weight', 'berat pengiriman'],
};

export const guessProducts = (columns: readonly ColumnSummary[]): ProductMapping =>
  guessByName(columns, PRODUCT_FIELDS, NAMES);
