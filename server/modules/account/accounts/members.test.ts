/** Members and invitations: who may, races, the neighbour, and sessions that end. */
import { describe, expect, it } from 'vitest';
import { setClockOffset } from '@/server/platform/lib/clock';
import { pruneLinksJob } from '@/server/modules/account/accounts/jobs';
import type { GivenRole } from '@/server/platform/access/roles';
import { hashToken } from '@/server/modules/account/accounts/link-token';
import { makeInvitation, makeSession, makeUser } from '@/server/testing/factories/account';
import { unique } from '@/server/testing/factories/unique';
import { bySession, trpc, type TrpcAnswer } from '@/server/testing/http';
import { makeSecondFactor } from '@/server/testing/second-factors';
import { useServer, type Tenant } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Laris <halo@laris.test>' });

const query = (name: string, input: object | undefined, cookie?: string): Promise<TrpcAnswer> =>
  trpc(server, 'query', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const mutate = (name: string, input: object, cookie?: string): Promise<TrpcAnswer> =>
  trpc(server, 'mutation', `accounts.${name}`, input, cookie === undefined ? {} : { cookie });
const database = () => server.services.database.prisma;
const cookieOf = (userId: string, accountId: string | null): Promise<string> =>
  makeSession(server.services, { sub: userId, accountId });
async function memberOf({ accountId }: Tenant, role?: GivenRole) {
  const user = await makeUser(server.services.database, accountId, role && { role });
  return { ...user, cookie: await cookieOf(user.id, accountId) };
}
/** The ownership of a workspace, by who says so with the password. */
const handOver = ({ user, cookie }: Pick<Tenant, 'user' | 'cookie'>, userId: string, more: object = {}) =>
  mutate('transferOwnership', { userId, current: user.password, ...more }, cookie);
const statusOf = async (cookie: string): Promise<number> =>
  (await server.fetch('GET', '/api/v1/whoami', { headers: { cookie } })).status;
const auditOf = async (accountId: string) =>
  (
    await database().auditEntry.findMany({
      where: { accountId, action: { startsWith: 'member.' } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ action, actorId, targetType, targetId, data }) => ({ action, actorId, targetType, targetId, data }));
const rolesOf = async (accountId: string) =>
  Object.fromEntries(
    (await database().membership.findMany({ where: { accountId } })).map(({ userId, role }) => [userId, role]),
  );
const newPerson = (more: object = {}) => ({
  name: 'Budi Santoso',
  email: `${unique('budi')}@example.test`,
  password: 'sandi yang panjang',
  ...more,
});
const tokenOf = (link: string): string => link.split('/').at(-1)!;

describe('an invitation', () => {
  it('is a link that is shown once, kept as a hash, and brings a new person in', async () => {
    const tenant = await server.makeTenant({ name: 'Toko Kita' });
    const invited = (await mutate('invite', { email: '' }, tenant.cookie)).data;
    expect(invited).toMatchObject({ mail: 'off', invitation: { email: null, invitedBy: 'Sari', isExpired: false } });
    expect(Date.parse(invited.invitation.expiresAt) - Date.parse(invited.invitation.createdAt)).toBe(7 * 86_400_000);
    expect(invited.link).toMatch(new RegExp(`^${server.services.settings.baseUrl}/invitation/[\\w-]{43}$`));
    const token = tokenOf(invited.link);
    expect(await database().invitation.findFirst({ where: { accountId: tenant.accountId } })).toMatchObject({
      tokenHash: hashToken(token),
      invitedBy: tenant.user.id,
    });
    expect(JSON.stringify((await query('invitations', undefined, tenant.cookie)).data)).not.toContain(token);

    expect((await query('openInvitation', { token })).data).toMatchObject({
      state: 'open',
      workspace: { name: 'Toko Kita', logoUrl: null },
      invitedBy: 'Sari',
    });
    const person = newPerson();
    expect((await mutate('joinAsNew', { token, ...person })).data).toEqual({ accountId: tenant.accountId });
    const user = await database().user.findUniqueOrThrow({ where: { email: person.email } });
    expect(await rolesOf(tenant.accountId)).toEqual({ [tenant.user.id]: 'owner', [user.id]: 'admin' });
    expect((await query('openInvitation', { token })).data.state).toBe('used');
    expect(await mutate('joinAsNew', { token, ...newPerson() })).toMatchObject({ status: 409, code: 'BAD_STATE' });
    expect((await query('invitations', undefined, tenant.cookie)).data.invitations).toEqual([]);
    expect(await auditOf(tenant.accountId)).toEqual([
      {
        action: 'member.invite',
        actorId: tenant.user.id,
        targetType: 'invitation',
        targetId: invited.invitation.id,
        data: { email: null, role: 'admin' },
      },
      {
        action: 'member.join',
        actorId: user.id,
        targetType: 'user',
        targetId: user.id,
        data: { invitationId: invited.invitation.id, invitedBy: tenant.user.id, role: 'admin' },
      },
    ]);
  });

  it('takes somebody who is signed in into the workspace; their other sessions end', async () => {
    const tenant = await server.makeTenant();
    const guest = await server.makeTenant();
    const { token } = await makeInvitation(server.services.database, tenant.accountId);
    const joined = await mutate('acceptInvitation', { token }, guest.cookie);
    expect(joined.data).toEqual({ accountId: tenant.accountId });
    expect((await query('current', undefined, joined.cookie)).data).toMatchObject({
      workspace: { id: tenant.accountId, role: 'admin' },
    });
    await expect.poll(() => statusOf(guest.cookie), { timeout: 2_500 }).toBe(401);
    // Again, with the link in hand: in it goes, and nothing is written.
    expect((await mutate('acceptInvitation', { token }, joined.cookie)).data).toEqual({ accountId: tenant.accountId });
    const other = await makeInvitation(server.services.database, tenant.accountId);
    expect((await mutate('acceptInvitation', { token: other.token }, joined.cookie)).status).toBe(200);
    expect((await query('openInvitation', { token: other.token })).data.state).toBe('open');
  });

  it('lets one of six people in who come at the same moment, and leaves no account of the others', async () => {
    for (let round = 0; round < 2; round++) {
      const tenant = await server.makeTenant();
      const { token } = await makeInvitation(server.services.database, tenant.accountId);
      const people = Array.from({ length: 3 }, () => newPerson());
      const guests = await Promise.all(Array.from({ length: 3 }, () => server.makeTenant()));
      const answers = await Promise.all([
        ...people.map((person) => mutate('joinAsNew', { token, ...person })),
        ...guests.map(({ cookie }) => mutate('acceptInvitation', { token }, cookie)),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      expect(Object.values(await rolesOf(tenant.accountId)).sort()).toEqual(['admin', 'owner']);
      expect(await database().user.count({ where: { email: { in: people.map(({ email }) => email) } } })).toBe(
        answers.slice(0, 3).filter(({ status }) => status === 200).length,
      );
    }
  });

  it('of two links of one person at the same moment one is kept', async () => {
    const tenant = await server.makeTenant();
    const guest = await server.makeTenant();
    const links = await Promise.all(
      Array.from({ length: 4 }, () => makeInvitation(server.services.database, tenant.accountId)),
    );
    const answers = await Promise.all(links.map(({ token }) => mutate('acceptInvitation', { token }, guest.cookie)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await database().invitation.count({ where: { accountId: tenant.accountId, acceptedAt: null } })).toBe(3);
  });

  it('says that it is revoked, expired or unknown', async () => {
    const tenant = await server.makeTenant();
    const { id, token } = await makeInvitation(server.services.database, tenant.accountId);
    expect((await mutate('revokeInvitation', { id }, tenant.cookie)).status).toBe(200);
    expect((await mutate('revokeInvitation', { id }, tenant.cookie)).status).toBe(200);
    expect((await query('openInvitation', { token })).data).toMatchObject({ state: 'revoked', email: null });
    const refused = await mutate('acceptInvitation', { token }, server.ours.cookie);
    expect(refused).toMatchObject({ status: 409, code: 'BAD_STATE' });
    expect(refused.text).toContain('"reason":"REVOKED"');
    expect((await auditOf(tenant.accountId)).map(({ action }) => action)).toEqual(['member.revoke_invitation']);

    const late = await makeInvitation(server.services.database, tenant.accountId);
    try {
      setClockOffset(7 * 86_400_000);
      expect((await query('openInvitation', { token: late.token })).data.state).toBe('expired');
      expect((await mutate('joinAsNew', { token: late.token, ...newPerson() })).text).toContain('"reason":"EXPIRED"');
      expect((await mutate('acceptInvitation', { token: late.token }, server.ours.cookie)).text).toContain(
        '"reason":"EXPIRED"',
      );
      expect((await query('invitations', undefined, tenant.cookie)).data.invitations).toMatchObject([
        { id: late.id, isExpired: true },
      ]);
    } finally {
      setClockOffset(0);
    }
    for (const unknown of ['x'.repeat(43), '', "'; --", token.slice(1)])
      expect(await query('openInvitation', { token: unknown })).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('is not revoked once it was accepted', async () => {
    const tenant = await server.makeTenant();
    const { id, token } = await makeInvitation(server.services.database, tenant.accountId);
    await mutate('joinAsNew', { token, ...newPerson() });
    expect(await mutate('revokeInvitation', { id }, tenant.cookie)).toMatchObject({ status: 409, code: 'BAD_STATE' });
  });

  it('refuses an e-mail that has an account already, and leaves the link for after signing in', async () => {
    const { token } = await makeInvitation(server.services.database, server.ours.accountId);
    expect(await mutate('joinAsNew', { token, ...newPerson({ email: server.theirs.user.email }) })).toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
    });
    expect((await query('openInvitation', { token })).data.state).toBe('open');
  });

  it('is forgotten 30 days after it ran out', async () => {
    const tenant = await server.makeTenant();
    const day = (days: number): Date => new Date(Date.now() - days * 86_400_000);
    const kept = await makeInvitation(server.services.database, tenant.accountId, { expiresAt: day(29) });
    await makeInvitation(server.services.database, tenant.accountId, { expiresAt: day(31) });
    await pruneLinksJob.run(server.services, {});
    expect(
      (await database().invitation.findMany({ where: { accountId: tenant.accountId } })).map(({ id }) => id),
    ).toEqual([kept.id]);
  });

  it('is open a hundred at a time', async () => {
    const tenant = await server.makeTenant();
    await Promise.all(Array.from({ length: 99 }, () => makeInvitation(server.services.database, tenant.accountId)));
    expect((await mutate('invite', {}, tenant.cookie)).status).toBe(200);
    expect(await mutate('invite', {}, tenant.cookie)).toMatchObject({ status: 409, code: 'BAD_STATE' });
  });
});

describe('the mail of an invitation', () => {
  it('goes to the address, in the language of who invites, with the link', async () => {
    const tenant = await server.makeTenant({ name: 'Toko "Kita" <b>& Co</b>\r\nBcc: x@example.test' });
    const to = `${unique('budi')}@example.test`;
    const invited = (await mutate('invite', { email: ` ${to.toUpperCase()} `, language: 'id' }, tenant.cookie)).data;
    expect(invited).toMatchObject({ mail: 'sent', invitation: { email: to } });
    const mail = smtp.lastTo(to);
    expect(mail).toMatchObject({ from: 'halo@laris.test', to: [to] });
    expect(mail.headers).toMatchObject({
      from: 'Laris <halo@laris.test>',
      to,
      'auto-submitted': 'auto-generated',
      subject: 'Bergabung dengan Toko "Kita" <b>& Co</b> Bcc: x@example.test di Laris',
    });
    expect(mail.headers.bcc).toBeUndefined();
    const [text, html] = mail.parts;
    expect(text).toMatchObject({ type: 'text/plain' });
    expect(text!.text).toContain(invited.link);
    expect(html!.text).toMatch(new RegExp(`href="${invited.link}\\?mailed=[\\w-]{43}"`));
    expect(html!.text).not.toContain('<b>');
  });

  it('that is refused loses nothing: the invitation is there and its link works', async () => {
    const to = `${unique('budi')}@example.test`;
    smtp.refuse = true;
    const invited = (await mutate('invite', { email: to }, server.ours.cookie)).data;
    smtp.refuse = false;
    expect(invited.mail).toBe('failed');
    expect((await query('openInvitation', { token: tokenOf(invited.link) })).data).toMatchObject({
      state: 'open',
      email: to,
    });
  });

  it('is sent 20 times in a quarter of an hour, so that nobody mails strangers through us; links go on', async () => {
    const tenant = await server.makeTenant();
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => mutate('invite', { email: `${unique('x')}@example.test` }, tenant.cookie)),
    );
    expect(answers.filter(({ code }) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(2);
    expect(await database().invitation.count({ where: { accountId: tenant.accountId } })).toBe(20);
    expect((await mutate('invite', {}, tenant.cookie)).status).toBe(200);
  });
});

describe('members', () => {
  it('are listed with role and day, the owner first', async () => {
    const tenant = await server.makeTenant();
    const member = await memberOf(tenant);
    const { members } = (await query('members', undefined, member.cookie)).data;
    expect(members).toMatchObject([
      { userId: tenant.user.id, email: tenant.user.email, role: 'owner' },
      { userId: member.id, email: member.email, role: 'admin', joinedAt: expect.any(String) },
    ]);
  });

  it('are removed by the owner: their session ends within 2 seconds and the log says so', async () => {
    const tenant = await server.makeTenant();
    const member = await memberOf(tenant);
    expect(await statusOf(member.cookie)).toBe(200);
    expect((await mutate('removeMember', { userId: member.id }, tenant.cookie)).data).toEqual({
      userId: member.id,
      removed: true,
    });
    await expect.poll(() => statusOf(member.cookie), { timeout: 2_500 }).toBe(401);
    expect(await rolesOf(tenant.accountId)).toEqual({ [tenant.user.id]: 'owner' });
    expect(await auditOf(tenant.accountId)).toEqual([
      {
        action: 'member.remove',
        actorId: tenant.user.id,
        targetType: 'user',
        targetId: member.id,
        data: { email: member.email },
      },
    ]);
    expect(await mutate('removeMember', { userId: member.id }, tenant.cookie)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  it('leave, and go on in the workspace where they were before, or in none', async () => {
    const tenant = await server.makeTenant();
    const guest = await server.makeTenant();
    await database().membership.create({
      data: { accountId: tenant.accountId, userId: guest.user.id, role: 'admin', createdAt: new Date() },
    });
    const left = await mutate('leave', {}, await cookieOf(guest.user.id, tenant.accountId));
    expect(left.status).toBe(200);
    expect((await query('current', undefined, left.cookie)).data.workspace.id).toBe(guest.accountId);

    const member = await memberOf(tenant);
    const alone = await mutate('leave', {}, member.cookie);
    expect((await query('current', undefined, alone.cookie)).data).toMatchObject({ workspace: null, workspaces: [] });
    expect(await query('members', undefined, alone.cookie)).toMatchObject({ status: 403, code: 'NO_ACCOUNT' });
    expect((await auditOf(tenant.accountId)).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['member.leave', guest.user.id],
      ['member.leave', member.id],
    ]);
  });

  it('keep their owner, who neither leaves nor is removed', async () => {
    const tenant = await server.makeTenant();
    expect(await mutate('leave', {}, tenant.cookie)).toMatchObject({ status: 409, code: 'BAD_STATE' });
    expect(await mutate('removeMember', { userId: tenant.user.id }, tenant.cookie)).toMatchObject({
      status: 409,
      code: 'BAD_STATE',
    });
    expect(await rolesOf(tenant.accountId)).toEqual({ [tenant.user.id]: 'owner' });
  });

  it.each([
    ...(['marketer', 'analyst'] as const).flatMap((role) =>
      ['removeMember', 'setRole', 'transferOwnership', 'invite', 'revokeInvitation'].map(
        (name) => [role, name] as const,
      ),
    ),
    ['admin', 'transferOwnership'] as const,
  ])('in the role %s may not call %s', async (role, name) => {
    const tenant = await server.makeTenant();
    const [member, other] = [await memberOf(tenant, role), await memberOf(tenant, 'analyst')];
    const { id } = await makeInvitation(server.services.database, tenant.accountId);
    const input = { userId: other.id, id, email: 'x@example.test', role: 'analyst', current: member.password };
    expect(await mutate(name, input, member.cookie)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(Object.keys(await rolesOf(tenant.accountId))).toHaveLength(3);
    expect(await auditOf(tenant.accountId)).toEqual([]);
  });

  it('get another role, which acts within 2 seconds, and the log says so', async () => {
    const tenant = await server.makeTenant();
    const member = await memberOf(tenant, 'analyst');
    const made = () =>
      server.fetch('POST', '/api/v1/contact-lists', {
        headers: { cookie: member.cookie, origin: server.baseUrl },
        body: { name: unique('Daftar ') },
      });
    expect((await made()).status).toBe(403);
    expect((await mutate('setRole', { userId: member.id, role: 'marketer' }, tenant.cookie)).data.member).toMatchObject(
      {
        userId: member.id,
        email: member.email,
        role: 'marketer',
      },
    );
    await expect.poll(async () => (await made()).status, { timeout: 2_500 }).toBe(201);
    // The same once more is no change.
    await mutate('setRole', { userId: member.id, role: 'marketer' }, tenant.cookie);
    expect(await auditOf(tenant.accountId)).toEqual([
      {
        action: 'member.change_role',
        actorId: tenant.user.id,
        targetType: 'user',
        targetId: member.id,
        data: { email: member.email, from: 'analyst', to: 'marketer' },
      },
    ]);
    expect((await query('current', undefined, member.cookie)).data.workspace.role).toBe('marketer');
  });

  it('are managed by an admin too, but for the owner and admins', async () => {
    const tenant = await server.makeTenant();
    const [admin, peer, marketer] = [
      await memberOf(tenant),
      await memberOf(tenant),
      await memberOf(tenant, 'marketer'),
    ];
    const by = (name: string, input: object) => mutate(name, input, admin.cookie);
    const forbidden = { status: 403, code: 'FORBIDDEN' };
    expect((await by('setRole', { userId: marketer.id, role: 'analyst' })).status).toBe(200);
    expect(await by('setRole', { userId: marketer.id, role: 'admin' })).toMatchObject(forbidden);
    expect(await by('setRole', { userId: peer.id, role: 'analyst' })).toMatchObject(forbidden);
    expect(await by('setRole', { userId: admin.id, role: 'analyst' })).toMatchObject(forbidden);
    expect(await by('setRole', { userId: tenant.user.id, role: 'analyst' })).toMatchObject({
      status: 409,
      code: 'BAD_STATE',
    });
    expect(await by('setRole', { userId: server.theirs.user.id, role: 'analyst' })).toMatchObject({ status: 404 });
    expect(await by('removeMember', { userId: peer.id })).toMatchObject(forbidden);
    expect(await by('invite', { role: 'admin' })).toMatchObject(forbidden);
    expect((await by('removeMember', { userId: marketer.id })).status).toBe(200);
    expect((await by('invite', { role: 'analyst' })).data.invitation.role).toBe('analyst');
    expect(await rolesOf(tenant.accountId)).toEqual({
      [tenant.user.id]: 'owner',
      [admin.id]: 'admin',
      [peer.id]: 'admin',
    });
  });

  it('come in the role that they were invited for', async () => {
    const tenant = await server.makeTenant();
    for (const role of ['admin', 'marketer', 'analyst'] as const) {
      const { link } = (await mutate('invite', { role }, tenant.cookie)).data;
      expect((await query('openInvitation', { token: tokenOf(link) })).data.role).toBe(role);
      const person = newPerson();
      await mutate('joinAsNew', { token: tokenOf(link), ...person });
      const { id } = await database().user.findUniqueOrThrow({ where: { email: person.email } });
      expect((await rolesOf(tenant.accountId))[id]).toBe(role);
    }
    expect((await mutate('invite', { role: 'owner' }, tenant.cookie)).code).toBe('VALIDATION');
  });

  it('in a role that this release does not know may look and no more; those of before roles do what an admin may', async () => {
    const { pool } = server.services.database;
    const tenant = await server.makeTenant();
    const [later, before] = [await memberOf(tenant), await memberOf(tenant)];
    const { rows } = await pool.query<{ rule: string }>(
      `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = 'Membership_role_check'`,
    );
    const makeList = async (cookie: string) =>
      (await bySession(server, cookie, 'POST', '/api/v1/contact-lists', { name: unique('List ') })).status;
    await pool.query('ALTER TABLE "Membership" DROP CONSTRAINT "Membership_role_check"');
    try {
      await database().membership.updateMany({ where: { userId: later.id }, data: { role: 'auditor' } });
      await database().membership.updateMany({ where: { userId: before.id }, data: { role: 'member' } });
      expect((await query('members', undefined, later.cookie)).status).toBe(200);
      expect(await mutate('invite', {}, later.cookie)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(await makeList(later.cookie)).toBe(403);
      expect((await mutate('invite', { role: 'analyst' }, before.cookie)).text).toContain('"link"');
      expect(await makeList(before.cookie)).toBe(201);
    } finally {
      await database().membership.deleteMany({ where: { userId: later.id } });
      await pool.query(`ALTER TABLE "Membership" ADD CONSTRAINT "Membership_role_check" ${rows[0]!.rule}`);
    }
  });

  it('lose their open invitations with the role that made them', async () => {
    const tenant = await server.makeTenant();
    const admin = await memberOf(tenant);
    const { link } = (await mutate('invite', { role: 'analyst' }, admin.cookie)).data;
    await mutate('setRole', { userId: admin.id, role: 'marketer' }, tenant.cookie);
    expect((await query('openInvitation', { token: tokenOf(link) })).data.state).toBe('revoked');
  });

  it('who act on each other at the same moment neither hang nor both win', async () => {
    for (let round = 0; round < 5; round++) {
      const tenant = await server.makeTenant();
      const [first, second] = [await memberOf(tenant), await memberOf(tenant)];
      const answers = await Promise.all([
        handOver(tenant, first.id),
        mutate('setRole', { userId: second.id, role: 'analyst' }, tenant.cookie),
        mutate('setRole', { userId: tenant.user.id, role: 'analyst' }, first.cookie),
        mutate('setRole', { userId: first.id, role: 'analyst' }, second.cookie),
      ]);
      expect(
        answers.every(({ status }) => [200, 403, 409].includes(status)),
        JSON.stringify(answers.map(({ status, code }) => [status, code])),
      ).toBe(true);
      const owners = Object.values(await rolesOf(tenant.accountId)).filter((role) => role === 'owner');
      expect(owners).toHaveLength(1);
    }
  });

  it('become the owner when the owner says so, and only they', async () => {
    const tenant = await server.makeTenant();
    const member = await memberOf(tenant);
    const members = (await handOver(tenant, member.id)).data.members;
    expect(members).toMatchObject([
      { userId: member.id, role: 'owner' },
      { userId: tenant.user.id, role: 'admin' },
    ]);
    expect(await handOver(tenant, tenant.user.id)).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    expect(await handOver({ user: member, cookie: member.cookie }, server.theirs.user.id)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await mutate('leave', {}, tenant.cookie)).status).toBe(200);
    expect(await rolesOf(tenant.accountId)).toEqual({ [member.id]: 'owner' });
  });

  it('become the owner for the password of the owner, and for a code where there is one; no more is spent on a refusal', async () => {
    const tenant = await server.makeTenant();
    const member = await memberOf(tenant);
    expect((await mutate('transferOwnership', { userId: member.id }, tenant.cookie)).code).toBe('VALIDATION');
    expect((await handOver(tenant, member.id, { current: 'a guess' })).code).toBe('WRONG_CREDENTIALS');
    const { app, recoveryCodes } = await makeSecondFactor(server.services, tenant.user.id);
    expect((await handOver(tenant, member.id)).code).toBe('CODE_REQUIRED');
    expect((await handOver(tenant, member.id, { code: app.code(9) })).code).toBe('WRONG_CODE');
    expect((await handOver(tenant, member.id, { current: 'a guess', code: recoveryCodes[0] })).code).toBe(
      'WRONG_CREDENTIALS',
    );
    expect((await rolesOf(tenant.accountId))[tenant.user.id]).toBe('owner');
    // Who may not is told so, whatever they know.
    for (let guess = 0; guess < 12; guess++)
      expect((await handOver({ user: member, cookie: member.cookie }, member.id, { current: 'a guess' })).code).toBe(
        'FORBIDDEN',
      );
    expect((await handOver(tenant, member.id, { code: recoveryCodes[0] })).status).toBe(200);
    expect((await rolesOf(tenant.accountId))[member.id]).toBe('owner');
  });

  it('tell both owners by mail that the workspace changed hands, and nobody of what was refused', async () => {
    const tenant = await server.makeTenant({ name: 'Toko Kita' });
    const member = await memberOf(tenant);
    const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
    await handOver(tenant, member.id, { current: 'a guess' });
    await handOver(tenant, tenant.user.id);
    await runJobs(server.services);
    expect([...mailsTo(tenant.user.email), ...mailsTo(member.email)]).toEqual([]);
    await handOver(tenant, member.id, { language: 'id' });
    await runJobs(server.services);
    expect(mailsTo(tenant.user.email).map(({ headers }) => headers.subject)).toEqual([
      'Pemilik Toko Kita sudah berganti',
    ]);
    expect(smtp.lastTo(tenant.user.email).parts[0]!.text).toContain(member.email);
    expect(mailsTo(member.email).map(({ headers }) => headers.subject)).toEqual(['Anda sekarang pemilik Toko Kita']);
    expect(smtp.lastTo(member.email).parts[0]!.text).toContain(tenant.user.email);
  });

  it('leave no open invitation behind: the links of who hands over, leaves or is removed answer as revoked', async () => {
    const tenant = await server.makeTenant();
    const [heir, leaver] = [await memberOf(tenant), await memberOf(tenant)];
    const made = (invitedBy: string, more: object = {}) =>
      makeInvitation(server.services.database, tenant.accountId, { invitedBy, ...more });
    const stateOf = async (token: string) => (await query('openInvitation', { token })).data.state as string;
    const first = tokenOf((await mutate('invite', { email: 'tamu@example.test' }, tenant.cookie)).data.link);
    const [byHeir, byLeaver, used] = [
      await made(heir.id),
      await made(leaver.id),
      await made(tenant.user.id, { acceptedAt: new Date(), acceptedBy: leaver.id }),
    ];
    const elsewhere = await makeInvitation(server.services.database, server.theirs.accountId, {
      invitedBy: tenant.user.id,
    });

    // To oneself is no transfer, and one that is refused takes nothing.
    expect((await handOver(tenant, tenant.user.id)).status).toBe(200);
    expect((await handOver(tenant, server.theirs.user.id)).status).toBe(404);
    expect(await stateOf(first)).toBe('open');
    expect((await handOver(tenant, heir.id)).status).toBe(200);
    expect(await stateOf(first)).toBe('revoked');
    expect((await mutate('joinAsNew', { token: first, ...newPerson() })).text).toContain('"reason":"REVOKED"');
    expect([
      await stateOf(byHeir.token),
      await stateOf(byLeaver.token),
      await stateOf(used.token),
      await stateOf(elsewhere.token),
    ]).toEqual(['open', 'open', 'used', 'open']);

    expect((await mutate('leave', {}, leaver.cookie)).status).toBe(200);
    expect(await stateOf(byLeaver.token)).toBe('revoked');
    const byFormer = await made(tenant.user.id);
    expect((await mutate('removeMember', { userId: tenant.user.id }, heir.cookie)).status).toBe(200);
    expect([await stateOf(byFormer.token), await stateOf(byHeir.token), await stateOf(elsewhere.token)]).toEqual([
      'revoked',
      'open',
      'open',
    ]);
    const revoked = (await auditOf(tenant.accountId)).filter(({ action }) => action === 'member.revoke_invitation');
    expect(revoked).toMatchObject([
      { actorId: tenant.user.id, data: { email: 'tamu@example.test' } },
      { actorId: leaver.id, targetId: byLeaver.id },
      { actorId: heir.id, targetId: byFormer.id },
    ]);
  });

  it('leave none behind that is made while ownership moves', async () => {
    for (let round = 0; round < 3; round++) {
      const tenant = await server.makeTenant();
      const heir = await memberOf(tenant);
      await Promise.all([
        ...Array.from({ length: 4 }, () => mutate('invite', {}, tenant.cookie)),
        handOver(tenant, heir.id),
        mutate('invite', {}, tenant.cookie),
      ]);
      expect(await database().invitation.count({ where: { accountId: tenant.accountId, revokedAt: null } })).toBe(0);
    }
  });

  it('have one owner whatever happens at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const tenant = await server.makeTenant();
      const [first, second] = [await memberOf(tenant), await memberOf(tenant)];
      await Promise.all([
        handOver(tenant, first.id),
        handOver(tenant, second.id),
        mutate('removeMember', { userId: first.id }, tenant.cookie),
        mutate('leave', {}, second.cookie),
      ]);
      const roles = await rolesOf(tenant.accountId);
      expect(
        Object.values(roles).filter((role) => role === 'owner'),
        JSON.stringify(roles),
      ).toHaveLength(1);
      expect(roles[tenant.user.id]).toBeDefined();
    }
  });
});
