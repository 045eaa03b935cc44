/**
 * Moves every schema and answer that repeats in the document to `components`, under a readable name. The same document
 * gives the same names. Nothing changes in meaning: a reference stands for the words that it replaces.
 */
import { isRecord } from '@/server/platform/lib/narrow';
import { jsonAt, jsonOf, listOf, type Json } from '@/server/doors/openapi/json';
import { operationsOf } from '@/server/doors/openapi/operations';

/** The least bytes of a schema that gets a name; for a shorter one, a name costs a reader more than it saves. */
const LEAST_BYTES = 60;
/** Bytes that a hoisted schema must save in all. */
const LEAST_GAIN = 40;
const REFERENCE_BYTES = '{"$ref":"#/components/schemas/"}'.length;

/** Keywords with one schema or a list of schemas as their value. */
const INNER = ['schema', 'items', 'additionalProperties', 'anyOf', 'oneOf', 'allOf'];
/** Keywords that are not searched: values, and parameters, which many tools want without a reference. */
const CLOSED = ['example', 'examples', 'default', 'enum', 'const', 'required', 'if', 'then', 'parameters'];

/** The JSON texts of compared objects, so that each object is serialized once, however deep it is nested. */
const texts = new WeakMap<Json, string>();

/** Returns the JSON of a schema with sorted keywords, so that schemas that differ in their order only are equal. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const known = texts.get(value);
  if (known !== undefined) return known;
  const members = Object.keys(value).filter((key) => value[key] !== undefined);
  const text = `{${members
    .sort()
    .map((key) => `${JSON.stringify(key)}:${textOf(value[key])}`)
    .join(',')}}`;
  texts.set(value, text);
  return text;
}

const pascal = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the name for one item of a list. */
const itemOf = (key: string): string => (key === 'data' || key === '' ? 'row' : singular(key));

const singular = (word: string): string => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '');

/**
 * A schema has content to hoist: no reference, no list (clients look for the rows of an answer), no rule between
 * fields.
 */
const isHoistable = (schema: Json): boolean =>
  !('$ref' in schema) &&
  schema.type !== 'array' &&
  ['type', 'anyOf', 'oneOf', 'allOf', 'enum'].some((key) => key in schema);

/** The place of a schema: its key, and the component or resource around it. */
interface Place {
  key: string;
  owner: string;
}

type Change = (schema: Json, place: Place) => Json | undefined;

/**
 * Walks schemas from the outside in. When `change` returns a schema, that schema replaces the original and is not
 * searched.
 */
function inSchema(value: unknown, place: Place, change: Change): unknown {
  if (Array.isArray(value)) return value.map((each) => inSchema(each, place, change));
  if (!isRecord(value)) return value;
  const form = formOf(value);
  const own = form === '' ? place : { key: `${place.key}_${form}`, owner: `${place.owner}${form}` };
  return (isHoistable(value) && !isWhole(place) ? change(value, own) : undefined) ?? inside(value, own, change);
}

/** Names one of several forms after the constant that tells the forms apart. */
function formOf({ properties }: Json): string {
  const constant = listOf(Object.values(jsonOf(properties))).find((each) => 'const' in each)?.const;
  return typeof constant === 'string' ? pascal(constant) : '';
}

/**
 * Checks for the whole body of a request or answer. Such a body stays in place, because the operation names its type.
 */
const isWhole = ({ key }: Place): boolean => key === '' || key === 'data';

function inside(value: Json, place: Place, change: Change): Json {
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    if (CLOSED.includes(key)) return [key, inner];
    if (key === 'properties' && isRecord(inner))
      return [
        key,
        Object.fromEntries(
          Object.entries(inner).map(([name, each]) => [name, inSchema(each, { ...place, key: name }, change)]),
        ),
      ];
    if (INNER.includes(key))
      return [key, inSchema(inner, key === 'items' ? { ...place, key: itemOf(place.key) } : place, change)];
    return [key, isRecord(inner) ? inside(inner, place, change) : inner];
  });
  return Object.fromEntries(entries);
}

