/** Prisma, narrowed to one workspace: every operation reads and writes rows of its accountId alone. */
import type { Prisma, PrismaClient } from '@/prisma/generated/client';

/** Tables without an accountId, which a workspace handle cannot reach. */
type Untenanted =
  | 'account'
  | 'user'
  | 'signInThrottle'
  | 'platformKey'
  | 'partner'
  | 'partnerCalls'
  | 'platformAuditEntry'
  | 'oAuthNonce'
  | 'passwordReset'
  | 'secondFactor'
  | 'recoveryCode'
  | 'passkey'
  | 'spentChallenge'
  | 'billingCallback';
/** Ways around the narrowing. */
type Unscoped =
  | '$queryRaw'
  | '$queryRawUnsafe'
  | '$executeRaw'
  | '$executeRawUnsafe'
  | '$transaction'
  | '$extends'
  | '$connect'
  | '$disconnect'
  | '$on';
export type WorkspacePrisma = Omit<PrismaClient, Untenanted | Unscoped>;

type Arguments = Record<string, unknown>;
const WITH_WHERE = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'update',
  'updateMany',
  'updateManyAndReturn',
  'delete',
  'deleteMany',
  'upsert',
  'count',
  'aggregate',
  'groupBy',
]);
const WITH_DATA = new Set([
  'create',
  'createMany',
  'createManyAndReturn',
  'update',
  'updateMany',
  'updateManyAndReturn',
]);
const UNTENANTED_MODELS = new Set([
  'Account',
  'User',
  'SignInThrottle',
  'PlatformKey',
  'Partner',
  'PartnerCalls',
  'PlatformAuditEntry',
  'OAuthNonce',
  'PasswordReset',
  'SecondFactor',
  'RecoveryCode',
  'Passkey',
  'SpentChallenge',
  'Session',
  'BillingCallback',
]);

/** Relations that lead to tables without a workspace, and from there into other workspaces. */
const WAYS_OUT = new Set(['account', 'user', 'partner']);

/** @throws Error when a query reads or filters by way of such a relation */
function stayInside(query: unknown): void {
  if (typeof query !== 'object' || query === null || query instanceof Date) return;
  for (const [key, inner] of Object.entries(query)) {
    if (WAYS_OUT.has(key)) throw new Error(`The relation ${key} leads out of the workspace.`);
    stayInside(inner);
  }
}

/** Runs an operation on a connection of the workspace. */
type Enter = (operation: () => Prisma.PrismaPromise<unknown>) => Promise<unknown>;

/** Adds accountId to every where and every row that is written. */
export function narrow(prisma: PrismaClient, accountId: string, enter: Enter) {
  const own = (data: unknown): unknown => (Array.isArray(data) ? data.map(own) : { ...(data as Arguments), accountId });
  return prisma.$extends({
    name: 'workspace',
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          if (UNTENANTED_MODELS.has(model)) throw new Error(`${model} does not belong to a workspace.`);
          const narrowed: Arguments = { ...(args as Arguments) };
          if (!WITH_WHERE.has(operation) && !WITH_DATA.has(operation))
            throw new Error(`${operation} is not narrowed to a workspace.`);
          for (const part of [narrowed.where, narrowed.include, narrowed.select, narrowed.orderBy]) stayInside(part);
          if (WITH_WHERE.has(operation)) narrowed.where = { ...(narrowed.where as Arguments | undefined), accountId };
          if (WITH_DATA.has(operation)) narrowed.data = own(narrowed.data);
          if (operation === 'upsert') narrowed.create = own(narrowed.create);
          return enter(() => query(narrowed));
        },
      },
    },
  });
}
