/** Funnels over REST: made, let run, paused, published, with the people inside; what they brought. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb, type SnapshotTx, type WorkspaceDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import { lookAtTestsJob } from '@/server/modules/automation/funnels/jobs';
import { stats } from '@/server/modules/automation/funnels/stats';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList, makeSegment } from '@/server/testing/factories/audience';
import { makeMarketingCampaign } from '@/server/testing/factories/content';
import { makeOrder } from '@/server/testing/factories/shops';
import { unique } from '@/server/testing/factories/unique';
import { runFunnels } from '@/server/testing/funnels';
import { auditOf, expectData, expectError } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let us: Tenant;
let offset = 0;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
});
afterEach(() => {
  offset = 0;
  setClockOffset(0);
});
const later = (ms: number): void => {
  offset += ms;
  setClockOffset(offset);
};
const run = () => runFunnels(server.services);
const call = (method: string, path: string, body?: object) =>
  server.call(us.key, method, `/api/v1/funnels${path}`, body === undefined ? {} : { body });
const post = (path: string, body: object = {}) => call('POST', path, body);
const data = async (answer: ReturnType<typeof call>, status = 200) => expectData(await answer, status);

const MAIL = { email: { subject: 'Halo', text: 'Halo' } };
const send = (id: string, next: string | null = null, config: object = {}) => ({
  id,
  kind: 'send' as const,
  config: { provider: 'email_p1' as const, content: MAIL, ...config },
  next,
});
const delay = (id: string, minutes: number, next: string | null = null) => ({
  id,
  kind: 'delay' as const,
  config: { minutes },
  next,
});
const manual = (...steps: FunnelDefinitionIn['steps']): FunnelDefinitionIn => ({ trigger: { type: 'manual' }, steps });
const make = async (definition: FunnelDefinitionIn): Promise<string> =>
  (await data(post('', { name: unique('Funnel '), definition }), 201)).id as string;
const people = async (count: number): Promise<string[]> => {
  const ids = [];
  for (let n = 0; n < count; n++) ids.push((await makeContact(server.services.database, us.accountId)).id);
  return ids;
};
const enrolmentsOf = async (id: string) =>
  (await data(call('GET', `/${id}/enrolments`))).data as Record<string, unknown>[];
/** With a channel, live, and with people in it. */
async function running(definition: FunnelDefinitionIn, count = 1) {
  await makeChannel(server.services, us.accountId);
  const id = await make(definition);
  await data(post(`/${id}/activate`));
  const contactIds = await people(count);
  await data(post(`/${id}/enroll`, { audience: { contactIds }, key: 'k' }));
  await run();
  return { id, contactIds };
}

describe('a definition', () => {
  it.each([
    ['no steps', { trigger: { type: 'manual' }, steps: [] }],
    ['two steps of one id', manual(send('a'), send('a'))],
    [
      'weights that are not 100',
      manual({
        id: 'x',
        kind: 'split',
        config: {
          variants: [
            { id: 'a', weight: 50 },
            { id: 'b', weight: 49 },
          ],
          metric: 'goal',
        },
      }),
    ],
    ['a window that never opens', { ...manual(send('a')), sendWindow: { days: [1], from: '08:00', to: '08:00' } }],
    ['an amount without its currency', { trigger: { type: 'abandoned_cart', minValue: 5 }, steps: [send('a')] }],
    ['a campaign of others', manual(mint({ marketingCampaignId: 'cunknown' }))],
  ])('with %s is refused', async (_what, definition) => {
    expectError(await post('', { name: 'x', definition }), 400, 'VALIDATION');
  });

  it('whose campaign is another workspace’s is refused, and one of our own is not', async () => {
    const theirs = await makeMarketingCampaign(server.services.database, server.theirs.accountId);
    const ours = await makeMarketingCampaign(server.services.database, us.accountId);
    expectError(
      await post('', { name: 'x', definition: manual(mint({ marketingCampaignId: theirs })) }),
      400,
      'VALIDATION',
    );
    await make(manual(mint({ marketingCampaignId: ours })));
  });

  it('says where a condition is wrong, and refuses codes that are worth nothing', async () => {
    const wrong = {
      match: 'all' as const,
      groups: [{ match: 'all' as const, conditions: [{ field: 'nothing', op: 'eq' as const, value: 1 }] }],
    };
    const inStep = manual({ id: 'q', kind: 'condition', config: { definition: wrong }, yes: null, no: null });
    expect(
      expectError(await post('', { name: 'x', definition: inStep }), 400, 'INVALID_DEFINITION').details,
    ).toMatchObject({
      path: 'steps.0.config.definition.groups.0.conditions.0',
    });
    const inEntry = { ...manual(send('a')), entry: wrong };
    expect(
      expectError(await post('', { name: 'x', definition: inEntry }), 400, 'INVALID_DEFINITION').details,
    ).toMatchObject({
      path: 'entry.groups.0.conditions.0',
    });
    expectError(await post('', { name: 'x', definition: manual(mint({ value: 101 })) }), 400, 'INVALID_VALUE');
    expectError(await post('', { name: 'x', definition: manual(mint({ scope: 'tags' })) }), 400, 'INVALID_SCOPE');
  });

  it('gets what it leaves out, and its name is taken', async () => {
    const made = await data(
      post('', { name: 'Cart', definition: { trigger: { type: 'manual' }, steps: [{ ...send('a'), id: undefined }] } }),
      201,
    );
    expect(made).toMatchObject({
      status: 'draft',
      version: 0,
      definition: {
        entry: null,
        reentry: { mode: 'once' },
        exits: [],
        goal: null,
        holdoutPercent: 0,
        start: 'step1',
        steps: [{ id: 'step1', next: null }],
      },
      problems: [],
      counts: { active: 0, completed: 0, exited: 0 },
    });
    expectError(await post('', { name: 'Cart', definition: manual(send('a')) }), 409, 'NAME_TAKEN');
  });
});

