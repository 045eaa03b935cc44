/** A broadcast at a rate (docs/contract/broadcasts.md#rate): how send spreads it, and what its pages say of that. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endWithTest, paceMs, shareOf } from '@/server/modules/messaging/broadcasts/vocabulary';
import { makeBroadcast, makeChannel } from '@/server/testing/factories/messaging';
import { unique } from '@/server/testing/factories/unique';
import { expectData, expectError, trpc } from '@/server/testing/http';
import { useServer } from '@/server/testing/server';

const server = useServer();
const prisma = () => server.services.database.prisma;

async function draft(
  people: { phoneE164?: string; attributes?: object }[],
  options: { perHour?: number; localTime?: string; test?: object; providers?: ('email_p1' | 'email_p2')[] } = {},
): Promise<{ id: string; contactIds: string[] }> {
  const { providers = ['email_p1'], ...asked } = options;
  for (const provider of providers) await makeChannel(server.services, server.ours.accountId, { provider });
  const at = new Date();
  const contacts = await prisma().contact.createManyAndReturn({
    data: people.map((person) => ({
      accountId: server.ours.accountId,
      identityHash: unique('h'),
      email: `${unique('ani')}@example.test`,
      createdAt: at,
      updatedAt: at,
      ...person,
    })),
  });
  const contactIds = contacts.map(({ id }) => id);
  const { id } = await makeBroadcast(server.services.database, server.ours.accountId, {
    providers,
    audience: { contactIds },
    ...asked,
  });
  return { id, contactIds };
}
const call = async (id: string, act: 'send' | 'cancel'): Promise<Record<string, unknown>> =>
  expectData(await server.call(server.ours.key, 'POST', `/api/v1/broadcasts/${id}/${act}`));
interface Answers {
  progress: { perHour: number | null; localTime: string | null; endsAt: string | null; testing: boolean };
  waves: { waves: { at: string; messages: number }[]; lastAt: string | null };
  localTimes: { waves: { at: string; atOnce: boolean; zone: string; people: number }[] };
}
const ask = async <Name extends keyof Answers>(name: Name, input: object): Promise<Answers[Name]> => {
  const answer = await trpc(server, 'query', `broadcasts.${name}`, input, { cookie: server.ours.cookie });
  expect(answer.status, answer.text).toBe(200);
  return answer.data as Answers[Name];
};
/** When the waiting messages of a broadcast may be taken, in order. */
const times = async (id: string): Promise<number[]> =>
  (
    await prisma().marketingMessage.findMany({
      where: { campaignId: id, status: 'queued' },
      orderBy: { claimableAt: 'asc' },
    })
  ).map(({ claimableAt }) => claimableAt!.getTime());
const some = (count: number) => Array.from({ length: count }, () => ({}));

describe('a send at a rate', () => {
  it("makes each message due a step after the one before, a contact's side by side", async () => {
    const { id, contactIds } = await draft(some(6), { perHour: 600, providers: ['email_p1', 'email_p2'] });
    const before = Date.now();
    expect(await call(id, 'send')).toMatchObject({ queued: 12 });
    const due = await times(id);
    expect(due[0]! - before).toBeLessThan(5_000);
    for (let n = 1; n < due.length; n++) expect(Math.abs(due[n]! - due[n - 1]! - paceMs(600))).toBeLessThanOrEqual(2);
    for (const contactId of contactIds) {
      const [one, other] = (await prisma().marketingMessage.findMany({ where: { campaignId: id, contactId } })).map(
        ({ claimableAt }) => claimableAt!.getTime(),
      );
      expect(Math.abs(one! - other!)).toBeLessThan(1.5 * paceMs(600));
    }
  });

  it('goes on at the rate when it is sent again after a cancel', async () => {
    const { id } = await draft(some(3), { perHour: 60 });
    await call(id, 'send');
    await call(id, 'cancel');
    const nextAt = new Date(Date.now() + 45_000);
    await prisma().broadcastPace.updateMany({ where: { broadcastId: id }, data: { nextAt } });
    expect(await call(id, 'send')).toMatchObject({ queued: 3 });
    expect((await times(id))[0]).toBeGreaterThanOrEqual(nextAt.getTime());
  });

  it('leaves at once without one', async () => {
    const { id } = await draft(some(3));
    await call(id, 'send');
    expect(new Set(await times(id)).size).toBe(1);
    expect(await prisma().broadcastPace.count({ where: { broadcastId: id } })).toBe(0);
  });

  it.each([{ perHour: 59 }, { perHour: 1_000_001 }, { perHour: 60.5 }, { localTime: '9:00' }, { localTime: '24:00' }])(
    'takes nothing that is no rate and no time: %o',
    async (body) => {
      const { id } = await draft([]);
      expectError(await server.call(server.ours.key, 'PATCH', `/api/v1/broadcasts/${id}`, { body }), 400, 'VALIDATION');
    },
  );
});

