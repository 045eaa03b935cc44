/**
 * The fields for conditions on this workspace's contacts, with their most frequent values
 * (docs/contract/audience-segments.md#reading).
 */
import { workspaceStatement } from '@/server/platform/db/statement';
import type { WorkspaceDb } from '@/server/platform/db/workspace';
import { EVENT_SOURCES } from '@/server/modules/audience/audience-segments/event-sources';
import { fieldOf, OPS } from '@/server/modules/audience/audience-segments/fields';
import { type FieldOp, type FieldType, type KnownField } from '@/server/modules/audience/audience-segments/schema';
import { eventsWithProperties } from '@/server/modules/audience/events/names';
import {
  AGE_OPS,
  ELEMENT_OPS,
  EVENT_OPS,
  ORDER_OPS,
  SHOP_EVENT,
  TEXT_OPS,
} from '@/server/modules/audience/audience-segments/vocabulary';

const MAX_VALUES = 20;
/** Attributes that are named, the most frequent first. Any other can still be asked for. */
const MAX_ATTRIBUTES = 100;
/** Contacts that are looked at, the newest: exact up to so many, and a good guess beyond, at the same price. */
const LOOKED_AT = 5_000;
/** Longer texts are notes, and nobody picks a note from a list. */
const MAX_LENGTH = 100;

interface FoundField {
  field: string;
  /**
   * The most frequent type, as jsonb_typeof names it. A text that is a date counts as `date`; so does a text that looks
   * like one, if the field also has real dates.
   */
  type: string;
  values: (string | number | boolean)[];
}

/** Paths are looked into where a value is an object; a key with a dot cannot be asked for. */
const findFields = workspaceStatement<FoundField>(
  'audience-segments.fields',
  `WITH RECURSIVE looked AS MATERIALIZED (
     SELECT c."firstName", c."lastName", c.source, c.subscriptions, c."socialHandles", c.attributes FROM "Contact" c
       WHERE c."accountId" = $1 ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${LOOKED_AT}),
   entry(path, value) AS (
     SELECT 'attributes.' || e.key, e.value FROM looked, jsonb_each(looked.attributes) e
       WHERE e.key <> '' AND strpos(e.key, '.') = 0
     UNION ALL
     SELECT entry.path || '.' || e.key, e.value
       FROM entry, LATERAL jsonb_each(CASE WHEN jsonb_typeof(entry.value) = 'object' THEN entry.value ELSE '{}' END) e
     WHERE e.key <> '' AND strpos(e.key, '.') = 0 AND length(entry.path) < 200),
   one(field, type, value) AS (
     SELECT path, CASE WHEN attribute_instant(value) IS NOT NULL OR value #>> '{}' ~ '^--\\d\\d-\\d\\d$' THEN 'date'
       WHEN value #>> '{}' ~ '^\\d{1,4}[-/.]\\d{1,2}([-/.]\\d{1,4})?$'
         AND jsonb_typeof(value) = 'string' THEN 'like_date' ELSE jsonb_typeof(value) END, value FROM entry
         WHERE jsonb_typeof(value) IN ('string', 'number', 'boolean')
     UNION ALL SELECT 'subscriptions.' || e.key, 'string', e.value FROM looked, jsonb_each(looked.subscriptions) e
     UNION ALL SELECT 'socialHandles.' || e.key, 'handle', NULL FROM looked, jsonb_each(looked."socialHandles") e
     UNION ALL SELECT v.field, 'string', to_jsonb(v.value)
       FROM looked, LATERAL (VALUES ('firstName', looked."firstName"), ('lastName', looked."lastName"),
       ('source', looked.source)) v(field, value) WHERE v.value <> ''),
   -- Arrays are counted by contact, so that a contact with many tags does not decide what a field is.
   tagged AS (SELECT path AS field, value FROM entry WHERE jsonb_typeof(value) = 'array'),
   typed AS (SELECT field, type FROM one UNION ALL SELECT field, 'array' FROM tagged
     WHERE jsonb_path_exists(value, '$[*] ? (@.type() == "string" || @.type() == "number" || @.type() == "boolean")')),
   valued AS (
     SELECT field, false AS "isElement", type, value FROM one WHERE value IS NOT NULL
     UNION ALL
     SELECT t.field, true, 'array', e.value FROM tagged t
       CROSS JOIN LATERAL (SELECT DISTINCT j.value FROM jsonb_array_elements(t.value) j
       WHERE jsonb_typeof(j.value) IN ('string', 'number', 'boolean')) e),
   counted AS (SELECT field, "isElement", type, value, count(*) AS n FROM valued GROUP BY 1, 2, 3, 4),
   ranked AS (SELECT counted.*, row_number() OVER (PARTITION BY field, "isElement" ORDER BY n DESC, value) AS rank
     FROM counted WHERE length(value::text) <= ${MAX_LENGTH}),
   best AS MATERIALIZED (SELECT field, "isElement", jsonb_agg(value ORDER BY rank) AS values FROM ranked
     WHERE rank <= ${MAX_VALUES} GROUP BY field, "isElement")
   SELECT f.field, CASE WHEN f.type = 'like_date' THEN CASE WHEN f.dates > 0 THEN 'date' ELSE 'string' END
     ELSE f.type END AS type, coalesce(b.values, '[]') AS values
   FROM (SELECT field, mode() WITHIN GROUP (ORDER BY type) AS type, count(*) FILTER (WHERE type = 'date') AS dates,
     count(*) AS n FROM typed GROUP BY 1) f LEFT JOIN best b ON b.field = f.field AND b."isElement" = (f.type = 'array')
     ORDER BY f.n DESC, f.field`,
);

