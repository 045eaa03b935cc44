/**
 * Enforces the plan's requests per minute (docs/contract/shared.md#rate-limit). Off by default: the contract knows no
 * limiter. Signed requests count, for their workspace; people in the dashboard and public routes do not. The count is
 * a row, so that it holds over all processes; the table is unlogged, so that counting waits for no disk.
 */
import { MINUTE_MS } from '@/server/platform/lib/durations';
import type { FastifyReply } from 'fastify';
import { actorOf, type Principal } from '@/server/platform/auth/principal';
import type { Services } from '@/server/platform/access/context';
import { workspaceStatement } from '@/server/platform/db/statement';
import { workspaceDb } from '@/server/platform/db/workspace';
import { AppError } from '@/server/platform/errors';
import { hasLapsed, type Term } from '@/server/modules/account/billing/plan-expiry';
import { planOf, PLANS } from '@/server/modules/account/billing/plans';

/**
 * Counts a request. A request that began in the last minute and is counted in this one counts for this one. Any other
 * stored minute is over, or comes from a clock that was moved back. Reads the subscription too.
 */
const countRequest = workspaceStatement<{ requests: number } & (Term | { plan: null }), [minute: Date]>(
  'rate-limit.count',
  `WITH counted AS (
     INSERT INTO "RequestTally" AS t ("accountId", minute, requests) VALUES ($1, $2::timestamptz, 1)
     ON CONFLICT ("accountId") DO UPDATE SET
       minute = CASE WHEN t.minute = excluded.minute + interval '1 minute' THEN t.minute ELSE excluded.minute END,
       requests = CASE WHEN t.minute IN (excluded.minute, excluded.minute + interval '1 minute') THEN t.requests + 1
         ELSE 1 END
     RETURNING t.requests)
   SELECT c.requests, s.plan, s.status, s.provider, s."currentPeriodEnd", s."cancelAt" FROM counted c
     LEFT JOIN "Subscription" s ON s."accountId" = $1`,
);

/**
 * Counts a request and sends its client the limit and what is left of it, in headers that most clients know
 * (draft-ietf-httpapi-ratelimit-headers): RateLimit-Limit, -Remaining, -Reset (seconds) and -Policy.
 * @throws AppError RATE_LIMITED, with Retry-After set
 */
export async function limitRate(
  services: Pick<Services, 'database'>,
  principal: Principal,
  reply: FastifyReply,
  now: Date,
): Promise<void> {
  if (principal.kind === 'anonymous' || principal.kind === 'session' || principal.accountId === null) return;
  const db = workspaceDb(services.database, { accountId: principal.accountId, actor: actorOf(principal), now });
  const minute = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
  const [row] = await db.rows(countRequest, minute);
  if (row === undefined) throw new Error('The request was not counted.');
  const { rateLimit } = row.plan === null || hasLapsed(row, now) ? PLANS.free : planOf(row.plan);
  if (rateLimit === -1) return;
  const reset = Math.ceil((minute.getTime() + MINUTE_MS - now.getTime()) / 1000);
  void reply.headers({
    'ratelimit-limit': String(rateLimit),
    'ratelimit-remaining': String(Math.max(rateLimit - row.requests, 0)),
    'ratelimit-reset': String(reset),
    'ratelimit-policy': `${rateLimit};w=60`,
  });
  if (row.requests <= rateLimit) return;
  void reply.header('retry-after', String(reset));
  throw new AppError('RATE_LIMITED', {
    message: `The plan allows ${rateLimit} requests a minute. Try again in ${reset} seconds.`,
    details: { limit: rateLimit, retryAfter: reset },
  });
}
