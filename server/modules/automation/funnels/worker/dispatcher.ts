/**
 * Leads people through the funnels of all workspaces, by turns. Any number of workers may run; the locks of their
 * batches keep them apart.
 */
import type { Services } from '@/server/platform/access/context';
import { startPoll } from '@/server/platform/engine/poll';
import { systemDb } from '@/server/platform/db/workspace';
import { now as clock } from '@/server/platform/lib/clock';
import { lookAtFunnel } from '@/server/modules/automation/funnels/scheduled-triggers';
import { leadDue } from '@/server/modules/automation/funnels/worker/lead';
import { look } from '@/server/modules/automation/funnels/worker/queue';

const EVERY_MS = 1_000;
const LOOKS_EVERY_MS = 5_000;
/** Workspaces at once. */
const AT_ONCE = 2;

export interface FunnelDispatcher {
  /** Makes the dispatcher look at once, because somebody new has entered. */
  wake(): void;
  /** Stops after the running batches have ended. */
  stop(): Promise<void>;
}

type Needs = Pick<Services, 'database' | 'log'>;

export function startFunnels(services: Needs, { everyMs = EVERY_MS } = {}): FunnelDispatcher {
  const log = services.log.child({ part: 'funnels' });
  const poll = startPoll({
    everyMs,
    async look() {
      if ((await leadTurn({ ...services, log }, () => poll.stopping)) > 0) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'funnels could not be looked at, trying again'),
  });
  const looks = startPoll({
    everyMs: LOOKS_EVERY_MS,
    async look() {
      if ((await lookTurn({ ...services, log }, () => looks.stopping)) > 0) poll.wake();
    },
    onError: (error) => log.warn({ err: error }, 'segments and dates of funnels could not be looked at, trying again'),
  });
  return {
    wake: () => poll.wake(),
    async stop() {
      await Promise.all([poll.stop(), looks.stop()]);
    },
  };
}

const DUE_LOOKS = {
  name: 'funnels.due-looks',
  text: `SELECT f."accountId", f.id FROM "Funnel" f WHERE f."lookAt" <= $1 AND f.status = 'live' ORDER BY f."lookAt"
    LIMIT 100`,
};

/**
 * Looks at all funnels whose scheduled look is due. An error in one holds up no other. @returns how many were looked at
 */
export async function lookTurn({ database, log }: Needs, isStopping: () => boolean = () => false): Promise<number> {
  const now = clock();
  const { rows } = await database.pool.query<{ accountId: string; id: string }>({ ...DUE_LOOKS, values: [now] });
  let looked = 0;
  for (const { accountId, id } of rows) {
    if (isStopping()) return looked;
    try {
      if (await systemDb(database, accountId, now).longTransaction((tx) => lookAtFunnel(tx, id))) looked++;
    } catch (error) {
      log.warn({ err: error, accountId, funnelId: id }, 'a funnel could not be looked at, trying again');
    }
  }
  return looked;
}

/** Leads on everybody who is due; for tests, which do not wait for a poll. */
export async function leadAll(services: Needs): Promise<void> {
  while ((await leadTurn(services)) > 0);
}

/**
 * Leads one batch of every workspace with due people. An error in one workspace holds up no other. @returns how many
 * people moved
 */
async function leadTurn(services: Needs, isStopping: () => boolean = () => false): Promise<number> {
  const waiting = await look(services.database.pool, clock());
  const errors: unknown[] = [];
  let led = 0;
  const serve = async (): Promise<void> => {
    for (let due = waiting.shift(); due !== undefined && !isStopping(); due = waiting.shift()) {
      try {
        led += await leadDue(services, due);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  if (errors.length > 0 && led === 0) throw errors[0];
  for (const error of errors)
    services.log.warn({ err: error }, 'funnels of a workspace could not be led on, trying again');
  return led;
}
