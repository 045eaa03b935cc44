/**
 * The OpenAPI 3.1 document. trpc-openapi makes it from the declarations that also serve the requests: method and path
 * from each procedure's meta, parameters, bodies and answers from its schemas. This file adds our own parts: the
 * envelope, 201, the error codes of each route, and examples.
 */
import { generateOpenApiDocument } from 'trpc-openapi';
import type * as z from 'zod';
import { API_PREFIX, restRoutes, type Route } from '@/server/doors/rest-routes';
import { rulesOf } from '@/server/platform/lib/field-rules';
import { isRecord } from '@/server/platform/lib/narrow';
import { ERROR_SCHEMA, ErrorResponses, errorsOf } from '@/server/doors/openapi/errors';
import { hoisted } from '@/server/doors/openapi/hoisting';
import { rawOperation, rawParameters } from '@/server/doors/openapi/raw';
import { requestExample } from '@/server/doors/openapi/examples';
import { jsonAt, jsonOf, listOf, type Json } from '@/server/doors/openapi/json';
import {
  countParameters,
  Extensions,
  fieldsInCommon,
  namedAgain,
  schemasWithin,
  SharedParameters,
  withoutTwins,
  withSharedParameters,
} from '@/server/doors/openapi/sharing';
import { withoutWebhooks } from '@/server/doors/openapi/part';
import { webhooksOf } from '@/server/doors/openapi/webhooks';
import { TAGS, appRouter, RAW_ROUTES } from '@/server/modules';
import { enabledProviders } from '@/server/platform/vendors/enabled';

const DESCRIPTION =
  'Marketing back end for online merchants. Every JSON answer is `{ data, error, meta }`. Sign requests as docs/signing.md describes: ' +
  '`Authorization: Svc-HMAC-SHA256 keyId=…, scope=*, signature=…` and `X-Svc-Timestamp`.';

const META_SCHEMA: Json = {
  type: 'object',
  required: ['requestId', 'timestamp'],
  properties: { requestId: { type: 'string' }, timestamp: { type: 'string', format: 'date-time' } },
};

const SECURITY_SCHEMES = {
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      '`Svc-HMAC-SHA256 keyId=<keyId>, scope=*, signature=<hex>`: HMAC-SHA256 over method, path, timestamp and body hash.',
  },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Timestamp',
    description: 'Current time in epoch seconds, within 300 seconds of the server’s clock.',
  },
  // One scheme for all operations. As a parameter it stood in each of them.
  OnBehalfOf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-On-Behalf-Of',
    description: 'Id of the workspace to act for; platform keys only.',
  },
} as const;

/** Keywords that the metadata's `jsonSchema` replaces, where zod cannot describe the value as it is sent. */
const REPLACED_BY_META = ['anyOf', 'oneOf', 'allOf', 'type', 'enum', 'pattern', 'jsonSchema'];

/** The parts that zod writes for every whole number and every map, and that teach a reader nothing. */
const NOISE: readonly (readonly [key: string, value: string])[] = [
  ['maximum', String(Number.MAX_SAFE_INTEGER)],
  ['minimum', String(Number.MIN_SAFE_INTEGER)],
  ['minLength', '0'],
  ['propertyNames', '{"type":"string"}'],
  ['additionalProperties', '{}'],
];

/**
 * Returns the schemas as we show them: answers may get new fields, `jsonSchema` of a meta replaces zod's schema, and
 * `sample` is an example of the value as sent. Zod's own `examples` are of the parsed value, and zod leaves them out of
 * the input of every transform.
 */
const polished = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(polished) : isRecord(value) ? polishedSchema(value) : value;

function polishedSchema(source: Json): Json {
  const scalar = SCALARS[String(source.$ref)];
  if (scalar !== undefined && Object.keys(source).length === 1) return scalar;
  const own = isRecord(source.jsonSchema) ? source.jsonSchema : undefined;
  const target: Json = {};
  for (const [key, inner] of Object.entries(source)) {
    if (own !== undefined && REPLACED_BY_META.includes(key)) continue;
    if (key === 'additionalProperties' && inner === false) continue;
    if (NOISE.some(([noisy, value]) => key === noisy && JSON.stringify(inner) === value)) continue;
    if (key === 'sample') target.examples = [inner];
    // The keys of `properties` are a merchant's words and no keywords.
    else target[key] = key === 'properties' && isRecord(inner) ? mapValues(inner, polished) : polished(inner);
  }
  return orNull({ ...target, ...own });
}

