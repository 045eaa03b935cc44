/** What Kopi Nusantara has sent in three months, and what it is about to. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { compileEmail } from '@/server/platform/email/compile';
import { providerEntry } from '@/server/platform/vendors/catalog';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import type { BlockDocument } from '@/server/platform/email/blocks-schema';
import { makeTest, type DemoTest } from '@/prisma/demo/broadcast-tests';
import { linkHashOf } from '@/server/modules/messaging/broadcasts/clicks';
import { paceMs } from '@/server/modules/messaging/broadcasts/vocabulary';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 24 * 60 * 60 * 1000;

interface DemoBroadcast {
  name: string;
  provider: ProviderId;
  /** Its list. */
  to: string;
  /** The subject of an e-mail, or the text of anything else. */
  says: string;
  body?: string;
  button?: string;
  /** Days ago; below zero: scheduled. */
  age: number;
  /** Shares of those who got it, in thousandths. */
  opened?: number;
  clicked?: number;
  draft?: true;
  /** It leaves at this rate, and is in the middle of it. */
  perHour?: number;
  /** At this hour of each contact's own day. */
  localTime?: string;
  test?: DemoTest;
}

const MAIL = 'email_p1';

const BROADCASTS: readonly DemoBroadcast[] = [
  {
    name: 'Halo dari Kopi Nusantara',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Selamat datang di buletin kami',
    body: 'Setiap Kamis pagi kami berbagi biji baru, resep, dan jadwal kelas. Terima kasih sudah ikut.',
    button: 'Lihat biji minggu ini',
    age: 85,
    opened: 610,
    clicked: 170,
  },
  {
    name: 'Buletin #1: Gayo, panen awal',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Gayo, panen awal tahun ini',
    body: 'Petani kami di Takengon memetik lebih awal. Rasanya lebih terang, dengan jeruk dan teh hitam.',
    button: 'Coba 250 g',
    age: 79,
    opened: 480,
    clicked: 120,
  },
  {
    name: 'Kelas seduh September',
    provider: MAIL,
    to: 'Peserta kelas seduh',
    says: 'Kelas V60 untuk pemula, 12 kursi',
    body: 'Dua jam bersama Barista Kinan di Menteng. Alat dan biji kami siapkan.',
    button: 'Ambil kursi',
    age: 62,
    opened: 640,
    clicked: 310,
  },
  {
    name: 'Buletin #2: Air untuk kopi',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Air mengubah segalanya',
    body: 'Kenapa kopi di rumah terasa datar, dan cara mudah memperbaikinya dengan air galon biasa.',
    button: 'Baca resepnya',
    age: 72,
    opened: 430,
    clicked: 90,
  },
  {
    name: 'Kedai Kemang dibuka',
    provider: 'sms_p1',
    to: 'Jakarta dan sekitarnya',
    says: 'Kopi Nusantara Kemang buka Sabtu ini jam 8. Tunjukkan SMS ini untuk satu cangkir gratis.',
    age: 67,
  },
  {
    name: 'Buletin #3: Toraja Sapan',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Toraja Sapan kembali',
    body: 'Hanya 60 kg tahun ini. Cokelat pahit, rempah, dan bodi yang tebal.',
    button: 'Simpan untuk saya',
    age: 65,
    opened: 510,
    clicked: 190,
  },
  {
    name: 'Terima kasih, pelanggan setia',
    provider: MAIL,
    to: 'Pelanggan setia',
    says: 'Hadiah kecil untuk Anda',
    body: 'Pakai SETIA20 untuk 20% di pesanan berikutnya. Terima kasih sudah kembali lagi dan lagi.',
    button: 'Belanja',
    age: 61,
    opened: 690,
    clicked: 340,
  },
  {
    name: 'Buletin #4: Menggiling di rumah',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Giling kasar atau halus?',
    body: 'Panduan satu halaman untuk V60, tubruk, dan moka pot.',
    button: 'Unduh panduan',
    age: 58,
    opened: 450,
    clicked: 160,
  },
  {
    name: 'Kiloan untuk kedai',
    provider: MAIL,
    to: 'Kedai dan kantor',
    says: 'Harga kiloan Oktober',
    body: 'BARISTAPRO memotong 18% dari pesanan kiloan di atas satu juta rupiah.',
    button: 'Lihat harga',
    age: 54,
    opened: 720,
    clicked: 410,
  },
  {
    name: 'Buletin #5: Dekaf yang enak',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Malam tetap bisa ngopi',
    body: 'Dekaf Swiss water dari Jawa Barat. Kafein hilang, rasanya tidak.',
    button: 'Coba dekaf',
    age: 51,
    opened: 390,
    clicked: 70,
  },
  {
    name: '10.10',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: '10.10: 25% sampai tengah malam',
    body: 'PESTA1010 berlaku untuk belanja mulai Rp100.000, hanya hari ini.',
    button: 'Belanja sekarang',
    age: 42,
    opened: 560,
    clicked: 280,
  },
  {
    name: '10.10, pengingat',
    provider: 'msg_p1',
    to: 'Pelanggan setia',
    says: 'PESTA1010 tinggal 3 jam lagi. Balas pesan ini kalau butuh bantuan memilih biji.',
    age: 42,
    opened: 810,
  },
  {
    name: 'Buletin #6: Kintamani natural',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Bali, proses natural',
    body: 'Stroberi, madu, dan sedikit anggur. Untuk Anda yang suka kopi buah.',
    button: 'Pesan Kintamani',
    age: 40,
    opened: 440,
    clicked: 130,
  },
  {
    name: 'Undangan cupping',
    provider: MAIL,
    to: 'Tester biji baru',
    says: 'Cicipi enam biji sebelum dijual',
    body: 'Sabtu, 25 Oktober, di Dago. Datang dengan lidah yang penasaran.',
    button: 'Saya datang',
    age: 36,
    opened: 770,
    clicked: 520,
  },
  {
    name: 'Buletin #7: Cold brew 24 jam',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Cold brew tanpa alat',
    body: 'Toples, air, dan sabar. Resep yang kami pakai di kedai.',
    button: 'Baca resepnya',
    age: 33,
    opened: 420,
    clicked: 110,
  },
  {
    name: 'Stok baru untuk tim',
    provider: 'msg_p5',
    to: 'Kedai dan kantor',
    says: 'Gayo Honey masuk gudang pagi ini. Etalase diperbarui jam 10.',
    age: 30,
  },
  {
    name: 'Gayo Honey datang',
    provider: MAIL,
    to: 'Penyuka Gayo',
    says: 'Gayo Honey, untuk Anda dulu',
    body: 'Sebelum masuk toko, 40 bungkus pertama untuk yang paling menunggunya.',
    button: 'Ambil sebelum habis',
    age: 25,
    opened: 740,
    clicked: 460,
  },
  {
    name: 'Buletin #8: Gayo Honey',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Manis tanpa gula: Gayo Honey',
    body: 'Proses honey dari Bener Meriah. Karamel, persik, dan akhir yang panjang.',
    button: 'Coba Gayo Honey',
    age: 24,
    opened: 530,
    clicked: 240,
  },
  {
    name: 'Survei rasa',
    provider: MAIL,
    to: 'Tester biji baru',
    says: 'Lima pertanyaan, satu kode',
    body: 'Isi survei dan dapatkan SUARAANDA sebagai ucapan terima kasih.',
    button: 'Isi survei',
    age: 16,
    opened: 680,
    clicked: 390,
  },
  {
    name: 'Aplikasi: pesan lalu ambil',
    provider: 'push_p1',
    to: 'Jakarta dan sekitarnya',
    says: 'Pesan dari aplikasi, ambil tanpa antre.',
    age: 14,
    opened: 190,
  },
  {
    name: '11.11, pemanasan',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Besok 11.11',
    body: 'Kode berlaku mulai pukul 00.00. Simpan keranjang Anda malam ini.',
    button: 'Siapkan keranjang',
    age: 11,
    opened: 490,
    clicked: 180,
  },
  {
    name: '11.11',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: '11.11: 35% dan ongkir gratis',
    body: 'PESTA1111 untuk 35%, ONGKIR1111 untuk ongkir. Satu hari saja.',
    button: 'Belanja sekarang',
    age: 10,
    opened: 590,
    clicked: 330,
  },
  {
    name: '11.11, dua jam lagi',
    provider: 'sms_p1',
    to: 'Ikut 11.11',
    says: 'PESTA1111 berakhir jam 24.00. Toko: kopinusantara.example',
    age: 10,
  },
  {
    name: 'Telegram: kedai libur',
    provider: 'msg_p3',
    to: 'Pelanggan setia',
    says: 'Kedai Menteng tutup besok untuk perawatan mesin. Kemang tetap buka.',
    age: 6,
  },
  {
    name: 'Buletin #9: Hampers akhir tahun',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Hampers yang harum',
    body: 'Tiga biji, satu dripper, satu kartu tulisan tangan. Pesan sebelum 10 Desember.',
    button: 'Pilih hampers',
    age: 3,
    opened: 370,
    clicked: 150,
    test: { subject: 'Hadiah yang baunya seperti pagi', decided: true },
  },
  {
    name: 'Hampers untuk kantor',
    provider: MAIL,
    to: 'Kedai dan kantor',
    says: 'Hampers untuk tim Anda',
    body: 'HAMPERS50 untuk pesanan mulai Rp400.000. Kami bantu kirim ke banyak alamat.',
    button: 'Hubungi kami',
    age: 2,
    opened: 650,
    clicked: 300,
  },
  {
    name: 'Domain baru, kabar pertama',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Kami pindah alamat surel',
    body: 'Surel kami sekarang datang dari halo@kopinusantara.example. Simpan alamatnya supaya tidak masuk spam.',
    button: 'Lihat toko',
    age: 1 / 24,
    perHour: 100,
  },
  {
    name: 'Dripper keramik, stok terakhir',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Tinggal 24 dripper',
    body: 'Dripper keramik dari Plered tidak dibuat lagi. Yang tersisa 24, dalam tiga warna.',
    button: 'Lihat warnanya',
    age: 0.05,
    opened: 260,
    clicked: 60,
    test: { subject: 'Dripper keramik ini tidak dibuat lagi', decided: false },
  },
  {
    name: 'Ulang tahun Desember',
    provider: MAIL,
    to: 'Ulang tahun Desember',
    says: 'Selamat ulang tahun!',
    body: 'Kode ULANGTAHUN menunggu Anda sepanjang bulan.',
    button: 'Pakai hadiahnya',
    age: -10,
  },
  {
    name: 'Harbolnas 12.12',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: '12.12 dimulai',
    body: 'HARBOLNAS12 untuk 40%, hanya hari ini.',
    button: 'Belanja sekarang',
    age: -21,
    localTime: '09:00',
  },
  {
    name: 'Tahun baru, biji baru',
    provider: MAIL,
    to: 'Buletin mingguan',
    says: 'Biji pertama tahun ini',
    body: 'Masih kami pilih.',
    age: 1,
    draft: true,
  },
];

