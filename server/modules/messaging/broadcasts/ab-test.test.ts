/** The test of a broadcast (docs/contract/broadcasts.md#tests): what it refuses, whom it draws, how it ends, and who ends it. */
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { ProviderId } from '@/server/platform/vendors/provider-ids';
import { shareInSql } from '@/server/modules/messaging/broadcasts/ab-split';
import { verdictOn } from '@/server/modules/messaging/broadcasts/ab-verdict';
import { AB_LIMITS, shareOf } from '@/server/modules/messaging/broadcasts/vocabulary';
import { startAbEnds } from '@/server/modules/messaging/broadcasts/delivery/ab-ends';
import { makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { auditOf, eventually, expectData, expectError, trpc } from '@/server/testing/http';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;
const running: { stop(): Promise<void> }[] = [];
const startWorker = () => void running.push(startAbEnds(server.services, { everyMs: 30 }));
afterEach(() => Promise.all(running.splice(0).map((worker) => worker.stop())));

const call = (method: string, path: string, body?: unknown, tenant: Tenant = server.ours) =>
  server.call(tenant.key, method, `/api/v1/broadcasts${path}`, body === undefined ? {} : { body });
const get = async (id: string) => expectData(await call('GET', `/${id}`));
const end = (id: string, body: object = {}) => call('POST', `/${id}/test/end`, body);
const figures = async (id: string) =>
  trpc(server, 'query', 'broadcasts.testFigures', { id }, { cookie: server.ours.cookie });

const people = async (count: number, address: { email?: null; phoneE164?: null } = {}): Promise<string[]> => {
  const at = new Date();
  const rows = await prisma().contact.createManyAndReturn({
    data: Array.from({ length: count }, (_, n) => ({
      accountId: server.ours.accountId,
      identityHash: unique('h'),
      email: `${unique('a')}@example.test`,
      phoneE164: `+6281${String(1e9 + n)}`,
      createdAt: at,
      updatedAt: at,
      ...address,
    })),
    select: { id: true },
  });
  return rows.map(({ id }) => id);
};

const TEST = { variants: [{}, { subject: 'Other' }], share: 20, metric: 'opened', hours: 4 };
const EMAIL = { subject: 'Own', html: '<p>Own</p>', text: 'Own' };

interface Made {
  people?: number;
  contactIds?: string[];
  providers?: ProviderId[];
  test?: object | null;
  content?: object;
}
const make = async ({
  people: count = 100,
  contactIds,
  providers = ['email_p1'],
  test = TEST,
  content = { email: EMAIL },
}: Made = {}): Promise<string> => {
  for (const provider of providers) await makeChannel(server.services, server.ours.accountId, { provider });
  const audience = { contactIds: contactIds ?? (await people(count)) };
  return expectData(await call('POST', '', { name: unique('B'), providers, content, audience, test }), 201).id;
};
const sent = async (options: Made = {}): Promise<string> => {
  const id = await make(options);
  expectData(await call('POST', `/${id}/send`));
  return id;
};
const messages = (campaignId: string) =>
  prisma().marketingMessage.findMany({ where: { campaignId }, orderBy: { id: 'asc' } });
const sizes = (rows: readonly { variant: number | null }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { variant } of rows) counts[String(variant)] = (counts[String(variant)] ?? 0) + 1;
  return counts;
};
const subjectsOf = async (rows: readonly { contentId: string }[]): Promise<string[]> => {
  const contents = await prisma().messageContent.findMany({ where: { id: { in: rows.map((row) => row.contentId) } } });
  return [...new Set(contents.map(({ content }) => (content as { subject: string }).subject))].sort();
};
/** As a vendor would tell it. */
const react = async (id: string, opened: readonly number[], clicked: readonly number[] = []): Promise<void> => {
  const at = new Date();
  for (const [variant, hits] of opened.entries()) {
    const rows = await prisma().marketingMessage.findMany({
      where: { campaignId: id, variant },
      orderBy: { id: 'asc' },
    });
    const clicks = clicked[variant] ?? 0;
    const ids = (from: number, to?: number) => ({ id: { in: rows.slice(from, to).map((row) => row.id) } });
    await prisma().marketingMessage.updateMany({
      where: { campaignId: id, variant },
      data: { status: 'sent', sentAt: at, claimableAt: null },
    });
    await prisma().marketingMessage.updateMany({ where: ids(0, hits), data: { status: 'opened', openedAt: at } });
    await prisma().marketingMessage.updateMany({ where: ids(0, clicks), data: { status: 'clicked', clickedAt: at } });
  }
};
const hoursAreOver = (id: string) =>
  prisma().broadcast.updateMany({ where: { id }, data: { testEndsAt: new Date(Date.now() - 1_000) } });

