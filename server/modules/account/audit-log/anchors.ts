/**
 * Anchors: heads of chains, stored where nobody who can write to the database can change them
 * (docs/contract/audit-log.md#anchors). For the operator's commands.
 */
import * as z from 'zod';
import { operatorStatement, type OperatorDb } from '@/server/platform/db/installation';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import type { Link } from '@/server/modules/account/audit-log/link';
import type { Verified } from '@/server/modules/account/audit-log/schema';
import { verify } from '@/server/modules/account/audit-log/verify';

/** A line of an anchor's file. Files are kept for years, so their format never changes. */
export const anchor = z.object({
  accountId: z.string().min(1),
  position: z.int().min(1),
  entryId: z.string().min(1),
  /** Hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The time when the anchor was printed. */
  at: z.iso.datetime(),
});
export type Anchor = z.output<typeof anchor>;

const heads = operatorStatement<Link & { accountId: string }, [accountId: string | null]>(
  'audit-chain.heads',
  `SELECT a.id AS "accountId", l.* FROM "Account" a CROSS JOIN LATERAL (
     SELECT l.position, l."entryId", l.hash FROM "AuditLink" l WHERE l."accountId" = a.id ORDER BY l.position DESC
       LIMIT 1) l
   WHERE $1::text IS NULL OR a.id = $1 ORDER BY a.id`,
);

/** Returns the head of every chain, or of one; a workspace without entries has none. */
export async function anchors(db: OperatorDb, accountId: string | null): Promise<Anchor[]> {
  const rows = await db.rows(heads, accountId);
  return rows.map(({ accountId: id, position, entryId, hash }) => ({
    accountId: id,
    position: Number(position),
    entryId,
    hash: hash.toString('hex'),
    at: db.now.toISOString(),
  }));
}

/** @throws z.ZodError or SyntaxError for a line that is no anchor */
export const readAnchors = (file: string): Anchor[] =>
  file
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => anchor.parse(JSON.parse(line)));

const holds = workspaceStatement<{ holds: boolean }, [position: number, entryId: string, hash: string]>(
  'audit-chain.holds',
  `SELECT true AS holds FROM "AuditLink" l
    WHERE l."accountId" = $1 AND l.position = $2::bigint AND l."entryId" = $3 AND l.hash = decode($4, 'hex')`,
);

export interface Checked extends Verified {
  accountId: string;
  /** The last anchor before the first lost one: the chain is unchanged up to here. */
  heldAnchor: Anchor | null;
  /** The first anchor, by position, that is missing in the chain: its entries were changed or cut off. */
  lostAnchor: Anchor | null;
}

/** Verifies a workspace's chain, and that it still contains its anchors. */
export async function verifyAgainst(db: WorkspaceDb, kept: readonly Anchor[]): Promise<Checked> {
  const verified = await verify(db);
  const own = kept.filter(({ accountId }) => accountId === db.accountId).sort((a, b) => a.position - b.position);
  let heldAnchor: Anchor | null = null;
  let lostAnchor: Anchor | null = null;
  for (const each of own) {
    if ((await db.rows(holds, each.position, each.entryId, each.hash)).length === 0) {
      lostAnchor = each;
      break;
    }
    heldAnchor = each;
  }
  return { accountId: db.accountId, ...verified, ok: verified.ok && lostAnchor === null, heldAnchor, lostAnchor };
}
