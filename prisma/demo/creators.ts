/**
 * Who speaks of Kopi Nusantara for a reward: a brief with creators at every step of it, and an affiliate program with the
 * orders that its links brought, what they earned and what was paid of it.
 */
import type { Prisma } from '@/prisma/generated/client';
import { PRICES } from '@/prisma/demo/catalog';
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import type { CollaborationStatus, SubmissionStatus } from '@/server/modules/creators/collaborations/vocabulary';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];
type Roll = () => number;

const DAY = 24 * 60 * 60 * 1000;
const CURRENCY = 'IDR';
/** As links are made of. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Days ago. */
const BEGAN = 74;
const LAST_PAID = 30;
const HOLD_DAYS = 14;
const RATE = 1_000n;
const WHOLE = 10_000n;

const BRIEF = {
  title: 'Seduh pagi bersama Gayo',
  brief: [
    '**Tunjukkan pagimu.** Satu video pendek dari biji sampai cangkir, dengan Aceh Gayo yang kami kirim.',
    '- Cahaya alami, suara asli giling dan seduh.\n- Sebut rasa yang kamu temukan, dengan kata-katamu sendiri.\n- Tidak perlu naskah.',
  ].join('\n\n'),
  platforms: ['social_p1', 'social_p3'],
  deliverables: [
    { id: 'del_reel', platform: 'social_p1', format: 'reel', quantity: 1, notes: '30 sampai 60 detik' },
    { id: 'del_story', platform: 'social_p1', format: 'story', quantity: 2, notes: null },
  ],
  disclosure: '#iklan',
  usageRightsDays: 90,
};

const PROGRAM = {
  name: 'Mitra Kopi Nusantara',
  description: 'Bagikan tautanmu; sepuluh persen dari tiap pesanan untukmu.',
  commission: { type: 'percent', rate: Number(RATE), currency: CURRENCY, maxPerOrder: 100_000 },
  attributionWindowDays: 30,
  holdDays: HOLD_DAYS,
  minPayout: 50_000n,
  newCustomersOnly: false,
  terms: 'Komisi dihitung dari harga barang tanpa ongkir. **Tidak untuk iklan berbayar dengan nama kami.**',
};

interface Creator {
  name: string;
  handle: string;
  followers: number;
  status: CollaborationStatus;
  /** Days ago. */
  age: number;
  /** The creator's last submission. */
  piece?: { status: SubmissionStatus; caption: string; feedback?: string };
  /** The messages, by turns; the merchant begins. */
  talk?: readonly string[];
}

const CREATORS: readonly Creator[] = [
  {
    name: 'Ayu Prameswari',
    handle: 'ayu.menyeduh',
    followers: 48_200,
    status: 'completed',
    age: 31,
    piece: { status: 'approved', caption: 'Gayo, 15 gram, 225 ml, dan hujan. #iklan' },
    talk: ['Videonya hangat sekali, terima kasih!', 'Senang bisa ikut. Gayo-nya memang juara.'],
  },
  {
    name: 'Bagas Wirawan',
    handle: 'bagas.v60',
    followers: 12_900,
    status: 'in_review',
    age: 12,
    piece: { status: 'submitted', caption: 'Tiga menit sebelum rapat pertama.' },
    talk: ['Paketnya sudah sampai?', 'Sudah, tadi pagi. Saya rekam akhir pekan ini.'],
  },
  {
    name: 'Citra Lestari',
    handle: 'citra.pagi',
    followers: 86_000,
    status: 'changes_requested',
    age: 10,
    piece: {
      status: 'changes_requested',
      caption: 'Pagi, kopi, dan kucing. #iklan',
      feedback: 'Boleh bungkusnya terlihat di detik pertama?',
    },
  },
  { name: 'Dimas Nugroho', handle: 'dimasngopi', followers: 7_300, status: 'accepted', age: 6 },
  { name: 'Eka Saputri', handle: 'eka.dapur', followers: 23_400, status: 'applied', age: 2 },
  { name: 'Fajar Hidayat', handle: 'fajar.kopi', followers: 3_100, status: 'applied', age: 1 },
  { name: 'Gita Maharani', handle: 'gita.slowbar', followers: 154_000, status: 'invited', age: 3 },
  { name: 'Hendra Wijaya', handle: 'hendraroast', followers: 19_800, status: 'declined', age: 20 },
];