const mint = (config: object = {}) => ({
  id: 'c1',
  kind: 'mint_code' as const,
  config: { type: 'percent' as const, value: 10, currency: 'IDR', prefix: 'CART', expiresInHours: 48, ...config },
  next: null,
});

describe('before it runs', () => {
  it('a funnel is looked at in order: its problems, its channels, the plan', async () => {
    const id = await make({
      trigger: { type: 'list_added', listId: 'gone' },
      steps: [
        send('a', 'b'),
        send('b', 'a'),
        send('c', 'nowhere'),
        send('d', null, { content: { email: { subject: '' } } }),
      ],
    });
    const { problems } = expectError(await post(`/${id}/activate`), 400, 'INVALID_FUNNEL').details as {
      problems: { code: string; stepId: string | null }[];
    };
    expect(problems.map(({ code, stepId }) => `${code} ${stepId ?? ''}`.trim())).toEqual([
      'UNREACHABLE_STEP c',
      'UNREACHABLE_STEP d',
      'CYCLE a',
      'UNKNOWN_TARGET c',
      'UNKNOWN_LIST',
      'MISSING_CONTENT d',
    ]);
    const sound = await make(manual(send('a')));
    expect(expectError(await post(`/${sound}/activate`), 400, 'NO_CHANNEL').details).toEqual({
      providers: ['email_p1'],
    });
    await makeChannel(server.services, us.accountId);
    expect(await data(post(`/${sound}/activate`))).toMatchObject({ status: 'live', version: 1 });
    const audits = await auditOf(server, us.accountId);
    expect(await data(post(`/${sound}/activate`))).toMatchObject({ status: 'live', version: 1 });
    expect(await auditOf(server, us.accountId)).toEqual(audits);
    expectError(await post(`/${sound}/publish`), 409, 'BAD_STATE');
  });

  it('the plan has room for so many, and who is beyond it after a downgrade is held', async () => {
    us = await server.makeTenant({ plan: 'starter' });
    const ids = [];
    for (let n = 0; n < 6; n++) ids.push(await make(manual({ ...mint(), id: 'c' })));
    for (const id of ids.slice(0, 5)) await data(post(`/${id}/activate`));
    expect(expectError(await post(`/${ids[5] ?? ''}/activate`), 403, 'PLAN_LIMIT').details).toMatchObject({
      resource: 'funnels',
      limit: 5,
    });
    await prisma().subscription.updateMany({ where: { accountId: us.accountId }, data: { plan: 'free' } });
    const { funnels } = await data(call('GET', '?status=live'));
    expect(
      Object.fromEntries((funnels as { id: string; held: string | null }[]).map(({ id, held }) => [id, held])),
    ).toEqual(Object.fromEntries(ids.slice(0, 5).map((id, n) => [id, n === 0 ? null : 'PLAN_LIMIT'])));
    const [contactId = ''] = await people(1);
    expect(await data(post(`/${ids[1] ?? ''}/enroll`, { audience: { contactIds: [contactId] } }))).toEqual({
      enrolled: 0,
      skipped: { PLAN_LIMIT: 1 },
    });
  });

  it('recipes can run once there is a channel and a list', async () => {
    await makeChannel(server.services, us.accountId);
    await makeContactList(server.services.database, us.accountId);
    for (const country of ['ID', 'MY']) {
      await prisma().account.update({ where: { id: us.accountId }, data: { country } });
      const { recipes } = await data(call('GET', '/recipes'));
      expect(recipes).toHaveLength(5);
      for (const { name, definition } of recipes as { name: string; definition: FunnelDefinitionIn }[]) {
        const made = await data(post('', { name, definition }), 201);
        expect(made.problems).toEqual([]);
        expect(await data(post(`/${made.id as string}/activate`))).toMatchObject({ status: 'live' });
      }
    }
  });
});