/** Named schemas that say no more than their type; the type replaces them. */
const SCALARS: Readonly<Record<string, Json>> = {
  '#/components/schemas/Id': { type: 'string' },
  '#/components/schemas/Instant': { type: 'string', format: 'date-time' },
  '#/components/schemas/Currency': { type: 'string' },
};

/** Writes `anyOf` of one plain type and null as one type list, in a third of the bytes. */
function orNull(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  const [named, second, third] = listOf(anyOf);
  const first = SCALARS[String(named?.$ref)] ?? named;
  if (
    first === undefined ||
    third !== undefined ||
    second?.type !== 'null' ||
    typeof first.type !== 'string' ||
    'enum' in first ||
    'const' in first
  )
    return schema;
  return { ...first, ...rest, type: [first.type, 'null'] };
}

const mapValues = (source: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(source).map(([key, value]) => [key, change(value)]));

const JSON_TYPE = 'application/json';

/** The envelope of every success; each route describes its own `data`. */
const SUCCESS_SCHEMA: Json = {
  type: 'object',
  required: ['data', 'error', 'meta'],
  properties: { data: {}, error: { type: 'null' }, meta: { $ref: '#/components/schemas/Meta' } },
};

/** The fields that most pages of lists have beside their rows. */
const PAGE_SCHEMA: Json = {
  type: 'object',
  properties: { cursor: { type: ['string', 'null'] }, hasMore: { type: 'boolean' } },
  required: ['cursor', 'hasMore'],
};

/** The answers of success. Answers with the same named row are written once. */
class Answers {
  readonly components: Json = {};

  of(data: Json): Json {
    const answer = {
      description: 'OK',
      content: {
        [JSON_TYPE]: { schema: { allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data } }] } },
      },
    };
    const name = typeof data.$ref === 'string' ? data.$ref.split('/').at(-1) : undefined;
    if (name === undefined) return answer;
    this.components[name] = answer;
    return { $ref: `#/components/responses/${name}` };
  }
}

/** The parts that all operations share, each written once. */
interface Shared {
  schemas: Json;
  extensions: Extensions;
  answers: Answers;
  errors: ErrorResponses;
  parameters: SharedParameters;
}

/**
 * Returns a body's own fields and rules. A body that refers to a named schema gets that schema's fields and rules too.
 */
function shapeOf(body: Json, schemas: Json): Json {
  const named = [body, ...listOf(body.allOf)].find(({ $ref }) => typeof $ref === 'string')?.$ref;
  const source = typeof named === 'string' ? (jsonAt(schemas, named.split('/').at(-1) ?? '') ?? {}) : {};
  return { ...source, ...body, required: source.required ?? body.required };
}

/** Adds the rules between a body's fields, which trpc-openapi loses when it takes a schema apart. */
function withRules(body: Json | undefined, { procedure }: Route): Json | undefined {
  const { inputs } = procedure._def as unknown as { inputs: z.ZodType[] };
  const rules = inputs.flatMap(rulesOf);
  if (body === undefined || rules.length === 0) return body;
  return typeof body.$ref === 'string' ? { allOf: [body, ...rules] } : { ...body, allOf: rules };
}

/** Returns the parameters, the body and the answer's schema that trpc-openapi makes for an operation. */
function operationOf(
  route: Route,
  generated: Json,
  { schemas, extensions, answers, errors, parameters: shared }: Shared,
): Json {
  const generatedAnswer = jsonAt(generated, 'responses', '200', 'content', JSON_TYPE, 'schema');
  const answer = generatedAnswer && jsonOf(extensions.in(generatedAnswer));
  if (answer === undefined) throw new Error(`${route.name} has no output schema.`);
  const body = withRules(jsonAt(generated, 'requestBody', 'content', JSON_TYPE, 'schema'), route);
  const shape = body === undefined ? undefined : shapeOf(body, schemas);
  const parameters = listOf(generated.parameters).map((parameter) => shared.of(parameter));
  return {
    operationId: route.name.replace('.', '_'),
    tags: route.tags,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.accessLevel === 'public' ? { security: [] } : {}),
    ...(route.repeatable === true && { 'x-repeatable': true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            ...(Array.isArray(shape?.required) && shape.required.length > 0 && { required: true }),
            content: { [JSON_TYPE]: { schema: body, example: requestExample(shape ?? {}, schemas, route.sampled) } },
          },
        }),
    responses: {
      [String(route.status ?? 200)]: answers.of(answer),
      ...(route.reportsCreated === true && { 200: answers.of(answer) }),
      ...errors.of(errorsOf(route), route.errors),
    },
  };
}

