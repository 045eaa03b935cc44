/** The names of events that a shop reported recently. */
import { DAY_MS } from '@/server/platform/lib/durations';
import { THIS_WORKSPACE, workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { monthOf } from '@/server/platform/jobs/months';

const SPAN_DAYS = 30;
/** A shop that makes a name of each product's has more, and is better served by a property. */
const MOST = 40;

/**
 * Finds one name after the other in the index, in whole months, so that no name is found by reading past all older
 * events.
 */
const findNames = workspaceStatement<{ name: string }, [month: Date]>(
  'events.names',
  `WITH RECURSIVE named(name, n) AS (
     SELECT (SELECT e.name FROM "ShopperEvent" e WHERE e."accountId" = $1 AND e.at >= $2::timestamptz ORDER BY e.name
       LIMIT 1), 1
     UNION ALL
     SELECT (SELECT e.name FROM "ShopperEvent" e
       WHERE e."accountId" = ${THIS_WORKSPACE} AND e.at >= $2::timestamptz AND e.name > named.name ORDER BY e.name
       LIMIT 1), n + 1
     FROM named WHERE named.name IS NOT NULL AND n < ${MOST})
   SELECT named.name FROM named WHERE named.name IS NOT NULL`,
);

/** Returns the event names of about the last 30 days, in alphabetical order, at most 40. */
export async function eventNames(db: WorkspaceDb): Promise<string[]> {
  const month = monthOf(new Date(db.now.getTime() - SPAN_DAYS * DAY_MS));
  return (await db.rows(findNames, month)).map(({ name }) => name);
}

const LOOKED_AT = 100;
const VALUES = 10;
/** Longer texts are notes, and nobody picks a note from a list. */
const LONGEST = 100;

const findProperties = workspaceStatement<
  {
    name: string;
    property: string;
    type: 'string' | 'number' | 'boolean' | 'array';
    values: (string | number | boolean)[];
  },
  [names: string[], month: Date]
>(
  'events.properties',
  `WITH one AS (
     SELECT n.name, p.key, jsonb_typeof(p.value) AS type, v.value, count(*) AS n FROM unnest($2::text[]) AS n(name)
     CROSS JOIN LATERAL (SELECT e.properties FROM "ShopperEvent" e
       WHERE e."accountId" = ${THIS_WORKSPACE} AND e.name = n.name AND e.at >= $3::timestamptz ORDER BY e.at DESC
       LIMIT ${LOOKED_AT}) e
     CROSS JOIN LATERAL jsonb_each(e.properties) p
     CROSS JOIN LATERAL (SELECT DISTINCT j.value
       FROM jsonb_array_elements(CASE jsonb_typeof(p.value) WHEN 'array' THEN p.value
       ELSE jsonb_build_array(p.value) END) j) v
     WHERE $1 <> '' AND p.key <> '' AND strpos(p.key, '.') = 0
       AND jsonb_typeof(v.value) IN ('string', 'number', 'boolean') AND length(v.value::text) <= ${LONGEST}
     GROUP BY 1, 2, 3, 4),
   ranked AS (SELECT one.*, row_number() OVER (PARTITION BY name, key ORDER BY n DESC, value) AS rank FROM one)
   SELECT r.name, r.key AS property, mode() WITHIN GROUP (ORDER BY r.type) AS type,
     jsonb_agg(r.value ORDER BY r.rank) FILTER (WHERE r.rank <= ${VALUES}) AS values
   FROM ranked r GROUP BY 1, 2 ORDER BY 1, sum(r.n) DESC, 2`,
);

export interface EventWithProperties {
  name: string;
  properties: {
    property: string;
    type: 'text' | 'number' | 'boolean' | 'array';
    values: (string | number | boolean)[];
  }[];
}

/** Returns the same names, with the properties of the newest events of each, most frequent first. */
export async function eventsWithProperties(db: WorkspaceDb): Promise<EventWithProperties[]> {
  const names = await eventNames(db);
  if (names.length === 0) return [];
  const rows = await db.rows(findProperties, names, monthOf(new Date(db.now.getTime() - SPAN_DAYS * DAY_MS)));
  return names.map((name) => ({
    name,
    properties: rows
      .filter((row) => row.name === name)
      .map(({ property, type, values }) => ({ property, type: type === 'string' ? 'text' : type, values })),
  }));
}
