/** Rows of forms and their submissions, as stored and in the form of our answers. */
import type { Form as FormTableRow, FormSubmission as SubmissionTableRow } from '@/prisma/generated/client';
import { columnsOf } from '@/server/platform/db/columns';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import { orNotFound, type StatementTx } from '@/server/platform/db/workspace';
import type { Settings } from '@/server/platform/env';
import { escapeHtml } from '@/server/platform/email/escape';
import type { Language } from '@/server/platform/lib/language';
import type { Consents, Form, FormField, Popup, Submission } from '@/server/modules/audience/forms/schema';
import type { FormStatus } from '@/server/modules/audience/forms/vocabulary';

export type FormRow = Omit<FormTableRow, 'status' | 'language' | 'fields' | 'consents' | 'popup'> & {
  status: FormStatus;
  language: Language | null;
  fields: FormField[];
  consents: Consents;
  popup: Popup | null;
};

/** The columns of a submission that answers may contain. */
export type SubmissionRow = Omit<
  SubmissionTableRow,
  'consents' | 'entered' | 'nonce' | 'ip' | 'userAgent' | 'networkHash'
> & { consents: Consents };

type Totals = Form['totals'];

export const formColumns = (alias: string): string => columnsOf('Form', alias);

/** Returns SQL of the totals of all days. @param form SQL of the form's id */
export const totalsOf = (form: string): string =>
  `(SELECT jsonb_build_object('views', coalesce(sum(d.views), 0), 'submissions', coalesce(sum(d.submissions), 0),
    'confirmed', coalesce(sum(d.confirmed), 0))
    FROM "FormDay" d WHERE d."accountId" = ${THIS_WORKSPACE} AND d."formId" = ${form}) AS totals`;

export type FormWithTotals = FormRow & { totals: Totals };

const find = workspaceStatement<FormWithTotals, [id: string]>(
  'forms.find',
  `SELECT ${formColumns('f')}, ${totalsOf('f.id')} FROM "Form" f WHERE f."accountId" = $1 AND f.id = $2`,
);

/** @throws AppError NOT_FOUND */
export const readForm = async (db: Pick<StatementTx, 'rows'>, id: string): Promise<FormWithTotals> =>
  orNotFound((await db.rows(find, id))[0]);

/** The address of the hosted page. */
export const formUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>, id: string): string => `${baseUrl}/f/${id}`;

export const presentForm = (settings: Pick<Settings, 'baseUrl'>, row: FormWithTotals): Form => ({
  ...row,
  url: formUrl(settings, row.id),
  embedCode: `<script async src="${escapeHtml(`${settings.baseUrl}/forms.js`)}" data-form="${row.id}"></script>`,
});

export const presentSubmission = (row: SubmissionRow): Submission => ({ ...row });
