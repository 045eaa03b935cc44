/**
 * Tells which columns each parameter of a statement stands beside, read by PostgreSQL's own parser: two parameters of one
 * type that changed places are seen by their names. server/platform/db/statement-types.test.ts asks.
 */
import { parseSync } from 'libpg-query';

/** A node of the parser's tree: `{ ColumnRef: {…} }`, a list, or a plain value. */
type Node = unknown;
type Fields = Readonly<Record<string, Node>>;

/** Its names by the number of a parameter, 1 for $1. */
export type ParameterColumns = ReadonlyMap<number, ReadonlySet<string>>;

const isObject = (node: Node): node is Fields => typeof node === 'object' && node !== null && !Array.isArray(node);
const list = (node: Node): readonly Node[] => (Array.isArray(node) ? node : []);

/** @returns the fields of a node of this kind */
function as(node: Node, kind: string): Fields | undefined {
  const fields = isObject(node) ? node[kind] : undefined;
  return isObject(fields) ? fields : undefined;
}

const textOf = (node: Node): string | undefined => {
  const { sval } = as(node, 'String') ?? as(as(node, 'A_Const'), 'sval') ?? {};
  return typeof sval === 'string' ? sval : undefined;
};

/** Nodes whose value is not that of the parameters inside: a condition, another query. */
const APART = ['SubLink', 'BoolExpr', 'NullTest', 'BooleanTest', 'CaseWhen'];
const COMPARISON = /^(?:[<>=!~@&|]+|~~\*?|!~~\*?)$/;

/** Parameters and columns that an expression's value comes from. */
function partsOf(node: Node): { parameters: number[]; columns: string[] } {
  const parameters: number[] = [];
  const columns: string[] = [];
  const visit = (each: Node): void => {
    if (Array.isArray(each)) return each.forEach(visit);
    if (!isObject(each)) return;
    const parameter = as(each, 'ParamRef');
    if (parameter !== undefined) return void parameters.push(Number(parameter.number));
    const column = as(each, 'ColumnRef');
    if (column !== undefined) {
      const name = textOf(list(column.fields).at(-1));
      return void (name === undefined || columns.push(name));
    }
    const chosen = as(each, 'CaseWhen');
    if (chosen !== undefined) return visit(chosen.result);
    if (APART.some((kind) => kind in each) || isComparison(each)) return;
    Object.values(each).forEach(visit);
  };
  visit(node);
  return { parameters, columns };
}

function isComparison(node: Node): boolean {
  const expression = as(node, 'A_Expr');
  const operator = textOf(list(expression?.name)[0]);
  return operator !== undefined && operator !== '||' && COMPARISON.test(operator);
}

