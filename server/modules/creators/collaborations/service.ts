/** The merchant's actions on collaborations (docs/contract/collaborations.md). */
import type { Services } from '@/server/platform/access/context';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { castJson } from '@/server/platform/db/stored';
import { Parameters } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { holdBrief } from '@/server/modules/creators/campaigns/rows';
import { accept as acceptRow } from '@/server/modules/creators/collaborations/accept';
import { finish, switchTheirCodes } from '@/server/modules/creators/collaborations/end';
import { mailCreator, mailedAlready } from '@/server/modules/creators/collaborations/mails';
import { phoneE164Of } from '@/server/modules/creators/collaborations/phone';
import { portalUrl } from '@/server/modules/creators/collaborations/portal-token';
import {
  badState,
  holdCollaboration,
  presentCollaboration,
  presentCollaborations,
  readCollaboration,
  type CollaborationRow,
} from '@/server/modules/creators/collaborations/rows';
import type {
  AcceptInput,
  Collaboration,
  ListInput,
  MailedCollaboration,
  UpdateInput,
} from '@/server/modules/creators/collaborations/schema';
import { FINAL, type CollaborationStatus } from '@/server/modules/creators/collaborations/vocabulary';
import { markAnswered } from '@/server/modules/creators/collaborations/unread';
import { holdTheirs, restoreTheirs } from '@/server/modules/creators/programs/suspended';

type Needs = Pick<Services, 'settings'>;

/** Lists collaborations, last changed first. @throws AppError VALIDATION for a cursor that is not from this list */
export async function list(
  db: WorkspaceDb,
  { settings }: Needs,
  { kind, status, campaignId, programId, unread, q, cursor, limit }: ListInput,
): Promise<ListPage<Collaboration>> {
  const parameters = new Parameters();
  const filter: string[] = [];
  if (kind !== undefined) filter.push(`r.kind = ANY (${parameters.add(kind, 'text[]')})`);
  if (status !== undefined) filter.push(`r.status = ANY (${parameters.add(status, 'text[]')})`);
  if (campaignId !== undefined) filter.push(`r."campaignId" = ${parameters.add(campaignId, 'text')}`);
  if (programId !== undefined) filter.push(`r."programId" = ${parameters.add(programId, 'text')}`);
  if (unread !== undefined) filter.push(`r."unreadAt" IS ${unread ? 'NOT NULL' : 'NULL'}`);
  if (q !== undefined && q !== '') {
    const part = parameters.add(q.toLowerCase(), 'text');
    filter.push(`(strpos(lower(r.name), ${part}) > 0 OR strpos(r.email, ${part}) > 0)`);
  }
  const page = await listPage<CollaborationRow>(
    db,
    { table: 'Collaboration', by: 'updatedAt', filter, parameters, cursor, limit },
    (row) => row.updatedAt,
  );
  return { ...page, data: await presentCollaborations(db, settings, page.data) };
}

/** @throws AppError NOT_FOUND */
export async function get(db: WorkspaceDb, { settings }: Needs, id: string): Promise<Collaboration> {
  return await presentCollaboration(db, settings, await readCollaboration(db, id));
}

/** Writes an action to the audit log, never with a message's text or a bank account. */
export async function auditVerb(
  tx: StatementTx,
  verb: string,
  { id, email }: Pick<CollaborationRow, 'id' | 'email'>,
  data: Record<string, string | number | null> = {},
): Promise<void> {
  await tx.audit({
    action: `collaboration.${verb}`,
    targetType: 'collaboration',
    targetId: id,
    data: { name: email, ...data },
  });
}

/** Checks for the error that the brief or program already has a collaboration with this e-mail. */
const isTaken = (error: unknown): boolean =>
  violates(error, 'Collaboration_brief_key') || violates(error, 'Collaboration_program_key');