const findLists = workspaceStatement<{ id: string }>(
  'audience-segments.largest-lists',
  `SELECT l.id FROM "ContactList" l WHERE l."accountId" = $1 ORDER BY l."memberCount" DESC, l."createdAt" DESC, l.id
    LIMIT ${MAX_VALUES}`,
);

/** The families whose opt-outs hold for the address are always there to ask for. */
const ALWAYS = ['subscriptions.email', 'subscriptions.sms', 'subscriptions.whatsapp'];

const PRESENCE = ['is_set', 'not_set'] as const;
const ATTRIBUTE_OPS: Record<Exclude<FieldType, 'list' | 'event'>, readonly FieldOp[]> = {
  text: TEXT_OPS,
  number: ['eq', 'neq', ...ORDER_OPS, 'in', 'not_in', ...PRESENCE],
  boolean: ['eq', 'neq', ...PRESENCE],
  date: [...AGE_OPS, ...ORDER_OPS, 'eq', 'neq', ...PRESENCE],
  array: [...ELEMENT_OPS, ...PRESENCE],
};
const isAttributeType = (type: string): type is keyof typeof ATTRIBUTE_OPS => Object.hasOwn(ATTRIBUTE_OPS, type);

/** Fields of the contact, then attributes with the most frequent first, lists, events. */
export async function knownFields(db: WorkspaceDb): Promise<KnownField[]> {
  const [rows, lists] = [await db.rows(findFields), await db.rows(findLists)];
  const shopEvents = await eventsWithProperties(db);
  const found = new Map(rows.map((row) => [row.field, row]));
  const text = (field: string): KnownField => ({
    field,
    type: 'text',
    ops: [...TEXT_OPS],
    values: found.get(field)?.values ?? [],
  });
  const maps = [...new Set([...ALWAYS, ...found.keys()])].filter((field) => fieldOf(field)?.kind === 'map').sort();
  const attributes = rows.filter(({ field }) => fieldOf(field)?.kind === 'attribute').slice(0, MAX_ATTRIBUTES);
  return [
    ...['email', 'phone', 'firstName', 'lastName', 'source', 'externalRef'].map(text),
    ...['createdAt', 'updatedAt'].map((field): KnownField => ({ field, type: 'date', ops: [...OPS.date], values: [] })),
    ...maps.map(text),
    ...attributes.map(({ field, type: seen, values }): KnownField => {
      const type = isAttributeType(seen) ? seen : 'text';
      return { field, type, ops: [...ATTRIBUTE_OPS[type]], values: type === 'date' ? [] : values };
    }),
    { field: 'list', type: 'list', ops: [...OPS.list], values: lists.map(({ id }) => id) },
    ...[...EVENT_SOURCES.keys()].map((field) => eventField(field)),
    ...shopEvents.map(({ name, properties }) => ({ ...eventField(`${SHOP_EVENT}${name}`), properties })),
  ];
}

const eventField = (field: string): KnownField => ({ field, type: 'event', ops: [...EVENT_OPS], values: [] });
