/**
 * The statements that our services run, word for word: a service is called with a handle that notes the statement
 * down and answers with nothing. So the floor runs the same SQL without a service having to export it.
 */
import type { WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';

export interface Statement {
  name: string;
  text: string;
}

class Noted extends Error {}

/** The first statement that `use` runs. */
export async function statementOf(use: (db: WorkspaceDb) => Promise<unknown>): Promise<Statement> {
  let statement: Statement | undefined;
  const db = {
    now: new Date(),
    rows({ name, text }: WorkspaceStatement<unknown, unknown[]>) {
      statement = { name, text };
      throw new Noted();
    },
  };
  await use(db as unknown as WorkspaceDb).catch((error: unknown) => {
    if (!(error instanceof Noted)) throw error;
  });
  if (statement === undefined) throw new Error('The service ran no statement.');
  return statement;
}