/** Changes the fields that are sent. @throws AppError NOT_FOUND, ALREADY_COLLABORATING */
export async function update(db: WorkspaceDb, { settings }: Needs, input: UpdateInput): Promise<Collaboration> {
  const { id, creator, fee, shipping, internalNote } = input;
  const changed = Object.keys(input).filter((name) => name !== 'id');
  if (changed.length === 0) return await get(db, { settings }, id);
  const phoneE164 = await phoneE164Of(db, creator?.phone);
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = await holdCollaboration(tx, id);
      const { socialHandles, phone, ...named } = creator ?? {};
      await tx.prisma.collaboration.updateMany({
        where: { id },
        data: {
          ...named,
          // What they proved was the address of before.
          ...(named.email !== undefined && named.email !== before.email && { emailVerified: false, mailed: {} }),
          ...(phone !== undefined && { phone, phoneE164 }),
          ...(socialHandles !== undefined && { socialHandles: castJson(socialHandles ?? {}) }),
          ...(fee !== undefined && { feeAmount: fee?.amount ?? null, feeCurrency: fee?.currency ?? null }),
          ...(shipping !== undefined && {
            shippingState: shipping.state ?? before.shippingState,
            carrier: shipping.carrier === undefined ? before.carrier : shipping.carrier,
            trackingRef: shipping.trackingRef === undefined ? before.trackingRef : shipping.trackingRef,
            // Sent when it is first said to be, where nobody says when.
            sentAt: shipping.sentAt ?? (shipping.state === 'sent' ? (before.sentAt ?? tx.now) : before.sentAt),
          }),
          ...(internalNote !== undefined && { internalNote }),
          updatedAt: tx.now,
        },
      });
      await tx.audit({
        action: 'collaboration.update',
        targetType: 'collaboration',
        targetId: id,
        data: { name: before.email, changed },
      });
      // The invitation went to where nobody is: it is sent anew, whenever the last one was.
      if (before.status === 'invited' && named.email !== undefined && named.email !== before.email)
        await mailCreator(tx, settings, id, 'invitation', before.message);
      return await presentCollaboration(tx, settings, await readCollaboration(tx, id));
    });
  } catch (error) {
    throw isTaken(error) ? new AppError('ALREADY_COLLABORATING') : error;
  }
}

/** Accepts an application. @throws AppError NOT_FOUND, BAD_STATE, SLOTS_FULL, CODE_EXISTS */
export async function accept(
  db: WorkspaceDb,
  { settings }: Needs,
  { id, code }: AcceptInput,
): Promise<MailedCollaboration> {
  let mailed: MailedCollaboration['mailed'] = settings.mail === null ? 'not_configured' : 'queued';
  const { row, isNew } = await acceptRow(
    db,
    settings,
    id,
    'applied',
    { code, isCreator: false },
    async (tx, accepted) => {
      await auditVerb(tx, 'accept', accepted);
      await markAnswered(tx, id);
      mailed = await mailCreator(tx, settings, id, 'accepted');
    },
  );
  return { ...(await presentCollaboration(db, settings, isNew ? { ...row, unreadAt: null } : row)), mailed };
}

/** Declines an application. @throws AppError NOT_FOUND, BAD_STATE */
export async function decline(db: WorkspaceDb, { settings }: Needs, id: string): Promise<MailedCollaboration> {
  return await db.transaction(async (tx) => {
    const before = await holdCollaboration(tx, id);
    if (before.status === 'declined' && before.invitedAt === null)
      return { ...(await presentCollaboration(tx, settings, before)), mailed: mailedAlready(settings) };
    if (before.status !== 'applied') throw badState(before.status);
    await markAnswered(tx, id);
    const [row] = await finish(tx, [before], 'declined');
    await auditVerb(tx, 'decline', before);
    const mailed = await mailCreator(tx, settings, id, 'declined');
    return { ...(await presentCollaboration(tx, settings, orNotFound(row))), mailed };
  });
}

/**
 * Locks the collaboration, and before it the brief whose slot the change may free.
 * @throws AppError NOT_FOUND
 */
export async function holdWithBrief(tx: StatementTx, id: string): Promise<CollaborationRow> {
  const { campaignId } = await readCollaboration(tx, id);
  if (campaignId !== null) await holdBrief(tx, campaignId);
  return await holdCollaboration(tx, id);
}

