/**
 * The SQL of one condition on a field. NULL counts as false, and no caller negates a condition. Values that people
 * wrote are always parameters. An absent value satisfies only neq, not_in, has_not and not_set; a value of another type
 * satisfies nothing.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type { Parameters } from '@/server/platform/db/statement';
import { instantOf } from '@/server/modules/audience/audience-segments/definition';
import { foldedFor, type Field } from '@/server/modules/audience/audience-segments/fields';
import type { FieldCondition, PropertyCondition } from '@/server/modules/audience/audience-segments/schema';

type Value = FieldCondition['value'];
type Scalar = Exclude<NonNullable<Value>, readonly unknown[]>;

/** Returns the value that readDefinition has checked. @throws Error when the condition was not checked */
function checked<Type>(value: Type | undefined): Type {
  if (value === undefined) throw new Error('This condition was not read by readDefinition.');
  return value;
}

/** A list's values, or a number of days. @throws Error as above */
const listIn = (value: Value): readonly Scalar[] => checked(Array.isArray(value) ? value : undefined);
const daysIn = (value: Value): number => checked(typeof value === 'number' ? value : undefined);

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/**
 * The SQL of a condition on any field except `list`. @param now the service's time, from which within_days counts back
 */
export function fieldPredicate(
  field: Exclude<Field, { kind: 'list' }>,
  condition: FieldCondition,
  now: Date,
  parameters: Parameters,
): string {
  switch (field.kind) {
    case 'text':
      if (condition.op === 'is_set' || condition.op === 'not_set')
        return field.column === 'phone' ? hasDigit(condition) : presence(`c."${field.column}"`, condition);
      return textPredicate(
        field.column === 'phone' ? PHONE : `c."${field.column}"`,
        folded(field, condition),
        parameters,
      );
    case 'map':
      return textPredicate(`(c."${field.map}" ->> ${parameters.add(field.key, 'text')})`, condition, parameters);
    case 'date':
      return datePredicate(`c."${field.column}"`, condition, now, parameters);
    case 'attribute':
      return attributePredicate(pathIn('c.attributes', field.path, parameters), condition, now, parameters);
  }
}

const pathIn = (json: string, path: readonly string[], parameters: Parameters): string =>
  `(${json}${path.map((key) => ` -> ${parameters.add(key, 'text')}`).join('')})`;

/**
 * A condition on a property of an event, which is compared as an attribute is. @param json of the properties, as SQL
 */
export const propertyPredicate = (
  json: string,
  { property, ...condition }: PropertyCondition,
  now: Date,
  parameters: Parameters,
): string =>
  attributePredicate(pathIn(json, property.split('.'), parameters), { field: property, ...condition }, now, parameters);

/**
 * SQL: both properties exist, have the same type and are equal, compared as `eq` does. @param json SQL of the
 * properties of an event; so is `other`
 */
export const sameProperty = (
  json: string,
  property: string,
  other: string,
  otherProperty: string,
  parameters: Parameters,
): string => {
  const [left, right] = [
    pathIn(json, property.split('.'), parameters),
    pathIn(other, otherProperty.split('.'), parameters),
  ];
  return `(${left} = ${right} AND jsonb_typeof(${left}) <> 'null')`;
};

/** The form of a phone that foldedFor makes. */
const PHONE = `regexp_replace(c.phone, '[^+0-9]', '', 'g')`;

function folded(field: Field, condition: FieldCondition): FieldCondition {
  const fold = <Each>(each: Each): Each | string => (typeof each === 'string' ? foldedFor(field, each) : each);
  return { ...condition, value: Array.isArray(condition.value) ? condition.value.map(fold) : fold(condition.value) };
}

/** A phone without a digit counts as absent (docs/contract/contacts.md#identity). */
const hasDigit = ({ op }: FieldCondition): string =>
  op === 'is_set' ? `c.phone ~ '[0-9]'` : `(c.phone ~ '[0-9]') IS NOT TRUE`;

const presence = (sql: string, { op }: FieldCondition): string => `${sql} IS ${op === 'is_set' ? 'NOT NULL' : 'NULL'}`;