describe('people are let in by hand', () => {
  it('once with a key, and the others are counted by the reason', async () => {
    const { id, contactIds } = await running(manual(send('a', 'd'), delay('d', 60)), 3);
    expect(await data(post(`/${id}/enroll`, { audience: { contactIds }, key: 'k' }))).toEqual({
      enrolled: 0,
      skipped: {},
    });
    expect(await data(post(`/${id}/enroll`, { audience: { contactIds } }))).toEqual({
      enrolled: 0,
      skipped: { INSIDE: 3 },
    });
    later(HOUR);
    await run();
    expect(await data(post(`/${id}/enroll`, { audience: { contactIds } }))).toEqual({
      enrolled: 0,
      skipped: { REENTRY: 3 },
    });
    // What let in nobody is in the audit log of nobody.
    const enrolls = (await auditOf(server, us.accountId)).filter(({ action }) => action === 'funnel.enroll');
    expect(enrolls.map((row) => row.data)).toMatchObject([{ enrolled: 3 }]);
    expectError(await post(`/${id}/enroll`, { audience: { contactIds: ['cunknown'] } }), 400, 'EMPTY_AUDIENCE');
    await data(post(`/${id}/pause`));
    expect(expectError(await post(`/${id}/enroll`, { audience: { contactIds } }), 409, 'BAD_STATE').details).toEqual({
      status: 'paused',
    });
  });

  it('once each, however many of the lists that are named they are on', async () => {
    await makeChannel(server.services, us.accountId);
    const id = await make(manual(send('a')));
    await data(post(`/${id}/activate`));
    const contactIds = await people(3);
    const list = async (...ids: string[]) =>
      (await makeContactList(server.services.database, us.accountId, { contactIds: ids })).id;
    const [one = '', two = '', three = ''] = contactIds;
    const listIds = [await list(one, two), await list(two, three), await list(one, two, three)];
    expect(await data(post(`/${id}/enroll`, { audience: { listIds } }))).toEqual({ enrolled: 3, skipped: {} });
    expect(await enrolmentsOf(id)).toHaveLength(3);
    expect(await data(post(`/${id}/enroll`, { audience: { listIds } }))).toEqual({
      enrolled: 0,
      skipped: { INSIDE: 3 },
    });
  });

  it('twice at once with one key let everybody in once', async () => {
    await makeChannel(server.services, us.accountId);
    const id = await make(manual(send('a')));
    await data(post(`/${id}/activate`));
    const contactIds = await people(20);
    await Promise.all(Array.from({ length: 4 }, () => post(`/${id}/enroll`, { audience: { contactIds }, key: 'k' })));
    expect(await enrolmentsOf(id)).toHaveLength(20);
    await run();
    expect(await prisma().marketingMessage.count({ where: { accountId: us.accountId, funnelId: id } })).toBe(20);
  });

  it('have a path, and are taken out', async () => {
    const { id } = await running(manual(send('a', 'd'), delay('d', 60)));
    const [one] = await enrolmentsOf(id);
    const eid = one?.id as string;
    expect(await data(call('GET', `/${id}/enrolments/${eid}`))).toMatchObject({
      status: 'active',
      stepId: 'd',
      waitingFor: 'time',
      path: [{ stepId: 'a', outcome: 'sent', messageId: expect.any(String) as string, reason: null }],
    });
    expect(await data(post(`/${id}/enrolments/${eid}/exit`, { reason: 'asked' }))).toMatchObject({
      status: 'exited',
      exitReason: 'asked',
    });
    expect(await data(post(`/${id}/enrolments/${eid}/exit`))).toMatchObject({ exitReason: 'asked' });
    expect(await data(call('GET', `/${id}`))).toMatchObject({ counts: { active: 0, completed: 0, exited: 1 } });
  });
});

