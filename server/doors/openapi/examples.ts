/** Makes examples from the examples, defaults and types of a schema, so that no example breaks its schema. */
import { isRecord } from '@/server/platform/lib/narrow';
import { jsonAt, listOf, type Json } from '@/server/doors/openapi/json';

const DEEPEST_REFERENCE = 8;
const DEEPEST_LIST = 6;

/** The schema of ids that a client has from us (server/platform/lib/fields.ts). */
const KNOWN_ID = '#/components/schemas/KnownId';

/** Returns the sample text for an id that only the caller knows: `<contactId>` for `contactId` and `contactIds`. */
const placeholder = (field: string): string => `<${field.replace(/([Ii]d)s$/, '$1')}>`;

/**
 * @param definitions the document's `components.schemas`, where references lead
 * @param field the name of the field that has the value
 */
export function exampleOf(schema: Json, definitions: Json, field: string, depth = 0): unknown {
  if (schema.$ref === KNOWN_ID) return placeholder(field);
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (typeof schema.$ref === 'string') {
    const named = jsonAt(definitions, schema.$ref.split('/').at(-1) ?? '');
    return depth > DEEPEST_REFERENCE || named === undefined ? null : exampleOf(named, definitions, field, depth + 1);
  }
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [option] = listOf(schema.anyOf ?? schema.oneOf);
  if (option !== undefined) return exampleOf(option, definitions, field, depth + 1);
  switch (schema.type) {
    case 'object':
      return objectExample(schema, Object.keys(jsonAt(schema, 'properties') ?? {}), definitions, depth);
    case 'array':
      return depth > DEEPEST_LIST ? [] : [exampleOf(jsonAt(schema, 'items') ?? {}, definitions, field, depth + 1)];
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

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/**
 * Makes an object with the named fields, plus and minus the fields that the rules between them demand
 * (server/platform/lib/field-rules.ts).
 */
function objectExample(schema: Json, names: readonly string[], definitions: Json, depth: number): Json {
  const valueOf = (name: string): unknown =>
    exampleOf(jsonAt(schema, 'properties', name) ?? {}, definitions, name, depth + 1);
  return Object.fromEntries(
    listOf(schema.allOf)
      .reduce(fieldsUnder(valueOf), names)
      .map((name) => [name, valueOf(name)]),
  );
}

/** Applies one rule after the other to the field names; each rule says which fields stay and which are added. */
const fieldsUnder =
  (valueOf: (name: string) => unknown) =>
  (names: readonly string[], rule: Json): readonly string[] => {
    const without = (gone: readonly string[]): string[] => names.filter((name) => !gone.includes(name));
    const choices = listOf(rule.oneOf).map(({ required }) => namesIn(required));
    const [first = []] = choices;
    if (choices.length > 0) return [...without(choices.flat()), ...first];
    const options = listOf(rule.anyOf);
    if (options.length > 0)
      return options.some((option) => meets(option, names, valueOf))
        ? names
        : [...new Set([...names, ...namesIn(options[0]?.required)])];
    const excluded = namesIn(jsonAt(rule, 'not')?.required);
    if (excluded.length > 0) return without(excluded.slice(1));
    const condition = jsonAt(rule, 'if');
    if (condition === undefined) return names;
    const branch = jsonAt(rule, meets(condition, names, valueOf) ? 'then' : 'else') ?? {};
    const [needed, unwanted] = [namesIn(branch.required), namesIn(jsonAt(branch, 'not')?.required)];
    return [...without([...needed, ...unwanted]), ...needed];
  };

/** Checks whether an object has the fields that a part of a rule names, with the values that the part demands. */
function meets(part: Json, names: readonly string[], valueOf: (name: string) => unknown): boolean {
  const asked = Object.entries(jsonAt(part, 'properties') ?? {});
  return (
    namesIn(part.required).every((name) => names.includes(name)) &&
    asked.every(([name, schema]) => !names.includes(name) || fits(schema, valueOf(name)))
  );
}

function fits(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema)) return true;
  if ('not' in schema) return !fits(schema.not, value);
  if ('const' in schema) return schema.const === value;
  return !Array.isArray(schema.enum) || schema.enum.includes(value);
}

/**
 * Makes the shortest request body that works: the required fields, and fields that the rules demand.
 * @param more optional fields to include as well
 */
export const requestExample = (body: Json, definitions: Json, more: readonly string[] = []): Json =>
  objectExample(body, [...namesIn(body.required), ...more], definitions, 0);
