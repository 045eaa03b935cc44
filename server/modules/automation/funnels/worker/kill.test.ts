/**
 * kill -9 in the middle of a funnel of many steps (docs/contract/funnels.md#two-workers): of the only worker, of one of two,
 * and of PostgreSQL, at many moments each, while the clock jumps on with every start. In the end everybody has gone each
 * step once, with one message and one code of each.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { startTriggers } from '@/server/platform/outbox/take-triggers';
import { now, setClockOffset } from '@/server/platform/lib/clock';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { variantOf } from '@/server/modules/automation/funnels/variant-assignment';
import { funnelTriggers } from '@/server/modules/automation/funnels/triggered';
import { createServices, type ServicesHandle } from '@/server/assembly/services';
import { killByTurns, startKillablePostgres } from '@/server/testing/chaos';
import { createTestDatabase } from '@/server/testing/database';
import { makeAccount } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContactList } from '@/server/testing/factories/audience';
import { makeLiveFunnel, runFunnels } from '@/server/testing/funnels';
import { times } from '@/server/testing/lane';
import { kill9, useProgram } from '@/server/testing/program';
import { testSettings } from '@/server/testing/server';
import { startFunnels } from '@/server/modules/automation/funnels/worker/dispatcher';

const KILLS = times(6, 20);
const PEOPLE = 500;
/** More than there are kills, so that each finds something under way. */
const ROUNDS = KILLS + 3;
/** The clock's, with every start: a round's wait is over by then. */
const JUMP_MS = 61_000;
const SECRETS = { APP_SECRET: 'a'.repeat(40), UNSUBSCRIBE_SECRET: 'u'.repeat(40) };
const RESUMED_WITHIN_MS = 15_000;

const program = useProgram('server/testing/funnel-worker.ts');
afterEach(() => setClockOffset(0));

type StepIn = FunnelDefinitionIn['steps'][number];
const content = { email: { subject: 'Halo', text: 'Halo {discountCode|}' } };

/** Rounds of a wait and a message, with a code before and a split in the middle. */
function definition(listId: string): FunnelDefinitionIn {
  const steps: StepIn[] = [
    {
      id: 'code',
      kind: 'mint_code',
      config: { type: 'percent', value: 10, currency: 'IDR', prefix: 'KILL', expiresInHours: 99 },
      next: 'split',
    },
    {
      id: 'split',
      kind: 'split',
      config: {
        variants: [
          { id: 'x', weight: 50, next: 'note' },
          { id: 'y', weight: 50, next: 'd0' },
        ],
        metric: 'goal',
      },
    },
    { id: 'note', kind: 'update_contact', config: { attributes: { side: 'x' } }, next: 'd0' },
  ];
  for (let round = 0; round < ROUNDS; round++) {
    const next = round + 1 < ROUNDS ? `d${round + 1}` : null;
    steps.push({ id: `d${round}`, kind: 'delay', config: { minutes: 1 }, next: `s${round}` });
    steps.push({ id: `s${round}`, kind: 'send', config: { provider: 'email_p1', content }, next });
  }
  return { trigger: { type: 'list_added', listId }, steps };
}

interface World {
  services: ServicesHandle;
  environment: Record<string, string>;
  accountId: string;
  funnelId: string;
}

async function makeWorld(databaseUrl: string): Promise<World> {
  const services = createServices(testSettings(databaseUrl, SECRETS), { name: 'test' });
  const { database } = services;
  const accountId = await makeAccount(database, { plan: 'scale' });
  await makeChannel(services, accountId);
  const list = await makeContactList(database, accountId);
  const funnelId = await makeLiveFunnel(services, accountId, definition(list.id));
  const at = now();
  await database.prisma.contact.createMany({
    data: Array.from({ length: PEOPLE }, (_, n) => ({
      accountId,
      identityHash: `h${n}`,
      email: `p${n}@example.test`,
      createdAt: at,
      updatedAt: at,
    })),
  });
  const contacts = await database.prisma.contact.findMany({ where: { accountId }, select: { id: true } });
  await database.prisma.contactListMember.createMany({
    data: contacts.map(({ id }) => ({ accountId, listId: list.id, contactId: id, addedAt: at })),
  });
  return { services, environment: { ...SECRETS, DATABASE_URL: databaseUrl, LARIS_EMBEDDED: '1' }, accountId, funnelId };
}