describe('the field', () => {
  it('is stored with its blocks compiled, answered, changed and taken back', async () => {
    const blocks = { subject: 'B', blocks: [{ kind: 'text', body: 'Some <b>words</b>' }] };
    const id = await make({ test: { ...TEST, variants: [{}, { content: { email: { blocks } } }] } });
    const { test, testEndsAt } = await get(id);
    expect(test.variants[1].content.email).toMatchObject({
      subject: 'B',
      html: expect.stringContaining('Some &lt;b&gt;words') as string,
    });
    expect(testEndsAt).toBeUndefined();
    expect(expectData(await call('PATCH', `/${id}`, { test: TEST })).test).toEqual(TEST);
    expect(expectData(await call('PATCH', `/${id}`, { test: null }))).not.toHaveProperty('test');
  });

  it.each([
    ['variants', [{}]],
    ['variants', [{}, {}, {}, {}, {}]],
    ['variants.1.subject', [{}, { subject: ' ' }]],
    ['variants.1.subject', [{}, { subject: 'x'.repeat(256) }]],
    ['variants', Array.from({ length: 4 }, () => ({ content: { email: { html: 'x'.repeat(150 * 1024) } } }))],
    ['share', 4],
    ['share', 51],
    ['share', 12.5],
    ['hours', 0],
    ['hours', 73],
    ['metric', 'sold'],
  ])('refuses %s', async (path, value) => {
    const key = path.split('.')[0] ?? '';
    const refused = await call('POST', '', { name: 'n', providers: ['email_p1'], test: { ...TEST, [key]: value } });
    expect(expectError(refused, 400, 'VALIDATION').details.issues[0].path).toBe(`test.${path}`);
  });

  it('names the place of what is wrong in the blocks of a variant', async () => {
    const test = { ...TEST, variants: [{}, { content: { email: { blocks: { blocks: [{ kind: 'nonsense' }] } } } }] };
    const refused = await call('POST', '', { name: 'n', providers: ['email_p1'], test });
    expect(expectError(refused, 400, 'VALIDATION').details.issues[0].path).toMatch(
      /^test\.variants\.1\.content\.email\.blocks\.blocks/,
    );
  });

  it('does not go together with a local time, whichever comes later', async () => {
    const body = { name: 'n', providers: ['email_p1'] };
    const refused = async (answer: ReturnType<typeof call>) =>
      expectError(await answer, 400, 'VALIDATION').details.issues[0].path as string;
    expect(await refused(call('POST', '', { ...body, test: TEST, localTime: '09:00' }))).toBe('test');
    const local = expectData(await call('POST', '', { ...body, localTime: '09:00' }), 201).id;
    expect(await refused(call('PATCH', `/${local}`, { test: TEST }))).toBe('test');
    const tested = expectData(await call('POST', '', { ...body, test: TEST }), 201).id;
    expect(await refused(call('PATCH', `/${tested}`, { localTime: '09:00' }))).toBe('localTime');
    expectData(await call('PATCH', `/${tested}`, { localTime: '09:00', test: null }));
  });
});

