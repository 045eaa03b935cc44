/** The floor of the hub: the statement of our service, and what makes our answer of its row. */
import { fullOutput } from '@/server/modules/overview/marketing-campaigns/children-schema';
import { full } from '@/server/modules/overview/marketing-campaigns/full';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { runFloor } from './lib/floor';
import { statementOf } from './lib/statements';
import { CAMPAIGN_ID } from './marketing-campaigns';

const accountId = process.env.ACCOUNT_ID;
const FULL = await statementOf((db) => full(db, CAMPAIGN_ID));

runFloor(() => async (pool, { path }) => {
  const { rows } = await pool.query({ ...FULL, values: [accountId, path.split('/')[4]] });
  // The columns of the row become the keys of the answer, and its instants dates, by the schema of the answer.
  return fullOutput.parse(await full({ rows: () => Promise.resolve(rows) } as unknown as WorkspaceDb, CAMPAIGN_ID));
});
