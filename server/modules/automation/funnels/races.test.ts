/** What happens to people in funnels at the same time (docs/contract/funnels.md#two-workers): delivery, purchases, pauses, versions. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { fire } from '@/server/platform/outbox/triggers';
import { setClockOffset } from '@/server/platform/lib/clock';
import { ADAPTERS } from '@/server/modules/messaging/adapters/adapters';
import type { Outcome } from '@/server/platform/vendors/provider';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact, makeContactList } from '@/server/testing/factories/audience';
import { unique } from '@/server/testing/factories/unique';
import { runFunnels } from '@/server/testing/funnels';
import { eventually, expectData } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';
import { startDelivery } from '@/server/modules/messaging/broadcasts/delivery/delivery';
import { leadAll } from '@/server/modules/automation/funnels/worker/dispatcher';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;

let us: Tenant;
beforeEach(async () => {
  us = await server.makeTenant({ plan: 'scale' });
  await makeChannel(server.services, us.accountId, { provider: 'email_p1' });
});
afterEach(async () => {
  setClockOffset(0);
  // What a test leaves in the queue is nobody else's.
  await prisma().marketingMessage.updateMany({ data: { claimableAt: null } });
});

const post = async (path: string, body: object = {}, status = 200) =>
  expectData(await server.call(us.key, 'POST', `/api/v1/funnels${path}`, { body }), status);

const send = (id: string, next: string | null = null, text = 'Halo') => ({
  id,
  kind: 'send' as const,
  config: { provider: 'email_p1' as const, content: { email: { subject: 'Halo', text } } },
  next,
});
const delay = (id: string, minutes: number, next: string | null = null) => ({
  id,
  kind: 'delay' as const,
  config: { minutes },
  next,
});
const live = async (definition: Omit<FunnelDefinitionIn, 'trigger'>): Promise<string> => {
  const whole = { trigger: { type: 'manual' as const }, ...definition };
  const { id } = await post('', { name: unique('Funnel '), definition: whole }, 201);
  await post(`/${id}/activate`);
  return id as string;
};
const people = async (count: number): Promise<string[]> => {
  const ids = [];
  for (let n = 0; n < count; n++) ids.push((await makeContact(server.services.database, us.accountId)).id);
  return ids;
};
const enrolments = (funnelId: string) =>
  prisma().funnelEnrolment.findMany({ where: { accountId: us.accountId, funnelId } });
const messages = (funnelId: string) =>
  prisma().marketingMessage.findMany({ where: { accountId: us.accountId, funnelId } });
const buy = (contactIds: readonly string[]) =>
  systemDb(server.services.database, us.accountId).transaction((tx) =>
    fire(
      tx,
      contactIds.map((contactId) => ({
        type: 'purchase' as const,
        contactId,
        data: { checkoutSessionId: unique('s') },
      })),
    ),
  );

/** A vendor that notes when each message came, and keeps it as long as the test wants. */
function vendor(hold: (recipient: string) => Promise<void>, refuse: () => Outcome | undefined = () => undefined) {
  const began: { recipient: string; at: number }[] = [];
  const delivery = startDelivery({
    services: server.services,
    transport: server.services.transport,
    rateOf: () => null,
    concurrency: 4,
    timing: { idleMs: 10 },
    adapterOf: (provider) => ({
      ...ADAPTERS[provider],
      async send(message) {
        began.push({ recipient: message.recipient, at: performance.now() });
        await hold(message.recipient);
        return refuse() ?? { kind: 'accepted', providerMessageId: unique('vendor-') };
      },
    }),
  });
  return { began, stop: () => delivery.stop() };
}
const settled = async (funnelId: string): Promise<void> =>
  await eventually(async () => {
    const left = (await messages(funnelId)).filter(({ status }) => ['queued', 'sending'].includes(status));
    expect(left).toEqual([]);
  });

