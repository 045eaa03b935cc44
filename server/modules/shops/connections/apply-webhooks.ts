/**
 * Verifies and applies waiting webhooks (docs/contract/integrations.md#webhooks). Only the worker does this, because it
 * opens the integration's credentials. Any part may run twice, because repeated reports lead to the same rows.
 */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { castStored } from '@/server/platform/db/stored';
import { workspaceStatement } from '@/server/platform/db/statement';
import { violates } from '@/server/platform/db/violations';
import { systemDb, type WorkspaceDb } from '@/server/platform/db/workspace';
import { toAppError } from '@/server/platform/errors';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { integrationsOverLimit } from '@/server/modules/shops/connections/over-plan-limit';
import { configOf, type IntegrationRow } from '@/server/modules/shops/connections/rows';
import { applyWebhooksJob } from '@/server/modules/shops/connections/jobs';
import { lookUpRows } from '@/server/modules/shops/connections/look-up';
import { openForWebhooks } from '@/server/modules/shops/connections/open-shop';
import { failIntegration } from '@/server/modules/shops/connections/refusals';
import { PUT_LIMIT } from '@/server/modules/shops/orders/schema';
import { shopOf } from '@/server/modules/shops/orders/shop';
import type { CallResult, Provider, Resource } from '@/server/modules/shops/connections/vocabulary';
import {
  claim,
  findNextDue,
  findWaiting,
  settle,
  type Waiting,
} from '@/server/modules/shops/connections/waiting-webhooks';
import { writeParsedRows, type Outcomes } from '@/server/modules/shops/orders/write-rows';
import type { RawWebhook, ShopChange } from '@/server/modules/shops/adapters/store';
import { STORES } from '@/server/modules/shops/adapters/stores';
import { splitRows, type ParsedRows } from '@/server/modules/shops/adapters/parsed-rows';

/** The waits before another look at a webhook that could not be applied. */
const AGAIN_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
const UNINSTALLED = 'The app was removed from the shop. Connect the shop again.';

const noteEvent = workspaceStatement<never, [id: string, at: Date]>(
  'integrations.note-event',
  `UPDATE "Integration" i SET "lastEventAt" = greatest(i."lastEventAt", $3::timestamptz)
    WHERE i."accountId" = $1 AND i.id = $2::text`,
);

/** Schedules a reconcile for rows that were dropped while the plan had no room. */
const reconcileLater = workspaceStatement<never, [id: string, now: Date]>(
  'integrations.reconcile-after-hold',
  `UPDATE "Integration" i SET "reconcileAt" = $3::timestamptz
    WHERE i."accountId" = $1 AND i.id = $2::text AND i."reconcileAt" > $3::timestamptz`,
);

/** The result for one webhook; null: the webhook is tried again. */
interface Outcome {
  waiting: Waiting;
  result: CallResult | null;
  reason?: string;
}

/** A webhook with a valid signature and readable content. */
interface Proven {
  waiting: Waiting;
  deliveryId: string;
  changes: ShopChange[];
}

/** The contents of a webhook, ready to be written. */
interface Ready {
  waiting: Waiting;
  parsed: ParsedRows[];
  deletions: { resource: Resource; deletions: { ref: string; at: Date }[] }[];
  /** Rows to look up in the shop, by resource. */
  changed: { resource: Resource; ref: string }[];
  /** The time at which the merchant removed the app, by the shop's clock; null: not reported. */
  uninstalledAt: Date | null;
  /** The number of rows in the webhook. */
  rows: number;
  /** The reasons why rows of the webhook cannot be applied. */
  refused: string[];
}

const resourceOf = (change: ShopChange): Resource | null => {
  if (change.kind === 'uninstalled') return null;
  return change.kind === 'checked' ? change.parsed.resource : change.resource;
};

