/** Webhooks: an address is registered, its secret shown once, and what the server does not do is said and not offered. */
import { callApi } from './support/api';
import { themesOf } from './support/looks';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

interface Endpoint {
  id: string;
  url: string;
  events: string[];
  active: boolean;
}

test('an endpoint is registered, shows its secret once, is changed, switched off and deleted', async ({
  page,
  baseURL,
}) => {
  const url = `https://hooks.example.com/${unique()}`;
  await page.goto('/webhooks');
  await expect(page.getByRole('note')).toContainText('EXTENSIONS=webhook-delivery');
  await page.getByRole('button', { name: 'New endpoint' }).click();
  const address = page.getByRole('textbox', { name: 'Address' });
  for (const [refused, words] of [
    ['http://shop.example', /must start with https/],
    ['https://0x7f.1/', /private network/],
    ['https://me:pw@shop.example', /user name and password/],
  ] as const) {
    await address.fill(refused);
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await expect(address).toHaveAccessibleDescription(words);
  }
  await address.fill(url);
  await page.getByRole('radio', { name: 'Only these' }).click();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(page.getByText('Choose at least one event, or everything.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Contact created' }).click();
  await page.getByRole('checkbox', { name: 'Abandoned carts' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  const secret = await page.getByRole('region', { name: 'Signing secret' }).locator('code').innerText();
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'I have copied the secret' }).click();

  const stored = async (): Promise<Endpoint | undefined> =>
    (await callApi<{ endpoints: Endpoint[] }>(baseURL, 'GET', '/api/v1/webhooks/endpoints')).data.endpoints.find(
      (each) => each.url === url,
    );
  expect(await stored()).toMatchObject({
    active: true,
    events: [
      'svc.contact.created.v1',
      'svc.abandoned_cart.reminder_sent.v1',
      'svc.abandoned_cart.recovered.v1',
      'svc.abandoned_cart.suppressed.v1',
    ],
  });
  await page.reload();
  const row = page.getByRole('row', { name: url });
  await expect(row).toContainText('Contact created and 3 more');
  await expect(page.getByText(secret)).toHaveCount(0);
  await row.getByRole('switch').click({ force: true });
  await expect.poll(async () => (await stored())?.active).toBe(false);

  await row.getByRole('link', { name: url }).click();
  await expect(page.getByRole('heading', { name: url })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('radio', { name: 'Everything' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Warehouse');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Endpoint saved.')).toBeVisible();
  await expect(page.getByText('Everything, including events that are added later.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await expect(row).toHaveCount(0);
  expect(await stored()).toBeUndefined();
});

for (const colorScheme of themesOf('webhooks')) {
  test(`nothing stands in anybody's way, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/webhooks');
    await expect(page.getByRole('row', { name: /gudang\.kopinusantara/ })).toBeVisible();
    await expectAccessible(page);
    // The frame knows who is signed in once the page has come to life, and a click counts from then on.
    await expect(page.getByRole('button', { name: /Rina Wulandari/ })).toBeVisible();
    // By keyboard: rows above are laid out when they come into sight, and the page moves under a mouse meanwhile.
    await page.getByRole('radio', { name: 'Svc-Signature' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Standard Webhooks' })).toBeChecked();
    await expect(page.getByText("headers['svc-signature']")).toHaveCount(0);
    await expectAccessible(page);
  });
}

test('on a phone endpoints are cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/webhooks');
  await page.getByRole('link', { name: /gudang\.kopinusantara/ }).click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goBack();
  await expect(page.getByRole('row', { name: /gudang\.kopinusantara/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