describe('a send with a test', () => {
  it('gives a share of the people the variants, evenly, and lets the rest wait', async () => {
    const before = Date.now();
    const id = await sent({ people: 203, test: { ...TEST, variants: [{}, { subject: 'B' }, { subject: 'C' }] } });
    const rows = await messages(id);
    expect(sizes(rows)).toEqual({ 0: 14, 1: 14, 2: 13, null: 162 });
    for (const row of rows) {
      expect(row.status).toBe('queued');
      expect(row.claimableAt === null).toBe(row.variant === null);
    }
    for (const [variant, subject] of ['Own', 'B', 'C'].entries())
      expect(await subjectsOf(rows.filter((row) => row.variant === variant))).toEqual([subject]);
    const { testEndsAt, status, statusCounts, test } = await get(id);
    expect({ status, statusCounts }).toEqual({ status: 'sending', statusCounts: { queued: 203 } });
    expect(Date.parse(testEndsAt) - before).toBeGreaterThanOrEqual(4 * 3_600_000);
    expect(Date.parse(testEndsAt) - Date.now()).toBeLessThanOrEqual(4 * 3_600_000);
    expectError(await call('PATCH', `/${id}`, { test }), 409, 'BAD_STATE');
  });

  it('draws by chance: other people for another broadcast, and early ones no more often than late ones', async () => {
    const contactIds = await people(1_000);
    const test = { ...TEST, share: 50 };
    const drawn = async (): Promise<Map<string, number>> => {
      const rows = await messages(await sent({ contactIds, test }));
      return new Map(rows.flatMap(({ contactId, variant }) => (variant === null ? [] : [[contactId ?? '', variant]])));
    };
    const [first, second] = [await drawn(), await drawn()];
    expect([first.size, second.size]).toEqual([500, 500]);
    const both = [...first.keys()].filter((each) => second.has(each)).length;
    // 250 are to be expected, 11 the standard deviation.
    expect(Math.abs(both - 250)).toBeLessThan(60);
    const early = contactIds.slice(0, 500).filter((each) => first.has(each)).length;
    expect(Math.abs(early - 250)).toBeLessThan(60);
    const earlyInB = contactIds.slice(0, 500).filter((each) => first.get(each) === 1).length;
    expect(Math.abs(earlyInB - 125)).toBeLessThan(50);
  });

  it('gives somebody the same variant over two channels, and its own content in each family', async () => {
    const id = await sent({
      people: 40,
      providers: ['email_p1', 'sms_p1', 'msg_p5'],
      content: { email: EMAIL, sms: { body: 'Own' }, slack: { text: 'Own' } },
      test: { ...TEST, share: 50, variants: [{}, { subject: 'B', content: { sms: { body: 'B' } } }] },
    });
    const rows = await messages(id);
    const variants = new Map<string, Set<number | null>>();
    for (const { contactId, variant } of rows)
      variants.set(contactId ?? '', (variants.get(contactId ?? '') ?? new Set()).add(variant));
    expect([...variants.values()].every((each) => each.size === 1)).toBe(true);
    expect(sizes(rows)).toEqual({ 0: 20, 1: 20, null: 41 });
    // What goes to a channel itself, to nobody in particular, waits for the better one.
    expect(rows.filter(({ contactId }) => contactId === null)).toMatchObject([{ variant: null, claimableAt: null }]);
    const sms = rows.filter(({ provider, variant }) => provider === 'sms_p1' && variant === 1);
    const contents = await prisma().messageContent.findMany({ where: { id: { in: sms.map((row) => row.contentId) } } });
    expect(contents.map(({ content }) => content)).toEqual([{ body: 'B' }]);
  });

  it.each([
    [1, { 0: 1 }],
    [2, { 0: 1, 1: 1 }],
    [3, { 0: 1, 1: 1, null: 1 }],
    [11, { 0: 1, 1: 1, null: 9 }],
    [15, { 0: 2, 1: 1, null: 12 }],
  ])('of %i people divides them %j', async (count, expected) => {
    expect(sizes(await messages(await sent({ people: count })))).toEqual(expected);
  });

  it('has as many people in it as the composer says before', async () => {
    const counts = Array.from({ length: 2_001 }, (_, n) => n);
    const [least, most]: readonly [number, number] = AB_LIMITS.share;
    for (let share = least; share <= most; share++)
      for (const variants of [2, 3, 4]) {
        const { rows } = await server.services.database.pool.query<{ size: string }>(
          `SELECT ${shareInSql('p.people', share, variants)} AS size FROM unnest($1::bigint[]) WITH ORDINALITY AS p (people, n) ORDER BY p.n`,
          [counts],
        );
        expect(rows.map(({ size }) => Number(size))).toEqual(counts.map((count) => shareOf(count, share, variants)));
      }
  });

  it('puts the subject of a variant into the blocks too, title included', async () => {
    const blocks = { subject: 'Own', blocks: [{ kind: 'text', body: 'Words' }] };
    const id = await sent({ content: { email: { blocks } } });
    const [row] = (await messages(id)).filter(({ variant }) => variant === 1);
    const { content } = await prisma().messageContent.findFirstOrThrow({ where: { id: row?.contentId ?? '' } });
    expect(content).toMatchObject({
      subject: 'Other',
      html: expect.stringContaining('<title>Other</title>') as string,
    });
  });

  it('keeps the subject of the broadcast where an e-mail of a variant has none', async () => {
    const bare = { subject: ' ', html: '<p>B</p>', text: 'B' };
    const blocks = { subject: '', blocks: [{ kind: 'text', body: 'Words' }] };
    const variants = [
      {},
      { content: { email: { html: '<p>A</p>' } } },
      { content: { email: bare } },
      { content: { email: { blocks } } },
    ];
    const id = await sent({ test: { ...TEST, variants } });
    const contents = await prisma().messageContent.findMany({
      where: { id: { in: (await messages(id)).map(({ contentId }) => contentId) } },
    });
    expect(contents.map(({ content }) => (content as { subject?: string }).subject)).toEqual(Array(4).fill('Own'));
  });

  it('leaves nothing of a test on one without', async () => {
    const id = await sent({ test: null });
    expect(sizes(await messages(id))).toEqual({ null: 100 });
    expect((await messages(id)).every(({ claimableAt }) => claimableAt !== null)).toBe(true);
    expect(Object.keys(await get(id)).filter((key) => key.startsWith('test'))).toEqual([]);
    expectError(await end(id), 409, 'BAD_STATE');
    expect((await figures(id)).code).toBe('BAD_STATE');
  });
});

