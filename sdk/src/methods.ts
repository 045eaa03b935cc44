/** The methods of a client, from the table of routes that the generator writes. */
import type { CallOptions, Client, Input, Route } from './client.js';

/** `contacts.list GET /contacts p:data:cursor` */
function parse(line: string): { path: string[]; route: Route } {
  const [name = '', method = '', path = '', ...flags] = line.split(' ');
  const route: Route = { method, path };
  for (const flag of flags) {
    const [kind, items = '', cursor = ''] = flag.split(':');
    if (kind === 'r') route.repeatable = true;
    if (kind === 'f') route.file = true;
    if (kind === 'p') route.pages = [items, cursor];
  }
  return { path: name.split('.'), route };
}

/** Puts a function for each line of the table where its name says, e.g. `client.contacts.list`. */
export function attachMethods(client: Client, table: string): void {
  for (const line of table.split('\n')) {
    const { path, route } = parse(line);
    const method = path.pop() ?? '';
    let place = client as unknown as Record<string, unknown>;
    for (const part of path) place = (place[part] ??= {}) as Record<string, unknown>;
    place[method] = (input?: Input, options?: CallOptions) => client.call(route, input, options);
  }
}