/** @param sql SQL of a text, null when absent. contains and starts_with ignore case; the other operators do not. */
function textPredicate(sql: string, condition: FieldCondition, parameters: Parameters): string {
  const { op, value } = condition;
  const one = (): string => parameters.add(checked(value), 'text');
  const many = (): string => parameters.add(checked(value), 'text[]');
  switch (op) {
    case 'eq':
      return `${sql} = ${one()}`;
    case 'neq':
      return `${sql} IS DISTINCT FROM ${one()}`;
    case 'contains':
      return `strpos(lower(${sql}), lower(${one()})) > 0`;
    case 'starts_with':
      return `starts_with(lower(${sql}), lower(${one()}))`;
    case 'in':
      return `${sql} = ANY (${many()})`;
    case 'not_in':
      return `(${sql} IS NULL OR ${sql} <> ALL (${many()}))`;
    case 'is_set':
    case 'not_set':
      return presence(sql, condition);
    default:
      throw new Error(`${op} is not for texts.`);
  }
}

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** @param sql of a timestamptz, null when absent or no date */
function datePredicate(sql: string, { op, value }: FieldCondition, now: Date, parameters: Parameters): string {
  const instant = (from: Value): string => parameters.add(checked(instantOf(from)), 'timestamptz');
  const lookBack = (): string =>
    `${parameters.add(daysBefore(now, daysIn(value)), 'timestamptz')} AND ${parameters.add(now, 'timestamptz')}`;
  switch (op) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return `${sql} ${SIGNS[op]} ${instant(value)}`;
    case 'between': {
      const [from, to] = listIn(value);
      return `${sql} BETWEEN ${instant(from)} AND ${instant(to)}`;
    }
    case 'within_days':
      return `${sql} BETWEEN ${lookBack()}`;
    case 'not_within_days':
      return `${sql} NOT BETWEEN ${lookBack()}`;
    default:
      throw new Error(`${op} is not for dates.`);
  }
}

/** @param sql SQL of a jsonb; SQL's null and JSON's null both count as absent */
function attributePredicate(sql: string, condition: FieldCondition, now: Date, parameters: Parameters): string {
  const { op, value } = condition;
  const json = (from: Value): string => parameters.add(JSON.stringify(checked(from)), 'jsonb');
  const many = (): string =>
    parameters.add(
      listIn(value).map((each) => JSON.stringify(each)),
      'jsonb[]',
    );
  const type = `jsonb_typeof(${sql})`;
  /** Returns SQL that is true for an absent value, and for a different value of the same type. */
  const differs = (from: unknown, comparison: string): string =>
    `CASE ${type} WHEN '${typeof from}' THEN ${sql} ${comparison} WHEN 'null' THEN true ELSE ${sql} IS NULL END`;
  const ordered = (bounds: unknown): boolean => typeof bounds === 'number';
  switch (op) {
    case 'eq':
      return `${sql} = ${json(value)}`;
    case 'neq':
      return differs(value, `<> ${json(value)}`);
    case 'in':
      return `${sql} = ANY (${many()})`;
    case 'not_in':
      return differs(listIn(value)[0], `<> ALL (${many()})`);
    // Containment of the array with that one element: an object or a scalar contains no array, and an element that is
    // an array is not looked into.
    case 'has':
      return `${sql} @> ${json([checked(value) as Scalar])}`;
    case 'has_not':
      return `CASE ${type} WHEN 'array' THEN NOT ${sql} @> ${json([checked(value) as Scalar])} WHEN 'null' THEN true ELSE ${sql} IS NULL END`;
    case 'is_set':
      return `${type} <> 'null'`;
    case 'not_set':
      return `coalesce(${type}, 'null') = 'null'`;
    case 'contains':
    case 'starts_with':
      return `(${type} = 'string' AND ${textPredicate(`(${sql} #>> '{}')`, condition, parameters)})`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (ordered(value)) return `(${type} = 'number' AND ${sql} ${SIGNS[op]} ${json(value)})`;
      break;
    case 'between': {
      const [from, to] = listIn(value);
      if (ordered(from)) return `(${type} = 'number' AND ${sql} BETWEEN ${json(from)} AND ${json(to)})`;
      break;
    }
  }
  return datePredicate(`attribute_instant(${sql})`, condition, now, parameters);
}
