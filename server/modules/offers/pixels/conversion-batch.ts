/** One batch of a workspace's conversions to one vendor: claimed, sent in few requests, and settled. */
import { HOUR_MS } from '@/server/platform/lib/durations';
import { randomUUID } from 'node:crypto';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { listed } from '@/server/platform/db/columns';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { now as clock } from '@/server/platform/lib/clock';
import { readEffectivePlan } from '@/server/modules/account/billing/effective-plan';
import type { Plan } from '@/server/modules/account/billing/plans';
import { QUEUES, type ClaimedEvent, type Settled } from '@/server/modules/offers/pixels/conversion-queue';
import type { Destination } from '@/server/modules/offers/pixels/destination';
import { verdictOfFailure, type Verdict } from '@/server/modules/offers/pixels/events';
import type { SkipReason } from '@/server/modules/offers/pixels/schema';
import { VENDORS, type Opened, type PixelRow, type Vendor } from '@/server/modules/offers/pixels/vendors';
import { SECRET_COLUMNS, type DestinationId } from '@/server/modules/offers/pixels/vocabulary';
import { growing, HALF_TO_WHOLE, waitAfter, type Backoff } from '@/server/platform/engine/backoff';

/** The most events of a batch. */
export const BATCH = 100;
/**
 * The most attempts of an event: with the waits below they outlast an outage of a day, and vendors want events within
 * the hour anyway.
 */
const MOST_ATTEMPTS = 12;
const GROWTH = 3;
const LONGEST_WAIT_MS = 6 * 60 * 60 * 1000;
/** The milliseconds that sending may take: an event that would be too old by then is not sent. */
const UNDERWAY_MS = 10 * 60 * 1000;

export interface BatchTiming {
  /** The lifetime of a claim in milliseconds: far longer than a batch takes. */
  leaseMs: number;
  /** The milliseconds before the second attempt; each further wait is three times as long. */
  retryMs: number;
}
export const BATCH_TIMING: BatchTiming = { leaseMs: 120_000, retryMs: 10_000 };

const findPixel = workspaceStatement<PixelRow>(
  'pixels.of-batch',
  `SELECT p.enabled, p."adPixelAId", p."adPixelBId", p."analyticsId", ${listed(SECRET_COLUMNS, 'p')}
   FROM "MerchantPixels" p WHERE p."accountId" = $1`,
);

/** Returns why an event must not be sent; null when it may be. */
function skipReasonOf(
  vendor: Vendor,
  event: ClaimedEvent,
  pixel: PixelRow | undefined,
  { plan, now }: { plan: Plan; now: Date },
): SkipReason | null {
  if (pixel === undefined || !vendor.isConnected(pixel)) return 'NOT_CONNECTED';
  if (!pixel.enabled) return 'PIXEL_OFF';
  // Without the plan nobody could switch it off any more.
  if (plan.pixels === 0) return 'PLAN_LIMIT';
  if (event.isTest && vendor.testCode(pixel) === null) return 'NO_TEST_CODE';
  if (event.isCanceled) return 'CANCELED';
  if (event.optedOut) return 'OPTED_OUT';
  if (event.emailHash === null && event.customerId === null) return 'NOBODY_KNOWN';
  const age = now.getTime() - event.occurredAt.getTime();
  return age > vendor.oldestHours * HOUR_MS - UNDERWAY_MS ? 'TOO_OLD' : null;
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

const UNREADABLE: Verdict = {
  kind: 'retry',
  code: null,
  words:
    'The stored access token or test code cannot be read, because the secret of this server has changed. Enter them again.',
};

/**
 * Sends the due events of one workspace to one vendor, at most one batch.
 * @returns the number of claimed events; a full batch means that there may be more
 */
export async function sendBatch(
  services: Pick<Services, 'database' | 'settings'>,
  destination: Destination,
  accountId: string,
  { leaseMs, retryMs }: BatchTiming,
  to: DestinationId = 'adPixelA',
): Promise<number> {
  const vendor = VENDORS[to];
  const queue = QUEUES[to];
  const claimedAt = clock();
  const db: WorkspaceDb = systemDb(services.database, accountId, claimedAt);
  const claimedBy = randomUUID();
  const leaseEnd = new Date(claimedAt.getTime() + leaseMs);
  const events = await queue.claimDue(db, { now: claimedAt, leaseEnd, claimedBy, limit: BATCH });
  if (events.length === 0) return 0;

  const [[row], plan] = [await db.rows(findPixel), await readEffectivePlan(db)];
  const judged = events.map((event) => ({
    event,
    skipReason: skipReasonOf(vendor, event, row, { plan, now: claimedAt }),
  }));
  const skipped = judged.flatMap(({ event, skipReason }): Settled[] =>
    skipReason === null ? [] : [{ event, status: 'skipped', dueAt: null, answerCode: null, answer: null, skipReason }],
  );
  if (skipped.length > 0) await queue.settle(db, { claimedBy, now: claimedAt }, skipped);

  const close = (verdict: Verdict, some: readonly ClaimedEvent[]): Promise<void> => {
    const now = clock();
    return queue.settle(
      db,
      { claimedBy, now },
      some.map((event) => settledBy(verdict, event, now, retryMs)),
    );
  };

  /**
   * Sends events. The vendor refuses a whole request for one bad event, so a refused request is halved until the bad
   * event is alone.
   */
  const deliver = async (opened: Opened, some: readonly ClaimedEvent[]): Promise<void> => {
    // Whoever takes the rest over begins where this lease ends.
    if (some.length === 0 || clock() >= leaseEnd) return;
    const verdict = await destination
      .send(opened.request(destination.base, some))
      .then((answer) => opened.verdict(answer), verdictOfFailure);
    if (verdict.kind !== 'refused' || !verdict.ofOneEvent || some.length === 1) return await close(verdict, some);
    const half = Math.ceil(some.length / 2);
    await deliver(opened, some.slice(0, half));
    await deliver(opened, some.slice(half));
  };

  const fit = judged.flatMap(({ event, skipReason }) => (skipReason === null ? [event] : []));
  if (row === undefined || fit.length === 0) return events.length;
  const opened = vendor.open(services.settings.appSecrets, accountId, row);
  if (opened === null) await close(UNREADABLE, fit);
  else
    for (let at = 0; at < fit.length; at += vendor.perRequest)
      await deliver(opened, fit.slice(at, at + vendor.perRequest));
  return events.length;
}
