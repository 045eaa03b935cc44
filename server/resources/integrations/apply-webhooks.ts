/**
 * Webhooks that wait, verified and applied (docs/contract/integrations.md#webhooks). The worker's part: it opens the
 * integration's secret. Any of it may run twice, for what a row comes to is the same however often it is told.
 */
import type { Services } from '@/server/context';
import { objectIn, stored } from '@/server/db/stored';
import { workspaceStatement } from '@/server/db/statement';
import { violates } from '@/server/db/violations';
import { systemDb, type WorkspaceDb } from '@/server/db/workspace';
import { toAppError } from '@/server/errors';
import { enqueue } from '@/server/jobs/enqueue';
import { realTimeOf } from '@/server/lib/clock';
import { putProducts } from '@/server/resources/feeds/put-products';
import { CATALOG } from '@/server/resources/integrations/catalog';
import { openCredentials } from '@/server/resources/integrations/credentials';
import { heldIntegrations } from '@/server/resources/integrations/held';
import { configOf, type IntegrationRow } from '@/server/resources/integrations/integration-rows';
import { applyWebhooksJob } from '@/server/resources/integrations/jobs';
import { putCheckouts } from '@/server/resources/integrations/put-checkouts';
import { putCustomers } from '@/server/resources/integrations/put-customers';
import { putOrders } from '@/server/resources/integrations/put-orders';
import { PUT_LIMIT, webhookBody, type WebhookBody } from '@/server/resources/integrations/schema';
import type { Shop } from '@/server/resources/integrations/shop';
import { isSigned, SIGNATURE_HEADER } from '@/server/resources/integrations/signature';
import type { CallResult, Provider } from '@/server/resources/integrations/vocabulary';
import {
  claim,
  findNextDue,
  findWaiting,
  settle,
  type Waiting,
} from '@/server/resources/integrations/waiting-webhooks';

const MINUTE_MS = 60_000;
/** When one is looked at again that could not be applied. */
const AGAIN_AFTER_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];
const LONGEST_REASON = 500;

const noteEvent = workspaceStatement<never, [id: string, at: Date]>(
  'integrations.note-event',
  `UPDATE "Integration" i SET "lastEventAt" = greatest(i."lastEventAt", $3::timestamptz) WHERE i."accountId" = $1 AND i.id = $2::text`,
);

/** What became of one; null: it is looked at again. */
interface Outcome {
  waiting: Waiting;
  result: CallResult | null;
  reason?: string;
}

/** One that the shop has signed and that can be read. */
interface Proven {
  waiting: Waiting;
  told: WebhookBody;
}

const shopOf = ({ id, provider, externalId, config, activatedAt }: IntegrationRow): Shop => {
  const { abandonAfterMinutes, consent, redeem } = configOf({ config });
  return {
    externalSource: `${provider}:${externalId}`,
    integrationId: id,
    abandonAfterMinutes,
    source: CATALOG[stored<Provider>(provider)].source,
    consent,
    redeemsSince: redeem ? activatedAt : null,
  };
};