it('of fifty calls with one key at once each lets in nobody twice, and all of them together everybody', async () => {
  const id = await live({ steps: [send('a')] });
  const contactIds = await people(20);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post(`/${id}/enroll`, { audience: { contactIds }, key: 'once' })),
  );
  const enrolled = answers.map((answer) => answer.enrolled as number);
  expect(enrolled.reduce((sum, each) => sum + each, 0)).toBe(20);
  // A repetition is in no figure.
  for (const { skipped } of answers) expect(skipped).toEqual({});
  expect(await enrolments(id)).toHaveLength(20);
  await Promise.all([leadAll(server.services), leadAll(server.services), leadAll(server.services)]);
  expect((await messages(id)).map(({ contactId }) => contactId).sort()).toEqual(contactIds.toSorted());
});

describe('a purchase', () => {
  it('that comes while the vendor has the message takes it back no more; the next one is not made', async () => {
    const id = await live({ exits: ['purchase'], steps: [send('a', 'd'), delay('d', 60, 'b'), send('b')] });
    const [contactId = ''] = await people(1);
    await post(`/${id}/enroll`, { audience: { contactIds: [contactId] } });
    await runFunnels(server.services);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { began, stop } = vendor(() => held);
    try {
      await eventually(async () => Promise.resolve(expect(began).toHaveLength(1)));
      await buy([contactId]);
      await runFunnels(server.services);
      expect(await enrolments(id)).toMatchObject([{ status: 'exited', exitReason: 'purchase' }]);
      release();
      await settled(id);
    } finally {
      release();
      await stop();
    }
    setClockOffset(2 * 60 * MINUTE);
    await runFunnels(server.services);
    expect(await messages(id)).toMatchObject([{ funnelStepId: 'a', status: 'sent' }]);
    expect(began).toHaveLength(1);
  });

  it('at once with delivery: each message is given once, or skipped because they left', async () => {
    const id = await live({ exits: ['purchase'], steps: [send('a', 'd'), delay('d', 60)] });
    const contactIds = await people(60);
    await post(`/${id}/enroll`, { audience: { contactIds } });
    await runFunnels(server.services);
    const { began, stop } = vendor(() => new Promise((resolve) => setTimeout(resolve, 2)));
    for (let from = 0; from < contactIds.length; from += 10) {
      await buy(contactIds.slice(from, from + 10));
      await runFunnels(server.services);
    }
    await settled(id);
    await stop();
    expect((await enrolments(id)).every(({ exitReason }) => exitReason === 'purchase')).toBe(true);
    const all = await messages(id);
    expect(all).toHaveLength(60);
    const sent = all.filter(({ status }) => status === 'sent');
    const skipped = all.filter(({ status }) => status === 'skipped');
    expect(sent.length + skipped.length).toBe(60);
    expect(new Set(skipped.map(({ lastError }) => lastError))).toEqual(
      new Set(skipped.length === 0 ? [] : ['left the funnel: purchase']),
    );
    // The vendor has what is sent, and nothing else.
    expect(began.map(({ recipient }) => recipient).sort()).toEqual(sent.map(({ recipient }) => recipient).sort());
  });
});

it('once a pause has answered nothing is handed over; what waited goes after it, once', async () => {
  const id = await live({ steps: [send('a')] });
  const contactIds = await people(120);
  await post(`/${id}/enroll`, { audience: { contactIds } });
  await runFunnels(server.services);
  const { began, stop } = vendor(() => new Promise((resolve) => setTimeout(resolve, 5)));
  try {
    await eventually(async () => Promise.resolve(expect(began.length).toBeGreaterThan(5)));
    await post(`/${id}/pause`);
    const answered = performance.now();
    await settled(id);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(began.filter(({ at }) => at > answered)).toEqual([]);
    const given = began.length;
    expect(given).toBeLessThan(120);
    const waiting = (await enrolments(id)).filter(({ status }) => status === 'active');
    expect(waiting).toHaveLength(120 - given);
    expect(new Set(waiting.map(({ stepId }) => stepId))).toEqual(new Set(['a']));
    await post(`/${id}/activate`, { overdue: 'run' });
    await runFunnels(server.services);
    await settled(id);
  } finally {
    await stop();
  }
  expect(new Set(began.map(({ recipient }) => recipient)).size).toBe(120);
  expect(began).toHaveLength(120);
  const sent = (await messages(id)).filter(({ status }) => status === 'sent');
  expect(new Set(sent.map(({ enrolmentId }) => enrolmentId)).size).toBe(120);
  expect((await enrolments(id)).every(({ status }) => status === 'completed')).toBe(true);
});