/**
 * Ends a collaboration that is not final yet. Approved commissions stay payable. @throws AppError NOT_FOUND, BAD_STATE
 */
export async function end(db: WorkspaceDb, { settings }: Needs, id: string): Promise<MailedCollaboration> {
  return await db.transaction(async (tx) => {
    const before = await holdWithBrief(tx, id);
    if (before.status === 'ended')
      return { ...(await presentCollaboration(tx, settings, before)), mailed: mailedAlready(settings) };
    if (FINAL.includes(before.status)) throw badState(before.status);
    await markAnswered(tx, id);
    const [row] = await finish(tx, [before], 'ended');
    await auditVerb(tx, 'end', before);
    const mailed = await mailCreator(tx, settings, id, 'ended');
    return { ...(await presentCollaboration(tx, settings, orNotFound(row))), mailed };
  });
}

/** Changes the status, for operations that change nothing else. */
async function move(
  db: WorkspaceDb,
  { settings }: Needs,
  { id, verb, from, to }: { id: string; verb: string; from: CollaborationStatus; to: CollaborationStatus },
  also: (tx: StatementTx, before: CollaborationRow) => Promise<{ suspendedFor?: string | null }> = () =>
    Promise.resolve({}),
): Promise<Collaboration> {
  return await db.prismaTransaction(async (tx) => {
    const before = await holdCollaboration(tx, id);
    if (before.status === to) return await presentCollaboration(tx, settings, before);
    if (before.status !== from) throw badState(before.status);
    const columns = await also(tx, before);
    await tx.prisma.collaboration.updateMany({ where: { id }, data: { ...columns, status: to, updatedAt: tx.now } });
    await auditVerb(tx, verb, before);
    await markAnswered(tx, id);
    return await presentCollaboration(tx, settings, await readCollaboration(tx, id));
  });
}

/** @throws AppError NOT_FOUND, BAD_STATE */
export const complete = (db: WorkspaceDb, needs: Needs, id: string): Promise<Collaboration> =>
  move(db, needs, { id, verb: 'complete', from: 'approved', to: 'completed' });

/**
 * Suspends a collaboration: its link and code stop working, and unpaid commissions are held. Only the merchant sees the
 * reason. @throws AppError NOT_FOUND, BAD_STATE
 */
export async function suspend(db: WorkspaceDb, needs: Needs, id: string, reason: string): Promise<MailedCollaboration> {
  let mailed = mailedAlready(needs.settings);
  const row = await move(db, needs, { id, verb: 'suspend', from: 'active', to: 'suspended' }, async (tx) => {
    await switchTheirCodes(tx, [id], false);
    await holdTheirs(tx, id);
    mailed = await mailCreator(tx, needs.settings, id, 'suspended');
    return { suspendedFor: reason };
  });
  return { ...row, mailed };
}

/** Restores everything as it was before the suspension. @throws AppError NOT_FOUND, BAD_STATE */
export async function reinstate(db: WorkspaceDb, needs: Needs, id: string): Promise<MailedCollaboration> {
  let mailed = mailedAlready(needs.settings);
  const row = await move(db, needs, { id, verb: 'reinstate', from: 'suspended', to: 'active' }, async (tx) => {
    await switchTheirCodes(tx, [id], true);
    await restoreTheirs(tx, id);
    mailed = await mailCreator(tx, needs.settings, id, 'reinstated');
    return { suspendedFor: null };
  });
  return { ...row, mailed };
}

/** The address of before is dead at once. @throws AppError NOT_FOUND */
export async function rotatePortal(db: WorkspaceDb, { settings }: Needs, id: string): Promise<{ portalUrl: string }> {
  return await db.prismaTransaction(async (tx) => {
    const before = await holdCollaboration(tx, id);
    const version = before.portalVersion + 1;
    await tx.prisma.collaboration.updateMany({ where: { id }, data: { portalVersion: version, updatedAt: tx.now } });
    await auditVerb(tx, 'rotate_portal', before);
    return { portalUrl: portalUrl(settings, { accountId: tx.accountId, id, version }) };
  });
}
