/**
 * Handles that cannot leave their workspace. Services need a WorkspaceDb, and only this file makes one, so code without
 * a workspace does not compile. The handle also says who acts, and at what time.
 */
import type { PrismaClient } from '@/prisma/generated/client';
import type { Database } from '@/server/platform/db/client';
import { prismaTransaction } from '@/server/platform/db/prisma-transaction';
import { JOIN_FREELY, JOIN_SETS, workspaceStatement, type WorkspaceStatement } from '@/server/platform/db/statement';
import type { Standby } from '@/server/platform/db/standby';
import { longTransaction, snapshot, transaction, type Run } from '@/server/platform/db/transaction';
import {
  nameToPrisma,
  type ReadConnections,
  type WorkspaceConnections,
} from '@/server/platform/db/workspace-connections';
import { AppError } from '@/server/platform/errors';
import { now } from '@/server/platform/lib/clock';
import { narrow, type WorkspacePrisma } from '@/server/platform/db/workspace-prisma';

/** The actor, as the audit log records it (docs/contract/audit-log.md#fields). */
export interface Actor {
  kind: 'session' | 'key' | 'platform' | 'operator' | 'system';
  /** User id, or the row id of the key; null for operators and the system. */
  id: string | null;
  partnerId: string | null;
  onBehalfOf: string | null;
}

export const SYSTEM: Actor = Object.freeze({ kind: 'system', id: null, partnerId: null, onBehalfOf: null });

declare const workspaceBrand: unique symbol;

export interface WorkspaceDb {
  readonly [workspaceBrand]: true;
  readonly accountId: string;
  readonly actor: Actor;
  /** The service's time of this request, the same for everything that the request does. */
  readonly now: Date;
  /** Prisma, narrowed to the workspace's rows of the tenant tables. */
  readonly prisma: WorkspacePrisma;
  /** Runs a prepared or composed statement with the workspace as $1. */
  rows<Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    ...parameters: Parameters
  ): Promise<Row[]>;
  /**
   * Runs statements in a transaction, all or nothing; only a transaction can write audit entries. Statements cost less
   * than half of the same work through Prisma.
   */
  transaction<Result>(work: (tx: StatementTx) => Promise<Result>): Promise<Result>;
  /** Like `transaction`, for work that may take minutes (server/platform/db/transaction.ts). */
  longTransaction<Result>(work: (tx: StatementTx) => Promise<Result>): Promise<Result>;
  /**
   * Runs statements that only read and see one state of the rows, for answers whose figures must agree. `work` may run
   * a second time, if the standby could not answer.
   * @param options.isLong true to queue as long statements do (WorkspaceStatement.isLong)
   */
  snapshot<Result>(work: (tx: SnapshotTx) => Promise<Result>, options?: { isLong: boolean }): Promise<Result>;
  /** Like `transaction`, with Prisma's models beside the statements. */
  prismaTransaction<Result>(work: (tx: WorkspaceTx) => Promise<Result>): Promise<Result>;
}

/** An audit entry without who, where and when, which the handle adds. */
export interface AuditRecord {
  /** `<noun>.<verb>`, e.g. discount_code.create */
  action: string;
  targetType: string;
  targetId: string;
  /** Facts for the reader. Never a secret. */
  data?: Record<string, string | number | boolean | null | string[]>;
}

export interface WorkspaceTx extends WorkspaceDb {
  /** Writes the audit row in the transaction of the change it records. */
  audit(record: AuditRecord): Promise<void>;
}

/** The operations of a transaction of statements; every other transaction has them too. */
export type StatementTx = Pick<WorkspaceTx, 'accountId' | 'actor' | 'now' | 'rows' | 'audit'>;

/** The operations of a snapshot, which cannot write. */
export type SnapshotTx = Omit<StatementTx, 'audit'>;

const insertAudit = workspaceStatement<
  never,
  [
    actorKind: string,
    actorId: string | null,
    partnerId: string | null,
    onBehalfOf: string | null,
    action: string,
    targetType: string,
    targetId: string,
    data: string,
    at: Date,
  ]
>(
  'audit.insert',
  `INSERT INTO "AuditEntry" ("accountId", "actorKind", "actorId", "partnerId", "onBehalfOf", action, "targetType",
    "targetId", data, "createdAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10::timestamptz)`,
);

