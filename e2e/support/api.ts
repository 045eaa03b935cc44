/** Calls the signed REST API beside the browser, with a key of the workspace, as a partner's storefront does. */
import { signedHeaders, type TestKey } from '@/server/testing/sign';
import { demo } from './test';

export interface ApiAnswer<Data> {
  status: number;
  data: Data;
  error?: { code: string; message: string };
}

/**
 * @param baseURL of the running product, the fixture of the same name
 * @param key the demo workspace's unless said otherwise
 */
export async function callApi<Data = Record<string, unknown>>(
  baseURL: string | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key: TestKey = demo(),
): Promise<ApiAnswer<Data>> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...signedHeaders(key, { method, url: path, body: text }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${baseURL ?? ''}${path}`, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  });
  return { status: response.status, ...((await response.json()) as { data: Data; error?: ApiAnswer<Data>['error'] }) };
}
