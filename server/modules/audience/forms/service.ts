/** The merchants' operations on forms (docs/contract/forms.md): create, find, change, delete. */
import type { Services } from '@/server/platform/access/context';
import { NO_JSON, columnsOf } from '@/server/platform/db/columns';
import { listPage, type ListPage } from '@/server/platform/db/list-page';
import { castJson, castStored } from '@/server/platform/db/stored';
import { Parameters, workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { orNotFound, type StatementTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { AppError, invalid } from '@/server/platform/errors';
import { languageIn } from '@/server/platform/lib/language';
import { formPage } from '@/server/modules/audience/forms/pages/pages';
import {
  presentForm,
  presentSubmission,
  readForm,
  totalsOf,
  type FormRow,
  type FormWithTotals,
  type SubmissionRow,
} from '@/server/modules/audience/forms/rows';
import type {
  CreateInput,
  Figures,
  Form,
  FormField,
  PreviewInput,
  Submission,
  UpdateInput,
} from '@/server/modules/audience/forms/schema';
import { MOST_ATTRIBUTES, usualConsent } from '@/server/modules/audience/forms/vocabulary';
import { SHOP_ATTRIBUTE } from '@/server/platform/lib/shared-vocabulary';

type Needs = Pick<Services, 'settings'>;

/** Returns forms, newest first. @throws AppError VALIDATION for a cursor of another list */
export async function list(
  db: WorkspaceDb,
  { settings }: Needs,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<ListPage<Form>> {
  const page = await listPage<FormRow>(
    db,
    { table: 'Form', by: 'createdAt', filter: [], parameters: new Parameters(), cursor, limit },
    (row) => row.createdAt,
  );
  const counted = await db.rows(
    findTotals,
    page.data.map(({ id }) => id),
  );
  const totals = new Map(counted.map((row) => [row.id, row.totals]));
  const withTotals = (row: FormRow): FormWithTotals =>
    castStored<FormWithTotals>({ ...row, totals: totals.get(row.id) });
  return { ...page, data: page.data.map((row) => presentForm(settings, withTotals(row))) };
}

const findTotals = workspaceStatement<{ id: string; totals: Form['totals'] }, [ids: string[]]>(
  'forms.totals',
  `SELECT f.id, ${totalsOf('f.id')} FROM "Form" f WHERE f."accountId" = $1 AND f.id = ANY ($2::text[])`,
);

/** @throws AppError NOT_FOUND */
export const get = async (db: WorkspaceDb, { settings }: Needs, id: string): Promise<Form> =>
  presentForm(settings, await readForm(db, id));

const refused = (error: unknown): unknown => {
  if (violates(error, 'Form_accountId_name_key')) return new AppError('NAME_TAKEN');
  if (violates(error, 'Form_accountId_listId_fkey')) return invalid('listId', 'must be a list of this workspace');
  return error;
};

type Whole = Pick<FormRow, 'fields' | 'consents' | 'doubleOptIn'>;

/** Requires that several fields of a form agree. @throws AppError VALIDATION */
function requireWhole({ fields, consents, doubleOptIn }: Whole): void {
  const asked = fields.map((each) => (each.field === 'attribute' ? `attributes.${each.key}` : each.field));
  const twice = asked.findIndex((name, index) => asked.indexOf(name) !== index);
  if (twice !== -1) throw invalid(`fields.${twice}`, 'is in the form twice');
  if (!asked.includes('email') && !asked.includes('phone'))
    throw invalid('fields', 'must include an e-mail or a phone');
  const attributes = fields.filter((each) => each.field === 'attribute');
  if (attributes.length > MOST_ATTRIBUTES)
    throw invalid('fields', `must not have more than ${MOST_ATTRIBUTES} attributes`);
  fields.forEach((each, index) => requireField(each, `fields.${index}`));
  const families = Object.keys(consents);
  if (families.length === 0) throw invalid('consents', 'must have the wording of at least one channel');
  if ('email' in consents && !asked.includes('email'))
    throw invalid('consents.email', 'needs the field email in the form');
  for (const family of ['sms', 'whatsapp'] as const)
    if (family in consents && !asked.includes('phone'))
      throw invalid(`consents.${family}`, 'needs the field phone in the form');
  if (doubleOptIn && !asked.includes('email'))
    throw invalid('doubleOptIn', 'needs the field email in the form: people confirm by e-mail');
}

function requireField(field: FormField, path: string): void {
  if (field.field !== 'attribute') return;
  if (field.key === SHOP_ATTRIBUTE)
    throw invalid(`${path}.key`, 'is reserved for data of connected shops. Choose another key');
  if (field.type === 'choice' && field.options.length === 0)
    throw invalid(`${path}.options`, 'must name the options of a choice');
  if (new Set(field.options).size < field.options.length) throw invalid(`${path}.options`, 'must not repeat an option');
}

/** The e-mail or phone that nobody can be reached without is required, whatever was sent. */
function withRequired(fields: readonly FormField[], doubleOptIn: boolean): FormField[] {
  const has = (name: string): boolean => fields.some(({ field }) => field === name);
  const needed = doubleOptIn || !has('phone') ? 'email' : has('email') ? null : 'phone';
  return fields.map((each) => (each.field === needed ? { ...each, required: true } : each));
}

const findShop = workspaceStatement<{ brand: string; country: string }>(
  'forms.shop',
  `SELECT a.name AS brand, a.country FROM (SELECT $1::text AS id) w JOIN "Account" a ON a.id = w.id`,
);

const columnsFrom = <Sent extends Omit<UpdateInput, 'id'>>({ fields, consents, popup, ...columns }: Sent) => ({
  ...columns,
  ...(fields !== undefined && { fields: fields.map((each) => castJson({ ...each })) }),
  ...(consents !== undefined && { consents: castJson({ ...consents }) }),
  ...(popup !== undefined && { popup: popup === null ? NO_JSON : castJson({ ...popup }) }),
});

/** With what was left out. */
function wholeOf(
  { fields, consents, doubleOptIn = true, language }: CreateInput,
  { brand, country }: { brand: string; country: string },
): Whole {
  return {
    fields: withRequired(fields ?? [{ field: 'email', label: null, required: true }], doubleOptIn),
    consents: consents ?? { email: usualConsent(language ?? languageIn(country), brand) },
    doubleOptIn,
  };
}

/** @throws AppError VALIDATION, NAME_TAKEN */
export async function create(db: WorkspaceDb, needs: Needs, input: CreateInput): Promise<Form> {
  try {
    return await db.prismaTransaction(async (tx) => {
      const whole = wholeOf(input, orNotFound((await tx.rows(findShop))[0]));
      requireWhole(whole);
      const { fields, ...columns } = columnsFrom({ ...input, ...whole });
      const { id } = await tx.prisma.form.create({
        data: {
          ...columns,
          fields: fields ?? [],
          consents: castJson({ ...whole.consents }),
          accountId: tx.accountId,
          createdAt: tx.now,
          updatedAt: tx.now,
        },
      });
      await audit(tx, 'create', { id, name: input.name });
      return await get(tx, needs, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

/** Renders the hosted page, with its style inside. @throws AppError VALIDATION */
export async function preview(
  db: WorkspaceDb,
  { preferred, title, description, buttonLabel, ...input }: PreviewInput,
): Promise<{ html: string }> {
  const { brand, country } = orNotFound((await db.rows(findShop))[0]);
  const whole = wholeOf(input, { brand, country });
  requireWhole(whole);
  const form = {
    name: input.name,
    title: title ?? null,
    description: description ?? null,
    buttonLabel: buttonLabel ?? null,
    ...whole,
  };
  return { html: formPage({ form, language: input.language ?? preferred, brand, stamp: '', inlineStyle: true }) };
}

const audit = async (
  tx: StatementTx,
  verb: string,
  { id, name }: Pick<FormRow, 'id' | 'name'>,
  data: { changed?: string[] } = {},
): Promise<void> => {
  await tx.audit({ action: `form.${verb}`, targetType: 'form', targetId: id, data: { name, ...data } });
};

const lock = workspaceStatement<FormRow, [id: string]>(
  'forms.lock',
  `SELECT ${columnsOf('Form', 'f')} FROM "Form" f WHERE f."accountId" = $1 AND f.id = $2 FOR NO KEY UPDATE`,
);

/**
 * Changes a form; fields that are not sent stay. People who were asked to confirm before confirm the wording they saw.
 * @throws AppError NOT_FOUND, VALIDATION, NAME_TAKEN
 */
export async function update(db: WorkspaceDb, needs: Needs, { id, ...changes }: UpdateInput): Promise<Form> {
  const changed = Object.keys(changes);
  if (changed.length === 0) return await get(db, needs, id);
  try {
    return await db.prismaTransaction(async (tx) => {
      const before = orNotFound((await tx.rows(lock, id))[0]);
      const { fields, consents, doubleOptIn } = { ...before, ...changes };
      const whole = { fields: withRequired(fields, doubleOptIn), consents, doubleOptIn };
      requireWhole(whole);
      await tx.prisma.form.updateMany({
        where: { id },
        data: { ...columnsFrom({ ...changes, fields: whole.fields }), updatedAt: tx.now },
      });
      await audit(tx, 'update', { id, name: changes.name ?? before.name }, { changed });
      return await get(tx, needs, id);
    });
  } catch (error) {
    throw refused(error);
  }
}

const deleteForm = workspaceStatement<{ id: string; name: string }, [id: string]>(
  'forms.delete',
  `DELETE FROM "Form" f WHERE f."accountId" = $1 AND f.id = $2 RETURNING f.id, f.name`,
);

/**
 * Deletes a form with its submissions and figures; contacts and the ledger of consent stay. @throws AppError NOT_FOUND
 */
export async function remove(db: WorkspaceDb, id: string): Promise<{ id: string; deleted: true }> {
  return await db.transaction(async (tx) => {
    await audit(tx, 'delete', orNotFound((await tx.rows(deleteForm, id))[0]));
    return { id, deleted: true };
  });
}

/** Returns submissions, newest first. @throws AppError NOT_FOUND, VALIDATION for a cursor of another list */
export async function submissions(
  db: WorkspaceDb,
  { id, limit, cursor }: { id: string; limit: number; cursor?: string | undefined },
): Promise<ListPage<Submission>> {
  await readForm(db, id);
  const parameters = new Parameters();
  const filter = [`r."formId" = ${parameters.add(id, 'text')}`];
  const page = await listPage<SubmissionRow>(
    db,
    { table: 'FormSubmission', by: 'createdAt', filter, parameters, cursor, limit },
    (row) => row.createdAt,
  );
  return { ...page, data: page.data.map((row) => presentSubmission(row)) };
}

const findDays = workspaceStatement<Figures['days'][number], [id: string, days: number, now: Date]>(
  'forms.figures',
  `SELECT to_char(t.day, 'YYYY-MM-DD') AS day, coalesce(d.views, 0) AS views, coalesce(d.submissions, 0) AS submissions,
    coalesce(d.confirmed, 0) AS confirmed, coalesce(d.blocked, 0) AS blocked
   FROM (SELECT ($4::timestamptz AT TIME ZONE a."timeZone")::date AS today FROM (SELECT $1::text AS id) w
     JOIN "Account" a ON a.id = w.id) n
   CROSS JOIN LATERAL generate_series(n.today - ($3::int - 1), n.today, interval '1 day') AS t(day)
   LEFT JOIN "FormDay" d ON d."accountId" = $1 AND d."formId" = $2 AND d.day = t.day::date ORDER BY t.day`,
);

/** @throws AppError NOT_FOUND */
export async function figures(db: WorkspaceDb, { id, days }: { id: string; days: number }): Promise<Figures> {
  await readForm(db, id);
  return { days: await db.rows(findDays, id, days, db.now) };
}
