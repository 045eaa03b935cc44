/** The systems of Kopi Nusantara that want to hear of events, at addresses that nobody has. */
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import type { Settings } from '@/server/platform/env';
import { deliversEvents } from '@/server/modules/account/webhooks/deliveries';
import { makeEndpointSecret } from '@/server/modules/account/webhooks/secrets';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 86_400_000;
/** Where there may be 20, whoever looks around can add some. */
const WITH_ROOM = 15;

interface DemoEndpoint {
  url: string;
  description: string;
  events: string[];
  active: boolean;
  daysAgo: number;
}

const ENDPOINTS: readonly DemoEndpoint[] = [
  {
    url: 'https://gudang.kopinusantara.example/hooks/laris',
    description: 'Warehouse: what to pack and whom to thank',
    events: ['svc.referral.fulfilled.v1', 'svc.abandoned_cart.recovered.v1'],
    active: true,
    daysAgo: 61,
  },
  {
    url: 'https://kasir.kopinusantara.example/menteng/pelanggan',
    description: 'Kasir Menteng: pelanggan baru muncul di meja kasir',
    events: ['svc.contact.created.v1', 'svc.contact.updated.v1'],
    active: true,
    daysAgo: 86,
  },
  {
    url: 'https://kasir.kopinusantara.example/kemang/pelanggan',
    description: 'Kasir Kemang',
    events: ['svc.contact.created.v1', 'svc.contact.updated.v1'],
    active: true,
    daysAgo: 69,
  },
  {
    url: 'https://kasir.kopinusantara.example/dago/pelanggan',
    description: 'Kasir Dago, Bandung',
    events: ['svc.contact.created.v1', 'svc.contact.updated.v1'],
    active: true,
    daysAgo: 60,
  },
  {
    url: 'https://erp.kopinusantara.example/api/masuk/tagihan',
    description: 'Pembukuan: tagihan yang lunas masuk buku besar',
    events: ['svc.billing.invoice_paid.v1'],
    active: true,
    daysAgo: 84,
  },
  {
    url: 'https://erp.kopinusantara.example/api/masuk/langganan',
    description: 'Pembukuan: paket berubah atau belum dibayar',
    events: [
      'svc.billing.subscription_updated.v1',
      'svc.billing.subscription_past_due.v1',
      'svc.billing.subscription_canceled.v1',
    ],
    active: true,
    daysAgo: 84,
  },
  {
    url: 'https://data.kopinusantara.example/ingest/laris',
    description: 'Gudang data: semua kejadian, setiap malam diringkas',
    events: ['*'],
    active: true,
    daysAgo: 81,
  },
  {
    url: 'https://data.kopinusantara.example/ingest/laris-uji',
    description: 'Gudang data, lingkungan uji',
    events: ['*'],
    active: false,
    daysAgo: 80,
  },
  {
    url: 'https://n8n.kopinusantara.example/webhook/keranjang',
    description: 'Otomasi: keranjang yang kembali diberi tanda di papan tim',
    events: ['svc.abandoned_cart.recovered.v1'],
    active: true,
    daysAgo: 73,
  },
  {
    url: 'https://n8n.kopinusantara.example/webhook/referral',
    description: 'Otomasi: kartu ucapan untuk pengajak',
    events: ['svc.referral.fulfilled.v1'],
    active: true,
    daysAgo: 57,
  },
  {
    url: 'https://n8n.kopinusantara.example/webhook/saluran',
    description: 'Otomasi: kabar ke tim bila saluran dicabut',
    events: ['svc.channel.connected.v1', 'svc.channel.revoked.v1'],
    active: true,
    daysAgo: 40,
  },
  {
    url: 'https://hooks.makelar.example/t/8f2c/kopi-nusantara',
    description: 'Agensi iklan, kontrak selesai Oktober',
    events: ['svc.contact.created.v1'],
    active: false,
    daysAgo: 75,
  },
  {
    url: 'https://loyalti.kopinusantara.example/poin/pelanggan',
    description: 'Poin: pelanggan baru mulai dari 50',
    events: ['svc.contact.created.v1'],
    active: true,
    daysAgo: 67,
  },
  {
    url: 'https://loyalti.kopinusantara.example/poin/ajak',
    description: 'Poin: 100 untuk setiap teman',
    events: ['svc.referral.fulfilled.v1', 'svc.referral.voided.v1'],
    active: true,
    daysAgo: 56,
  },
  {
    url: 'https://aplikasi.kopinusantara.example/api/hooks/keranjang',
    description: 'Aplikasi Android: hapus pengingat yang sudah tidak perlu',
    events: ['svc.abandoned_cart.recovered.v1', 'svc.abandoned_cart.suppressed.v1'],
    active: true,
    daysAgo: 39,
  },
  {
    url: 'https://aplikasi-uji.kopinusantara.example/api/hooks/keranjang',
    description: 'Aplikasi Android, versi uji',
    events: ['svc.abandoned_cart.recovered.v1', 'svc.abandoned_cart.suppressed.v1'],
    active: false,
    daysAgo: 42,
  },
  {
    url: 'https://kelas.kopinusantara.example/hooks/daftar',
    description: 'Kelas seduh: yang masuk daftar peserta mendapat jadwal',
    events: ['svc.contact_list.member_added.v1'],
    active: true,
    daysAgo: 70,
  },
  {
    url: 'https://kelas.kopinusantara.example/hooks/keluar',
    description: 'Kelas seduh: kursi dibuka lagi',
    events: ['svc.contact_list.member_removed.v1'],
    active: true,
    daysAgo: 70,
  },
  {
    url: 'https://privasi.kopinusantara.example/hapus',
    description: 'Penghapusan data diteruskan ke semua sistem',
    events: ['svc.contact.deleted.v1'],
    active: true,
    daysAgo: 52,
  },
  {
    url: 'https://bantuan.kopinusantara.example/laris/kontak',
    description: 'Layanan pelanggan: nama dan nomor yang baru',
    events: ['svc.contact.created.v1', 'svc.contact.updated.v1', 'svc.contact.deleted.v1'],
    active: true,
    daysAgo: 49,
  },
  {
    url: 'https://mitra.roastery.example/kopi-nusantara/referral',
    description: 'Mitra sangrai: hadiah bersama',
    events: ['svc.referral.created.v1', 'svc.referral.fulfilled.v1', 'svc.referral.expired.v1'],
    active: true,
    daysAgo: 31,
  },
  {
    url: 'https://pantau.kopinusantara.example/v1/laris',
    description: 'Pemantauan: kapan terakhir ada kejadian',
    events: ['*'],
    active: true,
    daysAgo: 28,
  },
  {
    url: 'https://rina.laptop.example/coba',
    description: 'Percobaan Rina',
    events: ['svc.contact.created.v1'],
    active: false,
    daysAgo: 22,
  },
  {
    url: 'https://sertifikat.kopinusantara.example/laris',
    description: 'Sertifikat kelas, layanan lama',
    events: ['svc.contact_list.member_added.v1'],
    active: false,
    daysAgo: 19,
  },
  {
    url: 'https://hampers.kopinusantara.example/hooks/pembayaran',
    description: 'Hampers akhir tahun: keranjang yang jadi dibayar',
    events: ['svc.abandoned_cart.recovered.v1'],
    active: true,
    daysAgo: 7,
  },
  {
    url: 'https://crm.kopinusantara.example/laris/events',
    description: 'CRM, waits for the new release',
    events: ['*'],
    active: false,
    daysAgo: 12,
  },
];

export async function makeWebhooks(
  transaction: Transaction,
  accountId: string,
  userId: string,
  settings: Pick<Settings, 'appSecrets' | 'extensions'>,
  at: Date,
): Promise<void> {
  const rows = ENDPOINTS.slice(0, deliversEvents(settings) ? WITH_ROOM : undefined).map(({ daysAgo, ...endpoint }) => {
    const id = madeId();
    const { sealed, preview } = makeEndpointSecret(settings.appSecrets, id);
    const createdAt = new Date(at.getTime() - daysAgo * DAY);
    return { id, accountId, ...endpoint, secret: sealed, secretPreview: preview, createdAt, updatedAt: createdAt };
  });
  await transaction.webhookEndpoint.createMany({ data: rows });
  await transaction.auditEntry.createMany({
    data: rows.map(({ id, url, events, createdAt }) => ({
      accountId,
      actorKind: 'session',
      actorId: userId,
      action: 'webhook_endpoint.create',
      targetType: 'webhook_endpoint',
      targetId: id,
      data: { url, events },
      createdAt,
    })),
  });
}