it('what a vendor has no time for as its funnel is paused goes after the pause, once', async () => {
  const id = await live({ steps: [send('a', 'd'), delay('d', 60)] });
  const [contactId = ''] = await people(1);
  await post(`/${id}/enroll`, { audience: { contactIds: [contactId] } });
  await runFunnels(server.services);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let isBusy = true;
  const { began, stop } = vendor(
    () => held,
    () => (isBusy ? { kind: 'retry', reason: 'busy', afterMs: 1 } : undefined),
  );
  try {
    await eventually(async () => Promise.resolve(expect(began).toHaveLength(1)));
    await post(`/${id}/pause`);
    expect(await enrolments(id)).toMatchObject([{ stepId: 'd' }]);
    release();
    await eventually(async () => {
      expect(await messages(id)).toMatchObject([{ status: 'skipped', lastError: 'funnel paused' }]);
    });
    isBusy = false;
    await post(`/${id}/activate`);
    expect(await enrolments(id)).toMatchObject([{ stepId: 'a' }]);
    await runFunnels(server.services);
    await settled(id);
  } finally {
    release();
    await stop();
  }
  expect((await messages(id)).map(({ status }) => status).sort()).toEqual(['sent', 'skipped']);
  expect(began).toHaveLength(2);
  expect(await enrolments(id)).toMatchObject([{ stepId: 'd' }]);
});

it('a version that is published while two workers lead people takes along who waits, and each is written to once', async () => {
  const steps = (text: string, minutes: number) => [
    delay('d', minutes, 'a'),
    send('a', 'e', text),
    delay('e', 10, 'b'),
    send('b', null, text),
  ];
  const id = await live({ steps: steps('old', 10) });
  const contactIds = await people(200);
  await post(`/${id}/enroll`, { audience: { contactIds } });
  await runFunnels(server.services);
  setClockOffset(11 * MINUTE);
  const definition = { trigger: { type: 'manual' }, steps: steps('new', 10) };
  expectData(await server.call(us.key, 'PATCH', `/api/v1/funnels/${id}`, { body: { definition } }));
  await Promise.all([leadAll(server.services), post(`/${id}/publish`, { inside: 'move' }), leadAll(server.services)]);
  await leadAll(server.services);
  // All wait at the second delay by now, whichever version brought them there, and are on the new one.
  const inside = await enrolments(id);
  expect(new Set(inside.map(({ version, stepId }) => `${version} ${stepId}`))).toEqual(new Set(['2 e']));
  setClockOffset(30 * MINUTE);
  await Promise.all([leadAll(server.services), leadAll(server.services)]);
  expect((await enrolments(id)).every(({ status }) => status === 'completed')).toBe(true);
  const made = await messages(id);
  expect(made).toHaveLength(400);
  expect(new Set(made.map(({ enrolmentId, funnelStepId }) => `${enrolmentId} ${funnelStepId}`)).size).toBe(400);
  // What comes after the publishing is the new version's.
  const { contents } = await prisma().funnelVersion.findFirstOrThrow({
    where: { accountId: us.accountId, funnelId: id, version: 2 },
  });
  const { contentId } = (contents as Record<string, { contentId: string }>).b ?? {};
  expect(new Set(made.filter(({ funnelStepId }) => funnelStepId === 'b').map((each) => each.contentId))).toEqual(
    new Set([contentId]),
  );
});

