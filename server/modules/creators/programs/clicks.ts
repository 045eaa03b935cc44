/** Clicks on affiliates' links (docs/contract/programs.md#clicks). */
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { hostOf } from '@/server/platform/lib/host';
import { addressIn } from '@/server/platform/lib/address';
import { networkHash } from '@/server/platform/lib/network-hash';
import { isRobot } from '@/server/platform/lib/robots';
import type { Click, ClickInput } from '@/server/modules/creators/programs/schema';

interface Link {
  collaborationId: string;
  programId: string;
  landingUrl: string;
}

/** The link of an active affiliate in a live program. */
const findLink = workspaceStatement<Link, [code: string]>(
  'programs.link',
  `SELECT c.id AS "collaborationId", p.id AS "programId", p."landingUrl" FROM "Collaboration" c
    JOIN "Program" p ON p."accountId" = ${THIS_WORKSPACE} AND p.id = c."programId"
   WHERE c."accountId" = $1 AND c."linkCode" = $2 AND c.status = 'active' AND p.status = 'live'
     AND p."landingUrl" IS NOT NULL`,
  { isBrief: true },
);
const insert = workspaceStatement<
  { id: string },
  [collaborationId: string, programId: string, referrer: string | null, hash: string | null, now: Date]
>(
  'programs.click',
  `INSERT INTO "ProgramClick" ("accountId", "collaborationId", "programId", referrer, "networkHash", "clickedAt")
    VALUES ($1, $2, $3, $4, $5, $6::timestamptz) RETURNING id`,
);

type Db = Pick<StatementTx, 'rows' | 'now'>;

/** Finds a link; undefined for an unknown code, and when its affiliate or program accepts no clicks. */
export const linkOf = async (db: Db, code: string): Promise<Link | undefined> =>
  (await db.rows(findLink, code.toLowerCase()))[0];

/** Records a click. @returns the click's id */
export async function noteClick(
  db: Db,
  { appSecret }: Pick<Settings, 'appSecret'>,
  { collaborationId, programId }: Link,
  { referrer, ip }: Pick<ClickInput, 'referrer' | 'ip'>,
): Promise<string> {
  const address = addressIn(ip ?? '');
  const hash = address === null ? null : networkHash(appSecret, address, db.now);
  const [row] = await db.rows(
    insert,
    collaborationId,
    programId,
    referrer === null || referrer === undefined ? null : hostOf(referrer),
    hash,
    db.now,
  );
  if (row === undefined) throw new Error('A click was not written.');
  return row.id;
}

/** Records a click; null when the code is unknown or not live, or a known crawler follows the link. */
export async function recordClick(db: Db, settings: Pick<Settings, 'appSecret'>, input: ClickInput): Promise<Click> {
  if (isRobot(input.userAgent)) return null;
  const link = await linkOf(db, input.code);
  if (link === undefined) return null;
  const clickId = await noteClick(db, settings, link, input);
  return { clickId, programId: link.programId, collaborationId: link.collaborationId };
}
