/** What creators hand in for a brief, and what becomes of it (docs/contract/collaborations.md#submissions). */
import type { Services } from '@/server/context';
import { stored, type Stored } from '@/server/db/stored';
import { workspaceStatement } from '@/server/db/statement';
import { found, type StatementTx, type WorkspaceDb } from '@/server/db/workspace';
import { AppError, invalid } from '@/server/errors';
import { briefTerms, type BriefTerms } from '@/server/resources/campaigns/schema';
import { mailCreator, mailedAlready } from '@/server/resources/collaborations/mails';
import {
  badState,
  collaborationColumns,
  holdCollaboration,
  presentCollaboration,
  presentSubmission,
  submissionColumns,
  type CollaborationRow,
  type SubmissionRow,
} from '@/server/resources/collaborations/rows';
import type {
  Collaboration,
  MailedCollaboration,
  ReviewInput,
  Submission,
  SubmitInput,
} from '@/server/resources/collaborations/schema';
import { auditVerb } from '@/server/resources/collaborations/service';
import { markAnswered } from '@/server/resources/collaborations/unread';
import {
  MOST_SUBMISSIONS,
  TAKES_SUBMISSIONS,
  type CollaborationStatus,
  type SubmissionStatus,
  type Warning,
} from '@/server/resources/collaborations/vocabulary';

/** What they agreed on. */
export const agreedOn = ({ terms }: Pick<CollaborationRow, 'terms'>): BriefTerms => {
  const { contentDueAt, ...rest } = terms ?? {};
  return briefTerms.parse({ ...rest, contentDueAt: typeof contentDueAt === 'string' ? new Date(contentDueAt) : null });
};

const findSubmissions = workspaceStatement<Stored<SubmissionRow>, [collaborationId: string]>(
  'collaborations.submissions',
  `SELECT ${submissionColumns('s')} FROM "Submission" s WHERE s."accountId" = $1 AND s."collaborationId" = $2 ORDER BY s."submittedAt", s.id`,
);
const insert = workspaceStatement<
  Stored<SubmissionRow>,
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
  `INSERT INTO "Submission" AS s ("accountId", "collaborationId", "deliverableId", url, "imageKey", caption, warnings, "submittedAt")
   VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz) RETURNING ${submissionColumns('s')}`,
);
const setStatus = workspaceStatement<Stored<CollaborationRow>, [id: string, status: CollaborationStatus, now: Date]>(
  'collaborations.set-status',
  `UPDATE "Collaboration" c SET status = $3, "updatedAt" = $4::timestamptz WHERE c."accountId" = $1 AND c.id = $2 RETURNING ${collaborationColumns('c')}`,
);
const findImage = workspaceStatement<{ key: string }, [key: string]>(
  'collaborations.image',
  `SELECT u.key FROM "Upload" u WHERE u."accountId" = $1 AND u.key = $2 AND u.kind = 'compose-asset'`,
);

async function submissionsOf(tx: StatementTx, collaborationId: string): Promise<SubmissionRow[]> {
  return (await tx.rows(findSubmissions, collaborationId)).map((row) => stored<SubmissionRow>(row));
}

/** Nothing is refused for these. */
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
    throw invalid('deliverableId', 'is none of what was agreed on');
  if (imageKey !== undefined && (await tx.rows(findImage, imageKey)).length === 0)
    throw invalid('imageKey', 'no such upload in this workspace');
  if ((await submissionsOf(tx, id)).length >= MOST_SUBMISSIONS)
    throw new AppError('LIMIT_REACHED', { message: `A collaboration has at most ${MOST_SUBMISSIONS} submissions.` });
  const warnings = warningsOf(terms, caption, tx.now);
  const [made] = await tx.rows(insert, id, deliverableId, url ?? null, imageKey ?? null, caption, warnings, tx.now);
  await tx.rows(setStatus, id, 'in_review', tx.now);
  return presentSubmission(stored<SubmissionRow>(found(made)));
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
  [collaborationId: string, ids: readonly string[], status: SubmissionStatus, feedback: string | null, now: Date]
>(
  'collaborations.review',
  `UPDATE "Submission" s SET status = $4, feedback = coalesce($5, s.feedback), "reviewedAt" = $6::timestamptz
   WHERE s."accountId" = $1 AND s."collaborationId" = $2 AND s.id = ANY ($3::text[]) RETURNING s.id`,
);

/** Those that are named, else all that nobody looked at. @throws AppError VALIDATION for one that is not there to be looked at */
async function reviewed(
  tx: StatementTx,
  id: string,
  { all, submissionIds }: { all: readonly SubmissionRow[]; submissionIds: readonly string[] | undefined },
  decision: { status: SubmissionStatus; feedback: string | null },
): Promise<SubmissionRow[]> {
  const open = all.filter(({ status }) => status === 'submitted');
  const wanted = submissionIds ?? open.map((each) => each.id);
  if (wanted.some((each) => !open.some((one) => one.id === each)))
    throw invalid('submissionIds', 'names one that waits for nobody');
  if (wanted.length > 0) await tx.rows(review, id, wanted, decision.status, decision.feedback, tx.now);
  return await submissionsOf(tx, id);
}

/** Whether all that are named are approved; where none is named, whether nothing waits for a look. */
const isApproved = (all: readonly SubmissionRow[], submissionIds: readonly string[] | undefined): boolean =>
  submissionIds === undefined
    ? all.every(({ status }) => status !== 'submitted')
    : submissionIds.every((wanted) => all.some(({ id, status }) => id === wanted && status === 'approved'));

const TAKES_APPROVAL: readonly CollaborationStatus[] = ['in_review', 'changes_requested', 'approved'];

/** Whether pieces are named that nobody has looked at: beside one that was sent back they are judged by themselves. */
const isWaiting = (all: readonly SubmissionRow[], submissionIds: readonly string[] | undefined): boolean =>
  submissionIds !== undefined &&
  submissionIds.length > 0 &&
  submissionIds.every((wanted) => all.some(({ id, status }) => id === wanted && status === 'submitted'));

/** Whether these words were said already of all that are named; where none is named, of what was looked at last. */
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

/** Whether every deliverable has as many approved pieces as were agreed on. */
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

/** Approved as a whole once every deliverable has its quantity. @throws AppError NOT_FOUND, BAD_STATE, VALIDATION */
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
    return await presentCollaboration(tx, settings, stored<CollaborationRow>(found(row)));
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
    return { ...(await presentCollaboration(tx, settings, stored<CollaborationRow>(found(row)))), mailed };
  });
}
