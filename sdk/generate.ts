/**
 * The SDK from the OpenAPI document: one method a route, with its types. `npm run sdk` writes sdk/dist.
 *
 * What a route is called comes from its procedure (`contacts_list` is `laris.contacts.list`); routes without one are named
 * here, and those that nobody calls with a key are named with the reason.
 */
import { isRecord } from '@/server/platform/lib/narrow';
import { jsonAt, listOf, type Json } from '@/server/doors/openapi/json';
import { operationsOf, resolved } from '@/server/doors/openapi/operations';
import type { Route } from './src/client';
import { comment, typeName, typeOf } from './schema-types';

/** Files, whose routes are no procedures. */
const NAMED: Readonly<Record<string, string>> = {
  getAuditLogExport: 'auditLog.export',
  getBroadcastsIdRecipientsCsv: 'broadcasts.exportRecipients',
  getContactsExport: 'contacts.exportAll',
  getDiscountCodesBatchesIdExport: 'discountCodes.exportBatch',
  getFeedsPublicAccountIdMetaCsv: 'feeds.metaCsv',
  getFeedsPublicAccountIdTiktokCsv: 'feeds.tiktokCsv',
  getFeedsShoppingAccountIdXml: 'feeds.shoppingXml',
  getInboxMessagesIdAttachmentsIndex: 'inbox.attachment',
  getIntegrationsIdRunsRunIdRefusals: 'integrations.exportRefusals',
  getProgramsStatementsIdCsv: 'programs.exportStatement',
};

/** Routes that are no part of the SDK. */
export const NOT_CALLED: Readonly<Record<string, string>> = {
  getAbandonedCartUnsubscribe: 'a page for people',
  postAbandonedCartUnsubscribe: 'a page for people',
  getBroadcastsIdRecipientsExport: 'for who is signed in',
  getProgramsStatementsIdBankDetails: 'for who is signed in',
  postBillingCallbacksProvider: 'called by the payment provider',
  getChannelsOauthProviderStart: 'begun in a browser',
  getChannelsOauthProviderCallback: 'called by the vendor',
  postChannelsIdCallbacks: 'called by the vendor',
  getChannelsIdCallbacks: 'called by the vendor',
  postChannelsCallbacksProvider: 'called by the vendor',
  getChannelsCallbacksProvider: 'called by the vendor',
  postIntegrationsIdWebhooks: 'called by the shop',
  postIntegrationsWebhooksProvider: 'called by the shop',
  getIntegrationsOauthProviderStart: 'begun in a browser',
  getIntegrationsOauthProviderCallback: 'called by the shop',
  postIntegrationsOauthStorefrontPCallback: 'called by the shop',
};

export interface Method {
  /** Dotted, below the client. */
  name: string;
  operationId: string;
  route: Route;
  operation: Json;
  /** Of the path item and the operation. */
  parameters: readonly Json[];
  /** Schema of `data`; undefined for a file. */
  output: Json | undefined;
  /** Schema of one item of a page. */
  item: Json | undefined;
}

/** The schema of `data` of a JSON answer; undefined when it is a file. */
function outputOf(document: Json, operation: Json): Json | undefined {
  const [answer] = Object.entries(isRecord(operation.responses) ? operation.responses : {})
    .filter(([status, value]) => status.startsWith('2') && isRecord(value))
    .map(([, value]) => resolved(document, value as Json));
  const schema = answer && jsonAt(answer, 'content', 'application/json', 'schema');
  if (schema === undefined) return undefined;
  const data = listOf(schema.allOf)
    .map((part) => jsonAt(part, 'properties', 'data'))
    .find((found) => found !== undefined);
  return data ?? jsonAt(schema, 'properties', 'data');
}

/** The fields of an object, those of the schemas that it extends included. */
function fieldsOf(document: Json, schema: Json): Json {
  const own = resolved(document, schema);
  return Object.assign(
    {},
    ...listOf(own.allOf).map((part) => fieldsOf(document, part)),
    jsonAt(own, 'properties'),
  ) as Json;
}