/** @throws the parser's error where the text is no statement */
export function parameterColumns(text: string): ParameterColumns {
  const found = new Map<number, Set<string>>();
  const put = (node: Node, name: string | undefined): void => {
    if (name === undefined) return;
    for (const parameter of partsOf(node).parameters)
      found.set(parameter, (found.get(parameter) ?? new Set()).add(name));
  };
  const compare = (one: Node, other: Node): void => {
    const [left, right] = [as(one, 'RowExpr'), as(other, 'RowExpr')].map((row) => list(row?.args));
    if (left?.length === right?.length && (left?.length ?? 0) > 0)
      return left?.forEach((each, at) => compare(each, right?.[at]));
    for (const name of partsOf(one).columns) put(other, name);
    for (const name of partsOf(other).columns) put(one, name);
  };
  const assign = (targets: readonly Node[]): void => {
    for (const target of targets) {
      const { name, val } = as(target, 'ResTarget') ?? {};
      put(val, typeof name === 'string' ? name : undefined);
    }
  };
  /** The values of a query, a list a row. */
  const rowsOf = (query: Node): readonly (readonly Node[])[] => {
    const select = as(query, 'SelectStmt');
    const values = list(select?.valuesLists).map((row) => list(as(row, 'List')?.items));
    return values.length > 0 ? values : [list(select?.targetList).map((target) => as(target, 'ResTarget')?.val)];
  };
  const name = (rows: readonly (readonly Node[])[], names: readonly (string | undefined)[]): void =>
    rows.forEach((row) => row.forEach((value, at) => put(value, names[at])));
  const aliasOf = (range: Fields): { own: string | undefined; columns: (string | undefined)[] } => {
    const alias = isObject(range.alias) ? range.alias : {};
    return {
      own: typeof alias.aliasname === 'string' ? alias.aliasname : undefined,
      columns: list(alias.colnames).map(textOf),
    };
  };

  const readers: Readonly<Record<string, (fields: Fields) => void>> = {
    A_Expr: (fields) => {
      if (!isComparison({ A_Expr: fields })) return;
      for (const each of list(as(fields.rexpr, 'List')?.items)) compare(fields.lexpr, each);
      compare(fields.lexpr, fields.rexpr);
    },
    InsertStmt: ({ cols, selectStmt, onConflictClause }) => {
      const names = list(cols).map((column) => as(column, 'ResTarget')?.name);
      name(
        rowsOf(selectStmt),
        names.map((each) => (typeof each === 'string' ? each : undefined)),
      );
      if (isObject(onConflictClause)) assign(list(onConflictClause.targetList));
    },
    UpdateStmt: ({ targetList }) => assign(list(targetList)),
    SelectStmt: ({ targetList, limitCount, limitOffset }) => {
      assign(list(targetList));
      put(limitCount, 'limit');
      put(limitOffset, 'offset');
    },
    RangeFunction: (range) => {
      const { own, columns } = aliasOf(range);
      const call = as(list(as(list(range.functions)[0], 'List')?.items)[0], 'FuncCall');
      name([list(call?.args)], columns.length > 0 ? columns : [own]);
    },
    RangeSubselect: (range) => name(rowsOf(range.subquery), aliasOf(range).columns),
    FuncCall: ({ args }) => {
      // jsonb_build_object('name', $3)
      list(args).forEach((each, at) => put(each, textOf(list(args)[at - 1])));
    },
    NamedArgExpr: ({ name: own, arg }) => put(arg, typeof own === 'string' ? own : undefined),
  };
  const visit = (node: Node): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isObject(node)) return;
    for (const [kind, fields] of Object.entries(node)) {
      if (isObject(fields)) readers[kind]?.(fields);
      visit(fields);
    }
  };
  visit(parseSync(text));
  return found;
}

const plain = (word: string): string => word.toLowerCase().replaceAll('_', '').replace(/ies$/, 'y').replace(/s$/, '');

/** How well a label names one of these: 2 as it is, 1 by its end, 0 not at all. */
function likeness(label: string, names: Iterable<string>): number {
  const own = plain(label);
  return Math.max(
    0,
    ...[...names].map(plain).map((name) => {
      if (name === own) return 2;
      return own.length > 1 && name.length > 1 && (own.endsWith(name) || name.endsWith(own)) ? 1 : 0;
    }),
  );
}

/**
 * Finds pairs of places where each label names better what stands in the other's place.
 * @param score of a label at a place
 */
function swapped(labels: readonly string[], score: (label: string, place: number) => number): [number, number][] {
  return labels.flatMap((label, one) =>
    labels.flatMap((other, two): [number, number][] =>
      two > one && score(label, two) + score(other, one) > score(label, one) + score(other, two) ? [[one, two]] : [],
    ),
  );
}

/**
 * Finds parameters of one type that stand where another's name belongs.
 * @param labels of $2, $3 and so on
 * @param types likewise
 * @returns a line a pair, none where nothing tells that they are swapped
 */
export function swappedParameters(text: string, labels: readonly string[], types: readonly unknown[]): string[] {
  const columns = parameterColumns(text);
  return swapped(labels, (label, place) => likeness(label, columns.get(place + 2) ?? []))
    .filter(([one, two]) => types[one] === types[two])
    .map(([one, two]) => `$${one + 2} (${labels[one]}) and $${two + 2} (${labels[two]}) are in each other's place`);
}

/**
 * Finds values of a call that stand where another's name belongs.
 * @param names of the values, undefined where they have none
 */
export const swappedNames = (labels: readonly string[], names: readonly (string | undefined)[]): string[] =>
  swapped(labels, (label, place) => (names[place] === undefined ? 0 : likeness(label, [names[place]])))
    .filter(([one, two]) => names[one] !== undefined && names[two] !== undefined)
    .map(([one, two]) => `${names[one]} and ${names[two]} are handed over as ${labels[one]} and ${labels[two]}`);
