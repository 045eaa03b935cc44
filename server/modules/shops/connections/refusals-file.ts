/** The file with all rows that a run refused (docs/contract/integrations.md#runs). */
import { csvRow } from '@/components/csv/write';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type WorkspaceDb } from '@/server/platform/db/workspace';
import { inPieces } from '@/server/platform/lib/file-in-pieces';

const PAGE = 1000;

interface Refused {
  position: number;
  ref: string;
  reason: string;
}

const readRefused = workspaceStatement<Refused, [runId: string, after: number]>(
  'integrations.runs.refused',
  `SELECT e.position, e.ref, e.reason FROM "IntegrationRefusal" e
   WHERE e."accountId" = $1 AND e."runId" = $2::text AND e.position > $3::int ORDER BY e.position LIMIT ${PAGE}`,
);

/** Streams the file. It begins with a byte order mark, by which Excel recognises UTF-8. @throws AppError NOT_FOUND */
export async function refusalsFile(
  db: WorkspaceDb,
  { id, runId }: { id: string; runId: string },
): Promise<AsyncGenerator<string, void>> {
  orNotFound(
    await db.prisma.integrationRun.findFirst({ where: { id: runId, integrationId: id }, select: { id: true } }),
  );
  return inPieces({
    head: `\uFEFF${csvRow(['row', 'reason'])}`,
    size: PAGE,
    read: (last: Refused | undefined) => db.rows(readRefused, runId, last?.position ?? -1),
    write: ({ ref, reason }) => csvRow([ref, reason]),
  });
}
