/**
 * A segment's definition as SQL (docs/contract/audience-segments.md#definition). Each event and list is joined once, as
 * a set of at most one row a contact. So any definition is one pass over the contacts with hash joins; run it in a
 * statement that joins sets. For a slice of the contacts the sets are looked up contact by contact.
 */
import { FEW, THIS_WORKSPACE, unforeseen, type Parameters } from '@/server/platform/db/statement';
import { daysBefore, fieldPredicate, propertyPredicate } from '@/server/modules/audience/audience-segments/conditions';
import { conditionsOf } from '@/server/modules/audience/audience-segments/definition';
import {
  EVENT_SOURCES,
  namesContact,
  ofShop,
  shopEventOf,
  type EventRows,
} from '@/server/modules/audience/audience-segments/event-sources';
import { fieldOf } from '@/server/modules/audience/audience-segments/fields';
import type {
  Condition,
  Definition,
  EventCondition,
  FieldCondition,
} from '@/server/modules/audience/audience-segments/schema';

export interface CompiledSegment {
  /** The contacts as `c` with the joined sets: one row a contact, of all workspaces unless a slice is given. */
  from: string;
  /** The condition that a contact of the workspace $1 is in the segment. NULL counts as false. */
  where: string;
  /** The parts of `where`, one for each condition. */
  conditions: { path: string; predicate: string }[];
}

/**
 * @param definition as readDefinition returned it
 * @param now the service's time
 * @param parameters receives the values of the definition; $1 is the workspace
 * @param slice a query of rows of "Contact" with all columns: only these contacts are asked
 */
export function compile(definition: Definition, now: Date, parameters: Parameters, slice?: string): CompiledSegment {
  const joins = new Joins(now, parameters, slice === undefined ? 'everybody' : 'c');
  const predicates = new Map(
    conditionsOf(definition).map(({ path, condition }) => [path, predicateOf(condition, joins, now, parameters)]),
  );
  const groups = definition.groups.map((group, g) =>
    join(
      group.match,
      group.conditions.map((_condition, c) => predicates.get(`groups.${g}.conditions.${c}`) as string),
    ),
  );
  return {
    from: [slice === undefined ? '"Contact" c' : `(${slice}) c`, ...joins.texts].join('\n'),
    where: `c."accountId" = $1 AND ${join(definition.match, groups)}`,
    conditions: [...predicates].map(([path, predicate]) => ({ path, predicate })),
  };
}

const join = (match: Definition['match'], predicates: string[]): string =>
  `(${predicates.join(match === 'all' ? ' AND ' : ' OR ')})`;

function predicateOf(condition: Condition, joins: Joins, now: Date, parameters: Parameters): string {
  if ('event' in condition) return eventPredicate(condition, joins.event(condition), parameters);
  const field = fieldOf(condition.field);
  if (field === undefined) throw new Error(`There is no field ${condition.field}.`);
  return field.kind === 'list'
    ? memberPredicate(condition, joins.list(condition.value as string))
    : fieldPredicate(field, condition, now, parameters);
}

/** @param alias of a join of ("contactId", n) */
function eventPredicate({ op, count = 0 }: EventCondition, alias: string, parameters: Parameters): string {
  // Without coalesce, so that the planner can make an inner join of it; likewise an anti-join of the last.
  if (op === 'at_least') return `${alias}.n >= ${parameters.add(count, 'int')}`;
  if (op === 'at_most' && count > 0) return `coalesce(${alias}.n, 0) <= ${parameters.add(count, 'int')}`;
  return `${alias}."contactId" IS NULL`;
}

const memberPredicate = ({ op }: FieldCondition, alias: string): string =>
  `${alias}."contactId" IS ${op === 'member_of' ? 'NOT NULL' : 'NULL'}`;

/** Returns the SQL that counts how often the event happened: rows of ("contactId", n). */
function eventRows(
  { event, withinDays, where = [] }: EventCondition,
  of: EventRows['of'],
  now: Date,
  parameters: Parameters,
): string {
  const name = shopEventOf(event);
  const source =
    name === undefined
      ? EVENT_SOURCES.get(event)
      : ofShop(
          parameters.add(name, 'text'),
          where.map((each) => `(${propertyPredicate('m.properties', each, now, parameters)})`),
        );
  if (source === undefined) throw new Error(`There is no event ${event}.`);
  const since = withinDays === undefined ? undefined : parameters.add(daysBefore(now, withinDays), 'timestamptz');
  return source({ of, since });
}

