/**
 * Computes the largest size of an input that a schema accepts. The limits of bodies follow from it, and a schema
 * without a limit is found.
 */
import type * as z from 'zod';
import { lengths, type ListDef, type RecordDef } from '@/server/platform/lib/bounded';
import type { FreeFormDef } from '@/server/platform/lib/free-form';

/** Bytes of a number, date, boolean or null on the wire. */
const SCALAR_BYTES = 32;
/** The most bytes of one code point: `\ud83d\ude00`. */
const POINT_BYTES = 12;
/** The most by which a serialiser that writes only ASCII exceeds the bytes of UTF-8. */
const FREE_FORM_FACTOR = 3;
/** The bytes that a serialiser may put around a value: commas, colons, line breaks, indentation. */
const BLANK_BYTES = 32;

/** An input schema has no largest value; the message has the dotted paths of the parts without a limit. */
export class UnboundedError extends Error {
  constructor(readonly paths: readonly string[]) {
    super(
      `These have no bound; use text(), list(), record(), freeForm() or ofLength() of server/platform/lib/bounded.ts and free-form.ts: ${paths.join(', ')}`,
    );
  }
}

/**
 * Returns the bytes of the largest JSON that an input schema accepts, in the longest form that a serialiser writes.
 * Follows the input side of transforms, so that none hides a part.
 * @throws UnboundedError
 */
export function largestOf(schema: z.core.$ZodType): number {
  const unbounded: string[] = [];
  const bytes = measured(schema as z.core.$ZodTypes, '', unbounded);
  if (unbounded.length > 0) throw new UnboundedError([...new Set(unbounded)]);
  return bytes;
}

function measured(schema: z.core.$ZodTypes, path: string, unbounded: string[]): number {
  const inside = (inner: z.core.$ZodType, at = path): number => measured(inner as z.core.$ZodTypes, at, unbounded);
  const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
  const refuse = (what: string): number => {
    unbounded.push(`${path === '' ? 'the input itself' : path} (${what})`);
    return 0;
  };
  const known = lengths.get(schema);
  if (known !== undefined) return known.units * POINT_BYTES + BLANK_BYTES;
  const def = schema._zod.def;
  switch (def.type) {
    case 'string': {
      const { maxLength } = schema as unknown as z.ZodString;
      return maxLength === null ? refuse('string') : maxLength * POINT_BYTES + BLANK_BYTES;
    }
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'date':
      return SCALAR_BYTES + BLANK_BYTES;
    case 'enum':
      return Math.max(...Object.values(def.entries).map((entry) => String(entry).length)) + BLANK_BYTES;
    case 'literal':
      return Math.max(...def.values.map((value) => String(value).length)) + BLANK_BYTES;
    case 'never':
      return 0;
    case 'object': {
      if (def.catchall !== undefined && def.catchall._zod.def.type !== 'never') return refuse('catchall');
      return Object.entries(def.shape).reduce(
        (sum, [name, inner]) => sum + name.length + inside(inner, below(name)),
        BLANK_BYTES,
      );
    }
    case 'array': {
      const { limit } = def as Partial<ListDef>;
      const element = inside(def.element, below('[]'));
      return limit === undefined ? refuse('array') : limit * element + BLANK_BYTES;
    }
    case 'record': {
      const { limit, maxBytes } = def as unknown as Partial<RecordDef & FreeFormDef>;
      if (maxBytes !== undefined) return maxBytes * FREE_FORM_FACTOR + BLANK_BYTES;
      const entry = inside(def.keyType, below('<key>')) + inside(def.valueType, below('<value>'));
      return limit === undefined ? refuse('record') : limit * entry + BLANK_BYTES;
    }
    case 'union':
      return Math.max(...def.options.map((option) => inside(option)));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inside(def.innerType);
    case 'pipe':
      return inside(def.in);
    default:
      return refuse(def.type);
  }
}
