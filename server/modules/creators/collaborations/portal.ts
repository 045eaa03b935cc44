/** A creator's portal: its content and the creator's actions there (docs/contract/collaborations.md#portal). */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import type { PortalAction } from '@/server/modules/creators/pages/words';
import { AppError } from '@/server/platform/errors';
import { toNumber } from '@/server/platform/lib/money';
import { accept } from '@/server/modules/creators/collaborations/accept';
import { finish } from '@/server/modules/creators/collaborations/end';
import { messages, writeWithin } from '@/server/modules/creators/collaborations/messages';
import { networkHash } from '@/server/platform/lib/network-hash';
import type { PortalLink } from '@/server/modules/creators/collaborations/portal-token';
import {
  badState,
  holdCollaboration,
  presentSubmission,
  submissionColumns,
  type CollaborationRow,
  type SubmissionRow,
} from '@/server/modules/creators/collaborations/rows';
import {
  submitInput,
  writeInput,
  type ChatMessage,
  type Submission,
} from '@/server/modules/creators/collaborations/schema';
import { sealCreatorSecret } from '@/server/modules/creators/collaborations/secrets';
import { auditVerb, holdWithBrief } from '@/server/modules/creators/collaborations/service';
import { agreedOn, submitWithin } from '@/server/modules/creators/collaborations/submissions';
import { markUnread } from '@/server/modules/creators/collaborations/unread';
import { FINAL, PORTAL_DAYS } from '@/server/modules/creators/collaborations/vocabulary';
import { columnsOf } from '@/server/platform/db/columns';
import type { CommissionKind, CommissionStatus, StatementStatus } from '@/server/modules/creators/programs/vocabulary';

interface Shop {
  brand: string;
  timeZone: string;
  currency: string;
  optedOut: boolean;
}
export type PortalRow = CollaborationRow & Shop;

const findRow = workspaceStatement<PortalRow, [id: string]>(
  'collaborations.portal',
  `SELECT ${columnsOf('Collaboration', 'c')}, a.name AS brand, a."timeZone", a.currency,
     EXISTS (SELECT FROM "CreatorOptOut" o WHERE o."accountId" = ${THIS_WORKSPACE} AND o.email = c.email) AS "optedOut"
   FROM "Collaboration" c JOIN "Account" a ON a.id = c."accountId" WHERE c."accountId" = $1 AND c.id = $2`,
);

/** Opens the portal; null for an outdated link, and from 180 days after the collaboration's end. */
export async function openPortal(
  { database }: Pick<Services, 'database'>,
  link: PortalLink,
  now: Date,
): Promise<{ db: WorkspaceDb; row: PortalRow } | null> {
  const db = systemDb(database, link.accountId, now);
  const [row] = await db.rows(findRow, link.id);
  if (row === undefined || row.portalVersion !== link.version) return null;
  const isOver = row.endedAt !== null && now.getTime() - row.endedAt.getTime() > PORTAL_DAYS * DAY_MS;
  return isOver ? null : { db, row };
}

interface CommissionLine {
  id: string;
  kind: CommissionKind;
  amount: bigint;
  currency: string;
  status: CommissionStatus;
  note: string | null;
  releaseAt: Date | null;
  createdAt: Date;
}
interface StatementLine {
  number: number;
  total: bigint;
  currency: string;
  status: StatementStatus;
  createdAt: Date;
}

const findCommissions = workspaceStatement<CommissionLine, [id: string, limit: number]>(
  'collaborations.portal-commissions',
  `SELECT c.id, c.kind, c.amount, c.currency, c.status, c.note, c."releaseAt", c."createdAt" FROM "Commission" c
   WHERE c."accountId" = $1 AND c."collaborationId" = $2 ORDER BY c."createdAt" DESC, c.id DESC LIMIT $3::int`,
);
const findStatements = workspaceStatement<StatementLine, [id: string, limit: number]>(
  'collaborations.portal-statements',
  `SELECT s.number, s.total, s.currency, s.status, s."createdAt" FROM "Statement" s
   WHERE s."accountId" = $1 AND s."collaborationId" = $2 ORDER BY s."createdAt" DESC, s.id DESC LIMIT $3::int`,
);
const findEarned = workspaceStatement<{ currency: string; amount: bigint; sales: number }, [id: string]>(
  'collaborations.portal-earned',
  `SELECT c.currency, sum(c.amount)::bigint AS amount,
    count(*) FILTER (WHERE c.kind = 'sale' AND c.status NOT IN ('voided', 'declined'))::int AS sales FROM "Commission" c
   WHERE c."accountId" = $1 AND c."collaborationId" = $2 AND c.status NOT IN ('declined', 'voided') GROUP BY 1
     ORDER BY 1`,
);
const countClicks = workspaceStatement<{ clicks: number }, [id: string]>(
  'collaborations.portal-clicks',
  `SELECT count(*)::int AS clicks FROM "ProgramClick" k WHERE k."accountId" = $1 AND k."collaborationId" = $2`,
);
const findCode = workspaceStatement<{ code: string }, [id: string]>(
  'collaborations.portal-code',
  `SELECT d.code FROM "DiscountCode" d WHERE d."accountId" = $1 AND d.id = $2 AND d.active`,
);
const findSeller = workspaceStatement<CollaborationRow, [programId: string, email: string]>(
  'collaborations.portal-seller',
  `SELECT ${columnsOf('Collaboration', 'c')} FROM "Collaboration" c
    WHERE c."accountId" = $1 AND c."programId" = $2 AND c.email = $3 AND c.status = 'active'`,
);

