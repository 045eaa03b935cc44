/** A person's own name, and their e-mail: by a link where the service sends mail, else at once. */
import { describe, expect, it } from 'vitest';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { LINK_HOURS } from '@/server/modules/account/accounts/person-schema';
import { signIn } from '@/server/modules/account/accounts/sign-in';
import { makeSession, makeUser, type MadeUser } from '@/server/testing/factories/account';
import { newAddress, unique } from '@/server/testing/factories/unique';
import { trpc, type TrpcAnswer } from '@/server/testing/http';
import { useServer, type TestServer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' });
const withoutMail = useServer();

const person = (on: TestServer = server) => makeUser(on.services.database, on.ours.accountId);
const cookieOf = async ({ id }: MadeUser, on: TestServer = server) => {
  const { sessionVersion } = await on.services.database.prisma.user.findUniqueOrThrow({ where: { id } });
  return await makeSession(on.services, { sub: id, accountId: on.ours.accountId, sessionVersion });
};
const mutate = async (name: string, input: object, user?: MadeUser, on: TestServer = server): Promise<TrpcAnswer> =>
  trpc(on, 'mutation', `accounts.${name}`, input, user === undefined ? {} : { cookie: await cookieOf(user, on) });
const newEmail = () => `${unique('baru-')}@toko.example`;
const currentOf = async (user: MadeUser, on: TestServer = server) =>
  (await trpc(on, 'query', 'accounts.current', undefined, { cookie: await cookieOf(user, on) })).data.user as object;
const login = (email: string, { password }: MadeUser) =>
  signIn(server.services, { email, password, address: newAddress(), userAgent: '' }, now());
const stateOf = async (token: string) => {
  const { data, code } = await trpc(server, 'query', 'accounts.emailLink', { token });
  return (data?.state ?? code) as string;
};

/** Asks for another e-mail and lets the worker mail the link. */
async function linkFor(user: MadeUser, email: string, language = 'en'): Promise<string> {
  const asked = await mutate('changeEmail', { email, current: user.password, language }, user);
  expect(asked.data, asked.text).toEqual({ state: 'mailed' });
  await runJobs(server.services);
  return /\/confirm-email\/([\w.-]+)/.exec(smtp.lastTo(email.trim().toLowerCase()).parts[0]!.text)![1]!;
}

describe('a name', () => {
  it('is changed by its person, trimmed, and never blank', async () => {
    const user = await person();
    expect((await mutate('rename', { name: '  Rina Sari ' }, user)).data).toEqual({ name: 'Rina Sari' });
    expect(await currentOf(user)).toMatchObject({ name: 'Rina Sari', email: user.email });
    expect((await mutate('rename', { name: '   ' }, user)).code).toBe('VALIDATION');
    expect((await mutate('rename', { name: 'Nobody' })).code).toBe('UNAUTHENTICATED');
  });
});

describe('an e-mail', () => {
  it('is taken once the link that went to it is opened, and the one of before is told', async () => {
    const user = await person();
    const email = newEmail();
    const token = await linkFor(user, ` ${email.toUpperCase()} `, 'id');
    expect(smtp.lastTo(email).headers.subject).toBe('Konfirmasi email baru Anda untuk Laris');
    expect(await currentOf(user)).toMatchObject({ email: user.email });
    expect(await stateOf(token)).toBe('open');

    expect((await mutate('confirmEmail', { token })).code).toBe('UNAUTHENTICATED');
    // Whoever reads the mail of a mailbox has not made the account that somebody else gives it to.
    expect((await mutate('confirmEmail', { token }, await person())).code).toBe('FORBIDDEN');
    expect((await mutate('confirmEmail', { token }, user)).data).toEqual({ done: true });
    expect(await currentOf(user)).toMatchObject({ email });
    await login(email, user);
    await expect(login(user.email, user)).rejects.toMatchObject({ appCode: 'WRONG_CREDENTIALS' });
    await runJobs(server.services);
    expect(smtp.lastTo(user.email).headers.subject).toBe('Your e-mail for Laris was changed');
    const entries = await server.services.database.prisma.auditEntry.findMany({ where: { targetId: user.id } });
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([['member.change_email', user.id]]);
    // A link works once, and a link to a new password that went to the old address opens nothing.
    expect(await stateOf(token)).toBe('used');
    expect((await mutate('confirmEmail', { token }, user)).code).toBe('BAD_STATE');
  });

  it('asks for the present password, and counts guesses at it', async () => {
    const user = await person();
    const guess = () => mutate('changeEmail', { email: newEmail(), current: 'wrong' }, user);
    for (let turn = 0; turn < 10; turn++) expect((await guess()).code).toBe('WRONG_CREDENTIALS');
    expect((await guess()).code).toBe('TOO_MANY_ATTEMPTS');
  });

  it('of somebody else gets no mail, and the answer does not tell', async () => {
    const [user, other] = [await person(), await person()];
    expect((await mutate('changeEmail', { email: other.email, current: user.password }, user)).data).toEqual({
      state: 'mailed',
    });
    await runJobs(server.services);
    expect(smtp.mails.some(({ to }) => to.includes(other.email))).toBe(false);
  });

  it('that somebody took between the mail and the click is theirs', async () => {
    const [user, other] = [await person(), await person()];
    const email = newEmail();
    const links = [
      { token: await linkFor(user, email), by: user },
      { token: await linkFor(other, email), by: other },
    ];
    const answers = await Promise.all(links.map(({ token, by }) => mutate('confirmEmail', { token }, by)));
    expect(answers.map(({ code }) => code ?? 'done').sort()).toEqual(['EMAIL_TAKEN', 'done']);
  });

  it('is not taken by a link that is old, of before another change, cut, or of another hand', async () => {
    const user = await person();
    const [first, second] = [await linkFor(user, newEmail()), await linkFor(user, newEmail())];
    setClockOffset(LINK_HOURS * 3_600_000 + 1);
    expect(await stateOf(first)).toBe('expired');
    expect((await mutate('confirmEmail', { token: first }, user)).code).toBe('BAD_STATE');
    setClockOffset(0);
    await mutate('confirmEmail', { token: second }, user);
    expect(await stateOf(first)).toBe('NOT_FOUND');
    const third = await linkFor(user, newEmail());
    const [id = '', until = '', , signature = ''] = third.split('.');
    const forged = [id, until, Buffer.from('mallory@jahat.example').toString('base64url'), signature].join('.');
    const later = third.replace(until, String(Number(until) + 1));
    for (const token of [forged, later, third.slice(0, -1), `${third}x`, '', 'nonsense', 'a'.repeat(600)])
      expect(await stateOf(token), token).toBe('NOT_FOUND');
    expect(await stateOf(third)).toBe('open');
  });

  it('is not taken once more by a link that was used, after the address of before came back', async () => {
    const user = await person();
    const taken = await linkFor(user, newEmail());
    expect((await mutate('confirmEmail', { token: taken }, user)).code).toBeUndefined();
    expect((await mutate('confirmEmail', { token: await linkFor(user, user.email) }, user)).code).toBeUndefined();
    expect(await currentOf(user)).toMatchObject({ email: user.email });
    expect(await stateOf(taken)).toBe('used');
    expect((await mutate('confirmEmail', { token: taken }, user)).code).toBe('BAD_STATE');
    expect(await currentOf(user)).toMatchObject({ email: user.email });
  });

  it('is not taken by a link of before a new password', async () => {
    const user = await person();
    const link = await linkFor(user, newEmail());
    const password = 'another long password 7';
    expect((await mutate('changePassword', { current: user.password, password }, user)).code).toBeUndefined();
    expect(await stateOf(link)).toBe('NOT_FOUND');
    expect((await mutate('confirmEmail', { token: link }, user)).code).toBe('NOT_FOUND');
  });

  it('is taken at once where the service sends no mail, but not somebody else’s', async () => {
    const [user, other] = [await person(withoutMail), await person(withoutMail)];
    const email = newEmail();
    const change = (to: string) => mutate('changeEmail', { email: to, current: user.password }, user, withoutMail);
    expect((await change(other.email)).code).toBe('EMAIL_TAKEN');
    expect((await change(email)).data).toEqual({ state: 'changed' });
    expect(await currentOf(user, withoutMail)).toMatchObject({ email });
  });
});
