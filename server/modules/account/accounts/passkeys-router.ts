/** The dashboard's calls about passkeys; accounts/router.ts includes them. */
import { passkeyQuestion } from '@/server/modules/account/accounts/passkey-sign-in';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '@/server/modules/account/accounts/passkeys';
import * as schema from '@/server/modules/account/accounts/passkeys-schema';
import { done } from '@/server/modules/account/accounts/passwords-schema';
import { publicProcedure, sessionProcedure } from '@/server/platform/access/trpc';

const OWN = 'How a person signs in; a key is nobody.';

export const passkeyProcedures = {
  passkeys: sessionProcedure
    .meta({ internal: OWN })
    .output(schema.passkeysOutput)
    .query(async ({ ctx }) => ({ passkeys: await listPasskeys(ctx.services.database, ctx.principal.userId) })),

  beginPasskey: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.beginPasskeyInput)
    .output(schema.askOutput)
    .mutation(async ({ ctx, input }) => ({ options: await beginPasskey(ctx.services, ctx.principal, input, ctx.now) })),

  addPasskey: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.addPasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx.services, ctx.principal, input, ctx.now)),

  renamePasskey: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.renamePasskeyInput)
    .output(schema.passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx.services.database, ctx.principal.userId, input)),

  removePasskey: sessionProcedure
    .meta({ internal: OWN })
    .input(schema.removePasskeyInput)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.services, ctx.principal.userId, input, ctx.now);
      return { done: true };
    }),

  askForPasskey: publicProcedure
    .meta({ internal: 'The sign-in page.' })
    .output(schema.askOutput)
    .mutation(async ({ ctx }) => ({ options: await passkeyQuestion(ctx.services, ctx.now) })),
};
