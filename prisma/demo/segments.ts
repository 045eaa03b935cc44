/** Segments of the demo workspace: what a coffee shop asks of its people. */
import type { Definition } from '@/server/modules/audience/audience-segments/schema';

interface DemoSegment {
  name: string;
  description: string | null;
  definition: Definition;
  /** Days before now. */
  age: number;
  archived?: true;
}

type Group = Definition['groups'][number];
const all = (...conditions: Group['conditions']): Group => ({ match: 'all', conditions });
const any = (...conditions: Group['conditions']): Group => ({ match: 'any', conditions });
const every = (...groups: Group[]): Definition => ({ match: 'all', groups });

const SUBSCRIBED: Group['conditions'][number] = {
  field: 'subscriptions.email',
  op: 'not_in',
  value: ['unsubscribed', 'pending'],
};

const SEGMENTS: DemoSegment[] = [
  {
    name: 'Jakarta, boleh disurati',
    description: 'Untuk acara di kedai Menteng.',
    definition: every(
      all({ field: 'attributes.city', op: 'contains', value: 'Jakarta' }, { field: 'email', op: 'is_set' }, SUBSCRIBED),
    ),
    age: 70,
  },
  {
    name: 'Bandung & sekitarnya',
    description: null,
    definition: every(any({ field: 'attributes.city', op: 'in', value: ['Bandung', 'Cimahi'] })),
    age: 64,
  },
  {
    name: 'Membuka bulan ini, belum beli',
    description: 'Dapat kode kecil supaya mencoba.',
    definition: every(
      all(
        { event: 'message.opened', op: 'at_least', count: 1, withinDays: 30 },
        { event: 'discount.redeemed', op: 'none', withinDays: 30 },
      ),
    ),
    age: 48,
  },
  {
    name: 'Pemakai kode setia',
    description: 'Dua kode atau lebih.',
    definition: every(all({ event: 'discount.redeemed', op: 'at_least', count: 2 })),
    age: 40,
  },
  {
    name: 'Perlu disapa lagi',
    description: 'Pernah dikirimi, tidak lagi membuka.',
    definition: every(
      all(
        { event: 'message.sent', op: 'at_least', count: 1, withinDays: 90 },
        { event: 'message.opened', op: 'none', withinDays: 60 },
      ),
      all(SUBSCRIBED),
    ),
    age: 21,
  },
  {
    name: 'Hanya telepon',
    description: 'Untuk WhatsApp saja.',
    definition: every(all({ field: 'phone', op: 'is_set' }, { field: 'email', op: 'not_set' })),
    age: 12,
  },
  {
    name: 'Lima pesanan atau lebih',
    description: 'Ditawari langganan bulanan.',
    definition: every(all({ field: 'attributes.orders', op: 'gte', value: 5 }, SUBSCRIBED)),
    age: 68,
  },
  {
    name: 'Baru sebulan terakhir',
    description: 'Dapat tiga surat perkenalan.',
    definition: every(all({ field: 'createdAt', op: 'within_days', value: 30 })),
    age: 66,
  },
  {
    name: 'Belum pernah pesan, sudah lama',
    description: null,
    definition: every(
      all({ field: 'attributes.orders', op: 'eq', value: 0 }, { field: 'createdAt', op: 'not_within_days', value: 45 }),
    ),
    age: 62,
  },
  {
    name: 'Penyuka Toraja atau Kalosi',
    description: 'Kabar panen dari Sulawesi.',
    definition: every(any({ field: 'attributes.favorite_coffee', op: 'in', value: ['Toraja Sapan', 'Kalosi'] })),
    age: 59,
  },
  {
    name: 'Mengeklik minggu ini',
    description: 'Sedang ramai: hubungi lewat WhatsApp.',
    definition: every(
      all({ event: 'message.clicked', op: 'at_least', count: 1, withinDays: 7 }, { field: 'phone', op: 'is_set' }),
    ),
    age: 55,
  },
  {
    name: 'Surat selalu kembali',
    description: 'Alamat perlu diperiksa kasir.',
    definition: every(all({ event: 'message.bounced', op: 'at_least', count: 1 })),
    age: 52,
  },
  {
    name: 'Poin 500 sampai 900',
    description: 'Tinggal sedikit lagi untuk satu kantong gratis.',
    definition: every(all({ field: 'attributes.loyalty_points', op: 'between', value: [500, 900] })),
    age: 46,
  },
  {
    name: 'Grosir',
    description: 'Kedai dan kantor: harga kiloan.',
    definition: every(all({ field: 'attributes.wholesale', op: 'eq', value: true })),
    age: 44,
  },
  {
    name: 'Bali dan Makassar, suka cold brew',
    description: null,
    definition: every(
      any(
        { field: 'attributes.city', op: 'eq', value: 'Denpasar' },
        { field: 'attributes.city', op: 'eq', value: 'Makassar' },
      ),
      all({ field: 'attributes.favorite_coffee', op: 'contains', value: 'brew' }),
    ),
    age: 42,
  },
  {
    name: 'Meninggalkan keranjang, tidak kembali',
    description: 'Sudah diingatkan, belum membeli.',
    definition: every(
      all(
        { event: 'cart.abandoned', op: 'at_least', count: 1, withinDays: 60 },
        { event: 'cart.recovered', op: 'none', withinDays: 60 },
      ),
    ),
    age: 37,
  },
  {
    name: 'Mengajak teman',
    description: 'Pernah mendapat hadiah referral.',
    definition: every(all({ event: 'referral.rewarded', op: 'at_least', count: 1 })),
    age: 35,
  },
  {
    name: 'Ulang tahun Desember',
    description: 'Kode ULANGTAHUN pada 1 Desember.',
    definition: every(all({ field: 'attributes.birthday_month', op: 'eq', value: 12 })),
    age: 30,
  },
  {
    name: 'Pemilik V60 atau Aeropress',
    description: 'Filter dan gilingan sedang.',
    definition: every(any({ field: 'attributes.brewer', op: 'in', value: ['V60', 'Aeropress'] })),
    age: 27,
  },
  {
    name: 'Kasir Menteng tanpa surel',
    description: 'Diminta surel pada kunjungan berikutnya.',
    definition: every(all({ field: 'source', op: 'eq', value: 'kasir-menteng' }, { field: 'email', op: 'not_set' })),
    age: 24,
  },
  {
    name: 'Ikut kelas, belum beli alat',
    description: null,
    definition: every(
      all({ field: 'source', op: 'eq', value: 'kelas-seduh' }, { field: 'attributes.brewer', op: 'not_set' }),
    ),
    age: 19,
  },
  {
    name: 'Menerima surat, tidak pernah membuka',
    description: 'Dibersihkan setiap tiga bulan.',
    definition: every(
      all({ event: 'message.delivered', op: 'at_least', count: 3 }, { event: 'message.opened', op: 'none' }),
    ),
    age: 16,
  },
  {
    name: 'Sumatra',
    description: 'Ongkir gratis dari gudang Medan.',
    definition: every(any({ field: 'attributes.city', op: 'in', value: ['Medan', 'Banda Aceh', 'Padang'] })),
    age: 10,
  },
  {
    name: 'Calon pembeli hampers',
    description: 'Pemakai kode atau pelanggan kantor.',
    definition: every(
      any(
        { event: 'discount.redeemed', op: 'at_least', count: 1, withinDays: 30 },
        { field: 'attributes.wholesale', op: 'eq', value: true },
      ),
      all(SUBSCRIBED),
    ),
    age: 5,
  },
  {
    name: 'Harbolnas, dingin',
    description: 'Tahun lalu; tidak dipakai lagi.',
    definition: every(all({ event: 'message.opened', op: 'none', withinDays: 90 })),
    age: 78,
    archived: true,
  },
  {
    name: 'Impor lama',
    description: null,
    definition: every(all({ field: 'source', op: 'eq', value: 'csv_import' })),
    age: 80,
    archived: true,
  },
];

const DAY = 24 * 60 * 60 * 1000;

/** Rows of AudienceSegment, for the demo workspace as it stands at `now`. */
export const demoSegments = (accountId: string, now: Date) =>
  SEGMENTS.map(({ age, archived, ...segment }) => {
    const createdAt = new Date(now.getTime() - age * DAY);
    return { ...segment, accountId, status: archived ? 'archived' : 'active', createdAt, updatedAt: createdAt };
  });