/** How many orders each brought. */
const AFFILIATES = [
  { name: 'Ayu Prameswari', handle: 'ayu.menyeduh', orders: 24, status: 'active' },
  { name: 'Indra Kusuma', handle: 'indra.barista', orders: 13, status: 'active' },
  { name: 'Joko Susilo', handle: 'joko.jajan', orders: 4, status: 'active' },
  { name: 'Kirana Putri', handle: 'kirana.blog', orders: 0, status: 'invited' },
] as const;

const before = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY);
const addressOf = (handle: string): string => `${handle.replaceAll('.', '-')}@contoh.example`;

/** What every collaboration has. */
function common(accountId: string, { name, handle }: { name: string; handle: string }, began: Date) {
  return {
    id: madeId(),
    ...{ accountId, name },
    email: addressOf(handle),
    socialHandles: { social_p1: handle },
    ...{ createdAt: began, updatedAt: began },
  };
}

async function makeBrief(transaction: Transaction, accountId: string, at: Date): Promise<void> {
  const id = madeId();
  const contentDueAt = new Date(at.getTime() + 9 * DAY);
  const compensation = { type: 'fixed', amount: 750_000, currency: CURRENCY, programId: null };
  const taken: readonly CollaborationStatus[] = ['accepted', 'in_review', 'changes_requested', 'approved', 'completed'];
  const createdAt = before(at, 33);
  await transaction.brief.create({
    data: {
      ...{ id, accountId, ...BRIEF, compensation, contentDueAt, createdAt },
      ...{ status: 'open', visibility: 'open', slots: 6, publishedAt: createdAt, updatedAt: before(at, 6) },
      filledSlots: CREATORS.filter(({ status }) => taken.includes(status)).length,
    },
  });
  const { title, brief, deliverables, disclosure, usageRightsDays } = BRIEF;
  const agreed = { title, brief, deliverables, disclosure, usageRightsDays, compensation, contentDueAt };
  const submissions: Prisma.SubmissionCreateManyInput[] = [];
  const messages: Prisma.CollaborationMessageCreateManyInput[] = [];
  const collaborations = CREATORS.map((creator): Prisma.CollaborationCreateManyInput => {
    const { handle, status, age, piece, talk = [], followers } = creator;
    const began = before(at, age);
    const row = common(accountId, creator, began);
    const isIn = taken.includes(status);
    const own = { accountId, collaborationId: row.id };
    if (piece !== undefined) {
      const isWarned = !piece.caption.includes(BRIEF.disclosure);
      submissions.push({
        ...{ ...own, ...piece, deliverableId: 'del_reel', url: `https://social.example/${handle}/seduh-pagi` },
        ...{ warnings: isWarned ? ['DISCLOSURE_MISSING'] : [], submittedAt: before(at, age / 2) },
        reviewedAt: piece.status === 'submitted' ? null : before(at, age / 3),
      });
    }
    talk.forEach((text, turn) =>
      messages.push({
        ...{ ...own, text, author: turn % 2 === 0 ? 'merchant' : 'creator' },
        createdAt: before(at, age / 4 - turn / 10),
      }),
    );
    return {
      ...{ ...row, kind: 'brief', campaignId: id, status, followers },
      ...{ emailVerified: status !== 'invited', invitedAt: status === 'applied' ? null : began },
      expiresAt: status === 'invited' ? new Date(began.getTime() + 14 * DAY) : null,
      ...(isIn && { terms: agreed, acceptedAt: before(at, age - 0.5) }),
      ...(isIn && { feeAmount: BigInt(compensation.amount), feeCurrency: CURRENCY }),
      ...(isIn && {
        shippingState: 'sent',
        carrier: 'JNE',
        trackingRef: `KN${1000 + age}`,
        sentAt: before(at, age - 1),
      }),
      endedAt: status === 'completed' || status === 'declined' ? before(at, age / 4) : null,
    };
  });
  await transaction.collaboration.createMany({ data: collaborations });
  await transaction.submission.createMany({ data: submissions });
  await transaction.collaborationMessage.createMany({ data: messages });
}

