/**
 * Attacks on a neighbour by everybody who might try: callers of another workspace with whatever is the neighbour's in every
 * place of every route, and callers whose way into the neighbour's workspace has ended. Nothing of the neighbour's is seen, nothing changes,
 * and what is the neighbour's is refused as what nobody has. Routes are walked from the router, with the inputs of server/testing/contract.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { WORKSPACE_HEADER } from '@/server/doors/bridge';
import { statusOf } from '@/server/platform/errors';
import { API_PREFIX, procedures, restRoutes } from '@/server/doors/rest-routes';
import { jsonOf } from '@/server/doors/openapi/json';
import { RAW_ROUTES } from '@/server/modules';
import type { AccessLevelName } from '@/server/platform/access/procedures';
import { entriesOf } from '@/server/testing/contract/entries';
import type { Input } from '@/server/testing/contract/entry';
import { inputSchemas, textPaths, withValue } from '@/server/testing/contract/inputs';
import { toRequest, type Sent } from '@/server/testing/contract/requests';
import {
  makeKey,
  makeLink,
  makePartner,
  makePlatformKey,
  makeSession,
  makeUser,
} from '@/server/testing/factories/account';
import { fillTables } from '@/server/testing/fill-tables';
import { snapshotOf, trpc } from '@/server/testing/http';
import { isDeep, times } from '@/server/testing/lane';
import { fingerprintFor, lookalike, markRows, ownTexts, textsOf } from '@/server/testing/neighbour';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer({ EXTENSIONS: 'idempotency,message-list,webhook-delivery' });
const ENTRIES = entriesOf(server);

type Procedure = ReturnType<typeof procedures>[number];
const all = procedures().filter(({ meta }) => meta.accessLevel !== 'public' && meta.accessLevel !== 'bearer');
const routes = new Map(restRoutes().map((route) => [route.name, route]));

/** The deep lane tries everything with everybody; the fast one all ids, and of the rest a part that is another one for each procedure. */
const isTried = (index: number): boolean => isDeep || index % 16 === 0;

/** A procedure is asked by its REST route, or by the dashboard's typed call where it has none. */
function requestOf({ name, procedure }: Procedure, input: Input): Sent {
  const route = routes.get(name);
  if (route !== undefined) return toRequest(route, input);
  return procedure._def.type === 'query'
    ? { method: 'GET', url: `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}` }
    : { method: 'POST', url: `/api/trpc/${name}`, body: input };
}

type More = Record<string, string>;
type Caller = (sent: Sent, more?: More) => Promise<Answer>;

const withKey =
  (key: () => Parameters<typeof server.call>[0], onBehalfOf?: () => string): Caller =>
  ({ method, url, body }, { 'idempotency-key': idempotencyKey, ...headers } = {}) =>
    server.call(key(), method, url, {
      ...(body === undefined ? {} : { body }),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf: onBehalfOf() }),
      ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      headers,
    });
const withCookie =
  (cookie: () => string): Caller =>
  ({ method, url, body }, more) =>
    server.fetch(method, url, {
      headers: { cookie: cookie(), origin: server.baseUrl, ...more },
      ...(body === undefined ? {} : { body }),
    });

interface Cast {
  readKey: Awaited<ReturnType<typeof makeKey>>;
  analyst: string;
  partner: Awaited<ReturnType<typeof makePlatformKey>>;
  endedPartner: Awaited<ReturnType<typeof makePlatformKey>>;
  suspendedPartner: Awaited<ReturnType<typeof makePlatformKey>>;
  revokedKey: Awaited<ReturnType<typeof makeKey>>;
  removed: string;
  removedElsewhere: string;
}
let cast: Cast;
const ours = () => server.ours.accountId;
const theirs = () => server.theirs.accountId;

