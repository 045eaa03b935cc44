/**
 * Every number that a REST route takes, at the ends of what JSON, JavaScript and PostgreSQL can hold. The schema decides here
 * what is refused; only the rest, with a fresh example of the route, is worth a call.
 */
import { expect, it } from 'vitest';
import * as z from 'zod';
import { restRoutes, type Route } from '@/server/doors/rest-routes';
import { jsonAt, jsonOf, listOf } from '@/server/doors/openapi/json';
import { entriesOf } from '@/server/testing/contract/entries';
import type { Input } from '@/server/testing/contract/entry';
import { keyFor, toRequest } from '@/server/testing/contract/requests';
import type { Json } from '@/server/testing/json-schema';
import { useServer } from '@/server/testing/server';

const server = useServer({ PROVIDERS: 'sandbox', PAYMENT_PROVIDER: 'sandbox', EXTENSIONS: 'webhook-delivery' });

const EXTREMES = [-1, 0, 2 ** 31, 2 ** 53, 2 ** 63, 1e308, 'NaN'];

const inputsOf = ({ procedure }: Route): z.ZodType[] => (procedure._def as unknown as { inputs: z.ZodType[] }).inputs;

/** A number's place in an input: keys, and 0 for the first of a list. */
type Place = readonly (string | number)[];
/** A place, with the values beside it that say which kind of object it is in. */
interface NumberField {
  place: Place;
  beside: readonly (readonly [Place, unknown])[];
}

function numberFields(schema: Json, root: Json, at: NumberField = { place: [], beside: [] }): NumberField[] {
  const { $ref, type } = schema;
  // What refers to itself, such as the groups of a segment, is the same again further in.
  if (at.place.length > 8) return [];
  if (typeof $ref === 'string')
    return numberFields(jsonOf(jsonAt(jsonOf(root.$defs), $ref.split('/').at(-1) ?? '')), root, at);
  if ([type].flat().some((each) => each === 'number' || each === 'integer')) return [at];
  const properties = Object.entries(jsonOf(schema.properties));
  const beside = [
    ...at.beside,
    ...properties.flatMap(([key, inner]) => {
      const { const: only } = jsonOf(inner);
      return only === undefined ? [] : [[[...at.place, key], only] as const];
    }),
  ];
  const items = jsonAt(schema, 'items');
  return [
    ...properties.flatMap(([key, inner]) => numberFields(jsonOf(inner), root, { place: [...at.place, key], beside })),
    ...(items === undefined ? [] : numberFields(items, root, { ...at, place: [...at.place, 0] })),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
      listOf(schema[key]).flatMap((inner) => numberFields(jsonOf(inner), root, at)),
    ),
  ];
}

function put(whole: unknown, [key, ...rest]: Place, value: unknown): unknown {
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: unknown[] = Array.isArray(whole) ? whole : [];
    return [put(list[0], rest, value), ...list.slice(1)];
  }
  const object = jsonOf(whole);
  return { ...object, [key]: put(object[key], rest, value) };
}

const withNumber = (input: Input, { place, beside }: NumberField, value: unknown): Input =>
  beside.reduce((whole, [at, only]) => put(whole, at, only), put(input, place, value)) as Input;

/** Every number that the schema names, once, and every one of the example: those are sure to be let in. */
function fieldsOf(route: Route, example: Input): NumberField[] {
  const named = inputsOf(route).flatMap((schema) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    return numberFields(json, json);
  });
  const inExample = (value: unknown, place: Place): NumberField[] => {
    if (typeof value === 'number') return [{ place, beside: [] }];
    if (Array.isArray(value)) return value.length === 0 ? [] : inExample(value[0], [...place, 0]);
    return Object.entries(jsonOf(value)).flatMap(([key, inner]) => inExample(inner, [...place, key]));
  };
  const fields = [...named, ...inExample(example, [])];
  return [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
}

async function isLetIn(route: Route, input: Input): Promise<boolean> {
  const parsed = await Promise.all(inputsOf(route).map((schema) => schema.safeParseAsync(input)));
  return parsed.every(({ success }) => success);
}

it('no number at its end is our fault', { timeout: 600_000 }, async () => {
  const entries = entriesOf(server);
  const faults: string[] = [];
  let asked = 0;
  for (const route of restRoutes()) {
    const make = async (): Promise<Input> => (await entries[route.name]?.success(server.ours)) ?? {};
    const example = await make();
    for (const field of fieldsOf(route, example))
      for (const value of EXTREMES) {
        const sent = withNumber(example, field, value);
        const overTheWire = route.type === 'query' ? withNumber(example, field, String(value)) : sent;
        if (!(await isLetIn(route, overTheWire))) continue;
        const { method, url, body } = toRequest(route, withNumber(await make(), field, value));
        const answer = await server.call(keyFor(server, route), method, url, body === undefined ? {} : { body });
        asked++;
        if (answer.status >= 500)
          faults.push(
            `${method} ${route.path} ${field.place.join('.')} ${value}: ${answer.status} ${answer.body.error?.code}`,
          );
      }
  }
  expect(faults).toEqual([]);
  expect(asked).toBeGreaterThan(300);
});