function readyOf({ waiting, changes }: Proven): Ready {
  const ready: Ready = {
    waiting,
    parsed: [],
    deletions: [],
    changed: [],
    uninstalledAt: null,
    rows: 0,
    refused: [],
  };
  for (const change of changes)
    switch (change.kind) {
      case 'rows': {
        const { parsed, refused } = splitRows(change);
        ready.parsed.push(parsed);
        ready.refused.push(...refused.map(({ reason }) => reason));
        break;
      }
      case 'checked':
        ready.parsed.push(change.parsed);
        break;
      case 'deleted':
        ready.deletions.push({ resource: change.resource, deletions: [{ ref: change.ref, at: change.at }] });
        break;
      case 'changed':
        ready.changed.push({ resource: change.resource, ref: change.ref });
        break;
      case 'uninstalled':
        ready.uninstalledAt = change.at;
    }
  ready.rows = ready.parsed.reduce((sum, { rows }) => sum + rows.length, ready.deletions.length);
  return ready;
}

/** Groups consecutive webhooks, as many as make one report. */
function runsOf(ready: readonly Ready[]): Ready[][] {
  const runs: Ready[][] = [];
  let rows = 0;
  for (const each of ready) {
    const run = runs.at(-1);
    rows += each.rows;
    if (run !== undefined && rows <= PUT_LIMIT) run.push(each);
    else {
      runs.push([each]);
      rows = each.rows;
    }
  }
  return runs;
}

/** Works off the webhooks of one integration. */
class Application {
  private readonly shop: ReturnType<typeof openForWebhooks>;

  constructor(
    private readonly services: Services,
    private readonly integration: IntegrationRow,
    private readonly isHeld: boolean,
    now: Date,
  ) {
    this.shop = integration.status === 'revoked' ? null : openForWebhooks(services, integration, now);
  }

  private get store() {
    return STORES[castStored<Provider>(this.integration.provider)];
  }

