/** The work that creators submit for a brief, and its review (docs/contract/collaborations.md#submissions). */
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { briefTerms, type BriefTerms } from '@/server/modules/creators/campaigns/schema';
import { mailCreator, mailedAlready } from '@/server/modules/creators/collaborations/mails';
import {
  badState,
  collaborationColumns,
  holdCollaboration,
  presentCollaboration,
  presentSubmission,
  submissionColumns,
  type CollaborationRow,
  type SubmissionRow,
} from '@/server/modules/creators/collaborations/rows';
import type {
  Collaboration,
  MailedCollaboration,
  ReviewInput,
  Submission,
  SubmitInput,
} from '@/server/modules/creators/collaborations/schema';
import { auditVerb } from '@/server/modules/creators/collaborations/service';
import { markAnswered } from '@/server/modules/creators/collaborations/unread';
import {
  MOST_SUBMISSIONS,
  TAKES_SUBMISSIONS,
  type CollaborationStatus,
  type SubmissionStatus,
  type Warning,
} from '@/server/modules/creators/collaborations/vocabulary';

/** Returns the terms that the creator agreed on. */
export const agreedOn = ({ terms }: Pick<CollaborationRow, 'terms'>): BriefTerms => {
  const { contentDueAt, ...rest } = terms ?? {};
  return briefTerms.parse({ ...rest, contentDueAt: typeof contentDueAt === 'string' ? new Date(contentDueAt) : null });
};

const findSubmissions = workspaceStatement<SubmissionRow, [collaborationId: string]>(
  'collaborations.submissions',
  `SELECT ${submissionColumns('s')} FROM "Submission" s WHERE s."accountId" = $1 AND s."collaborationId" = $2
    ORDER BY s."submittedAt", s.id`,
);
const insert = workspaceStatement<
  SubmissionRow,
  [
    collaborationId: string,
    deliverableId: string,
    url: string | null,
    imageKey: string | null,
    caption: string,
    warnings: readonly string[],
    now: Date,
  ]
>(
  'collaborations.submit',
  `INSERT INTO "Submission" AS s ("accountId", "collaborationId", "deliverableId", url, "imageKey", caption, warnings,
    "submittedAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz) RETURNING ${submissionColumns('s')}`,
);
const setStatus = workspaceStatement<CollaborationRow, [id: string, status: CollaborationStatus, now: Date]>(
  'collaborations.set-status',
  `UPDATE "Collaboration" c SET status = $3, "updatedAt" = $4::timestamptz WHERE c."accountId" = $1 AND c.id = $2
    RETURNING ${collaborationColumns('c')}`,
);
const findImage = workspaceStatement<{ key: string }, [key: string]>(
  'collaborations.image',
  `SELECT u.key FROM "Upload" u WHERE u."accountId" = $1 AND u.key = $2 AND u.kind = 'compose-asset'`,
);

async function submissionsOf(tx: StatementTx, collaborationId: string): Promise<SubmissionRow[]> {
  return await tx.rows(findSubmissions, collaborationId);
}

/** Returns warnings about a submission; a warning never refuses the submission. */
function warningsOf({ disclosure, contentDueAt }: BriefTerms, caption: string, now: Date): Warning[] {
  const warnings: Warning[] = [];
  if (disclosure !== '' && !caption.toLowerCase().includes(disclosure.toLowerCase()))
    warnings.push('DISCLOSURE_MISSING');
  if (contentDueAt !== null && now > contentDueAt) warnings.push('LATE');
  return warnings;
}

/** Within a transaction. @throws AppError NOT_FOUND, BAD_STATE, VALIDATION, LIMIT_REACHED */
export async function submitWithin(tx: StatementTx, input: SubmitInput): Promise<Submission> {
  const { id, deliverableId, url, imageKey, caption } = input;
  const row = await holdCollaboration(tx, id);
  if (!TAKES_SUBMISSIONS.includes(row.status)) throw badState(row.status);
  const terms = agreedOn(row);
  if (!terms.deliverables.some((each) => each.id === deliverableId))
    throw invalid('deliverableId', 'does not name an agreed deliverable');
  if (imageKey !== undefined && (await tx.rows(findImage, imageKey)).length === 0)
    throw invalid('imageKey', 'does not name an upload of this workspace');
  if ((await submissionsOf(tx, id)).length >= MOST_SUBMISSIONS)
    throw new AppError('LIMIT_REACHED', {
      message: `The collaboration has ${MOST_SUBMISSIONS} submissions already, which is the most.`,
    });
  const warnings = warningsOf(terms, caption, tx.now);
  const [made] = await tx.rows(insert, id, deliverableId, url ?? null, imageKey ?? null, caption, warnings, tx.now);
  await tx.rows(setStatus, id, 'in_review', tx.now);
  return presentSubmission(orNotFound(made));
}

/** On the creator's behalf. @throws AppError NOT_FOUND, BAD_STATE, VALIDATION, LIMIT_REACHED */
export async function submit(db: WorkspaceDb, input: SubmitInput): Promise<Submission> {
  return await db.transaction(async (tx) => {
    const submission = await submitWithin(tx, input);
    const row = await holdCollaboration(tx, input.id);
    await auditVerb(tx, 'submit', row, { deliverableId: input.deliverableId });
    return submission;
  });
}

const review = workspaceStatement<
  { id: string },
  [
    collaborationId: string,
    submissionIds: readonly string[],
    status: SubmissionStatus,
    feedback: string | null,
    now: Date,
  ]
