/** The product feed as a merchant meets it: products come in over the API, the page says what Google would, the feed follows. */
import type { Page } from '@playwright/test';
import { callApi } from './support/api';
import { dropFile } from './support/contacts';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const product = (externalRef: string, more: object = {}) => ({
  externalRef,
  slug: externalRef,
  name: `Kopi ${externalRef}`,
  description: 'Biji kopi arabika.',
  priceCents: 98_000,
  currency: 'IDR',
  available: true,
  imageUrl: 'https://toko.example/kopi.jpg',
  brand: 'Kopi Nusantara',
  ...more,
});

const feedAddress = (page: Page): Promise<string> =>
  page
    .getByRole('link', { name: 'Open', exact: true })
    .getAttribute('href')
    .then((href) => href ?? '');

/** The item as a strict parser of XML reads it; null when the feed has none of this id. */
async function itemOf(page: Page, address: string, id: string): Promise<Record<string, string> | null> {
  const xml = await (await fetch(address)).text();
  return await page.evaluate(
    ([text, wanted]) => {
      const document = new DOMParser().parseFromString(text, 'application/xml');
      if (document.querySelector('parsererror') !== null) throw new Error('The feed is not well-formed.');
      const items = [...document.querySelectorAll('item')].map((item) =>
        Object.fromEntries([...item.children].map((child) => [child.nodeName, child.textContent])),
      );
      return items.find((item) => item['g:id'] === wanted) ?? null;
    },
    [xml, id] as const,
  );
}

test('own categories become Google’s by rules, seen before they are saved, in the feed and in the catalogues', async ({
  page,
  baseURL,
}) => {
  const sku = unique('sku-');
  const category = unique('Teh ');
  const more = { productCategory: category, gtin: '8991234567891', salePrice: 80_000, size: '50 g' };
  const sent = { products: [product(sku, more)] };
  expect((await callApi(baseURL, 'PUT', '/api/v1/feeds/products', sent)).status).toBe(200);
  await page.goto('/feeds');
  await page.getByRole('button', { name: 'Categories' }).click();
  const drawer = page.getByRole('dialog', { name: 'Categories' });
  const outcome = drawer.getByRole('region', { name: 'Preview' }).getByRole('listitem').filter({ hasText: category });
  await expect(outcome).toContainText('unchanged');
  await drawer.getByRole('button', { name: 'Add a rule' }).click();
  await drawer.getByRole('button', { name: 'Save the rules' }).click();
  const own = drawer.getByRole('textbox', { name: /^Your category of rule/ }).last();
  await expect(own).toHaveAccessibleDescription(/Enter both categories/);
  await own.fill(category.toUpperCase());
  await drawer
    .getByRole('textbox', { name: /^Google’s category of rule/ })
    .last()
    .fill('2073');
  await expect(outcome).toContainText('2073');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Save the rules' }).click();
  await expect(page.getByText('The rules are saved.')).toBeVisible();

  const address = await feedAddress(page);
  expect(await itemOf(page, address, sku)).toMatchObject({
    'g:google_product_category': '2073',
    'g:gtin': '8991234567891',
    'g:sale_price': '80000 IDR',
    'g:size': '50 g',
  });
  for (const network of ['meta', 'tiktok']) {
    const url = address.replace(/shopping\/(\w+)\.xml$/, `public/$1/${network}.csv`);
    await expect(page.getByText(url)).toBeVisible();
    expect(await (await fetch(url)).text()).toContain(`${sku},`);
  }
  await page.goto(`/feeds?product=${sku}`);
  const facts = page.getByRole('dialog').getByRole('region', { name: 'Preview for ad networks' });
  await expect(facts.getByText('80000 IDR')).toBeVisible();
});

