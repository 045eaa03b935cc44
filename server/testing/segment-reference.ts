/**
 * The meaning of a definition, in plain JavaScript: the measure that the compiled SQL is held against. Tests only. It
 * is written from docs/contract/audience-segments.md and shares no line with the compiler.
 */
import { DAY_MS } from '@/server/platform/lib/durations';
import type {
  Condition,
  Definition,
  EventCondition,
  FieldCondition,
} from '@/server/modules/audience/audience-segments/schema';

export interface Person {
  id: string;
  email: string | null;
  phone: string | null;
  firstName: string | null;
  lastName: string | null;
  source: string | null;
  externalRef: string | null;
  createdAt: Date;
  updatedAt: Date;
  subscriptions: Record<string, string>;
  socialHandles: Record<string, string>;
  attributes: Record<string, unknown>;
  lists: string[];
  events: { event: string; at: Date; properties?: Record<string, unknown> }[];
}

export function isIn(person: Person, definition: Definition, now: Date): boolean {
  const by = (match: 'all' | 'any', answers: boolean[]): boolean =>
    match === 'all' ? !answers.includes(false) : answers.includes(true);
  return by(
    definition.match,
    definition.groups.map((group) =>
      by(
        group.match,
        group.conditions.map((condition) => holds(person, condition, now)),
      ),
    ),
  );
}

export function holds(person: Person, condition: Condition, now: Date): boolean {
  if ('event' in condition) return eventHolds(person, condition, now);
  if (condition.field === 'list')
    return person.lists.includes(condition.value as string) === (condition.op === 'member_of');
  return fieldHolds(valueOf(person, condition.field), condition, now);
}

function eventHolds(
  person: Person,
  { event, op, count = 0, withinDays, where = [] }: EventCondition,
  now: Date,
): boolean {
  const times = person.events.filter(
    (each) =>
      each.event === event &&
      (withinDays === undefined || each.at.getTime() >= now.getTime() - withinDays * DAY_MS) &&
      where.every(({ property, op: how, value }) =>
        fieldHolds(
          property.split('.').reduce<unknown>(own, each.properties) ?? undefined,
          { field: `attributes.${property}`, op: how, ...(value === undefined ? {} : { value }) },
          now,
        ),
      ),
  ).length;
  if (op === 'none') return times === 0;
  return op === 'at_least' ? times >= count : times <= count;
}

/** Undefined when absent. */
function valueOf(person: Person, field: string): unknown {
  const [head, ...rest] = field.split('.');
  if (head === 'subscriptions' || head === 'socialHandles') return own(person[head], rest.join('.'));
  if (head === 'attributes') return rest.reduce<unknown>(own, person.attributes) ?? undefined;
  const value = person[field as 'email'];
  if (field === 'phone') return value !== null && /\d/.test(value) ? value.replace(/[^+\d]/g, '') : undefined;
  return value ?? undefined;
}

const own = (map: unknown, key: string): unknown =>
  typeof map === 'object' && map !== null && !Array.isArray(map) && Object.hasOwn(map, key)
    ? (map as Record<string, unknown>)[key]
    : undefined;

function fieldHolds(value: unknown, { field, op, value: asked }: FieldCondition, now: Date): boolean {
  if (value === undefined) return op === 'neq' || op === 'not_in' || op === 'has_not' || op === 'not_set';
  const folded = (one: unknown): unknown =>
    field === 'email'
      ? (one as string).trim().toLowerCase()
      : field === 'phone'
        ? (one as string).replace(/[^+\d]/g, '')
        : one;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  const part = (): string => (folded(asked) as string).toLowerCase();
  switch (op) {
    case 'eq':
      return value === folded(asked);
    case 'neq':
      return typeof value === typeof asked && value !== folded(asked);
    case 'in':
      return (asked as unknown[]).map(folded).includes(value);
    case 'not_in':
      return typeof value === typeof (asked as unknown[])[0] && !(asked as unknown[]).map(folded).includes(value);
    case 'contains':
      return text !== undefined && text.includes(part());
    case 'starts_with':
      return text !== undefined && text.startsWith(part());
    case 'has':
      return Array.isArray(value) && value.some((each) => each === asked);
    case 'has_not':
      return Array.isArray(value) && value.every((each) => each !== asked);
    case 'is_set':
      return true;
    case 'within_days':
    case 'not_within_days': {
      const at = timeOf(value);
      const isWithin = at !== undefined && at >= now.getTime() - (asked as number) * DAY_MS && at <= now.getTime();
      return at !== undefined && isWithin === (op === 'within_days');
    }
    case 'gt':
      return compared(value, asked, (a, b) => a > b);
    case 'gte':
      return compared(value, asked, (a, b) => a >= b);
    case 'lt':
      return compared(value, asked, (a, b) => a < b);
    case 'lte':
      return compared(value, asked, (a, b) => a <= b);
    case 'between':
      return (
        compared(value, (asked as unknown[])[0], (a, b) => a >= b) &&
        compared(value, (asked as unknown[])[1], (a, b) => a <= b)
      );
    default:
      return false;
  }
}

function compared(value: unknown, asked: unknown, compare: (a: number, b: number) => boolean): boolean {
  if (typeof asked === 'number') return typeof value === 'number' && compare(value, asked);
  const at = timeOf(value);
  return at !== undefined && compare(at, Date.parse(asked as string));
}

/** Milliseconds of what is a date or an instant; without a zone it is UTC. */
function timeOf(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime();
  const parts =
    typeof value === 'string'
      ? /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(value)
      : null;
  if (parts === null) return undefined;
  const [, day, time = '00:00', zone = 'Z'] = parts;
  const midnight = new Date(`${day}T00:00:00Z`);
  // JavaScript makes March of the 30th of February, and PostgreSQL has no year 0.
  if (Number.isNaN(midnight.getTime()) || midnight.getUTCFullYear() < 1 || midnight.toISOString().slice(0, 10) !== day)
    return undefined;
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : at;
}
