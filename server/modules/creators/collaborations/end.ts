/** Collaborations that end (docs/contract/collaborations.md#states): link and code go off, a slot is free again. */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import {
  collaborationColumns,
  holdCollaborations,
  type CollaborationRow,
} from '@/server/modules/creators/collaborations/rows';
import { FINAL, HOLDS_SLOT, type CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { letTheirsGo } from '@/server/modules/creators/programs/suspended';

const setEnded = workspaceStatement<CollaborationRow, [ids: readonly string[], status: CollaborationStatus, now: Date]>(
  'collaborations.end',
  `UPDATE "Collaboration" c SET status = $3, "endedAt" = $4::timestamptz, "expiresAt" = NULL,
    "updatedAt" = $4::timestamptz
   WHERE c."accountId" = $1 AND c.id = ANY ($2::text[]) RETURNING ${collaborationColumns('c')}`,
);
const switchCodes = workspaceStatement<never, [collaborationIds: readonly string[], active: boolean, now: Date]>(
  'collaborations.switch-codes',
  `UPDATE "DiscountCode" d SET active = $3, "updatedAt" = $4::timestamptz
   WHERE d."accountId" = $1 AND d.source = 'affiliate' AND d."sourceRefId" = ANY ($2::text[]) AND d.active <> $3`,
);
const freeSlots = workspaceStatement<never, [campaignId: string, slots: number]>(
  'collaborations.free-slots',
  `UPDATE "Brief" b SET "filledSlots" = b."filledSlots" - $3::int WHERE b."accountId" = $1 AND b.id = $2`,
);

/** The codes of affiliates, on or off. */
export async function switchTheirCodes(tx: StatementTx, ids: readonly string[], active: boolean): Promise<void> {
  await tx.rows(switchCodes, ids, active, tx.now);
}

/**
 * Ends collaborations, or declines invitations and applications. The caller has locked the collaborations, and the
 * briefs whose slots they fill.
 * @param status ended; declined and expired only if nobody has accepted
 */
export async function finish(
  tx: StatementTx,
  rows: readonly CollaborationRow[],
  status: Extract<CollaborationStatus, 'ended' | 'declined' | 'expired'>,
): Promise<CollaborationRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const ended = await tx.rows(setEnded, ids, status, tx.now);
  await switchTheirCodes(tx, ids, false);
  await letTheirsGo(
    tx,
    rows.flatMap(({ id, status: before }) => (before === 'suspended' ? [id] : [])),
  );
  const slots = new Map<string, number>();
  for (const { campaignId, status: before } of rows)
    if (campaignId !== null && HOLDS_SLOT.includes(before)) slots.set(campaignId, (slots.get(campaignId) ?? 0) + 1);
  for (const [campaignId, count] of slots) await tx.rows(freeSlots, campaignId, count);
  return ended;
}

const findGoing = workspaceStatement<{ id: string }, [programId: string, final: readonly string[]]>(
  'collaborations.going',
  `SELECT c.id FROM "Collaboration" c WHERE c."accountId" = $1 AND c."programId" = $2 AND c.status <> ALL ($3::text[])`,
);
const findAsked = workspaceStatement<{ id: string }, [campaignId: string]>(
  'collaborations.asked',
  `SELECT c.id FROM "Collaboration" c WHERE c."accountId" = $1 AND c."campaignId" = $2
    AND c.status IN ('invited', 'applied')`,
);

/** Ends all collaborations of an archived program; invitations and applications are declined. */
export async function endAllOf(
  tx: StatementTx,
  settings: Pick<Settings, 'mail'>,
  { programId }: { programId: string },
): Promise<void> {
  const found = await tx.rows(findGoing, programId, FINAL);
  const rows = await holdCollaborations(
    tx,
    found.map(({ id }) => id),
  );
  const isAsked = ({ status }: CollaborationRow): boolean => status === 'invited' || status === 'applied';
  const going = rows.filter((row) => !isAsked(row) && !FINAL.includes(row.status));
  await finish(tx, rows.filter(isAsked), 'declined');
  await mailDeclined(tx, settings, rows.filter(isAsked));
  await finish(tx, going, 'ended');
  for (const { id } of going) await mailCreator(tx, settings, id, 'ended');
}

/** Mails applicants that they were declined; invited creators get no mail, because they did not apply. */
async function mailDeclined(
  tx: StatementTx,
  settings: Pick<Settings, 'mail'>,
  rows: readonly CollaborationRow[],
): Promise<void> {
  for (const { id, status } of rows) if (status === 'applied') await mailCreator(tx, settings, id, 'declined');
}

/** Declines invitations and applications of a brief that is completed or archived; accepted creators go on. */
export async function declineAsked(
  tx: StatementTx,
  settings: Pick<Settings, 'mail'>,
  campaignId: string,
): Promise<void> {
  const asked = await tx.rows(findAsked, campaignId);
  const rows = await holdCollaborations(
    tx,
    asked.map(({ id }) => id),
  );
  const waiting = rows.filter(({ status }) => status === 'invited' || status === 'applied');
  await finish(tx, waiting, 'declined');
  await mailDeclined(tx, settings, waiting);
}
