/** Sign-up, the current session, workspaces, members, passwords. next-auth signs in and out (app/api/auth). */
import type { SessionPrincipal } from '@/server/platform/auth/principal';
import type { SessionClaims } from '@/server/platform/auth/session';
import type { Context } from '@/server/platform/access/context';
import { accept, joinAsNew, openInvitation } from '@/server/modules/account/accounts/accept-invitation';
import * as invitations from '@/server/modules/account/accounts/invitations';
import * as members from '@/server/modules/account/accounts/members';
import * as member from '@/server/modules/account/accounts/members-schema';
import { requestReset, resetPassword, resetState } from '@/server/modules/account/accounts/password-reset';
import { changePassword } from '@/server/modules/account/accounts/passwords';
import * as passwords from '@/server/modules/account/accounts/passwords-schema';
import * as person from '@/server/modules/account/accounts/person';
import { askForProof } from '@/server/modules/account/accounts/proof';
import * as own from '@/server/modules/account/accounts/person-schema';
import { passkeyProcedures } from '@/server/modules/account/accounts/passkeys-router';
import { secondFactorProcedures } from '@/server/modules/account/accounts/second-factor-router';
import { currentOutput, signUpInput, signUpOutput } from '@/server/modules/account/accounts/schema';
import * as accounts from '@/server/modules/account/accounts/service';
import * as sessions from '@/server/modules/account/accounts/sessions';
import {
  othersEndedOutput,
  sessionEndedOutput,
  sessionsOutput,
} from '@/server/modules/account/accounts/sessions-schema';
import * as workspace from '@/server/modules/account/accounts/workspace';
import {
  createWorkspaceInput,
  updateWorkspaceInput,
  workspaceOutput,
} from '@/server/modules/account/accounts/workspace-schema';
import { createWorkspace, openWorkspace } from '@/server/modules/account/accounts/workspaces';
import { memberProcedure, publicProcedure, router, sessionProcedure } from '@/server/platform/access/trpc';

/** The reasons, shared by the procedures below, for what only people do. */
const PEOPLE = 'Who belongs to a workspace is for people to say: a key must not make itself members.';
const SETTINGS = 'The settings page; a key has no business with what its workspace is called.';
const BROWSER = 'It changes the session of the browser, which only a browser has.';
const OWN = 'The browsers of the person who is signed in; a key has none.';
const OWN_PERSON = 'What a person is called and signs in with; a key is nobody.';
const LINK = 'The page behind a link that was mailed or handed over.';

type SignedIn = Context & { principal: SessionPrincipal };

/** The browser's session goes on with these; what we remember of the person is from before. */
async function goOn(ctx: SignedIn, claims: SessionClaims): Promise<void> {
  ctx.services.sessions.forget(claims.sub);
  await ctx.startSession?.({ ...claims, sessionId: ctx.principal.sessionId });
}