describe('the end that the composer states', () => {
  it('of a broadcast with a test is that of a model which hands each message over', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 60, max: 2_000 }),
        fc.integer({ min: 5, max: 50 }),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 1, max: 5 }),
        (messages, perHour, share, variants, hours) => {
          const from = Date.UTC(2026, 10, 27);
          const tested = shareOf(messages, share, variants);
          let [next, last] = [from, from];
          for (let n = 0; n < messages; n++) {
            if (n === tested) next = Math.max(next, from + hours * 3_600_000);
            last = next;
            next += paceMs(perHour);
          }
          const test = { share, variants: Array.from({ length: variants }, () => ({})), hours };
          const end = endWithTest(perHour, messages, new Date(from), test);
          expect(Math.abs(end.getTime() - last)).toBeLessThan(10);
        },
      ),
    );
  });
});

describe('the progress page', () => {
  it('says when a broadcast with a rate ends, while something is left', async () => {
    const { id } = await draft(some(5), { perHour: 60 });
    await call(id, 'send');
    const { endsAt, perHour } = await ask('progress', { id });
    expect(perHour).toBe(60);
    const last = (await times(id)).at(-1)!;
    expect(Math.abs(new Date(endsAt!).getTime() - last)).toBeLessThan(10_000);
    await call(id, 'cancel');
    expect((await ask('progress', { id })).endsAt).toBeNull();
  });

  it('says it while a test is running too: the others leave from its end on', async () => {
    const test = { variants: [{}, { subject: 'B' }], share: 20, metric: 'opened', hours: 2 };
    const { id } = await draft(some(10), { perHour: 60, test });
    await call(id, 'send');
    const { endsAt, testing } = await ask('progress', { id });
    expect(testing).toBe(true);
    // Eight of ten, a minute apart.
    const expected = Date.now() + 2 * 3_600_000 + 7 * paceMs(60);
    expect(Math.abs(new Date(endsAt!).getTime() - expected)).toBeLessThan(30_000);
  });

  it('of one at own hours says when the last is due, and no end of the rate alone', async () => {
    const people = [
      ...Array.from({ length: 3 }, () => ({ attributes: { timezone: 'Pacific/Kiritimati' } })),
      ...Array.from({ length: 3 }, () => ({ attributes: { timezone: 'Etc/GMT+9' } })),
    ];
    const { id } = await draft(people, { perHour: 60, localTime: '23:59' });
    await call(id, 'send');
    expect(await ask('progress', { id })).toMatchObject({ perHour: 60, localTime: '23:59', endsAt: null });
    const last = (await times(id)).at(-1)!;
    expect((await ask('waves', { id })).lastAt).toBe(new Date(last).toISOString());
  });

  it('says nothing of that without one', async () => {
    const { id } = await draft(some(2));
    await call(id, 'send');
    expect(await ask('progress', { id })).toMatchObject({ perHour: null, localTime: null, endsAt: null });
    expect(await ask('waves', { id })).toEqual({ waves: [], lastAt: null });
  });

  it('shows what waits for which hour, as the composer said before', async () => {
    // Two zones in which it is never the same time, and an hour that is ahead of one of them at least.
    const people = [
      { attributes: { timezone: 'Pacific/Kiritimati' } },
      { attributes: { timezone: 'Etc/GMT+9' } },
      { attributes: { timezone: 'Etc/GMT+9' } },
      { phoneE164: '+62812345678' },
    ];
    const localTime = '23:59';
    const { id, contactIds } = await draft(people, { localTime });
    const { waves: said } = await ask('localTimes', { providers: ['email_p1'], audience: { contactIds }, localTime });
    await call(id, 'send');
    const { waves, lastAt } = await ask('waves', { id });
    expect(said.reduce((sum, wave) => sum + wave.people, 0)).toBe(4);
    expect(waves).toEqual(said.filter(({ atOnce }) => !atOnce).map(({ at, people: messages }) => ({ at, messages })));
    expect(waves.length).toBeGreaterThan(0);
    expect(lastAt).toBe(waves.at(-1)!.at);
    expect(said.find(({ people: count }) => count === 2)).toMatchObject({ zone: 'Etc/GMT+9' });
  });
});
