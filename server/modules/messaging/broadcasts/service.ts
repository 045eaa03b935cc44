/** The merchant's actions on broadcasts before sending (docs/contract/broadcasts.md#states): create, find, change. */
import { NO_JSON } from '@/server/platform/db/columns';
import { castJson } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, foreignCampaign, invalid } from '@/server/platform/errors';
import { compiledTest } from '@/server/modules/messaging/broadcasts/ab-variants';
import { compileEmailContent, type CompileServices } from '@/server/modules/messaging/broadcasts/compile-content';
import { lockBroadcast } from '@/server/modules/messaging/broadcasts/lock';
import {
  broadcastColumns,
  countsOf,
  presentBroadcast,
  totalOf,
  type BroadcastRow,
} from '@/server/modules/messaging/broadcasts/rows';
import {
  MAX_LISTED_BYTES,
  type Broadcast,
  type BroadcastWithCounts,
  type CreateInput,
  type StatusCounts,
  type UpdateInput,
} from '@/server/modules/messaging/broadcasts/schema';
import { auditOwnAttachment } from '@/server/modules/account/audit-log/campaign-attachment';

type CountedRow = BroadcastRow & { statusCounts: StatusCounts };

const findBroadcast = workspaceStatement<CountedRow, [id: string]>(
  'broadcasts.find',
  `SELECT ${broadcastColumns('b')}, ${countsOf('b')} FROM "Broadcast" b WHERE b."accountId" = $1 AND b.id = $2`,
);

const BYTES = `(octet_length(b.content::text) + octet_length(b.audience::text) + coalesce(octet_length(b.test::text), 0))`;

/**
 * Contents are measured as JSON text, because stored contents are compressed. The first broadcast is always returned.
 */
const listBroadcasts = workspaceStatement<CountedRow>(
  'broadcasts.list',
  `SELECT ${broadcastColumns('b')}, ${countsOf('b')} FROM (
     SELECT b.*, sum(${BYTES}) OVER newest - ${BYTES} AS "bytesBefore"
     FROM "Broadcast" b WHERE b."accountId" = $1 WINDOW newest AS (ORDER BY b."createdAt" DESC, b.id DESC)) b
   WHERE b."bytesBefore" < ${MAX_LISTED_BYTES} ORDER BY b."createdAt" DESC, b.id DESC`,
);

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<BroadcastWithCounts> {
  const row = orNotFound((await db.rows(findBroadcast, id))[0]);
  return { ...presentBroadcast(row), statusCounts: row.statusCounts };
}

/** Returns all broadcasts, newest first. When their contents exceed MAX_LISTED_BYTES, returns only the newest. */
export async function list(db: WorkspaceDb): Promise<(Broadcast & { _count: { messages: number } })[]> {
  const rows = await db.rows(listBroadcasts);
  return rows.map((row) => ({ ...presentBroadcast(row), _count: { messages: totalOf(row.statusCounts) } }));
}

/** Turns what the database refuses into the error that the client reads. */
function refused(error: unknown): unknown {
  if (!violates(error, 'Broadcast_accountId_marketingCampaignId_fkey')) return error;
  return foreignCampaign();
}

/** Returns the sent fields of a broadcast, as Prisma wants its free-form columns typed. */
const columnsOf = <Fields extends Omit<UpdateInput, 'id'>>({ content, audience, utm, test, ...rest }: Fields) => ({
  ...rest,
  // Another test has no end and no result yet.
  ...(test === undefined
    ? {}
    : {
        test: test === null ? NO_JSON : castJson(test),
        testEndsAt: null,
        testResult: NO_JSON,
        testContents: NO_JSON,
      }),
  ...(content === undefined ? {} : { content: castJson(content) }),
  ...(audience === undefined ? {} : { audience: castJson(audience) }),
  ...(utm === undefined ? {} : { utm: utm === null ? NO_JSON : castJson(utm) }),
});

