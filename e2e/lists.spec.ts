/** Lists on every screen: what has no room leaves, nothing is cut off or scrolls sideways, and the way back keeps the place. */
import type { Page } from '@playwright/test';
import { isDeep } from '@/server/testing/lane';
import { callApi } from './support/api';
import { test } from './support/signed-in';
import { expect, expectAccessible, unique } from './support/test';

/** The fast lane tries the two widths at which most columns leave, in the language with the longer words; the deep lane tries all. */
const WIDTHS = isDeep ? [1280, 1024, 800, 390, 360] : [1024, 360];
const LANGUAGES = isDeep ? ['en', 'id'] : ['id'];
const LISTS = [
  '/contacts',
  '/contact-lists',
  '/audience-segments',
  '/broadcasts',
  '/funnels',
  '/templates',
  '/channels',
  '/channels/sandbox',
  '/discount-codes?origin=',
  '/referrals',
  '/referrals?view=attributions',
  '/abandoned-cart',
  '/abandoned-cart/suppressions',
  '/blog',
  '/feeds',
  '/pixels',
  '/events',
  '/insights',
  '/marketing-campaigns',
  '/api-keys',
  '/integrations',
  '/orders',
  '/orders?view=checkouts',
  '/webhooks',
  '/audit-log',
  '/settings/members',
  '/settings/account',
  '/billing',
  '/contacts/import',
];

const LONG = 'Wedding-Collection-Hand-Embroidered-Silk-Kebaya-for-the-Whole-Family-of-the-Bride';

/** One of each with the longest values that people write, beside the demo's own. */
async function seed(baseURL: string | undefined): Promise<void> {
  const word = unique('long');
  const long = `${LONG} ${word}`;
  const made = await Promise.all([
    callApi(baseURL, 'POST', '/api/v1/contacts', {
      firstName: long,
      lastName: long,
      email: `${LONG.slice(0, 40)}.${word}@a-rather-long-subdomain.boutique.example`,
      phone: '+62 812 3456 7890 1234 567',
      source: 'pop-up-store-grand-indonesia-december',
    }),
    callApi(baseURL, 'POST', '/api/v1/integrations', {
      provider: 'http_generic',
      displayName: long,
      config: { sync: { products: false } },
    }),
    callApi(baseURL, 'POST', '/api/v1/contact-lists', { name: long, description: LONG }),
    callApi(baseURL, 'POST', '/api/v1/discount-codes', {
      code: `${LONG.slice(0, 30)}-${word}`.toUpperCase(),
      type: 'fixed',
      value: 99_999_999_900,
      currency: 'IDR',
      description: LONG,
      maxUsesTotal: 100_000_000,
    }),
    callApi(baseURL, 'POST', '/api/v1/blog', {
      slug: `${LONG.toLowerCase()}-${word}`,
      title: long,
      body: LONG,
      status: 'published',
      publishedAt: '2026-01-01T00:00:00Z',
      authorName: LONG.slice(0, 60),
      tags: ['kebaya-and-batik-collections', 'weddings'],
    }),
    callApi(baseURL, 'POST', '/api/v1/marketing-campaigns', { name: long, description: LONG, goal: 'conversion' }),
    callApi(baseURL, 'PUT', '/api/v1/feeds/products', {
      products: [
        {
          externalRef: `${LONG}-${word}`,
          slug: word,
          name: long,
          description: LONG,
          priceCents: 99_999_999_900,
          currency: 'IDR',
          available: true,
          imageUrl: 'https://shop.example/a.jpg',
          brand: LONG.slice(0, 60),
          productCategory: null,
          archivedAt: null,
          updatedAt: '2026-01-01T00:00:00Z',
        },
      ],
    }),
  ]);
  expect(made.map(({ status, error }) => error?.message ?? (status < 300 ? 'made' : status))).toEqual(
    made.map(() => 'made'),
  );
}

