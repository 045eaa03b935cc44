/** Funnels in the browser: made from a recipe, changed by keyboard, tried on paper, let run, published anew, ended. */
import { callApi } from './support/api';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

test('a funnel is made of a recipe, changed by keyboard, tried, and runs until it is archived', async ({ page }) => {
  const name = unique('Cart ');
  // However slowly recipes come, the form waits for them: a funnel of a recipe never begins with nothing.
  await page.route('**/api/trpc/**funnels.recipes**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto('/funnels?new=cart');
  const form = page.getByRole('dialog', { name: 'New funnel' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Create funnel' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const cards = page.locator('[data-step]');
  await expect(cards).toHaveCount(7);
  await expectAccessible(page);

  // By keyboard: down, a step behind it, up by one, away again and back.
  await cards.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(cards.nth(1)).toBeFocused();
  await page.keyboard.press('+');
  await page.getByRole('menuitem', { name: 'Check a condition' }).click();
  const step = page.getByRole('dialog', { name: 'Check a condition' });
  await expect(step.getByRole('combobox', { name: 'Which message' })).toHaveValue(/^2\. E-mail over/);
  await step.getByRole('button', { name: 'Done' }).click();
  await expect(cards).toHaveCount(8);
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(7);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(cards).toHaveCount(8);
  const wait = page.getByRole('button', { name: /^\d+ Wait\s+the next day/ });
  await wait.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByRole('button', { name: /^5 Wait\s+the next day/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(7);
  await page.getByText('Removed: Wait.').getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(8);
  await expect(page.getByText('All changes saved')).toBeVisible();

  await page.getByRole('button', { name: 'Try it' }).click();
  const tried = page.getByRole('dialog', { name: 'Try it' });
  await tried.getByRole('combobox', { name: 'Contact' }).click();
  await page.getByRole('option').first().click();
  const happens = tried.getByRole('list', { name: 'What happens' }).or(tried.getByText('Would not enter'));
  await expect(happens.first()).toBeVisible();
  await tried.getByText('Over the last 30 days').click();
  await expect(tried.getByText('would have entered').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();

  // What is changed now is a draft, and publishing says what is different.
  await page.getByRole('region', { name: 'Trigger' }).getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Funnel settings' });
  await settings.getByRole('textbox', { name: 'Days since they last entered' }).fill('21');
  await settings.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Re-entry after 21 days')).toBeVisible();
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish the changes' });
  await expect(publish.getByText('Setting: re-entry')).toBeVisible();
  await publish.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Published.')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('tab', { name: 'Results' }).click();
  await expect(page.getByRole('group', { name: 'Entered' })).toBeVisible();
  await page.getByRole('tab', { name: 'People' }).click();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived', { exact: true })).toBeVisible();
});

test('a contact’s page says which funnel they are in, and takes them out', async ({ page, baseURL }) => {
  const name = unique('Waits ');
  const { data: contact } = await callApi<{ id: string }>(baseURL, 'POST', '/api/v1/contacts', {
    email: `${unique('inside')}@example.test`.toLowerCase(),
  });
  const steps = [
    { id: 'd', kind: 'delay', config: { minutes: 600 }, next: 'u' },
    { id: 'u', kind: 'update_contact', config: { attributes: { seen: 'yes' } } },
  ];
  const definition = { trigger: { type: 'manual' }, steps };
  const { data: funnel } = await callApi<{ id: string }>(baseURL, 'POST', '/api/v1/funnels', { name, definition });
  const path = `/api/v1/funnels/${funnel.id}`;
  await callApi(baseURL, 'POST', `${path}/activate`, {});
  await callApi(baseURL, 'POST', `${path}/enroll`, { audience: { contactIds: [contact.id] } });

  await page.goto(`/contacts/${contact.id}`);
  const timeline = page.getByRole('listitem').filter({ hasText: `Entered the funnel ${name}` });
  await expect(timeline).toContainText('Inside');
  await expectAccessible(page);
  await page.getByRole('button', { name: `Remove from ${name}` }).click();
  await expect(page.getByText(`is no longer in ${name}.`)).toBeVisible();
  await expect(timeline).toContainText('removed manually');
  await expect(page.getByRole('button', { name: `Remove from ${name}` })).toHaveCount(0);
  await callApi(baseURL, 'DELETE', path);
});