describe('the end of a test', () => {
  const WIDE = { people: 1_000, test: { ...TEST, share: 50 } };

  it('gives the others the variant that is better, when its hours are over, once with three workers', async () => {
    const id = await sent(WIDE);
    await react(id, [40, 90]);
    for (let n = 0; n < 3; n++) startWorker();
    await hoursAreOver(id);
    await eventually(async () => expect((await get(id)).testResult).toBeDefined());
    const { testResult } = await get(id);
    expect(testResult).toMatchObject({
      winner: 1,
      sent: 1,
      released: 500,
      decidedBy: 'figures',
      level: 0.05,
      variants: [
        { people: 250, opened: 40, clicked: 0, rate: 0.16 },
        { people: 250, opened: 90, clicked: 0, rate: 0.36 },
      ],
    });
    expect(testResult.comparisons[0].p).toBeLessThan(0.001);
    expect(testResult.variants[0].low).toBeLessThan(0.16);
    const rest = (await messages(id)).filter(({ variant }) => variant === null);
    expect(rest.every(({ status, claimableAt }) => status === 'queued' && claimableAt !== null)).toBe(true);
    expect(await subjectsOf(rest)).toEqual(['Other']);
    const ends = (await auditOf(server, server.ours.accountId)).filter(({ targetId }) => targetId === id);
    expect(ends.filter(({ action }) => action === 'broadcast.test_end')).toMatchObject([
      { actorKind: 'system', data: { winner: 1, sent: 1, released: 500 } },
    ]);
  });

  it('gives them the first where nobody can tell, and says so', async () => {
    const id = await sent(WIDE);
    await react(id, [40, 52]);
    const result = expectData(await end(id));
    expect(result).toMatchObject({ winner: null, sent: 0, released: 500 });
    expect(result).toMatchObject(
      verdictOn([
        { people: 250, hits: 40 },
        { people: 250, hits: 52 },
      ]),
    );
    expect(result.comparisons[0].p).toBeGreaterThan(0.05);
    expect(await subjectsOf((await messages(id)).filter(({ variant }) => variant === null))).toEqual(['Own']);
    expect((await get(id)).testResult).toEqual(result);
  });

  it('counts people whom it reached, by the metric, and whoever clicked as one who opened', async () => {
    const id = await sent({ ...WIDE, test: { ...WIDE.test, metric: 'clicked' } });
    await react(id, [60, 60], [5, 40]);
    const [bounced] = await prisma().marketingMessage.findMany({
      where: { campaignId: id, variant: 0, status: 'sent' },
    });
    await prisma().marketingMessage.updateMany({ where: { id: bounced?.id ?? '' }, data: { status: 'bounced' } });
    const { data } = await figures(id);
    expect(data).toMatchObject({
      winner: 1,
      waiting: 500,
      isDecided: false,
      variants: [
        { people: 249, opened: 60, clicked: 5 },
        { people: 250, opened: 60, clicked: 40, rate: 0.16 },
      ],
    });
    expect(expectData(await end(id))).toMatchObject({ winner: 1, variants: data.variants });
    expect((await figures(id)).data).toMatchObject({ waiting: 0, isDecided: true });
  });

  it('reports what waits for it, whatever is queued besides', async () => {
    const id = await sent({ people: 40, test: { ...TEST, share: 50 } });
    expect((await figures(id)).data.waiting).toBe(20);
    await react(id, [0]);
    expect((await figures(id)).data.waiting).toBe(20);
    expectData(await call('POST', `/${id}/cancel`));
    expect((await figures(id)).data.waiting).toBe(0);
  });

  it('is logged with what came of it', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const id = await sent({ people: 40 });
    await hoursAreOver(id);
    running.push(startAbEnds({ ...server.services, log }, { everyMs: 30 }));
    await eventually(async () => expect((await get(id)).testResult).toBeDefined());
    await Promise.all(running.splice(0).map((worker) => worker.stop()));
    const reported = lines.map((line) => JSON.parse(line) as object);
    expect(reported).toContainEqual(
      expect.objectContaining({ broadcastId: id, outcome: 'decided', winner: null, sent: 0, released: 32 }),
    );
  });

  it('counts whoever got it over two channels once, and only channels that tell', async () => {
    const id = await sent({
      people: 40,
      providers: ['email_p1', 'email_p2', 'sms_p1'],
      content: { email: EMAIL, sms: { body: 'b' } },
      test: { ...TEST, share: 50 },
    });
    await prisma().marketingMessage.updateMany({
      where: { campaignId: id, variant: { not: null } },
      data: { status: 'sent' },
    });
    await prisma().marketingMessage.updateMany({
      where: { campaignId: id, variant: 0, provider: { in: ['email_p1', 'sms_p1'] } },
      data: { status: 'opened' },
    });
    expect((await figures(id)).data.variants).toMatchObject([
      { people: 10, opened: 10 },
      { people: 10, opened: 0 },
    ]);
  });

  it('counts whoever was erased since by themselves', async () => {
    const id = await sent({ people: 10, test: { ...TEST, share: 50 } });
    await react(id, [5, 5]);
    const count = async () => (await figures(id)).data.variants.map(({ people: each }: { people: number }) => each);
    const before = await count();
    for (const { contactId, variant } of await messages(id))
      if (variant === 0) expectData(await server.call(server.ours.key, 'POST', `/api/v1/contacts/${contactId}/erase`));
    expect(await count()).toEqual(before);
    expect(before[0]).toBeGreaterThan(1);
  });

  it('is a person who picks, before the hours are over', async () => {
    const id = await sent(WIDE);
    await react(id, [40, 90]);
    expect(expectError(await end(id, { variant: 2 }), 400, 'VALIDATION').details.issues[0].path).toBe('variant');
    expectError(await end(id, { variant: 4 }), 400, 'VALIDATION');
    expect(expectData(await end(id, { variant: 0 }))).toMatchObject({ winner: 1, sent: 0, decidedBy: 'person' });
    expect(await subjectsOf((await messages(id)).filter(({ variant }) => variant === null))).toEqual(['Own']);
    expectError(await end(id, { variant: 1 }), 409, 'BAD_STATE');
    expect((await auditOf(server, server.ours.accountId)).at(-1)).toMatchObject({
      action: 'broadcast.test_end',
      targetId: id,
      actorKind: 'key',
    });
  });

  it('is none of the neighbour', async () => {
    const id = await sent();
    expectError(await call('POST', `/${id}/test/end`, {}, server.theirs), 404, 'NOT_FOUND');
    expect((await get(id)).testResult).toBeUndefined();
  });

  it('leaves alone what is not over, or canceled', async () => {
    const [open, canceled] = [await sent(), await sent()];
    expectData(await call('POST', `/${canceled}/cancel`));
    await hoursAreOver(canceled);
    startWorker();
    const due = await sent();
    await hoursAreOver(due);
    await eventually(async () => expect((await get(due)).testResult).toBeDefined());
    expect((await get(open)).testResult).toBeUndefined();
    expect((await get(canceled)).testResult).toBeUndefined();
    expectError(await end(canceled), 409, 'BAD_STATE');
  });
});

