/**
 * Switches off an endpoint that accepts nothing for five days, and mails its owner a day before
 * (docs/contract/webhooks.md#failing). The worker stores since when it fails
 * (server/modules/account/webhooks/delivery/queue.ts).
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { systemDb, type StatementTx } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { languageIn } from '@/server/platform/lib/language';
import { failingEndpointMail } from '@/server/platform/mail/failing-endpoint';
import { mailFailingJob } from '@/server/modules/account/webhooks/jobs';
import { FAILING_DAYS, WARNED_DAYS } from '@/server/modules/account/webhooks/vocabulary';

const OFF_AFTER_MS = FAILING_DAYS * DAY_MS;
/** Between the mail and the end, also where the worker stood still when the mail was due. */
const WARNED_MS = WARNED_DAYS * DAY_MS;

/** The result of checking one endpoint. */
export type Verdict = 'warned' | 'stopped' | 'taken' | null;

/** Since when, at the latest, for the mail and for the end. */
interface Since {
  warn: Date;
  off: Date;
  warned: Date;
}
const sinceAt = (now: Date): Since => ({
  warn: new Date(now.getTime() - OFF_AFTER_MS + WARNED_MS),
  off: new Date(now.getTime() - OFF_AFTER_MS),
  warned: new Date(now.getTime() - WARNED_MS),
});

/** Locked, so that an attempt which is written down now waits for nobody and comes too late for this look. */
const lockFailing = workspaceStatement<
  { url: string; failingSince: Date; warnedAt: Date | null },
  [id: string, warn: Date]
>(
  'webhooks.lock-failing',
  `SELECT e.url, e."failingSince", e."warnedAt" FROM "WebhookEndpoint" e
    WHERE e."accountId" = $1 AND e.id = $2 AND e.active AND e."failingSince" <= $3::timestamptz FOR NO KEY UPDATE`,
);

/**
 * Finds an accepted delivery that the endpoint's row does not count: the row was locked, or an older release handled
 * the delivery.
 */
const findTaken = workspaceStatement<{ isTaken: boolean }, [id: string, since: Date]>(
  'webhooks.taken-since',
  `SELECT EXISTS (SELECT FROM "WebhookDelivery" d
    WHERE d."accountId" = $1 AND d."endpointId" = $2 AND d.status = 'sent'
    AND d."lastAttemptAt" >= $3::timestamptz) AS "isTaken", $1::text AS "accountId"`,
);

const forgive = workspaceStatement<never, [id: string]>(
  'webhooks.forgive',
  `UPDATE "WebhookEndpoint" e SET "failingSince" = NULL, "warnedAt" = NULL WHERE e."accountId" = $1 AND e.id = $2`,
);

const warn = workspaceStatement<never, [id: string, now: Date]>(
  'webhooks.warn',
  `UPDATE "WebhookEndpoint" e SET "warnedAt" = $3::timestamptz WHERE e."accountId" = $1 AND e.id = $2`,
);

const switchOff = workspaceStatement<never, [id: string, now: Date]>(
  'webhooks.switch-off-failing',
  `UPDATE "WebhookEndpoint" e SET active = false, "stoppedBy" = 'failing', "stoppedAt" = $3::timestamptz,
    "updatedAt" = $3::timestamptz WHERE e."accountId" = $1 AND e.id = $2`,
);

/**
 * Writes the mark and the job of the mail together, so that one period of failing causes one mail, even after a crash.
 */
async function judge(tx: StatementTx, id: string): Promise<Verdict> {
  const since = sinceAt(tx.now);
  const [endpoint] = await tx.rows(lockFailing, id, since.warn);
  if (endpoint === undefined) return null;
  const { url, failingSince, warnedAt } = endpoint;
  if (warnedAt !== null && (failingSince > since.off || warnedAt > since.warned)) return null;
  const [taken] = await tx.rows(findTaken, id, failingSince);
  if (taken?.isTaken === true) {
    await tx.rows(forgive, id);
    return 'taken';
  }
  if (warnedAt === null) {
    await tx.rows(warn, id, tx.now);
    await enqueue(tx, mailFailingJob, { endpointId: id });
    return 'warned';
  }
  await tx.rows(switchOff, id, tx.now);
  await tx.audit({
    action: 'webhook_endpoint.update',
    targetType: 'webhook_endpoint',
    targetId: id,
    data: { url, changed: ['active'], stoppedBy: 'failing' },
  });
  return 'stopped';
}

/** Checks every endpoint that is due. Any number of workers may run at once. */
export async function watchEndpoints({ database }: Pick<Services, 'database'>, now: Date): Promise<Verdict[]> {
  const since = sinceAt(now);
  const { rows } = await database.pool.query<{ accountId: string; id: string }>(
    `SELECT e."accountId", e.id FROM "WebhookEndpoint" e
     WHERE e.active AND e."failingSince" <= $1
       AND (e."warnedAt" IS NULL OR (e."failingSince" <= $2 AND e."warnedAt" <= $3))`,
    [since.warn, since.off, since.warned],
  );
  const verdicts: Verdict[] = [];
  for (const { accountId, id } of rows)
    verdicts.push(await systemDb(database, accountId, now).transaction((tx) => judge(tx, id)));
  return verdicts;
}

/** Deletes earlier secrets that no longer sign. */
export async function forgetSecrets({ database }: Pick<Services, 'database'>, now: Date): Promise<void> {
  await database.pool.query(
    'UPDATE "WebhookEndpoint" SET "previousSecrets" = NULL, "previousSecretsUntil" = NULL WHERE "previousSecretsUntil" <= $1',
    [now],
  );
}

interface Facts {
  ownerEmail: string;
  owner: string;
  workspace: string;
  country: string;
  timeZone: string;
  url: string;
  failingSince: Date;
  warnedAt: Date;
}

/** No row when the endpoint accepts deliveries again, or is switched off already. */
const findFacts = workspaceStatement<Facts, [id: string]>(
  'webhooks.failing-mail',
  `SELECT u.email AS "ownerEmail", u.name AS owner, a.name AS workspace, a.country, a."timeZone", e.url,
    e."failingSince", e."warnedAt"
   FROM "WebhookEndpoint" e JOIN "Account" a ON a.id = e."accountId"
     JOIN "Membership" m ON m."accountId" = e."accountId" AND m.role = 'owner' JOIN "User" u ON u.id = m."userId"
   WHERE e."accountId" = $1 AND e.id = $2 AND e.active AND e."failingSince" IS NOT NULL AND e."warnedAt" IS NOT NULL`,
);

/**
 * Mails the owner about a failing endpoint. If the operator has set up no mail, only the dashboard shows it. @throws
 * Error when the mail server refuses; the job is tried again
 */
export async function mailFailing(
  { settings, mail }: Pick<Services, 'settings' | 'mail'>,
  db: Pick<StatementTx, 'rows'>,
  id: string,
): Promise<void> {
  if (mail === null) return;
  const [facts] = await db.rows(findFacts, id);
  if (facts === undefined) return;
  const { ownerEmail, country, url, warnedAt, failingSince, ...said } = facts;
  const until = new Date(Math.max(failingSince.getTime() + OFF_AFTER_MS, warnedAt.getTime() + WARNED_MS));
  // The rest of an address may hold a secret.
  const { host } = new URL(url);
  await mail.send(
    ownerEmail,
    failingEndpointMail(languageIn(country), {
      ...said,
      host,
      since: failingSince,
      until,
      link: `${settings.baseUrl}/webhooks/${id}`,
    }),
  );
}
