/**
 * The sandbox's page (docs/contract/broadcasts.md#sandbox). Every procedure is NOT_FOUND where the providers are live.
 */
import { AppError } from '@/server/platform/errors';
import { write } from '@/server/sandbox/write';
import { answer } from '@/server/sandbox/answer';
import { empty, list, message } from '@/server/sandbox/outbox';
import { rulesOf, setLively, setRule } from '@/server/sandbox/rules';
import * as schema from '@/server/sandbox/schema';
import { playShop, sendShopChanges, shopPage } from '@/server/sandbox/shop-page';
import * as shopSchema from '@/server/sandbox/shop-schema';
import { merchantProcedure, router } from '@/server/platform/access/trpc';

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
