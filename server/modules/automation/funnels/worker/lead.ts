/**
 * Leads on the due people of one workspace, one batch a transaction: a step's effect and the move to the next step
 * happen both or neither, even if the worker dies (docs/contract/funnels.md#two-workers).
 */
import type { Services } from '@/server/platform/access/context';
import { systemDb, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { triedAgainAt, wordsOf } from '@/server/platform/outbox/in-vain';
import { now as clock } from '@/server/platform/lib/clock';
import { batchWorld, type Led } from '@/server/modules/automation/funnels/batch-world';
import { lockAddresses, lockFunnels } from '@/server/modules/automation/funnels/lock';
import { walk } from '@/server/modules/automation/funnels/machine';
import type { MintedCode, EnrolmentState } from '@/server/modules/automation/funnels/enrolment-state';
import { plansOf } from '@/server/modules/automation/funnels/versions';
import {
  lockLed,
  putOffLed,
  stillLive,
  takeDue,
  writeMoves,
  type DueWorkspace,
  type Moved,
  type TakenRow,
} from '@/server/modules/automation/funnels/worker/queue';

type Needs = Pick<Services, 'database' | 'log'>;

/** @returns how many were led on */
export async function leadDue({ database, log }: Needs, { accountId, funnelIds }: DueWorkspace): Promise<number> {
  const db = systemDb(database, accountId, clock());
  let taken: readonly TakenRow[] = [];
  try {
    return await db.longTransaction((tx) => leadBatch(tx, { funnelIds, onTaken: (rows) => (taken = rows) }));
  } catch (error) {
    // Whose fault it is, is not known before anybody was taken: the database may be away.
    if (taken.length === 0) throw error;
    log.warn({ err: error, accountId, people: taken.length }, 'a batch of funnels failed, trying one by one');
    return await oneByOne(db, log, taken);
  }
}

/** Leads each person in their own transaction, so that an error of one person holds up nobody else. */
async function oneByOne(db: WorkspaceDb, log: Services['log'], taken: readonly TakenRow[]): Promise<number> {
  let led = 0;
  for (const { id, funnelId, stepId, attempts } of taken) {
    try {
      led += await db.longTransaction((tx) => leadBatch(tx, { funnelIds: [funnelId], only: id }));
    } catch (error) {
      const dueAt = triedAgainAt(attempts, clock());
      await putOffLed(db, { id, dueAt, error: wordsOf(error) });
      log.error(
        { err: error, accountId: db.accountId, enrolmentId: id, funnelId, stepId, attempts: attempts + 1 },
        dueAt === null
          ? 'an enrolment cannot be led on and was put aside'
          : 'an enrolment cannot be led on, trying again later',
      );
    }
  }
  return led;
}

interface Batch {
  funnelIds: readonly string[];
  /** The one enrolment to lead; left out: all that are due. */
  only?: string;
  onTaken?: (rows: readonly TakenRow[]) => void;
}

async function leadBatch(tx: StatementTx, { funnelIds, only, onTaken }: Batch): Promise<number> {
  await lockFunnels(tx, 'shared');
  const live = await stillLive(tx, funnelIds);
  if (live.length === 0) return 0;
  const taken = await takeDue(tx, { funnelIds: live, only: only ?? null });
  onTaken?.(taken);
  const contacts = await lockLed(
    tx,
    taken.map(({ contactId }) => contactId),
  );
  const planOf = await plansOf(tx, taken);
  const isOnce = (row: TakenRow): boolean => planOf(row)?.definition.onePerAddress === true;
  const held = await lockAddresses(tx, [...new Set(taken.filter(isOnce).map(({ funnelId }) => funnelId))]);
  const led = taken.flatMap((row): (Led & { taken: TakenRow })[] => {
    const contact = contacts.get(row.contactId);
    const plan = planOf(row);
    if (contact === undefined || (isOnce(row) && !held.has(row.funnelId))) return [];
    if (plan === undefined) throw new Error(`Version ${row.version} of funnel ${row.funnelId} is missing.`);
    return [{ taken: row, state: stateOf(row), contact, plan }];
  });
  if (led.length === 0) return 0;
  const world = batchWorld(tx, led);
  const walks = led.map(async ({ taken: row, ...one }): Promise<Moved> => {
    const passages = await walk(one.state, one.plan, world.worldOf(one));
    return { taken: row, state: one.state, passages };
  });
  // All of them, whatever became of the first: nobody may go on asking when the transaction has ended.
  const moved: Moved[] = [];
  for (const outcome of await Promise.allSettled(walks)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    moved.push(outcome.value);
  }
  await world.write();
  await writeMoves(tx, moved);
  return moved.length;
}

function stateOf(row: TakenRow): EnrolmentState {
  const { discountCodeId, discountCode, discountExpiresAt, codeMintedAt } = row;
  const code: MintedCode | null =
    discountCodeId === null || discountCode === null || codeMintedAt === null
      ? null
      : { id: discountCodeId, code: discountCode, expiresAt: discountExpiresAt, mintedAt: codeMintedAt };
  const { id, contactId, enteredAt, triggerRef, heard, cart, goalAt, status, stepId, stepSince, waitingFor, dueAt } =
    row;
  const { lastSentStepId, exitReason, endedAt } = row;
  return {
    ...{ id, contactId, enteredAt, triggerRef, heard, cart, goalAt, status, stepId, stepSince, waitingFor, dueAt },
    ...{ code, lastSentStepId, exitReason, endedAt },
  };
}