/** The sets that conditions need; two conditions on the same set share one join. */
class Joins {
  readonly texts: string[] = [];
  private readonly aliases = new Map<string, string>();

  constructor(
    private readonly now: Date,
    private readonly parameters: Parameters,
    private readonly of: EventRows['of'],
  ) {}

  list(id: string): string {
    return this.joined(
      `list ${id}`,
      () =>
        `SELECT m."contactId" FROM "ContactListMember" m
          WHERE ${membersOf(id, this.parameters)}${this.of === 'c' ? ' AND m."contactId" = c.id' : ''}`,
    );
  }

  event(condition: EventCondition): string {
    const { event, withinDays, where = [] } = condition;
    return this.joined(`event ${JSON.stringify([event, withinDays, where])}`, () =>
      eventRows(condition, this.of, this.now, this.parameters),
    );
  }

  private joined(key: string, rows: () => string): string {
    const known = this.aliases.get(key);
    if (known !== undefined) return known;
    const alias = `j${this.aliases.size}`;
    this.aliases.set(key, alias);
    this.texts.push(
      this.of === 'c'
        ? `LEFT JOIN LATERAL (${rows()} OFFSET 0) ${alias} ON ${alias}."contactId" = c.id`
        : `LEFT JOIN (${rows()}) ${alias} ON ${alias}."contactId" = c.id`,
    );
    return alias;
  }
}

const membersOf = (listId: string, parameters: Parameters): string =>
  `m."accountId" = ${THIS_WORKSPACE} AND m."listId" = ${unforeseen(parameters.add(listId, 'text'))}`;

/**
 * A set that whoever is in the segment must be of, and that is found without a look at all contacts: rows of
 * ("contactId").
 */
function narrowest(definition: Definition, now: Date, parameters: Parameters): string | undefined {
  const groups = definition.match === 'all' || definition.groups.length === 1 ? definition.groups : [];
  const required = groups.flatMap(({ match, conditions }) =>
    match === 'all' || conditions.length === 1 ? conditions : [],
  );
  const list = required.find((condition) => 'field' in condition && condition.op === 'member_of');
  if (list !== undefined && 'field' in list)
    return `SELECT m."contactId" FROM "ContactListMember" m WHERE ${membersOf(list.value as string, parameters)}`;
  for (const condition of required) {
    if (!('event' in condition) || condition.op !== 'at_least' || !namesContact(condition.event)) continue;
    return eventRows(condition, 'everybody', now, parameters);
  }
  return undefined;
}

/**
 * Returns the members of a segment, each once: a query of `columns` of the contact `c`, for statements that join sets.
 * If all members must be in one set, the query first measures this set: a small set is looked up by index, a large one
 * is joined.
 * @param and a further condition on `c`
 */
export function segmentMembers(
  definition: Definition,
  now: Date,
  parameters: Parameters,
  { columns = 'c.id', and = 'true' } = {},
): string {
  const { from, where } = compile(definition, now, parameters);
  const all = `SELECT ${columns} FROM ${from} WHERE ${where} AND ${and}`;
  const set = narrowest(definition, now, parameters);
  if (set === undefined) return all;
  const slice = `SELECT k.* FROM few
    CROSS JOIN LATERAL (SELECT * FROM "Contact" k
    WHERE k."accountId" = ${THIS_WORKSPACE} AND k.id = few."contactId" OFFSET 0) k`;
  const near = compile(definition, now, parameters, slice);
  const size = '(SELECT count(*) FROM few)';
  return `(WITH few AS MATERIALIZED (SELECT s."contactId" FROM (${set}) s LIMIT ${FEW + 1})
    SELECT ${columns} FROM ${near.from} WHERE ${near.where} AND ${and} AND ${size} <= ${FEW}
    UNION ALL ${all} AND ${size} > ${FEW})`;
}

/**
 * Returns the contacts that are in any of the segments, each once: a query of one column, `id`. Without segments the
 * query has no rows.
 * @param parameters the parameters of the enclosing statement, which joins sets; its $1 is the workspace
 */
export function segmentContacts(definitions: Definition[], now: Date, parameters: Parameters): string {
  if (definitions.length === 0) return `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND false`;
  return definitions.map((definition) => segmentMembers(definition, now, parameters)).join('\nUNION\n');
}