/** What of the page is cut off, scrolls sideways, or is broken into pieces, as words that say where it stands. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const name = (element: Element): string => (element.textContent || element.className).slice(0, 40);
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      faults.push(`the page scrolls sideways by ${root.scrollWidth - root.clientWidth}`);
    for (const element of document.querySelectorAll('main, main *')) {
      const { overflowX } = getComputedStyle(element);
      if ((overflowX === 'auto' || overflowX === 'scroll') && element.scrollWidth > element.clientWidth + 1)
        faults.push(`scrolls sideways: ${name(element)}`);
    }
    for (const table of document.querySelectorAll('[role=table]')) {
      const frame = (table.parentElement ?? table).getBoundingClientRect();
      for (const row of table.querySelectorAll('tbody [role=row]')) {
        // Those below the window are not laid out yet.
        const { height, top } = row.getBoundingClientRect();
        if (top < innerHeight && height > (innerWidth < 500 ? 90 : 150))
          faults.push(`a row of ${height} px: ${name(row)}`);
      }
      for (const cell of table.querySelectorAll('[role=cell], [role=columnheader]')) {
        const box = cell.getBoundingClientRect();
        if (box.width <= 1 || (cell.closest('thead')?.clientWidth ?? 2) <= 1) continue;
        if (box.right > frame.right + 1 || box.left < frame.left - 1) faults.push(`leaves its table: ${name(cell)}`);
        // What ends in an ellipsis is cut off on purpose.
        const walk = (inside: Element): void => {
          for (const inner of inside.children) {
            const { right, width } = inner.getBoundingClientRect();
            if (width > 1 && right > box.right + 1)
              faults.push(`leaves its cell by ${right - box.right}: ${name(inner)}`);
            else if (getComputedStyle(inner).overflowX === 'visible') walk(inner);
          }
        };
        if (getComputedStyle(cell).overflowX === 'visible') walk(cell);
      }
    }
    return [...new Set(faults)];
  });

for (const language of LANGUAGES)
  test(`no list is cut off or scrolls sideways on any screen (${language})`, async ({ page, context, baseURL }) => {
    test.setTimeout(180_000);
    await seed(baseURL);
    await context.addCookies([{ name: 'laris-locale', value: language, url: baseURL ?? '' }]);
    const faults: string[] = [];
    for (const address of LISTS) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('main [role=status]:has([class*=Skeleton])')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        faults.push(...(await faultsOf(page)).map((fault) => `${address} at ${width}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });

test('columns are chosen by hand, and stay so in the address and in the browser', async ({ page }) => {
  await page.goto('/contacts');
  const heads = page.getByRole('table').getByRole('columnheader');
  const phone = heads.filter({ hasText: 'Phone' });
  await expect(phone).toBeVisible();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Phone' }).uncheck();
  await expect(phone).toHaveCount(0);
  await expectAccessible(page);
  await expect(page).toHaveURL(/[?&]without=phone/);
  await page.goto('/contacts');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(phone).toHaveCount(0);
  // What an address says goes before what the browser remembers.
  await page.goto('/contacts?without=source');
  await expect(phone).toBeVisible();
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('checkbox', { name: 'Source' }).check();
  await expect(page).toHaveURL(/\/contacts$/);
  await page.reload();
  await expect(phone).toBeVisible();
});

test('the way back leads to the same place of a long list', async ({ page }) => {
  await page.goto('/contacts');
  const rows = page.getByRole('table').getByRole('link');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(rows).toHaveCount(100);
  const row = rows.nth(80);
  await row.scrollIntoViewIfNeeded();
  const name = await row.innerText();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(1000);
  await row.click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(100);
  await expect(rows.filter({ hasText: name.split('\n')[0] ?? '' }).first()).toBeVisible();
  await expect.poll(() => page.evaluate((was) => Math.abs(scrollY - was), before)).toBeLessThan(200);
});

test('of a very long list the page holds what is near, and the way back still leads to the same place', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const source = unique('panjang-');
  const rows = Array.from({ length: 500 }, (_, at) => ({ email: `${source}-${at}@surel.example`, source }));
  await callApi(baseURL, 'POST', '/api/v1/contacts/import', { rows });
  await page.goto(`/contacts?source=${source}`);
  const table = page.getByRole('table');
  const shown = page.getByText(/^\d+ of 500$/);
  for (let count = 100; count <= 500; count += 50) {
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(shown).toHaveText(`${count} of 500`);
  }
  // The heads are a row as well.
  await expect(table).toHaveAttribute('aria-rowcount', '501');
  const held = () => table.locator('tbody [role=row]').count();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate((to) => scrollTo(0, to), height / 2);
  await expect.poll(held).toBeLessThan(250);
  await expectAccessible(page);

  // The row in the middle of the page, whose place among all is told.
  const row = await page.evaluateHandle(() =>
    document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[role=row]'),
  );
  const place = await row.evaluate((element) => element?.getAttribute('aria-rowindex'));
  expect(Number(place)).toBeGreaterThan(150);
  const link = table.locator(`[aria-rowindex="${place}"]`).getByRole('link');
  const name = await link.innerText();
  const before = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.goBack();
  await expect(table.locator(`[aria-rowindex="${place}"]`)).toContainText(name.split('\n')[0] ?? '');
  await expect(link).toBeInViewport();
  expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);

  // What has the focus stays in the page, however far one scrolls.
  await link.focus();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(table.locator('[aria-rowindex="2"]')).toBeInViewport();
  await expect(link).toBeFocused();
});

test('all contacts that match go on a list, not only those that are shown', async ({ page, baseURL }) => {
  // Two groups of the size that the API takes in one call, and one more.
  const source = unique('bulk-');
  const people = Array.from({ length: 510 }, (_, at) => ({ email: `${source}-${at}@surel.example`, source }));
  for (const half of [people.slice(0, 255), people.slice(255)])
    await Promise.all(half.map((person) => callApi(baseURL, 'POST', '/api/v1/contacts', person)));
  await page.goto(`/contacts?source=${source}`);
  await page.getByRole('checkbox', { name: 'Choose all shown' }).check();
  const bar = page.getByRole('region', { name: 'Selection' });
  await bar.getByRole('button', { name: 'Choose all 510 that match' }).click();
  await expect(bar).toContainText('510 chosen');
  await bar.getByRole('button', { name: 'Add to a list' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add 510 contacts to a list' });
  await drawer.getByRole('combobox', { name: 'List' }).click();
  await page.getByRole('option', { name: 'New list…' }).click();
  await drawer.getByRole('textbox', { name: 'Name of the new list' }).fill(source);
  await drawer.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText(`510 contacts are on ${source}.`)).toBeVisible();
  const { data } = await callApi<{ name: string; memberCount: number }[]>(baseURL, 'GET', '/api/v1/contact-lists');
  expect(data.find(({ name }) => name === source)?.memberCount).toBe(510);
});
