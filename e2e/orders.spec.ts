/** Orders and checkouts: found, read, and followed to the person and the code. */
import { callApi } from './support/api';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('what a shop reported is listed, opened, and leads to who bought and with what', async ({ page, baseURL }) => {
  const email = `${unique('pembeli')}@example.test`.toLowerCase();
  const number = unique('#');
  const code = unique('HEMAT')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
  const session = unique('session');
  const made = async (method: 'POST' | 'PUT', path: string, body: object) => {
    const answer = await callApi(baseURL, method, `/api/v1${path}`, body);
    expect(answer.error?.message).toBeUndefined();
    return answer.data as { id: string };
  };
  await made('POST', '/contacts', { email, firstName: 'Ani', lastName: 'Wijaya' });
  const { id: codeId } = await made('POST', '/discount-codes', { code, type: 'fixed', value: 10_000, currency: 'IDR' });
  await made('POST', '/discount-codes/redeem', {
    discountCodeId: codeId,
    checkoutSessionId: session,
    appliedAmount: 10_000,
    currency: 'IDR',
  });
  const at = new Date().toISOString();
  const checkoutRef = unique('c');
  const items = [{ productRef: 'sku', name: 'Kopi Gayo', quantity: 2, price: 80_000 }];
  const buyer = { email, currency: 'IDR', items };
  await made('PUT', '/integrations/checkouts', {
    externalSource: 'toko',
    rows: [{ ...buyer, externalRef: checkoutRef, value: 160_000, url: 'https://toko.example/c' }],
  });
  await made('PUT', '/integrations/orders', {
    externalSource: 'toko',
    rows: [
      {
        ...buyer,
        externalRef: number,
        number,
        amount: 168_000,
        shipping: 18_000,
        discount: 10_000,
        discountCodes: [code],
        status: 'paid',
        placedAt: at,
        checkoutSessionId: session,
        checkoutRef,
      },
    ],
  });

  await page.goto('/orders');
  await page.getByRole('radio', { name: 'Paid', exact: true }).click();
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row', { name: number });
  await expect(row).toContainText(email);
  await expect(row).toContainText(code);
  await expectAccessible(page);
  await row.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
  await expect(page.getByText('Kopi Gayo')).toBeVisible();
  await expect(page.getByRole('link', { name: code })).toHaveAttribute('href', `/discount-codes/${codeId}`);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'A checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await expect(page.getByRole('link', { name: 'Open the checkout in the shop' })).toHaveAttribute(
    'href',
    'https://toko.example/c',
  );
  await expectAccessible(page);
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('link', { name: 'Ani Wijaya' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ani Wijaya');
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`);
});

test('an order that is not there says so, and the way back', async ({ page }) => {
  await page.goto('/orders/nobody');
  await expect(page.getByRole('heading', { name: 'This order does not exist' })).toBeVisible();
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await page.goto('/orders/checkouts/nobody');
  await page.getByRole('link', { name: 'All checkouts' }).click();
  await expect(page).toHaveURL(/view=checkouts/);
});

for (const colorScheme of themesOf('orders'))
  test(`on a phone, in Indonesian, ${colorScheme}, nothing stands in anybody's way`, async ({
    page,
    context,
    baseURL,
  }) => {
    await context.addCookies([{ name: 'laris-locale', value: 'id', url: baseURL ?? '' }]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme });
    for (const path of ['/orders', '/orders?view=checkouts']) {
      await page.goto(path);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await page.getByRole('table').getByRole('link').first().click();
      await expect(page).toHaveURL(/orders\/\w+/);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });
