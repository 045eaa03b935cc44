/**
 * A definition as SQL (part 5). Events and lists are joined once each, as sets of at most one row a contact, so that
 * every shape of question is one pass over the contacts with hash joins; where such a condition must hold, PostgreSQL
 * makes an inner join of it and begins at the few. Of a slice of the contacts the sets are looked up one by one.
 */
import { type Parameters } from '@/server/db/statement';
import { daysBefore, fieldPredicate } from '@/server/resources/audience-segments/conditions';
import { conditionsOf } from '@/server/resources/audience-segments/definition';
import { EVENT_SOURCES, type EventRows } from '@/server/resources/audience-segments/event-sources';
import { fieldOf } from '@/server/resources/audience-segments/fields';
import type {
  Condition,
  Definition,
  EventCondition,
  FieldCondition,
} from '@/server/resources/audience-segments/schema';

export interface CompiledSegment {
  /** The contacts as `c` and what is joined to them: one row a contact, of all workspaces unless it is a slice. */
  from: string;
  /** Who is in the segment, of the workspace $1. True or not; NULL is not. */
  where: string;
  /** The conditions one by one, as `where` has them. */
  conditions: { path: string; predicate: string }[];
}

/**
 * @param definition as readDefinition returned it
 * @param now the service's time
 * @param parameters takes up what the definition compares with; $1 is the workspace
 * @param slice a query of some rows of "Contact", all columns, to ask of these only
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

/** The sets that conditions ask for; two conditions on the same set share it. */
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
        `SELECT m."contactId" FROM "ContactListMember" m WHERE m."accountId" = $1 AND m."listId" = ${this.parameters.add(id, 'text')}${this.of === 'c' ? ' AND m."contactId" = c.id' : ''}`,
    );
  }

  event({ event, withinDays }: EventCondition): string {
    const source = EVENT_SOURCES.get(event);
    if (source === undefined) throw new Error(`There is no event ${event}.`);
    return this.joined(`event ${event} ${withinDays ?? ''}`, () =>
      source({
        of: this.of,
        since:
          withinDays === undefined ? undefined : this.parameters.add(daysBefore(this.now, withinDays), 'timestamptz'),
      }),
    );
  }

  private joined(key: string, rows: () => string): string {
    const known = this.aliases.get(key);
    if (known !== undefined) return known;
    const alias = `j${this.aliases.size}`;
    this.aliases.set(key, alias);
    this.texts.push(
      `LEFT JOIN ${this.of === 'c' ? 'LATERAL ' : ''}(${rows()}) ${alias} ON ${alias}."contactId" = c.id`,
    );
    return alias;
  }
}

/**
 * Everybody who is in one of the segments, each once: a query of one column, `id`. Of an empty list it has no row.
 * @param parameters of the statement that the query becomes part of; its $1 is the workspace
 */
export function segmentContacts(definitions: Definition[], now: Date, parameters: Parameters): string {
  if (definitions.length === 0) return `SELECT c.id FROM "Contact" c WHERE c."accountId" = $1 AND false`;
  return definitions
    .map((definition) => {
      const { from, where } = compile(definition, now, parameters);
      return `SELECT c.id FROM ${from} WHERE ${where}`;
    })
    .join('\nUNION\n');
}