/** Finds the same person's collaboration in the program that pays for a brief, while their link works there. */
export async function sellerOf(
  db: Pick<StatementTx, 'rows'>,
  { email }: Pick<CollaborationRow, 'email'>,
  programId: string,
): Promise<CollaborationRow | null> {
  const [row] = await db.rows(findSeller, programId, email);
  return row ?? null;
}

const findSubmissions = workspaceStatement<SubmissionRow, [id: string]>(
  'collaborations.portal-submissions',
  `SELECT ${submissionColumns('s')} FROM "Submission" s WHERE s."accountId" = $1 AND s."collaborationId" = $2
    ORDER BY s."submittedAt" DESC, s.id DESC LIMIT 40`,
);

export interface PortalFacts {
  code: string | null;
  figures: { clicks: number; sales: number; earned: { currency: string; amount: number }[] };
  commissions: (Omit<CommissionLine, 'amount'> & { amount: number })[];
  statements: (Omit<StatementLine, 'total'> & { total: number })[];
  submissions: Submission[];
  messages: ChatMessage[];
}

/** Reads what the portal shows of the creator's sales, without the buyers. */
export async function portalFacts(
  db: WorkspaceDb,
  row: CollaborationRow,
  most: { commissions: number; statements: number; messages: number },
): Promise<PortalFacts> {
  const isAffiliate = row.kind === 'affiliate';
  const [earned, commissions, statements, clicks] = isAffiliate
    ? await Promise.all([
        db.rows(findEarned, row.id),
        db.rows(findCommissions, row.id, most.commissions),
        db.rows(findStatements, row.id, most.statements),
        db.rows(countClicks, row.id),
      ])
    : [[], [], [], []];
  const [code] = row.discountCodeId === null ? [] : await db.rows(findCode, row.discountCodeId);
  return {
    code: code?.code ?? null,
    figures: {
      clicks: row.clicks + (clicks[0]?.clicks ?? 0),
      sales: earned.reduce((sum, { sales }) => sum + sales, 0),
      earned: earned.map(({ currency, amount }) => ({ currency, amount: toNumber(amount) })),
    },
    commissions: commissions.map((line) => ({ ...line, amount: toNumber(line.amount) })),
    statements: statements.map((line) => ({ ...line, total: toNumber(line.total) })),
    submissions: isAffiliate ? [] : (await db.rows(findSubmissions, row.id)).map((each) => presentSubmission(each)),
    messages: (await messages(db, { id: row.id, limit: most.messages })).data,
  };
}

const noteVisit = workspaceStatement<never, [id: string, hash: string, now: Date]>(
  'collaborations.portal-visit',
  `UPDATE "Collaboration" c SET "portalHash" = $3, "portalSeenAt" = $4::timestamptz
    WHERE c."accountId" = $1 AND c.id = $2`,
);
const storeSealed = (column: 'address' | 'bankDetails') =>
  workspaceStatement<never, [id: string, sealed: string, now: Date]>(
    `collaborations.store-${column}`,
    `UPDATE "Collaboration" c SET "${column}" = $3, "updatedAt" = $4::timestamptz WHERE c."accountId" = $1 AND c.id = $2`,
  );
