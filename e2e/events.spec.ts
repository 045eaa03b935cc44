/** Events as a merchant's engineer meets them: sent by a signed call, seen on the page, asked for in a segment. */
import { callApi } from './support/api';
import { test as signedIn } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

signedIn(
  'what the shop tells arrives on the page, with whose it is, and a segment asks for it',
  async ({ page, baseURL }) => {
    const name = unique('Class viewed ');
    const email = `${unique('shopper')}@example.com`;
    expect(
      (await callApi(baseURL, 'POST', '/api/v1/contacts', { email, firstName: 'Sekar', lastName: name })).status,
    ).toBe(201);
    await page.goto('/events');
    await expect(page.getByRole('table', { name: 'In the last 30 days' })).toContainText('product_viewed');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const event = {
      name,
      id: unique('e'),
      email,
      at: new Date().toISOString(),
      properties: { city: 'Bandung', seats: 2 },
    };
    expect((await callApi(baseURL, 'POST', '/api/v1/events', { events: [event, event] })).data).toEqual({
      accepted: 1,
      duplicates: 1,
      errors: [],
    });
    const row = page.getByRole('table', { name: 'Latest events' }).getByRole('row', { name });
    await expect(row).toContainText(`Sekar ${name}`, { timeout: 15_000 });
    await expect(row).toContainText('city Bandung');
    await page.getByLabel('Event', { exact: true }).selectOption(name);
    await expect(page).toHaveURL(/name=/);
    await expect(page.getByRole('table', { name: 'Latest events' }).getByRole('row')).toHaveCount(2);

    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(page.getByRole('dialog').locator('pre')).toContainText('/api/v1/events');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    // A segment finds exactly them, by what is true of the event.
    await page.goto('/audience-segments/new');
    const condition = page.getByRole('group', { name: 'Condition 1' });
    await condition.getByRole('combobox', { name: 'Field' }).fill(name);
    await page.getByRole('option', { name: `In the shop: ${name}` }).click();
    await condition.getByRole('button', { name: 'Where a property …' }).click();
    const property = condition.getByRole('group', { name: 'Property 1' });
    await property.getByRole('combobox', { name: 'Property' }).fill('seats');
    await page.getByRole('option', { name: 'seats' }).click();
    await property.getByRole('combobox', { name: 'Comparison' }).click();
    await page.getByRole('option', { name: 'is at least' }).click();
    await property.getByRole('textbox', { name: 'Value' }).fill('2');
    await expect(condition.getByText('1 person matches')).toBeVisible({ timeout: 15_000 });
    await expectAccessible(page);
    await property.getByRole('textbox', { name: 'Value' }).fill('3');
    await expect(condition.getByText('0 people match')).toBeVisible({ timeout: 15_000 });
  },
);