/** Where every button leads. */
const SHOP = 'https://kopinusantara.example/';

function documentOf({ says, body, button }: DemoBroadcast): BlockDocument {
  return {
    subject: says,
    preheader: body?.split('. ')[0] ?? '',
    accentColor: '#0f766e',
    blocks: [
      { kind: 'header', brandName: 'Kopi Nusantara' },
      { kind: 'hero', title: says },
      { kind: 'text', body: body ?? '' },
      ...(button === undefined ? [] : [{ kind: 'cta' as const, label: button, url: SHOP }]),
      { kind: 'divider' },
      {
        kind: 'footer',
        text: 'Anda menerima ini karena berlangganan di kedai atau toko kami.',
        businessAddress: 'Jl. Cikini Raya 58, Jakarta Pusat',
      },
    ],
  };
}

/** The content of its family, as a save would have stored it. */
function partOf(broadcast: DemoBroadcast): Prisma.InputJsonObject {
  const { family } = providerEntry(broadcast.provider);
  if (family === 'sms') return { body: broadcast.says };
  if (family === 'push') return { title: 'Kopi Nusantara', body: broadcast.says };
  if (family !== 'email') return { text: broadcast.says };
  const blocks = documentOf(broadcast);
  return {
    subject: broadcast.says,
    preheader: blocks.preheader ?? '',
    blocks,
    ...compileEmail(blocks, { language: 'id', assets: new Map(), products: new Map(), codes: new Map() }),
  };
}

