/** Rows of forms and what was sent with them, as the database has them and as we return them. */
import type { Form as FormTableRow, FormSubmission as SubmissionTableRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/db/statement';
import { stored, type Stored } from '@/server/db/stored';
import { found, type StatementTx } from '@/server/db/workspace';
import type { Settings } from '@/server/env';
import { escapeHtml } from '@/server/email/escape';
import type { Language } from '@/server/lib/language';
import type { Consents, Form, FormField, Popup, Submission } from '@/server/resources/forms/schema';
import type { FormStatus } from '@/server/resources/forms/vocabulary';

export type FormRow = Omit<FormTableRow, 'status' | 'language' | 'fields' | 'consents' | 'popup'> & {
  status: FormStatus;
  language: Language | null;
  fields: FormField[];
  consents: Consents;
  popup: Popup | null;
};

/** What of a submission may be shown. */
export type SubmissionRow = Omit<
  SubmissionTableRow,
  'consents' | 'entered' | 'nonce' | 'ip' | 'userAgent' | 'networkHash'
> & { consents: Consents };

type Totals = Form['totals'];

export const formColumns = (alias: string): string => columnsOf('Form', alias);

/** Of all days, as SQL. @param form the id's */
export const totalsOf = (form: string): string =>
  `(SELECT jsonb_build_object('views', coalesce(sum(d.views), 0), 'submissions', coalesce(sum(d.submissions), 0), 'confirmed', coalesce(sum(d.confirmed), 0))
    FROM "FormDay" d WHERE d."accountId" = ${THIS_WORKSPACE} AND d."formId" = ${form}) AS totals`;

const find = workspaceStatement<Stored<FormRow> & { totals: unknown }, [id: string]>(
  'forms.find',
  `SELECT ${formColumns('f')}, ${totalsOf('f.id')} FROM "Form" f WHERE f."accountId" = $1 AND f.id = $2`,
);

export type FormWithTotals = FormRow & { totals: Totals };

/** @throws AppError NOT_FOUND */
export const readForm = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<FormWithTotals> =>
  stored<FormWithTotals>(found((await db.rows(find, id))[0]));

/** The address of the hosted page. */
export const formUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>, id: string): string => `${baseUrl}/f/${id}`;

export const presentForm = (settings: Pick<Settings, 'baseUrl'>, row: FormWithTotals): Form => ({
  ...row,
  url: formUrl(settings, row.id),
  embedCode: `<script async src="${escapeHtml(`${settings.baseUrl}/forms.js`)}" data-form="${row.id}"></script>`,
});

export const presentSubmission = (row: SubmissionRow): Submission => ({ ...row });
