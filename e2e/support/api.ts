/** Calls the signed REST API beside the browser, with a key of the workspace, as a partner's storefront does. */
import type { Page } from '@playwright/test';
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
 * @param onBehalfOf of a platform's key: the workspace that it acts for
 */
export async function callApi<Data = Record<string, unknown>>(
  baseURL: string | undefined,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  key: TestKey = demo(),
  onBehalfOf?: string,
): Promise<ApiAnswer<Data>> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...signedHeaders(key, { method, url: path, body: text, ...(onBehalfOf !== undefined && { onBehalfOf }) }),
    ...(text !== undefined && { 'content-type': 'application/json' }),
  };
  const response = await fetch(`${baseURL ?? ''}${path}`, {
    method,
    headers,
    ...(text !== undefined && { body: text }),
  });
  return { status: response.status, ...((await response.json()) as { data: Data; error?: ApiAnswer<Data>['error'] }) };
}

/** A key of the workspace, made through its page. */
export async function makeKey(page: Page): Promise<TestKey> {
  await page.goto('/api-keys?new=1');
  await page.getByRole('textbox', { name: 'Name' }).fill('Toko');
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').innerText();
  const keyId = /SVCK[0-9A-F]{16}/.exec(await page.getByRole('tabpanel').locator('pre').innerText())?.[0] ?? '';
  return { keyId, secret };
}
