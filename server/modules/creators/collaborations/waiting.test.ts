/** What waits for the merchant, and what creators learn (docs/contract/collaborations.md#unread), through the doors. */
import { describe, expect, it } from 'vitest';
import { now } from '@/server/platform/lib/clock';
import { makeAffiliate, makeBrief, makeCollaboration, makeCreator, makeProgram } from '@/server/testing/creators';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Answer } from '@/server/testing/server';
import { startSmtp } from '@/server/testing/smtp';
import { runJobs } from '@/server/testing/worker';

const smtp = await startSmtp();
const server = useServer({ SMTP_URL: smtp.url, MAIL_FROM: 'halo@laris.test' }, { pages: true });
const database = () => server.services.database;
const prisma = () => database().prisma;
const ours = () => server.ours.accountId;
const call = (method: string, path: string, body?: object): Promise<Answer> =>
  server.call(server.ours.key, method, `/api/v1${path}`, body === undefined ? {} : { body });
const rowOf = (id: string) => prisma().collaboration.findFirstOrThrow({ where: { id } });
const one = async (id: string) => expectData(await call('GET', `/collaborations/${id}`));
const portalOf = async (id: string) => new URL((await one(id)).portalUrl as string).pathname;
const post = async (id: string, fields: Record<string, string>): Promise<Answer> =>
  await server.fetch('POST', await portalOf(id), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
const act = async (id: string, fields: Record<string, string>): Promise<void> => {
  const answer = await post(id, fields);
  expect(answer.status, answer.text.slice(0, 400)).toBe(303);
};
const HAND_IN = { action: 'submit', deliverableId: 'd1', url: 'https://social.example/p/1', caption: '#ad' };
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
const payingBy = (programId: string) => ({
  compensation: { type: 'commission', amount: null, currency: null, programId },
});

describe('what a creator does', () => {
  it.each([
    ['writes', { action: 'write', text: 'Hello' }, {}],
    ['hands in', HAND_IN, {}],
    ['ends it', { action: 'end', sure: '1' }, {}],
    ['accepts', { action: 'accept' }, { status: 'invited', invitedAt: now(), acceptedAt: null }],
    ['declines', { action: 'decline' }, { status: 'invited', invitedAt: now(), acceptedAt: null }],
  ])('is unread when the creator %s, until somebody opens it', async (_, fields, data) => {
    const { id } = await makeCreator(database(), ours(), { data });
    expect((await one(id)).unreadAt).toBeUndefined();
    await act(id, fields);
    const { unreadAt } = await one(id);
    expect(unreadAt).toEqual(expect.any(String));
    // To look at it by the API changes nothing.
    expect((await one(id)).unreadAt).toBe(unreadAt);
    const read = () => call('POST', `/collaborations/${id}/read`, { seen: unreadAt });
    expect((expectData(await read()) as { unreadAt?: string }).unreadAt).toBeUndefined();
    expect((expectData(await read()) as { unreadAt?: string }).unreadAt).toBeUndefined();
  });

  it('later than what was seen stays unread', async () => {
    const { id } = await makeCreator(database(), ours());
    await act(id, { action: 'write', text: 'One' });
    const unreadAt = new Date(now().getTime() + 1);
    await prisma().collaboration.updateMany({ where: { id }, data: { unreadAt } });
    const seen = new Date(unreadAt.getTime() - 1).toISOString();
    expect(expectData(await call('POST', `/collaborations/${id}/read`, { seen }))).toMatchObject({
      unreadAt: unreadAt.toISOString(),
    });
  });

  it('is told by an application, comes first and alone in the list, and on Home', async () => {
    const tenant = await server.makeTenant();
    const campaignId = await makeBrief(database(), tenant.accountId);
    const old = new Date(now().getTime() - 60_000);
    const data = { createdAt: old, updatedAt: old };
    const quiet = await makeCreator(database(), tenant.accountId, { data });
    const writes = await makeCreator(database(), tenant.accountId, { data: { ...data, unreadAt: old } });
    const ids = async (query: string) => {
      const { data: rows } = expectData(await server.call(tenant.key, 'GET', `/api/v1/collaborations${query}`));
      return (rows as { id: string }[]).map(({ id }) => id);
    };
    expect(await ids('?unread=true')).toEqual([writes.id]);
    expect(await ids('?unread=false')).toEqual([quiet.id]);
    const applied = await makeCollaboration(database(), tenant.accountId, { campaignId }, { unreadAt: now() });
    expect(await ids('?unread=true')).toEqual([applied.id, writes.id]);
    const home = await trpc(server, 'query', 'insights.problems', undefined, { cookie: tenant.cookie });
    expect((home.data as { problems: object[] }).problems).toContainEqual({ kind: 'collaborations_unread', count: 2 });
    const theirs = await makeCreator(database(), server.theirs.accountId, { data: { unreadAt: now() } });
    expectError(
      await server.call(tenant.key, 'POST', `/api/v1/collaborations/${theirs.id}/read`, { body: {} }),
      404,
      'NOT_FOUND',
    );
  });

  it.each([
    ['a message', 'messages', { text: 'Hi' }, 201, 'accepted'],
    ['an approval', 'approve', {}, 200, 'in_review'],
    ['a change', 'request-changes', { feedback: 'Brighter' }, 200, 'in_review'],
    ['an acceptance', 'accept', {}, 200, 'applied'],
    ['a refusal', 'decline', {}, 200, 'applied'],
    ['an end', 'end', {}, 200, 'accepted'],
  ])('is answered by %s', async (_, path, body, status, from) => {
    const isApplied = from === 'applied';
    const { id } = await makeCreator(database(), ours(), {
      data: { ...(isApplied && { status: 'applied', acceptedAt: null }), unreadAt: now() },
    });
    if (from === 'in_review') await act(id, HAND_IN);
    const answer = expectData(await call('POST', `/collaborations/${id}/${path}`, body), status);
    if (path !== 'messages') expect(answer).not.toHaveProperty('unreadAt');
    expect((await rowOf(id)).unreadAt).toBeNull();
  });
});

describe('mails', () => {
  it('tell whoever applied that a brief is completed, a brief or a program archived, and none that stopped them', async () => {
    for (const [method, of] of [
      ['complete', 'campaigns'],
      ['DELETE', 'campaigns'],
      ['DELETE', 'programs'],
    ] as const) {
      const where =
        of === 'campaigns'
          ? { campaignId: await makeBrief(database(), ours()) }
          : { programId: await makeProgram(database(), ours()) };
      const applied = await makeCollaboration(database(), ours(), where);
      const stopped = await makeCollaboration(database(), ours(), where);
      const invited = await makeCollaboration(database(), ours(), where, { status: 'invited', invitedAt: now() });
      await prisma().creatorOptOut.create({ data: { accountId: ours(), email: stopped.email, createdAt: now() } });
      const path = `/${of}/${Object.values(where)[0] ?? ''}`;
      const move = () => (method === 'DELETE' ? call('DELETE', path) : call('POST', `${path}/complete`, {}));
      expectData(await move());
      expectData(await move());
      await runJobs(server.services);
      for (const { id } of [applied, stopped, invited]) expect((await rowOf(id)).status).toBe('declined');
      expect(mailsTo(applied.email)).toHaveLength(1);
      expect(smtp.lastTo(applied.email).headers.subject).toContain('lamaran');
      expect([mailsTo(stopped.email), mailsTo(invited.email)]).toEqual([[], []]);
    }
  });

  it('tell an affiliate that they are suspended, back and out, without the reason', async () => {
    const { id, email } = await makeAffiliate(database(), ours());
    const verb = async (path: string, body: object, subject: string) => {
      expect(expectData(await call('POST', `/collaborations/${id}/${path}`, body))).toMatchObject({ mailed: 'queued' });
      expect(expectData(await call('POST', `/collaborations/${id}/${path}`, body))).toMatchObject({ mailed: 'queued' });
      await runJobs(server.services);
      expect(smtp.lastTo(email).headers.subject).toContain(subject);
    };
    await verb('suspend', { reason: 'Buys by their own link' }, 'Dihentikan');
    expect(smtp.lastTo(email).parts[0]!.text).not.toContain('Buys by');
    await verb('reinstate', {}, 'aktif kembali');
    await verb('end', {}, 'berakhir');
    expect(mailsTo(email)).toHaveLength(3);
  });

  it('tell affiliates that their program was archived; nobody who ends it themselves', async () => {
    const { id, email, programId } = await makeAffiliate(database(), ours());
    const leaver = await makeAffiliate(database(), ours(), { programId });
    await act(leaver.id, { action: 'end', sure: '1' });
    expectData(await call('DELETE', `/programs/${programId}`));
    await runJobs(server.services);
    expect((await rowOf(id)).status).toBe('ended');
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(leaver.email)).toHaveLength(0);
  });
});

