/**
 * The contract that holds for every procedure, walked from the router (docs/architecture.md). A new procedure without
 * an entry in ENTRIES fails here, with a message that says what to add.
 */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { statusOf, type ErrorCode } from '@/server/platform/errors';
import { patternOf } from '@/server/doors/paths';
import { API_PREFIX, procedures, restRoutes, type Route } from '@/server/doors/rest-routes';
import { jsonAt, jsonOf } from '@/server/doors/openapi/json';
import { setClockOffset } from '@/server/platform/lib/clock';
import { errorsOf } from '@/server/doors/openapi/errors';
import { operationsOf } from '@/server/doors/openapi/operations';
import { slugOf } from '@/server/doors/openapi/part';
import { RAW_ROUTES } from '@/server/modules';
import { entriesOf } from '@/server/testing/contract/entries';
import type { Entry, Input } from '@/server/testing/contract/entry';
import { idPaths, inputSchemas } from '@/server/testing/contract/inputs';
import { keyFor as keyOf, OF_PLATFORMS, toRequest, type Sent } from '@/server/testing/contract/requests';
import { type MadeKey, makeKey, makeSession } from '@/server/testing/factories/account';
import { bySession, expectEnvelope, snapshotOf, trpc } from '@/server/testing/http';
import { dereferenced, merged, operationAt, undocumented, validator, type Json } from '@/server/testing/json-schema';
import { useServer, type Answer } from '@/server/testing/server';

const server = useServer();

const ENTRIES = entriesOf(server);

const all = procedures();
const routes = restRoutes();
const entryOf = (name: string): Entry => {
  const entry = ENTRIES[name];
  if (entry === undefined)
    throw new Error(
      `${name} has no entry in ENTRIES (server/testing/contract/<noun>.ts): add one with an input that succeeds, one that is refused, and a rule for every id that it takes.`,
    );
  return entry;
};

/** Bytes of the document for each route, what several say included. */
const MOST_OF_A_ROUTE = 1_750;

/** A key that the route's access level lets in. */
const keyFor = (route: Route, us = server.ours): MadeKey => keyOf(server, route, us);