export const accountsRouter = router({
  signUp: publicProcedure
    .meta({ internal: 'People sign up in the browser; operators use the command line.' })
    .input(signUpInput)
    .output(signUpOutput)
    .mutation(({ ctx, input }) => accounts.signUp(ctx.services, input, ctx.clientAddress, ctx.now)),

  current: sessionProcedure
    .meta({ internal: 'The frame of the dashboard; clients have GET /whoami.' })
    .output(currentOutput)
    .query(({ ctx }) => accounts.current(ctx.services, ctx.principal)),

  createWorkspace: sessionProcedure
    .meta({ internal: BROWSER })
    .input(createWorkspaceInput)
    .output(member.joinedOutput)
    .mutation(async ({ ctx, input }) =>
      into(ctx, await createWorkspace(ctx.services.database, ctx.principal, input.name, ctx.now)),
    ),

  openWorkspace: sessionProcedure
    .meta({ internal: BROWSER })
    .input(member.byWorkspace)
    .output(member.joinedOutput)
    .mutation(async ({ ctx, input }) =>
      into(ctx, await openWorkspace(ctx.services.database, ctx.principal, input.workspaceId, ctx.now)),
    ),

  workspace: memberProcedure
    .meta({ internal: SETTINGS })
    .output(workspaceOutput)
    .query(({ ctx }) => workspace.get(ctx.db, ctx.services.uploads)),

  updateWorkspace: memberProcedure
    .meta({ need: 'manage', internal: SETTINGS })
    .input(updateWorkspaceInput)
    .output(workspaceOutput)
    .mutation(({ ctx, input }) => workspace.update(ctx.db, ctx.services.uploads, input)),

  members: memberProcedure
    .meta({ internal: PEOPLE })
    .output(member.membersOutput)
    .query(async ({ ctx }) => ({ members: await members.list(ctx.db) })),

  removeMember: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .input(member.byUser)
    .output(member.removedOutput)
    .mutation(async ({ ctx, input }) => {
      await members.remove(ctx.db, input.userId);
      ctx.services.sessions.forget(input.userId);
      return { userId: input.userId, removed: true };
    }),

  setRole: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .input(member.setRoleInput)
    .output(member.memberOutput)
    .mutation(async ({ ctx, input }) => {
      const changed = await members.setRole(ctx.db, input.userId, input.role);
      ctx.services.sessions.forget(input.userId);
      return { member: changed };
    }),

  leave: memberProcedure
    .meta({ need: 'read', internal: BROWSER })
    .output(passwords.done)
    .mutation(async ({ ctx }) => {
      await goOn(ctx, await members.leave(ctx.db, ctx.principal));
      return { done: true };
    }),

  transferOwnership: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .input(member.transferOwnershipInput)
    .output(member.membersOutput)
    .mutation(async ({ ctx, input }) => {
      await members.transferOwnership(ctx.services, ctx.db, ctx.principal, input);
      for (const userId of [input.userId, ctx.principal.userId]) ctx.services.sessions.forget(userId);
      return { members: await members.list(ctx.db) };
    }),

  invitations: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .output(member.invitationsOutput)
    .query(async ({ ctx }) => ({ invitations: await invitations.list(ctx.db), sendsMail: ctx.services.mail !== null })),

  invite: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .input(member.inviteInput)
    .output(member.inviteOutput)
    .mutation(({ ctx, input }) => invitations.invite(ctx.services, ctx.db, input)),

  revokeInvitation: memberProcedure
    .meta({ need: 'manage', internal: PEOPLE })
    .input(member.byId)
    .output(member.revokedOutput)
    .mutation(async ({ ctx, input }) => {
      await invitations.revoke(ctx.db, input.id);
      return { id: input.id, revoked: true };
    }),

  openInvitation: publicProcedure
    .meta({ internal: LINK })
    .input(member.byToken)
    .output(member.openInvitationOutput)
    .query(({ ctx, input }) => openInvitation(ctx.services.database, ctx.services.uploads, input.token, ctx.now)),

  acceptInvitation: sessionProcedure
    .meta({ internal: BROWSER })
    .input(member.acceptInput)
    .output(member.joinedOutput)
    .mutation(async ({ ctx, input }) => into(ctx, await accept(ctx.services, ctx.principal, input, ctx.now))),

  joinAsNew: publicProcedure
    .meta({ internal: LINK })
    .input(member.joinInput)
    .output(member.joinedOutput)
    .mutation(({ ctx, input }) => joinAsNew(ctx.services, input, ctx.clientAddress, ctx.now)),

  rename: sessionProcedure
    .meta({ internal: OWN_PERSON })
    .input(own.renameInput)
    .output(own.renamed)
    .mutation(({ ctx, input }) => person.rename(ctx.services.database, ctx.principal.userId, input.name, ctx.now)),

  changeEmail: sessionProcedure
    .meta({ internal: OWN_PERSON })
    .input(own.changeEmailInput)
    .output(own.changeEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const answer = await person.changeEmail(ctx.services, ctx.principal, input, ctx.now);
      ctx.services.sessions.forget(ctx.principal.userId);
      return answer;
    }),

  emailLink: publicProcedure
    .meta({ internal: LINK })
    .input(own.byEmailLink)
    .output(own.emailLinkOutput)
    .query(({ ctx, input }) => person.emailLinkState(ctx.services, input.token, ctx.now)),

  confirmEmail: sessionProcedure
    .meta({ internal: LINK })
    .input(own.confirmEmailInput)
    .output(passwords.done)
    .mutation(async ({ ctx, input }) => {
      await goOn(ctx, await person.confirmEmail(ctx.services, ctx.principal, input, ctx.now));
      return { done: true };
    }),

  sendProof: sessionProcedure
    .meta({ internal: OWN_PERSON })
    .input(own.sendProofInput)
    .output(passwords.done)
    .mutation(async ({ ctx, input }) => {
      await askForProof(ctx.services, ctx.principal, input.language, ctx.now);
      return { done: true };
    }),

  changePassword: sessionProcedure
    .meta({ internal: BROWSER })
    .input(own.changePasswordInput)
    .output(passwords.done)
    .mutation(async ({ ctx, input }) => {
      await goOn(ctx, await changePassword(ctx.services, ctx.principal, input, ctx.now));
      await ctx.rememberDevice?.(ctx.principal.userId);
      return { done: true };
    }),

  sessions: sessionProcedure
    .meta({ internal: OWN })
    .output(sessionsOutput)
    .query(async ({ ctx }) => ({
      sessions: await sessions.listSessions(ctx.services.database, ctx.principal, ctx.now),
    })),

  endSession: sessionProcedure
    .meta({ internal: OWN })
    .input(member.byId)
    .output(sessionEndedOutput)
    .mutation(async ({ ctx, input }) => {
      await sessions.endOwnSession(ctx.services.database, ctx.principal, input.id, ctx.now);
      ctx.services.sessions.forget(ctx.principal.userId);
      return { id: input.id, ended: true };
    }),

  endOtherSessions: sessionProcedure
    .meta({ internal: OWN })
    .output(othersEndedOutput)
    .mutation(async ({ ctx }) => {
      const ended = await sessions.endOtherSessions(ctx.services.database, ctx.principal, ctx.now);
      ctx.services.sessions.forget(ctx.principal.userId);
      return { ended };
    }),

  ...secondFactorProcedures,
  ...passkeyProcedures,

  requestReset: publicProcedure
    .meta({ internal: 'The page for a forgotten password.' })
    .input(passwords.requestResetInput)
    .output(passwords.done)
    .mutation(async ({ ctx, input }) => {
      await requestReset(ctx.services, input, ctx.clientAddress, ctx.now);
      return { done: true };
    }),

  resetLink: publicProcedure
    .meta({ internal: LINK })
    .input(member.byToken)
    .output(passwords.resetOutput)
    .query(async ({ ctx, input }) => ({ state: await resetState(ctx.services.database, input.token, ctx.now) })),

  resetPassword: publicProcedure
    .meta({ internal: LINK })
    .input(passwords.resetPasswordInput)
    .output(passwords.done)
    .mutation(async ({ ctx, input }) => {
      const userId = await resetPassword(ctx.services, input, ctx.now);
      ctx.services.sessions.forget(userId);
      await ctx.rememberDevice?.(userId);
      return { done: true };
    }),
});

/** The browser goes into the workspace of these. */
async function into(ctx: SignedIn, claims: SessionClaims): Promise<{ accountId: string }> {
  await goOn(ctx, claims);
  return { accountId: claims.accountId ?? '' };
}