function parse(body: Buffer): { told: WebhookBody } | { reason: string } {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return { reason: 'The body is no JSON.' };
  }
  const { data, error } = webhookBody.safeParse(json);
  if (data !== undefined) return { told: data };
  const [issue] = error.issues;
  return { reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`.slice(0, LONGEST_REASON) };
}

interface Dated {
  updatedAt?: Date | null | undefined;
}

/** What says no time of its own is of when it came, however late it is applied. */
const dated = <Row extends Dated>(rows: readonly Row[], at: Date): Row[] =>
  rows.map((row) => ({ ...row, updatedAt: row.updatedAt ?? at }));

/** What came one after the other and is of one kind, as it would be told in one call. */
function runsOf(proven: readonly Proven[]): Proven[][] {
  const runs: Proven[][] = [];
  let rows = 0;
  for (const each of proven) {
    const run = runs.at(-1);
    rows += each.told.rows.length;
    if (run !== undefined && run[0]?.told.type === each.told.type && rows <= PUT_LIMIT) run.push(each);
    else {
      runs.push([each]);
      rows = each.told.rows.length;
    }
  }
  return runs;
}

/** A run as one call. */
async function put(db: WorkspaceDb, shop: Shop, run: readonly Proven[]): Promise<void> {
  const rowsOf = <Row extends Dated>(pick: (told: WebhookBody) => readonly Row[]): Row[] =>
    run.flatMap(({ told, waiting }) => dated(pick(told), waiting.receivedAt));
  const type = run[0]?.told.type;
  if (type === 'products')
    await putProducts(
      db,
      rowsOf((told) => (told.type === type ? told.rows : [])),
    );
  else if (type === 'customers')
    await putCustomers(
      db,
      shop,
      rowsOf((told) => (told.type === type ? told.rows : [])),
    );
  else if (type === 'orders')
    await putOrders(
      db,
      shop,
      rowsOf((told) => (told.type === type ? told.rows : [])),
    );
  else if (type === 'checkouts')
    await putCheckouts(
      db,
      shop,
      rowsOf((told) => (told.type === type ? told.rows : [])),
    );
}

/** Works off the webhooks of one integration. */
class Application {
  constructor(
    private readonly services: Services,
    private readonly integration: IntegrationRow,
    private readonly isHeld: boolean,
  ) {}

  /** In the order in which they came. */
  async apply(db: WorkspaceDb, batch: readonly Waiting[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    const proven: Proven[] = [];
    for (const waiting of batch) {
      const read = this.read(waiting);
      if ('told' in read) proven.push(read);
      else outcomes.push(read);
    }
    const first = await this.claim(db, proven);
    const taken: Proven[] = [];
    for (const each of proven) {
      const { waiting, told } = each;
      if (!first.has(waiting.id)) outcomes.push({ waiting, result: 'repeated' });
      else if (!configOf(this.integration).sync[told.type]) outcomes.push({ waiting, result: 'left_out' });
      else taken.push(each);
    }
    for (const run of runsOf(taken)) outcomes.push(...(await this.putOrPart(run)));
    return outcomes;
  }

  private read(waiting: Waiting): Proven | Outcome {
    const { integration, isHeld } = this;
    const { headers, body, receivedAt } = waiting;
    if (integration.status === 'revoked' || integration.credentials === null) return { waiting, result: 'left_out' };
    const { secret } = openCredentials(this.services.settings.appSecrets, integration, integration.credentials);
    const signature = objectIn(headers)[SIGNATURE_HEADER];
    // Shops sign by the real time, which CLOCK_OFFSET does not move.
    if (!isSigned(secret, typeof signature === 'string' ? signature : undefined, body, realTimeOf(receivedAt)))
      return { waiting, result: 'refused' };
    if (isHeld) return { waiting, result: 'held' };
    const parsed = parse(body);
    return 'told' in parsed ? { waiting, ...parsed } : { waiting, result: 'malformed', ...parsed };
  }

  /** @returns those whose id of the shop's nobody else has: of two that ask at once, the index says who is first */
  private async claim(db: WorkspaceDb, proven: readonly Proven[]): Promise<ReadonlySet<string>> {
    // Of those that came together the first stands for all.
    const firsts = new Map(proven.toReversed().map((each) => [each.told.id, each]));
    const asked = [...firsts.values()];
    try {
      const rows = await db.rows(
        claim,
        asked.map(({ waiting }) => waiting.id),
        asked.map(({ told }) => told.id),
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

  /** One that cannot be applied holds up no other: it is tried alone, later, and in the end given up. */
  private async putOrPart(run: readonly Proven[]): Promise<Outcome[]> {
    const { services, integration } = this;
    const last = run.at(-1);
    if (last === undefined) return [];
    const { receivedAt } = last.waiting;
    const db = systemDb(services.database, integration.accountId, receivedAt);
    try {
      await put(db, shopOf(integration), run);
      await db.rows(noteEvent, integration.id, receivedAt);
      return run.map(({ waiting }) => ({ waiting, result: 'applied' }));
    } catch (error) {
      if (toAppError(error).appCode === 'UNAVAILABLE') throw error;
      if (run.length > 1) {
        const outcomes: Outcome[] = [];
        for (const each of run) outcomes.push(...(await this.putOrPart([each])));
        return outcomes;
      }
      const { waiting } = last;
      services.log.error(
        { err: error, integrationId: integration.id, webhookId: waiting.id },
        'a webhook could not be applied',
      );
      return [{ waiting, result: AGAIN_AFTER_MS[waiting.attempts] === undefined ? 'failed' : null }];
    }
  }
}

/** Works off what waits of an integration, in the order in which it came. */
export async function applyWebhooks(
  services: Services,
  { accountId, integrationId }: { accountId: string; integrationId: string },
): Promise<void> {
  const open = (): WorkspaceDb => systemDb(services.database, accountId);
  const integration = await open().prisma.integration.findFirst({ where: { id: integrationId } });
  if (integration === null) return;
  const application = new Application(services, integration, (await heldIntegrations(open())).has(integrationId));
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