async function makeProgram(transaction: Transaction, accountId: string, at: Date, roll: Roll): Promise<void> {
  const programId = madeId();
  const createdAt = before(at, BEGAN);
  const shared = { ...PROGRAM, landingUrl: 'https://kopinusantara.example/' };
  await transaction.program.create({
    data: {
      ...{ id: programId, accountId, ...shared, status: 'live', visibility: 'open' },
      ...{ activatedAt: createdAt, createdAt, updatedAt: createdAt },
    },
  });
  const { description: _, minPayout, ...agreed } = PROGRAM;
  const terms = { ...agreed, customerDiscount: null, minPayout: Number(minPayout) };

  const clicks: Prisma.ProgramClickCreateManyInput[] = [];
  const commissions: Prisma.CommissionCreateManyInput[] = [];
  const collaborations = AFFILIATES.map((affiliate): Prisma.CollaborationCreateManyInput => {
    const { orders, status } = affiliate;
    const row = common(accountId, affiliate, before(at, status === 'invited' ? 2 : BEGAN - 2));
    if (status === 'invited')
      return {
        ...{ ...row, kind: 'affiliate', programId, status, invitedAt: row.createdAt },
        expiresAt: new Date(at.getTime() + 12 * DAY),
      };
    const own = { accountId, programId, collaborationId: row.id };
    const came = orders * 9;
    for (let click = 0; click < came; click += 1)
      clicks.push({ ...own, referrer: 'social.example', clickedAt: before(at, roll() * (BEGAN - 4)) });
    for (let order = 0; order < orders; order += 1) commissions.push(commission(own, order, orders, at, roll));
    return {
      ...{ ...row, kind: 'affiliate', programId, status, terms, emailVerified: true, clicks: came },
      ...{ invitedAt: row.createdAt, acceptedAt: row.createdAt },
      linkCode: Array.from({ length: 8 }, () => LETTERS[Math.floor(roll() * LETTERS.length)]).join(''),
    };
  });
  await transaction.collaboration.createMany({ data: collaborations });
  await transaction.programClick.createMany({ data: clicks });
  await transaction.commission.createMany({ data: commissions });
  await payFirst(transaction, accountId, collaborations[0]?.id ?? '', commissions, at);
}

/** Approved once it ripened; the newest two of each wait, one of them held. */
function commission(
  own: { accountId: string; programId: string; collaborationId: string },
  order: number,
  orders: number,
  at: Date,
  roll: Roll,
): Prisma.CommissionCreateManyInput {
  const occurredAt = before(at, 1 + ((orders - order - 1) / orders) * (BEGAN - 8) + roll());
  const releaseAt = new Date(occurredAt.getTime() + HOLD_DAYS * DAY);
  const isRipe = releaseAt <= at;
  const isHeld = order === orders - 1;
  const price = PRICES[Math.floor(roll() * PRICES.length)] ?? 0;
  const orderAmount = BigInt(Math.min(price, 600_000));
  return {
    id: madeId(),
    ...{ ...own, checkoutSessionId: `mitra-${own.collaborationId.slice(-6)}-${order}` },
    ...{ orderAmount, amount: (orderAmount * RATE) / WHOLE, currency: CURRENCY },
    status: isHeld ? 'held' : isRipe ? 'approved' : 'pending',
    flags: isHeld ? [{ flag: 'also_referred', evidence: {} }] : [],
    terms: PROGRAM.commission,
    releaseAt: isRipe && !isHeld ? null : releaseAt,
    ...{ occurredAt, createdAt: occurredAt, updatedAt: isRipe && !isHeld ? releaseAt : occurredAt },
  };
}

/** The statement of whoever brings the most: what was approved until then is paid. */
async function payFirst(
  transaction: Transaction,
  accountId: string,
  collaborationId: string,
  all: readonly Prisma.CommissionCreateManyInput[],
  at: Date,
): Promise<void> {
  const until = before(at, LAST_PAID);
  const lines = all.filter(
    (row) => row.collaborationId === collaborationId && row.status === 'approved' && new Date(row.updatedAt) <= until,
  );
  if (lines.length === 0) return;
  const id = madeId();
  const paidAt = before(at, LAST_PAID - 1);
  await transaction.statement.create({
    data: {
      ...{ id, accountId, collaborationId, number: 1, currency: CURRENCY, status: 'paid', until, paidAt },
      total: lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
      ...{ reference: 'Transfer BCA', createdAt: until, updatedAt: paidAt },
      lines: {
        createMany: {
          data: lines.map(({ id: commissionId = '', orderAmount, amount, createdAt }) => ({
            ...{ commissionId, kind: 'sale', orderAmount, amount, createdAt },
          })),
        },
      },
    },
  });
  await transaction.commission.updateMany({
    where: { accountId, id: { in: lines.map((line) => line.id ?? '') } },
    data: { status: 'paid', statementId: id, updatedAt: paidAt },
  });
}

export async function makeCreators(transaction: Transaction, accountId: string, at: Date, roll: Roll): Promise<void> {
  await makeBrief(transaction, accountId, at);
  await makeProgram(transaction, accountId, at, roll);
}
