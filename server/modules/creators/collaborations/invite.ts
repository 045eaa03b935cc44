/** Invitations (docs/contract/collaborations.md#invitations): of one person, or of many, to a brief or a program. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { workspaceStatement } from '@/server/platform/db/statement';
import type { StatementTx, WorkspaceDb } from '@/server/platform/db/workspace';
import type { Services } from '@/server/platform/access/context';
import { AppError, invalid } from '@/server/platform/errors';
import { hasSlot, holdBrief, isOfArchived } from '@/server/modules/creators/campaigns/rows';
import { insertCollaboration, type Of } from '@/server/modules/creators/collaborations/insert';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import { presentCollaboration, type CollaborationRow } from '@/server/modules/creators/collaborations/rows';
import type {
  CreateInput,
  CreatorInput,
  InviteInput,
  InviteOutput,
  MailedCollaboration,
} from '@/server/modules/creators/collaborations/schema';
import { INVITED_DAYS, type Mailed, type Skipped } from '@/server/modules/creators/collaborations/vocabulary';
import { phoneE164Of } from '@/server/modules/creators/collaborations/phone';
import { phoneReader } from '@/server/modules/audience/contacts/write';
import { holdProgram } from '@/server/modules/creators/programs/rows';

const findOptOut = workspaceStatement<{ email: string }, [email: string]>(
  'collaborations.opt-out',
  `SELECT o.email FROM "CreatorOptOut" o WHERE o."accountId" = $1 AND o.email = $2`,
);

/**
 * Locks the brief or program to the end of the transaction, so that slots are counted one after the other.
 * @returns true when there is room for one more @throws AppError NOT_FOUND, BAD_STATE unless it accepts people
 */
async function holdOf(tx: StatementTx, of: Of): Promise<boolean> {
  if ('campaignId' in of) {
    const brief = await holdBrief(tx, of.campaignId);
    if (brief.status === 'closed' && !hasSlot(brief)) return false;
    if (brief.status !== 'open')
      throw new AppError('BAD_STATE', {
        message: `The brief is ${brief.status}. Only an open brief takes invitations: publish it first.`,
        details: { status: brief.status },
      });
    if (await isOfArchived(tx, brief))
      throw new AppError('BAD_STATE', {
        message:
          "The brief's affiliate program is archived, so nobody can be invited. Choose another compensation for the brief.",
        details: { status: brief.status, reason: 'PROGRAM_ARCHIVED' },
      });
    return hasSlot(brief);
  }
  const { status } = await holdProgram(tx, of.programId);
  if (status !== 'live')
    throw new AppError('BAD_STATE', {
      message: `The program is ${status}. Only a live program takes invitations: activate it first.`,
      details: { status },
    });
  return true;
}

/**
 * Locks the brief or program whose id is in a request body. @throws AppError VALIDATION for an unknown id, BAD_STATE
 * unless it accepts people
 */
async function holdNamed(tx: StatementTx, of: Of): Promise<boolean> {
  try {
    return await holdOf(tx, of);
  } catch (error) {
    if (!(error instanceof AppError && error.appCode === 'NOT_FOUND')) throw error;
    throw 'campaignId' in of
      ? invalid('campaignId', 'does not name a brief of this workspace')
      : invalid('programId', 'does not name a program of this workspace');
  }
}

interface Invitation {
  creator: CreatorInput;
  message: string | null;
  fee: { amount: number; currency: string } | null;
  phoneE164: string | null;
}

/** Invites one person; the caller has locked the brief or program. */
async function inviteOne(
  tx: StatementTx,
  of: Of,
  hasRoom: boolean,
  invitation: Invitation,
): Promise<CollaborationRow | Skipped> {
  const [stopped] = await tx.rows(findOptOut, invitation.creator.email);
  if (stopped !== undefined) return 'OPTED_OUT';
  if (!hasRoom) return 'SLOTS_FULL';
  const expiresAt = new Date(tx.now.getTime() + INVITED_DAYS * DAY_MS);
  const row = await insertCollaboration(tx, of, { ...invitation, status: 'invited', expiresAt, emailVerified: false });
  return row ?? 'ALREADY_COLLABORATING';
}

async function auditInvitation(tx: StatementTx, { id, email, campaignId, programId }: CollaborationRow): Promise<void> {
  await tx.audit({
    action: 'collaboration.invite',
    targetType: 'collaboration',
    targetId: id,
    data: { name: email, campaignId, programId },
  });
}

type Needs = Pick<Services, 'settings'>;

/** @throws AppError VALIDATION, BAD_STATE, OPTED_OUT, SLOTS_FULL, ALREADY_COLLABORATING */
export async function create(
  db: WorkspaceDb,
  { settings }: Needs,
  { campaignId, programId, creator, message, fee }: CreateInput,
): Promise<MailedCollaboration> {
  const of: Of = campaignId === undefined ? { programId: programId ?? '' } : { campaignId };
  const phoneE164 = await phoneE164Of(db, creator.phone);
  return await db.transaction(async (tx) => {
    const invitation = { creator, message: message ?? null, fee: fee ?? null, phoneE164 };
    const row = await inviteOne(tx, of, await holdNamed(tx, of), invitation);
    if (typeof row === 'string') throw new AppError(row);
    await auditInvitation(tx, row);
    const mailed = await mailCreator(tx, settings, row.id, 'invitation', row.message);
    return { ...(await presentCollaboration(tx, settings, row)), mailed };
  });
}

/** @throws AppError NOT_FOUND, BAD_STATE */
export async function invite(
  db: WorkspaceDb,
  { settings }: Needs,
  of: Of,
  { creators }: Pick<InviteInput, 'creators'>,
): Promise<InviteOutput> {
  const read = await phoneReader(db);
  return await db.transaction(async (tx) => {
    const hasRoom = await holdOf(tx, of);
    const invited: string[] = [];
    const skipped: InviteOutput['skipped'] = [];
    let mailed: Mailed = settings.mail === null ? 'not_configured' : 'queued';
    for (const [index, { message, ...creator }] of creators.entries()) {
      const invitation = {
        creator,
        message: message ?? null,
        fee: null,
        phoneE164: typeof creator.phone === 'string' ? read(creator.phone) : null,
      };
      const row = await inviteOne(tx, of, hasRoom, invitation);
      if (typeof row === 'string') {
        skipped.push({ index, reason: row });
        continue;
      }
      invited.push(row.id);
      await auditInvitation(tx, row);
      mailed = await mailCreator(tx, settings, row.id, 'invitation', row.message);
    }
    return { invited, skipped, mailed };
  });
}