it('of a brief that is completed at the moment an application is accepted, one of the two is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const campaignId = await makeBrief(database(), ours());
    const { id } = await makeCollaboration(database(), ours(), { campaignId });
    const [completed, accepted] = await Promise.all([
      call('POST', `/campaigns/${campaignId}/complete`, {}),
      call('POST', `/collaborations/${id}/accept`, {}),
    ]);
    const statuses = [completed.status, accepted.status].sort();
    expect(statuses).toEqual([200, 409]);
    expect((await rowOf(id)).status).toBe(accepted.status === 200 ? 'accepted' : 'declined');
  }
});

describe('a brief whose program is archived', () => {
  const archived = async (data: object = {}) => {
    const programId = await makeProgram(database(), ours(), { status: 'archived' });
    return await makeBrief(database(), ours(), { ...payingBy(programId), ...data });
  };
  const page = async (path: string) => await server.fetch('GET', path, { headers: { 'user-agent': 'Mozilla/5.0' } });

  it('says so, and is published and offered to nobody', async () => {
    const title = unique('Gone ');
    const id = await archived({ title });
    expect(expectData(await call('GET', `/campaigns/${id}`))).toMatchObject({ takesNobody: 'PROGRAM_ARCHIVED' });
    expect((await page(`/c/${ours()}`)).text).not.toContain(title);
    expect((await page(`/c/${ours()}/${id}`)).status).toBe(404);
    const creator = { name: 'Sari', email: `${unique('sari')}@creators.test` };
    const applied = await call('POST', `/campaigns/${id}/applications`, { ...creator, consent: true });
    expect(applied.status).not.toBe(201);
    expect(await prisma().application.count({ where: { email: creator.email } })).toBe(0);
    expect(
      expectError(await call('POST', '/collaborations', { campaignId: id, creator }), 409, 'BAD_STATE').details,
    ).toMatchObject({ reason: 'PROGRAM_ARCHIVED' });
    const programId = await makeProgram(database(), ours());
    expect(expectData(await call('PATCH', `/campaigns/${id}`, payingBy(programId)))).not.toHaveProperty('takesNobody');
    expect((await page(`/c/${ours()}/${id}`)).status).toBe(200);
  });

  it('asks whoever was invited for no answer', async () => {
    const programId = await makeProgram(database(), ours());
    const campaignId = await makeBrief(database(), ours(), payingBy(programId));
    const { id } = await makeCollaboration(database(), ours(), { campaignId }, { status: 'invited', invitedAt: now() });
    expect((await page(await portalOf(id))).text).toContain('value="accept"');
    await prisma().program.updateMany({ where: { id: programId }, data: { status: 'archived' } });
    const { text } = await page(await portalOf(id));
    expect(text).not.toContain('value="accept"');
    expect(text).toContain('no longer accept this invitation');
  });
});

