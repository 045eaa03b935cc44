/**
 * Rules between the fields of an object, each declared once: zod checks it, the OpenAPI document writes it as JSON
 * Schema, and the document's samples obey it (server/doors/openapi/examples.ts). The dashboard's forms import this file
 * too.
 */
import type * as z from 'zod';

type Values = Readonly<Record<string, unknown>>;

export interface Rule<Field extends string = string> {
  /** Returns the fields at fault; `null` stands for the object itself. Empty when the rule holds. */
  faults: (values: Values) => readonly (Field | null)[];
  /** The rule as JSON Schema, to stand beside `properties`. */
  schema: Readonly<Record<string, unknown>>;
}

const isSent = (value: unknown): boolean => value !== undefined;
const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const wholeUnless = (holds: boolean): readonly null[] => (holds ? [] : [null]);

/** Requires exactly one of the fields. */
export const exactlyOne = <Field extends string>(...fields: Field[]): Rule<Field> => ({
  faults: (values) => wholeUnless(fields.filter((field) => isSent(values[field])).length === 1),
  schema: { oneOf: fields.map((field) => ({ required: [field] })) },
});

/** Requires at least one of the fields, neither null nor empty. */
export const atLeastOne = <Field extends string>(...fields: Field[]): Rule<Field> => ({
  faults: (values) => wholeUnless(fields.some((field) => isFilled(values[field]))),
  schema: { anyOf: fields.map((field) => ({ required: [field] })) },
});

/** Not both fields are sent. */
export const notBoth = <Field extends string>(one: Field, other: Field): Rule<Field> => ({
  faults: (values) => wholeUnless(!isSent(values[one]) || !isSent(values[other])),
  schema: { not: { required: [one, other] } },
});

/** Requires the other fields when `field` has one of the values; they must be neither null nor empty. */
export const neededWith = <Field extends string>(
  field: Field,
  values: readonly string[],
  ...needed: Field[]
): Rule<Field> => ({
  faults: (sent) =>
    values.includes(String(sent[field])) ? needed.filter((each) => !isFilled(sent[each])) : ([] as Field[]),
  // No `if` and `then`: linters of examples take `then` for the whole object.
  schema: { anyOf: [{ required: needed }, { properties: { [field]: { not: { enum: values } } } }] },
});

/** `own` is sent where `field` has the value, and nowhere else. */
export const onlyWith = <Field extends string>(own: Field, field: Field, value: string): Rule<Field> => ({
  faults: (sent) => ((sent[field] === value) === isSent(sent[own]) ? [] : [own]),
  schema: {
    if: { required: [field], properties: { [field]: { const: value } } },
    then: { required: [own] },
    else: { not: { required: [own] } },
  },
});

/** Permits `own` only when `field` has one of the values. */
export const allowedWith = <Field extends string>(
  own: Field,
  field: Field,
  values: readonly string[],
): Rule<Field> => ({
  faults: (sent) => (!isSent(sent[own]) || values.includes(String(sent[field])) ? [] : [own]),
  schema: {
    if: { required: [own] },
    then: { required: [field], properties: { [field]: { enum: values } } },
  },
});

/** Makes a rule that is used in one place: a check, and the same as JSON Schema. */
export const rule = (holds: (values: never) => boolean, schema: Rule['schema']): Rule<never> => ({
  faults: (values) => wholeUnless(holds(values as never)),
  schema,
});

interface Refusal<Field extends string> {
  /** The field at which the fault is shown, unless the rule names one; the object itself when absent. */
  path?: Field;
  error: string | ((values: Values) => string);
}

/** @returns the schema with the rule, which is checked only when every single field is valid */
export function withRule<Schema extends z.ZodType, Field extends keyof z.output<Schema> & string>(
  schema: Schema,
  { faults, schema: shown }: Rule<Field>,
  { path, error }: Refusal<Field>,
): Schema {
  return schema
    .superRefine((sent, context) => {
      const values = sent as Values;
      for (const field of faults(values)) {
        const at = field ?? path;
        context.addIssue({
          code: 'custom',
          path: at === undefined ? [] : [at],
          message: typeof error === 'string' ? error : error(values),
        });
      }
    })
    .meta({ allOf: [...rulesOf(schema), ...(Array.isArray(shown.allOf) ? shown.allOf : [shown]).map(withFields)] });
}

/**
 * Adds each field that a `required` names to the `properties` beside it, because linters report a missing one as a
 * mistake.
 */
function withFields(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const words = Object.entries(schema).map(([key, inner]): [string, unknown] => [
    key,
    key === 'properties' ? inner : withFields(inner),
  ]);
  const { required, properties, ...rest } = Object.fromEntries(words);
  const named = Array.isArray(required) ? Object.fromEntries(required.map((name) => [String(name), {}])) : {};
  const all = { ...named, ...(properties as object | undefined) };
  return {
    ...rest,
    ...(required !== undefined && { required }),
    ...(Object.keys(all).length > 0 && { properties: all }),
  };
}

/** Returns the rules of a schema as JSON Schema, for its `allOf`. */
export const rulesOf = (schema: z.ZodType): readonly Rule['schema'][] => {
  const { allOf } = schema.meta() ?? {};
  return Array.isArray(allOf) ? (allOf as Rule['schema'][]) : [];
};
