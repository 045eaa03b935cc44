/**
 * A Postman collection (format 2.1) of the OpenAPI document: a folder a tag, a request a route, signed by a script of
 * the collection with the key that its variables hold.
 */
import { jsonAt, listOf, type Json } from '@/server/doors/openapi/json';
import { operationsOf, type Operation } from '@/server/doors/openapi/operations';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Runs in Postman before each request; crypto-js is part of its sandbox. The sandbox has a global `CryptoJS` too, and a
 * script that declares that name again does not run. The rules are those of docs/signing.md.
 */
export const SIGNING_SCRIPT = `const cryptography = require('crypto-js');
const keyId = pm.variables.get('keyId');
const secret = pm.variables.get('secret');
if (keyId && secret) {
  const sha256 = (text) => cryptography.SHA256(text).toString(cryptography.enc.Hex);
  // As Postman sends it: blanks and what is no ASCII encoded, what is encoded already as it stands.
  const path = pm.variables.replaceIn(pm.request.url.getPath()).replace(/[^\\x21-\\x7e]|["#<>?\`{}]/gu, encodeURIComponent);
  const body = pm.request.body && pm.request.body.mode === 'raw' ? pm.variables.replaceIn(pm.request.body.raw || '') : '';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const text = [pm.request.method, path, timestamp, sha256(body)].join('\\n');
  const signature = cryptography.HmacSHA256(text, sha256(secret)).toString(cryptography.enc.Hex);
  if (pm.request.body && pm.request.body.mode === 'raw') pm.request.body.raw = body;
  pm.request.headers.upsert({ key: 'Authorization', value: 'Svc-HMAC-SHA256 keyId=' + keyId + ', scope=*, signature=' + signature });
  pm.request.headers.upsert({ key: 'X-Svc-Timestamp', value: timestamp });
}
const onBehalfOf = pm.variables.get('onBehalfOf');
if (onBehalfOf) pm.request.headers.upsert({ key: 'X-Svc-On-Behalf-Of', value: onBehalfOf });
`;

const described = (value: unknown): Json => (typeof value === 'string' ? { description: value } : {});

function requestOf({ method, path, operation, parameters }: Operation): Json {
  const inPlace = (place: string): Json[] => parameters.filter((each) => each.in === place);
  const example = jsonAt(operation, 'requestBody', 'content', 'application/json')?.example;
  const query = inPlace('query').map(({ name, description }) => ({
    key: name,
    value: '',
    disabled: true,
    ...described(description),
  }));
  const variable = inPlace('path').map(({ name, description }) => ({
    key: name,
    value: '',
    ...described(description),
  }));
  // Postman writes a path's parameter with a colon.
  const segments = path
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
    .slice(1);
  return {
    method,
    ...described(operation.description),
    ...(Array.isArray(operation.security) && operation.security.length === 0 ? { auth: { type: 'noauth' } } : {}),
    header: example === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{baseUrl}}/${segments.join('/')}`,
      host: ['{{baseUrl}}'],
      path: segments,
      ...(query.length > 0 && { query }),
      ...(variable.length > 0 && { variable }),
    },
    ...(example === undefined
      ? {}
      : {
          body: {
            mode: 'raw',
            raw: JSON.stringify(example, null, 2).replaceAll(PLACEHOLDER, '"{{$1}}"'),
            options: { raw: { language: 'json' } },
          },
        }),
  };
}

/**
 * An id in a sample that only the caller knows (server/doors/openapi/examples.ts). In the collection it is a variable.
 */
const PLACEHOLDER = /"<(\w+)>"/g;

/** @param document from `openApiDocument` */
export function postmanCollection(document: Json): Json {
  const folders = new Map<string, Json[]>(listOf(document.tags).map(({ name }) => [String(name), []]));
  for (const each of operationsOf(document)) {
    const [tag = 'Laris'] = Array.isArray(each.operation.tags) ? (each.operation.tags as string[]) : [];
    const items = folders.get(tag) ?? [];
    folders.set(tag, items);
    items.push({ name: each.operation.summary, request: requestOf(each) });
  }
  const baseUrl = listOf(document.servers)[0]?.url;
  const item = [...folders].filter(([, items]) => items.length > 0).map(([name, own]) => ({ name, item: own }));
  const ids = new Set([...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  ids.delete('baseUrl');
  return {
    info: {
      name: 'Laris',
      schema: SCHEMA,
      description:
        'Enter keyId and secret as variables of the collection, and each request is signed when you send it. The other variables are ids of your own rows.',
    },
    item,
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: SIGNING_SCRIPT.split('\n') } }],
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'keyId', value: '' },
      { key: 'secret', value: '', type: 'secret' },
      { key: 'onBehalfOf', value: '' },
      ...[...ids].sort().map((key) => ({ key, value: '' })),
    ],
  };
}