/** Applies a change to every schema in paths, webhooks and components. */
function everywhere(document: Json, change: Change): Json {
  const items = (all: unknown): Json =>
    Object.fromEntries(
      Object.entries(jsonOf(all)).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(jsonOf(item)).map(([method, operation]) => {
            const { operationId, tags } = jsonOf(operation);
            if (method === 'parameters') return [method, operation];
            const [tag] = Array.isArray(tags) ? (tags as unknown[]) : [];
            const owner = pascal(
              String(operationId).includes('_') ? (String(operationId).split('_')[0] ?? '') : String(tag),
            );
            return [method, inside(jsonOf(operation), { key: '', owner: singular(owner) }, change)];
          }),
        ),
      ]),
    );
  const { schemas, responses, ...rest } = jsonOf(document.components);
  const components = {
    schemas: Object.fromEntries(
      Object.entries(jsonOf(schemas)).map(([name, schema]) => [
        name,
        inside(jsonOf(schema), { key: name, owner: name }, change),
      ]),
    ),
    responses: Object.fromEntries(
      Object.entries(jsonOf(responses)).map(([name, response]) => [
        name,
        // Of errors only the codes differ, and these stand in their place.
        /^E\d/.test(name) ? response : inside(jsonOf(response), { key: '', owner: pascal(name) }, change),
      ]),
    ),
    ...rest,
  };
  return {
    ...document,
    paths: items(document.paths),
    ...(document.webhooks !== undefined && { webhooks: items(document.webhooks) }),
    components,
  };
}

/**
 * Counts how often each schema text stands in the document, and where. A repeated schema is searched once, because it
 * will be written once.
 */
function countSchemas(document: Json): Map<string, { schema: Json; places: Place[] }> {
  const uses = new Map<string, { schema: Json; places: Place[] }>();
  everywhere(document, (schema, place) => {
    const text = textOf(schema);
    const found = uses.get(text);
    if (found === undefined) {
      uses.set(text, { schema, places: [place] });
      return undefined;
    }
    found.places.push(place);
    return schema;
  });
  return uses;
}

/** Names that mean something else where code is generated. */
const isTaken = (name: string): boolean => name in globalThis || ['Record', 'Partial', 'Pick', 'Omit'].includes(name);

/** Returns the value that most places have; on a tie the shortest, then the first. */
function commonest(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([one, uses], [other, otherUses]) => otherUses - uses || one.length - other.length);
  return first?.[0] ?? '';
}

/**
 * Names a schema: `SocialHandles` if it has many owners, `FunnelStepConfig` if few, `PersonOrNull` for a name or null.
 * Adds a number if the name is taken.
 */
function nameOf(schema: Json, places: readonly Place[], names: ReadonlySet<string>): string {
  const key = pascal(commonest(places.map((place) => place.key)));
  const owners = places.map((place) => pascal(place.owner));
  const owner = commonest(owners);
  const [named, none] = listOf(schema.anyOf);
  const isOrNull = typeof named?.$ref === 'string' && none?.type === 'null' && Object.keys(schema).length === 1;
  const owned = key.startsWith(owner) ? key : owner + key;
  // One short word, such as `Value`, says too little alone.
  const isShared = new Set(owners).size > 2 && (/[a-z][A-Z]/.test(key) || key.length > 7);
  const wanted = isOrNull ? [`${String(named.$ref).split('/').at(-1)}OrNull`] : isShared ? [key, owned] : [owned];
  const free = wanted.find((name) => !names.has(name) && !isTaken(name));
  if (free !== undefined) return free;
  let number = 2;
  while (names.has(`${owned}${number}`)) number++;
  return `${owned}${number}`;
}

