/** Templates (docs/contract/broadcasts.md#templates): saved content; a block document is compiled when it is saved. */
import { castJson, castStored } from '@/server/platform/db/stored';
import type { BroadcastTemplate as TemplateRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { cutPage, decodeCursor, joinedRows, NEWEST } from '@/server/platform/db/cursor';
import {
  compileDocument,
  withCompiled,
  type CompileServices,
} from '@/server/modules/messaging/broadcasts/compile-content';
import { MAX_LISTED_BYTES } from '@/server/modules/messaging/broadcasts/schema';
import type {
  CreateInput,
  OverviewInput,
  Template,
  TemplateSummary,
  UpdateInput,
} from '@/server/modules/messaging/broadcasts/templates-schema';

const COLUMNS = columnsOf('BroadcastTemplate', 't');

const lockTemplate = workspaceStatement<TemplateRow, [id: string]>(
  'templates.lock',
  `SELECT ${COLUMNS} FROM "BroadcastTemplate" t WHERE t."accountId" = $1 AND t.id = $2 FOR NO KEY UPDATE`,
);

/** Updates a locked row, so that fields that were not sent are as they were read. */
const updateTemplate = workspaceStatement<
  TemplateRow,
  [
    id: string,
    name: string,
    description: string | null,
    providers: string[],
    content: string,
    blocks: string | null,
    at: Date,
  ]
>(
  'templates.update',
  `UPDATE "BroadcastTemplate" t SET name = $3, description = $4, providers = $5::text[], content = $6::jsonb,
    blocks = $7::jsonb, "updatedAt" = $8::timestamptz
   WHERE t."accountId" = $1 AND t.id = $2 RETURNING ${COLUMNS}`,
);

const findTemplate = workspaceStatement<TemplateRow, [id: string]>(
  'templates.find',
  `SELECT ${COLUMNS} FROM "BroadcastTemplate" t WHERE t."accountId" = $1 AND t.id = $2`,
);

const listTemplates = workspaceStatement<TemplateRow>(
  'templates.list',
  `SELECT ${COLUMNS} FROM (
     SELECT t.*, sum(octet_length(t.content::text)) OVER newest - octet_length(t.content::text) AS "bytesBefore"
     FROM "BroadcastTemplate" t WHERE t."accountId" = $1 WINDOW newest AS (ORDER BY t."updatedAt" DESC, t.id DESC)) t
   WHERE t."bytesBefore" < ${MAX_LISTED_BYTES} ORDER BY t."updatedAt" DESC, t.id DESC`,
);

/** A row for the wire. */
const present = (row: TemplateRow): Template => castStored(row);

const refused = (error: unknown): unknown =>
  violates(error, 'BroadcastTemplate_accountId_name_key') ? new AppError('NAME_EXISTS') : error;

type Content = Pick<Template, 'content' | 'blocks'>;

/**
 * Returns the content to store, with the block document, if there is one, compiled into it. @throws AppError VALIDATION
 */
async function compiled(
  db: WorkspaceDb,
  services: CompileServices,
  { content, blocks }: Content,
): Promise<Template['content']> {
  return blocks === null
    ? content
    : withCompiled(content, blocks, await compileDocument(db, services, blocks, { at: 'blocks.' }));
}

/**
 * Returns all templates, most recently updated first. When their contents exceed MAX_LISTED_BYTES, returns only the
 * first.
 */
export async function list(db: WorkspaceDb): Promise<Template[]> {
  return (await db.rows(listTemplates)).map(present);
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, id: string): Promise<Template> {
  return present(orNotFound((await db.rows(findTemplate, id))[0]));
}

/** @throws AppError VALIDATION, NAME_EXISTS */
export async function create(db: WorkspaceDb, services: CompileServices, input: CreateInput): Promise<Template> {
  const blocks = input.blocks ?? null;
  const content = castJson(await compiled(db, services, { content: input.content ?? {}, blocks }));
  try {
    const row = await db.prisma.broadcastTemplate.create({
      data: {
        accountId: db.accountId,
        name: input.name,
        description: input.description ?? null,
        providers: input.providers ?? [],
        content,
        ...(blocks === null ? {} : { blocks }),
        createdAt: db.now,
        updatedAt: db.now,
      },
    });
    return present(row);
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Changes a template; fields that are not sent stay. When the document or the content is sent, it is compiled again, so
 * that the two agree. @throws AppError NOT_FOUND, VALIDATION, NAME_EXISTS
 */
export async function update(
  db: WorkspaceDb,
  services: CompileServices,
  { id, ...changes }: UpdateInput,
): Promise<Template> {
  if (Object.keys(changes).length === 0) return await get(db, id);
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = present(orNotFound((await tx.rows(lockTemplate, id))[0]));
      const after = { ...before, ...changes };
      const touched = changes.content !== undefined || changes.blocks !== undefined;
      const content = touched ? await compiled(tx, services, after) : before.content;
      const [row] = await tx.rows(
        updateTemplate,
        id,
        after.name,
        after.description,
        after.providers,
        JSON.stringify(content),
        after.blocks === null ? null : JSON.stringify(after.blocks),
        tx.now,
      );
      return present(orNotFound(row));
    });
  } catch (error) {
    throw refused(error);
  }
}

/** For good. @throws AppError NOT_FOUND */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  const { count } = await db.prisma.broadcastTemplate.deleteMany({ where: { id } });
  if (count === 0) throw new AppError('NOT_FOUND');
  return { id, deleted: true };
}

/** An empty `q` is a part of every name. */
const MATCHES = `(strpos(lower(t.name), lower($5::text)) > 0 OR strpos(lower(coalesce(t.description, '')), lower($5::text)) > 0)`;

const pageOfTemplates = workspaceStatement<
  Omit<TemplateSummary, 'id'> & { id: string | null; total: number },
  [limit: number, before: string, beforeId: string, q: string]
>(
  'templates.overview',
  `SELECT s.total, page.* FROM (SELECT count(*)::int AS total FROM "BroadcastTemplate" t
    WHERE t."accountId" = $1 AND ${MATCHES}) s LEFT JOIN LATERAL (
     SELECT t.id, t.name, t.description, t."createdAt", t."updatedAt", t.blocks IS NOT NULL AS "hasBlocks",
       t.content #>> '{email,subject}' AS subject
     FROM "BroadcastTemplate" t WHERE t."accountId" = $1 AND ${MATCHES}
       AND (t."updatedAt", t.id) < ($3::timestamptz, $4::text)
     ORDER BY t."updatedAt" DESC, t.id DESC LIMIT $2) page ON true`,
);

export interface TemplatePage {
  items: TemplateSummary[];
  total: number;
  nextCursor: string | null;
  hasMore: boolean;
}

/** A page of the dashboard's list, most recently updated first. @throws AppError VALIDATION for a forged cursor */
export async function overview(db: WorkspaceDb, input: OverviewInput): Promise<TemplatePage> {
  const after = input.cursor === undefined ? NEWEST : decodeCursor(input.cursor, 'instant');
  const rows = await db.rows(pageOfTemplates, input.limit + 1, after.key, after.id, input.q ?? '');
  const page = cutPage(joinedRows(rows), input.limit, (row) => row.updatedAt);
  return { items: page.rows, total: rows[0]?.total ?? 0, nextCursor: page.nextCursor, hasMore: page.hasMore };
}
