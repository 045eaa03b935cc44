/**
 * Narrow access for forms: a form's address names no workspace, so this statement searches all workspaces, for that one
 * purpose (docs/contract/forms.md#addresses).
 */
import type { Database } from '@/server/platform/db/client';

const FIND = { name: 'forms.workspace', text: 'SELECT f."accountId" FROM "Form" f WHERE f.id = $1' };

/** The workspace of a form; null when there is none of that id. */
export async function workspaceOfForm({ pool }: Pick<Database, 'pool'>, formId: string): Promise<string | null> {
  if (!/^[a-z0-9]{1,40}$/.test(formId)) return null;
  const { rows } = await pool.query<{ accountId: string }>({ ...FIND, values: [formId] });
  return rows[0]?.accountId ?? null;
}