describe('a cancel', () => {
  it('skips what waits too, and another send begins the test anew with whom nothing has reached', async () => {
    const id = await sent({ people: 100, test: { ...TEST, share: 50 } });
    await react(id, [25]);
    expect(expectData(await call('POST', `/${id}/cancel`)).skipped).toBe(75);
    expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(75);
    const fresh = (await messages(id)).filter(({ status }) => status === 'queued');
    expect(sizes(fresh)).toEqual({ 0: 19, 1: 19, null: 37 });
    // What was sent before the cancel counts no more.
    await react(id, [0, 0]);
    await prisma().marketingMessage.updateMany({
      where: { id: { in: fresh.filter(({ variant }) => variant === 1).map((row) => row.id) } },
      data: { status: 'opened' },
    });
    const { data } = await figures(id);
    expect(data).toMatchObject({
      variants: [
        { people: 19, opened: 0 },
        { people: 19, opened: 19 },
      ],
    });
    expect(expectData(await end(id))).toMatchObject({ winner: 1, released: 37 });
  });

  it('leaves somebody who has a variant with it over the other channels too', async () => {
    const id = await sent({
      people: 80,
      providers: ['email_p1', 'sms_p1'],
      content: { email: EMAIL, sms: { body: 'Own' } },
      test: { ...TEST, share: 50, variants: [{}, { subject: 'B', content: { sms: { body: 'B' } } }] },
    });
    const first = (await messages(id)).filter(({ provider, variant }) => provider === 'email_p1' && variant !== null);
    await prisma().marketingMessage.updateMany({
      where: { id: { in: first.map((row) => row.id) } },
      data: { status: 'sent', claimableAt: null },
    });
    expect(expectData(await call('POST', `/${id}/cancel`)).skipped).toBe(120);
    expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(120);
    const fresh = (await messages(id)).filter(({ status }) => status === 'queued');
    const had = new Map(first.map(({ contactId, variant }) => [contactId, variant]));
    const again = fresh.filter(({ contactId }) => had.has(contactId));
    expect(again).toHaveLength(40);
    for (const { contactId, variant, claimableAt } of again) {
      expect(variant).toBe(had.get(contactId));
      expect(claimableAt).not.toBeNull();
    }
    // The others are divided among themselves.
    expect(sizes(fresh.filter(({ contactId }) => !had.has(contactId)))).toEqual({ 0: 20, 1: 20, null: 40 });
    const ofB = again.filter(({ variant }) => variant === 1);
    const contents = await prisma().messageContent.findMany({
      where: { id: { in: ofB.map(({ contentId }) => contentId) } },
    });
    expect(contents.map(({ content }) => content)).toEqual([{ body: 'B' }]);
  });

  it('with another test draws everybody anew, also where that has fewer variants', async () => {
    const four = { ...TEST, share: 50, variants: [{}, { subject: 'B' }, { subject: 'C' }, { subject: 'D' }] };
    const id = await sent({
      people: 8,
      providers: ['email_p1', 'sms_p1'],
      content: { email: EMAIL, sms: { body: 'Own' } },
      test: four,
    });
    await prisma().marketingMessage.updateMany({
      where: { campaignId: id, provider: 'email_p1', variant: { not: null } },
      data: { status: 'sent', claimableAt: null },
    });
    expectData(await call('POST', `/${id}/cancel`));
    expectData(await call('PATCH', `/${id}`, { test: { ...TEST, share: 50 } }));
    for (let sends = 0; sends < 2; sends++) {
      expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(12);
      const drawn = (await messages(id)).filter(({ status, variant }) => status === 'queued' && variant !== null);
      expect([...new Set(drawn.map(({ variant }) => variant))].sort()).toEqual([0, 1]);
      expectData(await call('POST', `/${id}/cancel`));
    }
  });

  it('and a send to nobody leave the test as it was, also where a channel was added', async () => {
    const id = await sent({ contactIds: await people(2, { phoneE164: null }) });
    await react(id, [1, 0]);
    expectData(await call('POST', `/${id}/cancel`));
    await makeChannel(server.services, server.ours.accountId, { provider: 'sms_p1' });
    const more = { providers: ['email_p1', 'sms_p1'], content: { email: EMAIL, sms: { body: 'b' } } };
    expectData(await call('PATCH', `/${id}`, more));
    expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(0);
    const counted = [
      { people: 1, opened: 1 },
      { people: 1, opened: 0 },
    ];
    expect((await figures(id)).data).toMatchObject({ variants: counted, waiting: 0 });
    expect(expectData(await end(id))).toMatchObject({ variants: counted, released: 0 });
  });

  it('after the end leaves what was decided: another send goes out with it', async () => {
    const id = await sent({ people: 100 });
    expectData(await end(id, { variant: 1 }));
    expectData(await call('POST', `/${id}/cancel`));
    expect(expectData(await call('POST', `/${id}/send`)).queued).toBe(100);
    const fresh = (await messages(id)).filter(({ status }) => status === 'queued');
    expect(sizes(fresh)).toEqual({ null: 100 });
    expect(fresh.every(({ claimableAt }) => claimableAt !== null)).toBe(true);
    expect(await subjectsOf(fresh)).toEqual(['Other']);
    expect((await get(id)).testResult).toMatchObject({ sent: 1 });
    expectData(await call('POST', `/${id}/cancel`));
    // Another test is another one.
    const changed = expectData(await call('PATCH', `/${id}`, { test: { ...TEST, hours: 2 } }));
    expect(Object.keys(changed).filter((key) => key.startsWith('test'))).toEqual(['test']);
    expectData(await call('POST', `/${id}/send`));
    expect(sizes((await messages(id)).filter(({ status }) => status === 'queued'))).toEqual({ 0: 10, 1: 10, null: 80 });
  });
});