describe('a pause', () => {
  const waits = manual(send('a', 'd'), delay('d', 60, 'b'), send('b'));
  const messages = async (id: string) =>
    (
      await prisma().marketingMessage.findMany({
        where: { accountId: us.accountId, funnelId: id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      })
    ).map(({ funnelStepId, status, lastError }) =>
      [funnelStepId, status, ...(lastError === null ? [] : [lastError])].join(' '),
    );

  it('takes back what waits, whose step is due again afterwards', async () => {
    const { id } = await running(waits);
    expect(await messages(id)).toEqual(['a queued']);
    await data(post(`/${id}/pause`));
    expect(await messages(id)).toEqual(['a skipped funnel paused']);
    expect(await enrolmentsOf(id)).toMatchObject([{ status: 'active', stepId: 'a' }]);
    later(HOUR);
    await run();
    expect(await messages(id)).toHaveLength(1);
    await data(post(`/${id}/activate`));
    await run();
    expect(await messages(id)).toEqual(['a skipped funnel paused', 'a queued']);
    expect(await enrolmentsOf(id)).toMatchObject([{ stepId: 'd' }]);
  });

  it('credits a goal that is reached in it to the last message that went out, to none it took back', async () => {
    const goal = { event: 'purchase' as const, withinDays: 7 };
    const both: FunnelDefinitionIn = { ...manual(send('a', 'd'), delay('d', 60, 'b'), send('b')), goal };
    const sent = (id: string) =>
      prisma().marketingMessage.updateMany({
        where: { accountId: us.accountId, funnelId: id },
        data: { status: 'sent', sentAt: now(), claimableAt: null },
      });
    const creditOf = (id: string) =>
      prisma().funnelEnrolment.findMany({ where: { accountId: us.accountId, funnelId: id } });
    const buy = async (id: string): Promise<void> => {
      for (const { contactId } of await creditOf(id))
        await systemDb(server.services.database, us.accountId).transaction((tx) =>
          fire(tx, [{ type: 'purchase', contactId, data: { checkoutSessionId: unique('co_') } }]),
        );
      await run();
    };
    const credited = async (id: string) => {
      const { steps: reported } = await data(call('GET', `/${id}/stats`));
      return Object.fromEntries(
        (reported as { id: string; converted: number }[]).map((step) => [step.id, step.converted]),
      );
    };
    const { id } = await running(both);
    await sent(id);
    later(61 * MINUTE);
    await run();
    expect(await messages(id)).toEqual(['a sent', 'b queued']);
    await data(post(`/${id}/pause`));
    await buy(id);
    expect(await creditOf(id)).toMatchObject([{ goalAt: expect.any(Date), lastSentStepId: 'a' }]);
    expect(await credited(id)).toMatchObject({ a: 1, b: 0 });
    await data(post(`/${id}/activate`));
    await run();
    expect(await credited(id)).toMatchObject({ a: 1, b: 0 });

    // The first is taken back as well, so nothing was sent before.
    const { id: early } = await running(both);
    await data(post(`/${early}/pause`));
    await buy(early);
    expect(await creditOf(early)).toMatchObject([{ goalAt: expect.any(Date), lastSentStepId: null }]);
  });

  it.each([
    ['shift', 'active', 1],
    ['run', 'completed', 2],
    ['exit', 'exited', 1],
  ])('ends with %s for those who were due in it', async (overdue, status, sent) => {
    const { id } = await running(waits);
    await prisma().marketingMessage.updateMany({
      where: { accountId: us.accountId, funnelId: id },
      data: { status: 'sent', sentAt: now(), claimableAt: null },
    });
    later(30 * MINUTE);
    await data(post(`/${id}/pause`));
    later(2 * HOUR);
    await data(post(`/${id}/activate`, { overdue }));
    later(20 * MINUTE);
    await run();
    expect(await enrolmentsOf(id)).toMatchObject([{ status }]);
    expect(await messages(id)).toHaveLength(sent);
    later(15 * MINUTE);
    await run();
    expect(await messages(id)).toHaveLength(overdue === 'exit' ? 1 : 2);
  });

  describe('after which a message has left already, while one before it still waits', () => {
    const mint = (id: string, next: string | null) => ({
      id,
      kind: 'mint_code' as const,
      config: { type: 'percent' as const, value: 10, currency: 'IDR', prefix: 'CODE', expiresInHours: 99 },
      next,
    });
    const sms = (id: string, next: string | null = null) =>
      send(id, next, { provider: 'sms_p1', content: { sms: { body: 'Halo {discountCode|}' } } });
    const metric = 'opened' as const;
    const variants = [
      { id: 'x', weight: 50, next: 'b' },
      { id: 'y', weight: 50, next: 'b' },
    ];
    const steps = manual(
      send('a', 'c'),
      mint('c', 'v'),
      { id: 'v', kind: 'split', config: { variants, metric } },
      sms('b', 'd'),
      delay('d', 60, 'e'),
      send('e'),
    );
    const codes = async () =>
      (await prisma().discountCode.findMany({ where: { accountId: us.accountId } })).map(({ code }) => code);
    const path = async (id: string) => {
      const [one] = await enrolmentsOf(id);
      const { path: left } = await data(call('GET', `/${id}/enrolments/${one?.id as string}`));
      return left as { stepId: string; outcome: string; at: string; messageId: string | null; reason: string | null }[];
    };
    const words = async (id: string) => (await path(id)).map(({ stepId, outcome }) => `${stepId} ${outcome}`);
    /** The SMS is opened by now, the e-mail waits for its channel. */
    const leaves = (id: string, funnelStepId = 'b') =>
      prisma().marketingMessage.updateMany({
        where: { accountId: us.accountId, funnelId: id, funnelStepId },
        data: { status: 'opened', sentAt: now(), openedAt: now(), claimableAt: null },
      });
    async function halfSent(definition = steps) {
      await makeChannel(server.services, us.accountId, { provider: 'sms_p1' });
      await makeChannel(server.services, us.accountId);
      const id = await make(definition);
      await data(post(`/${id}/activate`));
      const { id: contactId } = await makeContact(server.services.database, us.accountId, {
        phone: '+628123456789',
        phoneE164: '+628123456789',
      });
      await data(post(`/${id}/enroll`, { audience: { contactIds: [contactId] } }));
      await run();
      await leaves(id);
      return id;
    }
    const figures = async (id: string) => {
      const { steps: all } = await data(call('GET', `/${id}/stats`));
      return Object.fromEntries(
        (all as { id: string; reached: number; sent: number }[]).map((step) => [step.id, [step.reached, step.sent]]),
      );
    };

    it('makes neither message nor code once more, and counts nothing twice', async () => {
      const id = await halfSent();
      const before = await path(id);
      const [code] = await codes();
      later(10 * MINUTE);
      await data(post(`/${id}/pause`));
      // What has happened stays told.
      expect(await words(id)).toEqual(['c minted', 'b sent']);
      expect(await figures(id)).toEqual({ a: [1, 0], c: [1, 0], b: [1, 1] });
      later(HOUR);
      await data(post(`/${id}/activate`));
      await Promise.all([run(), run(), run()]);
      expect((await messages(id)).toSorted()).toEqual(['a queued', 'a skipped funnel paused', 'b opened']);
      expect(await codes()).toEqual([code]);
      const side = before.find(({ stepId }) => stepId === 'v')?.outcome ?? '';
      expect(await words(id)).toEqual(['a sent', 'c minted', `v ${side}`, 'b sent']);
      const after = await path(id);
      for (const stepId of ['b', 'c']) {
        const of = (all: typeof before) => all.find((step) => step.stepId === stepId);
        expect(of(after)).toEqual(of(before));
      }
      expect(await enrolmentsOf(id)).toMatchObject([{ stepId: 'd', waitingFor: 'time', discountCode: code }]);
      expect(await figures(id)).toEqual({ a: [1, 0], c: [1, 0], v: [1, 0], b: [1, 1], d: [1, 0] });
      // The message that was opened came after the split, as it had before.
      const { steps: reported } = await data(call('GET', `/${id}/stats`));
      const split = (reported as { id: string; variants: { variants: object[] } | null }[]).find(
        (step) => step.id === 'v',
      );
      expect(split?.variants?.variants).toContainEqual({ id: side, reached: 1, converted: 1, rate: 1 });
      later(59 * MINUTE);
      await run();
      expect(await messages(id)).toHaveLength(3);
      later(2 * MINUTE);
      await run();
      expect(await messages(id)).toHaveLength(4);
      expect(await enrolmentsOf(id)).toMatchObject([{ status: 'completed' }]);
    });

    it('again and again, and whoever leaves by it has the path of what they got', async () => {
      const id = await halfSent();
      for (let n = 0; n < 3; n++) {
        later(MINUTE);
        await data(post(`/${id}/pause`));
        await data(post(`/${id}/activate`, { overdue: 'run' }));
        if (n !== 1) await run();
      }
      expect((await messages(id)).toSorted()).toEqual([
        'a queued',
        'a skipped funnel paused',
        'a skipped funnel paused',
        'b opened',
      ]);
      expect(await codes()).toHaveLength(1);
      expect((await words(id)).filter((step) => !step.startsWith('v'))).toEqual(['a sent', 'c minted', 'b sent']);
      await data(post(`/${id}/pause`));
      later(MINUTE);
      await data(post(`/${id}/activate`, { overdue: 'exit' }));
      expect(await enrolmentsOf(id)).toMatchObject([{ status: 'exited', exitReason: 'overdue' }]);
      expect(await words(id)).toEqual(['c minted', 'b sent']);
    });

    it('also when the path that the release before left says nothing of the message', async () => {
      const id = await halfSent();
      await data(post(`/${id}/pause`));
      await prisma().funnelPassage.deleteMany({ where: { accountId: us.accountId, funnelId: id, stepId: 'b' } });
      await data(post(`/${id}/activate`));
      await run();
      expect((await messages(id)).toSorted()).toEqual(['a queued', 'a skipped funnel paused', 'b opened']);
      expect((await words(id)).filter((step) => step.startsWith('b'))).toEqual(['b sent']);
    });

    it('and one that the vendor may have, skipped or not, is not made anew', async () => {
      const id = await halfSent();
      await prisma().marketingMessage.updateMany({
        where: { accountId: us.accountId, funnelId: id, funnelStepId: 'b' },
        data: { status: 'skipped', sentAt: null, openedAt: null, doubtedAt: now() },
      });
      await data(post(`/${id}/pause`));
      await data(post(`/${id}/activate`));
      await run();
      expect((await messages(id)).toSorted()).toEqual(['a queued', 'a skipped funnel paused', 'b skipped']);
    });

    it('and one that comes back from the vendor meanwhile is made anew, in its turn', async () => {
      const id = await halfSent();
      const sms = { accountId: us.accountId, funnelId: id, funnelStepId: 'b' };
      const becomes = (from: string, changes: object) =>
        prisma().marketingMessage.updateMany({ where: { ...sms, status: from }, data: { ...changes, sentAt: null } });
      // In a worker's hands as the funnel is paused; the vendor has no time, and it waits when the funnel is paused again.
      await becomes('opened', { status: 'sending', openedAt: null });
      await data(post(`/${id}/pause`));
      expect(await words(id)).toEqual(['c minted', 'b sent']);
      await data(post(`/${id}/activate`));
      await becomes('sending', { status: 'queued' });
      await data(post(`/${id}/pause`));
      expect(await enrolmentsOf(id)).toMatchObject([{ stepId: 'a' }]);
      expect(await words(id)).toEqual(['c minted']);
      await data(post(`/${id}/activate`));
      await run();
      expect((await messages(id)).toSorted()).toEqual([
        'a queued',
        'a skipped funnel paused',
        'b queued',
        'b skipped funnel paused',
      ]);
      expect(await words(id)).toEqual(['a sent', 'c minted', expect.stringMatching(/^v [xy]$/) as string, 'b sent']);
      expect(await codes()).toHaveLength(1);
    });

    it('and a code that was taken from an earlier time stays the one that was sent', async () => {
      const id = await halfSent({ ...steps, reentry: { mode: 'always' } });
      const [code = ''] = await codes();
      await leaves(id, 'a');
      later(61 * MINUTE);
      await run();
      await leaves(id, 'e');
      const [{ contactId } = {}] = await enrolmentsOf(id);
      await data(post(`/${id}/enroll`, { audience: { contactIds: [contactId] } }));
      await run();
      const second = await prisma().marketingMessage.findMany({
        where: { accountId: us.accountId, funnelId: id, funnelStepId: 'b', status: 'queued' },
      });
      expect(second).toHaveLength(1);
      await leaves(id);
      // Too little of its time is left to take it anew, but it was told to them.
      later(80 * HOUR);
      await data(post(`/${id}/pause`));
      await data(post(`/${id}/activate`));
      await run();
      expect(await codes()).toEqual([code]);
      expect((await path(id)).find(({ stepId }) => stepId === 'c')).toMatchObject({ outcome: 'reused', reason: code });
    });

    it('and a version that leads back to it makes it no second time', async () => {
      const id = await halfSent(manual(sms('b', 'd'), mint('c', null), delay('d', 60, 'c')));
      await run();
      const definition = manual(delay('d', 1, 'c'), mint('c', 'b'), sms('b', 'e'), send('e'));
      await data(call('PATCH', `/${id}`, { definition }));
      await data(post(`/${id}/publish`, { inside: 'move' }));
      later(2 * MINUTE);
      await run();
      expect(await messages(id)).toEqual(['b opened', 'e queued']);
      expect(await words(id)).toEqual(['d waited', 'c minted', 'b sent', 'e sent']);
    });
  });

  it('at once with the worker: what moved before it stays, and nothing moves after it', async () => {
    const { id } = await running(manual(delay('d', 1, 'b'), send('b')), 30);
    later(2 * MINUTE);
    const [answer] = await Promise.all([post(`/${id}/pause`), run()]);
    expectData(answer);
    const before = await messages(id);
    await run();
    expect(await messages(id)).toEqual(before);
    expect(before.every((message) => message === 'b skipped funnel paused')).toBe(true);
    expect(await enrolmentsOf(id)).toHaveLength(30);
    expect((await enrolmentsOf(id)).every(({ status }) => status === 'active')).toBe(true);
  });
});

describe('a new version', () => {
  it('is for who comes after it; those inside stay on theirs', async () => {
    const { id } = await running(manual(delay('d', 60, 'a'), send('a')));
    expect(await data(call('PATCH', `/${id}`, { definition: manual(delay('d', 600, 'a'), send('a')) }))).toMatchObject({
      version: 1,
      draft: { steps: [{ config: { minutes: 600 } }, {}] },
    });
    expect(await data(post(`/${id}/publish`))).toMatchObject({ version: 2, draft: null });
    later(HOUR);
    await run();
    expect(await enrolmentsOf(id)).toMatchObject([{ version: 1, status: 'completed' }]);
  });

  it('takes those along who stand at a step that it has, counting a delay from when it began', async () => {
    const { id } = await running(manual(delay('d', 60, 'a'), send('a')), 2);
    const [gone] = await enrolmentsOf(id);
    await prisma().funnelEnrolment.updateMany({
      where: { accountId: us.accountId, id: gone?.id as string },
      data: { stepId: 'a', waitingFor: 'channel', dueAt: new Date(now().getTime() + 5 * DAY) },
    });
    later(30 * MINUTE);
    await data(call('PATCH', `/${id}`, { definition: manual(delay('d', 90, 'x'), send('x')) }));
    await data(post(`/${id}/publish`, { inside: 'move' }));
    const moved = await enrolmentsOf(id);
    expect(moved.map(({ version, stepId }) => `${version as number} ${stepId as string}`).sort()).toEqual([
      '1 a',
      '2 d',
    ]);
    later(50 * MINUTE);
    await run();
    expect((await enrolmentsOf(id)).filter(({ status }) => status === 'completed')).toEqual([]);
    later(11 * MINUTE);
    await run();
    expect((await enrolmentsOf(id)).filter(({ status }) => status === 'completed')).toMatchObject([{ version: 2 }]);
  });

  const seen = (text: string): FunnelDefinitionIn['steps'][number] => ({
    id: 'u',
    kind: 'update_contact',
    config: { attributes: { seen: text } },
  });
  const publish = async (id: string, definition: FunnelDefinitionIn) => {
    await data(call('PATCH', `/${id}`, { definition }));
    return await data(post(`/${id}/publish`));
  };

  it('with the same trigger loses no date since the last look; with another one what is past counts the next time', async () => {
    const minuteOf = (at: number): Date => new Date(Math.floor(at / MINUTE) * MINUTE);
    const made = (moment: Date) =>
      makeContact(server.services.database, us.accountId, {
        attributes: { day: moment.toISOString().slice(0, 10), timezone: 'Etc/UTC' },
      });
    const trigger = (moment: Date) =>
      ({ type: 'date', attribute: 'day', at: moment.toISOString().slice(11, 16) }) as const;
    // After the activation, and before what is published three minutes later.
    const moment = minuteOf(now().getTime() + 2 * MINUTE);
    const { id: contactId } = await made(moment);
    const id = await make({ trigger: trigger(moment), steps: [seen('1')] });
    await data(post(`/${id}/activate`));
    later(3 * MINUTE);
    await publish(id, { trigger: trigger(moment), steps: [seen('2')] });
    // The look is no later for it either.
    later(2 * MINUTE + 1_000);
    await run();
    expect(await enrolmentsOf(id)).toMatchObject([{ contactId, version: 2 }]);
    await publish(id, { trigger: trigger(moment), steps: [seen('3')] });
    later(6 * MINUTE);
    await run();
    expect(await enrolmentsOf(id)).toHaveLength(1);

    later(3 * MINUTE);
    const past = minuteOf(now().getTime() - MINUTE);
    await made(past);
    await publish(id, { trigger: trigger(past), steps: [seen('4')] });
    later(6 * MINUTE);
    await run();
    expect(await enrolmentsOf(id)).toHaveLength(1);
  });

  it('with the same segment lets in who came into it since the last look, in time and once', async () => {
    const match = 'all' as const;
    const conditions = [{ field: 'attributes.vip', op: 'eq' as const, value: true }];
    const segment = await makeSegment(server.services.database, us.accountId, {
      definition: { match, groups: [{ match, conditions }] },
    });
    const vip = () => makeContact(server.services.database, us.accountId, { attributes: { vip: true } });
    await vip();
    const trigger = { type: 'segment_entered' as const, segmentId: segment.id };
    const id = await make({ trigger, reentry: { mode: 'always' }, steps: [seen('1')] });
    await data(post(`/${id}/activate`));
    later(5 * MINUTE);
    const { id: contactId } = await vip();
    later(5 * MINUTE);
    await publish(id, { trigger, reentry: { mode: 'always' }, steps: [seen('2')] });
    later(5 * MINUTE + 1_000);
    await run();
    expect(await enrolmentsOf(id)).toMatchObject([{ contactId, version: 2 }]);
    await publish(id, { trigger, reentry: { mode: 'always' }, steps: [seen('3')] });
    later(16 * MINUTE);
    await run();
    expect(await enrolmentsOf(id)).toHaveLength(1);
  });

  it('is dropped with its draft, and ends with the archive, for good', async () => {
    const { id } = await running(manual(delay('d', 60, 'a'), send('a')));
    await data(call('PATCH', `/${id}`, { definition: manual(send('z')) }));
    expect(await data(call('PATCH', `/${id}`, { draft: null }))).toMatchObject({ draft: null, version: 1 });
    expect(await data(call('DELETE', `/${id}`))).toEqual({ id, status: 'archived' });
    expect(await enrolmentsOf(id)).toMatchObject([{ status: 'exited', exitReason: 'archived' }]);
    expect(await data(call('DELETE', `/${id}`))).toEqual({ id, status: 'archived' });
    expectError(await post(`/${id}/activate`), 409, 'BAD_STATE');
    expectError(await call('PATCH', `/${id}`, { name: 'x' }), 409, 'BAD_STATE');
    expect((await data(call('GET', ''))).funnels).toEqual([]);
  });
});

describe('figures', () => {
  it('tell who came, where they went, what they bought and what was given back', async () => {
    const { id, contactIds } = await running(
      {
        ...manual(
          send('a', 's'),
          {
            id: 's',
            kind: 'split',
            config: {
              variants: [
                { id: 'x', weight: 50, next: 'b' },
                { id: 'y', weight: 50, next: null },
              ],
              metric: 'goal',
            },
          },
          send('b'),
        ),
        holdoutPercent: 50,
        goal: { event: 'purchase', withinDays: 7 },
      },
      40,
    );
    const buyers = contactIds.slice(0, 10);
    for (const [n, contactId] of buyers.entries()) {
      const at = now();
      await prisma().purchase.create({
        data: {
          accountId: us.accountId,
          checkoutSessionId: `s${n}`,
          toldBy: 'fulfil',
          at,
          contactId,
          value: 1000n,
          currency: 'IDR',
          valueFrom: 'fulfil',
          createdAt: at,
          updatedAt: at,
        },
      });
      await prisma().domainEvent.create({
        data: {
          accountId: us.accountId,
          type: 'purchase',
          subjectId: contactId,
          data: { checkoutSessionId: `s${n}` },
          createdAt: at,
        },
      });
    }
    await run();
    const before = await data(call('GET', `/${id}/stats`));
    expect(before).toMatchObject({
      entered: 40,
      converted: 10,
      conversionRate: 0.25,
      revenueByCurrency: { IDR: 10_000 },
      completed: 40,
      active: 0,
      exited: {},
    });
    const { treated, held, treatedConverted, heldConverted } = before.holdout as Record<string, number>;
    expect([(treated ?? 0) + (held ?? 0), (treatedConverted ?? 0) + (heldConverted ?? 0)]).toEqual([40, 10]);
    const steps = before.steps as {
      id: string;
      reached: number;
      variants: { variants: { reached: number }[]; winner: string | null } | null;
    }[];
    expect(
      steps
        .find((step) => step.id === 's')
        ?.variants?.variants.map(({ reached }) => reached)
        .reduce((a, b) => a + b),
    ).toBe(40);
    expect(steps.find((step) => step.id === 's')?.variants?.winner).toBeNull();
    await prisma().purchase.updateMany({
      where: { accountId: us.accountId, checkoutSessionId: 's0' },
      data: { value: 400n },
    });
    expect(await data(call('GET', `/${id}/stats`))).toMatchObject({ revenueByCurrency: { IDR: 9_400 } });
    // Whoever's order is canceled bought, and brought nothing.
    const canceled = await makeOrder(server.services.database, us.accountId, { status: 'canceled', amount: 400n });
    await prisma().purchase.updateMany({
      where: { accountId: us.accountId, checkoutSessionId: 's0' },
      data: { orderId: canceled.id },
    });
    expect(await data(call('GET', `/${id}/stats`))).toMatchObject({
      converted: 10,
      revenueByCurrency: { IDR: 9_000 },
    });
    await lookAtTestsJob.run(server.services, {});
    const kept = await prisma().funnelTest.findMany({
      where: { accountId: us.accountId, funnelId: id },
      orderBy: { stepId: 'asc' },
    });
    expect(kept.map(({ stepId, version }) => [stepId, version])).toEqual([
      ['', 1],
      ['s', 1],
    ]);

    // Somebody converts after each statement of the answer: its figures are of one moment all the same.
    const db = systemDb(server.services.database, us.accountId);
    const converts = async (): Promise<void> => {
      const where = { accountId: us.accountId, funnelId: id };
      const next = await prisma().funnelEnrolment.findFirstOrThrow({ where: { ...where, goalAt: null } });
      await prisma().funnelEnrolment.update({
        where: { accountId_id: { accountId: us.accountId, id: next.id } },
        data: { goalAt: now(), goalValue: 100n, goalCurrency: 'IDR' },
      });
    };
    const busy = Object.create(db, {
      snapshot: {
        value: (work: (tx: SnapshotTx) => Promise<unknown>) =>
          db.snapshot((tx) =>
            work({
              ...tx,
              rows: async (...given) => {
                const rows = await tx.rows(...given);
                await converts();
                return rows;
              },
            }),
          ),
      },
    }) as WorkspaceDb;
    const { converted, holdout } = await stats(busy, { id, windowDays: 30, version: 0 });
    expect((holdout?.treatedConverted ?? 0) + (holdout?.heldConverted ?? 0)).toBe(converted);
    expect((await stats(db, { id, windowDays: 30, version: 0 })).converted).toBeGreaterThan(converted + 3);
  });

  it('of a split go by the messages after it where its metric asks for them, and tell where people stand', async () => {
    const variant = (to: string, weight: number) => ({ id: `to-${to}`, weight, next: to });
    const { id, contactIds } = await running(
      manual(
        send('before', 's'),
        {
          id: 's',
          kind: 'split',
          config: { variants: [variant('a', 50), variant('b', 50)], metric: 'clicked' },
        },
        send('a', 'd'),
        send('b', 'd'),
        delay('d', 60),
      ),
      30,
    );
    const where = { accountId: us.accountId, funnelId: id };
    const readAt = now();
    // A click on what came before the split is none of it; an opening is no click.
    await prisma().marketingMessage.updateMany({
      where: { ...where, funnelStepId: 'before' },
      data: { clickedAt: readAt },
    });
    await prisma().marketingMessage.updateMany({ where: { ...where, funnelStepId: 'b' }, data: { openedAt: readAt } });
    const clicked = await prisma().marketingMessage.findMany({ where: { ...where, funnelStepId: 'a' }, take: 4 });
    await prisma().marketingMessage.updateMany({
      where: { accountId: us.accountId, id: { in: clicked.map((each) => each.id) } },
      data: { clickedAt: readAt },
    });
    const { steps } = await data(call('GET', `/${id}/stats`));
    const step = (key: string) =>
      (steps as { id: string; reached: number; variants: { variants: object[] } | null }[]).find(
        (each) => each.id === key,
      );
    const onA = await prisma().funnelPassage.count({ where: { ...where, stepId: 's', outcome: 'to-a' } });
    expect(onA).toBeGreaterThan(4);
    expect(step('s')?.variants?.variants).toEqual([
      { id: 'to-a', reached: onA, converted: 4, rate: 4 / onA },
      { id: 'to-b', reached: 30 - onA, converted: 0, rate: 0 },
    ]);
    expect(step('d')).toMatchObject({ reached: contactIds.length });
  });
});
