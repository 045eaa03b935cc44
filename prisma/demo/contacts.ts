/**
 * The customers of Kopi Nusantara: 420 people that do not exist, at addresses that lead nowhere. externalRef goes from
 * plg-1000 on, as in the redemptions of the demo.
 */
import { makeContactLists } from '@/prisma/demo/contact-lists';
import { makeForms } from '@/prisma/demo/forms';
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { toE164 } from '@/server/platform/lib/phone';
import { IMPORT_SOURCE } from '@/server/modules/audience/contacts/vocabulary';
import { identityHash } from '@/server/modules/audience/contacts/identity';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** As many as there are customers in the redemptions. */
const CUSTOMERS = 420;

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

/** First and last names that go together; people from the whole archipelago. */
const FAMILIES: readonly { first: readonly string[]; last: readonly string[] }[] = [
  {
    first: [
      'Sari',
      'Dewi',
      'Ratna',
      'Wulan',
      'Endang',
      'Bagus',
      'Joko',
      'Agus',
      'Bambang',
      'Rizky',
      'Dimas',
      'Bayu',
      'Ayu',
      'Lestari',
      'Galih',
      'Tri',
    ],
    last: ['Wibowo', 'Santoso', 'Pratama', 'Nugroho', 'Setiawan', 'Rahayu', 'Kusuma', 'Widodo', 'Purnomo', 'Handayani'],
  },
  {
    first: ['Asep', 'Neng', 'Ujang', 'Euis', 'Dadan', 'Cecep', 'Tita', 'Rina', 'Yayan', 'Lilis'],
    last: ['Hidayat', 'Suryana', 'Permana', 'Kurniawan', 'Nurjanah', 'Sukmara'],
  },
  {
    first: ['Togar', 'Maruli', 'Tiur', 'Rotua', 'Hotman', 'Lasma', 'Parulian', 'Sondang'],
    last: ['Siregar', 'Simanjuntak', 'Nasution', 'Panjaitan', 'Lubis', 'Hutapea', 'Sitorus'],
  },
  {
    first: ['Putu', 'Made', 'Nyoman', 'Ketut', 'Komang', 'Wayan', 'Kadek', 'Luh'],
    last: ['Suardana', 'Artawan', 'Sudiarta', 'Widiani', 'Mahendra', 'Puspita'],
  },
  {
    first: ['Fadhil', 'Zulkifli', 'Nadia', 'Rahma', 'Ilham', 'Yusuf', 'Aisyah', 'Hafiz', 'Laila', 'Salman'],
    last: ['Chaniago', 'Tanjung', 'Ramadhan', 'Azhari', 'Maulana', 'Hakim', 'Fauzi'],
  },
  {
    first: ['Kevin', 'Michelle', 'Felicia', 'Hendra', 'Yohanes', 'Stefanus', 'Grace', 'Monica', 'Andreas', 'Vania'],
    last: ['Wijaya', 'Halim', 'Tanuwijaya', 'Gunawan', 'Hartono', 'Limanto', 'Susanto'],
  },
  {
    first: ['Andi', 'Besse', 'Daeng', 'Yulius', 'Ros', 'Marlon', 'Jefri', 'Olivia'],
    last: ['Mappangara', 'Pabeta', 'Rumengan', 'Lalamentik', 'Tandiono', 'Sambara', 'Wanma'],
  },
];

/** Weight, and what people there drink most. */
const CITIES: readonly { city: string; weight: number; favorites: readonly string[] }[] = [
  { city: 'Jakarta', weight: 30, favorites: ['Gayo Honey', 'Kopi susu aren', 'Toraja Sapan'] },
  { city: 'Bandung', weight: 17, favorites: ['Preanger Natural', 'Kopi susu aren', 'Gayo Honey'] },
  { city: 'Surabaya', weight: 12, favorites: ['Ijen Washed', 'Kopi susu aren'] },
  { city: 'Yogyakarta', weight: 9, favorites: ['Merapi Robusta', 'Gayo Honey'] },
  { city: 'Denpasar', weight: 8, favorites: ['Kintamani Natural', 'Cold brew'] },
  { city: 'Medan', weight: 7, favorites: ['Mandheling', 'Lintong'] },
  { city: 'Makassar', weight: 6, favorites: ['Toraja Sapan', 'Kalosi'] },
  { city: 'Semarang', weight: 5, favorites: ['Temanggung Robusta', 'Kopi susu aren'] },
  { city: 'Malang', weight: 3, favorites: ['Dampit Robusta', 'Ijen Washed'] },
  { city: 'Banda Aceh', weight: 2, favorites: ['Gayo Honey', 'Sanger'] },
  { city: 'Balikpapan', weight: 1, favorites: ['Cold brew'] },
];

const BREWERS = ['V60', 'Tubruk', 'French press', 'Mesin espreso', 'Aeropress', 'Moka pot'];
const SOURCES: readonly { source: string | null; weight: number }[] = [
  { source: 'toko-online', weight: 42 },
  { source: 'kasir-menteng', weight: 14 },
  { source: 'kasir-bandung', weight: 11 },
  { source: 'csv_import', weight: 14 },
  { source: 'instagram', weight: 9 },
  { source: 'kelas-seduh', weight: 6 },
  { source: null, weight: 4 },
];
const MAIL_HOSTS = ['surel.example', 'kotak.example', 'warta.example', 'pos.example'];

export interface Person {
  firstName: string;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  city: string;
  favorite: string;
  birthdayMonth: number;
  points: number;
  orders: number;
  brewer: string | null;
  company: string | null;
  source: string | null;
  subscriptions: Record<string, string>;
  createdAt: Date;
}