/** Callers that work in another workspace. */
const STRANGERS: Record<string, { call: Caller; isPerson: boolean; isWhole: boolean }> = {
  'a key': { call: withKey(() => server.ours.key), isPerson: false, isWhole: true },
  'a partner': { call: withKey(() => cast.partner, ours), isPerson: false, isWhole: true },
  'an owner': { call: withCookie(() => server.ours.cookie), isPerson: true, isWhole: true },
  'a key that reads': { call: withKey(() => cast.readKey), isPerson: false, isWhole: false },
  'an analyst': { call: withCookie(() => cast.analyst), isPerson: true, isWhole: false },
  'a removed member in another workspace': {
    call: withCookie(() => cast.removedElsewhere),
    isPerson: true,
    isWhole: false,
  },
};
/** Callers whose way into the neighbour's workspace has ended, and the status that each gets. */
const FORMER: Record<string, { call: Caller; isPerson: boolean; statuses: number[] }> = {
  'a partner after the end of its link': {
    call: withKey(() => cast.endedPartner, theirs),
    isPerson: false,
    statuses: [404],
  },
  'a suspended partner': { call: withKey(() => cast.suspendedPartner, theirs), isPerson: false, statuses: [403] },
  'a key that was revoked': { call: withKey(() => cast.revokedKey), isPerson: false, statuses: [401, 403] },
  'a removed member': { call: withCookie(() => cast.removed), isPerson: true, statuses: [401] },
};

/** The neighbour's belongings: ids by `<procedure> <path>`, inputs of its own that succeed, words by column, cursors of its lists. */
const neighbour = {
  ids: new Map<string, string>(),
  inputs: new Map<string, Input>(),
  words: new Map<string, string[]>(),
  tokens: new Set<string>(),
  cursors: new Map<string, string>(),
  replayed: new Map<string, Sent>(),
  idsByTable: new Map<string, string>(),
};
let printOf: (accountId: string) => Promise<Record<string, string>>;
let print: Record<string, string>;
/** Words that a caller has sent already: the caller's own workspace may hold them since. */
const spoken = new Set<string>();
let tries = 0;

/** Ids and what was made at random; a long word alone is nobody's own. */
const tokensOf = (text: string): string[] => (text.match(/[a-z0-9]{12,}/gi) ?? []).filter((word) => /\d/.test(word));
const at = (index: number): Procedure => all[index]!;
const isReplayed = (index: number): boolean =>
  isTried(index) && routes.get(at(index).name)?.method === 'POST' && at(index).meta.accessLevel !== 'operator';