/** @returns the document with every schema that repeats under `components.schemas` */
function hoistSchemas(document: Json): Json {
  const uses = countSchemas(document);
  const known = jsonAt(document, 'components', 'schemas') ?? {};
  const names = new Set(Object.keys(known));
  const chosen = new Map<string, string>();
  const inComponents = new Map(Object.entries(known).map(([name, schema]) => [textOf(schema), name]));
  for (const [text, { schema, places: found }] of uses) {
    const same = inComponents.get(text);
    const name = same ?? nameOf(schema, found, names);
    const bytes = Buffer.byteLength(text);
    const gain =
      found.length * (bytes - REFERENCE_BYTES - name.length) - (same === undefined ? bytes + name.length + 4 : 0);
    if (gain < LEAST_GAIN || bytes < LEAST_BYTES) continue;
    chosen.set(text, name);
    names.add(name);
  }
  const hoisted: Record<string, Json> = {};
  const change: Change = (schema, place) => {
    const name = chosen.get(textOf(schema));
    if (name === undefined) return undefined;
    if (!(name in known) && !(name in hoisted)) {
      hoisted[name] = {};
      hoisted[name] = inside(schema, place, change);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const changed = everywhere(document, change);
  const components = jsonOf(changed.components);
  return { ...changed, components: { ...components, schemas: { ...jsonOf(components.schemas), ...hoisted } } };
}

/** Changes every answer of the operations. */
function eachResponse(paths: unknown, change: (response: unknown) => unknown): Json {
  const ofOperation = (operation: unknown): Json => {
    const { responses } = jsonOf(operation);
    return { ...jsonOf(operation), responses: mapped(jsonOf(responses), change) };
  };
  return mapped(jsonOf(paths), (item) =>
    Object.fromEntries(
      Object.entries(jsonOf(item)).map(([key, each]) => [key, key === 'parameters' ? each : ofOperation(each)]),
    ),
  );
}

const mapped = (source: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(source).map(([key, value]) => [key, change(value)]));

const RESPONSE = '#/components/responses/';

/** Moves repeated answers to `components.responses`, each named after its first operation and its status. */
function hoistResponses(document: Json): Json {
  const uses = new Map<string, { count: number; name: string }>();
  for (const { operation } of operationsOf(document))
    for (const [status, each] of Object.entries(jsonOf(operation.responses))) {
      const response = jsonOf(each);
      if ('$ref' in response) continue;
      const text = textOf(response);
      const found = uses.get(text);
      if (found !== undefined) found.count += 1;
      else uses.set(text, { count: 1, name: `${pascal(String(operation.operationId))}${status}` });
    }
  const hoisted: Record<string, Json> = {};
  const paths = eachResponse(document.paths, (response) => {
    const use = uses.get(textOf(response));
    if (use === undefined || use.count < 2) return response;
    hoisted[use.name] = jsonOf(response);
    return { $ref: RESPONSE + use.name };
  });
  const components = jsonOf(document.components);
  return {
    ...document,
    paths,
    components: { ...components, responses: { ...jsonOf(components.responses), ...hoisted } },
  };
}

/** Puts each answer that only one operation has back into that operation, where a reader looks for it. */
function withoutSingleResponses(document: Json): Json {
  const { responses, ...components } = jsonOf(document.components);
  const named = jsonOf(responses);
  const uses = new Map<string, number>();
  eachResponse(document.paths, (response) => {
    const name = nameOfResponse(response);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    return response;
  });
  const isShared = (name: string): boolean => uses.get(name) !== 1;
  return {
    ...document,
    paths: eachResponse(document.paths, (response) => {
      const name = nameOfResponse(response);
      return name === undefined || isShared(name) ? response : named[name];
    }),
    components: {
      ...components,
      responses: Object.fromEntries(Object.entries(named).filter(([name]) => isShared(name))),
    },
  };
}

/** The name of an answer that is a reference. */
const nameOfResponse = (response: unknown): string | undefined => {
  const { $ref } = jsonOf(response);
  return typeof $ref === 'string' ? $ref.slice(RESPONSE.length) : undefined;
};

/** @returns the document with everything that repeats once under `components` */
export const hoisted = (document: Json): Json => withoutSingleResponses(hoistSchemas(hoistResponses(document)));
