/** The files that Kopi Nusantara has brought its customers in with: cash registers every week, and what else turned up. */
import type { Database } from '@/server/platform/db/client';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface DemoImport {
  fileName: string;
  daysAgo: number;
  created: number;
  updated: number;
  skipped?: number;
  listName?: string;
  /** Looked at, and then left. */
  canceled?: true;
}

/** Each Monday, in turn, since the shop of Dago opened. */
const WEEKLY: readonly DemoImport[] = Array.from({ length: 18 }, (_, week) => ({
  fileName: `kasir-${['menteng', 'kemang', 'dago'][week % 3] ?? 'menteng'}-minggu-${String(week + 1).padStart(2, '0')}.csv`,
  daysAgo: 86 - week * 4.8,
  created: 1 + ((week * 7) % 5),
  updated: 21 + ((week * 11) % 17),
}));

const OTHERS: readonly DemoImport[] = [
  { fileName: 'pelanggan lama (Excel 2019).csv', daysAgo: 88, created: 8, updated: 0 },
  { fileName: 'peserta-kelas-seduh.csv', daysAgo: 70, created: 5, updated: 9, listName: 'Peserta kelas seduh' },
  { fileName: 'kartu-nama-pameran-jcc.csv', daysAgo: 51, created: 4, updated: 1 },
  { fileName: 'mitra-kedai-dan-kantor.csv', daysAgo: 57, created: 3, updated: 12, listName: 'Kedai dan kantor' },
  { fileName: 'ekspor-toko-lama.csv', daysAgo: 66, created: 0, updated: 0, canceled: true },
  { fileName: 'undian-instagram-agustus.csv', daysAgo: 82, created: 6, updated: 2, skipped: 14 },
  { fileName: 'survei-rasa-gayo.csv', daysAgo: 24, created: 1, updated: 26, listName: 'Penyuka Gayo' },
  { fileName: 'hampers-2025.csv', daysAgo: 6, created: 2, updated: 11, listName: 'Hampers akhir tahun' },
];

const HEADERS = ['Nama', 'Surel', 'Telepon', 'Kota'];

export async function makeContactImports(transaction: Transaction, accountId: string, at: Date): Promise<void> {
  const lists = await transaction.contactList.findMany({ where: { accountId }, select: { id: true, name: true } });
  await transaction.contactImport.createMany({
    data: [...WEEKLY, ...OTHERS].map(({ fileName, daysAgo, created, updated, skipped = 0, listName, canceled }) => {
      const createdAt = new Date(at.getTime() - daysAgo * DAY);
      const finishedAt = new Date(createdAt.getTime() + 2 * MINUTE);
      const rows = canceled === true ? 312 : created + updated + skipped;
      return {
        accountId,
        fileName,
        status: canceled === true ? 'canceled' : 'done',
        listName: listName ?? null,
        listId: lists.find(({ name }) => name === listName)?.id ?? null,
        skipExisting: skipped > 0,
        headers: HEADERS,
        totalRows: rows,
        doneRows: rows,
        created,
        updated,
        skipped,
        createdAt,
        updatedAt: finishedAt,
        startedAt: canceled === true ? null : createdAt,
        finishedAt,
      };
    }),
  });
}