beforeAll(async () => {
  const { database, keys } = server.services;
  const them = server.theirs;
  const [endedId, suspendedId] = [
    await makePartner(database, { linkMode: 'linked' }),
    await makePartner(database, { linkMode: 'linked' }),
  ];
  const partnerId = await makePartner(database, { linkMode: 'linked' });
  for (const id of [endedId, suspendedId]) await makeLink(database, id, them.accountId);
  await makeLink(database, partnerId, ours());
  const [analyst, leaver] = [
    await makeUser(database, ours(), { role: 'analyst' }),
    await makeUser(database, them.accountId),
  ];
  // This person belongs to both workspaces, so that their data is no secret of the neighbour's.
  const ofBoth = [leaver.id, leaver.email];
  await database.prisma.membership.create({
    data: { userId: leaver.id, accountId: ours(), role: 'marketer', createdAt: new Date() },
  });
  cast = {
    readKey: await makeKey(database, keys, ours(), { scopes: ['read'] }),
    analyst: await makeSession(server.services, { sub: analyst.id, accountId: ours() }),
    partner: await makePlatformKey(database, keys, partnerId),
    endedPartner: await makePlatformKey(database, keys, endedId),
    suspendedPartner: await makePlatformKey(database, keys, suspendedId),
    revokedKey: await makeKey(database, keys, them.accountId),
    removed: await makeSession(server.services, { sub: leaver.id, accountId: them.accountId }),
    removedElsewhere: '',
  };
  const admin = '/api/v1/admin/partners';
  const ended = [
    await server.call(server.platform, 'DELETE', `${admin}/${endedId}/merchants/${them.accountId}`),
    await server.call(server.platform, 'POST', `${admin}/${suspendedId}/suspend`, { body: { reason: 'x' } }),
    await server.call(them.key, 'POST', `/api/v1/api-keys/${cast.revokedKey.id}/revoke`),
    await trpc(server, 'mutation', 'accounts.removeMember', { userId: leaver.id }, { cookie: them.cookie }),
  ];
  expect(ended.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { sessionVersion } = await database.prisma.user.findUniqueOrThrow({ where: { id: leaver.id } });
  cast.removedElsewhere = await makeSession(server.services, { sub: leaver.id, accountId: ours(), sessionVersion });

  for (const [index, { name }] of all.entries()) {
    const { success, ids } = ENTRIES[name]!;
    for (const [path, rule] of Object.entries(ids))
      if ('theirs' in rule) neighbour.ids.set(`${name} ${path}`, await rule.theirs(them));
    if (isReplayed(index)) {
      const sent = requestOf(at(index), await success(them));
      await withKey(() => them.key)(sent, { 'idempotency-key': `of-${name}` });
      neighbour.replayed.set(name, sent);
    }
    if (isTried(index)) neighbour.inputs.set(name, await success(them));
  }
  await fillTables(database.pool, them.accountId);
  // What no workspace has was made for the first person that it found: a second factor too.
  await database.prisma.secondFactor.deleteMany({ where: { userId: server.ours.user.id } });
  await markRows(database.pool, them.accountId);
  for (const { name } of all) {
    const route = routes.get(name);
    if (route?.type !== 'query' || !('cursor' in (route.input?.shape ?? {}))) continue;
    const input = { ...(await ENTRIES[name]!.success(them)), limit: 1 };
    const { text } = await server.call(them.key, 'GET', toRequest(route, input).url);
    const cursor = /"(?:nextC|c)ursor":"([^"]+)"/.exec(text)?.[1];
    if (cursor !== undefined) neighbour.cursors.set(name, cursor);
  }
  const others = new Set<string>();
  for (const [, text] of textsOf([ofBoth, await snapshotOf(server, ours())])) others.add(text);
  const rows = await snapshotOf(server, them.accountId);
  neighbour.words = ownTexts(rows, others);
  for (const [table, [row]] of Object.entries(rows as Record<string, { id?: unknown }[]>))
    if (typeof row?.id === 'string') neighbour.idsByTable.set(table, row.id);
  neighbour.tokens = new Set([...neighbour.words.values()].flat().flatMap(tokensOf));
  for (const text of others) for (const token of tokensOf(text)) neighbour.tokens.delete(token);
  printOf = await fingerprintFor(database.pool);
  print = await printOf(them.accountId);
});

const isRefusal = (status: number): boolean => [400, 401, 403, 404].includes(status);

/** An answer without what differs from request to request, and with the value that was sent named alike. */
const bare = (text: string, value: string): string =>
  text
    .replaceAll(value, '<it>')
    .replaceAll(/"requestId":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>');

/** What an answer is made of, without what it says. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' ? value : value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

function expectNothingOfTheirs(answer: Answer, what: string): void {
  const found = tokensOf(answer.text).filter((token) => neighbour.tokens.has(token) && !spoken.has(token));
  expect(found, `${what}: ${answer.text.slice(0, 1_000)}`).toEqual([]);
}

interface Attempt {
  what: string;
  call: Caller;
  /** The request with the value in its place; it is made anew where it may succeed. */
  sent: (value: string) => Sent | Promise<Sent>;
  value: string;
  more?: (value: string) => More;
}

/** The neighbour's value, and one that nobody has: both are answered alike. */
async function attempt({ what, call, sent, value, more }: Attempt): Promise<Answer> {
  tries++;
  const none = lookalike(value);
  expect(none, what).not.toBe(value);
  const request = await sent(value);
  for (const token of tokensOf(JSON.stringify([value, request, more?.(value)]))) spoken.add(token);
  const answer = await call(request, more?.(value));
  const control = await call(await sent(none), more?.(none));
  const described = `${what}: ${request.method} ${request.url} ${JSON.stringify(request.body ?? null).slice(0, 500)}`;
  expectNothingOfTheirs(answer, described);
  // As many as there may be were made by now.
  if ([answer, control].some(({ text }) => text.includes('"LIMIT_REACHED"'))) return answer;
  expect(answer.status < 300 || isRefusal(answer.status) ? 'fine' : answer.text, described).toBe('fine');
  if (answer.status >= 300 || request.method === 'GET')
    expect([answer.status, bare(answer.text, value)], described).toEqual([control.status, bare(control.text, none)]);
  else
    expect([answer.status, shapeOf(answer.body.data)], described).toEqual([control.status, shapeOf(control.body.data)]);
  return answer;
}

