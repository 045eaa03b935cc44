/** The floor of the insights: bare node:http with the statements of our services. */
import type { WorkspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { attribution } from '@/server/modules/overview/insights/attribution';
import { deliverability } from '@/server/modules/messaging/broadcasts/deliverability';
import { overview } from '@/server/modules/overview/insights/overview';
import { timeseries } from '@/server/modules/overview/insights/timeseries';
import type { TimeseriesInput } from '@/server/modules/overview/insights/schema';
import { runFloor } from './lib/floor';

const accountId = process.env.ACCOUNT_ID;

runFloor((_method, path) => async (pool, { query }) => {
  const asked = new URLSearchParams(query);
  const db = {
    now: new Date(),
    rows: async ({ name, text }: WorkspaceStatement<unknown, unknown[]>, ...parameters: unknown[]) =>
      (await pool.query({ name, text, values: [accountId, ...parameters] })).rows as unknown[],
  } as unknown as WorkspaceDb;
  const windowDays = Number(asked.get('windowDays') ?? 30);
  if (path.endsWith('/overview'))
    return await overview(db, { windowDays, compare: asked.get('compare') === null ? undefined : 'previous' });
  if (path.endsWith('/attribution'))
    return await attribution(db, { model: 'last_touch', windowDays: 7, periodDays: windowDays });
  if (path.endsWith('/deliverability')) return await deliverability(db, { windowDays });
  return await timeseries(db, {
    metric: asked.get('metric') as TimeseriesInput['metric'],
    interval: asked.get('interval') === 'week' ? 'week' : 'day',
    windowDays,
    currency: undefined,
  });
});
