/**
 * The worker against an independent model of the contract (server/testing/funnel-model.ts): whatever funnel, whatever happens and
 * in whatever order, both say the same of every path, message and code.
 */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemDb } from '@/server/platform/db/workspace';
import { fire, type Trigger } from '@/server/platform/outbox/triggers';
import type { FunnelDefinitionIn } from '@/server/modules/automation/funnels/definition-schema';
import { makeAccount, makeKey } from '@/server/testing/factories/account';
import { makeChannel } from '@/server/testing/factories/messaging';
import { makeContact } from '@/server/testing/factories/audience';
import { ZONES } from '@/server/testing/funnel-clock';
import { FunnelModel, type ModelContact, type ModelFunnel, type ModelStep } from '@/server/testing/funnel-model';
import { makeLiveFunnel, runFunnels } from '@/server/testing/funnels';
import { expectData } from '@/server/testing/http';
import { times } from '@/server/testing/lane';
import { useServer } from '@/server/testing/server';
import { leadAll } from '@/server/modules/automation/funnels/worker/dispatcher';

const server = useServer();
const prisma = () => server.services.database.prisma;
const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 24, 23, 13, 20);

// Both are asked at the very same moments; only Date stands still, so that connections go on.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => void vi.useRealTimers());

/** Steps that follow each other, with ways that part, skip some and come together again: never round, each reachable. */
const anySteps = fc
  .integer({ min: 2, max: 8 })
  .chain((count) =>
    fc.tuple(
      ...Array.from({ length: count }, (_, n) => {
        const id = `s${n}`;
        const next = n + 1 < count ? `s${n + 1}` : 'last';
        const onward = fc.constantFrom(
          null,
          ...Array.from({ length: count - n - 1 }, (__, later) => `s${n + 1 + later}`),
        );
        const earlier = Array.from({ length: n }, (__, place) => `s${place}`);
        const step = <Rest extends object>(rest: fc.Arbitrary<Rest>) => rest.map((each) => ({ id, ...each }));
        const sends: fc.Arbitrary<ModelStep> = step(
          fc.record({
            kind: fc.constant('send' as const),
            holdoutPercent: fc.constantFrom(0, 0, 50),
            ignoreWindow: fc.boolean(),
            ignoreCap: fc.boolean(),
            next: fc.constant(next),
          }),
        );
        const mints: fc.Arbitrary<ModelStep> = step(
          fc.record({
            kind: fc.constant('mint_code' as const),
            reuse: fc.boolean(),
            expiresInHours: fc.constantFrom(30, 200),
            next: fc.constant(next),
          }),
        );
        const others: fc.Arbitrary<ModelStep>[] = [
          step(
            fc.record({
              kind: fc.constant('delay' as const),
              minutes: fc.constantFrom(1, 30, 90, 1_440),
              next: fc.constant(next),
            }),
          ),
          step(
            fc.record({
              kind: fc.constant('delay_days' as const),
              days: fc.constantFrom(0, 1, 2),
              at: fc.constantFrom('00:00', '09:00', '23:59'),
              next: fc.constant(next),
            }),
          ),
          step(
            fc.record({
              kind: fc.constant('wait_until' as const),
              any: fc.uniqueArray(
                fc.constantFrom('purchase', 'message.opened', ...earlier.map((each) => `message.opened:${each}`)),
                { minLength: 1, maxLength: 3 },
              ),
              minutes: fc.constantFrom(10, 120, 2_880),
              next: fc.constant(next),
              timeout: onward,
            }),
          ),
          step(
            fc.record({
              kind: fc.constant('ask_message' as const),
              stepId: fc.constantFrom(...(earlier.length === 0 ? ['s0'] : earlier)),
              is: fc.constantFrom('sent' as const, 'opened' as const, 'skipped' as const),
              yes: fc.constant(next),
              no: onward,
            }),
          ),
          step(fc.record({ kind: fc.constant('ask_seen' as const), yes: onward, no: fc.constant(next) })),
          step(
            fc.record({
              kind: fc.constant('split' as const),
              variants: fc.tuple(fc.constantFrom(20, 50, 80), onward).map(([weight, other]) => [
                { id: 'a', weight, next },
                { id: 'b', weight: 100 - weight, next: other },
              ]),
            }),
          ),
          step(fc.record({ kind: fc.constant('update_contact' as const), next: fc.constant(next) })),
        ];
        // What must never be made twice comes most often.
        return fc.oneof(
          { weight: 6, arbitrary: sends },
          { weight: 3, arbitrary: mints },
          ...others.map((arbitrary) => ({ weight: 1, arbitrary })),
        );
      }),
    ),
  )
  // Whoever comes to the end is noted: without an effect a funnel is refused.
  .chain((steps) =>
    fc
      .boolean()
      .map((exits): ModelStep[] => [
        ...steps,
        { id: 'last', kind: 'update_contact', next: exits ? 'out' : null },
        ...(exits ? [{ id: 'out', kind: 'exit' as const, reason: 'enough' }] : []),
      ]),
  );

