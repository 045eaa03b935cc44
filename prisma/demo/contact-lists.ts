/** Lists that Kopi Nusantara keeps by hand, and who is in them. */
import type { Person } from '@/prisma/demo/contacts';
import type { Database } from '@/server/platform/db/client';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

interface DemoList {
  name: string;
  description: string | null;
  /** Days ago. */
  age: number;
  /** Recipients may choose it. */
  public?: true;
  has: (person: Person, roll: () => number) => boolean;
}

const LISTS: readonly DemoList[] = [
  {
    name: 'Buletin mingguan',
    public: true,
    description: 'Setiap Kamis pagi: biji baru, resep, dan jadwal kelas.',
    age: 88,
    has: ({ email, subscriptions }) => email !== null && subscriptions.email === 'subscribed',
  },
  { name: 'Pelanggan setia', description: 'Lima pesanan atau lebih.', age: 80, has: ({ orders }) => orders >= 5 },
  {
    name: 'Peserta kelas seduh',
    public: true,
    description: 'Pernah ikut kelas di Menteng atau Dago.',
    age: 71,
    has: ({ source }, roll) => source === 'kelas-seduh' || roll() < 0.04,
  },
  {
    name: 'Jakarta dan sekitarnya',
    description: 'Untuk undangan acara di kedai Menteng dan Kemang.',
    age: 64,
    has: ({ city }) => city === 'Jakarta',
  },
  {
    name: 'Kedai dan kantor',
    description: 'Pembeli kiloan dan langganan kantor.',
    age: 58,
    has: ({ company }) => company !== null,
  },
  {
    name: 'Penyuka Gayo',
    description: 'Mendapat kabar lebih dulu tentang panen Gayo.',
    age: 25,
    has: ({ favorite }) => favorite === 'Gayo Honey',
  },
  {
    name: 'Ulang tahun Desember',
    description: 'Dikirimi kode ULANGTAHUN pada 1 Desember.',
    age: 9,
    has: ({ birthdayMonth }) => birthdayMonth === 12,
  },
  { name: 'Ikut 11.11', description: null, age: 12, has: (_, roll) => roll() < 0.22 },
  {
    name: 'Tester biji baru',
    description: 'Menerima 50 g sebelum dijual dan mengisi survei rasa.',
    age: 33,
    has: ({ points, brewer }) => points > 900 && brewer !== null,
  },
  {
    name: 'Bandung dan sekitarnya',
    description: 'Kabar kedai Dago: jam buka, kelas, dan menu musiman.',
    age: 62,
    has: ({ city }) => city === 'Bandung',
  },
  {
    name: 'Surabaya dan Malang',
    description: 'Calon kedai keempat.',
    age: 47,
    has: ({ city }) => /Sur|Mal/.test(city),
  },
  { name: 'Bali', description: null, age: 44, has: ({ city }) => city === 'Denpasar' },
  {
    name: 'Luar Jawa',
    description: 'Ongkir lebih mahal: ditawari paket 1 kg.',
    age: 41,
    has: ({ city }) => ['Medan', 'Makassar', 'Banda Aceh', 'Balikpapan', 'Denpasar'].includes(city),
  },
  {
    name: 'Pengguna V60',
    description: 'Resep tuang dan tips gilingan.',
    age: 53,
    has: ({ brewer }) => brewer === 'V60',
  },
  {
    name: 'Mesin espreso di rumah',
    description: 'Biji untuk espreso dan jadwal perawatan mesin.',
    age: 51,
    has: ({ brewer }) => brewer === 'Mesin espreso',
  },
  { name: 'Tubruk dan moka pot', description: null, age: 50, has: ({ brewer }) => /Tubruk|Moka/.test(brewer ?? '') },
  {
    name: 'Kopi susu aren',
    description: 'Penggemar botol 1 liter.',
    age: 38,
    has: ({ favorite }) => favorite === 'Kopi susu aren',
  },
  {
    name: 'Kenal dari Instagram',
    description: 'Datang lewat iklan atau pesan langsung.',
    age: 36,
    has: ({ source }) => source === 'instagram',
  },
  {
    name: 'Kasir Menteng',
    description: 'Mendaftar di meja kasir.',
    age: 76,
    has: ({ source }) => source === 'kasir-menteng',
  },
  { name: 'Kasir Bandung', description: null, age: 60, has: ({ source }) => source === 'kasir-bandung' },
  {
    name: 'Belum pernah pesan',
    description: 'Dapat kode SELAMATDATANG sekali lagi.',
    age: 20,
    has: ({ orders }) => orders === 0,
  },
  {
    name: 'Poin di atas 800',
    description: 'Bisa ditukar dengan satu kantong 250 g.',
    age: 17,
    has: ({ points }) => points > 800,
  },
  {
    name: 'WhatsApp, boleh dikirimi',
    description: 'Menyetujui pesan promo lewat WhatsApp.',
    age: 70,
    has: ({ phone, subscriptions }) => phone !== null && subscriptions.whatsapp === 'subscribed',
  },
  {
    name: 'Ulang tahun Januari',
    description: 'Dikirimi kode ULANGTAHUN pada 1 Januari.',
    age: 2,
    has: ({ birthdayMonth }) => birthdayMonth === 1,
  },
  {
    name: 'Antrean cold brew 24 jam',
    description: 'Menunggu produksi berikutnya.',
    age: 14,
    has: ({ favorite }, roll) => favorite === 'Cold brew' || roll() < 0.03,
  },
  {
    name: 'Hampers akhir tahun',
    description: 'Memesan hampers tahun lalu.',
    age: 6,
    has: ({ company, orders }, roll) => company !== null || (orders > 6 && roll() < 0.4),
  },
];

/**
 * Makes the lists. Their counts and the list_added events come from the triggers.
 * @param ids of the people, by their externalRef, which goes from plg-1000 on
 */
export async function makeContactLists(
  transaction: Transaction,
  accountId: string,
  at: Date,
  people: readonly Person[],
  ids: ReadonlyMap<string | null, string>,
  roll: () => number,
): Promise<void> {
  const lists = await transaction.contactList.createManyAndReturn({
    data: LISTS.map(({ name, description, age, public: isPublic = false }) => ({
      accountId,
      name,
      description,
      public: isPublic,
      createdAt: new Date(at.getTime() - age * DAY),
      updatedAt: new Date(at.getTime() - age * DAY),
    })),
    select: { id: true, name: true, createdAt: true },
  });
  const listIds = new Map(lists.map((list) => [list.name, list]));
  const members = LISTS.flatMap((list) => {
    const made = listIds.get(list.name);
    if (made === undefined) return [];
    return people.flatMap((person, index) => {
      const contactId = ids.get(`plg-${1000 + index}`);
      if (contactId === undefined || !list.has(person, roll)) return [];
      const addedAt = new Date(
        Math.max(person.createdAt.getTime(), made.createdAt.getTime()) + Math.floor(roll() * HOUR),
      );
      return [{ accountId, listId: made.id, contactId, addedAt }];
    });
  });
  await transaction.contactListMember.createMany({ data: members });
}