export interface WorkspaceScope {
  accountId: string;
  actor: Actor;
  now: Date;
}

/** A class, because a handle is made for every request and its methods need not be. */
class Handle implements Omit<WorkspaceDb, typeof workspaceBrand> {
  readonly accountId: string;
  readonly actor: Actor;
  readonly now: Date;
  private narrowed: ReturnType<typeof narrow> | undefined;
  private narrowedInTransaction: ReturnType<typeof narrow> | undefined;
  private readonly connections: WorkspaceConnections;
  /**
   * The number of open transactions. While one is open, it has a connection, and other work does not wait for another
   * share.
   */
  private open = 0;

  constructor(
    { workspaces }: Pick<Database, 'workspaces'>,
    private readonly scope: WorkspaceScope,
    /** The standby from which statements outside a transaction may be read. */
    private readonly standby: Standby | undefined,
  ) {
    this.connections = workspaces;
    this.accountId = scope.accountId;
    this.actor = scope.actor;
    this.now = scope.now;
  }

  /** The narrowed Prisma client, made at first use, because most requests run one statement and never use Prisma. */
  get prisma(): WorkspacePrisma {
    const client = (this.narrowed ??= narrow(this.connections.prisma, this.accountId, (operation) =>
      this.enter(() => this.connections.prismaOperation(this.accountId, operation)),
    ));
    return client as unknown as WorkspacePrisma;
  }

  rows<Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    ...parameters: Parameters
  ): Promise<Row[]> {
    const values = [this.accountId, ...parameters];
    const ask = (connections: ReadConnections): Promise<Row[]> =>
      connections.read(this.accountId, statement, values, this.open > 0);
    return this.standby === undefined ? ask(this.connections) : this.standby.read(ask, this.connections);
  }

  private enter<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.open > 0 ? work() : this.connections.share.run(this.accountId, work);
  }

  private enterTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.enter(async () => {
      this.open++;
      try {
        return await work();
      } finally {
        this.open--;
      }
    });
  }

  prismaTransaction<Result>(work: (tx: WorkspaceTx) => Promise<Result>): Promise<Result> {
    const { prisma, areBound } = this.connections;
    // In a transaction the operations are on its connection, and the workspace has been named to it.
    const client = (this.narrowedInTransaction ??= narrow(prisma, this.accountId, (operation) => operation()));
    return this.enterTransaction(() =>
      prismaTransaction({ prisma: client as unknown as PrismaClient }, async (transaction) => {
        const own = transaction as unknown as PrismaClient;
        if (areBound) await nameToPrisma(own, this.accountId);
        return await work(workspaceTx(own, this.scope));
      }),
    );
  }

  transaction<Result>(work: (tx: StatementTx) => Promise<Result>): Promise<Result> {
    const opening = this.connections.opening(this.accountId);
    return this.enterTransaction(() => transaction(opening, (run) => work(statementTx(run, this.scope))));
  }

  snapshot<Result>(work: (tx: SnapshotTx) => Promise<Result>, { isLong } = { isLong: false }): Promise<Result> {
    const { accountId } = this;
    const ask = (connections: ReadConnections): Promise<Result> => {
      const one = (): Promise<Result> =>
        snapshot(connections.opening(accountId), (run) => work(statementTx(run, this.scope)));
      if (this.open > 0) return one();
      const shared = (): Promise<Result> => connections.share.run(accountId, one);
      return isLong ? connections.longShare.run(accountId, shared) : shared();
    };
    return this.standby === undefined ? ask(this.connections) : this.standby.read(ask, this.connections);
  }

  longTransaction<Result>(work: (tx: StatementTx) => Promise<Result>): Promise<Result> {
    const opening = this.connections.opening(this.accountId);
    return this.enterTransaction(() => longTransaction(opening, (run) => work(statementTx(run, this.scope))));
  }
}

/**
 * Returns the handle inside a transaction of statements. Partners' transactions use it too
 * (server/platform/db/installation.ts).
 */
export function statementTx(run: Run, { accountId, actor, now }: WorkspaceScope): StatementTx {
  const rows: StatementTx['rows'] = async <Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    ...parameters: Parameters
  ) => await run(statement, [accountId, ...parameters]);
  return {
    accountId,
    actor,
    now,
    rows,
    async audit({ action, targetType, targetId, data }) {
      await rows(
        insertAudit,
        actor.kind,
        actor.id,
        actor.partnerId,
        actor.onBehalfOf,
        action,
        targetType,
        targetId,
        JSON.stringify(data ?? {}),
        now,
      );
    },
  };
}

