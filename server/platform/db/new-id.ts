/** Ids before their rows are there. */
import { randomUUID } from 'node:crypto';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';

const nextStatement = workspaceStatement<{ id: string }>(
  'db.next-id',
  'SELECT $1::text AS "accountId", new_id() AS id',
);

/** As the database makes them, for a row whose secret is sealed under its id. */
export const nextId = async (db: Pick<WorkspaceDb, 'rows'>): Promise<string> =>
  orNotFound((await db.rows(nextStatement))[0]).id;

/** The first id of an instant: ids begin with their time, 64 ms a step. */
export const firstIdOf = (instant: Date): string =>
  `c${Math.floor(instant.getTime() / 64)
    .toString(16)
    .padStart(9, '0')}`;

/**
 * As the database makes them, at the service's side: whoever makes many rows that name each other needs no round trip.
 */
export const orderedId = (at = now()): string => firstIdOf(at) + randomUUID().replaceAll('-', '').slice(-15);

/** Made here, where rows that belong together are written at once: the demo and the tests. */
export const madeId = (): string => `c${randomUUID().replaceAll('-', '').slice(0, 24)}`;
