/**
 * Validates a definition from a request (docs/contract/audience-segments.md#definition): its shape, and that every
 * operator has the value that it needs.
 */
import { AppError } from '@/server/platform/errors';
import { instantIn } from '@/server/platform/lib/fields';
import { EVENT_SOURCES, shopEventOf } from '@/server/modules/audience/audience-segments/event-sources';
import { fieldOf, foldedFor, OPS, type Field } from '@/server/modules/audience/audience-segments/fields';
import {
  definition as shape,
  MAX_EVENT_DAYS,
  type Condition,
  type Definition,
  type EventCondition,
  type FieldCondition,
  type PropertyCondition,
} from '@/server/modules/audience/audience-segments/schema';

const MAX_TEXT = 500;
const MAX_VALUES = 100;
/** Ten years: how far within_days looks back. */
const MAX_DAYS = 3650;
const MAX_COUNT = 1_000_000;

/**
 * 400 INVALID_DEFINITION. @param path path of the condition, e.g. `groups.0.conditions.2`, or of the group around it
 */
export const invalidDefinition = (path: string, reason: string): AppError =>
  new AppError('INVALID_DEFINITION', {
    message: path === '' ? reason : `${path}: ${reason}`,
    details: { path, reason },
  });

/** `groups.0.conditions.2`: what is wrong further in is the condition's fault. */
const CONDITION_DEPTH = 4;

/**
 * @param raw any object
 * @returns the definition, without whatever else the object held
 * @throws AppError INVALID_DEFINITION at the first fault
 */
export function readDefinition(raw: unknown): Definition {
  const parsed = shape.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).slice(0, CONDITION_DEPTH);
    const reason =
      path.length === CONDITION_DEPTH
        ? 'must be { field, op, value } or { event, op, count, withinDays, where }'
        : (issue?.message ?? 'is not a definition');
    throw invalidDefinition(path.map(String).join('.'), reason);
  }
  // As sent: of a condition that names both, the schema keeps the field only.
  for (const { path, condition } of conditionsOf(raw as Definition)) {
    const fault =
      'field' in condition && 'event' in condition
        ? 'names a field and an event'
        : 'field' in condition
          ? (eventKeyFault(condition) ?? fieldFault(condition))
          : eventFault(condition);
    if (fault !== undefined) throw invalidDefinition(path, fault);
  }
  return parsed.data;
}

/** Returns every condition with its path, in the order of the definition. */
export const conditionsOf = (definition: Definition): { path: string; condition: Condition }[] =>
  definition.groups.flatMap((group, g) =>
    group.conditions.map((condition, c) => ({ path: `groups.${g}.conditions.${c}`, condition })),
  );

