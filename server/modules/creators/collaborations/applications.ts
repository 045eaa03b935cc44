/**
 * Applications (docs/contract/collaborations.md#applications). The answer does not depend on whether the address is
 * known. The merchant sees the application once the applicant opened the mailed link; at once where the service sends
 * no mail.
 */
import type { Services } from '@/server/platform/access/context';
import { objectIn } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { isOfArchived, readBrief } from '@/server/modules/creators/campaigns/rows';
import { acceptWithin, drawingLinks } from '@/server/modules/creators/collaborations/accept';
import type { ApplicationLink } from '@/server/modules/creators/collaborations/application-token';
import { insertCollaboration, type Of } from '@/server/modules/creators/collaborations/insert';
import { mailApplicationJob } from '@/server/modules/creators/collaborations/jobs';
import { mailCreator } from '@/server/modules/creators/collaborations/mails';
import { networkHash } from '@/server/platform/lib/network-hash';
import { phoneE164Of } from '@/server/modules/creators/collaborations/phone';
import type { PortalLink } from '@/server/modules/creators/collaborations/portal-token';
import type { CollaborationRow } from '@/server/modules/creators/collaborations/rows';
import type { ApplicationInput } from '@/server/modules/creators/collaborations/schema';
import { auditVerb } from '@/server/modules/creators/collaborations/service';
import { phoneReader } from '@/server/modules/audience/contacts/write';
import { readProgram } from '@/server/modules/creators/programs/rows';

const AN_HOUR = 5;
const A_DAY = 3;

/** @throws AppError NOT_FOUND unless anybody may apply */
async function requireOpen(db: WorkspaceDb, of: Of): Promise<void> {
  const isOpen =
    'campaignId' in of
      ? await readBrief(db, of.campaignId).then(
          async (row) => row.status === 'open' && row.visibility === 'open' && !(await isOfArchived(db, row)),
        )
      : await readProgram(db, of.programId).then((row) => row.status === 'live' && row.visibility === 'open');
  if (!isOpen) throw new AppError('NOT_FOUND');
}

