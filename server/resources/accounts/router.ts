/** Signing up, and who is signed in. Signing in and out is next-auth's (app/api/auth). */
import { currentOutput, signUpInput, signUpOutput } from '@/server/resources/accounts/schema';
import * as accounts from '@/server/resources/accounts/service';
import { publicProcedure, router, sessionProcedure } from '@/server/trpc';

export const accountsRouter = router({
  signUp: publicProcedure
    .meta({ internal: 'People sign up in the browser; operators use the command line.' })
    .input(signUpInput)
    .output(signUpOutput)
    .mutation(({ ctx, input }) => accounts.signUp(ctx.services.database, input, ctx.clientAddress, ctx.now)),

  current: sessionProcedure
    .meta({ internal: 'The frame of the dashboard; clients have GET /whoami.' })
    .output(currentOutput)
    .query(({ ctx }) => accounts.current(ctx.services.database, ctx.principal)),
});
