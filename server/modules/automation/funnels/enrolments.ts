/** Enrolments: listing, reading, and taking people out (docs/contract/funnels.md#enrolments). */
import { columnsOf } from '@/server/platform/db/columns';
import { cutPage, decodeCursor } from '@/server/platform/db/cursor';
import { composedStatement, Parameters, THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { toNumberOrNull } from '@/server/platform/lib/money';
import { contactNameSql } from '@/server/modules/audience/contacts/rows';
import { lockFunnels } from '@/server/modules/automation/funnels/lock';
import { readFunnel } from '@/server/modules/automation/funnels/rows';
import type {
  Enrolment,
  EnrolmentsInput,
  EnrolmentWithPath,
  ExitInput,
} from '@/server/modules/automation/funnels/schema';
import type { Cart, Passage } from '@/server/modules/automation/funnels/enrolment-state';
import type { WaitingFor } from '@/server/modules/automation/funnels/vocabulary';
import type { EnrolmentStatus } from '@/server/platform/lib/shared-vocabulary';

export interface EnrolmentRow {
  id: string;
  funnelId: string;
  version: number;
  contactId: string;
  status: EnrolmentStatus;
  stepId: string | null;
  waitingFor: WaitingFor | null;
  dueAt: Date | null;
  cart: Cart | null;
  discountCode: string | null;
  exitReason: string | null;
  goalAt: Date | null;
  goalValue: bigint | null;
  goalCurrency: string | null;
  enteredAt: Date;
  endedAt: Date | null;
}

const enrolmentColumns = (alias: string): string => columnsOf('FunnelEnrolment', alias);

export function presentEnrolment(row: EnrolmentRow): Enrolment {
  const { id, funnelId, version, contactId, status, stepId, waitingFor, dueAt, cart } = row;
  const { discountCode, exitReason, goalAt, goalValue, goalCurrency, enteredAt, endedAt } = row;
  return {
    ...{ id, funnelId, version, contactId, status, stepId, waitingFor, dueAt },
    cart: cart === null ? null : { value: cart.value, currency: cart.currency, url: cart.url },
    ...{ discountCode, exitReason, goalAt, goalValue: toNumberOrNull(goalValue), goalCurrency, enteredAt, endedAt },
  };
}

interface Page<Item> {
  data: Item[];
  cursor: string | null;
  hasMore: boolean;
}

/**
 * Lists enrolments, the latest entry first. @throws AppError NOT_FOUND, VALIDATION for a cursor that is not from this
 * list
 */
export async function listEnrolments(db: WorkspaceDb, input: EnrolmentsInput): Promise<Page<Enrolment>> {
  await readFunnel(db, input.id);
  const parameters = new Parameters();
  const filter = [`e."accountId" = $1`, `e."funnelId" = ${parameters.add(input.id, 'text')}`];
  if (input.status !== undefined) filter.push(`e.status = ANY (${parameters.add(input.status, 'text[]')})`);
  if (input.stepId !== undefined) filter.push(`e."stepId" = ${parameters.add(input.stepId, 'text')}`);
  if (input.contactId !== undefined) filter.push(`e."contactId" = ${parameters.add(input.contactId, 'text')}`);
  if (input.cursor !== undefined) {
    const { key, id } = decodeCursor(input.cursor, 'instant');
    filter.push(`(e."enteredAt", e.id) < (${parameters.add(key, 'timestamptz')}, ${parameters.add(id, 'text')})`);
  }
  const limit = parameters.add(input.limit + 1, 'int');
  const rows = await db.rows(
    composedStatement<EnrolmentRow>(
      `SELECT ${enrolmentColumns('e')} FROM "FunnelEnrolment" e WHERE ${filter.join(' AND ')}
        ORDER BY e."enteredAt" DESC, e.id DESC LIMIT ${limit}`,
    ),
    ...parameters.values,
  );
  const page = cutPage(rows, input.limit, (row) => row.enteredAt);
  return { data: page.rows.map(presentEnrolment), cursor: page.nextCursor, hasMore: page.hasMore };
}

const findCalled = workspaceStatement<{ id: string; called: string }, [contactIds: string[]]>(
  'funnels.called',
  `SELECT c.id, ${contactNameSql('c')} AS called FROM "Contact" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

/** Lists enrolments with the people's names. */
export async function listPeople(
  db: WorkspaceDb,
  input: EnrolmentsInput,
): Promise<Page<Enrolment & { called: string }>> {
  const { data, ...page } = await listEnrolments(db, input);
  const rows = await db.rows(findCalled, [...new Set(data.map(({ contactId }) => contactId))]);
  const called = new Map(rows.map((row) => [row.id, row.called]));
  return { data: data.map((each) => ({ ...each, called: called.get(each.contactId) ?? '' })), ...page };
}

const findEnrolment = workspaceStatement<EnrolmentRow, [funnelId: string, id: string]>(
  'funnels.enrolment',
  `SELECT ${enrolmentColumns('e')} FROM "FunnelEnrolment" e WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.id = $3`,
  { isBrief: true },
);
const findPath = workspaceStatement<Omit<Passage, 'isAgain'>, [id: string]>(
  'funnels.path',
  `SELECT p."stepId", p.at, p.outcome, p."messageId", p.reason FROM "FunnelPassage" p
    WHERE p."accountId" = $1 AND p."enrolmentId" = $2 ORDER BY p.position`,
  { isBrief: true },
);

/** Returns an enrolment with the steps that the person has left. @throws AppError NOT_FOUND */
export async function getEnrolment(db: WorkspaceDb, funnelId: string, id: string): Promise<EnrolmentWithPath> {
  const row = orNotFound((await db.rows(findEnrolment, funnelId, id))[0]);
  return { ...presentEnrolment(row), path: await db.rows(findPath, id) };
}

const findFunnelOf = workspaceStatement<{ contactId: string; id: string; name: string }, [id: string]>(
  'funnels.of-enrolment',
  `SELECT e."contactId", f.id, f.name FROM "FunnelEnrolment" e
    JOIN "Funnel" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = e."funnelId" WHERE e."accountId" = $1 AND e.id = $2`,
);

/**
 * Returns the contact and the funnel of the enrolment that something, such as a code, was made for. @throws AppError
 * NOT_FOUND once the enrolment is gone
 */
export async function funnelOfEnrolment(
  db: WorkspaceDb,
  eid: string,
): Promise<{ contactId: string; funnel: { id: string; name: string } }> {
  const { contactId, ...funnel } = orNotFound((await db.rows(findFunnelOf, eid))[0]);
  return { contactId, funnel };
}

const lockEnrolment = workspaceStatement<EnrolmentRow, [funnelId: string, id: string]>(
  'funnels.lock-enrolment',
  `SELECT ${enrolmentColumns('e')} FROM "FunnelEnrolment" e
    WHERE e."accountId" = $1 AND e."funnelId" = $2 AND e.id = $3 FOR NO KEY UPDATE`,
);
const endEnrolment = workspaceStatement<EnrolmentRow, [id: string, reason: string, now: Date]>(
  'funnels.end-enrolment',
  `UPDATE "FunnelEnrolment" e SET status = 'exited', "exitReason" = $3, "endedAt" = $4::timestamptz, "stepId" = NULL,
    "waitingFor" = NULL, "dueAt" = NULL
   WHERE e."accountId" = $1 AND e.id = $2 RETURNING ${enrolmentColumns('e')}`,
);

/** The stored reason of an exit for which the caller gave no reason. */
export const TAKEN_OUT = 'taken out';

/**
 * Takes a person out of a funnel. An enrolment that was ended by hand before stays unchanged. @throws AppError
 * NOT_FOUND, BAD_STATE when the enrolment ended in another way
 */
export async function exitEnrolment(db: WorkspaceDb, { id, eid, reason = TAKEN_OUT }: ExitInput): Promise<Enrolment> {
  return await db.longTransaction(async (tx) => {
    await lockFunnels(tx, 'shared');
    const before = orNotFound((await tx.rows(lockEnrolment, id, eid))[0]);
    if (before.status === 'exited') return presentEnrolment(before);
    if (before.status !== 'active')
      throw new AppError('BAD_STATE', {
        message: 'This contact has reached the end of the funnel already.',
        details: { status: before.status },
      });
    const [row] = await tx.rows(endEnrolment, eid, reason, tx.now);
    await tx.audit({ action: 'funnel.exit', targetType: 'funnel', targetId: id, data: { enrolmentId: eid, reason } });
    return presentEnrolment(orNotFound(row));
  });
}
