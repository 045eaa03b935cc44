/** Names and prices of an Indonesian shop: Kopi Nusantara, coffee and what one needs for it. Rupiah. */

export interface DemoCode {
  code: string;
  description: string;
  type: 'percent' | 'fixed' | 'shipping_percent' | 'shipping_fixed';
  value: number;
  currency?: 'IDR' | 'USD';
  scope?: 'products' | 'tags';
  productIds?: string[];
  tagFilter?: string[];
  minPurchaseAmount?: number;
  maxUsesTotal?: number;
  maxUsesPerCustomer?: number;
  /** Days before today on which it was made. */
  age: number;
  /** Days from today; negative is past. */
  starts?: number;
  expires?: number;
  archived?: boolean;
  public?: boolean;
  campaign?: string;
  /** How much it is used, 0 to 10. */
  popularity: number;
}

export const CAMPAIGNS = [
  { name: 'Pesta 11.11', description: 'Harbolnas pertama kuartal ini.', goal: 'conversion', status: 'archived', age: 40 },
  { name: 'Harbolnas 12.12', description: 'Diskon akhir tahun terbesar.', goal: 'conversion', status: 'live', age: 12 },
  { name: 'Peluncuran Gayo Honey', description: 'Biji baru dari Aceh Tengah.', goal: 'launch', status: 'live', age: 26 },
  { name: 'Hari Kopi Internasional', description: '1 Oktober, semua biji Nusantara.', goal: 'awareness', status: 'archived', age: 68 },
  { name: 'Pelanggan setia', description: 'Terima kasih untuk yang kembali.', goal: 'retention', status: 'live', age: 85 },
  { name: 'Akhir tahun di kantor', description: 'Paket untuk kantor dan hampers.', goal: 'other', status: 'draft', age: 4 },
] as const;

