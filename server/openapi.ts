/**
 * The OpenAPI 3.1 document, made from the same declarations that serve the requests: method, path and errors from
 * each procedure's meta, schemas from zod's own JSON Schema conversion. (trpc-to-openapi's document has neither the
 * envelope nor 201, and refuses query schemas that accept both text and number, so we do not use it.)
 */
import { z } from 'zod';
import { statusOf, type ErrorCode } from '@/server/errors';
import { API_PREFIX, restRoutes, type Route } from '@/server/http/routes';
import type { Rung } from '@/server/trpc';

type Json = Record<string, unknown>;

/** What a schema's meta may say for the document alone, where the wire differs from what zod can express. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const converted = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
      const own = (z.globalRegistry.get(zodSchema) as { jsonSchema?: Json } | undefined)?.jsonSchema;
      if (own !== undefined) {
        for (const key of ['anyOf', 'oneOf', 'allOf', 'type', 'enum', 'jsonSchema'])
          Reflect.deleteProperty(target, key);
        Object.assign(target, own);
      }
      if (typeof target.example !== 'undefined') {
        target.examples = [target.example];
        delete target.example;
      }
    },
  }) as Json;
  delete converted.$schema;
  // Clients may be sent more than they know: an answer gains fields, a request ignores what it does not know.
  return allowMore(converted) as Json;
}

/** Drops `additionalProperties: false`, which zod writes for outputs. */
function allowMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(allowMore);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === 'additionalProperties' && inner === false ? [] : [[key, allowMore(inner)]],
    ),
  );
}

/** The codes that follow from where a route stands, beside its own. */
const RUNG_ERRORS: Record<Rung, readonly ErrorCode[]> = (() => {
  // NOT_FOUND: X-Svc-On-Behalf-Of may name no workspace.
  const signed = [
    'UNAUTHENTICATED',
    'INVALID_SIGNATURE',
    'TIMESTAMP_OUT_OF_RANGE',
    'REVOKED_KEY',
    'INSUFFICIENT_SCOPE',
    'FORBIDDEN_ONBEHALF',
    'NOT_FOUND',
  ] as const;
  const workspace = [...signed, 'NO_ACCOUNT', 'FORBIDDEN'] as const;
  return {
    public: [],
    authenticated: signed,
    session: signed,
    member: workspace,
    workspace,
    merchant: workspace,
    partner: [...workspace, 'ACCOUNT_MISMATCH'],
    partnerOrSession: [...workspace, 'ACCOUNT_MISMATCH'],
    platform: [...signed, 'FORBIDDEN'],
  };
})();

/** Every code that a route can answer with. */
export function errorsOf(route: Route): ErrorCode[] {
  const codes: ErrorCode[] = [...RUNG_ERRORS[route.rung], 'INTERNAL', 'UNAVAILABLE', ...(route.errors ?? [])];
  if (route.input !== undefined) codes.push('VALIDATION');
  if (route.method !== 'GET') codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION');
  if (route.parameters.length > 0 && route.rung !== 'public') codes.push('NOT_FOUND');
  return [...new Set(codes)];
}

const errorSchema = (codes: ErrorCode[]): Json => ({
  type: 'object',
  required: ['data', 'error', 'meta'],
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'string', enum: codes }, message: { type: 'string' }, details: { type: 'object' } },
    },
    meta: { $ref: '#/components/schemas/Meta' },
  },
});

function errorResponses(codes: ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, own]) => [
        String(status),
        {
          description: own.join(', '),
          content: {
            'application/json': {
              schema: errorSchema(own),
              example: { data: null, error: { code: own[0], message: '…' }, meta: META_EXAMPLE },
            },
          },
        },
      ]),
  );
}

const META_EXAMPLE = { requestId: '0b0f7c1e-5a0b-4f0f-9d53-3d1d1b1f6a11', timestamp: '2026-01-31T02:00:00.000Z' };

function envelope(data: Json): Json {
  return {
    type: 'object',
    required: ['data', 'error', 'meta'],
    properties: { data, error: { type: 'null' }, meta: { $ref: '#/components/schemas/Meta' } },
  };
}

/** An example made of the examples, defaults and types of a schema, so that it can never say what the schema forbids. */
function exampleOf(schema: Json, definitions: Json, depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const named = definitions[schema.$ref.split('/').at(-1) ?? ''];
    return depth > 8 || named === undefined ? null : exampleOf(named as Json, definitions, depth + 1);
  }
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options?.[0] !== undefined) return exampleOf(options[0], definitions, depth + 1);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, inner]) => [
          key,
          exampleOf(inner, definitions, depth + 1),
        ]),
      );
    case 'array':
      return depth > 6 ? [] : [exampleOf((schema.items ?? {}) as Json, definitions, depth + 1)];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? Math.max(schema.minimum, 0) : 0;
    case 'boolean':
      return true;
    case 'string':
      return schema.format === 'date-time' ? '2026-01-31T02:00:00.000Z' : 'text';
    default:
      return null;
  }
}

