/** Ids that are made before their rows are inserted. */
import { randomUUID } from 'node:crypto';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now } from '@/server/platform/lib/clock';

const nextStatement = workspaceStatement<{ id: string }>(
  'db.next-id',
  'SELECT $1::text AS "accountId", new_id() AS id',
);

/** Asks the database for an id, for a row whose secret is sealed with that id. */
export const nextId = async (db: Pick<WorkspaceDb, 'rows'>): Promise<string> =>
  orNotFound((await db.rows(nextStatement))[0]).id;

/** Returns the smallest id of an instant: ids begin with their time, in steps of 64 ms. */
export const firstIdOf = (instant: Date): string =>
  `c${Math.floor(instant.getTime() / 64)
    .toString(16)
    .padStart(9, '0')}`;

/**
 * Makes an id like the database's, in the process: a writer of many rows that refer to each other needs no round trip.
 */
export const orderedId = (at = now()): string => firstIdOf(at) + randomUUID().replaceAll('-', '').slice(-15);

/** Made here, where rows that belong together are written at once: the demo and the tests. */
export const madeId = (): string => `c${randomUUID().replaceAll('-', '').slice(0, 24)}`;
