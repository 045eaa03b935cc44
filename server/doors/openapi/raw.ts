/** The raw routes of the document: redirects, vendors' callbacks, files and pages under `/api/v1`. */
import * as z from 'zod';
import { statusOf } from '@/server/platform/errors';
import { rawErrorsOf, type ErrorResponses } from '@/server/doors/openapi/errors';
import { jsonAt, jsonOf, type Json } from '@/server/doors/openapi/json';
import type { RawRoute, RawRouteInfo } from '@/server/platform/access/route';

const JSON_TYPE = 'application/json';
const TEXT: Json = { type: 'string' };

/** Points references at the document's own `components.schemas`, where the procedures put the named schemas. */
const atHome = (schema: z.core.JSONSchema.BaseSchema): Json =>
  jsonOf(JSON.parse(JSON.stringify(schema).replaceAll('#/$defs/', '#/components/schemas/')));

function pathParameters(path: string, schema: z.ZodObject | undefined, polished: (schema: Json) => Json): Json[] {
  const { properties } =
    schema === undefined ? {} : atHome(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    // The keys stand as the library writes them: equal parameters are then equal in text.
    in: 'path',
    name,
    schema: polished(jsonAt(properties, name) ?? TEXT),
    required: true,
  }));
}

function queryParameters(query: z.ZodObject, polished: (schema: Json) => Json): Json[] {
  const { properties, required } = atHome(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }));
  return Object.entries(jsonOf(properties)).map(([name, schema]) => {
    const { description, ...rest } = polished(jsonOf(schema));
    return {
      name,
      in: 'query',
      ...(Array.isArray(required) && required.includes(name) && { required: true }),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** `getChannelsOauthStart`, of method and path. */
const operationId = ({ method, path }: RawRoute): string =>
  [
    method.toLowerCase(),
    ...path
      .replace('/api/v1/', '')
      .split(/[^A-Za-z]+/)
      .filter((word) => word !== ''),
  ]
    .map((word, index) => (index === 0 ? word : word.slice(0, 1).toUpperCase() + word.slice(1)))
    .join('');

const RECEIVED: Json = {
  allOf: [
    { $ref: '#/components/schemas/Success' },
    { properties: { data: { type: 'object', properties: { received: { type: 'boolean' } } } } },
  ],
};

function successOf({ success }: RawRouteInfo, { answers }: RawRoute): Json {
  const { status, description, type } = success;
  if (status === 302) return { description, headers: { Location: { schema: { ...TEXT, format: 'uri' } } } };
  if (type === undefined && answers === 'json') return { description, content: { [JSON_TYPE]: { schema: RECEIVED } } };
  return { description, content: { [(type ?? 'text/plain').replace(/;.*/, '')]: { schema: TEXT } } };
}

/**
 * Describes an answer for people, without the envelope: a page that says what is wrong where the route has pages, else
 * text.
 */
const inWords = (description: string, type = 'text/plain'): Json => ({
  description,
  content: { [type]: { schema: TEXT } },
});

/** @param polished removes from a schema what only zod needs */
export const rawParameters = (route: RawRoute, info: RawRouteInfo, polished: (schema: Json) => Json): Json[] => [
  ...pathParameters(route.path, info.parameters, polished),
  ...(info.query === undefined ? [] : queryParameters(info.query, polished)),
];

export function rawOperation(
  route: RawRoute,
  info: RawRouteInfo,
  errors: ErrorResponses,
  parameters: readonly Json[],
): Json {
  const isForPeople = route.answers === 'html' || route.answers === 'text';
  return {
    operationId: operationId(route),
    tags: info.tags,
    summary: info.summary,
    ...(info.description === undefined ? {} : { description: info.description }),
    ...(route.looksAt === 'credentials' ? {} : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.method === 'POST' ? { requestBody: { content: { '*/*': { schema: {} } } } } : {}),
    responses: {
      [String(info.success.status)]: successOf(info, route),
      ...(isForPeople
        ? {
            404: inWords('There is no such link or provider.', route.failure && 'text/html'),
            default: inWords('Error, in words.', route.failure && 'text/html'),
          }
        : refusals(route, info, errors)),
      ...(info.plain && { [info.plain.status]: inWords(info.plain.description) }),
    },
  };
}

/** Describes a route's refusals. A route that refuses nobody still answers 405 to other methods. */
function refusals(route: RawRoute, info: RawRouteInfo, errors: ErrorResponses): Json {
  const codes = rawErrorsOf(route, info);
  return errors.of(codes.some((code) => statusOf(code) < 500) ? codes : [...codes, 'METHOD_NOT_ALLOWED'], info.errors);
}
