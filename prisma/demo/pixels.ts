/** The pixels of Kopi Nusantara, and the purchases that we sent to Meta in the last days: carts that came back, and orders. */
import type { Prisma } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import type { AppSecrets } from '@/server/platform/lib/crypto';
import { hashedEmail } from '@/server/platform/vendors/hashing';
import { sealSecret } from '@/server/modules/offers/pixels/secrets';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Row = Prisma.PixelConversionCreateManyInput;

const MINUTE = 60_000;
const ORDERS = 34;
const PRICES = [98_000, 105_000, 145_000, 185_000, 224_500, 310_000, 427_000];
/** No pixel of anybody: Meta's ids have 15 or 16 digits. */
const PIXEL_ID = '100000000000001';
const TOKEN = 'EAA-demo-token-that-opens-nothing';

/** As the sandbox answers, which stands in for Meta in the demo. */
const trace = (roll: () => number): string =>
  `fbtrace_id sandbox-${Math.floor(roll() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')}`;

/** What became of the nth: nearly all were taken, as with a shop that is set up well. */
function outcomeOf(
  n: number,
  roll: () => number,
  at: Date,
): Pick<Row, 'status' | 'attempts' | 'answerCode' | 'answer' | 'skipReason' | 'sentAt'> {
  if (n === 9)
    return {
      status: 'failed',
      attempts: 1,
      answerCode: 400,
      answer:
        'Error validating access token: The session has been invalidated because the user changed their password. (190)',
    };
  if (n === 21) return { status: 'skipped', skipReason: 'NOBODY_KNOWN' };
  if (n === 27) return { status: 'skipped', skipReason: 'PIXEL_OFF' };
  const slow = n % 13 === 4;
  return {
    status: 'sent',
    attempts: slow ? 2 : 1,
    answerCode: 200,
    answer: trace(roll),
    sentAt: new Date(at.getTime() + (slow ? 14_000 : 800)),
  };
}

async function returned(transaction: Transaction, accountId: string): Promise<Row[]> {
  const reminders = await transaction.abandonedCartReminder.findMany({
    where: { accountId, recoveredAt: { not: null } },
    orderBy: { recoveredAt: 'desc' },
    take: 8,
  });
  return reminders.flatMap(
    ({ recoveredBySessionId, recoveredAt, valueAtSend, currencyAtSend, customerId, email }): Row[] =>
      recoveredBySessionId === null || recoveredAt === null
        ? []
        : [
            {
              accountId,
              eventId: recoveredBySessionId,
              customerId,
              emailHash: hashedEmail(email),
              value: valueAtSend,
              currency: currencyAtSend,
              valueFrom: 'recover',
              occurredAt: recoveredAt,
              createdAt: recoveredAt,
              updatedAt: recoveredAt,
            },
          ],
  );
}

async function orders(transaction: Transaction, accountId: string, at: Date, roll: () => number): Promise<Row[]> {
  const buyers = await transaction.contact.findMany({
    where: { accountId, externalRef: { not: null }, email: { not: null } },
    orderBy: { createdAt: 'desc' },
    take: ORDERS,
    select: { externalRef: true, email: true },
  });
  return Array.from({ length: ORDERS }, (_, n): Row => {
    const buyer = buyers[n % Math.max(buyers.length, 1)];
    const createdAt = new Date(at.getTime() - (n * 170 + 4 + roll() * 140) * MINUTE);
    const known = n !== 21 ? buyer : undefined;
    return {
      accountId,
      eventId: `co_kn-${(48_210 - n * 3).toString(36)}${Math.floor(roll() * 46_656)
        .toString(36)
        .padStart(3, '0')}`,
      customerId: known?.externalRef ?? null,
      emailHash: typeof known?.email === 'string' ? hashedEmail(known.email) : null,
      value: BigInt((PRICES[Math.floor(roll() * PRICES.length)] ?? 0) * (1 + Math.floor(roll() * 2))),
      currency: 'IDR',
      valueFrom: 'fulfil',
      occurredAt: createdAt,
      createdAt,
      updatedAt: createdAt,
    };
  });
}

export async function makePixels(
  transaction: Transaction,
  accountId: string,
  appSecrets: AppSecrets,
  at: Date,
  roll: () => number,
): Promise<void> {
  const began = new Date(at.getTime() - 60 * 24 * 60 * MINUTE);
  await transaction.merchantPixels.create({
    data: {
      accountId,
      adPixelAId: PIXEL_ID,
      adPixelACapiAccessToken: sealSecret(appSecrets, accountId, 'adPixelACapiAccessToken', TOKEN),
      analyticsId: 'G-KOPINUSA01',
      adsConversionId: 'AW-1000000001',
      adsPurchaseLabel: 'kOpI-NuSaNtArA_1',
      adPixelBId: 'CKOPINUSANTARA000001',
      adPixelBAccessToken: sealSecret(appSecrets, accountId, 'adPixelBAccessToken', 'demo-token-that-opens-nothing'),
      analyticsApiSecret: sealSecret(appSecrets, accountId, 'analyticsApiSecret', 'demo-secret'),
      createdAt: began,
      updatedAt: began,
    },
  });
  const rows = [...(await orders(transaction, accountId, at, roll)), ...(await returned(transaction, accountId))].sort(
    (a, b) => new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime(),
  );
  await transaction.adConversion.createMany({
    data: rows
      .filter(({ customerId }) => customerId !== null)
      .slice(0, 6)
      .flatMap((row) =>
        (
          [
            ['adPixelB', 200, `OK request_id sandbox-${row.eventId.slice(-3)}`],
            ['analytics', 204, 'HTTP 204'],
          ] as const
        ).map(([destination, answerCode, answer]) => ({
          ...row,
          destination,
          status: 'sent',
          attempts: 1,
          answerCode,
          answer,
          sentAt: new Date(new Date(row.createdAt).getTime() + 900),
        })),
      ),
  });
  await transaction.pixelConversion.createMany({
    data: rows.map((row, n) => ({
      ...row,
      ...(row.customerId === null
        ? ({ status: 'skipped', skipReason: 'NOBODY_KNOWN' } as const)
        : outcomeOf(n, roll, new Date(row.createdAt))),
    })),
  });
}
