import { now } from '@/server/platform/lib/clock';
import { type Entries, unknownId } from '@/server/testing/contract/entry';
import { makeInvitation, makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { beginPasskey } from '@/server/modules/account/accounts/passkeys';
import { Authenticator } from '@/server/testing/authenticator';
import { makeSecondFactor } from '@/server/testing/second-factors';
import type { Tenant } from '@/server/testing/server';

const PASSWORD = 'a long password';
const nothing = { success: () => ({}), failure: { none: 'takes nothing' }, ids: {} } as const;
const newPerson = () => ({ name: 'Sari', email: `${unique('s')}@example.test`, password: PASSWORD });
const someLink = { token: 'x'.repeat(43) };

export const accounts: Entries = (server) => {
  /** A member of ours who may be signed out, and the cookie of theirs. */
  const asMember = async (us: Tenant): Promise<string> => {
    const { id } = await makeUser(server.services.database, us.accountId, { password: PASSWORD });
    return await makeSession(server.services, { sub: id, accountId: us.accountId });
  };
  /** Another browser of the person's. */
  const otherSession = async ({ user, accountId }: Tenant) => {
    await makeSession(server.services, { sub: user.id, accountId });
    return await server.services.database.prisma.session.findFirstOrThrow({
      where: { userId: user.id },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    });
  };
  /** The caller that the last input was made for: it has codes that are theirs alone. */
  let guarded = '';
  const asGuarded = () => Promise.resolve(guarded);
  /** A code of a member of ours, who has a second factor or is about to. */
  const codeOfMember = async (us: Tenant, enabled: boolean): Promise<string> => {
    const { id } = await makeUser(server.services.database, us.accountId, { password: PASSWORD });
    const { app } = await makeSecondFactor(server.services, id, { enabled });
    guarded = await makeSession(server.services, { sub: id, accountId: us.accountId });
    return app.code();
  };
  const bothFactors = async (us: Tenant) => ({ current: PASSWORD, code: await codeOfMember(us, true) });
  const guess = { input: { current: 'wrong', code: '123456' }, code: 'WRONG_CREDENTIALS' } as const;
  /** Returns the answer of the browser of a member of ours who asked for a passkey. */
  const newPasskey = async (us: Tenant) => {
    guarded = await asMember(us);
    const { services } = server;
    const principal = await services.sessions.read(guarded);
    if (principal === null) throw new Error('The member is signed in.');
    const options = await beginPasskey(services, principal, { current: PASSWORD, language: 'en' }, now());
    return { answer: new Authenticator(new URL(services.settings.baseUrl).origin).create(options), name: 'Laptop' };
  };
  const passkeyOf = async ({ user }: Tenant): Promise<string> => {
    const row = { id: unique('k'), userId: user.id, name: 'Laptop', publicKey: Buffer.from([1]), counter: 0 };
    return (await server.services.database.prisma.passkey.create({ data: { ...row, createdAt: now() } })).id;
  };
  return {
    'accounts.signUp': {
      success: () => ({ workspaceName: 'Toko', ...newPerson() }),
      failure: { input: {}, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.current': nothing,
    'accounts.createWorkspace': {
      success: () => ({ name: 'Toko' }),
      cookie: asMember,
      failure: { input: { name: ' ' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.openWorkspace': {
      success: (us) => ({ workspaceId: us.accountId }),
      failure: { input: { workspaceId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { workspaceId: { theirs: (them) => them.accountId, code: 'NOT_FOUND' } },
    },
    'accounts.workspace': nothing,
    'accounts.updateWorkspace': {
      success: () => ({ name: unique('Toko ') }),
      failure: { input: { country: 'XX' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.members': nothing,
    'accounts.removeMember': {
      success: async (us) => ({ userId: (await makeUser(server.services.database, us.accountId)).id }),
      failure: { input: { userId: 'cunknown' }, code: 'NOT_FOUND' },
      ids: { userId: { theirs: (them) => them.user.id, code: 'NOT_FOUND' } },
    },
    'accounts.setRole': {
      success: async (us) => ({ userId: (await makeUser(server.services.database, us.accountId)).id, role: 'analyst' }),
      failure: { input: { userId: 'cunknown', role: 'analyst' }, code: 'NOT_FOUND' },
      ids: { userId: { theirs: (them) => them.user.id, code: 'NOT_FOUND' } },
    },
    'accounts.leave': { ...nothing, cookie: asMember },
    'accounts.transferOwnership': {
      // To oneself: the tests after this one are the owner's too.
      success: ({ user }) => ({ userId: user.id, current: user.password }),
      failure: { input: { userId: 'cunknown', current: 'wrong' }, code: 'WRONG_CREDENTIALS' },
      ids: { userId: { theirs: (them) => them.user.id, code: 'NOT_FOUND' } },
    },
    'accounts.invitations': nothing,
    'accounts.invite': {
      success: () => ({ email: null }),
      failure: { input: { email: 'nobody' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.revokeInvitation': {
      success: async (us) => ({ id: (await makeInvitation(server.services.database, us.accountId)).id }),
      failure: unknownId,
      ids: {
        id: {
          theirs: async (them) => (await makeInvitation(server.services.database, them.accountId)).id,
          code: 'NOT_FOUND',
        },
      },
    },
    'accounts.openInvitation': {
      success: async (us) => ({ token: (await makeInvitation(server.services.database, us.accountId)).token }),
      failure: { input: someLink, code: 'NOT_FOUND' },
      ids: {},
    },
    'accounts.acceptInvitation': {
      success: async (us) => ({ token: (await makeInvitation(server.services.database, us.accountId)).token }),
      cookie: asMember,
      failure: { input: someLink, code: 'NOT_FOUND' },
      ids: {},
    },
    'accounts.joinAsNew': {
      success: async (us) => ({
        token: (await makeInvitation(server.services.database, us.accountId)).token,
        ...newPerson(),
      }),
      failure: { input: { ...someLink, ...newPerson() }, code: 'NOT_FOUND' },
      ids: {},
    },
    'accounts.rename': {
      success: () => ({ name: 'Rina' }),
      cookie: asMember,
      failure: { input: { name: ' ' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.changeEmail': {
      success: () => ({ email: newPerson().email, current: PASSWORD }),
      cookie: asMember,
      failure: { input: { email: newPerson().email, current: 'wrong' }, code: 'WRONG_CREDENTIALS' },
      ids: {},
    },
    'accounts.emailLink': { success: () => someLink, failure: { input: someLink, code: 'NOT_FOUND' }, ids: {} },
    'accounts.confirmEmail': {
      success: () => someLink,
      withoutMail: 'NOT_FOUND',
      cookie: asMember,
      failure: { input: someLink, code: 'NOT_FOUND' },
      ids: {},
    },
    'accounts.sendProof': {
      success: () => ({}),
      withoutMail: 'MAIL_NOT_CONFIGURED',
      cookie: asMember,
      failure: { input: { language: 'xx' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.changePassword': {
      success: () => ({ current: PASSWORD, password: 'another long password' }),
      cookie: asMember,
      failure: { input: { current: 'wrong', password: PASSWORD }, code: 'WRONG_CREDENTIALS' },
      ids: {},
    },
    'accounts.sessions': nothing,
    'accounts.endSession': {
      success: async (us) => ({ id: (await otherSession(us)).id }),
      failure: unknownId,
      ids: { id: { theirs: async (them) => (await otherSession(them)).id, code: 'NOT_FOUND' } },
    },
    'accounts.endOtherSessions': { ...nothing, cookie: asMember },
    'accounts.secondFactor': nothing,
    'accounts.beginSecondFactor': {
      success: () => ({ current: PASSWORD }),
      cookie: asMember,
      failure: { input: { current: 'wrong' }, code: 'WRONG_CREDENTIALS' },
      ids: {},
    },
    'accounts.enableSecondFactor': {
      success: async (us) => ({ code: await codeOfMember(us, false) }),
      cookie: asGuarded,
      failure: { input: { code: '123456' }, code: 'BAD_STATE' },
      ids: {},
    },
    'accounts.disableSecondFactor': { success: bothFactors, cookie: asGuarded, failure: guess, ids: {} },
    'accounts.renewRecoveryCodes': { success: bothFactors, cookie: asGuarded, failure: guess, ids: {} },
    'accounts.passkeys': nothing,
    'accounts.beginPasskey': {
      success: () => ({ current: PASSWORD }),
      cookie: asMember,
      failure: { input: { current: 'wrong' }, code: 'WRONG_CREDENTIALS' },
      ids: {},
    },
    'accounts.addPasskey': {
      success: newPasskey,
      cookie: asGuarded,
      failure: { input: { answer: '{}', name: 'Laptop' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.renamePasskey': {
      success: async (us) => ({ key: await passkeyOf(us), name: 'Phone' }),
      failure: { input: { key: 'unknown', name: 'Phone' }, code: 'NOT_FOUND' },
      ids: {},
    },
    'accounts.removePasskey': {
      success: async (us) => ({ key: await passkeyOf(us), current: us.user.password }),
      failure: { input: { key: 'unknown', current: 'wrong' }, code: 'WRONG_CREDENTIALS' },
      ids: {},
    },
    'accounts.askForPasskey': nothing,
    'accounts.requestReset': {
      success: () => ({ email: newPerson().email }),
      failure: { input: { email: 'nobody' }, code: 'VALIDATION' },
      ids: {},
    },
    'accounts.resetLink': { success: () => someLink, failure: { input: someLink, code: 'NOT_FOUND' }, ids: {} },
    'accounts.resetPassword': {
      success: () => ({ ...someLink, password: PASSWORD }),
      failure: { input: { ...someLink, password: PASSWORD }, code: 'NOT_FOUND' },
      ids: {},
    },
  };
};