>(
  'collaborations.review',
  `UPDATE "Submission" s SET status = $4, feedback = coalesce($5, s.feedback), "reviewedAt" = $6::timestamptz
   WHERE s."accountId" = $1 AND s."collaborationId" = $2 AND s.id = ANY ($3::text[]) RETURNING s.id`,
);

/**
 * Reviews the named submissions; if none is named, all that nobody has reviewed yet. @throws AppError VALIDATION for an
 * id without a submission to review
 */
async function reviewed(
  tx: StatementTx,
  id: string,
  { all, submissionIds }: { all: readonly SubmissionRow[]; submissionIds: readonly string[] | undefined },
  decision: { status: SubmissionStatus; feedback: string | null },
): Promise<SubmissionRow[]> {
  const open = all.filter(({ status }) => status === 'submitted');
  const wanted = submissionIds ?? open.map((each) => each.id);
  if (wanted.some((each) => !open.some((one) => one.id === each)))
    throw invalid('submissionIds', 'names a submission that does not wait for review');
  if (wanted.length > 0) await tx.rows(review, id, wanted, decision.status, decision.feedback, tx.now);
  return await submissionsOf(tx, id);
}

/** True when all named submissions are approved; if none is named, when no submission awaits review. */
const isApproved = (all: readonly SubmissionRow[], submissionIds: readonly string[] | undefined): boolean =>
  submissionIds === undefined
    ? all.every(({ status }) => status !== 'submitted')
    : submissionIds.every((wanted) => all.some(({ id, status }) => id === wanted && status === 'approved'));

const TAKES_APPROVAL: readonly CollaborationStatus[] = ['in_review', 'changes_requested', 'approved'];

/** True when nobody has reviewed the named submissions; they can then be judged even if another one was sent back. */
const isWaiting = (all: readonly SubmissionRow[], submissionIds: readonly string[] | undefined): boolean =>
  submissionIds !== undefined &&
  submissionIds.length > 0 &&
  submissionIds.every((wanted) => all.some(({ id, status }) => id === wanted && status === 'submitted'));

/**
 * True when the same feedback was already given on all named submissions; if none is named, on those reviewed last.
 */
function isAsked(
  all: readonly SubmissionRow[],
  { submissionIds, feedback }: { submissionIds?: readonly string[] | undefined; feedback: string },
): boolean {
  const asked = all.filter(({ status }) => status === 'changes_requested');
  if (submissionIds !== undefined)
    return submissionIds.every((wanted) => asked.some((each) => each.id === wanted && each.feedback === feedback));
  if (all.some(({ status }) => status === 'submitted')) return false;
  // A change can be asked for where every piece is approved and one is missing: its words stand in the mail alone.
  return asked.length === 0 || asked.some((each) => each.feedback === feedback);
}

/** True when every deliverable has as many approved pieces as were agreed on. */
export function isComplete(
  { deliverables }: BriefTerms,
  submissions: readonly Pick<SubmissionRow, 'deliverableId' | 'status'>[],
): boolean {
  return deliverables.every(
    ({ id, quantity }) =>
      submissions.filter(({ deliverableId, status }) => deliverableId === id && status === 'approved').length >=
      quantity,
  );
}

/**
 * Approves submissions. The collaboration is approved once every deliverable has its quantity. @throws AppError
 * NOT_FOUND, BAD_STATE, VALIDATION
 */
export async function approve(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  { id, submissionIds }: ReviewInput,
): Promise<Collaboration> {
  return await db.transaction(async (tx) => {
    const before = await holdCollaboration(tx, id);
    if (!TAKES_APPROVAL.includes(before.status)) throw badState(before.status);
    const all = await submissionsOf(tx, id);
    const isLeftOver = before.status === 'changes_requested';
    if (isLeftOver && !isWaiting(all, submissionIds)) throw badState(before.status);
    if (!isLeftOver && isApproved(all, submissionIds)) return await presentCollaboration(tx, settings, before);
    if (before.status === 'approved') throw badState(before.status);
    await markAnswered(tx, id);
    const submissions = await reviewed(tx, id, { all, submissionIds }, { status: 'approved', feedback: null });
    const status = isComplete(agreedOn(before), submissions) ? 'approved' : before.status;
    const [row] = await tx.rows(setStatus, id, status, tx.now);
    await auditVerb(tx, 'approve', before, { status });
    return await presentCollaboration(tx, settings, orNotFound(row));
  });
}

/** @throws AppError NOT_FOUND, BAD_STATE, VALIDATION */
export async function requestChanges(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  { id, submissionIds, feedback }: ReviewInput & { feedback: string },
): Promise<MailedCollaboration> {
  return await db.transaction(async (tx) => {
    const before = await holdCollaboration(tx, id);
    if (before.status !== 'in_review' && before.status !== 'changes_requested') throw badState(before.status);
    const all = await submissionsOf(tx, id);
    const isRepeated =
      (before.status === 'changes_requested' || submissionIds !== undefined) &&
      isAsked(all, { submissionIds, feedback });
    if (isRepeated) return { ...(await presentCollaboration(tx, settings, before)), mailed: mailedAlready(settings) };
    if (before.status === 'changes_requested' && !isWaiting(all, submissionIds)) throw badState(before.status);
    await markAnswered(tx, id);
    await reviewed(tx, id, { all, submissionIds }, { status: 'changes_requested', feedback });
    const [row] = await tx.rows(setStatus, id, 'changes_requested', tx.now);
    await auditVerb(tx, 'request_changes', before);
    const mailed = await mailCreator(tx, settings, id, 'changes', feedback);
    return { ...(await presentCollaboration(tx, settings, orNotFound(row))), mailed };
  });
}
