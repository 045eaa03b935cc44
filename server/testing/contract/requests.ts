/** Puts the input of a procedure on the wire of its REST route. */
import { API_PREFIX, type Route } from '@/server/doors/rest-routes';
import type { Input } from '@/server/testing/contract/entry';
import type { MadeKey } from '@/server/testing/factories/account';
import type { Tenant, TestServer } from '@/server/testing/server';

export interface Sent {
  method: string;
  url: string;
  body?: unknown;
}

export function toRequest(route: Route, input: Input): Sent {
  const rest = { ...input };
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = (rest[name] ?? 'cunknown') as string;
    Reflect.deleteProperty(rest, name);
    return encodeURIComponent(value);
  });
  if (route.type === 'mutation')
    return { method: route.method, url: API_PREFIX + path, ...(route.method === 'DELETE' ? {} : { body: rest }) };
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
  return { method: 'GET', url: API_PREFIX + path + (query === '' ? '' : `?${query}`) };
}

/** Access levels of platform keys, which look at no workspace. */
export const OF_PLATFORMS: readonly string[] = ['platform', 'operator', 'ownPartner'];

/** A key that the route's access level lets in. */
export const keyFor = (server: TestServer, route: Route, us: Tenant = server.ours): MadeKey =>
  OF_PLATFORMS.includes(route.accessLevel) ? server.platform : us.key;
