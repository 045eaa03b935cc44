/**
 * Checks whether a statement stays in its workspace, by PostgreSQL's own plan of it: what the planner derived holds,
 * however the text is written.
 */
import type { Pool } from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Alias?: string;
  'Subplan Name'?: string;
  Operation?: string;
  Output?: string[];
  Plans?: PlanNode[];
  [condition: string]: unknown;
}

const CONDITIONS = ['Index Cond', 'Recheck Cond', 'Filter', 'Join Filter', 'Hash Cond', 'Merge Cond'];

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The parts of a condition that must all hold. */
function conjuncts(text: string): string[] {
  const inner = text.trim();
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let wrapped = inner.startsWith('(');
  for (let at = 0; at < inner.length; at++) {
    if (inner[at] === '(') depth++;
    else if (inner[at] === ')') depth--;
    if (depth === 0 && at < inner.length - 1) wrapped = false;
    if (depth === 0 && inner.startsWith(' AND ', at)) {
      parts.push(inner.slice(start, at));
      start = at + 5;
    }
  }
  if (parts.length > 0) return [...parts, inner.slice(start)].flatMap(conjuncts);
  return wrapped ? conjuncts(inner.slice(1, -1)) : [inner];
}

const COLUMN = /^\(?((?:"[^"]+"|[\w$]+))\."accountId"\)?(?:::text)?$/;
const unquoted = (name: string): string => name.replace(/^"(.*)"$/, '$1');

/**
 * The tables with rows of workspaces that a statement reads, changes or fills without saying whose.
 * @param text with the workspace as $1
 * @returns alias and table of each; empty when all are bound
 */
export async function unboundTables(pool: Pool, text: string): Promise<string[]> {
  const { rows: columns } = await pool.query<{ table: string; at: number }>(
    `SELECT table_name AS table, ordinal_position AS at FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'accountId'`,
  );
  const tenant = new Map(columns.map(({ table, at }) => [table, at]));
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${text}`,
  );
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);

  /** Plans that give $1 and nothing else: what THIS_WORKSPACE becomes. */
  const workspacePlans = nodes
    .filter(
      (node) =>
        node['Subplan Name']?.startsWith('InitPlan') === true && /^\$1(::text)?$/.test(node.Output?.join() ?? ''),
    )
    .map((node) => `(${node['Subplan Name'] ?? ''}).col1`);
  const isWorkspace = (side: string): boolean => /^\(?\$1\)?(::text)?$/.test(side) || workspacePlans.includes(side);

  // What is bound to begin with: $1, and subqueries and CTEs, whose own tables are looked at like all others.
  const bound = new Set(
    nodes.filter((node) => /^(CTE|Subquery|WorkTable) Scan$/.test(node['Node Type'])).map(({ Alias = '' }) => Alias),
  );
  const equal: [string, string][] = [];
  const conditions = nodes.flatMap((node) =>
    CONDITIONS.flatMap((name) => (typeof node[name] === 'string' ? conjuncts(node[name]) : [])),
  );
  for (const condition of conditions) {
    const sides = condition.split(' = ');
    if (sides.length !== 2) continue;
    const [left, right] = sides.map((side) => COLUMN.exec(side)?.[1]);
    if (left !== undefined && isWorkspace(sides[1]!)) bound.add(unquoted(left));
    if (right !== undefined && isWorkspace(sides[0]!)) bound.add(unquoted(right));
    if (left !== undefined && right !== undefined) equal.push([unquoted(left), unquoted(right)]);
  }
  for (let grown = true; grown;) {
    const before = bound.size;
    for (const [left, right] of equal) if (bound.has(left) || bound.has(right)) bound.add(left).add(right);
    grown = bound.size > before;
  }

  const written = nodes.flatMap((node) => {
    const at = tenant.get(node['Relation Name'] ?? '');
    if (node.Operation !== 'Insert' || at === undefined) return [];
    const source = node.Plans?.find((plan) => plan['Parent Relationship'] === 'Outer');
    // What a SELECT gives without a name stands in the plan of the SELECT, which begins with the workspace.
    const given = source?.Output?.[at - 1] ?? '';
    const value = /^"\*SELECT\*(?:_\d+)?"\."\?column\?"$/.test(given) ? (source?.Plans?.[0]?.Output?.[0] ?? '') : given;
    const alias = COLUMN.exec(value)?.[1];
    const holds = isWorkspace(value) || (alias !== undefined && bound.has(unquoted(alias)));
    return holds ? [] : [`insert into ${node['Relation Name'] ?? ''}: ${value}`];
  });
  const read = nodes.flatMap(({ 'Relation Name': table = '', 'Node Type': type, Alias = '' }) =>
    type !== 'ModifyTable' && tenant.has(table) && !bound.has(Alias) ? [`${Alias} (${table})`] : [],
  );
  return [...new Set([...read, ...written])];
}