describe('with onePerAddress, of several contacts with one address', () => {
  const steps: FunnelDefinitionIn['steps'] = [
    send('a', 'l'),
    { id: 'l', kind: 'list', config: { add: 'list' }, next: 'b' },
    send('b'),
  ];
  const onList = (listId: string) =>
    steps.map((step) => (step.kind === 'list' ? { ...step, config: { add: listId } } : step));
  const family = async (email: string, count: number): Promise<string[]> => {
    const ids: string[] = [];
    // E-mail and phone together say who somebody is: each has a phone of their own.
    for (let n = 0; n < count; n++)
      ids.push(
        (await makeContact(server.services.database, us.accountId, { email, phone: `+62812000010${String(n)}` })).id,
      );
    // The last that was made is the oldest.
    for (const [age, id] of ids.toReversed().entries())
      await prisma().contact.updateMany({ where: { id }, data: { createdAt: new Date(2020, 1, age + 1) } });
    return ids;
  };
  const enroll = (id: string, contactIds: string[]) => post(`/${id}/enroll`, { audience: { contactIds } });
  const writtenTo = async (id: string) =>
    (await messages(id)).map(({ funnelStepId, contactId }) => `${funnelStepId} ${contactId}`).sort();
  const skipped = async (id: string) => {
    const { steps: figures } = expectData(await server.call(us.key, 'GET', `/api/v1/funnels/${id}/stats`)) as {
      steps: { id: string; skipped: Record<string, number> }[];
    };
    return Object.fromEntries(figures.map((step) => [step.id, step.skipped]));
  };

  it('writes to the oldest of a batch, to nobody else within 24 hours, and lets the others go on', async () => {
    const list = await makeContactList(server.services.database, us.accountId);
    const id = await live({ onePerAddress: true, reentry: { mode: 'always' }, steps: onList(list.id) });
    const email = `${unique('toko')}@example.test`;
    const [late, third, second, oldest] = (await family(email, 4)) as [string, string, string, string];
    const [other] = (await people(1)) as [string];
    await enroll(id, [third, second, oldest, other]);
    await runFunnels(server.services);
    const first = [`a ${oldest}`, `a ${other}`, `b ${oldest}`, `b ${other}`].sort();
    expect(await writtenTo(id)).toEqual(first);
    expect(await skipped(id)).toMatchObject({ a: { SAME_ADDRESS: 2 }, b: { SAME_ADDRESS: 2 } });
    expect((await enrolments(id)).map(({ status }) => status)).toEqual(Array(4).fill('completed'));
    setClockOffset(23 * 60 * MINUTE);
    // A contact that comes again is no other one.
    await enroll(id, [late, other]);
    await runFunnels(server.services);
    expect(await writtenTo(id)).toEqual([...first, `a ${other}`, `b ${other}`].sort());
    setClockOffset(25 * 60 * MINUTE);
    await enroll(id, [late]);
    await runFunnels(server.services);
    expect(await writtenTo(id)).toEqual([...first, `a ${other}`, `b ${other}`, `a ${late}`, `b ${late}`].sort());
  });

  it('writes to each without it, as before', async () => {
    const list = await makeContactList(server.services.database, us.accountId);
    const id = await live({ steps: onList(list.id) });
    const ids = await family(`${unique('toko')}@example.test`, 2);
    await enroll(id, ids);
    await runFunnels(server.services);
    expect(await messages(id)).toHaveLength(4);
  });

  it('writes once while another worker has made the message and not ended yet', async () => {
    const list = await makeContactList(server.services.database, us.accountId);
    const id = await live({ onePerAddress: true, steps: onList(list.id) });
    const [first, second] = (await family(`${unique('toko')}@example.test`, 2)) as [string, string];
    await enroll(id, [first]);
    const worker = await prisma().$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT FROM "ContactList" WHERE "accountId" = ${us.accountId} AND id = ${list.id} FOR UPDATE`;
        const leading = leadAll(server.services);
        await eventually(async () => {
          const waiting = await prisma().$queryRaw<unknown[]>`
            SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%"ContactList"%FOR NO KEY UPDATE'`;
          expect(waiting).toHaveLength(1);
        });
        await enroll(id, [second]);
        await leadAll(server.services);
        // Held up by nobody's row: the funnel itself is in the other worker's hands.
        expect(await enrolments(id)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
        return { leading };
      },
      { timeout: 60_000 },
    );
    await worker.leading;
    await runFunnels(server.services);
    expect(await writtenTo(id)).toEqual([`a ${first}`, `b ${first}`]);
    expect(await skipped(id)).toMatchObject({ a: { SAME_ADDRESS: 1 }, b: { SAME_ADDRESS: 1 } });
  });
});
