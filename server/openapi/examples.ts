/** Examples made of the examples, defaults and types of a schema, so that they can never say what the schema forbids. */
import { jsonAt, listOf, type Json } from '@/server/openapi/json';

const DEEPEST_REFERENCE = 8;
const DEEPEST_LIST = 6;

/** @param definitions the document's `components.schemas`, which references lead to */
export function exampleOf(schema: Json, definitions: Json, depth = 0): unknown {
  if (typeof schema.$ref === 'string') {
    const named = jsonAt(definitions, schema.$ref.split('/').at(-1) ?? '');
    return depth > DEEPEST_REFERENCE || named === undefined ? null : exampleOf(named, definitions, depth + 1);
  }
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [option] = listOf(schema.anyOf ?? schema.oneOf);
  if (option !== undefined) return exampleOf(option, definitions, depth + 1);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.keys(jsonAt(schema, 'properties') ?? {}).map((key) => [
          key,
          exampleOf(jsonAt(schema, 'properties', key) ?? {}, definitions, depth + 1),
        ]),
      );
    case 'array':
      return depth > DEEPEST_LIST ? [] : [exampleOf(jsonAt(schema, 'items') ?? {}, definitions, depth + 1)];
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

/** Required fields only: the shortest call that works. */
export function requestExample(body: Json, definitions: Json): Json {
  const required = Array.isArray(body.required) ? body.required.map(String) : [];
  return Object.fromEntries(
    required.map((name) => [name, exampleOf(jsonAt(body, 'properties', name) ?? {}, definitions)]),
  );
}