/** Windows and caps hold back most messages: where there are none, several are made at once. */
const OFTEN_NONE = { freq: 1 };

const anyFunnel: fc.Arbitrary<ModelFunnel> = fc.record({
  steps: anySteps,
  reentry: fc.constantFrom(
    { mode: 'once' as const },
    { mode: 'after_days' as const, days: 1 },
    { mode: 'always' as const },
  ),
  exitsByPurchase: fc.boolean(),
  goal: fc.option(fc.record({ withinDays: fc.constantFrom(1, 7), exit: fc.boolean() })),
  sendWindow: fc.option(
    fc.constantFrom(
      { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '20:00' },
      { days: [1, 3, 5], from: '21:30', to: '06:15' },
      { days: [6], from: '00:00', to: '23:59' },
    ),
    OFTEN_NONE,
  ),
  frequencyCap: fc.option(fc.record({ max: fc.constantFrom(1, 2), perDays: fc.constantFrom(1, 3) }), OFTEN_NONE),
  holdoutPercent: fc.constantFrom(0, 0, 30),
});

const person = fc.nat({ max: 2 });
type Deed =
  | { verb: 'die' | 'pause' }
  | { verb: 'wait'; minutes: number }
  | { verb: 'enroll'; people: number[] }
  | { verb: 'buy' | 'open'; person: number }
  | { verb: 'resume'; overdue: 'shift' | 'run' | 'exit' };
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ verb: 'die' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      verb: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 10, 31, 119, 600, 1_441, 5_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ verb: fc.constant('enroll' as const), people: fc.uniqueArray(person, { minLength: 1 }) }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('buy' as const), person }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('open' as const), person }) },
  { weight: 3, arbitrary: fc.constant({ verb: 'pause' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('resume' as const),
      overdue: fc.constantFrom('shift' as const, 'run' as const, 'exit' as const),
    }),
  },
);

/** Whose messages leave after a deed: of a slow channel they wait on, while others are through. */
const DELIVERED: Readonly<Record<string, (stepId: string) => boolean>> = {
  all: () => true,
  none: () => false,
  even: (stepId) => Number(stepId.slice(1)) % 2 === 0,
  odd: (stepId) => Number(stepId.slice(1)) % 2 === 1,
};
const anyDelivery = fc.constantFrom('all', 'none', 'even', 'odd');
const anyDeeds = fc.array(fc.record({ deed: anyDeed, delivered: anyDelivery }), { minLength: 4, maxLength: 16 });