/** Returns the input with its block documents compiled. */
async function compiled<Input extends Pick<UpdateInput, 'content' | 'test'>>(
  db: WorkspaceDb,
  services: CompileServices,
  input: Input,
): Promise<Input> {
  const { content, test } = input;
  return {
    ...input,
    ...(content === undefined ? {} : { content: { ...(await compileEmailContent(db, services, content)) } }),
    ...(test === undefined || test === null ? {} : { test: await compiledTest(db, services, test) }),
  };
}

/**
 * Refuses a test together with own hours: the hour differs from person to person, and a test ends for all at once.
 * @throws AppError VALIDATION
 */
function requireTogether(
  { test, localTime }: Pick<UpdateInput, 'test' | 'localTime'>,
  before: Pick<BroadcastRow, 'test' | 'localTime'> = { test: null, localTime: null },
): void {
  const isTest = (test === undefined ? before.test : test) !== null;
  const isLocal = (localTime === undefined ? before.localTime : localTime) !== null;
  if (isTest && isLocal)
    throw invalid(
      test === undefined ? 'localTime' : 'test',
      'cannot be combined: an A/B test ends for everybody at once, a local time does not',
    );
}

/** @throws AppError VALIDATION for a campaign of another workspace, or a block document that does not compile */
export async function create(db: WorkspaceDb, services: CompileServices, input: CreateInput): Promise<Broadcast> {
  const scheduledAt = input.scheduledAt ?? null;
  requireTogether(input);
  const data = columnsOf(await compiled(db, services, input));
  const insert = ({ prisma, accountId, now }: WorkspaceDb) =>
    prisma.broadcast.create({
      data: {
        ...data,
        accountId,
        status: scheduledAt === null ? 'draft' : 'scheduled',
        createdAt: now,
        updatedAt: now,
      },
    });
  try {
    // Only what is filed under a campaign stands in the audit log.
    if ((input.marketingCampaignId ?? null) === null) return presentBroadcast(await insert(db));
    return await db.prismaTransaction(async (tx) => {
      const row = await insert(tx);
      await auditOwnAttachment(tx, 'broadcast', row.id, null, row.marketingCampaignId);
      return presentBroadcast(row);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** A time schedules a broadcast that was not sent yet; null makes a scheduled broadcast a draft again. */
function nextStatus(status: string, scheduledAt: Date | null | undefined): string {
  if (scheduledAt === undefined) return status;
  if (scheduledAt !== null) return 'scheduled';
  return status === 'scheduled' ? 'draft' : status;
}

/** @throws AppError BAD_STATE */
function requireEditable({ status }: { status: string }): void {
  if (status === 'sending' || status === 'sent')
    throw new AppError('BAD_STATE', {
      message: `The broadcast is ${status} and cannot be changed. Cancel it first while it is sending.`,
    });
}

/** Changes a broadcast; fields that are not sent stay. @throws AppError NOT_FOUND, BAD_STATE, VALIDATION */
export async function update(
  db: WorkspaceDb,
  services: CompileServices,
  { id, ...changes }: UpdateInput,
): Promise<Broadcast> {
  // The resource comes before what the schema cannot judge, such as the blocks' uploads.
  requireEditable(orNotFound(await db.prisma.broadcast.findFirst({ where: { id }, select: { status: true } })));
  if (Object.keys(changes).length === 0)
    return presentBroadcast(orNotFound(await db.prisma.broadcast.findFirst({ where: { id } })));
  const data = columnsOf(await compiled(db, services, changes));
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = orNotFound((await tx.rows(lockBroadcast, id))[0]);
      requireEditable(before);
      requireTogether(changes, before);
      const row = await tx.prisma.broadcast.update({
        where: { accountId_id: { accountId: tx.accountId, id } },
        data: { ...data, status: nextStatus(before.status, changes.scheduledAt), updatedAt: tx.now },
      });
      await auditOwnAttachment(tx, 'broadcast', id, before.marketingCampaignId, row.marketingCampaignId);
      return presentBroadcast(row);
    });
  } catch (error) {
    throw refused(error);
  }
}
