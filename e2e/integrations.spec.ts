/** Integrations: a shop is connected, calls with its secret, and what it told is there. */
import { createHmac } from 'node:crypto';
import { callApi } from './support/api';
import { themesOf } from './support/looks';
import { SHOPIFY_APP_SECRET } from './support/shopify-app';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const signed = (secret: string, body: string): string => {
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
};

test('a shop is connected, reports an order, is changed and disconnected', async ({ page, baseURL }) => {
  const name = unique('Toko ');
  await page.goto('/integrations');
  await page.getByRole('button', { name: 'Connect a shop' }).click();
  const drawer = page.getByRole('dialog', { name: 'Connect a shop' });
  await drawer.getByRole('radio', { name: 'Any shop, over HTTP' }).check();
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(drawer.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
  await drawer.getByRole('textbox', { name: 'Name' }).fill(name);
  const minutes = drawer.getByRole('textbox', { name: 'A checkout is abandoned after' });
  await minutes.fill('14');
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(minutes).toHaveAttribute('aria-invalid', 'true');
  await minutes.fill('30');
  await drawer.getByRole('checkbox', { name: 'Products' }).uncheck();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Connect', exact: true }).click();
  const secret = await page.getByRole('region', { name: 'Secret' }).locator('code').innerText();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have copied the secret' }).click();

  const row = page.getByRole('row', { name });
  await expect(row).toContainText('Customers, Orders, Checkouts');
  await expect(row).toContainText('Connected');
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Your shop has not called yet.')).toBeVisible();

  const [, id = ''] = /integrations\/(\w+)$/.exec(page.url()) ?? [];
  const externalRef = unique('order');
  const at = new Date().toISOString();
  const call = async (row: object, key = secret): Promise<void> => {
    const body = JSON.stringify(row);
    const answer = await fetch(`${baseURL ?? ''}/api/v1/integrations/${id}/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'svc-signature': signed(key, body) },
      body,
    });
    expect(answer.status).toBe(200);
  };
  const order = { externalRef, amount: 150_000, currency: 'IDR', status: 'paid', placedAt: at };
  await call({ id: '1', type: 'orders', rows: [order] });
  await call({ id: '2', type: 'orders', rows: [{ ...order, amount: 'much' }] });
  await call({ id: '3', type: 'orders', rows: [order] }, 'whsec_wrong');
  const calls = page.getByRole('table', { name: 'Calls' });
  await expect(calls.getByRole('row', { name: /Accepted/ })).toBeVisible();
  await expect(calls.getByRole('row', { name: /Not readable/ })).toContainText('rows.0.amount');
  await expect(calls.getByRole('row', { name: /Wrong signature/ })).toBeVisible();
  await expectAccessible(page);
  const { data } = await callApi<{ data: object[] }>(baseURL, 'GET', `/api/v1/integrations/orders?integrationId=${id}`);
  expect(data.data).toMatchObject([{ externalRef, amount: 150_000, externalSource: `http_generic:${id}` }]);

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit shop' });
  await edit.getByRole('radio', { name: 'Everybody with an address' }).check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shop saved.')).toBeVisible();
  await expect(page.locator('#content').getByText('Everybody with an address')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect shop' }).click();
  await expect(page.getByText('The shop is disconnected.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.goto('/integrations');
  await expect(page.getByRole('row', { name: 'Kasir Menteng' })).toBeVisible();
  await expect(row).toHaveCount(0);
});

for (const colorScheme of themesOf('integrations'))
  test(`on a phone, in Indonesian, ${colorScheme}, nothing stands in anybody's way`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    await page.goto('/integrations');
    await expect(page.getByRole('row', { name: /Kasir Menteng/ })).toContainText('Terhubung');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: /Kasir Menteng/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kasir Menteng' })).toBeVisible();
    await expect(page.getByText('Tidak terbaca').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

test('a customer who asks by way of Shopify stands there until somebody has answered', async ({ page, baseURL }) => {
  const { data } = await callApi<{ integrations: { provider: string; externalId: string }[] }>(
    baseURL,
    'GET',
    '/api/v1/integrations',
  );
  const shop = data.integrations.find(({ provider }) => provider === 'storefront_p1');
  const email = `${unique('penanya')}@example.test`.toLowerCase();
  const body = JSON.stringify({
    shop_id: 1,
    shop_domain: shop?.externalId,
    orders_requested: [],
    customer: { id: 1, email },
    data_request: { id: 1 },
  });
  const ask = (signature: string) =>
    fetch(`${baseURL ?? ''}/api/v1/integrations/webhooks/storefront_p1`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': 'customers/data_request',
        'x-shopify-webhook-id': email,
        'x-shopify-hmac-sha256': signature,
      },
      body,
    });
  expect((await ask('bm8=')).status).toBe(401);
  expect((await ask(createHmac('sha256', SHOPIFY_APP_SECRET).update(body).digest('base64'))).status).toBe(200);

  const line = page.getByRole('main').getByRole('listitem');
  await expect(async () => {
    await page.goto('/integrations');
    await expect(line.filter({ hasText: email })).toContainText('Laris stores no data about this customer.', {
      timeout: 1000,
    });
  }).toPass();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await line.filter({ hasText: email }).getByRole('button', { name: 'Mark as answered' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('The request is answered.')).toBeVisible();
  await expect(line.filter({ hasText: email })).toHaveCount(0);
});

test('where the keys of a shop are made is a click away, once it is known whose they are', async ({ page }) => {
  await page.goto('/integrations?new=1');
  const drawer = page.getByRole('dialog', { name: 'Connect a shop' });
  await drawer.getByRole('radio', { name: /WooCommerce/ }).check();
  const link = drawer.getByRole('link', { name: 'Find the keys in your store' });
  await expect(link).toHaveCount(0);
  await drawer.getByRole('textbox', { name: 'Address of the store' }).fill('https://toko.example/');
  await expect(link).toHaveAttribute(
    'href',
    'https://toko.example/wp-admin/admin.php?page=wc-settings&tab=advanced&section=keys',
  );
});

test('a shop that is not there says so, and the way back', async ({ page }) => {
  await page.goto('/integrations/cunknown');
  await expect(page.getByRole('heading', { name: 'This shop does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'See all integrations' }).click();
  await expect(page).toHaveURL(/\/integrations$/);
});
