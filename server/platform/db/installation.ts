/**
 * Handles of data that belongs to the installation and to no workspace: partners, their links, and the list of all
 * merchants. A PartnerDb cannot leave its partner; an OperatorDb sees all. Only the access levels
 * (server/platform/access/procedures.ts), the operator's commands and the worker's job that cleans up after partners
 * make such handles, so code for partners that could read another partner's rows does not compile.
 */
import type { Database } from '@/server/platform/db/client';
import { rowsOf, transaction, type Run } from '@/server/platform/db/transaction';
import {
  statementTx,
  workspaceDb,
  type Actor,
  type AuditRecord,
  type StatementTx,
  type WorkspaceDb,
} from '@/server/platform/db/workspace';

declare const partnerBrand: unique symbol;
declare const operatorBrand: unique symbol;

/**
 * A statement with the types of its result row and its parameters; a partner's statement has them from $2 on. Only this
 * file makes one.
 */
interface Declared<Of extends 'partner' | 'operator', Row, Parameters extends readonly unknown[]> {
  readonly of: Of;
  readonly name: string;
  readonly text: string;
  /** Types only: never set. */
  readonly row?: Row;
  readonly parameters?: Parameters;
}
export type PartnerStatement<Row, Parameters extends readonly unknown[]> = Declared<'partner', Row, Parameters>;
export type OperatorStatement<Row, Parameters extends readonly unknown[]> = Declared<'operator', Row, Parameters>;

const names = new Set<string>();

function declared<Of extends 'partner' | 'operator'>(of: Of, name: string, text: string) {
  if (names.has(name)) throw new Error(`Two statements are named ${name}.`);
  names.add(name);
  return { of, name, text };
}

/**
 * Declares a statement of one partner, which is $1.
 * @throws Error at load when the text does not limit its rows to the partner: `"partnerId" = $1`, or `p.id = $1` for
 * the partner itself
 */
export function partnerStatement<Row, Parameters extends readonly unknown[] = []>(
  name: string,
  text: string,
): PartnerStatement<Row, Parameters> {
  if (
    !/"partnerId"\s*=\s*\$1\b|"Partner" p WHERE p\.id = \$1\b|\bSELECT\s+\$1\b|UPDATE "Partner" p SET [^;]* WHERE p\.id = \$1\b/.test(
      text,
    )
  )
    throw new Error(`Statement ${name} is not bound to a partner: it must use "partnerId" = $1.`);
  return declared('partner', name, text);
}

/** Declares a statement over the whole installation. */
export const operatorStatement = <Row, Parameters extends readonly unknown[] = []>(
  name: string,
  text: string,
): OperatorStatement<Row, Parameters> => declared('operator', name, text);

/** The values that both handles are given. */
interface Scope {
  actor: Actor;
  /** The service's time of this request. */
  now: Date;
}

/** The operations that a partner's transaction offers. */
export interface PartnerTx extends Readonly<Scope> {
  readonly partnerId: string;
  rows<Row, Parameters extends readonly unknown[]>(
    statement: PartnerStatement<Row, Parameters>,
    ...parameters: Parameters
  ): Promise<Row[]>;
  /** Writes an entry of the installation's audit log, in the transaction of the change it records. */
  audit(record: AuditRecord): Promise<void>;
  /** The same transaction as a handle of a workspace, to write into it what concerns it. */
  workspace(accountId: string): StatementTx;
}

/** A handle of one partner; it reaches no other partner. */
export interface PartnerDb extends Pick<PartnerTx, 'partnerId' | 'actor' | 'now' | 'rows'> {
  readonly [partnerBrand]: true;
  transaction<Result>(work: (tx: PartnerTx) => Promise<Result>): Promise<Result>;
}

/** A handle of the whole installation, for the operator. */
export interface OperatorDb extends Readonly<Scope> {
  readonly [operatorBrand]: true;
  rows<Row, Parameters extends readonly unknown[]>(
    statement: OperatorStatement<Row, Parameters>,
    ...parameters: Parameters
  ): Promise<Row[]>;
  transaction<Result>(
    work: (tx: Pick<OperatorDb, 'rows'> & Pick<PartnerTx, 'audit'>) => Promise<Result>,
  ): Promise<Result>;
  /** Returns a partner's handle, whether or not the partner exists. */
  partner(partnerId: string): PartnerDb;
  /** Returns a workspace's handle, to count its rows. */
  workspace(accountId: string): WorkspaceDb;
}

const insertAudit = operatorStatement<
  never,
  [
    actorKind: string,
    actorId: string | null,
    action: string,
    targetType: string,
    targetId: string,
    data: string,
    at: Date,
  ]
>(
  'installation.audit',
  `INSERT INTO "PlatformAuditEntry" ("actorKind", "actorId", action, "targetType", "targetId", data, "createdAt")
    VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::timestamptz)`,
);

const auditIn =
  (run: Run, { actor, now }: Scope): PartnerTx['audit'] =>
  async ({ action, targetType, targetId, data }) => {
    await run(insertAudit, [actor.kind, actor.id, action, targetType, targetId, JSON.stringify(data ?? {}), now]);
  };

const partnerTx = (run: Run, partnerId: string, scope: Scope): PartnerTx => ({
  ...scope,
  partnerId,
  rows: async (statement, ...parameters) => await run(statement, [partnerId, ...parameters]),
  audit: auditIn(run, scope),
  workspace: (accountId) => statementTx(run, { ...scope, accountId }),
});

/** Called by the access levels, the operator's commands and server/modules/account/admin/end-left.ts. */
export const partnerDb = (database: Database, partnerId: string, scope: Scope): PartnerDb =>
  ({
    ...scope,
    partnerId,
    rows: (statement, ...parameters) => rowsOf(database.pool, statement, [partnerId, ...parameters]),
    transaction: (work) => transaction(database, (run) => work(partnerTx(run, partnerId, scope))),
  }) satisfies Omit<PartnerDb, typeof partnerBrand> as PartnerDb;

/** Called by the access levels and the operator's commands. */
export const operatorDb = (database: Database, scope: Scope): OperatorDb =>
  ({
    ...scope,
    rows: (statement, ...parameters) => rowsOf(database.pool, statement, [...parameters]),
    transaction: (work) =>
      transaction(database, (run) =>
        work({
          rows: async (statement, ...parameters) => await run(statement, [...parameters]),
          audit: auditIn(run, scope),
        }),
      ),
    partner: (partnerId) => partnerDb(database, partnerId, scope),
    workspace: (accountId) => workspaceDb(database, { ...scope, accountId }),
  }) satisfies Omit<OperatorDb, typeof operatorBrand> as OperatorDb;