/**
 * @param baseUrl the address where clients reach the service
 * @param options.delivers true when this server delivers events; `webhooks` then describes them
 */
export function openApiDocument(baseUrl: string, { delivers = false } = {}): Json {
  const generated = generateOpenApiDocument(appRouter, { title: 'Laris API', version: '1', baseUrl });
  const document = withoutTwins(polishedSchema({ ...generated }));
  const named = jsonAt(document, 'components', 'schemas') ?? {};
  const schemas: Json = {
    Meta: META_SCHEMA,
    Success: SUCCESS_SCHEMA,
    Error: ERROR_SCHEMA,
    Page: PAGE_SCHEMA,
    // The library's own errors, which nothing refers to any more.
    ...Object.fromEntries(Object.entries(named).filter(([name]) => !name.startsWith('error.'))),
    ProviderId: { ...jsonAt(named, 'ProviderId'), enum: enabledProviders() },
  };
  const made = namedAgain(document.paths, named);
  const routes = restRoutes().map((route) => ({ route, operation: operationIn(made, route) }));
  const raws = RAW_ROUTES.flatMap((route) => {
    const { info } = route;
    return info === undefined ? [] : [{ route, info, parameters: rawParameters(route, info, polishedSchema) }];
  });
  const shared: Shared = {
    schemas,
    extensions: new Extensions(schemas, ['Page']),
    answers: new Answers(),
    errors: new ErrorResponses(),
    parameters: new SharedParameters(
      countParameters([
        ...routes.map(({ operation }) => listOf(operation.parameters)),
        ...raws.map(({ parameters }) => parameters),
      ]),
    ),
  };
  const shown: Record<string, Json> = {};
  for (const { route, operation } of routes) {
    const path = API_PREFIX + route.path;
    shown[path] = { ...shown[path], [route.method.toLowerCase()]: operationOf(route, operation, shared) };
  }
  for (const { route, info, parameters } of raws) {
    const operation = rawOperation(
      route,
      info,
      shared.errors,
      parameters.map((parameter) => shared.parameters.of(parameter)),
    );
    shown[route.path] = { ...shown[route.path], [route.method.toLowerCase()]: operation };
  }
  const sentByUs = webhooksOf(named, polishedSchema);
  const all = { ...schemas, ...sentByUs.schemas };
  const extensions = new Extensions(all, ['Page']);
  // Named schemas of what is sent to us stay whole, as forms of clients are made of them.
  const sent = schemasWithin(
    routes.map(({ operation }) => operation.requestBody),
    all,
  );
  const inCommon = fieldsInCommon(shown);
  const bodies = new Extensions({
    ...Object.fromEntries(Object.entries(all).filter(([name]) => sent.has(name))),
    ...inCommon,
  });
  const whole = hoisted({
    openapi: '3.1.0',
    info: {
      title: 'Laris API',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [
      { Signature: [], Timestamp: [] },
      { Signature: [], Timestamp: [], OnBehalfOf: [] },
    ],
    paths: Object.fromEntries(
      Object.entries(shown).map(([path, item]) => [path, withSharedParameters(withBodies(item, bodies))]),
    ),
    webhooks: extensions.in(sentByUs.webhooks),
    components: {
      schemas: {
        ...Object.fromEntries(
          Object.entries(all).map(([name, schema]) => [name, sent.has(name) ? schema : extensions.in(schema)]),
        ),
        ...inCommon,
      },
      responses: { ...shared.answers.components, ...shared.errors.components },
      parameters: { ...shared.parameters.components, ...sentByUs.parameters },
      securitySchemes: SECURITY_SCHEMES,
    },
  });
  return delivers ? whole : withoutWebhooks(whole);
}

/** Replaces the fields that the bodies of a path's operations have in common with references to a shared schema. */
const withBodies = (item: Json, inCommon: Extensions): Json =>
  mapValues(item, (operation) => {
    const { requestBody } = jsonOf(operation);
    return requestBody === undefined ? operation : { ...jsonOf(operation), requestBody: inCommon.in(requestBody) };
  });

function operationIn(made: unknown, route: Route): Json {
  const operation = jsonAt(made, route.path, route.method.toLowerCase());
  if (operation === undefined) throw new Error(`trpc-openapi made nothing of ${route.name}.`);
  return operation;
}