describe('pieces', () => {
  it('that wait beside one that was sent back are judged by themselves', async () => {
    const two = [{ id: 'd1', platform: 'social_p2', format: 'reel', quantity: 2, notes: null }];
    const { id } = await makeCreator(database(), ours(), { terms: { deliverables: two } });
    const handIn = async () => {
      await act(id, HAND_IN);
      return (await prisma().submission.findMany({ where: { collaborationId: id }, orderBy: { id: 'asc' } })).map(
        (each) => each.id,
      );
    };
    const [first] = await handIn();
    const second = (await handIn()).find((each) => each !== first)!;
    const third = (await handIn()).find((each) => each !== first && each !== second)!;
    const verb = (path: string, body: object) => call('POST', `/collaborations/${id}/${path}`, body);
    const back = { submissionIds: [first], feedback: 'Brighter.' };
    expect(expectData(await verb('request-changes', back))).toMatchObject({ status: 'changes_requested' });
    // What the routes refused before they refuse still: all that wait, where a change was asked for.
    expectError(await verb('approve', {}), 409, 'BAD_STATE');
    expectError(await verb('approve', { submissionIds: [first] }), 409, 'BAD_STATE');
    expectError(await verb('request-changes', { feedback: 'Other' }), 409, 'BAD_STATE');
    expect(expectData(await verb('approve', { submissionIds: [second] }))).toMatchObject({
      status: 'changes_requested',
    });
    expect(expectData(await verb('approve', { submissionIds: [third] }))).toMatchObject({ status: 'approved' });
  });
});

describe('bank details', () => {
  it('are asked for where a statement is made of them only', async () => {
    const { id } = await makeCreator(database(), ours());
    const page = await server.fetch('GET', await portalOf(id), {});
    expect(page.text).not.toContain('name="bank"');
    expect((await post(id, { action: 'bank', bank: 'BCA 123' })).status).toBe(409);
    expect((await rowOf(id)).bankDetails).toBeNull();
  });
});