/** Messages of one broadcast to its list, each with the fate that its id gives it. The tally comes from the trigger. */
async function makeMessages(
  transaction: Transaction,
  accountId: string,
  sent: { id: string; listId: string; channelId: string; contentId: string; startedAt: Date; broadcast: DemoBroadcast },
): Promise<void> {
  const { provider, opened = 0, clicked = 0 } = sent.broadcast;
  const { family, perBroadcast } = providerEntry(provider);
  if (perBroadcast === true) {
    await transaction.marketingMessage.create({
      data: {
        accountId,
        campaignId: sent.id,
        channelIntegrationId: sent.channelId,
        provider,
        recipient: 'broadcast',
        contentId: sent.contentId,
        status: 'sent',
        attempts: 1,
        sentAt: sent.startedAt,
        createdAt: sent.startedAt,
        updatedAt: sent.startedAt,
      },
    });
    return;
  }
  const recipient =
    family === 'email'
      ? 'c.email'
      : family === 'sms' || family === 'whatsapp'
        ? 'c."phoneE164"'
        : `'demo-' || right(c.id, 9)`;
  await transaction.$executeRawUnsafe(
    `INSERT INTO "MarketingMessage" ("accountId", "campaignId", "contactId", "channelIntegrationId", provider, recipient, "contentId", status, attempts, "providerMessageId", "lastError", "sentAt", "deliveredAt", "openedAt", "clickedAt", "bouncedAt", "failedAt", "createdAt", "updatedAt")
     SELECT $1, $2, m.id, $3, $4, m.recipient, $5, m.status, 1, CASE WHEN m.status <> 'failed' THEN 'demo-' || m.id || right($2, 6) END,
            CASE m.status WHEN 'bounced' THEN '550 5.1.1 The mailbox does not exist.' WHEN 'failed' THEN 'The vendor does not know this recipient.' END,
            CASE WHEN m.status <> 'failed' THEN m.at END,
            CASE WHEN m.status IN ('delivered', 'opened', 'clicked') THEN m.at + interval '4 seconds' END,
            CASE WHEN m.status IN ('opened', 'clicked') THEN m.at + m.roll * interval '70 seconds' END,
            CASE WHEN m.status = 'clicked' THEN m.at + m.roll * interval '75 seconds' END,
            CASE WHEN m.status = 'bounced' THEN m.at + interval '3 seconds' END,
            CASE WHEN m.status = 'failed' THEN m.at END, $6::timestamptz, m.at
     FROM (SELECT c.id, c.recipient, c.roll, $6::timestamptz + c.roll * interval '200 milliseconds' AS at,
                  CASE WHEN c.roll < 12 THEN 'bounced' WHEN c.roll < 18 THEN 'failed' WHEN c.roll < 18 + $8::int THEN 'clicked' WHEN c.roll < 18 + $7::int THEN 'opened' WHEN c.roll < 985 THEN 'delivered' ELSE 'sent' END AS status
           FROM (SELECT c.id, ${recipient} AS recipient, abs(hashtext(coalesce(c.email, c."phoneE164", c.id) || $10) % 1000) AS roll FROM "Contact" c
                 JOIN "ContactListMember" l ON l."accountId" = c."accountId" AND l."contactId" = c.id
                 WHERE c."accountId" = $1 AND l."listId" = $9 AND c."createdAt" < $6::timestamptz) c
           WHERE c.recipient IS NOT NULL) m`,
    accountId,
    sent.id,
    sent.channelId,
    provider,
    sent.contentId,
    sent.startedAt,
    opened,
    clicked,
    sent.listId,
    // Ids are other ones in each demo; names make all of them alike.
    sent.broadcast.name,
  );
  if (sent.broadcast.button === undefined) return;
  await transaction.$executeRaw`
    INSERT INTO "MessageClick" ("accountId", "broadcastId", "linkHash", "messageId", link, at)
    SELECT m."accountId", m."campaignId", ${linkHashOf(SHOP)}, m.id, ${SHOP}, m."clickedAt" FROM "MarketingMessage" m
    WHERE m."accountId" = ${accountId} AND m."campaignId" = ${sent.id} AND m."clickedAt" IS NOT NULL`;
  if (isTracked(sent.broadcast)) await makeTracking(transaction, accountId, sent);
}

