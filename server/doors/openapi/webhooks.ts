/**
 * The document's `webhooks` (docs/contract/webhooks.md#event-types): the requests that endpoints receive. The schemas
 * are those that each event's data passes before it is sent (events.ts of the resources), so they match what is sent.
 */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { TABLES } from '@/server/modules';
import { jsonAt, jsonOf, type Json } from '@/server/doors/openapi/json';
import { EVENT_DESCRIPTIONS } from '@/server/modules/account/webhooks/event-descriptions';
import { TEST_EVENT_TYPE } from '@/server/modules/account/webhooks/event-types-schema';
import { testPayload } from '@/server/modules/account/webhooks/schema';

const SCHEMA = '#/components/schemas/';

const HEADERS: readonly [name: string, description: string, schema: Json][] = [
  [
    'Svc-Signature',
    '`t=<unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>` with the secret of the endpoint. For 24 hours after a rotation there is one `v1` for each valid secret, oldest first; one match is enough. Refuse times more than 300 seconds from your clock, and compare in constant time.',
    { type: 'string', examples: ['t=1767225600,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd'] },
  ],
  ['webhook-id', 'Id of the event, the same for each attempt (Standard Webhooks).', { type: 'string' }],
  ['webhook-timestamp', 'Unix seconds, the same as `t` (Standard Webhooks).', { type: 'string' }],
  [
    'webhook-signature',
    '`v1,<base64>` (Standard Webhooks). For 24 hours after a rotation there are several, separated by a space.',
    { type: 'string' },
  ],
];

const parameters: Json = Object.fromEntries(
  HEADERS.map(([name, description, schema]) => [name, { name, in: 'header', required: true, description, schema }]),
);

const ENVELOPE: Json = {
  type: 'object',
  description: 'Fields of every event.',
  required: ['id', 'type', 'createdAt', 'accountId', 'data'],
  properties: {
    id: {
      $ref: `${SCHEMA}Id`,
      description: 'Id of the event: the same for each attempt, a replay, and every endpoint.',
    },
    type: { type: 'string' },
    createdAt: { $ref: `${SCHEMA}Instant` },
    accountId: { $ref: `${SCHEMA}Id` },
    data: { type: 'object' },
  },
};

/** Every event that is ever sent, with the schema of its data. */
const payloads = (): Record<string, z.ZodType> => ({
  ...Object.fromEntries(TABLES.flatMap((table) => Object.entries(table.payloads))),
  [TEST_EVENT_TYPE]: testPayload,
});

/**
 * Returns the document's name for one of our schemas. Some schemas stand there twice, as input and as answer; this
 * returns the answer's name.
 */
function nameIn(named: Json, name: string, schema: Json): string | undefined {
  const text = JSON.stringify(schema);
  return [`${name}Output`, name].find(
    (each) => each in named && JSON.stringify(named[each]).replaceAll('Output"', '"') === text,
  );
}

/**
 * @param named the document's schemas, which events refer to where both are equal
 * @param polished removes from a schema what only zod needs
 */
export function webhooksOf(
  named: Json,
  polished: (schema: Json) => Json,
): { webhooks: Json; schemas: Json; parameters: Json } {
  const made = createSchema(z.object(payloads()), { io: 'output' });
  const components = polished({ properties: made.components }).properties as Record<string, Json>;
  const names = new Map(
    Object.entries(components).map(([name, schema]) => [
      name,
      nameIn(named, name, schema) ?? (name in named ? `${name}Told` : name),
    ]),
  );
  const repointed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (key, inner: unknown) =>
      key === '$ref' && typeof inner === 'string'
        ? SCHEMA + (names.get(inner.slice(SCHEMA.length)) ?? inner.slice(SCHEMA.length))
        : inner,
    );
  const schemas: Json = { WebhookEnvelope: ENVELOPE };
  for (const [name, schema] of Object.entries(components)) {
    const own = names.get(name) ?? name;
    if (!(own in named)) schemas[own] = repointed(schema);
  }
  const data = jsonOf(repointed(jsonAt(polished(jsonOf(made.schema)), 'properties')));
  const webhooks = Object.fromEntries(
    Object.entries(data).map(([type, schema]) => [type, { post: operationOf(type, schema) }]),
  );
  return { webhooks, schemas, parameters };
}

/** `svc.contact.created.v1` is `onContactCreated`. */
const operationId = (type: string): string =>
  'on' +
  type
    .replace(/^svc\.|\.v1$/g, '')
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const descriptionOf = (type: string): string | undefined =>
  Object.entries(EVENT_DESCRIPTIONS).find(([known]) => known === type)?.[1];

const operationOf = (type: string, data: unknown): Json => ({
  operationId: operationId(type),
  tags: ['Webhooks'],
  summary: type,
  description: descriptionOf(type),
  security: [],
  parameters: HEADERS.map(([name]) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: `${SCHEMA}WebhookEnvelope` },
            { type: 'object', properties: { type: { const: type }, data } },
          ],
        },
      },
    },
  },
  responses: {
    '2XX': { description: 'Delivered. The body is stored for the record and not interpreted.' },
    '410': { description: 'Switches the endpoint off.' },
    default: { description: 'Retried for three days. Redirects are not followed.' },
  },
});
