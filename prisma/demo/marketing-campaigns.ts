/**
 * More campaigns of the demo's shop, and what the other parts of the demo do not tie to one by themselves: broadcasts
 * and the feed. Codes, posts, the referral program and cart reminders name their campaign where they are made.
 */
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 24 * 60 * 60 * 1000;

/** `age`: days ago. `broadcasts`: those that belong to it, by name. */
interface DemoCampaign {
  name: string;
  description: string | null;
  goal: 'awareness' | 'conversion' | 'retention' | 'launch' | 'other';
  status: 'draft' | 'live' | 'paused' | 'archived';
  age: number;
  broadcasts?: string[];
}

const CAMPAIGNS: readonly DemoCampaign[] = [
  {
    name: 'Kemerdekaan 17.8',
    description: 'Kopi merah putih, potongan Rp17.000.',
    goal: 'conversion',
    status: 'archived',
    age: 89,
  },
  {
    name: 'Buletin mingguan',
    description: 'Setiap Kamis pagi: biji, resep, jadwal kelas.',
    goal: 'retention',
    status: 'live',
    age: 86,
    broadcasts: [
      'Halo dari Kopi Nusantara',
      'Buletin #1: Gayo, panen awal',
      'Buletin #2: Air untuk kopi',
      'Buletin #3: Toraja Sapan',
      'Buletin #4: Menggiling di rumah',
      'Buletin #5: Dekaf yang enak',
      'Buletin #6: Kintamani natural',
      'Buletin #7: Cold brew 24 jam',
    ],
  },
  {
    name: 'Google Belanja',
    description: 'Semua biji dan alat di hasil pencarian.',
    goal: 'awareness',
    status: 'live',
    age: 82,
  },
  {
    name: 'Sekolah seduh',
    description: 'Kelas dasar sampai latte art.',
    goal: 'retention',
    status: 'live',
    age: 77,
    broadcasts: ['Kelas seduh September'],
  },
  { name: '9.9', description: null, goal: 'conversion', status: 'archived', age: 74 },
  {
    name: 'Kedai Kemang buka',
    description: 'Tiga minggu pertama kedai kedua.',
    goal: 'launch',
    status: 'archived',
    age: 69,
    broadcasts: ['Kedai Kemang dibuka'],
  },
  { name: 'Maulid', description: 'Hampers kecil untuk tetangga.', goal: 'other', status: 'archived', age: 66 },
  {
    name: 'Kiloan untuk kedai',
    description: 'Harga grosir dan kartu rasa untuk mitra.',
    goal: 'conversion',
    status: 'paused',
    age: 55,
    broadcasts: ['Kiloan untuk kedai'],
  },
  { name: 'Batik dan kopi', description: 'Kemasan edisi Hari Batik.', goal: 'awareness', status: 'archived', age: 50 },
  {
    name: '10.10',
    description: '25% sampai tengah malam.',
    goal: 'conversion',
    status: 'archived',
    age: 44,
    broadcasts: ['10.10', '10.10, pengingat'],
  },
  {
    name: 'Tester biji baru',
    description: 'Yang mencicipi sebelum dijual.',
    goal: 'retention',
    status: 'live',
    age: 38,
    broadcasts: ['Undangan cupping', 'Survei rasa'],
  },
  {
    name: 'Langganan bulanan',
    description: 'Kopi datang sendiri, tanggal 1.',
    goal: 'retention',
    status: 'draft',
    age: 34,
  },
  { name: 'Musim hujan', description: 'Kopi hitam, jahe, dan cokelat.', goal: 'awareness', status: 'paused', age: 29 },
  {
    name: 'Aplikasi Kopi Nusantara',
    description: 'Pesan lalu ambil tanpa antre.',
    goal: 'launch',
    status: 'live',
    age: 15,
    broadcasts: ['Aplikasi: pesan lalu ambil'],
  },
  {
    name: 'Ulang tahun pelanggan',
    description: 'Satu kode sepanjang bulan lahir.',
    goal: 'retention',
    status: 'live',
    age: 13,
    broadcasts: ['Ulang tahun Desember'],
  },
  { name: 'Natal di kedai', description: null, goal: 'awareness', status: 'draft', age: 7 },
  {
    name: 'Tahun baru, biji baru',
    description: 'Biji pertama tahun depan.',
    goal: 'launch',
    status: 'draft',
    age: 3,
    broadcasts: ['Tahun baru, biji baru'],
  },
  { name: 'Imlek', description: 'Angpao kopi, merah dan emas.', goal: 'conversion', status: 'draft', age: 2 },
  {
    name: 'Lebaran 2027',
    description: 'Hampers, THR kopi, dan pesanan kantor.',
    goal: 'conversion',
    status: 'draft',
    age: 1,
  },
];

/** Broadcasts of the campaigns that the codes brought along. */
const BROADCASTS: Readonly<Record<string, readonly string[]>> = {
  'Pelanggan setia': ['Terima kasih, pelanggan setia', 'Telegram: kedai libur'],
  'Peluncuran Gayo Honey': ['Stok baru untuk tim', 'Gayo Honey datang', 'Buletin #8: Gayo Honey'],
  'Pesta 11.11': ['11.11, pemanasan', '11.11', '11.11, dua jam lagi'],
  'Akhir tahun di kantor': ['Buletin #9: Hampers akhir tahun', 'Hampers untuk kantor'],
  'Harbolnas 12.12': ['Harbolnas 12.12'],
};

/** Ties broadcasts to their campaign; runs once they are there. */
export async function makeMarketingCampaigns(transaction: Transaction, accountId: string, at: Date): Promise<void> {
  const broadcasts: Record<string, readonly string[]> = { ...BROADCASTS };
  for (const { age, broadcasts: names = [], ...campaign } of CAMPAIGNS) {
    const createdAt = new Date(at.getTime() - age * DAY);
    await transaction.marketingCampaign.create({ data: { accountId, ...campaign, createdAt, updatedAt: createdAt } });
    broadcasts[campaign.name] = names;
  }
  const made = await transaction.marketingCampaign.findMany({ where: { accountId }, select: { id: true, name: true } });
  for (const { id, name } of made) {
    await transaction.broadcast.updateMany({
      where: { accountId, name: { in: [...(broadcasts[name] ?? [])] } },
      data: { marketingCampaignId: id },
    });
    if (name === 'Google Belanja')
      await transaction.feedConfig.updateMany({ where: { accountId }, data: { marketingCampaignId: id } });
  }
}