/** After a query only in the deep lane: whatever one changes, the fast lane sees at the end. */
const expectUnchanged = async ({ name, procedure }: Procedure): Promise<void> => {
  if (isDeep || procedure._def.type === 'mutation') expect(await printOf(theirs()), name).toEqual(print);
};

/** Callers whom a procedure, or the path of a raw route, knows at all: typed calls take no keys. */
const callersOf = <Of extends { isPerson: boolean }>(name: string, callers: Record<string, Of>): [string, Of][] =>
  Object.entries(callers).filter(([, { isPerson }]) => isPerson || routes.has(name) || name.startsWith('/'));

/** Of a typed call the application's own code, not tRPC's. */
const codeOf = ({ text }: Answer): string | undefined =>
  (/"appCode":"([A-Z_]+)"/.exec(text) ?? /"code":"([A-Z_]+)"/.exec(text))?.[1];

const idOf = (table: string): string => neighbour.idsByTable.get(table)!;

/** Access levels on which a person or a key has no business, as their page says. */
const OF_KEYS: readonly AccessLevelName[] = ['partner', 'platform', 'operator', 'ownPartner'];

/** An input of one's own for each request of a mutation, and one for all of a query: another one would add rows to what it reads. */
async function exampleOf({ name, procedure }: Procedure): Promise<() => Promise<Input>> {
  const { success } = ENTRIES[name]!;
  if (procedure._def.type !== 'query') return async () => await success(server.ours);
  const example = await success(server.ours);
  return () => Promise.resolve(example);
}

/** In the fast lane those who may do most; who may less is tried there with ids. */
const strangers = (name: string) => callersOf(name, STRANGERS).filter(([, { isWhole }]) => isDeep || isWhole);

describe('a stranger with an id of the neighbour', () => {
  const references = all.flatMap((procedure, index) =>
    Object.entries(ENTRIES[procedure.name]?.ids ?? {}).flatMap(([path, rule]) =>
      'theirs' in rule ? [{ procedure, name: procedure.name, path, code: rule.code, isWide: isTried(index) }] : [],
    ),
  );

  it.each(references)('is answered $code by $name for $path', async ({ procedure, name, path, code, isWide }) => {
    const base = await ENTRIES[name]!.success(server.ours);
    const value = neighbour.ids.get(`${name} ${path}`)!;
    const callers = callersOf(name, STRANGERS).filter(([, { isWhole }]) => isWhole || isWide);
    await Promise.all(
      callers.map(async ([who, { call, isPerson, isWhole }]) => {
        const answer = await attempt({
          what: `${who}, ${path}`,
          call,
          value,
          sent: (id) => requestOf(procedure, withValue(base, path, id)),
        });
        if (!isWhole || (isPerson && OF_KEYS.includes(procedure.meta.accessLevel ?? 'public'))) return;
        expect([answer.status, codeOf(answer)], `${who}: ${answer.text}`).toEqual([statusOf(code), code]);
      }),
    );
    await expectUnchanged(procedure);
  });
});

const sampled = all.flatMap((procedure, index) => (isTried(index) ? [{ procedure, name: procedure.name }] : []));
/** Without those that end the session that they are called with: they are about a person, not a workspace. */
const repeated = sampled.filter(({ name }) => ENTRIES[name]?.cookie === undefined);

describe('whoever may not any more', () => {
  it.each(sampled)('is refused by $name', async ({ procedure, name }) => {
    const sent = requestOf(procedure, neighbour.inputs.get(name)!);
    await Promise.all(
      callersOf(name, FORMER).map(async ([who, { call, statuses }]) => {
        tries++;
        const answer = await call(sent);
        expect(statuses, `${who}: ${answer.text}`).toContain(answer.status);
        expectNothingOfTheirs(answer, who);
      }),
    );
    await expectUnchanged(procedure);
  });
});