/** A lock: of many applications at once, no more are let in than the limit allows. */
const lockAddress = workspaceStatement<never, [hash: string, email: string]>(
  'collaborations.lock-applicant',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('application ' || $1 || ' ' || $2,
    0))::text AS network, pg_advisory_xact_lock(hashtextextended('application ' || $1 || ' ' || mailbox($3::text),
    0))::text AS email`,
);
const countRecent = workspaceStatement<{ network: number; email: number }, [hash: string, email: string, now: Date]>(
  'collaborations.recent-applications',
  `SELECT (SELECT count(*)::int FROM "Application" p
    WHERE p."accountId" = $1 AND p."networkHash" = $2
    AND p."createdAt" > $4::timestamptz - interval '1 hour') AS network,
     (SELECT count(*)::int FROM "Application" p
       WHERE p."accountId" = $1 AND mailbox(p.email) = mailbox($3::text)
       AND p."createdAt" > $4::timestamptz - interval '1 day') AS email`,
);
const insertApplication = workspaceStatement<
  { id: string },
  [
    campaignId: string | null,
    programId: string | null,
    creator: string,
    message: string | null,
    hash: string,
    now: Date,
  ]
>(
  'collaborations.insert-application',
  `INSERT INTO "Application" ("accountId", "campaignId", "programId", name, email, phone, "socialHandles", followers,
    message, "networkHash", "createdAt")
   SELECT $1, $2, $3, i.name, i.email, i.phone, coalesce(i."socialHandles", '{}'), i.followers, $5, $6, $7::timestamptz
   FROM jsonb_to_record($4::jsonb) AS i(name text, email text, phone text, "socialHandles" jsonb, followers int)
     RETURNING id`,
);
const noteBecame = workspaceStatement<never, [id: string, collaborationId: string]>(
  'collaborations.application-became',
  `UPDATE "Application" p SET "becameId" = $3 WHERE p."accountId" = $1 AND p.id = $2`,
);

type Applied = Omit<ApplicationInput, 'id' | 'ip' | 'consent'>;

/**
 * Makes the row an application; a person who takes part already stays as they are. With autoApprove, an applicant with
 * a confirmed e-mail is active at once, and gets a mail.
 */
async function becomeApplied(
  tx: StatementTx,
  settings: Services['settings'],
  of: Of,
  { message, ...creator }: Applied,
  { emailVerified, phoneE164 }: { emailVerified: boolean; phoneE164: string | null },
): Promise<CollaborationRow | undefined> {
  const row = await insertCollaboration(tx, of, {
    status: 'applied',
    creator,
    phoneE164,
    message: message ?? null,
    fee: null,
    expiresAt: null,
    emailVerified,
  });
  if (row === undefined || 'campaignId' in of || !emailVerified) return row;
  const program = await readProgram(tx, of.programId);
  if (!program.autoApprove || program.status !== 'live') return row;
  const { row: accepted } = await acceptWithin(tx, settings, row.id, 'applied', { isCreator: true });
  await auditVerb(tx, 'accept', accepted);
  await mailCreator(tx, settings, accepted.id, 'accepted');
  return accepted;
}

/** @param address the applicant's network address @throws AppError NOT_FOUND unless the offer is open to all */
export async function apply(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  of: Of,
  applied: Applied,
  address: string,
): Promise<{ applied: true }> {
  await requireOpen(db, of);
  const phoneE164 = await phoneE164Of(db, applied.phone);
  await db.transaction(async (tx) => {
    const hash = networkHash(settings.appSecret, address, tx.now);
    await tx.rows(lockAddress, hash, applied.email);
    const [recent] = await tx.rows(countRecent, hash, applied.email, tx.now);
    if (recent === undefined || recent.network >= AN_HOUR || recent.email >= A_DAY) return;
    const { message, ...creator } = applied;
    const [row] = await tx.rows(
      insertApplication,
      'campaignId' in of ? of.campaignId : null,
      'programId' in of ? of.programId : null,
      JSON.stringify(creator),
      message ?? null,
      hash,
      tx.now,
    );
    if (row === undefined) throw new Error('An application was not written.');
    if (settings.mail !== null) {
      await enqueue(tx, mailApplicationJob, { applicationId: row.id });
      return;
    }
    const became = await becomeApplied(tx, settings, of, applied, { emailVerified: false, phoneE164 });
    if (became !== undefined) await tx.rows(noteBecame, row.id, became.id);
  });
  return { applied: true };
}

interface Waiting {
  campaignId: string | null;
  programId: string | null;
  name: string;
  email: string;
  phone: string | null;
  socialHandles: unknown;
  followers: number | null;
  message: string | null;
  becameId: string | null;
}

const holdApplication = workspaceStatement<Waiting, [id: string]>(
  'collaborations.hold-application',
  `SELECT p."campaignId", p."programId", p.name, p.email, p.phone, p."socialHandles", p.followers, p.message,
    p."becameId" FROM "Application" p WHERE p."accountId" = $1 AND p.id = $2 FOR NO KEY UPDATE`,
);

interface Confirmed {
  /**
   * The portal of a person who becomes active by this, given once, so that an old mail opens no portal that was rotated
   * since.
   */
  portal: PortalLink | null;
}

/**
 * Confirms an application by its mailed link. @returns null when the application is gone, or nobody may apply any more
 */
export async function confirmApplication(
  { database, settings }: Pick<Services, 'database' | 'settings'>,
  link: ApplicationLink,
  now: Date,
): Promise<Confirmed | null> {
  const db = systemDb(database, link.accountId, now);
  const read = await phoneReader(db);
  return await drawingLinks(db, async (tx) => {
    const [waiting] = await tx.rows(holdApplication, link.id);
    if (waiting === undefined) return null;
    if (waiting.becameId !== null) return { portal: null };
    const { campaignId, programId, name, email, phone, followers, message } = waiting;
    const of: Of = campaignId === null ? { programId: programId ?? '' } : { campaignId };
    try {
      await requireOpen(db, of);
    } catch (error) {
      if (error instanceof AppError && error.appCode === 'NOT_FOUND') return null;
      throw error;
    }
    const socialHandles = Object.fromEntries(
      Object.entries(objectIn(waiting.socialHandles)).map(([network, handle]) => [network, String(handle)]),
    );
    const applied = { name, email, phone, followers, message, socialHandles };
    const phoneE164 = phone === null ? null : read(phone);
    const became = await becomeApplied(tx, settings, of, applied, { emailVerified: true, phoneE164 });
    // Whoever is in it already has nothing to confirm: the application is done all the same.
    await tx.rows(noteBecame, link.id, became?.id ?? link.id);
    if (became?.status !== 'active') return { portal: null };
    return { portal: { accountId: db.accountId, id: became.id, version: became.portalVersion } };
  });
}
