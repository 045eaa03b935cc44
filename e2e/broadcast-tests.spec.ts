/**
 * Two subjects to some of the people, the better one to the others: set up in the composer, watched, and ended by hand. And what the
 * composer makes of a test together with a rate and with everybody's own hour.
 */
import { callApi } from './support/api';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

const PATH = '/api/v1/broadcasts';

/** A draft of an e-mail to the weekly list, at a rate. */
async function makeDraft(baseURL: string | undefined): Promise<string> {
  const lists = await callApi<{ id: string; name: string }[]>(baseURL, 'GET', '/api/v1/contact-lists');
  const list = lists.data.find(({ name }) => name === 'Buletin mingguan');
  const made = await callApi<{ id: string }>(baseURL, 'POST', PATH, {
    name: unique('Madu '),
    providers: ['email_p1'],
    content: { email: { subject: 'Panen madu', html: '<p>Halo</p>', text: 'Halo' } },
    audience: { listIds: [list?.id] },
    perHour: 600,
    tracking: true,
    utm: { source: 'laris', campaign: 'madu' },
  });
  return made.data.id;
}

test('a test of subjects is written, sent and ended', async ({ page }) => {
  const name = unique('Uji ');
  await page.goto('/broadcasts/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: 'Resend' }).check();
  await page.getByPlaceholder('Choose lists').click();
  await page.getByRole('option', { name: /^Buletin mingguan/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue to content' }).click();
  await page.getByText('Own HTML', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Subject', exact: true }).fill('Panen madu');
  await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>Halo</p>');

  await page.getByRole('switch', { name: 'Test first' }).click();
  await page.getByRole('textbox', { name: 'Subject of variant B' }).fill('Madu dari Gayo');
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.getByRole('textbox', { name: 'Subject of variant C' }).fill('Madu');
  await page.getByRole('button', { name: 'Remove variant C' }).click();
  await expect(page.getByRole('textbox', { name: 'Subject of variant C' })).toHaveCount(0);
  await page.getByRole('slider', { name: 'Share of the audience' }).press('End');
  await expect(page.getByRole('status').filter({ hasText: 'for each variant' })).toBeVisible();
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }

  await page.getByRole('button', { name: 'Continue to check' }).click();
  await page.getByRole('button', { name: 'Send now', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A/B test' })).toBeVisible();
  await expect(page.getByText(/messages are waiting for the result/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'End now' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Send variant B' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'End now' }).click();
  await expect(page.getByText(/chose variant B/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'End now' })).toHaveCount(0);
});

test('a test goes with a rate and not with own hours, and a copy has all of it', async ({ page, baseURL }) => {
  const id = await makeDraft(baseURL);
  await page.goto(`/broadcasts/${id}/edit?step=check`);
  const ownHour = page.getByRole('radio', { name: 'At each person’s local time' });
  const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name });
  await expect(page.getByRole('textbox', { name: 'Messages per hour' })).toHaveValue('600');
  await ownHour.check();
  // The rate of the other way is not that of this one.
  await expect(page.getByRole('textbox', { name: 'Maximum per hour (optional)' })).toHaveValue('');
  await step('Content').click();
  await expect(page.getByRole('switch', { name: 'Test first' })).toBeDisabled();
  await expect(page.getByText('This broadcast is sent at each person’s local time')).toBeVisible();
  await expectAccessible(page);

  await step('Check and send').click();
  await page.getByRole('radio', { name: 'Spread over time' }).check();
  await expect(page.getByRole('textbox', { name: 'Messages per hour' })).toHaveValue('1,000');
  await step('Content').click();
  await page.getByRole('switch', { name: 'Test first' }).click();
  await page.getByRole('textbox', { name: 'Test length in hours' }).fill('30');
  await page.getByRole('textbox', { name: 'Subject of variant B' }).fill('Madu dari Gayo');
  const variant = page
    .getByRole('listitem')
    .filter({ hasText: 'B' })
    .filter({ has: page.getByRole('button') })
    .last();
  await variant.getByRole('button', { name: 'Edit content' }).click();
  await expect(variant.getByRole('textbox', { name: 'Subject', exact: true })).toHaveValue('Madu dari Gayo');
  await variant.getByRole('textbox', { name: 'HTML', exact: true }).fill('<p>Hai</p>');
  await expect(variant.getByText('Madu dari Gayo').first()).toBeVisible();

  await step('Check and send').click();
  await expect(ownHour).toBeDisabled();
  const end = page.getByRole('status').filter({ hasText: 'with the test' });
  await expect(end).toBeVisible();
  expect(Number(/about (\d+) hours/.exec(await end.innerText())?.[1])).toBeGreaterThanOrEqual(30);
  await expectAccessible(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }

  await page.getByRole('radio', { name: 'Spread over time' }).check();
  await step('Content').click();
  await expect(page.getByText('Own content')).toBeVisible();
  const { data: first } = await callApi(baseURL, 'GET', `${PATH}/${id}`);
  expect(first).toMatchObject({
    perHour: 1_000,
    test: { hours: 30, variants: [{}, { content: { email: { subject: 'Madu dari Gayo', html: '<p>Hai</p>' } } }] },
  });
  await page.goto(`/broadcasts/${id}`);
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.waitForURL((url) => /^\/broadcasts\/[^/]+\/edit$/.test(url.pathname) && !url.pathname.includes(id));
  const copy = await callApi(baseURL, 'GET', `${PATH}/${new URL(page.url()).pathname.split('/')[2] ?? ''}`);
  const copied = ['providers', 'content', 'audience', 'test', 'perHour', 'tracking', 'utm'];
  expect(copy.data).toMatchObject(Object.fromEntries(copied.map((key) => [key, first[key]])));
});

test('a draft that the browser kept from before these options is restored, and leaves them as they are', async ({
  page,
  baseURL,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  const id = await makeDraft(baseURL);
  await page.goto(`/broadcasts/${id}/edit`);
  const name = page.getByRole('textbox', { name: 'Name' });
  const typed = unique('Simpanan ');
  await name.fill(typed);
  const kept = (): Promise<string | null> =>
    page.evaluate((end) => {
      const key = Object.keys(localStorage).find((each) => each.startsWith('laris:draft:') && each.endsWith(end));
      return key === undefined ? null : localStorage.getItem(key);
    }, id);
  await expect.poll(kept).toContain(typed);
  await page.goto('/broadcasts');
  await page.evaluate((end) => {
    const key = Object.keys(localStorage).find((each) => each.endsWith(end)) ?? '';
    const draft = JSON.parse(localStorage.getItem(key) ?? '') as Record<'base' | 'values', Record<string, unknown>>;
    const options = ['perHour', 'localTime', 'tracking', 'utm', 'test'];
    const before = (fields: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(fields).filter(([field]) => !options.includes(field)));
    const old = { ...draft, base: before(draft.base), values: before(draft.values) };
    localStorage.setItem(key, JSON.stringify(old));
  }, id);
  expect(await kept()).not.toContain('perHour');

  await page.goto(`/broadcasts/${id}/edit`);
  await page.getByRole('region', { name: 'Unsaved draft' }).getByRole('button', { name: 'Restore' }).click();
  await expect(name).toHaveValue(typed);
  await page.getByRole('button', { name: 'Continue to content' }).click();
  await expect(page.getByRole('switch', { name: 'Test first' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Continue to check' }).click();
  await expect(page.getByRole('textbox', { name: 'Messages per hour' })).toHaveValue('600');
  const { data } = await callApi(baseURL, 'GET', `${PATH}/${id}`);
  expect(data).toMatchObject({ name: typed, perHour: 600, tracking: true, utm: { source: 'laris', campaign: 'madu' } });
});
