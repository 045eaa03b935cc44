/** Properties of the whole document that generators of clients depend on. */
import { expect, it } from 'vitest';
import { openApiDocument } from '@/server/doors/openapi/document';
import { jsonOf } from '@/server/doors/openapi/json';
import { operationsOf } from '@/server/doors/openapi/operations';
import { isRecord } from '@/server/platform/lib/narrow';

const document = openApiDocument('https://laris.example', { delivers: true });

/** Every object within a value, samples left out. */
function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isRecord(value)) return [];
  return [
    value,
    ...Object.entries(value).flatMap(([key, inner]) =>
      ['default', 'example', 'examples'].includes(key) && !isRecord(inner) ? [] : objectsIn(inner),
    ),
  ];
}

it('lets null in wherever a type says so: no const or enum beside it leaves null out', () => {
  const narrowed = objectsIn(document).filter(
    ({ type, enum: words, ...rest }) =>
      Array.isArray(type) &&
      type.includes('null') &&
      ('const' in rest ? rest.const !== null : Array.isArray(words) && !words.includes(null)),
  );
  expect(narrowed).toEqual([]);
});

it('names statuses by number or `default`, and of each operation one refusal by its number', () => {
  const operations = operationsOf(document);
  expect(operations.length).toBeGreaterThan(300);
  const odd = operations.flatMap(({ operation }) => {
    const statuses = Object.keys(jsonOf(operation.responses));
    const isOdd = statuses.some((status) => !/^(?:\d{3}|default)$/.test(status));
    const hasRefusal = statuses.some((status) => status.startsWith('4'));
    return isOdd || !hasRefusal ? [`${String(operation.operationId)}: ${statuses.join(' ')}`] : [];
  });
  expect(odd).toEqual([]);
});

it('has no schema that is true or false: generators look for keys in it', () => {
  const maps = objectsIn(document).flatMap(({ properties }) => (isRecord(properties) ? [properties] : []));
  const fields = maps.flatMap((each) => Object.entries(each));
  // A field may be named `properties`, and then its schema stands where a map of schemas does.
  const odd = fields.filter(([name, schema]) => typeof schema === 'boolean' && name !== 'additionalProperties');
  expect(fields.length).toBeGreaterThan(1_000);
  expect(odd).toEqual([]);
});
