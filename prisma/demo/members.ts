/** The people of Kopi Nusantara beside its owner: three shops, a roastery, an office. Nobody knows their passwords. */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '@/server/platform/db/client';
import { madeId } from '@/server/platform/db/new-id';
import { hashPassword } from '@/server/platform/auth/password';
import { INVITATION_DAYS } from '@/server/modules/account/accounts/members-schema';

type Transaction = Parameters<Parameters<Database['prisma']['$transaction']>[0]>[0];

const DAY = 24 * 60 * 60 * 1000;

/** Names with the day on which they joined, days ago. */
const PEOPLE: readonly (readonly [name: string, daysAgo: number])[] = [
  ['Bagus Prakoso', 760],
  ['Kinan Larasati', 741],
  ['Dimas Aryo Nugroho', 702],
  ['Maria Goreti Sihombing', 655],
  ['Ahmad Fauzan', 610],
  ['Putu Ayu Wulandari', 574],
  ['Yohanes Kristian', 531],
  ['Siti Rahmawati', 498],
  ['Cecep Gunawan', 470],
  ['Melati Kusumaningrum', 433],
  ['Ronald Manurung', 402],
  ['Nurul Hidayah', 377],
  ['Felix Tanujaya', 341],
  ['Intan Permatasari', 305],
  ['Galang Saputra', 288],
  ['Made Wirawan', 254],
  ['Tasya Amelia', 219],
  ['Reza Mahendra', 187],
  ['Lukman Hakim', 152],
  ['Oktavia Simbolon', 118],
  ['Joko Susilo', 91],
  ['Anisa Zahra', 64],
  ['Kevin Halim', 37],
  ['Wahyu Setyawan', 15],
];

/** Two help to run the shop, every seventh person looks at figures, the others do the daily work. */
const roleAt = (index: number): string => (index < 2 ? 'admin' : index % 7 === 0 ? 'analyst' : 'marketer');

/** Links that are out, days ago: two still work. */
const INVITED: readonly (readonly [email: string | null, daysAgo: number])[] = [
  ['barista.kemang@kopinusantara.example', 1],
  ['magang.konten@kopinusantara.example', 4],
  [null, 10],
];

const addressOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@kopinusantara.example`;

export async function makeMembers(
  transaction: Transaction,
  accountId: string,
  owner: { id: string },
  at: Date,
): Promise<void> {
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const people = PEOPLE.map(([name, daysAgo]) => ({
    id: madeId(),
    name,
    joinedAt: new Date(at.getTime() - daysAgo * DAY),
  }));
  await transaction.user.createMany({
    data: people.map(({ id, name, joinedAt }) => ({
      id,
      email: addressOf(name),
      name,
      passwordHash,
      createdAt: joinedAt,
      updatedAt: joinedAt,
    })),
  });
  await transaction.membership.createMany({
    data: people.map(({ id, joinedAt }, index) => ({
      accountId,
      userId: id,
      role: roleAt(index),
      createdAt: joinedAt,
    })),
  });
  await transaction.auditEntry.createMany({
    data: people.map(({ id, joinedAt }) => ({
      accountId,
      actorKind: 'session',
      actorId: id,
      action: 'member.join',
      targetType: 'user',
      targetId: id,
      data: {},
      createdAt: joinedAt,
    })),
  });
  await transaction.invitation.createMany({
    data: INVITED.map(([email, daysAgo]) => {
      const createdAt = new Date(at.getTime() - daysAgo * DAY);
      return {
        accountId,
        email,
        tokenHash: createHash('sha256').update(randomBytes(32)).digest('hex'),
        invitedBy: owner.id,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + INVITATION_DAYS * DAY),
      };
    }),
  });
}
