/** Procedures run by our engine and by tRPC's own: every one of them comes to the same on both, in data and in errors. */
import { describe, expect, it } from 'vitest';
import { ANONYMOUS, PLATFORM_SCOPE, type Principal } from '@/server/platform/auth/principal';
import type { Context } from '@/server/platform/access/context';
import { toAppError } from '@/server/platform/errors';
import { callOf } from '@/server/doors/call';
import { procedures } from '@/server/doors/rest-routes';
import { now } from '@/server/platform/lib/clock';
import { appRouter } from '@/server/modules';
import { createCallerFactory } from '@/server/platform/access/trpc';
import { entriesOf } from '@/server/testing/contract/entries';
import type { Entry } from '@/server/testing/contract/entry';
import { useServer, type Tenant } from '@/server/testing/server';

const server = useServer();
const ENTRIES = entriesOf(server);
const all = procedures();
type Procedure = (typeof all)[number];

const entryOf = ({ name }: Procedure): Entry => {
  const entry = ENTRIES[name];
  if (entry === undefined) throw new Error(`${name} has no entry.`);
  return entry;
};

const contextOf = (principal: Principal): Context => ({
  services: server.services,
  principal,
  requestId: 'req_test',
  clientAddress: '192.0.2.1',
  country: null,
  head: false,
  now: now(),
  startSession: () => Promise.resolve(),
});

/** Whether its input succeeds here: an extension is off, and mail, by which links to the signed-out come, is not set up. */
const succeeds = (procedure: Procedure): boolean =>
  entryOf(procedure).withoutExtension === undefined &&
  entryOf(procedure).withoutMail === undefined &&
  (procedure.meta.accessLevel !== 'public' || procedure.meta.internal === undefined);

/** What a call came to. */
type Outcome = { data: unknown } | { code: string; status: number; message: string; details: unknown };

async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { data: await call() };
  } catch (thrown) {
    const { appCode: code, status, message, details } = toAppError(thrown);
    return { code, status, message, details };
  }
}

const ours = ({ name, procedure }: Procedure, ctx: Context, input: unknown): Promise<Outcome> =>
  outcomeOf(() => callOf(name, procedure)(ctx, () => input));

/** A large body is promised, and read in turns. */
const oursPromised = ({ name, procedure }: Procedure, ctx: Context, input: unknown): Promise<Outcome> =>
  outcomeOf(() => callOf(name, procedure)(ctx, () => Promise.resolve(input)));

const callerOf = createCallerFactory(appRouter);
const theirs = ({ name }: Procedure, ctx: Context, input: unknown): Promise<Outcome> =>
  outcomeOf(() => {
    const caller: unknown = name
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], callerOf(ctx));
    return (caller as (input: unknown) => Promise<unknown>)(input);
  });

const ENGINES = [ours, oursPromised, theirs];

const keyOf = ({ accountId, key }: Tenant): Principal => ({
  kind: 'key',
  id: key.id,
  keyId: key.keyId,
  accountId,
  scopes: ['read', 'write'],
});
const platformFor = (accountId: string | null): Principal => ({
  kind: 'platform',
  id: server.platform.id,
  keyId: server.platform.keyId,
  partnerId: null,
  accountId,
  scopes: [PLATFORM_SCOPE],
});
const personOf = async (cookie: string): Promise<Principal> =>
  (await server.services.sessions.read(cookie)) ?? ANONYMOUS;

/** One whom the access level lets in. */
async function insider(procedure: Procedure, tenant: Tenant): Promise<Principal> {
  const { accessLevel } = procedure.meta;
  if (accessLevel === 'public') return ANONYMOUS;
  if (accessLevel === 'platform' || accessLevel === 'operator' || accessLevel === 'ownPartner')
    return platformFor(null);
  if (accessLevel === 'partner') return keyOf(tenant);
  return await personOf((await entryOf(procedure).cookie?.(tenant)) ?? tenant.cookie);
}

/** Of what is made anew by each call, with ids and codes of its own. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'number') return typeof value;
  if (value instanceof Date) return 'instant';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

describe('every procedure comes to the same on both engines', () => {
  it.each(all.filter(({ procedure }) => procedure._def.type === 'query'))(
    '$name: the same answer',
    async (procedure) => {
      const ctx = contextOf(await insider(procedure, server.ours));
      const input = await entryOf(procedure).success(server.ours);
      const [expected, ...others] = [
        await theirs(procedure, ctx, input),
        await ours(procedure, ctx, input),
        await oursPromised(procedure, ctx, input),
      ];
      if (succeeds(procedure)) expect(expected).toHaveProperty('data');
      for (const outcome of others) expect(outcome).toEqual(expected);
    },
  );

  it.each(all.filter(({ procedure }) => procedure._def.type === 'mutation'))(
    '$name: an answer of the same shape, in a workspace of its own',
    async (procedure) => {
      const outcomes: unknown[] = [];
      for (const engine of ENGINES) {
        const tenant = await server.makeTenant({ plan: 'scale' });
        const input = await entryOf(procedure).success(tenant);
        const outcome = await engine(procedure, contextOf(await insider(procedure, tenant)), input);
        if (succeeds(procedure)) expect(outcome).toHaveProperty('data');
        outcomes.push(shapeOf(outcome));
      }
      for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    },
  );

  it.each(all)('$name: the same refusal, whoever asks and whatever is sent', async (procedure) => {
    const { failure } = entryOf(procedure);
    const inside = await insider(procedure, server.ours);
    const principals: Principal[] = [
      ANONYMOUS,
      platformFor(null),
      platformFor(server.ours.accountId),
      keyOf(server.ours),
      { ...((await personOf(server.ours.cookie)) as Principal & { kind: 'session' }), accountId: null },
      inside,
    ];
    const given = 'input' in failure ? failure.input : undefined;
    const cases = [
      ...(given === undefined ? [] : principals.map((principal) => ({ principal, input: given }))),
      // Of no procedure that takes an input; one that takes none does not look at it, and would run.
      ...((procedure.procedure._def as unknown as { inputs: unknown[] }).inputs.length === 0
        ? []
        : ['text', 7, null, [], [{}]].map((input) => ({ principal: inside, input }))),
    ];
    for (const { principal, input } of cases) {
      const asked = async (engine: typeof ours): Promise<Outcome> => {
        // Nobody is stopped by the attempts of the engine before.
        await server.services.database.prisma.signInThrottle.deleteMany();
        return await engine(procedure, contextOf(principal), input);
      };
      const expected = await asked(theirs);
      expect(expected, JSON.stringify([principal, input])).toHaveProperty('code');
      for (const engine of [ours, oursPromised]) expect(await asked(engine)).toEqual(expected);
    }
    if ('code' in failure)
      expect(await ours(procedure, contextOf(inside), given)).toMatchObject({ code: failure.code });
  });
});
