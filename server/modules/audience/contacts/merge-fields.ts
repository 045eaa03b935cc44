/**
 * The changes that a write makes to a contact. One rule for upsert, PATCH and import: fields that are not sent stay,
 * maps are merged key by key, null removes a key (docs/contract/contacts.md#creating-and-updating).
 */
import type { ContactFields } from '@/server/modules/audience/contacts/schema';

export const MAPS = ['socialHandles', 'subscriptions', 'attributes'] as const;
export type MapName = (typeof MAPS)[number];

export interface MapChange {
  set: Record<string, unknown>;
  gone: string[];
}

export interface Change {
  /** Columns by name; null empties a column. */
  columns: Record<string, string | null>;
  maps: Partial<Record<MapName, MapChange>>;
}

export const noChange = (): Change => ({ columns: {}, maps: {} });

function mapChange(sent: Record<string, unknown>): MapChange {
  const entries = Object.entries(sent);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    gone: entries.flatMap(([key, value]) => (value === null ? [key] : [])),
  };
}

/** Returns the change that a request describes. */
export function changeOf({ socialHandles, subscriptions, attributes, ...columns }: ContactFields): Change {
  const change: Change = { columns, maps: {} };
  for (const [name, sent] of [
    ['socialHandles', socialHandles],
    ['subscriptions', subscriptions],
    ['attributes', attributes],
  ] as const) {
    if (sent !== undefined) change.maps[name] = mapChange(sent);
  }
  return change;
}

/** Joins two changes into one; for the same column or key the later change wins. */
export function fold(earlier: Change, later: Change): Change {
  const maps = { ...earlier.maps };
  for (const name of MAPS) {
    const [before, after] = [earlier.maps[name], later.maps[name]];
    if (after === undefined) continue;
    if (before === undefined) {
      maps[name] = after;
      continue;
    }
    const gone = new Set(after.gone);
    maps[name] = {
      set: { ...Object.fromEntries(Object.entries(before.set).filter(([key]) => !gone.has(key))), ...after.set },
      gone: [...before.gone.filter((key) => !gone.has(key) && !Object.hasOwn(after.set, key)), ...after.gone],
    };
  }
  return { columns: { ...earlier.columns, ...later.columns }, maps };
}
