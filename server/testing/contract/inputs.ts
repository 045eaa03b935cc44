/** The places of a procedure's input: those that are named like ids, and how one of them is given another value. */
import type { AnyTRPCProcedure } from '@trpc/server';
import * as z from 'zod';
import { jsonAt, jsonOf, listOf } from '@/server/doors/openapi/json';
import type { Input } from '@/server/testing/contract/entry';
import type { Json } from '@/server/testing/json-schema';

/** Dotted paths of everything in an input schema that is named like an id; what has a name of its own is looked up. */
export function idPaths(schema: Json, definitions: Json, prefix = ''): string[] {
  const { $ref } = schema;
  const named = typeof $ref === 'string' ? jsonAt(definitions, $ref.split('/').at(-1) ?? '') : undefined;
  const own = Object.entries(jsonOf(schema.properties)).flatMap(([name, inner]) => [
    ...(/^ids?$|Ids?$/.test(name) ? [prefix + name] : []),
    ...idPaths(jsonOf(inner), definitions, `${prefix}${name}.`),
  ]);
  const inside = [named, jsonAt(schema, 'items'), ...listOf(schema.anyOf ?? schema.oneOf ?? schema.allOf)];
  return [...own, ...inside.flatMap((each) => (each === undefined ? [] : idPaths(each, definitions, prefix)))];
}

export const inputSchemas = (procedure: AnyTRPCProcedure): Json[] =>
  (procedure._def as unknown as { inputs: z.ZodType[] }).inputs.map(
    (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json,
  );

/** A copy of an input with one place changed. A list becomes a list of the one; of a list of objects the first one is changed. */
export function withValue(input: Input, path: string, value: unknown): Input {
  const [head = '', ...rest] = path.split('.');
  const old = input[head];
  if (rest.length === 0) {
    const isList = Array.isArray(old) || (old === undefined && head.endsWith('Ids'));
    return { ...input, [head]: isList ? [value] : value };
  }
  if (!Array.isArray(old)) return { ...input, [head]: withValue((old ?? {}) as Input, rest.join('.'), value) };
  const [first, ...others] = old as Input[];
  return { ...input, [head]: [withValue(first ?? {}, rest.join('.'), value), ...others] };
}

/** Dotted paths of the texts in an input; of a list only the first element is looked at. */
export function textPaths(input: Input, prefix = ''): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') return [prefix + name];
    return typeof first === 'object' && first !== null ? textPaths(first as Input, `${prefix}${name}.`) : [];
  });
}