test('a product comes in, is found wanting, is mended, and the feed shows it', async ({ page, baseURL }) => {
  const sku = unique('sku-');
  const put = (more: object) => callApi(baseURL, 'PUT', '/api/v1/feeds/products', { products: [product(sku, more)] });
  expect((await put({ name: `Kopi <${sku}> & teman`, imageUrl: null, brand: null })).data).toEqual({
    created: 1,
    updated: 0,
  });

  await page.goto(`/feeds?q=${sku}`);
  const row = page.getByRole('row', { name: sku });
  await expect(row).toContainText('No picture');
  await expect(row).toContainText('IDR 98,000');
  await row.getByRole('link').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Google rejects products without one.', { exact: false })).toBeVisible();
  await expect(drawer.getByText(`/products/${sku}`, { exact: false })).toBeVisible();
  await expect(drawer.getByText('98000 IDR')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const address = await feedAddress(page);
  expect(await itemOf(page, address, sku)).toMatchObject({
    'g:title': `Kopi <${sku}> & teman`,
    'g:availability': 'in_stock',
    'g:price': '98000 IDR',
  });

  const [before] = [await fetch(address)];
  const tag = before.headers.get('etag') ?? '';
  await before.body?.cancel();
  expect((await fetch(address, { headers: { 'if-none-match': tag } })).status).toBe(304);
  expect((await put({ available: false })).data).toEqual({ created: 0, updated: 1 });
  expect(await itemOf(page, address, sku)).toMatchObject({
    'g:availability': 'out_of_stock',
    'g:brand': 'Kopi Nusantara',
    'g:image_link': 'https://toko.example/kopi.jpg',
  });
  await page.reload();
  await expect(page.getByRole('row', { name: sku })).toContainText('Out of stock');
  await expect(page.getByRole('row', { name: sku })).toContainText('Fine');

  await put({ archivedAt: new Date().toISOString() });
  expect(await itemOf(page, address, sku)).toBeNull();
  await page.reload();
  await expect(page.getByRole('row', { name: sku })).toContainText('Archived');
});

test('a finding leads to its products', async ({ page }) => {
  await page.goto('/feeds');
  await page.getByRole('button', { name: /Price is 0/ }).click();
  await expect(page).toHaveURL(/rule=price_zero/);
  await expect(page.getByRole('row', { name: /Kartu Hadiah Digital/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Kopi Wamena/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Price is 0/ })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
});

for (const colorScheme of themesOf('feeds')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/feeds');
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('button', { name: 'Settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Feed settings' });
    await drawer.getByRole('textbox', { name: /^Default category/ }).fill('x');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(drawer).toBeHidden();
  });
}

test('on a phone, in Indonesian, nothing scrolls sideways', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await context.addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
  await page.goto('/feeds');
  await expect(page.getByRole('heading', { name: 'Feed produk' })).toBeVisible();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('products come from a file: mapped, looked at, written, and what is refused is handed back', async ({ page }) => {
  for (const width of [1280, 390]) {
    const sku = unique('csv-');
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/feeds');
    await page.getByRole('link', { name: 'Upload products' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Products from a file' })).toBeVisible();
    await dropFile(
      page,
      `${sku}.csv`,
      `SKU;Nama Produk;Harga;Stok;Catatan\n${sku};Kopi ${sku};Rp 98.000;3;merah\n${sku}-2;Teh ${sku};gratis;3;biru\n`,
    );
    await expect(page.getByRole('combobox', { name: 'Harga becomes' })).toHaveValue('price');
    await expect(page.getByRole('combobox', { name: 'Catatan becomes' })).toHaveValue('');
    await expect(page.getByText('IDR 98,000')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Check 2 rows' }).click();
    await expect(page.getByRole('heading', { name: '1 row refused' })).toBeVisible();
    await expect(page.getByText('This is not a valid price', { exact: false }).first()).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`${sku} refused.csv`);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Import 1 product' }).click();
    await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
    await page.getByRole('link', { name: 'See the product feed' }).click();
    await page.goto(`/feeds?q=${sku}`);
    await expect(page.getByText(`Kopi ${sku}`)).toBeVisible();
    await expect(page.getByText(`Teh ${sku}`)).toHaveCount(0);
  }
});
