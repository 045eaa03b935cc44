/** One batch of a workspace's conversions: taken, sent to Meta in one request, and written down. */
import { randomUUID } from 'node:crypto';
import type { Services } from '@/server/context';
import { workspaceStatement } from '@/server/db/statement';
import { systemDb, type WorkspaceDb } from '@/server/db/workspace';
import { now as clock } from '@/server/lib/clock';
import type { AppSecrets } from '@/server/lib/crypto';
import { readEffectivePlan } from '@/server/resources/billing/effective-plan';
import type { Plan } from '@/server/resources/billing/plans';
import { claimDue, settle, type ClaimedEvent, type Settled } from '@/server/resources/pixels/conversion-queue';
import type { Destination } from '@/server/resources/pixels/destination';
import {
  eventsRequest,
  verdictOf,
  verdictOfFailure,
  type OpenedPixel,
  type Verdict,
} from '@/server/resources/pixels/meta-events';
import type { SkipReason } from '@/server/resources/pixels/schema';
import { openSecret } from '@/server/resources/pixels/secrets';
import { growing, HALF_TO_WHOLE, waitAfter, type Backoff } from '@/server/engine/backoff';

/** Meta takes 1,000 a request; with fewer, a bad one among them is found sooner. */
export const BATCH = 100;
/** In all: with the waits below they reach over an outage of a day, and Meta asks for events within the hour anyway. */
const MOST_ATTEMPTS = 12;
const GROWTH = 3;
const LONGEST_WAIT_MS = 6 * 60 * 60 * 1000;
/** Meta refuses a whole request for one event that is older than 7 days; the minutes are for its way. */
const OLDEST_MS = 7 * 24 * 60 * 60 * 1000 - 10 * 60 * 1000;

export interface BatchTiming {
  /** How long a claim holds: far longer than a batch takes. */
  leaseMs: number;
  /** Before the second attempt; each further one waits three times as long. */
  retryMs: number;
}
export const BATCH_TIMING: BatchTiming = { leaseMs: 120_000, retryMs: 10_000 };

interface PixelRow {
  enabled: boolean;
  adPixelAId: string | null;
  adPixelACapiAccessToken: string | null;
  adPixelATestEventCode: string | null;
}
const findPixel = workspaceStatement<PixelRow>(
  'pixels.of-batch',
  `SELECT p.enabled, p."adPixelAId", p."adPixelACapiAccessToken", p."adPixelATestEventCode"
   FROM "MerchantPixels" p WHERE p."accountId" = $1`,
);

/** Why an event is not to go at all; null: it is. */
function skipReasonOf(event: ClaimedEvent, pixel: PixelRow | undefined, plan: Plan, now: Date): SkipReason | null {
  if (pixel === undefined || pixel.adPixelAId === null || pixel.adPixelACapiAccessToken === null)
    return 'NOT_CONNECTED';
  if (!pixel.enabled) return 'PIXEL_OFF';
  // Without the plan nobody could switch it off any more.
  if (plan.pixels === 0) return 'PLAN_LIMIT';
  if (event.isTest && pixel.adPixelATestEventCode === null) return 'NO_TEST_CODE';
  if (event.optedOut) return 'OPTED_OUT';
  if (event.emailHash === null && event.customerId === null) return 'NOBODY_KNOWN';
  return now.getTime() - event.occurredAt.getTime() > OLDEST_MS ? 'TOO_OLD' : null;
}

const backoffOf = (retryMs: number): Backoff => ({
  stepMs: (attempts) => (attempts >= MOST_ATTEMPTS ? null : growing(retryMs, GROWTH, LONGEST_WAIT_MS)(attempts)),
  jitter: HALF_TO_WHOLE,
  asked: 'instead',
});

