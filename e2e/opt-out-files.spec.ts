/** Files of other services, imported through the page as it guesses them: who had unsubscribed there is unsubscribed here. */
import { callApi } from './support/api';
import { importAddress } from './support/contacts';
import { OPT_OUT_FILES } from './support/opt-out-files';
import { test } from './support/signed-in';
import { expect, expectAccessible, expectNoSidewaysScroll, unique } from './support/test';

for (const { service, fileName, content, people, isAsked = false, saysNothing = false } of OPT_OUT_FILES) {
  test(`a file of ${service}`, async ({ page, baseURL }) => {
    const tag = unique('oof');
    await page.goto('/contacts/import');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(content.replaceAll('TAG', tag)) });
    const rows = Object.keys(people).length;
    const check = page.getByRole('button', { name: new RegExp(`^Check ${rows} rows?$`) });
    const accept = page.getByRole('checkbox', { name: 'Continue: nobody in this file has unsubscribed' });
    const byTheFile = page.getByRole('radio', { name: 'Yes, as the file says' });
    if (saysNothing) {
      await page.getByRole('radio', { name: 'Yes, all of them' }).check();
      await expect(byTheFile).toHaveCount(0);
    } else {
      await byTheFile.check();
    }
    if (isAsked) {
      await expect(check).toBeDisabled();
      await accept.check();
    } else {
      await expect(check).toBeVisible();
      await expect(accept).toHaveCount(0);
    }
    await check.click();
    await page.waitForURL(importAddress);
    await page.getByRole('button', { name: `Import ${rows} contact${rows === 1 ? '' : 's'}` }).click();
    await expect(page.getByRole('heading', { name: 'The import is done' })).toBeVisible();
    const found = await callApi<{ data: { email: string; subscriptions: object }[] }>(
      baseURL,
      'GET',
      `/api/v1/contacts?q=${tag}`,
    );
    expect(
      Object.fromEntries(found.data.data.map(({ email, subscriptions }) => [email.split('-')[0], subscriptions])),
    ).toEqual(
      saysNothing ? Object.fromEntries(Object.keys(people).map((person) => [person, { email: 'subscribed' }])) : people,
    );
  });
}

test('opt-outs that nothing listens to are asked about', async ({ page }) => {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/contacts/import');
    await page.locator('input[type=file]').setInputFiles({
      name: 'pelanggan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Email,Unsubscribed,Birthday\na@surel.example,mungkin,03/04/1990\n'),
    });
    const check = page.getByRole('button', { name: 'Check 1 row' });
    await expect(page.getByRole('radio', { name: 'Yes, as the file says' })).toHaveCount(0);
    await page.getByRole('radio', { name: 'No, or I am not sure' }).check();
    await expect(check).toBeDisabled();
    await expect(page.getByText('The column Unsubscribed seems to mark unsubscribed people.')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Import them as unsubscribed' }).click();
    await expect(page.getByRole('combobox', { name: 'Unsubscribed becomes' })).toHaveValue('optOut.email');
    await expect(page.getByText('1 value is not a date, a yes or a no')).toBeVisible();
    await page.getByRole('combobox', { name: 'Unsubscribed becomes' }).selectOption('Do not import');
    await page.getByRole('checkbox', { name: 'Continue: nobody in this file has unsubscribed' }).check();
    await expect(check).toBeEnabled();
  }
});