/** Where a list's items and cursor are, when the route takes a cursor and gives one. */
function pagesOf(document: Json, output: Json | undefined, parameters: readonly Json[]): Route['pages'] {
  if (output === undefined || !parameters.some(({ name }) => name === 'cursor')) return undefined;
  const properties = fieldsOf(document, output);
  const items = Object.entries(properties).filter(([, value]) => isRecord(value) && value.type === 'array');
  const cursor = ['cursor', 'nextCursor'].find((name) => name in properties);
  const [first] = items;
  if (items.length !== 1 || first === undefined || cursor === undefined) return undefined;
  return [first[0], cursor];
}

/** Every route that the SDK has a method for, in the order of the document. @throws Error for one without a name */
export function methodsOf(document: Json): Method[] {
  return operationsOf(document).flatMap(({ method, path, operation, parameters: all }): Method[] => {
    const operationId = String(operation.operationId);
    if (operationId in NOT_CALLED) return [];
    const name = NAMED[operationId] ?? operationId.replaceAll('_', '.');
    if (!name.includes('.')) throw new Error(`${operationId} has no name for the SDK: add one to NAMED or NOT_CALLED.`);
    const parameters = all.filter(({ in: place }) => place !== 'header');
    const output = outputOf(document, operation);
    const pages = pagesOf(document, output, parameters);
    return [
      {
        name,
        operationId,
        operation,
        parameters,
        output,
        item: pages && jsonAt(fieldsOf(document, output ?? {}), pages[0], 'items'),
        route: {
          method,
          path: path.replace(/^\/api\/v1/, ''),
          ...(operation['x-repeatable'] === true && { repeatable: true }),
          ...(output === undefined && { file: true }),
          ...(pages && { pages }),
        },
      },
    ];
  });
}

/** `contacts.list` is `ContactsList`. */
const typePrefix = (name: string): string =>
  name
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const namesIn = (required: unknown): unknown[] => (Array.isArray(required) ? (required as unknown[]) : []);

/** The input of a route as one object: what stands in its path, its query and its body. */
function inputOf(document: Json, { operation, parameters }: Method): { type: string; isNeeded: boolean } | undefined {
  const body = jsonAt(operation, 'requestBody', 'content', 'application/json', 'schema');
  const outside: Json = {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [
        String(name),
        { ...(isRecord(schema) ? schema : {}), ...(description === undefined ? {} : { description }) },
      ]),
    ),
    required: parameters.filter(({ required }) => required === true).map(({ name }) => name),
  };
  const isObject = body !== undefined && typeof body.$ref !== 'string' && isRecord(body.properties);
  const whole = isObject
    ? {
        ...body,
        properties: { ...jsonAt(outside, 'properties'), ...jsonAt(body, 'properties') },
        required: [...namesIn(outside.required), ...namesIn(body.required)],
      }
    : outside;
  const types = [
    ...(Object.keys(jsonAt(whole, 'properties') ?? {}).length > 0 ? [typeOf(whole)] : []),
    ...(body === undefined || isObject ? [] : [typeOf(body)]),
  ];
  if (types.length === 0) return undefined;
  const bodyNeeds = body === undefined || isObject ? [] : resolved(document, body).required;
  const needed = [...namesIn(whole.required), ...namesIn(bodyNeeds)];
  return { type: types.join(' & '), isNeeded: needed.length > 0 };
}