const SEALED = { address: storeSealed('address'), bankDetails: storeSealed('bankDetails') };
const optOut = workspaceStatement<never, [email: string, now: Date]>(
  'collaborations.opt-out-of-mails',
  `INSERT INTO "CreatorOptOut" ("accountId", email, "createdAt") VALUES ($1, $2, $3::timestamptz) ON CONFLICT DO NOTHING`,
);
const optIn = workspaceStatement<never, [email: string]>(
  'collaborations.want-mails',
  `DELETE FROM "CreatorOptOut" o WHERE o."accountId" = $1 AND o.email = $2`,
);

const invalid = (): AppError => new AppError('VALIDATION');
const filled = (value: string | null, most: number): string => {
  const text = (value ?? '').trim().toWellFormed();
  if (text === '' || text.length > most || text.includes('\0')) throw invalid();
  return text;
};

async function store(
  tx: StatementTx,
  { settings }: Pick<Services, 'settings'>,
  row: CollaborationRow,
  column: keyof typeof SEALED,
  text: string,
): Promise<void> {
  await tx.rows(SEALED[column], row.id, sealCreatorSecret(settings, row, text), tx.now);
  // That it was given is recorded, and never what.
  await auditVerb(tx, 'update', row, { changed: column });
}

/**
 * Stores bank details with the collaboration whose statements use them. A brief has no statements: the same person's
 * collaboration in its program is paid for sales.
 */
async function storeBank(
  tx: StatementTx,
  services: Pick<Services, 'settings'>,
  row: CollaborationRow,
  text: string,
): Promise<void> {
  const programId = row.kind === 'affiliate' ? null : agreedOn(row).compensation?.programId;
  const paid = typeof programId === 'string' ? await sellerOf(tx, row, programId) : row;
  if (paid === null || paid.kind !== 'affiliate') throw badState(row.status);
  await store(tx, services, paid, 'bankDetails', text);
}

async function end(tx: StatementTx, id: string): Promise<void> {
  const before = await holdWithBrief(tx, id);
  if (before.status === 'ended') return;
  if (FINAL.includes(before.status)) throw badState(before.status);
  await finish(tx, [before], 'ended');
  await auditVerb(tx, 'end', before);
  await markUnread(tx, id);
}

async function decline(tx: StatementTx, id: string): Promise<void> {
  const before = await holdCollaboration(tx, id);
  if (before.status === 'declined') return;
  if (before.status !== 'invited') throw badState(before.status);
  await finish(tx, [before], 'declined');
  await auditVerb(tx, 'decline', before);
  await markUnread(tx, id);
}

interface Posted {
  action: PortalAction;
  form: URLSearchParams;
  /** The address of the poster. */
  address: string;
}

/**
 * Does what a form of the portal asks for. Whoever has the portal's address counts as the creator.
 * @throws AppError VALIDATION for the entered values; BAD_STATE, SLOTS_FULL when something has changed since the page
 * was shown
 */
export async function act(
  services: Pick<Services, 'settings'>,
  db: WorkspaceDb,
  row: PortalRow,
  { action, form, address }: Posted,
): Promise<void> {
  const { id } = row;
  await db.rows(noteVisit, id, networkHash(services.settings.appSecret, address, db.now), db.now);
  if (action === 'accept') {
    await accept(db, services.settings, id, 'invited', { isCreator: true }, async (tx, taken) => {
      await auditVerb(tx, 'accept', taken);
      await markUnread(tx, id);
    });
    return;
  }
  await db.transaction(async (tx) => {
    switch (action) {
      case 'decline':
        return await decline(tx, id);
      case 'submit': {
        const sent = {
          id,
          deliverableId: form.get('deliverableId'),
          url: form.get('url')?.trim(),
          caption: form.get('caption') ?? '',
        };
        const parsed = submitInput.safeParse(sent);
        if (!parsed.success) throw invalid();
        await submitWithin(tx, parsed.data);
        await markUnread(tx, id);
        return await auditVerb(tx, 'submit', row, { deliverableId: parsed.data.deliverableId });
      }
      case 'write': {
        if (FINAL.includes(row.status)) throw badState(row.status);
        const parsed = writeInput.safeParse({ id, text: form.get('text')?.trim() });
        if (!parsed.success) throw invalid();
        await writeWithin(tx, id, 'creator', parsed.data.text);
        await markUnread(tx, id);
        return;
      }
      case 'address':
        return await store(tx, services, row, 'address', filled(form.get('address'), 1000));
      case 'bank':
        return await storeBank(tx, services, row, filled(form.get('bank'), 500));
      case 'stop_mails':
        await tx.rows(optOut, row.email, tx.now);
        return;
      case 'want_mails':
        await tx.rows(optIn, row.email);
        return;
      case 'end':
        return await end(tx, id);
    }
  });
}
