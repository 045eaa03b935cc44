/**
 * Arrays and records that check their size before their elements. Zod's own `.max()` runs after every element was
 * parsed, so a body full of wrong elements would cost a second a megabyte. The dashboard's forms import this too: so
 * this file must not import Node, and must not name z.core as a whole, which would bring all of zod's languages.
 */
import * as z from 'zod';
import { $constructor, util } from 'zod/v4/core';
import { yielding } from '@/server/platform/lib/yield-to-others';

/** The largest number of faults in one answer; after them nothing more is checked. */
export const MAX_ISSUES = 100;

export interface ListDef extends z.core.$ZodArrayDef {
  limit: number;
}

/** Zod's array, but for the order: the length first, then the elements, and no further than MAX_ISSUES faults. */
const BoundedArray = $constructor('BoundedArray', (inst: z.ZodArray & { _zod: { def: ListDef } }, def: ListDef) => {
  z.ZodArray.init(inst, def);
  inst._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst });
      return payload;
    }
    if (input.length > def.limit) {
      payload.issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: def.limit,
        inclusive: true,
        input,
        inst,
        continue: false,
      });
      return payload;
    }
    const output: unknown[] = [];
    payload.value = output;
    // No element of ours waits for anything, and zod's compiled parsers only work where nothing does.
    const inside = { ...context, async: false };
    /** @returns whether to go on */
    const parse = (index: number): boolean => {
      const result = def.element._zod.run(
        { value: input[index] as unknown, issues: [] },
        inside,
      ) as z.core.ParsePayload;
      if (result.issues.length > 0) payload.issues.push(...util.prefixIssues(index, result.issues));
      output.push(result.value);
      return payload.issues.length < MAX_ISSUES;
    };
    if (context.async !== true) {
      for (let index = 0; index < input.length && parse(index); index++);
      return payload;
    }
    const turn = yielding();
    return (async () => {
      for (let index = 0; index < input.length && parse(index); index++) {
        const wait = turn();
        if (wait !== undefined) await wait;
      }
      return payload;
    })();
  };
});

/** An array of at most `max` elements; a longer one is refused with one issue before any element is checked. */
export const list = <Element extends z.ZodType>(element: Element, max: number): z.ZodArray<Element> =>
  new BoundedArray({
    type: 'array',
    element,
    limit: max,
    checks: [z.maxLength(max)],
  } as unknown as ListDef) as unknown as z.ZodArray<Element>;

export interface RecordDef extends z.core.$ZodRecordDef {
  limit: number;
}

const BoundedRecord = $constructor(
  'BoundedRecord',
  (inst: z.ZodRecord & { _zod: { def: RecordDef } }, def: RecordDef) => {
    z.ZodRecord.init(inst, def);
    const parse = inst._zod.parse.bind(inst._zod);
    inst._zod.parse = (payload, context) => {
      const input: unknown = payload.value;
      if (typeof input === 'object' && input !== null && hasMoreKeysThan(input, def.limit)) {
        payload.issues.push({ code: 'custom', message: `must not have more than ${def.limit} keys`, input, inst });
        return payload;
      }
      return parse(payload, context);
    };
  },
);

function hasMoreKeysThan(value: object, limit: number): boolean {
  let keys = 0;
  for (const key in value) if (Object.hasOwn(value, key) && ++keys > limit) return true;
  return false;
}

/** A record of at most `maxKeys` keys; a larger one is refused with one issue before any key is checked. */
export const record = <Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  maxKeys: number,
): z.ZodRecord<Key, Value> =>
  new BoundedRecord({
    type: 'record',
    keyType: key,
    valueType: value,
    limit: maxKeys,
  } as never) as unknown as z.ZodRecord<Key, Value>;

/**
 * The longest text in UTF-16 units for schemas without a length check; a longer text is refused like any wrong one.
 */
export const lengths = z.registry<{ units: number }>();

/**
 * States the longest text of a schema whose limit is in a regular expression or a transform, where no other code can
 * read it.
 */
export const ofLength = <Schema extends z.ZodType>(schema: Schema, units: number): Schema => {
  lengths.add(schema, { units });
  return schema;
};
