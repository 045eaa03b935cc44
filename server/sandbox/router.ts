/**
 * The sandbox's page (docs/contract/broadcasts.md#sandbox). Every procedure is NOT_FOUND where the providers are live.
 */
import { AppError } from '@/server/platform/errors';
import { empty, list, message } from '@/server/sandbox/outbox';
import * as schema from '@/server/sandbox/schema';
import { playShop, sendShopChanges, shopPage } from '@/server/sandbox/shop-page';
import * as shopSchema from '@/server/sandbox/shop-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';
import { castStored } from '@/server/platform/db/stored';
import { type WorkspaceDb, orNotFound } from '@/server/platform/db/workspace';
import { enqueue } from '@/server/platform/jobs/enqueue';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import { type ProviderId, PROVIDER_IDS } from '@/server/platform/vendors/provider-ids';
import { writeJob, answerJob } from '@/server/sandbox/jobs';
import type { WriteInput, AnswerInput } from '@/server/sandbox/schema';
import { answersOf } from '@/server/sandbox/answers';
import type { SandboxRuleKind } from '@/server/sandbox/vocabulary';

/** The sandbox's answers to the next messages, and whether its recipients react by themselves. */
interface Rules {
  lively: boolean;
  rules: { provider: ProviderId; rule: SandboxRuleKind }[];
}

/** One rule for each provider that the workspace has a channel of, or has given a rule. */
async function rulesOf(db: WorkspaceDb): Promise<Rules> {
  const [setting, rows, channels] = await Promise.all([
    db.prisma.sandboxSetting.findFirst({ select: { lively: true } }),
    db.prisma.sandboxRule.findMany({ select: { provider: true, rule: true } }),
    db.prisma.channelIntegration.findMany({ select: { provider: true }, distinct: ['provider'] }),
  ]);
  const given = new Map(rows.map(({ provider, rule }) => [provider, castStored<SandboxRuleKind>(rule)]));
  const shown = new Set([...given.keys(), ...channels.map(({ provider }) => provider)]);
  return {
    lively: setting?.lively ?? false,
    rules: PROVIDER_IDS.filter((id) => shown.has(id)).map((provider) => ({
      provider,
      rule: given.get(provider) ?? 'accept',
    })),
  };
}

/** Holds for the next hand-over. */
async function setRule(
  db: WorkspaceDb,
  { provider, rule }: { provider: ProviderId; rule: SandboxRuleKind },
): Promise<Rules> {
  const { accountId } = db;
  await db.prisma.sandboxRule.upsert({
    where: { accountId_provider: { accountId, provider } },
    create: { accountId, provider, rule },
    update: { rule },
  });
  return await rulesOf(db);
}

/** Holds for messages that are accepted from now on. */
async function setLively(db: WorkspaceDb, lively: boolean): Promise<Rules> {
  const { accountId } = db;
  await db.prisma.sandboxSetting.upsert({ where: { accountId }, create: { accountId, lively }, update: { lively } });
  return await rulesOf(db);
}

// A person answers in the receivers' place: the vendor's callback is made and received like any other.

/** The outcomes that are not called back, because the vendor did not take the message. */
const NOT_TAKEN = new Set(['refused', 'throttled', 'unavailable', 'unanswered']);

/**
 * Asks the worker for it, for the signature takes the channel's secrets.
 * @throws AppError NOT_FOUND when one of the messages is not in the outbox
 */
async function answer(
  db: WorkspaceDb,
  { messageIds, event }: AnswerInput,
): Promise<{ asked: number; unsupported: { id: string; provider: ProviderId }[] }> {
  const ids = [...new Set(messageIds)];
  const rows = await db.prisma.sandboxMessage.findMany({
    where: { id: { in: ids } },
    select: { id: true, provider: true, status: true },
  });
  if (rows.length < ids.length) throw new AppError('NOT_FOUND');
  const messages = rows.map(({ id, provider, status }) => ({ id, provider: castStored<ProviderId>(provider), status }));
  const supported = messages.filter(
    ({ provider, status }) => answersOf(provider).includes(event) && !NOT_TAKEN.has(status),
  );
  if (supported.length > 0) await enqueue(db, answerJob, { ids: supported.map(({ id }) => id), event });
  return {
    asked: supported.length,
    unsupported: messages
      .filter((message) => !supported.includes(message))
      .map(({ id, provider }) => ({ id, provider })),
  };
}

// Somebody writes to a channel of the sandbox, in a customer's place.

/**
 * Asks the worker for it, for the signature takes the channel's secrets. @throws AppError NOT_FOUND, BAD_STATE for a
 * channel to which nobody writes
 */
async function write(db: WorkspaceDb, input: WriteInput): Promise<{ asked: true }> {
  const row = orNotFound(
    await db.prisma.channelIntegration.findFirst({ where: { id: input.channelId }, select: { provider: true } }),
  );
  if (ADAPTERS[castStored<ProviderId>(row.provider)].sandbox.inbound === undefined) throw new AppError('BAD_STATE');
  await enqueue(db, writeJob, input);
  return { asked: true };
}

const sandboxProcedure = merchantProcedure
  .meta({ internal: 'The sandbox stands in for the providers; with real ones there is nothing like it.' })
  .use(({ ctx, next }) => {
    if (ctx.services.settings.providers !== 'sandbox') throw new AppError('NOT_FOUND');
    return next();
  });

export const sandboxRouter = router({
  list: sandboxProcedure
    .input(schema.listInput)
    .output(schema.listOutput)
    .query(({ ctx, input }) => list(ctx.db, input)),

  message: sandboxProcedure
    .input(schema.byId)
    .output(schema.messageOutput)
    .query(({ ctx, input }) => message(ctx.db, input.id)),

  answer: sandboxProcedure
    .input(schema.answerInput)
    .output(schema.answerOutput)
    .mutation(({ ctx, input }) => answer(ctx.db, input)),

  write: sandboxProcedure
    .input(schema.writeInput)
    .output(schema.writeOutput)
    .mutation(({ ctx, input }) => write(ctx.db, input)),

  rules: sandboxProcedure.output(schema.rulesOutput).query(({ ctx }) => rulesOf(ctx.db)),

  setRule: sandboxProcedure
    .input(schema.setRuleInput)
    .output(schema.rulesOutput)
    .mutation(({ ctx, input }) => setRule(ctx.db, input)),

  setLively: sandboxProcedure
    .input(schema.setLivelyInput)
    .output(schema.rulesOutput)
    .mutation(({ ctx, input }) => setLively(ctx.db, input.lively)),

  shop: sandboxProcedure
    .input(shopSchema.shopInput)
    .output(shopSchema.shopOutput)
    .query(({ ctx, input }) => shopPage(ctx.db, input.provider)),

  playShop: sandboxProcedure
    .input(shopSchema.playInput)
    .output(shopSchema.shopOutput)
    .mutation(({ ctx, input }) => playShop(ctx.db, input)),

  sendShopChanges: sandboxProcedure
    .input(shopSchema.sendInput)
    .output(shopSchema.shopOutput)
    .mutation(({ ctx, input }) => sendShopChanges(ctx.db, input)),

  empty: sandboxProcedure.output(schema.emptyOutput).mutation(({ ctx }) => empty(ctx.db)),
});