/** Of one walk the first message waits, the second has left and a code was made: chance finds it rarely. */
const HALF_SENT: [ModelFunnel, { deed: Deed; delivered: string }[], string] = [
  {
    steps: [
      ...['s0', 's1'].map((id, n): ModelStep => {
        const config = { holdoutPercent: 0, ignoreWindow: false, ignoreCap: false };
        return { id, kind: 'send', ...config, next: `s${n + 1}` };
      }),
      { id: 's2', kind: 'mint_code', reuse: false, expiresInHours: 200, next: 'last' },
      { id: 'last', kind: 'update_contact', next: null },
    ],
    ...{ reentry: { mode: 'once' }, exitsByPurchase: false, goal: null, sendWindow: null, frequencyCap: null },
    holdoutPercent: 0,
  },
  [
    { deed: { verb: 'pause' }, delivered: 'none' },
    { deed: { verb: 'resume', overdue: 'run' }, delivered: 'all' },
  ],
  'odd',
];

/** The worker leads people, and its connection is cut in the middle, if it is caught there. @returns whether it was */
async function leadAndDie(): Promise<boolean> {
  const { pool } = server.services.database;
  const client = await pool.connect();
  const work = { isOver: false };
  let wasCut = false;
  try {
    const leading = leadAll(server.services)
      // Who had not taken anybody yet only says so.
      .catch(() => undefined)
      .finally(() => (work.isOver = true));
    while (!work.isOver && !wasCut) {
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
         WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.xact_start IS NOT NULL AND a.query LIKE '%"Funnel%' LIMIT 1`,
      );
      wasCut = rowCount === 1;
    }
    await leading;
  } finally {
    client.release();
  }
  return wasCut;
}

const CONTENT = { email: { subject: 'Halo', text: 'Halo' } };

function stepOf(step: ModelStep): FunnelDefinitionIn['steps'][number] {
  const { id } = step;
  switch (step.kind) {
    case 'send': {
      const { holdoutPercent, ignoreWindow, ignoreCap, next } = step;
      const config = { provider: 'email_p1' as const, content: CONTENT, holdoutPercent, ignoreWindow, ignoreCap };
      return { id, kind: 'send', config, next };
    }
    case 'delay':
      return { id, kind: 'delay', config: { minutes: step.minutes }, next: step.next };
    case 'delay_days':
      return { id, kind: 'delay', config: { days: step.days, at: step.at }, next: step.next };
    case 'wait_until': {
      const any = step.any.map((name) => {
        const [event, stepId] = name.split(':') as ['purchase' | 'message.opened', string | undefined];
        return { event, ...(stepId !== undefined && { stepId }) };
      });
      return { id, kind: 'wait_until', config: { any, minutes: step.minutes }, next: step.next, timeout: step.timeout };
    }
    case 'ask_message':
      return { id, kind: 'condition', config: { stepId: step.stepId, is: step.is }, yes: step.yes, no: step.no };
    case 'ask_seen': {
      const conditions = [{ field: 'attributes.seen', op: 'eq' as const, value: 'yes' }];
      const definition = { match: 'all' as const, groups: [{ match: 'all' as const, conditions }] };
      return { id, kind: 'condition', config: { definition }, yes: step.yes, no: step.no };
    }
    case 'split':
      return { id, kind: 'split', config: { variants: step.variants, metric: 'goal' } };
    case 'mint_code': {
      const { reuse, expiresInHours, next } = step;
      const config = { type: 'percent' as const, value: 10, currency: 'IDR', prefix: 'M', expiresInHours, reuse };
      return { id, kind: 'mint_code', config, next };
    }
    case 'update_contact':
      return { id, kind: 'update_contact', config: { attributes: { seen: 'yes' } }, next: step.next };
    case 'exit':
      return { id, kind: 'exit', config: { reason: step.reason } };
  }
}

const definitionOf = ({ steps, exitsByPurchase, goal, ...rest }: ModelFunnel): FunnelDefinitionIn => ({
  ...rest,
  trigger: { type: 'manual' },
  exits: exitsByPurchase ? ['purchase'] : [],
  goal: goal === null ? null : { event: 'purchase', ...goal },
  steps: steps.map(stepOf),
});

it(
  'agrees with the model of the contract, whatever the funnel and whatever happens',
  { timeout: times(240_000, 1_800_000) },
  async () => {
    let deaths = 0;
    await fc.assert(
      fc.asyncProperty(anyFunnel, anyDeeds, anyDelivery, async (funnel, deeds, first) => {
        vi.setSystemTime(START);
        const { services } = server;
        const accountId = await makeAccount(services.database, { plan: 'scale' });
        const key = await makeKey(services.database, services.keys, accountId);
        await makeChannel(services, accountId, { provider: 'email_p1' });
        const contacts: ModelContact[] = [];
        for (const [n, zone] of Object.keys(ZONES).entries()) {
          const hasEmail = n !== 2 || funnel.holdoutPercent === 0;
          const attributes = zone === 'Asia/Jakarta' ? {} : { timezone: zone };
          const more = hasEmail ? {} : { email: null, phone: '+628123456789', phoneE164: '+628123456789' };
          const { id } = await makeContact(services.database, accountId, { attributes, ...more });
          contacts.push({ id, zone, hasEmail });
        }
        const funnelId = await makeLiveFunnel(services, accountId, definitionOf(funnel));
        const model = new FunnelModel(funnelId, funnel, contacts);
        const call = async (path: string, body: object) =>
          expectData(await server.call(key, 'POST', `/api/v1/funnels/${funnelId}${path}`, { body }));
        const report = (event: Trigger) =>
          systemDb(services.database, accountId).transaction((tx) => fire(tx, [event]));
        const idOf = (n: number): string => contacts[n]?.id ?? '';
        const stored = () =>
          prisma().funnelEnrolment.findMany({
            where: { accountId, funnelId },
            orderBy: [{ enteredAt: 'asc' }, { id: 'asc' }],
          });
        let moment = START;
        let calls = 0;

        const begins = { deed: { verb: 'enroll' as const, people: [0, 1, 2] }, delivered: first };
        for (const { deed, delivered } of [begins, ...deeds]) {
          // Seconds beside the minutes, so that nothing is due in the very moment in which it is looked at.
          const minutes = deed.verb === 'wait' ? deed.minutes : deed.verb === 'die' ? 1_441 : 0;
          moment += 7_000 + minutes * MINUTE;
          vi.setSystemTime(moment);
          switch (deed.verb) {
            case 'enroll': {
              if (model.isPaused) break;
              const contactIds = deed.people.map(idOf);
              const answer = await call('/enroll', {
                audience: { kind: 'contacts', contactIds },
                key: `call ${++calls}`,
              });
              expect(answer).toEqual(model.enroll(contactIds, moment));
              break;
            }
            case 'buy':
              await report({
                type: 'purchase',
                contactId: idOf(deed.person),
                data: { checkoutSessionId: `s${moment}` },
              });
              model.purchase(idOf(deed.person), moment);
              break;
            case 'open': {
              const contactId = idOf(deed.person);
              const message = await prisma().marketingMessage.findFirst({
                where: { accountId, funnelId, contactId, openedAt: null, status: 'sent' },
                orderBy: [{ createdAt: 'desc' }, { funnelStepId: 'desc' }],
              });
              if (message === null) break;
              const { id: messageId, enrolmentId, funnelStepId: stepId } = message;
              if (enrolmentId === null || stepId === null) throw new Error('A message of no enrolment.');
              const data = { status: 'opened', openedAt: new Date(moment) };
              await prisma().marketingMessage.updateMany({ where: { accountId, id: messageId }, data });
              await report({ type: 'message_opened', contactId, data: { messageId, enrolmentId, stepId } });
              const row = (await stored()).find(({ id }) => id === enrolmentId);
              const known = model.enrolments.find(
                (each) => each.contactId === contactId && each.enteredAt === row?.enteredAt.getTime(),
              );
              if (known === undefined) throw new Error('The model knows no such enrolment.');
              model.open(known, stepId, moment);
              break;
            }
            case 'pause':
              await call('/pause', {});
              model.pause(moment);
              break;
            case 'resume':
              await call('/activate', { overdue: deed.overdue });
              model.resume(deed.overdue, moment);
              break;
            case 'die':
              if (await leadAndDie()) deaths++;
              break;
            case 'wait':
          }
          await runFunnels(services);
          model.look(moment);
          const isDelivered = DELIVERED[delivered] ?? (() => false);
          await prisma().marketingMessage.updateMany({
            where: {
              accountId,
              status: 'queued',
              funnelStepId: { in: funnel.steps.map(({ id }) => id).filter(isDelivered) },
            },
            data: { status: 'sent', sentAt: new Date(moment) },
          });
          model.deliver(isDelivered);
        }

        const passages = await prisma().funnelPassage.findMany({
          where: { accountId, funnelId },
          orderBy: [{ enrolmentId: 'asc' }, { position: 'asc' }],
        });
        const messages = await prisma().marketingMessage.findMany({ where: { accountId, funnelId } });
        const rows = (await stored()).map((row) => ({
          row,
          path: passages.filter(({ enrolmentId }) => enrolmentId === row.id),
          messages: messages.filter(({ enrolmentId, status }) => enrolmentId === row.id && status !== 'skipped'),
        }));
        const order = <Row extends { enteredAt: number; contactId: string }>(a: Row, b: Row): number =>
          a.enteredAt - b.enteredAt || (a.contactId < b.contactId ? -1 : 1);
        const instant = (at: Date | null): number | null => at?.getTime() ?? null;
        const coded = new Set(['minted', 'reused']);
        const real = rows
          .map(({ row, path, messages: own }) => ({
            ...{ contactId: row.contactId, enteredAt: row.enteredAt.getTime(), status: row.status, stepId: row.stepId },
            ...{ waitingFor: row.waitingFor, dueAt: instant(row.dueAt), exitReason: row.exitReason },
            ...{ endedAt: instant(row.endedAt), goalAt: instant(row.goalAt) },
            path: path.map(({ stepId, outcome, reason, at }) => ({
              ...{ stepId, outcome, reason: coded.has(outcome) ? null : reason, at: at.getTime() },
            })),
            messages: own.map(({ funnelStepId }) => funnelStepId).sort(),
          }))
          .sort(order);
        const reported = model.enrolments
          .map((known) => {
            const { contactId, enteredAt, status, stepId, waitingFor, dueAt, exitReason, endedAt, goalAt } = known;
            return {
              ...{ contactId, enteredAt, status, stepId, waitingFor, dueAt, exitReason, endedAt, goalAt },
              path: known.path.map(({ code: _code, ...step }) => step),
              messages: model.messagesOf(known).sort(),
            };
          })
          .sort(order);
        expect(real).toEqual(reported);

        // One message of a step at most that is not skipped, and the codes are those that the model means: the same where it reuses one.
        for (const { messages: own } of rows)
          expect(new Set(own.map(({ funnelStepId }) => funnelStepId)).size).toBe(own.length);
        const names = new Map<unknown, string>();
        for (const { row, path } of rows) {
          const known = model.enrolments.find(
            (each) => each.contactId === row.contactId && each.enteredAt === row.enteredAt.getTime(),
          );
          const given = path.filter(({ outcome }) => coded.has(outcome)).map(({ reason }) => reason ?? '');
          const codes = known?.path.flatMap(({ code }) => code ?? []) ?? [];
          expect(given).toHaveLength(codes.length);
          codes.forEach((code, n) => {
            if (!names.has(code)) names.set(code, given[n] ?? '');
            expect(given[n]).toBe(names.get(code));
          });
        }
        expect(new Set(names.values()).size).toBe(names.size);
        expect(await prisma().discountCode.count({ where: { accountId } })).toBe(names.size);
      }),
      { numRuns: times(20, 200), examples: [HALF_SENT] },
    );
    expect(deaths).toBeGreaterThan(0);
  },
);