const send = (
  key: MadeKey,
  sent: Sent,
  options: { onBehalfOf?: string; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  server.call(key, sent.method, sent.url, { ...(sent.body === undefined ? {} : { body: sent.body }), ...options });

describe('every procedure', () => {
  it('has an entry here, and every entry has a procedure', () => {
    for (const { name } of all) entryOf(name);
    expect(Object.keys(ENTRIES).sort()).toEqual(all.map(({ name }) => name).sort());
  });

  it.each(all)(
    '$name has an access level, is a REST route or says why it is internal, and has an output schema',
    ({ meta, procedure }) => {
      expect(meta.accessLevel, 'build it from a procedure of server/platform/access/trpc.ts').toBeDefined();
      expect(
        [meta.openapi !== undefined, (meta.internal ?? '') !== ''].filter(Boolean),
        'declare either openapi or internal',
      ).toHaveLength(1);
      expect((procedure._def as unknown as { output?: unknown }).output, 'add .output(…)').toBeInstanceOf(z.ZodType);
    },
  );

  it.each(all)('$name has a rule for every id that it takes', ({ name, procedure }) => {
    const taken = [
      ...new Set(inputSchemas(procedure).flatMap((schema) => idPaths(schema, jsonOf(schema.$defs)))),
    ].filter(
      (path) =>
        path !== 'accountId' || ENTRIES[name]?.ids.accountId !== undefined || inputSchemas(procedure).length === 1,
    );
    expect(
      Object.keys(entryOf(name).ids).sort(),
      `${name}: name in its entry what becomes of each id when it is the neighbour's`,
    ).toEqual(taken.sort());
  });
});

/** Ids in a body that name the resource of the call, as its page says (docs/contract/discount-codes.md): partners have had 404 for them. */
const RESOURCES_IN_BODIES = new Set(['discountCodes.redeem discountCodeId', 'discountCodes.hold discountCodeId']);

describe("an id of the neighbour's", () => {
  it('is 404 in a path or a query, and never in a body', () => {
    const wrong = routes
      .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
      .flatMap(({ name, parameters }) =>
        Object.entries(ENTRIES[name]?.ids ?? {}).flatMap(([path, rule]) =>
          'theirs' in rule && rule.code === 'NOT_FOUND' && !parameters.includes(path) ? [`${name} ${path}`] : [],
        ),
      );
    expect(wrong.sort()).toEqual([...RESOURCES_IN_BODIES].sort());
  });
});

describe('what the dashboard alone calls', () => {
  const routeType = (name: string): 'query' | 'mutation' =>
    all.find((each) => each.name === name)?.procedure._def.type === 'query' ? 'query' : 'mutation';

  it.each(all.filter(({ meta }) => meta.internal !== undefined && meta.accessLevel !== 'public'))(
    '$name answers a typed call of ours, and 401 without a session',
    async ({ name }) => {
      const { success, cookie: own, withoutMail } = entryOf(name);
      const input = await success(server.ours);
      const cookie = (await own?.(server.ours)) ?? server.ours.cookie;
      const expected = withoutMail === undefined ? 200 : statusOf(withoutMail);
      expect((await trpc(server, routeType(name), name, input, { cookie })).status).toBe(expected);
      expect(await trpc(server, routeType(name), name, input)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    },
  );
});

describe('a partial update', () => {
  const updates = all.filter(({ name, meta }) => meta.openapi?.method === 'PATCH' || /\.update[A-Z]?/.test(name));

  it.each(updates)('$name without a field is answered, writes nothing and records nothing', async ({ name }) => {
    const us = await server.makeTenant({ plan: 'scale' });
    const input = await entryOf(name).success(us);
    const route = routes.find((each) => each.name === name);
    const call = async (sent: Input): Promise<number> =>
      route === undefined
        ? (await trpc(server, 'mutation', name, sent, { cookie: us.cookie })).status
        : (await send(keyFor(route, us), toRequest(route, sent))).status;
    // What is made by the first update is there.
    expect(await call(input)).toBe(200);
    const ids = Object.fromEntries(
      Object.entries(input).filter(([key]) => key === 'id' || route?.parameters.includes(key)),
    );
    const before = await snapshotOf(server, us.accountId);
    try {
      setClockOffset(3_600_000);
      for (const nothing of [{}, { unknown: 1 }]) expect(await call({ ...ids, ...nothing })).toBe(200);
    } finally {
      setClockOffset(0);
    }
    expect(await snapshotOf(server, us.accountId)).toEqual(before);
  });
});

describe('a repeatable route', () => {
  /** How many rows each table has for the workspace. */
  const rowsOf = async (accountId: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      Object.entries(await snapshotOf(server, accountId)).map(([table, rows]) => [table, (rows as unknown[]).length]),
    );

  it.each(routes.filter(({ repeatable }) => repeatable === true))(
    '$method $path makes nothing new when it is sent again',
    async (route) => {
      expect(route.method).toBe('POST');
      const us = await server.makeTenant({ plan: 'scale' });
      const sent = toRequest(route, await entryOf(route.name).success(us));
      const first = await send(keyFor(route, us), sent);
      expect(first.body.error).toBeNull();
      const before = await rowsOf(us.accountId);
      const again = await send(keyFor(route, us), sent);
      expect([again.status, again.body.error]).toEqual([first.status, null]);
      expect(await rowsOf(us.accountId)).toEqual(before);
    },
  );
});

describe('every route', () => {
  const closed = routes.filter((route) => route.accessLevel !== 'public');
  const ofWorkspace = closed.filter(
    (route) => !['authenticated', 'session', ...OF_PLATFORMS].includes(route.accessLevel),
  );

  it.each(closed)('$method $path answers 401 UNAUTHENTICATED without credentials', async (route) => {
    const sent = toRequest(route, await entryOf(route.name).success(server.ours));
    const answer = await server.fetch(sent.method, sent.url, sent.body === undefined ? {} : { body: sent.body });
    expect([answer.status, expectEnvelope(answer).error?.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it.each(ofWorkspace)(
    '$method $path answers 403 NO_ACCOUNT to a session without a workspace and to a platform key on behalf of nobody',
    async (route) => {
      const tenant = await server.makeTenant();
      const cookie = await makeSession(server.services, { sub: tenant.user.id, accountId: null });
      const sent = toRequest(route, await entryOf(route.name).success(server.ours));
      for (const answer of [
        await bySession(server, cookie, sent.method, sent.url, sent.body),
        await send(server.platform, sent),
      ]) {
        expect([answer.status, expectEnvelope(answer).error?.code]).toEqual([403, 'NO_ACCOUNT']);
      }
    },
  );
});

describe('the OpenAPI document', () => {
  let document: Json;
  const operation = (route: Route) => operationAt(document, API_PREFIX + route.path, route.method);
  const known = new Map<string, Json>();
  const responseSchema = (route: Route, status: number): Json => {
    const key = `${route.name} ${status}`;
    const schema = known.get(key) ?? readSchema(route, status);
    known.set(key, schema);
    return schema;
  };
  const readSchema = (route: Route, status: number): Json => {
    const responses = operation(route).responses as Record<string, Json>;
    const declared = responses[String(status)] ?? responses.default;
    const response = dereferenced(declared ?? {}, document) as { content?: Record<string, { schema: Json }> };
    const schema = response.content?.['application/json']?.schema;
    if (schema === undefined)
      throw new Error(`${route.method} ${route.path} answered ${status}, which the document does not have.`);
    return merged(schema, document);
  };
  /** The answer says only what the document says, in the shape that the document gives. */
  const expectDocumented = (route: Route, answer: Answer): void => {
    const schema = responseSchema(route, answer.status);
    const parsed = validator(schema, document).safeParse(answer.body);
    expect(
      parsed.success ? [] : parsed.error.issues,
      `${route.method} ${route.path} ${answer.status}: ${answer.text.slice(0, 300)}`,
    ).toEqual([]);
    expect(undocumented(schema, document, answer.body)).toEqual([]);
  };

  beforeAll(async () => {
    const answer = await server.fetch('GET', '/api/v1/openapi.json');
    expect(answer.status).toBe(200);
    document = JSON.parse(answer.text) as Json;
  });

  it('is small enough to be read: what several routes say stands once', async () => {
    const { text } = await server.fetch('GET', '/api/v1/openapi.json');
    const webhooks = Buffer.byteLength(JSON.stringify(document.webhooks ?? {}));
    expect((Buffer.byteLength(text) - webhooks) / operationsOf(document).length).toBeLessThan(MOST_OF_A_ROUTE);
  });

  it('passes the recommended rules of redocly but for paths that look alike, which the contract asks for', async () => {
    const { text } = await server.fetch('GET', '/api/v1/openapi.json');
    const config = await createConfig({
      extends: ['recommended'],
      // This server of the tests stands on localhost.
      rules: { 'no-ambiguous-paths': 'off', 'no-server-example.com': 'off' },
    });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`),
    ).toEqual([]);
  });

  it('is given by tag as well, each part complete in itself, and all of them together the whole', async () => {
    const operations: string[] = [];
    for (const { name } of document.tags as { name: string }[]) {
      const answer = await server.fetch('GET', `/api/v1/openapi.json?tag=${slugOf(name)}`);
      const part = JSON.parse(answer.text) as Json;
      for (const { method, path, operation: shown } of operationsOf(part)) {
        expect(shown.tags).toEqual([name]);
        operations.push(`${method} ${path}`);
      }
      for (const [, target = ''] of answer.text.matchAll(/"\$ref":"#\/([^"]+)"/g))
        expect(jsonAt(part, ...target.split('/')), target).toEqual(jsonAt(document, ...target.split('/')));
      expect(answer.text.length).toBeLessThan(JSON.stringify(document).length / 3);
    }
    expect(operations.sort()).toEqual(
      operationsOf(document)
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    );
    const unknown = await server.fetch('GET', '/api/v1/openapi.json?tag=nothing');
    expect([unknown.status, expectEnvelope(unknown).error?.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('is the bare document, in version 3.1, with exactly the routes that exist', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = [
      ...routes.map((route) => `${route.method} ${API_PREFIX}${route.path}`),
      ...RAW_ROUTES.filter(({ path }) => path.startsWith(API_PREFIX)).map(({ method, path }) => `${method} ${path}`),
    ];
    expect(documented.sort()).toEqual(declared.sort());
    const ids = Object.values(document.paths as Record<string, Record<string, Json>>).flatMap((methods) =>
      Object.entries(methods).flatMap(([key, { operationId }]) => (key === 'parameters' ? [] : [operationId])),
    );
    expect(ids).toHaveLength(declared.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a security scheme that all but public routes use, and no reference that leads nowhere', () => {
    const schemes = Object.keys((document.components as Json).securitySchemes as Json);
    expect(Object.keys((document.security as Json[])[0]!).every((name) => schemes.includes(name))).toBe(true);
    for (const route of routes)
      expect(operation(route).security).toEqual(route.accessLevel === 'public' ? [] : undefined);
    for (const [, target] of JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)) {
      expect(
        target!
          .split('/')
          .slice(1)
          .reduce<Json | undefined>((at, name) => at?.[name] as Json | undefined, document),
        target,
      ).toBeDefined();
    }
  });

  it.each(routes)('$method $path stands in it with envelope, parameters, and every code of errorsOf', (route) => {
    const success = responseSchema(route, route.status ?? 200);
    expect(Object.keys(success.properties as Json).sort()).toEqual(['data', 'error', 'meta']);
    expect([...(success.required as string[])].sort()).toEqual(['data', 'error', 'meta']);
    for (const each of errorsOf(route)) {
      const { error } = responseSchema(route, statusOf(each)).properties as {
        error: { properties: { code: { enum: string[] } } };
      };
      expect(error.properties.code.enum).toContain(each);
    }
    const parameters = operation(route).parameters.map((each) => dereferenced(each, document));
    const declared = parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(route.parameters);
  });

  it('gives each parameter one type, and each operation a description and a name', () => {
    for (const { method, path, operation: shown, parameters } of operationsOf(document)) {
      const where = `${method} ${path}`;
      expect(shown.description, where).toBeTypeOf('string');
      for (const { name, schema } of parameters)
        expect(
          [jsonOf(schema).type ?? ''].flat().filter((type) => type !== 'null'),
          `${where} ${String(name)}`,
        ).toHaveLength(1);
    }
  });

  it.each(RAW_ROUTES.filter(({ info }) => info !== undefined))(
    '$method $path answers what is unknown with a status and a type that it declares',
    async ({ method, path, looksAt }) => {
      const { responses } = operationAt(document, path, method);
      const declared = jsonOf(responses);
      for (const value of ['cunknown', '99', 'email_p1']) {
        const url = path.replaceAll(/\{\w+\}/g, value);
        const body = method === 'POST' ? { body: {} } : {};
        const answers = [await server.fetch(method, url, body)];
        if (looksAt === 'credentials') answers.push(await server.call(server.ours.key, method, url, body));
        for (const { status, headers, text } of answers) {
          const found = declared[String(status)] ?? declared.default;
          const { content } = dereferenced(jsonOf(found), document);
          const type = headers.get('content-type')?.replace(/;.*/, '');
          expect(found, `${method} ${url} answered ${status} ${text.slice(0, 200)}`).toBeDefined();
          if (text !== '') expect(Object.keys(jsonOf(content)), `${method} ${url} ${status}`).toContain(type);
        }
      }
    },
  );

  it('takes no other method at the path of an operation, and says which it takes', async () => {
    const paths = Object.entries(document.paths as Record<string, Json>);
    for (const [path] of paths) {
      const url = path.replaceAll(/\{\w+\}/g, 'cunknown');
      const documented = paths.flatMap(([template, item]) =>
        patternOf(template).test(url) ? Object.keys(item).filter((key) => key !== 'parameters') : [],
      );
      const other = ['put', 'delete', 'patch', 'post'].find((method) => !documented.includes(method))!;
      const answer = await server.fetch(other.toUpperCase(), url);
      expect(answer.status, path).toBe(405);
      const allowed = answer.headers.get('allow')?.toLowerCase().split(', ') ?? [];
      expect(allowed, path).toEqual(expect.arrayContaining(documented));
    }
  });

  it.each(routes.filter((route) => route.type === 'mutation'))(
    '$method $path has a request example that its own schema allows',
    (route) => {
      const body = operation(route).requestBody as
        | { content: Record<string, { schema: Json; example: unknown }> }
        | undefined;
      if (body === undefined) return;
      const { schema, example } = body.content['application/json']!;
      expect(validator(schema, document).safeParse(example).error?.issues ?? []).toEqual([]);
    },
  );

  /** The document's own sample, with rows of ours where it says `<contactId>` and the like. */
  async function sampleFor(route: Route): Promise<Input> {
    const { success, ids } = entryOf(route.name);
    const ours = await success(server.ours);
    const sample = jsonAt(operation(route), 'requestBody', 'content', 'application/json')?.example;
    const filled = async (value: unknown, path: string): Promise<unknown> => {
      if (Array.isArray(value)) return await Promise.all(value.map((each) => filled(each, path)));
      if (typeof value === 'string' && /^<\w+>$/.test(value)) {
        const own = path.split('.').reduce<unknown>((at, key) => (at as Input | undefined)?.[key], ours);
        const rule = ids[path];
        return own !== undefined ? [own].flat()[0] : rule && 'theirs' in rule ? await rule.theirs(server.ours) : value;
      }
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(async ([key, each]) => [
        key,
        await filled(each, path === '' ? key : `${path}.${key}`),
      ]);
      return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
    };
    const inPath = Object.fromEntries(route.parameters.map((name) => [name, ours[name]]));
    return { ...((await filled(sample ?? {}, '')) as Input), ...inPath };
  }

  it.each(routes.filter(({ type, method }) => type === 'mutation' && method !== 'DELETE'))(
    '$method $path takes its own sample',
    async (route) => {
      const { withoutExtension } = entryOf(route.name);
      const answer = await send(keyFor(route), toRequest(route, await sampleFor(route)));
      const expected = withoutExtension === undefined ? (route.status ?? 200) : statusOf(withoutExtension.code);
      expect(answer.status, answer.text).toBe(
        route.reportsCreated === true && answer.body.data?.created === false ? 200 : expected,
      );
    },
  );

  it.each(routes)(
    '$method $path really succeeds as it says, for a key and on behalf of the merchant',
    async (route) => {
      const { withoutExtension } = entryOf(route.name);
      const call = async (key: MadeKey, options = {}): Promise<Answer> =>
        send(key, toRequest(route, await entryOf(route.name).success(server.ours)), options);
      for (const answer of [
        await call(keyFor(route)),
        await call(server.platform, { onBehalfOf: server.ours.accountId }),
      ]) {
        expect(answer.status, answer.text).toBe(
          withoutExtension === undefined ? (route.status ?? 200) : statusOf(withoutExtension.code),
        );
        expect(expectEnvelope(answer).error?.code).toBe(withoutExtension?.code);
        expectDocumented(route, answer);
      }
    },
  );

  it.each(
    routes.flatMap((route) => {
      const failure = ENTRIES[route.name]?.failure;
      return failure !== undefined && 'code' in failure ? [{ ...route, failure }] : [];
    }),
  )('$method $path really fails with $failure.code as it says', async (route) => {
    const answer = await send(keyFor(route), toRequest(route, route.failure.input));
    expect([answer.status, expectEnvelope(answer).error?.code]).toEqual([
      statusOf(route.failure.code),
      route.failure.code,
    ]);
    expectDocumented(route, answer);
  });

  let revoked: MadeKey;
  let admin: MadeKey;
  let homeless: string;
  beforeAll(async () => {
    const made = (scopes: string[]) =>
      makeKey(server.services.database, server.services.keys, server.ours.accountId, { scopes });
    revoked = await made(['read', 'write']);
    await server.services.database.prisma.apiKey.update({
      where: { keyId: revoked.keyId },
      data: { revokedAt: new Date() },
    });
    admin = await made(['admin']);
    homeless = await makeSession(server.services, { sub: server.ours.user.id, accountId: null });
  });

  it.each(routes.filter((route) => route.accessLevel !== 'public'))(
    '$method $path documents what the door says',
    async (route) => {
      const sent = toRequest(route, await entryOf(route.name).success(server.ours));
      const answers: Record<string, Promise<Answer>> = {
        UNAUTHENTICATED: server.fetch(sent.method, sent.url),
        INVALID_SIGNATURE: send({ ...server.ours.key, secret: 'wrong' }, sent),
        TIMESTAMP_OUT_OF_RANGE: send(server.ours.key, sent, { headers: { 'x-svc-timestamp': '1' } }),
        REVOKED_KEY: send(revoked, sent),
        INSUFFICIENT_SCOPE: send(admin, sent),
        FORBIDDEN_ONBEHALF: send(server.ours.key, sent, { onBehalfOf: server.ours.accountId }),
        NOT_FOUND: send(server.platform, sent, { onBehalfOf: 'cunknown' }),
        ...(['authenticated', ...OF_PLATFORMS].includes(route.accessLevel)
          ? {}
          : { NO_ACCOUNT: bySession(server, homeless, sent.method, sent.url, sent.body) }),
        ...(route.method === 'GET'
          ? {}
          : {
              FORBIDDEN: server.fetch(sent.method, sent.url, {
                headers: { cookie: server.ours.cookie, origin: 'https://evil.example' },
              }),
            }),
        ...(route.type === 'mutation' && {
          VALIDATION: send(keyFor(route), { ...sent, body: '{' }),
          UNSUPPORTED_MEDIA_TYPE: send(
            keyFor(route),
            { ...sent, body: 'x' },
            { headers: { 'content-type': 'text/plain' } },
          ),
        }),
      };
      const answered = await Promise.all(
        Object.entries(answers).map(async ([expected, answer]) => [expected, await answer] as const),
      );
      for (const [expected, answer] of answered) {
        expect([answer.status, expectEnvelope(answer).error?.code], expected).toEqual([
          statusOf(expected as ErrorCode),
          expected,
        ]);
        expectDocumented(route, answer);
      }
    },
  );
});
