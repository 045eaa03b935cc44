/** A definition while it is being written: what the fields hold, complete or not. */
import { isOneOf } from '@/server/platform/lib/narrow';
import type { Definition, PropertyCondition } from '@/server/modules/audience/audience-segments/schema';
import { type EventOp, type FieldOp, type FieldType } from '@/server/modules/audience/audience-segments/schema';
import { EVENT_OPS, FIELD_OPS } from '@/server/modules/audience/audience-segments/vocabulary';
import type { KnownField } from './segment';

export type Op = FieldOp | EventOp;
export type Match = Definition['match'];
type Condition = Definition['groups'][number]['conditions'][number];
type Scalar = string | number | boolean;

export interface ConditionDraft {
  /** The same while it is edited. */
  key: string;
  /** Empty until it is chosen. */
  field: string;
  type: FieldType;
  op: Op;
  /** One value, empty until there is one; instants in ISO 8601. */
  value: Scalar;
  /** The upper end of between. */
  upTo: Scalar;
  values: Scalar[];
  count: number | '';
  withinDays: number | '';
  /** The conditions for an event of the shop, complete or not. */
  where: PropertyCondition[];
}

export interface GroupDraft {
  key: string;
  match: Match;
  conditions: ConditionDraft[];
}

export interface DefinitionDraft {
  match: Match;
  groups: GroupDraft[];
}

let serial = 0;
/** Differs from those of a draft that was kept in another visit. */
const newKey = (): string => `k${Date.now().toString(36)}-${++serial}`;

export const emptyCondition = (): ConditionDraft => ({
  key: newKey(),
  field: '',
  type: 'text',
  op: 'eq',
  value: '',
  upTo: '',
  values: [],
  count: 1,
  withinDays: '',
  where: [],
});
export const emptyGroup = (): GroupDraft => ({ key: newKey(), match: 'all', conditions: [emptyCondition()] });
export const emptyDraft = (): DefinitionDraft => ({ match: 'all', groups: [emptyGroup()] });

/** The condition begun anew on another field, with the operator that is asked most. */
export function onField(
  { key }: ConditionDraft,
  { field, type, ops }: Pick<KnownField, 'field' | 'type' | 'ops'>,
): ConditionDraft {
  const [op = 'eq'] = type === 'date' ? ['within_days' as const] : ops;
  return {
    ...emptyCondition(),
    key,
    field,
    type,
    op,
    value: op === 'within_days' ? 30 : '',
    withinDays: type === 'event' ? 30 : '',
  };
}

/** The same question with another operator; a value that no longer fits is dropped. */
export function withOp(condition: ConditionDraft, op: Op): ConditionDraft {
  const shapeOf = (of: Op): string =>
    of === 'in' || of === 'not_in'
      ? 'many'
      : of === 'between'
        ? 'two'
        : of === 'within_days' || of === 'not_within_days'
          ? 'days'
          : 'one';
  if (shapeOf(op) === shapeOf(condition.op)) return { ...condition, op };
  const values =
    shapeOf(op) === 'many' && condition.value !== '' && shapeOf(condition.op) === 'one' ? [condition.value] : [];
  return { ...condition, op, value: shapeOf(op) === 'days' ? 30 : '', upTo: '', values };
}

export const isEventOp = (op: string): op is EventOp => isOneOf(EVENT_OPS, op);
const isFieldOp = (op: string): op is FieldOp => isOneOf(FIELD_OPS, op);

/** True when nothing is missing in it. */
export const isComplete = ({
  property,
  op,
  value,
  entryProperty,
}: PropertyCondition & { entryProperty?: string | undefined }): boolean =>
  property !== '' &&
  (entryProperty !== undefined || op === 'is_set' || op === 'not_set' || (value !== undefined && value !== ''));