/** The younger e-mails count opens and clicks by themselves. */
const isTracked = ({ provider, button, age }: DemoBroadcast): boolean =>
  provider === MAIL && button !== undefined && age < 45;

/** What its link leads to, and what machines did: the proxies of Apple and Gmail, and what looks for dangerous links. */
async function makeTracking(
  transaction: Transaction,
  accountId: string,
  { id, contentId }: { id: string; contentId: string },
): Promise<void> {
  const linkHash = linkHashOf(SHOP);
  await transaction.messageLink.create({
    data: { accountId, contentId, index: 0, broadcastId: id, link: SHOP, linkHash },
  });
  await transaction.$executeRaw`
    INSERT INTO "MachineVisit" ("accountId", "broadcastId", "linkHash", "messageId", machine, at)
    SELECT m."accountId", m."campaignId", v.hash, m.id, v.machine, m."deliveredAt" + v.after
    FROM (SELECT m.*, abs(hashtext(m.recipient) % 100) AS roll FROM "MarketingMessage" m
          WHERE m."accountId" = ${accountId} AND m."campaignId" = ${id} AND m."deliveredAt" IS NOT NULL) m
    JOIN (VALUES ('', 'apple', 0, 24, interval '40 seconds'), ('', 'gmail', 24, 33, interval '3 hours'),
                 (${linkHash}, 'scanner', 33, 37, interval '9 seconds'), (${linkHash}, 'early', 37, 39, interval '1 second')) AS v (hash, machine, least, most, after)
      ON m.roll >= v.least AND m.roll < v.most`;
}