export const CODES: DemoCode[] = [
  { code: 'SELAMATDATANG', description: 'Pembelian pertama', type: 'percent', value: 10, maxUsesPerCustomer: 1, age: 89, public: true, popularity: 9, campaign: 'Pelanggan setia' },
  { code: 'GRATISONGKIR', description: 'Ongkir ditanggung sampai Rp20.000', type: 'shipping_fixed', value: 20_000, minPurchaseAmount: 150_000, age: 88, public: true, popularity: 10 },
  { code: 'KOPIPAGI', description: 'Biji kopi, setiap hari sebelum siang', type: 'percent', value: 15, scope: 'tags', tagFilter: ['biji-kopi'], age: 86, public: true, popularity: 7 },
  { code: 'GAJIAN25', description: 'Tanggal 25 sampai akhir bulan', type: 'fixed', value: 25_000, minPurchaseAmount: 200_000, maxUsesPerCustomer: 2, age: 83, popularity: 7 },
  { code: 'HARIKOPI', description: 'Hari Kopi Internasional', type: 'percent', value: 30, age: 70, starts: -52, expires: -49, popularity: 6, campaign: 'Hari Kopi Internasional' },
  { code: 'V60HEMAT', description: 'Dripper V60 dan kertas saring', type: 'fixed', value: 30_000, scope: 'products', productIds: ['v60-keramik-02', 'filter-v60-100'], age: 78, popularity: 3 },
  { code: 'KEMBALILAGI', description: 'Pelanggan yang lama tidak belanja', type: 'percent', value: 20, maxUsesPerCustomer: 1, age: 75, popularity: 4, campaign: 'Pelanggan setia' },
  { code: 'TEMANKOPI', description: 'Dibagikan oleh barista', type: 'fixed', value: 15_000, age: 74, popularity: 5 },
  { code: 'ONGKIRJAWA', description: 'Separuh ongkir untuk Pulau Jawa', type: 'shipping_percent', value: 50, age: 72, public: true, popularity: 6 },
  { code: 'PESTA1010', description: '10.10', type: 'percent', value: 25, minPurchaseAmount: 100_000, maxUsesTotal: 120, age: 50, starts: -43, expires: -41, popularity: 8 },
  { code: 'PESTA1111', description: '11.11, satu hari', type: 'percent', value: 35, minPurchaseAmount: 150_000, maxUsesTotal: 200, age: 30, starts: -11, expires: -9, popularity: 10, campaign: 'Pesta 11.11' },
  { code: 'ONGKIR1111', description: 'Gratis ongkir 11.11', type: 'shipping_fixed', value: 30_000, age: 30, starts: -11, expires: -9, popularity: 7, campaign: 'Pesta 11.11' },
  { code: 'HARBOLNAS12', description: '12.12, belum mulai', type: 'percent', value: 40, minPurchaseAmount: 150_000, maxUsesTotal: 500, age: 10, starts: 21, expires: 22, public: true, popularity: 0, campaign: 'Harbolnas 12.12' },
  { code: 'ONGKIR1212', description: 'Gratis ongkir 12.12', type: 'shipping_percent', value: 100, age: 10, starts: 21, expires: 22, popularity: 0, campaign: 'Harbolnas 12.12' },
  { code: 'GAYOHONEY', description: 'Biji baru Gayo Honey 250 g', type: 'fixed', value: 20_000, scope: 'products', productIds: ['gayo-honey-250'], age: 25, public: true, popularity: 6, campaign: 'Peluncuran Gayo Honey' },
  { code: 'GAYODUO', description: 'Dua bungkus Gayo Honey', type: 'fixed', value: 50_000, scope: 'products', productIds: ['gayo-honey-250'], minPurchaseAmount: 230_000, age: 24, popularity: 3, campaign: 'Peluncuran Gayo Honey' },
  { code: 'TORAJA10', description: 'Toraja Sapan', type: 'percent', value: 10, scope: 'products', productIds: ['toraja-sapan-250', 'toraja-sapan-1000'], age: 66, popularity: 3 },
  { code: 'KINTAMANI', description: 'Bali Kintamani, proses natural', type: 'percent', value: 12, scope: 'products', productIds: ['kintamani-natural-250'], age: 61, popularity: 3 },
  { code: 'MESINKOPI', description: 'Mesin espreso', type: 'fixed', value: 250_000, scope: 'tags', tagFilter: ['mesin'], minPurchaseAmount: 3_000_000, maxUsesTotal: 25, age: 58, popularity: 2 },
  { code: 'GRINDER100', description: 'Penggiling tangan', type: 'fixed', value: 100_000, scope: 'tags', tagFilter: ['penggiling'], minPurchaseAmount: 750_000, age: 55, popularity: 2 },
  { code: 'BARISTAPRO', description: 'Untuk kedai kopi, kiloan', type: 'percent', value: 18, scope: 'tags', tagFilter: ['kiloan'], minPurchaseAmount: 1_000_000, age: 80, popularity: 4 },
  { code: 'JUMATBERKAH', description: 'Setiap Jumat', type: 'fixed', value: 10_000, age: 69, public: true, popularity: 6 },
  { code: 'ULANGTAHUN', description: 'Bulan ulang tahun', type: 'percent', value: 20, maxUsesPerCustomer: 1, age: 65, popularity: 3, campaign: 'Pelanggan setia' },
  { code: 'INSTAGRAM15', description: 'Dari bio Instagram', type: 'percent', value: 15, maxUsesPerCustomer: 1, age: 60, popularity: 5 },
  { code: 'TIKTOKLIVE', description: 'Hanya saat siaran langsung', type: 'percent', value: 22, age: 45, expires: 14, popularity: 6 },
  { code: 'PODCASTKOPI', description: 'Pendengar podcast', type: 'fixed', value: 20_000, maxUsesTotal: 60, age: 42, popularity: 4 },
  { code: 'KANTOR5', description: 'Langganan kantor', type: 'percent', value: 5, minPurchaseAmount: 500_000, age: 38, popularity: 3, campaign: 'Akhir tahun di kantor' },
  { code: 'HAMPERS50', description: 'Hampers akhir tahun', type: 'fixed', value: 50_000, scope: 'tags', tagFilter: ['hampers'], minPurchaseAmount: 400_000, age: 4, public: true, popularity: 2, campaign: 'Akhir tahun di kantor' },
  { code: 'COLDBREW', description: 'Paket cold brew', type: 'fixed', value: 12_000, scope: 'tags', tagFilter: ['cold-brew'], age: 33, popularity: 4 },
  { code: 'DEKAF', description: 'Tanpa kafein', type: 'percent', value: 8, scope: 'products', productIds: ['dekaf-250'], age: 28, popularity: 1 },
  { code: 'SINGAPORE', description: 'Orders shipped to Singapore', type: 'percent', value: 10, currency: 'USD', age: 80, popularity: 2 },
  { code: 'KOMUNITAS', description: 'Komunitas seduh manual', type: 'percent', value: 10, maxUsesTotal: 100, age: 20, popularity: 4 },
  { code: 'PAKETHEMAT', description: 'Diganti oleh GAYODUO', type: 'fixed', value: 35_000, age: 84, archived: true, popularity: 4 },
  { code: 'AGUSTUSAN', description: 'Bulan kemerdekaan', type: 'percent', value: 17, age: 89, starts: -89, expires: -80, archived: true, popularity: 5 },
  { code: 'UJICOBA', description: 'Percobaan kasir, jangan dipakai', type: 'fixed', value: 1_000, age: 82, archived: true, popularity: 0 },
  { code: 'SUARAANDA', description: 'Terima kasih sudah mengisi survei', type: 'fixed', value: 15_000, maxUsesPerCustomer: 1, age: 16, popularity: 3 },
];

/** Prices of a basket's pieces, in rupiah. */
export const PRICES = [68_000, 85_000, 98_000, 115_000, 129_000, 145_000, 189_000, 265_000, 320_000, 475_000, 890_000, 1_250_000];

export const KEY_NAMES = [
  'Toko online', 'Kasir Menteng', 'Kasir Kemang', 'Kasir Bandung Dago', 'Kasir Surabaya Tunjungan', 'Kasir Yogyakarta', 'Kasir Denpasar', 'Kasir Medan', 'Kasir Makassar', 'Aplikasi Android',
  'Aplikasi iOS', 'Integrasi gudang', 'Integrasi akuntansi', 'Laporan harian', 'Dasbor penjualan', 'Bot WhatsApp', 'Ekspor mingguan', 'Uji coba staging', 'Agensi Ruang Kreatif', 'Mitra marketplace',
  'Sinkronisasi stok', 'Monitoring', 'Toko online (lama)', 'Kasir Menteng (lama)', 'Percobaan webhook', 'Laptop Rina', 'Skrip migrasi',
];