  /** Applies the webhooks in their order of arrival. */
  async apply(db: WorkspaceDb, batch: readonly Waiting[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const proven: Proven[] = [];
    for (const waiting of batch) {
      const read = await this.read(waiting);
      if ('changes' in read) proven.push(read);
      else outcomes.push(read);
    }
    if (outcomes.some(({ result }) => result === 'held')) await db.rows(reconcileLater, this.integration.id, db.now);
    const first = await this.claim(db, proven);
    const { sync } = configOf(this.integration);
    const taken: Ready[] = [];
    for (const each of proven) {
      const { waiting } = each;
      const changes = each.changes.filter((change) => {
        const resource = resourceOf(change);
        return resource === null || sync[resource];
      });
      if (!first.has(waiting.id)) outcomes.push({ waiting, result: 'repeated' });
      else if (changes.length === 0) outcomes.push({ waiting, result: 'left_out' });
      else taken.push(readyOf({ ...each, changes }));
    }
    for (const run of runsOf(taken)) outcomes.push(...(await this.writeOrPart(run)));
    return outcomes;
  }

  private async read(waiting: Waiting): Promise<Proven | Outcome> {
    const { shop, store } = this;
    if (shop === null || store.readWebhook === undefined) return { waiting, result: 'left_out' };
    const { body, receivedAt } = waiting;
    const { headers } = castStored<Pick<RawWebhook, 'headers'>>(waiting);
    const reading = await store.readWebhook(shop, { headers, body, receivedAt });
    if (reading.kind === 'refused') return { waiting, result: 'refused' };
    if (this.isHeld) return { waiting, result: 'held' };
    if (reading.kind === 'malformed') return { waiting, result: 'malformed', reason: reading.reason };
    if (reading.kind === 'dropped') return { waiting, result: 'dropped' };
    return { waiting, deliveryId: reading.deliveryId, changes: reading.changes };
  }

  /**
   * Claims the shop's delivery ids. @returns the webhooks whose id no other webhook has; of two at once, the unique
   * index decides
   */
  private async claim(db: WorkspaceDb, proven: readonly Proven[]): Promise<ReadonlySet<string>> {
    // Of those that came together the first stands for all.
    const firsts = new Map(proven.toReversed().map((each) => [each.deliveryId, each]));
    const asked = [...firsts.values()];
    try {
      const rows = await db.rows(
        claim,
        asked.map(({ waiting }) => waiting.id),
        asked.map(({ deliveryId }) => deliveryId),
        this.integration.id,
      );
      return new Set(rows.map(({ id }) => id));
    } catch (error) {
      if (!violates(error, 'IntegrationWebhook_accountId_integrationId_deliveryId_key')) throw error;
      if (asked.length <= 1) return new Set();
      const parts = await Promise.all(asked.map((each) => this.claim(db, [each])));
      return new Set(parts.flatMap((part) => [...part]));
    }
  }

  /**
   * Applies a run of webhooks together. If that fails, tries each alone later, so that one holds up no other, and in
   * the end gives up the failing one.
   */
  private async writeOrPart(run: readonly Ready[]): Promise<Outcome[]> {
    const last = run.at(-1);
    if (last === undefined) return [];
    try {
      await this.write(run, last.waiting.receivedAt);
      return run.map(({ waiting, refused: [reason], rows, changed }) =>
        reason !== undefined && rows === 0 && changed.length === 0
          ? { waiting, result: 'malformed', reason }
          : { waiting, result: 'applied' },
      );
    } catch (error) {
      if (toAppError(error).appCode === 'UNAVAILABLE') throw error;
      if (run.length > 1) {
        const outcomes: Outcome[] = [];
        for (const each of run) outcomes.push(...(await this.writeOrPart([each])));
        return outcomes;
      }
      const { waiting } = last;
      this.services.log.error(
        { err: error, integrationId: this.integration.id, webhookId: waiting.id },
        'a webhook could not be applied',
      );
      return [{ waiting, result: AGAIN_AFTER_MS[waiting.attempts] === undefined ? 'failed' : null }];
    }
  }

  private async write(run: readonly Ready[], at: Date): Promise<void> {
    const { services, integration, store } = this;
    const db = systemDb(services.database, integration.accountId, at);
    // Where the shop can be asked, it is, of two reports of one time that say different things.
    const shop = shopOf(integration, store.lookUp === undefined ? 'newer' : 'disputed');
    const outcomes = await writeParsedRows(
      db,
      shop,
      { parsed: run.flatMap(({ parsed }) => parsed), deletions: run.flatMap(({ deletions }) => deletions) },
      async (tx) => void (await tx.rows(noteEvent, integration.id, at)),
    );
    const changed = [...run.flatMap((each) => each.changed), ...disputedIn(outcomes)];
    if (changed.length > 0) await lookUpRows(services, integration, changed);
    // Webhooks come late and in any order: the last time that the app was taken out decides.
    const uninstalled = run.flatMap(({ uninstalledAt }) => (uninstalledAt === null ? [] : [uninstalledAt.getTime()]));
    if (uninstalled.length > 0)
      await failIntegration(db, integration.id, UNINSTALLED, new Date(Math.max(...uninstalled)));
  }
}

const disputedIn = (outcomes: Outcomes): { resource: Resource; ref: string }[] =>
  Object.entries(outcomes).flatMap(([resource, { disputed }]) =>
    disputed.map((ref) => ({ resource: resource as Resource, ref })),
  );

/** Works off the waiting webhooks of an integration, in their order of arrival. */
export async function applyWebhooks(
  services: Services,
  { accountId, integrationId }: { accountId: string; integrationId: string },
): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, accountId);
  const integration = await open().prisma.integration.findFirst({ where: { id: integrationId } });
  if (integration === null) return;
  const held = await integrationsOverLimit(open());
  const application = new Application(services, integration, held.has(integrationId), open().now);
  for (;;) {
    const db = open();
    const batch = await db.rows(findWaiting, integrationId, db.now);
    if (batch.length === 0) break;
    const outcomes = await application.apply(db, batch);
    await db.rows(
      settle,
      outcomes.map(({ waiting }) => waiting.id),
      outcomes.map(({ result }) => result),
      outcomes.map(({ reason }) => reason ?? null),
      outcomes.map(({ waiting, result }) =>
        result === null ? new Date(db.now.getTime() + (AGAIN_AFTER_MS[waiting.attempts] ?? 0)) : db.now,
      ),
      db.now,
    );
  }
  const [next] = await open().rows(findNextDue, integrationId);
  if (next?.dueAt)
    await enqueue(
      open(),
      applyWebhooksJob,
      { integrationId },
      { runAt: next.dueAt, key: `webhooks-again:${integrationId}` },
    );
}