function settledBy(verdict: Verdict, event: ClaimedEvent, now: Date, retryMs: number): Settled {
  const attempts = event.attempts + 1;
  const wait =
    verdict.kind === 'retry' ? waitAfter(backoffOf(retryMs), attempts, verdict.afterMs ?? null, Math.random) : null;
  return {
    event,
    status: verdict.kind === 'sent' ? 'sent' : wait === null ? 'failed' : 'waiting',
    dueAt: wait === null ? null : new Date(now.getTime() + wait),
    answerCode: verdict.code,
    answer: verdict.words === '' ? null : verdict.words,
    skipReason: null,
  };
}

/** @returns null when what is stored cannot be read; without its test code nothing may go either */
function openedPixel(appSecrets: AppSecrets, accountId: string, row: PixelRow): OpenedPixel | null {
  const token = openSecret(appSecrets, accountId, 'adPixelACapiAccessToken', row.adPixelACapiAccessToken);
  const testCode = openSecret(appSecrets, accountId, 'adPixelATestEventCode', row.adPixelATestEventCode);
  if (row.adPixelAId === null || token === null || (row.adPixelATestEventCode !== null && testCode === null))
    return null;
  return { pixelId: row.adPixelAId, token, testCode };
}

const UNREADABLE: Verdict = {
  kind: 'retry',
  code: null,
  words: 'The stored access token or test code cannot be read: APP_SECRET has changed. Enter them again.',
};

/**
 * Sends what is due of one workspace, at most one batch of it.
 * @returns how many events it took; a whole batch says that there may be more.
 */
export async function sendBatch(
  services: Pick<Services, 'database' | 'settings'>,
  destination: Destination,
  accountId: string,
  { leaseMs, retryMs }: BatchTiming,
): Promise<number> {
  const claimedAt = clock();
  const db: WorkspaceDb = systemDb(services.database, accountId, claimedAt);
  const claimedBy = randomUUID();
  const leaseEnd = new Date(claimedAt.getTime() + leaseMs);
  const events = await claimDue(db, { now: claimedAt, leaseEnd, claimedBy, limit: BATCH });
  if (events.length === 0) return 0;

  const [[row], plan] = [await db.rows(findPixel), await readEffectivePlan(db)];
  const judged = events.map((event) => ({ event, skipReason: skipReasonOf(event, row, plan, claimedAt) }));
  const skipped = judged.flatMap(({ event, skipReason }): Settled[] =>
    skipReason === null ? [] : [{ event, status: 'skipped', dueAt: null, answerCode: null, answer: null, skipReason }],
  );
  if (skipped.length > 0) await settle(db, { claimedBy, now: claimedAt }, skipped);

  const close = (verdict: Verdict, some: readonly ClaimedEvent[]): Promise<void> => {
    const now = clock();
    return settle(
      db,
      { claimedBy, now },
      some.map((event) => settledBy(verdict, event, now, retryMs)),
    );
  };

  /** Meta refuses all for one bad event, so a refused request is halved until the bad one stands alone. */
  const deliver = async (pixel: OpenedPixel, some: readonly ClaimedEvent[]): Promise<void> => {
    // Whoever takes the rest over begins where this lease ends.
    if (some.length === 0 || clock() >= leaseEnd) return;
    const verdict = await destination
      .send(eventsRequest(destination.base, pixel, some))
      .then((answer) => verdictOf(answer, pixel), verdictOfFailure);
    if (verdict.kind !== 'refused' || !verdict.ofOneEvent || some.length === 1) return await close(verdict, some);
    const half = Math.ceil(some.length / 2);
    await deliver(pixel, some.slice(0, half));
    await deliver(pixel, some.slice(half));
  };

  const fit = judged.flatMap(({ event, skipReason }) => (skipReason === null ? [event] : []));
  if (row === undefined || fit.length === 0) return events.length;
  const pixel = openedPixel(services.settings.appSecrets, accountId, row);
  await (pixel === null ? close(UNREADABLE, fit) : deliver(pixel, fit));
  return events.length;
}