const passagesOf = ({ services, accountId }: World): Promise<number> =>
  services.database.prisma.funnelPassage.count({ where: { accountId } });

const isOver = async ({ services, accountId }: World): Promise<boolean> =>
  (await services.database.prisma.funnelEnrolment.count({ where: { accountId, status: 'completed' } })) === PEOPLE;

/** What the kills left, round by round. */
async function finish({ services }: World, jumps: number): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    setClockOffset((jumps + round) * JUMP_MS);
    await runFunnels(services);
  }
}

function grouped<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
}

/** Everybody has gone each step once. */
async function expectAll({ services, accountId, funnelId }: World): Promise<void> {
  const { prisma } = services.database;
  const where = { accountId, funnelId };
  const enrolments = await prisma.funnelEnrolment.findMany({ where });
  expect(enrolments.filter(({ status }) => status !== 'completed')).toEqual([]);
  expect(new Set(enrolments.map(({ contactId }) => contactId)).size).toBe(PEOPLE);
  const passages = await prisma.funnelPassage.findMany({ where, orderBy: { position: 'asc' } });
  const messages = await prisma.marketingMessage.findMany({ where, select: { enrolmentId: true, funnelStepId: true } });
  const split = definition('').steps[1] as Parameters<typeof variantOf>[1];
  const rounds = Array.from({ length: ROUNDS }, (_, n) => [`d${n} waited`, `s${n} sent`]).flat();
  const byEnrolment = grouped(passages, ({ enrolmentId }) => enrolmentId);
  const messagesOf = grouped(messages, ({ enrolmentId }) => enrolmentId ?? '');
  for (const { id, contactId } of enrolments) {
    const side = variantOf(funnelId, split, contactId).id;
    expect(byEnrolment.get(id)?.map(({ stepId, outcome }) => `${stepId} ${outcome}`)).toEqual([
      'code minted',
      `split ${side}`,
      ...(side === 'x' ? ['note updated'] : []),
      ...rounds,
    ]);
    expect(
      messagesOf
        .get(id)
        ?.map(({ funnelStepId }) => funnelStepId)
        .sort(),
    ).toEqual(Array.from({ length: ROUNDS }, (_, n) => `s${n}`).sort());
  }
  const codes = await prisma.discountCode.findMany({ where: { accountId }, select: { sourceRefId: true } });
  expect(codes.map(({ sourceRefId }) => sourceRefId).sort()).toEqual(enrolments.map(({ id }) => id).sort());
}

const MOMENTS = { kills: KILLS, momentMs: 60, withinMs: RESUMED_WITHIN_MS };

describe(`kill -9 of a worker at ${KILLS} moments`, () => {
  it.each([1, 2])('with %i at once: nothing is lost, nothing doubled', { timeout: 240_000 }, async (atOnce) => {
    const database = await createTestDatabase();
    const world = await makeWorld(database.url);
    let jumps = 0;
    const survivors = await killByTurns({
      ...MOMENTS,
      atOnce,
      start: () => program.start({ ...world.environment, CLOCK_OFFSET: `+${(jumps++ * JUMP_MS) / 1000}s` }),
      word: () => 'go',
      done: () => passagesOf(world),
    });
    try {
      expect(await isOver(world)).toBe(false);
      await Promise.all(survivors.working.map(kill9));
      await finish(world, jumps);
      await expectAll(world);
    } finally {
      await survivors.stop();
      await world.services.close();
      await database.drop();
    }
  });
});

describe(`kill -9 of PostgreSQL at ${KILLS} moments`, () => {
  it('loses nothing and doubles nothing', { timeout: 240_000 }, async () => {
    const postgres = await startKillablePostgres();
    const world = await makeWorld(postgres.url);
    const funnels = startFunnels(world.services, { everyMs: 30 });
    const triggers = startTriggers(
      world.services,
      funnelTriggers(() => funnels.wake()),
      { everyMs: 30, leaseMs: 500 },
    );
    try {
      let jumps = 0;
      await postgres.killInTurns({
        ...MOMENTS,
        done: () => passagesOf(world),
        beforeEach: () => Promise.resolve(setClockOffset(jumps++ * JUMP_MS)),
      });
      expect(await isOver(world)).toBe(false);
      await Promise.all([funnels.stop(), triggers.stop()]);
      await finish(world, KILLS);
      await expectAll(world);
    } finally {
      await Promise.all([funnels.stop(), triggers.stop()]);
      await world.services.close();
      await postgres.stop();
    }
  });
});
