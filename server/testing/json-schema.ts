/** Answers against the schemas of the OpenAPI document, through zod's own reading of JSON Schema. */
import * as z from 'zod';
import { jsonAt, jsonOf, listOf, type Json } from '@/server/doors/openapi/json';
import { isRule } from '@/server/doors/openapi/sharing';

export type { Json };

const COMPONENTS = '#/components/schemas/';

const repoint = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(repoint);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace(COMPONENTS, '#/$defs/') : repoint(inner),
    ]),
  );
};

const schemasOf = (document: Json): Json => (document.components as { schemas: Json }).schemas;

/** Returns the target of a reference anywhere in the document; anything else is itself. */
export function dereferenced(value: Json, document: Json): Json {
  if (typeof value.$ref !== 'string') return value;
  const target = value.$ref
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, name) => at?.[name] as Json | undefined, document);
  if (target === undefined) throw new Error(`${value.$ref} leads nowhere.`);
  return dereferenced(target, document);
}

/** A schema with what its `allOf` says together in one place. */
export function merged(schema: Json, document: Json): Json {
  const { allOf, ...own } = dereferenced(schema, document);
  return ((allOf ?? []) as Json[])
    .filter((part) => !isRule(part))
    .map((each) => merged(each, document))
    .reduce(together, own);
}

const together = (one: Json, other: Json): Json => ({
  ...one,
  ...other,
  ...(isObject(one.properties) && isObject(other.properties)
    ? { properties: mergedKeys(one.properties, other.properties) }
    : {}),
  ...(Array.isArray(one.required) && Array.isArray(other.required)
    ? { required: [...new Set<unknown>([...(one.required as unknown[]), ...(other.required as unknown[])])] }
    : {}),
});

const mergedKeys = (one: Json, other: Json): Json =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((key) => [
      key,
      isObject(one[key]) && isObject(other[key]) ? together(one[key], other[key]) : (other[key] ?? one[key]),
    ]),
  );

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** With the type that `properties` speak of: zod reads nothing of a schema that has them and names no type. */
const typed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(typed);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typed(each)]));
  // A property may be called `properties`: what it holds then is a schema, which names its type.
  const isSchema = isObject(value.properties) && typeof value.properties.type !== 'string';
  return isSchema && value.type === undefined ? { type: 'object', ...inner } : inner;
};

/** Without the rules between fields, which zod cannot read: the server itself is asked whether a sample keeps them. */
const withoutRules = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutRules);
  if (!isObject(value)) return value;
  const { allOf, ...rest } = value;
  const inner = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, withoutRules(each)]));
  if (!Array.isArray(allOf)) return inner;
  const parts = (allOf as Json[]).filter((part) => !isRule(part));
  return parts.length === 0 ? inner : { ...inner, allOf: parts.map(withoutRules) };
};

/**
 * The schemas of a document, as zod reads them, and the references between them: made once, however many answers are
 * looked at.
 */
interface Readable {
  definitions: Record<string, unknown>;
  made: WeakMap<Json, z.ZodType>;
}
const readable = new WeakMap<Json, Readable>();

const asRead = (schema: Json): unknown => typed(withoutRules(repoint(schema)));

function readableOf(document: Json): Readable {
  const known = readable.get(document);
  if (known !== undefined) return known;
  const entries = Object.entries(schemasOf(document)).map(([name, schema]) => [name, asRead(schema as Json)]);
  const made = { definitions: Object.fromEntries(entries) as Record<string, unknown>, made: new WeakMap() };
  readable.set(document, made);
  return made;
}

/** The definitions that a schema leads to: zod copies all that it is given. */
function reached(from: unknown, definitions: Record<string, unknown>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const queue = [from];
  for (const each of queue)
    for (const [, name = ''] of JSON.stringify(each).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (name in found || !(name in definitions)) continue;
      found[name] = definitions[name];
      queue.push(definitions[name]);
    }
  return found;
}

/** A schema of the document as something that parses. The same schema is read once. */
export function validator(schema: Json, document: Json): z.ZodType {
  const { definitions, made } = readableOf(document);
  const known = made.get(schema);
  if (known !== undefined) return known;
  const read = asRead(schema) as Json;
  const parser = z.fromJSONSchema({ ...read, $defs: reached(read, definitions) } as Parameters<
    typeof z.fromJSONSchema
  >[0]);
  made.set(schema, parser);
  return parser;
}

/** Dotted paths of what an answer has and the schema does not mention: JSON Schema itself lets it pass. */
export function undocumented(schema: Json, document: Json, value: unknown, path = ''): string[] {
  if (typeof schema.$ref === 'string' || schema.allOf !== undefined)
    return undocumented(merged(schema, document), document, value, path);
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options !== undefined)
    return (
      options.map((option) => undocumented(option, document, value, path)).sort((a, b) => a.length - b.length)[0] ?? []
    );
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      undocumented((schema.items ?? {}) as Json, document, each, `${path}${index}.`),
    );
  if (typeof value !== 'object' || value === null) return [];
  const properties = schema.properties as Record<string, Json> | undefined;
  // An object without properties is free-form, and says so.
  if (properties === undefined)
    return [schema.type].flat().includes('object') || schema.additionalProperties !== undefined ? [] : [path];
  return Object.entries(value).flatMap(([key, inner]) =>
    key in properties ? undocumented(properties[key]!, document, inner, `${path}${key}.`) : [path + key],
  );
}

/** An operation of the document, with the parameters that all operations of its path share. */
export function operationAt(document: Json, path: string, method: string): Json & { parameters: Json[] } {
  const item = jsonAt(document, 'paths', path) ?? {};
  const own = jsonOf(item[method.toLowerCase()]);
  return { ...own, parameters: [...listOf(item.parameters), ...listOf(own.parameters)] };
}