/** Named schemas stand once, under components. */
function hoist(schema: Json, components: Json): Json {
  const { $defs, ...rest } = schema;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) components[name] = repoint(definition);
  const own = repoint(rest) as Json;
  if (typeof own.id !== 'string') return own;
  const { id, ...named } = own;
  components[id] = named;
  return { $ref: `#/components/schemas/${id}` };
}

const repoint = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', '#/components/schemas/') : repoint(inner),
    ]),
  );
};

function operation(route: Route, components: Json): Json {
  const input = route.input === undefined ? undefined : hoist(jsonSchema(route.input, 'input'), components);
  const properties = (input?.properties ?? {}) as Record<string, Json>;
  const required = new Set((input?.required ?? []) as string[]);
  const others = Object.entries(properties).filter(([name]) => !route.parameters.includes(name));

  const parameter = (name: string, schema: Json, where: 'path' | 'query'): Json => {
    const { description, ...bare } = schema;
    return {
      name,
      in: where,
      required: where === 'path' || required.has(name),
      ...(description === undefined ? {} : { description }),
      schema: bare,
    };
  };
  const parameters = [
    ...(route.rung === 'public' || route.rung === 'session' ? [] : [{ $ref: '#/components/parameters/OnBehalfOf' }]),
    ...route.parameters.map((name) => parameter(name, properties[name] ?? { type: 'string' }, 'path')),
    ...(route.type === 'query' ? others.map(([name, schema]) => parameter(name, schema, 'query')) : []),
  ];
  const body = {
    type: 'object',
    properties: Object.fromEntries(others),
    required: others.map(([name]) => name).filter((name) => required.has(name)),
  };
  const output = hoist(jsonSchema(outputOf(route), 'output'), components);

  return {
    operationId: route.name.replace('.', '_'),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.rung === 'public' ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.type === 'query' || others.length === 0
      ? {}
      : {
          requestBody: {
            required: body.required.length > 0,
            content: { 'application/json': { schema: body, example: requestExample(body, components) } },
          },
        }),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Success.',
        headers: { 'X-Request-Id': { schema: { type: 'string' } } },
        content: {
          'application/json': {
            schema: envelope(output),
            example: { data: exampleOf(output, components), error: null, meta: META_EXAMPLE },
          },
        },
      },
      ...errorResponses(errorsOf(route)),
    },
  };
}

/** Required fields only: the shortest call that works. */
function requestExample(body: { properties: Record<string, Json>; required: string[] }, components: Json): Json {
  return Object.fromEntries(body.required.map((name) => [name, exampleOf(body.properties[name] ?? {}, components)]));
}

function outputOf(route: Route): z.ZodType {
  const { output } = route.procedure._def as unknown as { output?: z.ZodType };
  if (output === undefined) throw new Error(`${route.name} has no output schema.`);
  return output;
}

/** @param baseUrl where clients reach the service. */
export function openApiDocument(baseUrl: string): Json {
  const schemas: Json = {
    Meta: {
      type: 'object',
      required: ['requestId', 'timestamp'],
      properties: { requestId: { type: 'string' }, timestamp: { type: 'string', format: 'date-time' } },
    },
  };
  const paths: Record<string, Json> = {};
  for (const route of restRoutes()) {
    const path = API_PREFIX + route.path;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, schemas) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Laris API',
      version: '1',
      description:
        'Marketing back end for online merchants. Every answer is `{ data, error, meta }`. Sign requests as docs/signing.md describes: ' +
        '`Authorization: Svc-HMAC-SHA256 keyId=…, scope=*, signature=…` and `X-Svc-Timestamp`.',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(restRoutes().map((route) => route.tag))].map((name) => ({ name })),
    security: [{ Signature: [], Timestamp: [] }],
    paths,
    components: {
      schemas,
      parameters: {
        OnBehalfOf: {
          name: 'X-Svc-On-Behalf-Of',
          in: 'header',
          required: false,
          schema: { type: 'string' },
          description: 'Workspace id; for platform keys only.',
        },
      },
      securitySchemes: {
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
          description: 'Epoch seconds, within 300 seconds of the service.',
        },
      },
    },
  };
}
