/**
 * Confirms a sign-up (docs/contract/forms.md#confirming): the person opens the link in the e-mail and presses the
 * button.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Database } from '@/server/platform/db/client';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type StatementTx } from '@/server/platform/db/workspace';
import type { Language } from '@/server/platform/lib/language';
import type { Visitor } from '@/server/platform/lib/visitor';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { candidate } from '@/server/modules/audience/contacts/plan-writes';
import type { ContactFields } from '@/server/modules/audience/contacts/schema';
import { endOwn } from '@/server/modules/audience/contacts/suppress';
import { known, phoneReader } from '@/server/modules/audience/contacts/write';
import { count } from '@/server/modules/audience/forms/count';
import type { Consents } from '@/server/modules/audience/forms/schema';
import { contactAt, signedUp, writeSignUp } from '@/server/modules/audience/forms/signed-up';
import { originOfForm } from '@/server/modules/audience/forms/submit';
import type { ConfirmLink } from '@/server/modules/audience/forms/tokens';
import { CONFIRM_DAYS } from '@/server/modules/audience/forms/vocabulary';

interface Waiting {
  formId: string;
  email: string | null;
  entered: ContactFields;
  consents: Consents;
  createdAt: Date;
  confirmedAt: Date | null;
  listId: string | null;
  language: Language | null;
  afterUrl: string | null;
  brand: string;
}

const COLUMNS = `s."formId", s.email, s.entered, s.consents, s."createdAt", s."confirmedAt", f."listId", f.language,
  f."afterUrl", a.name AS brand
   FROM "FormSubmission" s JOIN "Form" f ON f."accountId" = ${THIS_WORKSPACE} AND f.id = s."formId"
     JOIN "Account" a ON a.id = s."accountId"
   WHERE s."accountId" = $1 AND s.id = $2`;
const find = workspaceStatement<Waiting, [id: string]>('forms.waiting', `SELECT ${COLUMNS}`);
const hold = workspaceStatement<Waiting, [id: string]>(
  'forms.hold-waiting',
  `SELECT ${COLUMNS} FOR NO KEY UPDATE OF s`,
);
const noteConfirmed = workspaceStatement<never, [id: string, now: Date]>(
  'forms.confirmed',
  `UPDATE "FormSubmission" s SET "confirmedAt" = $3::timestamptz, "toAsk" = false WHERE s."accountId" = $1 AND s.id = $2`,
);

export interface Confirmation {
  kind: 'asks' | 'done' | 'late';
  language: Language | null;
  brand: string;
  /** The consent wordings, as they were shown to the person. */
  wordings: string[];
  /** The merchant's own page after. */
  next: string | null;
}

const isLate = ({ createdAt }: Waiting, now: Date): boolean =>
  now.getTime() - createdAt.getTime() > CONFIRM_DAYS * DAY_MS;

const shown = ({ language, brand, consents, afterUrl }: Waiting, kind: Confirmation['kind']): Confirmation => ({
  kind,
  language,
  brand,
  wordings: Object.values(consents),
  next: afterUrl,
});

/** Returns the state of a confirmation; null when the form or the person was deleted. */
export async function findConfirmation(database: Database, link: ConfirmLink, now: Date): Promise<Confirmation | null> {
  const [waiting] = await systemDb(database, link.accountId, now).rows(find, link.submissionId);
  if (waiting === undefined) return null;
  if (waiting.confirmedAt !== null) return shown(waiting, 'done');
  return shown(waiting, isLate(waiting, now) ? 'late' : 'asks');
}

/**
 * Confirms a sign-up: subscribes the contact, ends its opt-outs at this address, and writes the entered data. Safe to
 * repeat.
 */
export async function confirm(
  database: Database,
  link: ConfirmLink,
  by: Visitor,
  now: Date,
): Promise<Confirmation | null> {
  const db = systemDb(database, link.accountId, now);
  const read = await phoneReader(db);
  return await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      const [waiting] = await tx.rows(hold, link.submissionId);
      if (waiting === undefined) return null;
      if (waiting.confirmedAt !== null) return shown(waiting, 'done');
      if (isLate(waiting, now)) return shown(waiting, 'late');
      if (!(await takeIn(tx, waiting, read, by))) return null;
      await tx.rows(noteConfirmed, link.submissionId, tx.now);
      await count(tx, waiting.formId, { confirmed: 1 });
      return shown(waiting, 'done');
    }),
  );
}

/** @returns false when no contact has the address any more */
async function takeIn(
  tx: StatementTx,
  { formId, email, entered, consents, listId }: Waiting,
  read: (phone: string) => string | null,
  by: Visitor,
): Promise<boolean> {
  const person = candidate(0, { ...entered, email }, read);
  const contact = await contactAt(tx, person);
  if (contact === undefined) return false;
  const origin = originOfForm(formId, consents, by);
  if (email !== null && 'email' in consents) await endOwn(tx, { family: 'email', address: email }, origin);
  const { suppressed } = await known(tx, [person]);
  const change = await signedUp(tx, contact, { fields: entered, consents, suppressed, person, isProven: true }, origin);
  await writeSignUp(tx, { hash: contact.identityHash, isNew: false, change }, origin, listId);
  return true;
}