/** Names of what an input may have besides what the example has, such as filters. */
const namesIn = ({ procedure }: Procedure): string[] =>
  inputSchemas(procedure).flatMap((schema) => Object.keys(jsonOf(schema.properties)));

/**
 * A word of the neighbour's that goes by this name: of a column, of an id, or, to look for, of a text. None that was sent before, for
 * whoever sent it may have it since.
 */
function wordFor(path: string): string | undefined {
  const name = path.split('.').at(-1) ?? '';
  const columns =
    name === 'q' ? ['firstName', 'name'] : [name, name.replace(/Ids$/, 'Id'), ...(/Ids?$/.test(name) ? ['id'] : [])];
  return columns
    .flatMap((column) => neighbour.words.get(column) ?? [])
    .find((word) => !tokensOf(word).some((token) => spoken.has(token)));
}

describe('a stranger with a word of the neighbour', () => {
  it.each(repeated)('is answered by $name as with a word of nobody', async ({ procedure, name }) => {
    const { ids } = ENTRIES[name]!;
    const example = await exampleOf(procedure);
    const places = new Set([...textPaths(await example()), ...Object.keys(ids), ...namesIn(procedure)]);
    for (const path of places) {
      const value = wordFor(path);
      const rule = ids[path];
      if (value === undefined || path === 'cursor' || (rule !== undefined && 'theirs' in rule)) continue;
      const [who, { call }] = strangers(name)[0]!;
      await attempt({
        what: `${who}, ${path}`,
        call,
        value,
        sent: async (word) => requestOf(procedure, withValue(await example(), path, word)),
      });
    }
    await expectUnchanged(procedure);
  });
});

describe('a stranger who names the workspace of the neighbour', () => {
  it.each(repeated)('works in another one all the same in $name', async ({ procedure, name }) => {
    const { ids } = ENTRIES[name]!;
    const example = await exampleOf(procedure);
    const fields = ['accountId', 'workspaceId', 'tenantId', 'onBehalfOf'].filter((field) => !(field in ids));
    for (const [who, { call }] of strangers(name)) {
      await attempt({
        what: `${who}, in the input`,
        call,
        value: theirs(),
        sent: async (id) =>
          requestOf(procedure, {
            ...Object.fromEntries(fields.map((field) => [field, id])),
            ...(await example()),
          }),
        more: (id) => ({ 'x-account-id': id }),
      });
      for (const header of ['x-svc-on-behalf-of', WORKSPACE_HEADER])
        await attempt({
          what: `${who}, ${header}`,
          call,
          value: theirs(),
          sent: async () => requestOf(procedure, await example()),
          more: (id) => ({ [header]: id }),
        });
    }
    await expectUnchanged(procedure);
  });
});

describe('a stranger with a cursor of the neighbour', () => {
  const lists = all.flatMap((procedure) => {
    const route = routes.get(procedure.name);
    return route?.type === 'query' && 'cursor' in (route.input?.shape ?? {})
      ? [{ procedure, name: procedure.name }]
      : [];
  });

  it.each(lists)('reads on in the own list by $name', async ({ procedure, name }) => {
    const cursor = neighbour.cursors.get(name);
    if (cursor === undefined) return;
    const { success } = ENTRIES[name]!;
    for (const [who, { call }] of strangers(name)) {
      tries++;
      const answer = await call(requestOf(procedure, { ...(await success(server.ours)), cursor }));
      expect([200, 400, 403, 404], `${who}: ${answer.text}`).toContain(answer.status);
      expectNothingOfTheirs(answer, `${who}, ${name}`);
    }
  });

  it('is tried in most lists', () => {
    expect(neighbour.cursors.size).toBeGreaterThan(10);
  });
});

