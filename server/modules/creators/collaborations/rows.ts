/** Rows of collaborations, as the database has them and as we return them. */
import type { Collaboration as Row, Submission as SubmissionColumns } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { objectIn } from '@/server/platform/db/stored';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { AppError } from '@/server/platform/errors';
import { toNumber } from '@/server/platform/lib/money';
import { portalUrl } from '@/server/modules/creators/collaborations/portal-token';
import type {
  Collaboration,
  Submission,
  CollaborationForEvents,
} from '@/server/modules/creators/collaborations/schema';
import type {
  CollaborationStatus,
  Kind,
  SubmissionStatus,
  Warning,
} from '@/server/modules/creators/collaborations/vocabulary';

export type CollaborationRow = Omit<Row, 'kind' | 'status' | 'socialHandles' | 'terms' | 'shippingState'> & {
  kind: Kind;
  status: CollaborationStatus;
  socialHandles: Record<string, string>;
  terms: Record<string, unknown> | null;
  shippingState: 'none' | 'wanted' | 'sent';
};
export type SubmissionRow = Omit<SubmissionColumns, 'status' | 'warnings'> & {
  status: SubmissionStatus;
  warnings: Warning[];
};

export const collaborationColumns = (alias: string): string => columnsOf('Collaboration', alias);
export const submissionColumns = (alias: string): string => columnsOf('Submission', alias);

const find = workspaceStatement<CollaborationRow, [id: string]>(
  'collaborations.find',
  `SELECT ${collaborationColumns('c')} FROM "Collaboration" c WHERE c."accountId" = $1 AND c.id = $2`,
  { isBrief: true },
);
const lock = workspaceStatement<CollaborationRow, [ids: readonly string[]]>(
  'collaborations.lock',
  `SELECT ${collaborationColumns('c')} FROM "Collaboration" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])
    ORDER BY c.id FOR NO KEY UPDATE`,
);

/** @throws AppError NOT_FOUND */
export const readCollaboration = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<CollaborationRow> =>
  orNotFound((await db.rows(find, id))[0]);

/**
 * Locks collaborations to the end of the transaction, in the order of their ids. Every writer of a collaboration's
 * earnings takes this lock, so conversions, refunds, decisions, suspensions and statements of one collaboration run one
 * after the other.
 */
export const holdCollaborations = async (tx: StatementTx, ids: readonly string[]): Promise<CollaborationRow[]> =>
  await tx.rows(lock, ids);

/** @throws AppError NOT_FOUND */
export const holdCollaboration = async (tx: StatementTx, id: string): Promise<CollaborationRow> =>
  orNotFound((await holdCollaborations(tx, [id]))[0]);

export const badState = (status: string): AppError =>
  new AppError('BAD_STATE', {
    message: `The collaboration is ${status}, which does not allow this.`,
    details: { status },
  });

export const presentSubmission = ({ accountId: _, collaborationId: __, ...row }: SubmissionRow): Submission => row;

/** Returns the collaboration for events, without what opens the portal. */
export function collaborationEventOf(row: CollaborationRow): CollaborationForEvents {
  const { id, accountId, kind, campaignId, programId, status, message, emailVerified, linkCode, discountCodeId } = row;
  const { name, email, phone, followers, feeAmount, feeCurrency } = row;
  const { invitedAt, acceptedAt, endedAt, expiresAt, createdAt, updatedAt } = row;
  return {
    ...{ id, accountId, kind, campaignId, programId, status, message, emailVerified, linkCode, discountCodeId },
    creator: { name, email, phone, socialHandles: row.socialHandles, followers },
    fee: feeAmount === null || feeCurrency === null ? null : { amount: toNumber(feeAmount), currency: feeCurrency },
    shipping: {
      state: row.shippingState,
      carrier: row.carrier,
      trackingRef: row.trackingRef,
      sentAt: row.sentAt,
    },
    ...{ invitedAt, acceptedAt, endedAt, expiresAt, createdAt, updatedAt },
  };
}

const findBeside = workspaceStatement<
  { id: string; contactId: string | null; submissions: unknown },
  [ids: readonly string[]]
>(
  'collaborations.beside',
  `SELECT c.id, (SELECT k.id FROM "Contact" k WHERE k."accountId" = ${THIS_WORKSPACE} AND k.email = c.email
    ORDER BY k."createdAt" DESC, k.id DESC LIMIT 1) AS "contactId",
     (SELECT jsonb_agg(to_jsonb(s) ORDER BY s."submittedAt", s.id) FROM "Submission" s
       WHERE s."accountId" = ${THIS_WORKSPACE} AND s."collaborationId" = c.id) AS submissions
   FROM "Collaboration" c WHERE c."accountId" = $1 AND c.id = ANY ($2::text[])`,
);

/** Turns the texts of instants in JSON rows back into Dates. */
const revived = (rows: unknown): SubmissionRow[] =>
  (Array.isArray(rows) ? rows : []).map((row: unknown) => {
    const { submittedAt, reviewedAt, ...rest } = objectIn(row);
    const at = (value: unknown): Date | null => (typeof value === 'string' ? new Date(value) : null);
    return { ...rest, submittedAt: at(submittedAt), reviewedAt: at(reviewedAt) } as SubmissionRow;
  });

/** Returns the address of an affiliate's link. */
export const linkUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>, accountId: string, code: string): string =>
  `${baseUrl}/a/${accountId}/${code}`;

type Shown = Pick<Settings, 'baseUrl' | 'appSecrets'>;

/** Returns the collaborations as the API shows them, in the order given. */
export async function presentCollaborations(
  db: Pick<StatementTx, 'rows'>,
  settings: Shown,
  rows: readonly CollaborationRow[],
): Promise<Collaboration[]> {
  if (rows.length === 0) return [];
  const beside = new Map(
    (
      await db.rows(
        findBeside,
        rows.map(({ id }) => id),
      )
    ).map((each) => [each.id, each]),
  );
  return rows.map((row) => {
    const { contactId = null, submissions = null } = beside.get(row.id) ?? {};
    const { accountId, id, linkCode, portalVersion: version, terms, suspendedFor, internalNote, unreadAt } = row;
    return {
      ...collaborationEventOf(row),
      contactId,
      linkUrl: linkCode === null ? null : linkUrl(settings, accountId, linkCode),
      ...{ terms, suspendedFor, internalNote },
      ...(unreadAt !== null && { unreadAt }),
      submissions: revived(submissions).map(presentSubmission),
      portalUrl: portalUrl(settings, { accountId, id, version }),
    };
  });
}

export async function presentCollaboration(
  db: Pick<StatementTx, 'rows'>,
  settings: Shown,
  row: CollaborationRow,
): Promise<Collaboration> {
  return orNotFound((await presentCollaborations(db, settings, [row]))[0]);
}