describe('the check step', () => {
  const found = async (input: object): Promise<[string, string[]][]> => {
    await makeChannel(server.services, server.ours.accountId);
    const asked = { providers: ['email_p1'], content: { email: EMAIL }, ...input };
    const { data } = await trpc(server, 'mutation', 'broadcasts.check', asked, { cookie: server.ours.cookie });
    return (data.findings as { kind: string; detail: string[] }[]).flatMap(({ kind, detail }) =>
      kind.startsWith('test_') || kind.startsWith('variant_') ? [[kind, detail]] : [],
    );
  };

  it('says what a test cannot tell, and is silent without one', async () => {
    const audience = { contactIds: await people(100) };
    expect(await found({ audience })).toEqual([]);
    expect(await found({ audience, test: null })).toEqual([]);
    expect(await found({ audience, test: TEST })).toEqual([
      ['test_too_small', ['10']],
      ['test_opens_by_machines', []],
    ]);
    expect(await found({ audience, test: { ...TEST, variants: [{}, {}], share: 50 }, tracking: true })).toEqual([
      ['test_too_small', ['25']],
      ['test_same_variants', []],
    ]);
    const sms = { providers: ['sms_p1'], content: { sms: { body: 'b' } } };
    expect(await found({ audience, ...sms, test: { ...TEST, share: 50 } })).toContainEqual(['test_untold', ['opened']]);
    const empty = { ...TEST, variants: [{}, { content: { email: { subject: 'No words' } } }] };
    expect(await found({ audience, test: empty })).toContainEqual(['variant_content_missing', ['B']]);
  });

  it('counts only people whom a channel reaches that tells', async () => {
    const contactIds = [...(await people(90, { email: null })), ...(await people(10))];
    const both = { providers: ['email_p1', 'sms_p1'], content: { email: EMAIL, sms: { body: 'b' } } };
    expect(await found({ audience: { contactIds }, ...both, test: TEST, tracking: true })).toEqual([
      ['test_too_small', ['1']],
    ]);
  });

  it('lets a test with many people be', async () => {
    const audience = { contactIds: await people(400) };
    expect(await found({ audience, test: { ...TEST, share: 50 }, tracking: true })).toEqual([]);
  });
});