/** The handle of a principal that names a workspace. Called by the access levels, operator commands and jobs. */
export const workspaceDb = (database: Pick<Database, 'workspaces'>, scope: WorkspaceScope): WorkspaceDb =>
  new Handle(database, scope, undefined) as Omit<WorkspaceDb, typeof workspaceBrand> as WorkspaceDb;

/** Returns a handle for answers that may be a second old: it reads from the standby, if one keeps up. */
export const laggingDb = (database: Pick<Database, 'workspaces' | 'standby'>, scope: WorkspaceScope): WorkspaceDb =>
  new Handle(database, scope, standbyFor(database, scope.accountId)) as Omit<
    WorkspaceDb,
    typeof workspaceBrand
  > as WorkspaceDb;

const standbyFor = ({ standby }: Pick<Database, 'standby'>, accountId: string): Standby | undefined =>
  standby?.serves(accountId) === true ? standby : undefined;

/**
 * Returns the handle with which Laris itself works in a workspace: jobs, callbacks, and links that people follow
 * without a session.
 */
export const systemDb = (database: Pick<Database, 'workspaces'>, accountId: string, at: Date = now()): WorkspaceDb =>
  workspaceDb(database, { accountId, actor: SYSTEM, now: at });

/** Returns the handle inside one of Prisma's transactions; a nested transaction is the same one. */
function workspaceTx(prisma: PrismaClient, scope: WorkspaceScope): WorkspaceTx {
  const handle: Omit<WorkspaceTx, typeof workspaceBrand> = {
    ...scope,
    prisma,
    async rows<Row, Parameters extends readonly unknown[]>(
      statement: WorkspaceStatement<Row, Parameters>,
      ...parameters: Parameters
    ) {
      if (statement.joinsSets === true) await prisma.$executeRawUnsafe(JOIN_SETS);
      const rows = await prisma.$queryRawUnsafe<Row[]>(statement.text, scope.accountId, ...parameters);
      if (statement.joinsSets === true) await prisma.$executeRawUnsafe(JOIN_FREELY);
      return rows;
    },
    transaction: (work) => work(handle),
    longTransaction: (work) => work(handle),
    snapshot: (work) => work(handle),
    prismaTransaction: (work) => work(handle as WorkspaceTx),
    async audit(record) {
      await prisma.auditEntry.create({
        data: {
          accountId: scope.accountId,
          actorKind: scope.actor.kind,
          actorId: scope.actor.id,
          partnerId: scope.actor.partnerId,
          onBehalfOf: scope.actor.onBehalfOf,
          action: record.action,
          targetType: record.targetType,
          targetId: record.targetId,
          data: record.data ?? {},
          createdAt: scope.now,
        },
      });
    },
  };
  return handle as WorkspaceTx;
}

/** The public's access to a workspace: statements that select published rows only. */
export interface PublicDb {
  readonly accountId: string;
  readonly now: Date;
  rows<Row, Parameters extends readonly unknown[]>(
    statement: WorkspaceStatement<Row, Parameters>,
    ...parameters: Parameters
  ): Promise<Row[]>;
}

/** A read-only handle for a workspace that an unauthenticated request names; what it reads may be a second old. */
export function publicWorkspace(
  database: Pick<Database, 'workspaces' | 'standby'>,
  accountId: string,
  now: Date,
): PublicDb {
  const { workspaces } = database;
  const standby = standbyFor(database, accountId);
  return {
    accountId,
    now,
    async rows<Row, Parameters extends readonly unknown[]>(
      statement: WorkspaceStatement<Row, Parameters>,
      ...parameters: Parameters
    ) {
      if (!/^\s*SELECT\b/i.test(statement.text)) throw new Error(`${statement.name} writes: the public only reads.`);
      const ask = (connections: ReadConnections): Promise<Row[]> =>
        connections.read(accountId, statement, [accountId, ...parameters]);
      return await (standby === undefined ? ask(workspaces) : standby.read(ask, workspaces));
    },
  };
}

/** The row that a lookup by id must find. */
export function orNotFound<Row>(row: Row | null | undefined): Row {
  if (row === null || row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
