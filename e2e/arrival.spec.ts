/** Pages arrive with their data: what is shown first stands in the document, and nothing of it is asked for again. */
import type { Page } from '@playwright/test';
import { test } from './support/signed-in';
import { expect } from './support/test';

/** Pages that read on the server so far. */
const PAGES = ['/discount-codes', '/discount-codes?origin=&sort=code&q=kopi'];

/** What of a page came too late, as words. */
async function latecomersOf(page: Page, address: string): Promise<string[]> {
  const calls: string[] = [];
  const errors: string[] = [];
  const onRequest = (request: { url(): string }): void => {
    calls.push(...(/\/api\/trpc\/([^?]*)/.exec(request.url())?.[1]?.split(',') ?? []));
  };
  const onError = (error: Error): void => void errors.push(error.message.slice(0, 200));
  const document = await (await page.request.get(address)).text();
  page.on('request', onRequest);
  page.on('pageerror', onError);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  page.off('request', onRequest);
  page.off('pageerror', onError);
  const main = /<main[^>]*>([\s\S]*?)<\/main>/.exec(document)?.[1] ?? '';
  return [
    ...(main.includes('<h1') ? [] : ['has no heading']),
    ...(main.includes('Skeleton-root') ? ['shows a skeleton'] : []),
    ...calls.map((call) => `asks for ${call}`),
    ...errors,
  ].map((fault) => `${address} ${fault}`);
}

// The server draws in the clock of the workspace, wherever the browser stands.
test.use({ timezoneId: 'America/New_York' });

test('what pages show first is there in their document, and asked for once', async ({ page }) => {
  const faults: string[] = [];
  for (const address of PAGES) faults.push(...(await latecomersOf(page, address)));
  expect(faults).toEqual([]);
});
