/** Compares two states of one contact, and computes the change that restores the earlier state. For undo. */
import { isDeepStrictEqual } from 'node:util';
import { namesOf } from '@/server/platform/db/columns';
import { objectIn } from '@/server/platform/db/stored';
import { fold, MAPS, noChange, type Change, type MapName } from '@/server/modules/audience/contacts/merge-fields';

/** Columns that a change sets directly; all are text or null. */
const PLAIN = namesOf('Contact', 'id', 'accountId', 'identityHash', 'deletedAt', 'createdAt', 'updatedAt', ...MAPS);

/** A contact's row as PostgreSQL's JSON. */
export type ContactJson = Readonly<Record<string, unknown>>;

/** Column, or `map.key`, → value; null when absent. */
export type Fields = Record<string, unknown>;

export const keyOf = (map: MapName, key: string): string => `${map}.${key}`;

/** Returns the two parts that `keyOf` put together; null for a column. */
function mapAndKey(name: string): { map: MapName; key: string } | null {
  const map = MAPS.find((known) => name.startsWith(`${known}.`));
  return map === undefined ? null : { map, key: name.slice(map.length + 1) };
}

/** Checks whether the name is that of a key of the map. */
export const isOfMap = (name: string, map: MapName): boolean => mapAndKey(name)?.map === map;

/** The value of a contact's column or map key, by the name that `Fields` uses. */
export function valueAt(contact: ContactJson, name: string): unknown {
  const inside = mapAndKey(name);
  return (inside === null ? contact[name] : objectIn(contact[inside.map])[inside.key]) ?? null;
}

/** Returns the differences of two states. @param maps the maps to compare in addition to the columns */
export function differences(
  before: ContactJson,
  after: ContactJson,
  maps: readonly MapName[],
): { before: Fields; after: Fields } {
  const names = [
    ...PLAIN,
    ...maps.flatMap((map) =>
      Object.keys({ ...objectIn(before[map]), ...objectIn(after[map]) }).map((key) => keyOf(map, key)),
    ),
  ];
  const changed = names.filter((name) => !isDeepStrictEqual(valueAt(before, name), valueAt(after, name)));
  const of = (contact: ContactJson): Fields =>
    Object.fromEntries(changed.map((name) => [name, valueAt(contact, name)]));
  return { before: of(before), after: of(after) };
}

/** Returns the names that still have the value after the change: values that somebody has changed since stay. */
export const untouched = (contact: ContactJson, { before, after }: { before: Fields; after: Fields }): string[] =>
  Object.keys(before).filter((name) => isDeepStrictEqual(valueAt(contact, name), after[name] ?? null));

/** Returns the change that gives these names their earlier values. */
export function restoring(names: readonly string[], before: Fields): Change {
  return names.reduce((change, name) => {
    const value = before[name] ?? null;
    const inside = mapAndKey(name);
    if (inside === null) return fold(change, { columns: { [name]: value as string | null }, maps: {} });
    const { map, key } = inside;
    return fold(change, {
      columns: {},
      maps: { [map]: value === null ? { set: {}, gone: [key] } : { set: { [key]: value }, gone: [] } },
    });
  }, noChange());
}