/** The instant that a condition's value stands for; undefined when the value is no instant. */
export function instantOf(value: unknown): Date | undefined {
  const parsed = instantIn.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

const EVENT_KEYS = ['count', 'withinDays', 'where'] as const;

/** The fault of a field condition that has a key of event conditions: such a key would be ignored without an error. */
function eventKeyFault(
  condition: FieldCondition & Partial<Pick<EventCondition, (typeof EVENT_KEYS)[number]>>,
): string | undefined {
  const key = EVENT_KEYS.find((each) => (condition[each] ?? null) !== null);
  return key === undefined ? undefined : `${key} goes with events`;
}

function fieldFault({ field: name, op, value }: FieldCondition): string | undefined {
  const field = fieldOf(name);
  if (field === undefined) return `there is no field ${name.slice(0, 100)}`;
  if (!OPS[field.kind].includes(op)) return `${op} does not fit ${name}: ${OPS[field.kind].join(', ')} do`;
  switch (op) {
    case 'is_set':
    case 'not_set':
      return undefined;
    case 'in':
    case 'not_in':
      return valuesFault(field, value);
    case 'between':
      return betweenFault(field, value);
    case 'eq':
    case 'neq':
    case 'has':
    case 'has_not':
      return isComparable(field, value)
        ? undefined
        : field.kind === 'attribute'
          ? `value must be a text of up to ${MAX_TEXT} characters, a number or a boolean`
          : `value must be a text of up to ${MAX_TEXT} characters`;
    case 'contains':
    case 'starts_with':
      return isText(value) && foldedFor(field, value) !== ''
        ? undefined
        : `value must be a text of 1 to ${MAX_TEXT} characters${field.kind === 'text' && field.column === 'phone' ? ', with a digit' : ''}`;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return orderOf(field, value) === undefined ? orderWords(field) : undefined;
    case 'within_days':
    case 'not_within_days':
      return isWhole(value, 1, MAX_DAYS) ? undefined : `value must be a number of days from 1 to ${MAX_DAYS}`;
    case 'member_of':
    case 'not_member_of':
      return typeof value === 'string' && /^[a-z0-9]{1,40}$/.test(value) ? undefined : 'value must be the id of a list';
  }
}

function eventFault({
  event,
  op,
  count,
  withinDays,
  where,
  value,
}: EventCondition & Pick<FieldCondition, 'value'>): string | undefined {
  if ((value ?? null) !== null) return 'value goes with fields';
  const isOfShop = shopEventOf(event) !== undefined;
  if (!isOfShop && !EVENT_SOURCES.has(event)) return `there is no event ${event.slice(0, 100)}`;
  if (op === 'at_least' && !isWhole(count, 1, MAX_COUNT)) return `count must be a number from 1 to ${MAX_COUNT}`;
  if (op === 'at_most' && !isWhole(count, 0, MAX_COUNT)) return `count must be a number from 0 to ${MAX_COUNT}`;
  if (withinDays !== undefined && !isWhole(withinDays, 1, MAX_EVENT_DAYS))
    return `withinDays must be from 1 to ${MAX_EVENT_DAYS}`;
  if (where !== undefined && !isOfShop) return 'where goes with events of the shop';
  return where?.map(propertyFault).find(Boolean);
}

/** Returns the fault of a condition on a property. Properties are compared and named like attributes. */
export const propertyFault = ({ property, ...each }: PropertyCondition): string | undefined =>
  fieldFault({ field: `attributes.${property}`, ...each });

const isWhole = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;

/** Only an attribute can be a number or a boolean. */
const isComparable = (field: Field, value: unknown): boolean =>
  isText(value) || (field.kind === 'attribute' && (typeof value === 'number' || typeof value === 'boolean'));

function valuesFault(field: Field, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES)
    return `value must be an array of 1 to ${MAX_VALUES} values`;
  const types = new Set(value.map((each) => typeof each));
  if (types.size > 1) return 'the values must be of one type';
  return value.every((each) => isComparable(field, each))
    ? undefined
    : `each value must be a text of up to ${MAX_TEXT} characters`;
}

/** Returns the type by which an ordering operator compares the value; undefined when the value has no order. */
function orderOf(field: Field, value: unknown): 'number' | 'date' | undefined {
  if (typeof value === 'number') return field.kind === 'attribute' ? 'number' : undefined;
  return instantOf(value) === undefined ? undefined : 'date';
}

const orderWords = (field: Field): string =>
  field.kind === 'date'
    ? 'value must be an ISO 8601 instant with a zone'
    : 'value must be a number, or an ISO 8601 instant with a zone';

function betweenFault(field: Field, value: unknown): string | undefined {
  const [from, to] = Array.isArray(value) && value.length === 2 ? (value as unknown[]) : [];
  const order = orderOf(field, from);
  if (order === undefined || order !== orderOf(field, to))
    return `${orderWords(field)}: an array of the first and the last`;
  const isAscending =
    typeof from === 'number' && typeof to === 'number' ? from <= to : Number(instantOf(from)) <= Number(instantOf(to));
  return isAscending ? undefined : 'the first value must not be after the last';
}
