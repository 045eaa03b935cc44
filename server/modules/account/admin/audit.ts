/**
 * The changes to the installation, for the operator's command: partners created and suspended, keys created and
 * revoked.
 */
import { operatorStatement, type OperatorDb } from '@/server/platform/db/installation';

const MOST = 1_000;

export interface PlatformAuditEntry {
  createdAt: Date;
  actorKind: string;
  actorId: string | null;
  action: string;
  targetType: string;
  targetId: string;
  data: Record<string, unknown>;
}

const listEntries = operatorStatement<PlatformAuditEntry, [partnerId: string | null]>(
  'admin.audit',
  `SELECT e."createdAt", e."actorKind", e."actorId", e.action, e."targetType", e."targetId", e.data
    FROM "PlatformAuditEntry" e
   WHERE $1::text IS NULL OR e."targetId" = $1 OR e.data->>'partnerId' = $1 ORDER BY e."createdAt" DESC, e.id DESC
     LIMIT ${MOST}`,
);

/** Returns the entries, newest first. @param partnerId null: entries of all partners */
export const platformAudit = (db: OperatorDb, partnerId: string | null): Promise<PlatformAuditEntry[]> =>
  db.rows(listEntries, partnerId);