describe('a stranger with an Idempotency-Key of the neighbour', () => {
  it.each(all.flatMap((procedure, index) => (isReplayed(index) ? [{ procedure, name: procedure.name }] : [])))(
    'is not told what $name answered',
    async ({ procedure, name }) => {
      const own = requestOf(procedure, await ENTRIES[name]!.success(server.ours));
      const stranger = async ([who, { call }]: (typeof callers)[number], sent: Sent): Promise<Answer> => {
        tries++;
        for (const token of tokensOf(JSON.stringify(sent))) spoken.add(token);
        const answer = await call(sent, { 'idempotency-key': `of-${name}` });
        expectNothingOfTheirs(answer, `${who}, ${name}`);
        return answer;
      };
      const callers = strangers(name);
      expect((await stranger(callers[0]!, own)).text).not.toContain('IDEMPOTENCY_MISMATCH');
      for (const caller of callers) await stranger(caller, neighbour.replayed.get(name)!);
      await expectUnchanged(procedure);
    },
  );
});

describe('a stranger with a question about rows of the neighbour', () => {
  const asking = all.filter(({ name }) => /^audienceSegments\.(create|preview)$/.test(name));
  const conditions = (id: string) => [
    { field: 'list', op: 'member_of', value: id },
    { field: 'list', op: 'not_member_of', value: id },
    { field: 'externalRef', op: 'eq', value: id },
    { field: 'attributes.accountId', op: 'eq', value: id },
    { field: 'attributes.x", "accountId', op: 'eq', value: id },
    { event: 'event.seen', op: 'at_least', count: 1, where: [{ property: 'accountId', op: 'eq', value: id }] },
  ];

  it.each(asking.map((procedure) => ({ procedure, name: procedure.name })))(
    'finds none by $name',
    async ({ procedure, name }) => {
      const values = ['ContactList', 'Contact', 'Broadcast'].map((table) => idOf(table));
      for (const index of conditions('').keys())
        for (const value of isDeep ? [...values, theirs()] : values.slice(0, 1)) {
          const what = JSON.stringify(conditions('it')[index]);
          const sent = async (id: string): Promise<Sent> =>
            requestOf(procedure, {
              ...(await ENTRIES[name]!.success(server.ours)),
              definition: { match: 'all', groups: [{ match: 'all', conditions: [conditions(id)[index]] }] },
            });
          const statuses = [];
          for (const [who, { call }] of strangers(name))
            statuses.push((await attempt({ what: `${who}, ${what}`, call, value, sent })).status);
          // A list has to be one's own; all other questions are proper ones.
          expect(
            statuses.some((status) => status < 300),
            what,
          ).toBe(!what.includes('"list"'));
        }
      await expectUnchanged(procedure);
    },
  );
});

describe('a stranger at a raw route', () => {
  const raw = RAW_ROUTES.filter(
    ({ accessLevel, path }) =>
      !['public', 'bearer', 'visitor'].includes(accessLevel) && path.startsWith(API_PREFIX) && !path.includes('oauth'),
  );

  it.each(raw)('$method $path finds nothing by an id of the neighbour', async ({ method, path, info }) => {
    const tables = [...neighbour.idsByTable];
    const queries = Object.keys(info?.query?.shape ?? {}).flatMap((name) => {
      const word = wordFor(name);
      return word === undefined ? [] : [{ name, value: word }];
    });
    for (const [index, [, value]] of tables.entries()) {
      if (!isTried(index) || !path.includes('{')) continue;
      for (const [who, { call }] of strangers(path))
        await attempt({
          what: who,
          call,
          value,
          sent: (id) => ({ method, url: path.replace('{index}', '0').replaceAll(/\{\w+\}/g, id) }),
        });
    }
    for (const { name, value } of queries)
      for (const [who, { call }] of strangers(path))
        await attempt({
          what: `${who}, ${name}`,
          call,
          value,
          sent: (word) => ({
            method,
            url: `${path.replaceAll(/\{\w+\}/g, 'cunknown')}?${name}=${encodeURIComponent(word)}`,
          }),
        });
    for (const [who, { call, statuses }] of Object.entries(FORMER)) {
      tries++;
      const answer = await call({ method, url: path.replace('{index}', '0').replaceAll(/\{\w+\}/g, tables[0]![1]) });
      expect(statuses, `${who}: ${answer.text}`).toContain(answer.status);
    }
  });
});

it('all that left the neighbour as it was', async () => {
  expect(await printOf(theirs())).toEqual(print);
  expect(tries).toBeGreaterThanOrEqual(times(1_000, 3_000));
});
