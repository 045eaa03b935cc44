/** The part of a page's address that belongs to a list: its search, filters and order. */

/** The query of an address, as a page is given it on the server and as it is read in the browser. */
type Query = URLSearchParams | Readonly<Record<string, string | string[] | undefined>>;

const first = (query: Query, name: string): string | null | undefined =>
  query instanceof URLSearchParams ? query.get(name) : [query[name]].flat()[0];

/** @param defaults every parameter with the value that the address leaves out */
export function addressOf<Name extends string>(
  defaults: Readonly<Record<Name, string>>,
  query: Query,
): Record<Name, string> {
  const values: Record<Name, string> = { ...defaults };
  for (const name in defaults) values[name] = first(query, name) ?? defaults[name];
  return values;
}
