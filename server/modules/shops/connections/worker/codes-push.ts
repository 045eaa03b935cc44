/** Pushes one code to one shop, in its present state (docs/contract/integrations.md#codes). */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { NotSentError, OutcomeUnknownError } from '@/server/platform/vendors/provider';
import { codeToPush, printOf } from '@/server/modules/shops/connections/codes-print';
import {
  distrustPush,
  endPushes,
  holdPush,
  putOffPushes,
  settlePush,
  type PushKey,
  type SettledPush,
} from '@/server/modules/shops/connections/codes-push';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { configOf, lackingOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { openShop } from '@/server/modules/shops/connections/open-shop';
import { ASK_AGAIN_MS, noteRefusal } from '@/server/modules/shops/connections/refusals';
import {
  ShopAnswerError,
  ShopBusyError,
  ShopGoneError,
  ShopRefusedError,
  type CodeToPush,
  type PushOutcome,
} from '@/server/modules/shops/adapters/store';
import type { ClaimedCode } from '@/server/modules/shops/connections/worker/codes-queue';

type Needed = Pick<Services, 'database' | 'settings' | 'transport' | 'log'>;

/** The waits of a code after failed pushes, in milliseconds; after the last of them it has failed. */
const AGAIN_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** The shop may not make us wait for longer than this at once. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** The pause before the next try, in milliseconds, for codes of a shop that cannot be notified now. */
const LOOKED_AT_AGAIN_MS = MINUTE_MS;
const LONGEST_REASON = 500;

const words = (reason: string): string => reason.slice(0, LONGEST_REASON);
const later = (db: WorkspaceDb, ms: number): Date => new Date(db.now.getTime() + ms);

/** The values of a settled code with nothing left to do. */
const SETTLED = { reason: null, shopRef: null, print: null, pushedAt: null, attempts: 0, dueAt: null } as const;

function outcomeAsSettled(outcome: PushOutcome, code: CodeToPush, now: Date): SettledPush {
  switch (outcome.state) {
    case 'pushed': {
      // A shop that has no such code says so in switching it off.
      const shopRef = outcome.shopRef === '' ? null : outcome.shopRef;
      return { ...SETTLED, state: 'pushed', shopRef, print: printOf(code), pushedAt: now };
    }
    case 'failed':
      return { ...SETTLED, state: 'failed', reason: words(outcome.reason) };
    case 'not_expressible': {
      // What a shop cannot say before it begins, it can say then.
      const begins = code.startsAt !== null && code.startsAt > now ? code.startsAt : null;
      return { ...SETTLED, state: 'not_expressible', reason: words(outcome.reason), dueAt: begins };
    }
  }
}

/** Returns the new state of a code after a failed push. */
function failureAsSettled(reason: string, attempts: number, now: Date): SettledPush {
  const afterMs = AGAIN_AFTER_MS[attempts];
  const failed = { ...SETTLED, reason: words(reason) };
  return afterMs === undefined
    ? { ...failed, state: 'failed' }
    : { ...failed, state: 'pending', attempts: attempts + 1, dueAt: new Date(now.getTime() + afterMs) };
}

/**
 * Returns the integration that codes go to now; null when codes go nowhere; their pushes were then ended or put off.
 */
async function openIntegration(db: WorkspaceDb, id: string): Promise<IntegrationRow | null> {
  const row = await db.prisma.integration.findFirst({ where: { id } });
  if (row === null || row.status === 'revoked' || !configOf(row).sync.codes) {
    await endPushes(db, id);
    return null;
  }
  if (row.status === 'active' && !(await integrationsOverLimit(db)).has(id)) return row;
  await putOffPushes(db, id, later(db, LOOKED_AT_AGAIN_MS));
  return null;
}

/** Renews a lease until stopped, because a shop may be slow. */
function keepLease(services: Needed, claimed: ClaimedCode, worker: string, leaseMs: number): () => void {
  const timer = setInterval(() => {
    const db = systemDb(services.database, claimed.accountId);
    // A lease that could not be moved on lapses, as that of a dead worker does.
    holdPush(db, { ...claimed, worker }, later(db, leaseMs), null).catch(() => undefined);
  }, leaseMs / 3);
  return () => clearInterval(timer);
}

/** @throws any error of Codes.push */
async function push(
  services: Needed,
  row: IntegrationRow,
  code: CodeToPush,
  shopRef: string | null,
): Promise<PushOutcome> {
  const lacking = lackingOf(row).find(({ resource }) => resource === 'codes');
  if (lacking !== undefined) return { state: 'failed', reason: lacking.reason };
  const { store, ...shop } = await openShop(services, row);
  if (store.codes === undefined) return { state: 'not_expressible', reason: 'This shop has no codes.' };
  return await store.codes.push(shop, code, shopRef);
}

/** @throws Error for a fault that is not the shop's; the code is tried again when the lease expires */
export async function pushCode(
  services: Needed,
  worker: string,
  claimed: ClaimedCode,
  { leaseMs }: { leaseMs: number },
): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, claimed.accountId);
  const { integrationId, discountCodeId, asked, attempts, shopRef } = claimed;
  const key = { integrationId, discountCodeId, worker };
  const row = await openIntegration(open(), integrationId);
  const found = await open().prisma.discountCode.findFirst({ where: { id: discountCodeId } });
  if (row === null || found === null) return;
  const code = codeToPush(found);
  const print = printOf(code);
  if (claimed.print === print) {
    await settlePush(open(), key, asked, { ...SETTLED, state: 'pushed', print });
    return;
  }
  // From here on it is not known what stands there.
  await holdPush(open(), key, later(open(), leaseMs), null);
  const letGo = keepLease(services, claimed, worker, leaseMs);
  try {
    const outcome = await push(services, row, code, shopRef);
    letGo();
    await settle(open(), key, asked, outcomeAsSettled(outcome, code, open().now));
  } catch (error) {
    letGo();
    await noteFailure(services, open(), { key, asked, attempts }, error);
  }
}

async function settle(db: WorkspaceDb, key: PushKey, asked: number, settled: SettledPush): Promise<void> {
  if (!(await settlePush(db, key, asked, settled))) await distrustPush(db, key);
}

async function noteFailure(
  { log }: Needed,
  db: WorkspaceDb,
  { key, asked, attempts }: { key: PushKey; asked: number; attempts: number },
  error: unknown,
): Promise<void> {
  if (!(error instanceof Error)) throw error;
  const { integrationId, discountCodeId } = key;
  const about = { integrationId, discountCodeId, reason: error.message };
  if (error instanceof ShopBusyError) {
    const afterMs = Math.min(Math.max(error.afterMs, 0), LONGEST_WAIT_MS);
    log.debug({ ...about, afterMs }, 'a shop asked to wait with codes');
    return await holdPush(db, key, later(db, afterMs), null);
  }
  if (error instanceof ShopRefusedError || error instanceof ShopGoneError) {
    const isError = await noteRefusal(db, integrationId, error.message);
    log.info({ ...about, isError }, 'a shop refused a code');
    return await holdPush(db, key, later(db, ASK_AGAIN_MS), words(error.message));
  }
  if (error instanceof ShopAnswerError || error instanceof NotSentError || error instanceof OutcomeUnknownError) {
    log.info(about, 'a code could not be brought to a shop');
    return await settle(db, key, asked, failureAsSettled(error.message, attempts, db.now));
  }
  throw error;
}