function signature(document: Json, method: Method): { types: string; member: string } {
  const { name, operation, output, item, route } = method;
  const prefix = typePrefix(name);
  const input = inputOf(document, method);
  const types = [
    ...(input === undefined ? [] : [`export type ${prefix}Input = ${input.type};\n`]),
    ...(output === undefined || typeof output.$ref === 'string'
      ? []
      : [`export type ${prefix}Output = ${typeOf(output)};\n`]),
  ].join('');
  const result =
    output === undefined ? 'Response' : typeof output.$ref === 'string' ? typeOf(output) : `${prefix}Output`;
  const answer = route.pages === undefined ? `Promise<${result}>` : `Paged<${result}, ${typeOf(item)}>`;
  const words = [
    `${String(operation.summary)}.`,
    ...(typeof operation.description === 'string' ? [operation.description] : []),
    `\n   *\n   * \`${route.method} /api/v1${route.path}\``,
  ].join(' ');
  const argument =
    input === undefined ? 'input?: Record<string, never>' : `input${input.isNeeded ? '' : '?'}: ${prefix}Input`;
  const member = `  /**\n   * ${words.replaceAll('*/', '*​/')}\n   */\n  ${name.split('.').at(-1)}(${argument}, options?: CallOptions): ${answer};\n`;
  return { types, member };
}

interface Group {
  methods: string[];
  groups: Map<string, Group>;
}
const emptyGroup = (): Group => ({ methods: [], groups: new Map() });

function groupOf(root: Group, path: readonly string[]): Group {
  return path.reduce((group, part) => {
    const found = group.groups.get(part) ?? emptyGroup();
    group.groups.set(part, found);
    return found;
  }, root);
}

function interfacesOf(group: Group, name: string): string {
  const inner = [...group.groups].map(([part, each]) => interfacesOf(each, `${name}${typePrefix(part)}`)).join('');
  const members = [...group.groups.keys()].map((part) => `  readonly ${part}: ${name}${typePrefix(part)}Api;\n`);
  return `${inner}export interface ${name}Api {\n${members.join('')}${group.methods.join('')}}\n\n`;
}

/** @returns the text of the package's entry, which stands beside the hand-written modules */
export function generateSdk(document: Json): string {
  const methods = methodsOf(document);
  const root = emptyGroup();
  const types: string[] = [];
  for (const method of methods) {
    const path = method.name.split('.');
    const made = signature(document, method);
    types.push(made.types);
    groupOf(root, path.slice(0, -1)).methods.push(made.member);
  }
  const schemas = Object.entries(jsonAt(document, 'components', 'schemas') ?? {}).filter(
    ([name]) => !['Success', 'Error', 'Meta'].includes(name),
  );
  const resources = [...root.groups.keys()];
  const routes = methods.map(({ name, route }) => {
    const flags = [
      ...(route.repeatable === true ? ['r'] : []),
      ...(route.file === true ? ['f'] : []),
      ...(route.pages === undefined ? [] : [`p:${route.pages.join(':')}`]),
    ];
    return [name, route.method, route.path, ...flags].join(' ');
  });
  return `/** Made from the OpenAPI document by sdk/generate.ts; not to be changed by hand. */
import { Client, type CallOptions, type ClientOptions } from './client.js';
import type { Paged } from './paged.js';
import { attachMethods } from './methods.js';

export type { CallOptions, ClientOptions, Route } from './client.js';
export * from './errors.js';
export { Paged } from './paged.js';
export { stringToSign, Signer, type Signed } from './signing.js';
export { storefront, type StorefrontCustomer, type StorefrontEvent, type StorefrontOptions } from './storefront.js';
export { verifyWebhook, type WebhookPayload, type WebhookRequest } from './webhooks.js';

${schemas.map(([name, schema]) => `${comment(isRecord(schema) ? schema : {})}export type ${typeName(name)} = ${typeOf(schema)};\n`).join('\n')}
${types.filter((text) => text !== '').join('\n')}
${[...root.groups].map(([name, group]) => interfacesOf(group, typePrefix(name))).join('')}/** Each: name, method, path, and what is special (r repeatable, f file, p pages). */
const ROUTES = \`${routes.join('\n')}\`;

/** A Laris, by its REST API. */
export class Laris extends Client {
${resources.map((name) => `  declare readonly ${name}: ${typePrefix(name)}Api;\n`).join('')}
  constructor(options: ClientOptions) {
    super(options);
    attachMethods(this, ROUTES);
  }
}
`;
}