describe('races', () => {
  it.each(Array.from({ length: 6 }, (_, n) => n))('two ends and a worker: one decides (%i)', async (n) => {
    const id = await sent({ people: 60 });
    await hoursAreOver(id);
    if (n % 2 === 0) startWorker();
    const answers = await Promise.all([end(id, { variant: 0 }), end(id, { variant: 1 }), end(id)]);
    await eventually(async () => expect((await get(id)).testResult).toBeDefined());
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const { testResult } = await get(id);
    const rest = (await messages(id)).filter(({ variant }) => variant === null);
    expect(testResult.released).toBe(rest.length);
    expect(await subjectsOf(rest)).toEqual([testResult.sent === 0 ? 'Own' : 'Other']);
    const ends = (await auditOf(server, server.ours.accountId)).filter(
      ({ targetId, action }) => targetId === id && action === 'broadcast.test_end',
    );
    expect(ends).toHaveLength(1);
  });

  it.each(Array.from({ length: 6 }, (_, n) => n))(
    'an end and a cancel: nothing of a canceled one goes (%i)',
    async (n) => {
      const id = await sent({ people: 60 });
      if (n % 2 === 0) {
        await hoursAreOver(id);
        startWorker();
      }
      const [canceled, ended] = await Promise.all([call('POST', `/${id}/cancel`), end(id)]);
      expect(canceled.status).toBe(200);
      expect([200, 409]).toContain(ended.status);
      await Promise.all(running.splice(0).map((worker) => worker.stop()));
      const rows = await messages(id);
      expect(rows.every(({ status, claimableAt }) => status === 'skipped' && claimableAt === null)).toBe(true);
      if (n % 2 === 1) expect((await get(id)).testResult !== undefined).toBe(ended.status === 200);
    },
  );
});
