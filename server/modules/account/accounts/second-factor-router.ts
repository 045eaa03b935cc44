/** The dashboard's calls about the second factor; accounts/router.ts includes them. */
import { done } from '@/server/modules/account/accounts/passwords-schema';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '@/server/modules/account/accounts/second-factor';
import * as schema from '@/server/modules/account/accounts/second-factor-schema';
import { sessionProcedure } from '@/server/platform/access/trpc';

const OWN = 'How a person signs in; a key is nobody.';

export const secondFactorProcedures = {
  secondFactor: sessionProcedure
    .meta({ internal: OWN })
    .output(schema.secondFactorOutput)
    .query(({ ctx }) => secondFactorOf(ctx.services.database, ctx.principal.userId)),

  beginSecondFactor: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.beginSecondFactorInput)
    .output(schema.beginSecondFactorOutput)
    .mutation(({ ctx, input }) => beginSecondFactor(ctx.services, ctx.principal, input.current, ctx.now)),

  enableSecondFactor: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.enableSecondFactorInput)
    .output(schema.recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => {
      const { claims, recoveryCodes } = await enableSecondFactor(ctx.services, ctx.principal, input, ctx.now);
      ctx.services.sessions.forget(claims.sub);
      await ctx.startSession?.({ ...claims, sessionId: ctx.principal.sessionId });
      return { recoveryCodes };
    }),

  disableSecondFactor: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.bothFactorsInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await disableSecondFactor(ctx.services, ctx.principal, input, ctx.now);
      return { done: true };
    }),

  renewRecoveryCodes: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.bothFactorsInput)
    .output(schema.recoveryCodesOutput)
    .mutation(async ({ ctx, input }) => ({
      recoveryCodes: await renewRecoveryCodes(ctx.services, ctx.principal, input, ctx.now),
    })),
};
