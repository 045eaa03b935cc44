/** What every page of a shop asks for: the public ids of its pixels. */
import { openDatabase } from '@/server/platform/db/client';
import type { Measurement, Suite } from './lib/measurement';

const measurements: Measurement[] = [
  {
    name: 'pixels-public',
    title: 'GET /pixels/public/:accountId',
    call: (world) => ({ method: 'GET', path: `/api/v1/pixels/public/${world.accountId}` }),
  },
];

export const pixels: Suite = {
  floor: 'pixels.floor.ts',
  measurements,
  async prepare(databaseUrl, { accountId }) {
    const database = openDatabase(databaseUrl, { poolSize: 1, name: 'bench' });
    const at = new Date();
    const data = {
      accountId,
      adPixelAId: '1234567890123456',
      analyticsId: 'G-AB12CD34EF',
      adsConversionId: 'AW-123456789',
      adsPurchaseLabel: 'AbC-D_efG-h12_34-567',
      adPixelBId: 'C4ABCDEF12GHIJ34KLMN',
      createdAt: at,
      updatedAt: at,
    };
    await database.prisma.merchantPixels.upsert({ where: { accountId }, create: data, update: data });
    await database.close();
  },
};
