/**
 * The sign-up of a visitor (docs/contract/forms.md#sending). The answer is the same for every address, known or not.
 */
import type { Services } from '@/server/platform/access/context';
import { workspaceOfForm } from '@/server/platform/db/public-forms';
import { workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, systemDb, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { languageIn, type Language } from '@/server/platform/lib/language';
import { networkHash } from '@/server/platform/lib/network-hash';
import type { Visitor } from '@/server/platform/lib/visitor';
import type { Origin } from '@/server/modules/audience/contacts/consents';
import { inTurn, lockContacts } from '@/server/modules/audience/contacts/lock';
import { candidate, type Candidate } from '@/server/modules/audience/contacts/plan-writes';
import { known, phoneReader } from '@/server/modules/audience/contacts/write';
import { ask } from '@/server/modules/audience/forms/ask';
import { count } from '@/server/modules/audience/forms/count';
import { enteredIn, type Entered, type Fault, type Sent } from '@/server/modules/audience/forms/entered';
import { formColumns, type FormRow } from '@/server/modules/audience/forms/rows';
import type { Consents } from '@/server/modules/audience/forms/schema';
import { addNew, addToKnown, contactAt } from '@/server/modules/audience/forms/signed-up';
import { readStamp } from '@/server/modules/audience/forms/tokens';
import { MOST_ASKED } from '@/server/modules/audience/forms/vocabulary';

/**
 * The most sign-ups for a form from one network in 10 minutes: whole towns share the address of their mobile provider.
 */
const MOST_FROM_NETWORK = 20;
/** Nobody reads and fills in a form faster. */
const LEAST_MS = 2_000;
const MOST_MS = 24 * 60 * 60_000;
/** A form with the workspace's data that its public page needs. */
export type OpenForm = FormRow & { brand: string; country: string };

const findOpen = workspaceStatement<OpenForm, [id: string]>(
  'forms.open',
  `SELECT ${formColumns('f')}, a.name AS brand, a.country FROM "Form" f JOIN "Account" a ON a.id = f."accountId"
    WHERE f."accountId" = $1 AND f.id = $2`,
);

/** Finds a form for its visitors; null when the id is unknown. */
export async function openForm(
  { database }: Pick<Services, 'database'>,
  formId: string,
  now: Date,
): Promise<{ db: WorkspaceDb; form: OpenForm } | null> {
  const accountId = await workspaceOfForm(database, formId);
  if (accountId === null) return null;
  const db = systemDb(database, accountId, now);
  const [row] = await db.rows(findOpen, formId);
  return row === undefined ? null : { db, form: row };
}

export interface Visit extends Visitor {
  sent: Sent;
  stamp: string;
  /** The content of the field that people do not see. */
  trap: string;
  /** The origin of the site that embeds the form; null: the hosted page. */
  origin: string | null;
  /** The language of the visitor, where the form has none. */
  language: Language;
}

export type Outcome =
  /** `isAsked`: true when the person has to confirm by e-mail. */
  | { kind: 'done'; isAsked: boolean }
  | { kind: 'refused'; faults: Record<string, Fault> }
  /** The page was open too short or too long. `isFresh`: the page can be sent again. */
  | { kind: 'again'; isFresh: boolean }
  | { kind: 'too_many' };

/** Stores a sign-up. @throws any error of the database; nothing is half done then */
export async function submit(
  db: WorkspaceDb,
  { settings }: Pick<Services, 'settings'>,
  form: OpenForm,
  visit: Visit,
): Promise<Outcome> {
  const stamp = readStamp(settings.appSecrets, form.id, visit.stamp);
  if (visit.trap !== '' || stamp === null) {
    await count(db, form.id, { blocked: 1 });
    // A robot that is told why comes back better; a person never saw the trap.
    return visit.trap === '' ? { kind: 'again', isFresh: false } : { kind: 'done', isAsked: form.doubleOptIn };
  }
  const entered = enteredIn(form, visit.sent, form.language ?? visit.language);
  if (Object.keys(entered.faults).length > 0) return { kind: 'refused', faults: entered.faults };
  const age = db.now.getTime() - stamp.shownAt.getTime();
  if (age < LEAST_MS || age > MOST_MS) return { kind: 'again', isFresh: age < LEAST_MS };
  const person = candidate(0, entered.fields, await phoneReader(db));
  return await inTurn(db.accountId, () =>
    db.transaction(async (tx) => {
      await lockContacts(tx);
      return await takeIn(tx, settings, { form, visit, entered, person, nonce: stamp.nonce });
    }),
  );
}

interface Given {
  form: OpenForm;
  visit: Visit;
  entered: Entered;
  person: Candidate;
  nonce: string;
}

/** Locks a mailbox, so that different spellings of it, sent at once, are counted one after the other. */
const lockMailbox = workspaceStatement<never, [email: string]>(
  'forms.lock-mailbox',
  `SELECT $1::text AS "accountId", pg_advisory_xact_lock(hashtextextended('confirmation ' || $1 || ' ' || mailbox($2::text), 0))::text AS locked`,
);

/** `isAgain`: the same person has sent the same page, and perhaps had no answer. */
const countRecent = workspaceStatement<
  { network: number; asked: number; isAgain: boolean },
  [formId: string, hash: string, email: string | null, now: Date, nonce: string, phone: string | null]
>(
  'forms.recent',
  `SELECT (SELECT count(*)::int FROM "FormSubmission" s
    WHERE s."accountId" = $1 AND s."networkHash" = $3 AND s."createdAt" > $5::timestamptz - interval '10 minutes'
    AND s."formId" = $2) AS network,
     (SELECT count(*)::int FROM "FormSubmission" s
       WHERE s."accountId" = $1 AND mailbox(s.email) = mailbox($4::text)
       AND s."askedAt" > $5::timestamptz - interval '1 day') AS asked,
     EXISTS (SELECT FROM "FormSubmission" s
       WHERE s."accountId" = $1 AND s."formId" = $2 AND s.nonce = $6 AND s.email
       IS NOT DISTINCT FROM $4::text AND s.entered->>'phone' IS NOT DISTINCT FROM $7::text) AS "isAgain"`,
);

/** Nothing comes back where the same page was sent already. */
const insert = workspaceStatement<
  { id: string },
  [
    formId: string,
    contactId: string,
    email: string | null,
    entered: string,
    consents: string,
    isKnown: boolean,
    nonce: string,
    origin: string | null,
    ip: string,
    userAgent: string,
    networkHash: string,
    confirmedAt: Date | null,
    now: Date,
  ]
>(
  'forms.insert-submission',
  `INSERT INTO "FormSubmission" ("accountId", "formId", "contactId", email, entered, consents, "isKnown", nonce, origin,
    ip, "userAgent", "networkHash", "confirmedAt", "createdAt")
   VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7, $8, $9, $10, $11, $12, $13::timestamptz, $14::timestamptz)
   ON CONFLICT ("accountId", "formId", nonce, "contactId") DO NOTHING RETURNING id`,
);

async function takeIn(
  tx: StatementTx,
  settings: Services['settings'],
  { form, visit, entered, person, nonce }: Given,
): Promise<Outcome> {
  const hash = networkHash(settings.appSecret, visit.ip, tx.now);
  if (person.email !== null) await tx.rows(lockMailbox, person.email);
  const recent = orNotFound((await tx.rows(countRecent, form.id, hash, person.email, tx.now, nonce, person.phone))[0]);
  if (recent.isAgain) return { kind: 'done', isAsked: form.doubleOptIn };
  if (recent.network >= MOST_FROM_NETWORK) return { kind: 'too_many' };
  const { suppressed } = await known(tx, [person]);
  const ofEmail = suppressed.find(({ family }) => family === 'email')?.reason;
  // What closed the address by itself is not asked; what the recipient or the merchant said is asked once more.
  const isClosed = ofEmail === 'bounce' || ofEmail === 'complaint';
  const waits =
    person.email !== null && (form.doubleOptIn || (ofEmail !== undefined && !isClosed && 'email' in entered.consents));
  const origin = originOfForm(form.id, entered.consents, visit);
  const contact = await contactAt(tx, person);
  const listId = waits ? null : form.listId;
  const writing = { person, entered, suppressed, waits, isClosed, origin, listId };
  const contactId = contact === undefined ? await addNew(tx, writing) : await addToKnown(tx, { ...writing, contact });
  const [row] = await tx.rows(
    insert,
    form.id,
    contactId,
    person.email,
    JSON.stringify(entered.fields),
    JSON.stringify(entered.consents),
    contact !== undefined,
    nonce,
    visit.origin,
    visit.ip,
    visit.userAgent,
    hash,
    waits ? null : tx.now,
    tx.now,
  );
  if (row === undefined) return { kind: 'done', isAsked: form.doubleOptIn };
  await count(tx, form.id, { submissions: 1, ...(!waits && { confirmed: 1 }) });
  if (waits && person.email !== null && !isClosed && recent.asked < MOST_ASKED) {
    const language = form.language ?? visit.language;
    await ask(
      tx,
      settings,
      form,
      { brand: form.brand, language },
      { submissionId: row.id, contactId, email: person.email },
    );
  }
  return { kind: 'done', isAsked: form.doubleOptIn };
}

/** The origin of a sign-up for the ledger of consent: the form, the visitor, and the wording shown for each channel. */
export const originOfForm = (formId: string, consents: Consents, { ip, userAgent }: Visitor): Origin => ({
  by: 'form',
  source: { formId, ip, userAgent },
  wordings: consents,
});

/** Returns the language of a form's e-mails when no visitor is present. */
export const languageOfForm = ({ language, country }: Pick<OpenForm, 'language' | 'country'>): Language =>
  language ?? languageIn(country);