/** Of a broadcast that leaves at a rate, what has not left yet. */
async function keepWaiting(
  transaction: Transaction,
  accountId: string,
  id: string,
  { startedAt, at, perHour }: { startedAt: Date; at: Date; perHour: number },
): Promise<void> {
  await transaction.broadcastPace.create({ data: { accountId, broadcastId: id, nextAt: at } });
  await transaction.$executeRaw`
    UPDATE "MarketingMessage" m SET status = 'queued', attempts = 0, "providerMessageId" = NULL, "lastError" = NULL, "sentAt" = NULL, "deliveredAt" = NULL,
      "openedAt" = NULL, "clickedAt" = NULL, "bouncedAt" = NULL, "failedAt" = NULL, "updatedAt" = ${startedAt}, "claimableAt" = q.due
    FROM (SELECT n.id, ${startedAt}::timestamptz + n.place * ${paceMs(perHour)}::float8 * interval '1 millisecond' AS due
          FROM (SELECT w.id, row_number() OVER (ORDER BY w.id) - 1 AS place FROM "MarketingMessage" w WHERE w."accountId" = ${accountId} AND w."campaignId" = ${id}) n) q
    WHERE m."accountId" = ${accountId} AND m.id = q.id AND q.due > ${at}`;
}

/** @param channels the active channel of each provider */
export async function makeBroadcasts(
  transaction: Transaction,
  accountId: string,
  userId: string,
  channels: ReadonlyMap<ProviderId, string>,
  at: Date,
): Promise<void> {
  const lists = new Map(
    (await transaction.contactList.findMany({ where: { accountId }, select: { id: true, name: true } })).map(
      ({ name, id }) => [name, id],
    ),
  );
  for (const broadcast of BROADCASTS) {
    const listId = lists.get(broadcast.to);
    const channelId = channels.get(broadcast.provider);
    if (listId === undefined || channelId === undefined)
      throw new Error(`The demo lacks what “${broadcast.name}” needs.`);
    const time = new Date(at.getTime() - broadcast.age * DAY);
    const isSent = broadcast.age > 0 && broadcast.draft !== true;
    const createdAt = new Date(Math.min(time.getTime(), at.getTime()) - DAY / 6);
    const part = partOf(broadcast);
    const { family } = providerEntry(broadcast.provider);
    const { id } = await transaction.broadcast.create({
      data: {
        accountId,
        name: broadcast.name,
        providers: [broadcast.provider],
        content: { [family]: part },
        tracking: isTracked(broadcast),
        audience: { listIds: [listId] },
        status: isSent ? 'sending' : broadcast.draft === true ? 'draft' : 'scheduled',
        scheduledAt: broadcast.age < 0 ? time : null,
        startedAt: isSent ? time : null,
        perHour: broadcast.perHour ?? null,
        localTime: broadcast.localTime ?? null,
        createdAt,
        updatedAt: isSent ? time : createdAt,
      },
      select: { id: true },
    });
    if (!isSent) continue;
    const { id: contentId } = await transaction.messageContent.create({
      data: {
        accountId,
        family,
        content: part,
        ...(isTracked(broadcast) && { links: { tracking: true } }),
        createdAt: time,
      },
      select: { id: true },
    });
    await makeMessages(transaction, accountId, { id, listId, channelId, contentId, startedAt: time, broadcast });
    if (broadcast.perHour !== undefined)
      await keepWaiting(transaction, accountId, id, { startedAt: time, at, perHour: broadcast.perHour });
    const { name, test } = broadcast;
    if (test !== undefined)
      await makeTest(transaction, { accountId, id, name, contentId, part, startedAt: time, test });
    await transaction.auditEntry.create({
      data: {
        accountId,
        actorKind: 'session',
        actorId: userId,
        action: 'broadcast.send',
        targetType: 'broadcast',
        targetId: id,
        data: { name: broadcast.name },
        createdAt: time,
      },
    });
  }
}
