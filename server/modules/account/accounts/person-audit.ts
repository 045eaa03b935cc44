/** Records a person's change to their own account in the audit log of each of their workspaces. */
import type { Prisma } from '@/prisma/generated/client';
import type { Actor } from '@/server/platform/db/workspace';
import type { Transaction } from '@/server/modules/account/accounts/create-account';

export async function auditOfPerson(
  transaction: Transaction,
  userId: string,
  change: {
    action: string;
    actor: Pick<Actor, 'kind' | 'id'>;
    data?: Prisma.InputJsonObject | ((accountId: string) => Prisma.InputJsonObject);
  },
  now: Date,
): Promise<void> {
  const memberships = await transaction.membership.findMany({ where: { userId }, select: { accountId: true } });
  await transaction.auditEntry.createMany({
    data: memberships.map(({ accountId }) => ({
      accountId,
      actorKind: change.actor.kind,
      actorId: change.actor.id,
      action: change.action,
      targetType: 'user',
      targetId: userId,
      data: typeof change.data === 'function' ? change.data(accountId) : (change.data ?? {}),
      createdAt: now,
    })),
  });
}