/** The condition, or null while something is missing. */
export function conditionOf({
  field,
  op,
  value,
  upTo,
  values,
  count,
  withinDays,
  where,
}: ConditionDraft): Condition | null {
  if (field === '') return null;
  if (isEventOp(op)) {
    if ((op !== 'none' && count === '') || !where.every(isComplete)) return null;
    return {
      event: field,
      op,
      ...(op === 'none' || count === '' ? {} : { count }),
      ...(withinDays === '' ? {} : { withinDays }),
      ...(where.length === 0 ? {} : { where }),
    };
  }
  if (!isFieldOp(op)) return null;
  if (op === 'is_set' || op === 'not_set') return { field, op };
  if (op === 'in' || op === 'not_in') return values.length === 0 ? null : { field, op, value: values };
  if (value === '') return null;
  if (op === 'between') return upTo === '' ? null : { field, op, value: [value, upTo] };
  return { field, op, value };
}

/**
 * Returns the complete part of the draft, with the key of the condition behind each path; null while nothing is
 * complete.
 */
export function definitionOf(draft: DefinitionDraft): { definition: Definition; keys: Record<string, string> } | null {
  const keys: Record<string, string> = {};
  const groups: Definition['groups'] = [];
  for (const group of draft.groups) {
    const conditions: Condition[] = [];
    for (const each of group.conditions) {
      const condition = conditionOf(each);
      if (condition === null) continue;
      keys[`groups.${groups.length}.conditions.${conditions.length}`] = each.key;
      conditions.push(condition);
    }
    if (conditions.length > 0) groups.push({ match: group.match, conditions });
  }
  return groups.length === 0 ? null : { definition: { match: draft.match, groups }, keys };
}

/** A value says more of its type than the field, whose contacts may hold several. */
function typeOf(condition: Condition, fields: readonly KnownField[]): FieldType {
  if ('event' in condition) return 'event';
  const sample = Array.isArray(condition.value) ? condition.value[0] : condition.value;
  const { op, field } = condition;
  if (op === 'within_days' || op === 'not_within_days') return 'date';
  if (op === 'has' || op === 'has_not') return 'array';
  if (typeof sample === 'number') return 'number';
  if (typeof sample === 'boolean') return 'boolean';
  if (op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte' || op === 'between') return 'date';
  const known = fields.find((each) => each.field === field)?.type ?? 'text';
  return known === 'number' || known === 'boolean' ? (op === 'is_set' || op === 'not_set' ? known : 'text') : known;
}

/** A saved definition as a draft. */
export const draftOf = (definition: Definition, fields: readonly KnownField[]): DefinitionDraft => ({
  match: definition.match,
  groups: definition.groups.map((group) => ({
    key: newKey(),
    match: group.match,
    conditions: group.conditions.map((condition): ConditionDraft => {
      const begun = { ...emptyCondition(), type: typeOf(condition, fields), op: condition.op };
      if ('event' in condition)
        return {
          ...begun,
          field: condition.event,
          count: condition.count ?? 1,
          withinDays: condition.withinDays ?? '',
          where: condition.where ?? [],
        };
      const { field, op, value } = condition;
      if (!Array.isArray(value)) return { ...begun, field, value: value ?? '' };
      return op === 'between'
        ? { ...begun, field, value: value[0] ?? '', upTo: value[1] ?? '' }
        : { ...begun, field, values: value };
    }),
  })),
});

/** Without the keys: whether two drafts ask the same. */
export const meaningOf = (draft: DefinitionDraft): string =>
  JSON.stringify(draft, (name, value: unknown) => (name === 'key' ? undefined : value));

/** Returns the complete part of it, for a person who compares two versions. */
export const wordsOf = (draft: unknown): string | undefined => {
  const found = definitionOf(draft as DefinitionDraft);
  if (found === null) return undefined;
  const value = (of: Scalar | readonly Scalar[] | undefined): string =>
    of === undefined ? '' : typeof of === 'object' ? of.join(', ') : String(of);
  return found.definition.groups
    .map(({ conditions }) =>
      conditions
        .map((each) =>
          'event' in each
            ? [
                each.event,
                each.op,
                value(each.count),
                value(each.withinDays),
                ...(each.where ?? []).flatMap((one) => [one.property, one.op, value(one.value)]),
              ]
            : [each.field, each.op, value(each.value)],
        )
        .map((words) => words.filter((word) => word !== '').join(' '))
        .join('\n'),
    )
    .join('\n\n');
};