function pick<Entry>(entries: readonly Entry[], roll: () => number): Entry {
  const entry = entries[Math.floor(roll() * entries.length)];
  if (entry === undefined) throw new Error('Nothing to pick from.');
  return entry;
}

function weighted<Entry extends { weight: number }>(entries: readonly Entry[], roll: () => number): Entry {
  let left = roll() * entries.reduce((sum, { weight }) => sum + weight, 0);
  return entries.find(({ weight }) => (left -= weight) < 0) ?? pick(entries, roll);
}

/** Most never said anything, which counts as subscribed; some said so, some left. */
function subscriptionsOf(email: string | null, phone: string | null, roll: () => number): Record<string, string> {
  const subscriptions: Record<string, string> = {};
  const mail = roll();
  if (email !== null && mail < 0.72)
    subscriptions.email = mail < 0.06 ? 'unsubscribed' : mail < 0.09 ? 'pending' : 'subscribed';
  const chat = roll();
  if (phone !== null && chat < 0.5) subscriptions.whatsapp = chat < 0.07 ? 'unsubscribed' : 'subscribed';
  return subscriptions;
}

function makePerson(index: number, at: Date, roll: () => number): Person {
  const family = pick(FAMILIES, roll);
  const firstName = pick(family.first, roll);
  const lastName = roll() < 0.92 ? pick(family.last, roll) : null;
  const { city, favorites } = weighted(CITIES, roll);
  const handle = [firstName, lastName]
    .filter((name) => name !== null)
    .join(roll() < 0.5 ? '.' : '')
    .toLowerCase();
  const email =
    roll() < 0.88 ? `${handle}${index % 7 === 0 ? '' : (index * 37) % 100}@${pick(MAIL_HOSTS, roll)}` : null;
  // Of a block that no operator gives to customers.
  const digits = String(index).padStart(4, '0');
  const phone =
    email === null || roll() < 0.7 ? (roll() < 0.6 ? `+62 812-0000-${digits}` : `0812 0000 ${digits}`) : null;
  const orders = Math.floor(roll() ** 2 * 14);
  return {
    firstName,
    lastName,
    email,
    phone,
    city,
    favorite: pick(favorites, roll),
    birthdayMonth: 1 + Math.floor(roll() * 12),
    points: orders * 90 + Math.floor(roll() * 80),
    orders,
    brewer: roll() < 0.55 ? pick(BREWERS, roll) : null,
    company: roll() < 0.06 ? `Kedai ${pick(family.last, roll)}` : null,
    source: weighted(SOURCES, roll).source,
    subscriptions: subscriptionsOf(email, phone, roll),
    // More and more come; the newest an hour ago.
    createdAt: new Date(at.getTime() - HOUR - Math.floor((1 - (index + roll()) / CUSTOMERS) ** 1.3 * 88 * DAY)),
  };
}

function attributesOf({
  city,
  favorite,
  birthdayMonth,
  points,
  orders,
  brewer,
  company,
}: Person): Prisma.InputJsonObject {
  return {
    city,
    favorite_coffee: favorite,
    birthday_month: birthdayMonth,
    loyalty_points: points,
    orders,
    ...(brewer !== null && { brewer }),
    ...(company !== null && { company, wholesale: true }),
  };
}

/**
 * Makes the contacts and their lists. Lists' counts, the month's tally and the list_added events come from the triggers.
 * @param at the present
 * @param roll chance, 0 to 1, the same in every demo
 */
export async function makeContacts(
  transaction: Transaction,
  accountId: string,
  at: Date,
  roll: () => number,
): Promise<void> {
  const people = Array.from({ length: CUSTOMERS }, (_, index) => makePerson(index, at, roll));
  const rows = await transaction.contact.createManyAndReturn({
    data: people.map((person, index) => ({
      accountId,
      identityHash: identityHash(person.email, person.phone),
      email: person.email,
      phone: person.phone,
      phoneE164: person.phone === null ? null : toE164(person.phone, 'ID'),
      firstName: person.firstName,
      lastName: person.lastName,
      subscriptions: person.subscriptions,
      attributes: attributesOf(person),
      source: person.source,
      externalRef: `plg-${1000 + index}`,
      createdAt: person.createdAt,
      updatedAt: person.createdAt,
    })),
    select: { id: true, email: true, externalRef: true, subscriptions: true, createdAt: true, source: true },
  });
  const entries = rows.flatMap(({ id, subscriptions, createdAt, source }) =>
    Object.entries(subscriptions as Record<string, string>).flatMap(([family, to]) => [
      {
        ...{ accountId, contactId: id, family, at: createdAt },
        ...{ from: null, to: to === 'unsubscribed' ? 'subscribed' : to },
        ...(source === IMPORT_SOURCE ? { by: 'import' } : { by: 'shop', source: { externalSource: 'kopi-nusantara' } }),
      },
      ...(to === 'unsubscribed'
        ? [
            {
              ...{ accountId, contactId: id, family, from: 'subscribed', to, by: 'recipient' },
              at: new Date(createdAt.getTime() + 9 * DAY),
            },
          ]
        : []),
    ]),
  );
  // The ledger is in the order in which things happened.
  await transaction.consentEntry.createMany({ data: entries.sort((a, b) => a.at.getTime() - b.at.getTime()) });
  const ids = new Map(rows.map(({ externalRef, id }) => [externalRef, id]));
  await makeContactLists(transaction, accountId, at, people, ids, roll);
  const signers = rows.flatMap(({ id, email, subscriptions }) =>
    email !== null && (subscriptions as Record<string, string>).email === 'subscribed'
      ? [{ contactId: id, email }]
      : [],
  );
  await makeForms(transaction, accountId, at, signers, roll);
}
