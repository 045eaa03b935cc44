/** Creates workspaces and users, and describes the signed-in person. */
import { hashPassword } from '@/server/platform/auth/password';
import { roleOf, type Role } from '@/server/platform/access/roles';
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { Services } from '@/server/platform/access/context';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { AppError } from '@/server/platform/errors';
import { enqueueForService } from '@/server/platform/jobs/enqueue';
import {
  emailTaken,
  insertAccount,
  insertMembership,
  insertUser,
} from '@/server/modules/account/accounts/create-account';
import { LARIS_VERSION } from '@/server/platform/lib/version';
import type { CurrentAccount, SignUpInput } from '@/server/modules/account/accounts/schema';
import { sendProofJob } from '@/server/modules/account/accounts/jobs';
import { countAttempts } from '@/server/modules/account/accounts/throttle';
import type { PlanId } from '@/server/modules/account/billing/plans';

/** A workspace without people: the operator's command. */
export function createAccount(
  database: Database,
  input: { name: string; plan?: PlanId },
  now: Date,
): Promise<{ id: string; name: string }> {
  return prismaTransaction(database, (transaction) => insertAccount(transaction, { ...input, ownerId: null }, now));
}

/**
 * Adds a user to a workspace: as its owner if it has none, else with the given role, or as admin. @throws AppError
 * EMAIL_TAKEN, NOT_FOUND
 */
export async function createUser(
  database: Database,
  input: { accountId: string; email: string; name: string; password: string; role?: Exclude<Role, 'owner'> },
  now: Date,
): Promise<string> {
  const passwordHash = await hashPassword(input.password);
  try {
    return await prismaTransaction(database, async (transaction) => {
      // Held until the end, so that two users made at once are not both the first.
      await transaction.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${input.accountId} FOR NO KEY UPDATE`;
      const account = await transaction.account.findUnique({
        where: { id: input.accountId },
        select: { _count: { select: { memberships: true } } },
      });
      if (account === null) throw new AppError('NOT_FOUND', { message: 'There is no workspace with this id.' });
      const role = account._count.memberships === 0 ? 'owner' : (input.role ?? 'admin');
      const { id: userId } = await insertUser(
        transaction,
        { email: input.email, name: input.name, passwordHash, unprovenSince: null },
        now,
      );
      await insertMembership(transaction, { accountId: input.accountId, userId, role }, now);
      await transaction.auditEntry.create({
        data: {
          accountId: input.accountId,
          actorKind: 'operator',
          action: 'member.add',
          targetType: 'user',
          targetId: userId,
          data: { role },
          createdAt: now,
        },
      });
      return userId;
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

/**
 * Creates a workspace with its owner. If the service sends mail, the owner's mailbox gets a link to prove it. @throws
 * AppError EMAIL_TAKEN, TOO_MANY_ATTEMPTS
 */
export async function signUp(
  { database, mail }: Pick<Services, 'database' | 'mail'>,
  { language, ...input }: SignUpInput,
  address: string,
  now: Date,
): Promise<{ accountId: string; userId: string }> {
  await countAttempts(
    database,
    { email: input.email, address, ...(mail !== null && { resetEmail: input.email }) },
    now,
  );
  const passwordHash = await hashPassword(input.password);
  try {
    return await prismaTransaction(database, async (transaction) => {
      const { id: userId } = await insertUser(
        transaction,
        { email: input.email, name: input.name.trim(), passwordHash, unprovenSince: mail === null ? null : now },
        now,
      );
      const { id: accountId } = await insertAccount(
        transaction,
        { name: input.workspaceName.trim(), ownerId: userId },
        now,
      );
      if (mail !== null) await enqueueForService(transaction, sendProofJob, { userId, language });
      return { accountId, userId };
    });
  } catch (error) {
    throw emailTaken(error);
  }
}

/** The person and the workspaces of a session, for the dashboard's frame. @throws AppError UNAUTHENTICATED */
export async function current(
  { database, uploads, settings, mail }: Pick<Services, 'database' | 'uploads' | 'settings' | 'mail'>,
  principal: SessionPrincipal,
): Promise<CurrentAccount> {
  const user = await database.prisma.user.findUnique({
    where: { id: principal.userId },
    select: {
      id: true,
      name: true,
      email: true,
      unprovenSince: true,
      memberships: {
        orderBy: [{ account: { name: 'asc' } }, { accountId: 'asc' }],
        select: {
          role: true,
          account: {
            select: {
              id: true,
              name: true,
              logoKey: true,
              currency: true,
              timeZone: true,
              country: true,
              shopUrl: true,
              subscription: { select: { plan: true } },
            },
          },
        },
      },
    },
  });
  if (user === null) throw new AppError('UNAUTHENTICATED');
  const { memberships, unprovenSince, ...person } = user;
  const workspaces = memberships.map(({ role, account: { logoKey, subscription, ...account } }) => ({
    ...account,
    role: roleOf(role),
    logoUrl: logoKey === null ? null : uploads.publicUrl(logoKey),
    plan: subscription?.plan ?? 'free',
  }));
  return {
    user: { ...person, isProven: unprovenSince === null || mail === null },
    workspace: workspaces.find(({ id }) => id === principal.accountId) ?? null,
    workspaces: workspaces.map(({ id, name, logoUrl, role }) => ({ id, name, logoUrl, role })),
    mergeTags: settings.extensions.has('merge-tags'),
    version: LARIS_VERSION,
  };
}
